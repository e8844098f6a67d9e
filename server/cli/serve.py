"""`fray serve`: run a server until it is told to stop."""

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
from typing import TYPE_CHECKING, Any

from server.cli.command import Failure, as_text, command, env, link, serve_options, serve_settings
from server.cli.log_lines import JsonLines
from server.process.settings import Settings

if TYPE_CHECKING:
    from server.app.app import App


def add(commands: Any) -> None:
    """Add it to the command line."""
    parser = command(commands, "serve", "Run a server.", "fray serve --demo --port 8642 --data .data", _run)
    serve_options(parser)
    parser.add_argument(
        "--demo", nargs="*", metavar="SYSTEM", help="lay the demo encounters (of these systems) and print their links"
    )
    parser.add_argument(
        "--plain-demos",
        action="store_true",
        help="lay demos as their files are: all are asked, no question lasts longer",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON line with url, encounter and links")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--log", choices=("text", "json"), default=env("LOG", "text"), help="lines for people (text)")
    level = parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"))
    level.default, level.help = env("LOG_LEVEL", "info"), "debug also tells of each commit (info)"


def _run(arguments: argparse.Namespace) -> int:
    from server.app.workers import handed_down

    _log_to_stderr(arguments.log, arguments.log_level)
    settings = handed_down() if arguments.worker else serve_settings(arguments)
    with asyncio.Runner(loop_factory=_fast_loop()) as runner:
        return runner.run(_serve_until_told(settings, arguments))


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's, where the extra `fast` is installed."""
    try:
        return import_module("uvloop").new_event_loop  # type: ignore[no-any-return]
    except ImportError:
        return None


async def _serve_until_told(settings: Settings, arguments: argparse.Namespace) -> int:
    from server.app.app import overseeing, serving
    from server.app.demos import Demos
    from server.encounter.installed import systems

    demo: list[str] | None = arguments.demo
    unknown = sorted(set(demo or ()) - set(found := systems()))
    if unknown:
        raise Failure(f"there is no system {', '.join(unknown)}; there are {', '.join(found)}")

    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for signum in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signum, stop.set)
    if settings.is_worker:
        loop.add_reader(sys.stdin.fileno(), stop.set)  # it is closed when the parent ends, however it ends
    async with overseeing(settings) if settings.workers > 1 else serving(settings) as (app, _):
        laid = await Demos(app.lobby, is_paced=not arguments.plain_demos).lay(demo) if demo is not None else []
        print(_as_json(app, laid) if arguments.json else _welcome(app, laid), flush=True)
        outdated = await _told_or_outdated(stop, app)
        if not arguments.json:
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
        {**one, "links": {seat: link(app.url, token) for seat, token in one["links"].items()}} for one in laid
    ]
    first = encounters[0] if encounters else {"encounter": None, "links": {}}
    where = {"url": app.url, "home": app.home}
    return json.dumps({**where, "encounter": first["encounter"], "links": first["links"], "encounters": encounters})


def _welcome(app: App, laid: list[dict[str, Any]]) -> str:
    advice = "  Open one link per person (or per browser window). Ctrl-C stops the server."
    return f"\n  Fray is running at {app.home}\n{as_text(app.url, laid)}\n{advice}"


def _log_to_stderr(kind: str, level: str) -> None:
    os.environ["FRAY_LOG"], os.environ["FRAY_LOG_LEVEL"] = kind, level  # for workers
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(levelname)s %(name)s %(message)s")
    handler.setFormatter(JsonLines() if kind == "json" else plain)
    logging.basicConfig(level=level.upper(), handlers=[handler])
