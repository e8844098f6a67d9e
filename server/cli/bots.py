"""`fray bots`: let bots play seats."""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

from server.cli.command import Failure, command


def add(commands: Any) -> None:
    """Add it to the command line."""
    parser = command(
        commands,
        "bots",
        "Let bots play seats of a running encounter.",
        "fray bots http://127.0.0.1:8642/#TOKEN …",
        _run,
    )
    parser.add_argument("links", nargs="+", metavar="LINK", help="links of the seats that bots shall play")
    parser.add_argument("--seed", type=int, default=1, help="the same seed chooses the same way (1)")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds between acts (0)")


def _run(arguments: argparse.Namespace) -> int:
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
