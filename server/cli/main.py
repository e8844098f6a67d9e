"""The command line: `fray serve | create | check | systems | bots`, and those of `cli.files`. Parses, calls, prints."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from server.cli import accept as cli_accept
from server.cli import doctor as cli_doctor
from server.cli import files as cli_files
from server.cli import replay as cli_replay
from server.cli.command import Failure, mendable, progress, serve_options, serve_settings
from server.cli.command import as_text as _as_text
from server.cli.command import command as _command
from server.cli.command import env as _env
from server.cli.command import link as _link
from server.cli.log_lines import JsonLines
from server.core.system import System
from server.process.settings import Settings

if TYPE_CHECKING:
    from server.app.app import App


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
    _serve(commands)
    _create(commands)
    _check(commands)
    cli_files.add(commands)
    cli_replay.add(commands)
    cli_accept.add(commands)
    cli_doctor.add(commands)
    _systems(commands)
    _bots(commands)
    return parser


# --- serve -----------------------------------------------------------------------------------------------------------


def _serve(commands: Any) -> None:
    parser = _command(commands, "serve", "Run a server.", "fray serve --demo --port 8642 --data .data", _run_serve)
    serve_options(parser)
    parser.add_argument(
        "--demo", nargs="*", metavar="SYSTEM", help="lay the demo encounters (of these systems) and print their links"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON line with url, encounter and links")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--log", choices=("text", "json"), default=_env("LOG", "text"), help="lines for people (text)")
    level = parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"))
    level.default, level.help = _env("LOG_LEVEL", "info"), "debug also tells of each commit (info)"


def _run_serve(arguments: argparse.Namespace) -> int:
    from server.app.workers import handed_down

    _log_to_stderr(arguments.log, arguments.log_level)
    settings = handed_down() if arguments.worker else serve_settings(arguments)
    with asyncio.Runner(loop_factory=_fast_loop()) as runner:
        return runner.run(_serve_until_told(settings, arguments.demo, arguments.json))


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's, where the extra `fast` is installed."""
    try:
        return import_module("uvloop").new_event_loop  # type: ignore[no-any-return]
    except ImportError:
        return None


async def _serve_until_told(settings: Settings, demo: list[str] | None, as_json: bool) -> int:
    from server.app.app import overseeing, serving
    from server.app.demos import Demos
    from server.encounter.installed import systems

    unknown = sorted(set(demo or ()) - set(found := systems()))
    if unknown:
        raise Failure(f"there is no system {', '.join(unknown)}; there are {', '.join(found)}")

    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for signum in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signum, stop.set)
    if settings.is_worker:
        loop.add_reader(sys.stdin.fileno(), stop.set)  # it is closed when the parent ends, however it ends
    async with overseeing(settings) if settings.workers > 1 else serving(settings) as (app, _):
        laid = await Demos(app.lobby).lay(demo) if demo is not None else []
        print(_as_json(app, laid) if as_json else _welcome(app, laid), flush=True)
        outdated = await _told_or_outdated(stop, app)
        if not as_json:
            print("Stopping; the encounter will be where it was.", flush=True)
    if outdated is not None:
        raise Failure(outdated)
    return 0


async def _told_or_outdated(stop: asyncio.Event, app: App) -> str | None:
    """Wait for either; what to say where a newer server has made this one step aside."""
    told, outdated = asyncio.create_task(stop.wait()), asyncio.create_task(app.outdated())
    try:
        await asyncio.wait((told, outdated), return_when=asyncio.FIRST_COMPLETED)
        return outdated.result() if outdated.done() else None
    finally:
        told.cancel()
        outdated.cancel()


def _as_json(app: App, laid: list[dict[str, Any]]) -> str:
    encounters = [
        {**one, "links": {seat: _link(app.url, token) for seat, token in one["links"].items()}} for one in laid
    ]
    first = encounters[0] if encounters else {"encounter": None, "links": {}}
    where = {"url": app.url, "home": app.home}
    return json.dumps({**where, "encounter": first["encounter"], "links": first["links"], "encounters": encounters})


def _welcome(app: App, laid: list[dict[str, Any]]) -> str:
    advice = "  Open one link per person (or per browser window). Ctrl-C stops the server."
    return f"\n  Fray is running at {app.home}\n{_as_text(app.url, laid)}\n{advice}"


