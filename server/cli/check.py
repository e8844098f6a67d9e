"""`fray check`: run scenario files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from server.cli.command import Failure, command, progress


def add(commands: Any) -> None:
    """Add it to the command line."""
    parser = command(
        commands, "check", "Run scenario files and say where they differ.", "fray check tests/scenarios", _run
    )
    parser.add_argument("--trace", action="store_true", help="also print events, dice and open questions of each step")
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="scenario files or folders")


def _run(arguments: argparse.Namespace) -> int:
    from server.encounter.installed import systems
    from server.scenario.file import scenario_files
    from server.scenario.report import Report, check_file, render

    found = systems()
    paths = progress(scenario_files(arguments.paths), "checking")
    report = Report(tuple(result for path in paths for result in check_file(path, found, arguments.trace)))
    if not report.results:
        raise Failure(f"there is no scenario in {', '.join(map(str, arguments.paths))}")
    print(render(report))
    return 1 if report.failed else 0
