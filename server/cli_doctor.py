"""The command `fray doctor`. Parses, calls, prints."""

from __future__ import annotations

import argparse
import asyncio
import json
from typing import Any

import msgspec

from server.command import command, env, number, store_options
from server.settings import Settings

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
    parser.add_argument("--port", type=number(0, 65535), default=env("PORT", "8642"))
    parser.add_argument("--host", default=env("HOST", "127.0.0.1"))
    parser.add_argument("--replicas", type=number(0, 16), default=env("REPLICAS", "0"))
    parser.add_argument("--origin", action="append", default=[], metavar="URL")
    parser.add_argument("--open-lobby", action="store_true", default=None)
    parser.add_argument("--relaxed", action="store_true")
    parser.add_argument("--json", action="store_true", help="print the findings as one JSON line")
    store_options(parser)


def _run(arguments: argparse.Namespace) -> int:
    from server.doctor import examine

    settings = Settings(
        host=arguments.host,
        port=arguments.port,
        data=arguments.data,
        redis=arguments.redis,
        redis_binary=arguments.redis_binary,
        replicas=arguments.replicas,
        origins=tuple(arguments.origin),
        open_lobby=arguments.open_lobby,
        relaxed=arguments.relaxed,
    )
    findings = asyncio.run(examine(settings))
    if arguments.json:
        print(json.dumps(msgspec.to_builtins(findings)))
    else:
        for one in findings:
            print(
                f"{_MARKS[one.level]} {one.what}: {one.found}"
                + (f"\n          right: {one.right}" if one.right else "")
            )
    return int(any(one.level == "wrong" for one in findings))