def _log_to_stderr(kind: str, level: str) -> None:
    os.environ["FRAY_LOG"], os.environ["FRAY_LOG_LEVEL"] = kind, level  # for workers
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(levelname)s %(name)s %(message)s")
    handler.setFormatter(JsonLines() if kind == "json" else plain)
    logging.basicConfig(level=level.upper(), handlers=[handler])


# --- create -----------------------------------------------------------------------------------------------------------


def _create(commands: Any) -> None:
    parser = _command(
        commands,
        "create",
        "Lay a new encounter from a file and print its links.",
        "fray create bridge.toml",
        _run_create,
    )
    parser.add_argument("file", type=Path, help="an encounter file (TOML)")
    cli_files.link_options(parser)


def _run_create(arguments: argparse.Namespace) -> int:
    from server.encounter.file import load
    from server.encounter.installed import systems

    spec = load(arguments.file, systems())

    async def laid(lobby: Any) -> dict[str, Any]:
        return {**await lobby.create(spec), "system": spec.system}

    return cli_files.make(arguments, laid)


# --- check, systems, bots --------------------------------------------------------------------------------------------


def _check(commands: Any) -> None:
    parser = _command(
        commands, "check", "Run scenario files and say where they differ.", "fray check tests/scenarios", _run_check
    )
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="scenario files or folders")


def _run_check(arguments: argparse.Namespace) -> int:
    from server.encounter.installed import systems
    from server.scenario.file import scenario_files
    from server.scenario.report import Report, check_file, render

    found = systems()
    paths = progress(scenario_files(arguments.paths), "checking")
    report = Report(tuple(result for path in paths for result in check_file(path, found)))
    print(render(report))
    return 1 if report.failed else 0


def _systems(commands: Any) -> None:
    parser = _command(commands, "systems", "List the rule systems installed here.", "fray systems", _run_systems)
    parser.add_argument("name", nargs="?", help="one system: its options and rules")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of its encounter files")
    parser.add_argument(
        "--rules", nargs="*", type=Path, metavar="PATH",
        help="what in these files and folders (tests) covers each rule; 1 where a rule has nothing",
    )  # fmt: skip


def _run_systems(arguments: argparse.Namespace) -> int:
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
    print(f"{system.titles['en']} (version {system.version})")
    for field in msgspec.structs.fields(system.options_type):
        print(f"  option {field.name} = {json.dumps(msgspec.to_builtins(field.default))}")
    for id, title in system.rules.items():
        print(f"  {id:<16} {title}")
    return 0


def _print_coverage(system: System, paths: list[Path]) -> int:
    from server.scenario.coverage import coverage, render

    missing = [str(path) for path in paths if not path.exists()]
    if missing:
        raise Failure(f"there is no {', '.join(missing)}; name the files and folders that test the rules")
    found = coverage(system, paths)
    print(render(found))
    return 0 if all(one.is_covered for one in found) else 1


def _bots(commands: Any) -> None:
    parser = _command(
        commands,
        "bots",
        "Let bots play seats of a running encounter.",
        "fray bots http://127.0.0.1:8642/#TOKEN …",
        _run_bots,
    )
    parser.add_argument("links", nargs="+", metavar="LINK", help="links of the seats that bots shall play")
    parser.add_argument("--seed", type=int, default=1, help="the same seed chooses the same way (1)")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds between acts (0)")


def _run_bots(arguments: argparse.Namespace) -> int:
    from websockets.exceptions import InvalidHandshake, InvalidURI

    from client_demo.bot import run_bots
    from client_demo.client import Closed

    split = [link.partition("/#") for link in arguments.links]
    bad = [link for link, (_, mark, _token) in zip(arguments.links, split, strict=True) if not mark]
    if bad:
        raise Failure(f"{bad[0]} is no link; it should look like http://127.0.0.1:8642/#TOKEN")
    urls = {url for url, _, _ in split}
    if len(urls) > 1:
        raise Failure(f"the links lead to different servers: {', '.join(sorted(urls))}")
    try:
        print(asyncio.run(run_bots(urls.pop(), [token for _, _, token in split], arguments.seed, arguments.pace)))
    except (Closed, InvalidHandshake, InvalidURI) as error:
        raise Failure(f"the server does not let a bot in: {error}") from error
    return 0
