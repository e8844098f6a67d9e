"""`fray create`: lay an encounter from a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from server.cli import files
from server.cli.command import command


def add(commands: Any) -> None:
    """Add it to the command line."""
    parser = command(
        commands,
        "create",
        "Lay a new encounter from a file and print its links.",
        "fray create bridge.toml",
        _run,
    )
    parser.add_argument("file", type=Path, help="an encounter file (TOML)")
    files.link_options(parser)


def _run(arguments: argparse.Namespace) -> int:
    from server.encounter.file import load
    from server.encounter.installed import systems

    spec = load(arguments.file, systems())

    async def laid(lobby: Any) -> dict[str, Any]:
        return {**await lobby.create(spec), "system": spec.system}

    return files.make(arguments, laid)
