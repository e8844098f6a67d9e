"""The command `fray doctor`. Parses, calls, prints."""

from __future__ import annotations

import argparse
import asyncio
import json
from typing import Any

import msgspec

from server.cli.command import command, serve_options, serve_settings

_MARKS = {"ok": "ok     ", "warning": "WARNING", "wrong": "WRONG  "}


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "doctor",
        "Look at a deployment and say what is wrong and what would be right. 1 where something is wrong.",
        "fray doctor --redis redis://fray:PASSWORD@redis:6379 --replicas 1 --origin https://fray.example",
        _run,
    )
    serve_options(parser)
    parser.add_argument("--json", action="store_true", help="print the findings as one JSON line")


def _run(arguments: argparse.Namespace) -> int:
    from server.cli.checks import examine

    findings = asyncio.run(examine(serve_settings(arguments)))
    if arguments.json:
        print(json.dumps(msgspec.to_builtins(findings)))
    else:
        for one in findings:
            print(
                f"{_MARKS[one.level]} {one.what}: {one.found}"
                + (f"\n          right: {one.right}" if one.right else "")
            )
    return int(any(one.level == "wrong" for one in findings))
