"""The command line: parses, calls, and says what can be mended. Each command has a module beside this."""

from __future__ import annotations

import argparse
import sys

from server.cli import accept, bots, check, create, doctor, files, replay, serve, systems
from server.cli.command import mendable


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 when all is well."""
    arguments = _parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        return code
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        reason = mendable(error)
        if reason is None:
            raise
        print(f"fray: {reason}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fray",
        description="Multiplayer server for tabletop combat.",
        epilog="Try: fray serve --demo        (then open one of the links that it prints)",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in (serve, create, check, files, replay, accept, doctor, systems, bots):
        command.add(commands)
    return parser
