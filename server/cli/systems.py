"""`fray systems`: what rule systems are installed, their options, rules, schema."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from server.cli.command import Failure, command
from server.core.system import System


def add(commands: Any) -> None:
    """Add it to the command line."""
    parser = command(commands, "systems", "List the rule systems installed here.", "fray systems", _run)
    parser.add_argument("name", nargs="?", help="one system: its options and rules")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of its encounter files")
    parser.add_argument(
        "--rules", nargs="*", type=Path, metavar="PATH",
        help="what in these files and folders (tests) covers each rule; 1 where a rule has nothing",
    )  # fmt: skip
    parser.add_argument(
        "--rolls", nargs="*", type=Path, metavar="PATH",
        help="how rolls and decisions are called, learnt by playing the scenarios in these files and folders (tests)",
    )  # fmt: skip


def _run(arguments: argparse.Namespace) -> int:
    from server.encounter.file import schema
    from server.encounter.installed import systems

    found = systems()
    if arguments.name is None:
        for system in found.values():
            print(f"{system.name:<18} {system.titles['en']}  (version {system.version}, {len(system.rules)} rules)")
        return 0
    if arguments.name not in found:
        raise Failure(f"there is no system {arguments.name}; there are {', '.join(found)}")
    system = found[arguments.name]
    if arguments.schema:
        print(json.dumps(schema(system), indent=2))
        return 0
    if arguments.rules is not None:
        return _print_coverage(system, arguments.rules or [Path("tests")])
    if arguments.rolls is not None:
        return _print_names(system, arguments.rolls or [Path("tests")], found)
    print(f"{system.titles['en']} (version {system.version})")
    options = msgspec.convert({}, system.options_type)
    for name in system.options_type.__struct_fields__:
        print(f"  option {name} = {json.dumps(msgspec.to_builtins(getattr(options, name)))}")
    for id, title in system.rules.items():
        print(f"  {id:<16} {title}")
    return 0


def _print_names(system: System, paths: list[Path], systems: Mapping[str, System]) -> int:
    from server.scenario.names import names

    _check_paths(paths)
    found = names(system, paths, systems)
    if found is None:
        raise Failure(f"there is no scenario of {system.name} in {', '.join(map(str, paths))}")
    print("\n".join(found.lines()))
    return 0


def _check_paths(paths: list[Path]) -> None:
    missing = [str(path) for path in paths if not path.exists()]
    if missing:
        raise Failure(f"there is no {', '.join(missing)}; name the files and folders that test the rules")


def _print_coverage(system: System, paths: list[Path]) -> int:
    from server.scenario.coverage import coverage, render

    _check_paths(paths)
    found = coverage(system, paths)
    print(render(found))
    return 0 if all(one.is_covered for one in found) else 1
