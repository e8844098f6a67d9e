"""The command `fray replay`: a fight told in the terminal, from a file or the log, as one audience was told it."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from server.archive.export import Damaged, unpack
from server.cli.command import Failure, command, number, settings_of, store_options
from server.core.ids import GM, PUBLIC
from server.store.codec import system_of
from server.store.stored import Fact, facts, steps_of, stored_of

MOST_IDLE_S = 3.0
"""Longer gaps are squeezed to this before the speed counts."""


class Line(NamedTuple):
    """What an audience was told as one number."""

    n: int
    at: int
    events: list[Fact]

    @property
    def is_unvouched(self) -> bool:
        """Does it come from a file for which nobody vouched who copied it?"""
        return any(step.get("unvouched") for event in self.events for step in steps_of(event))


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "replay",
        "Tell a fight line by line, as an audience was told it. What was taken back later is marked with ~, "
        "what comes from a file for which no server vouches with ?.",
        "fray replay bridge.fray --as hagen --pace 4",
        _run,
    )
    parser.add_argument("source", help="an export file, or the id of an encounter in the log (32 hex digits)")
    parser.add_argument("--as", dest="seat", default="", metavar="SEAT", help="this seat, or `public` (the GM)")
    parser.add_argument(
        "--from", dest="first", type=number(1, 10**9 - 1), default=1, metavar="N", help="begin here (1)"
    )
    parser.add_argument("--to", dest="last", type=number(1, 10**9 - 1), metavar="N", help="end there (the end)")
    parser.add_argument("--language", default="en", help="of the sentences (en)")
    parser.add_argument("--pace", type=float, metavar="SPEED", help="at its own pace, 0.5 to 8 times as fast")
    parser.add_argument("--step", action="store_true", help="wait for Enter after each act")
    store_options(parser)


def _run(arguments: argparse.Namespace) -> int:
    from server.cli.sentences import Sentences
    from server.encounter.installed import systems

    if arguments.pace is not None and not 0.5 <= arguments.pace <= 8:
        raise Failure(f"--pace {arguments.pace:g}: it goes from 0.5 to 8")
    system, bodies, audience = _source(arguments)
    tale = list(_told(bodies, audience))
    if not tale:
        raise Failure(f"{audience.removeprefix('seat:')} was told nothing; there are: {', '.join(_audiences(bodies))}")
    last = arguments.last or len(tale)
    if not arguments.first <= last <= len(tale):
        raise Failure(f"from {arguments.first} to {last}: {audience.removeprefix('seat:')} was told 1 to {len(tale)}")
    found = systems((system,)).get(system)
    sentences = Sentences(found.catalog if found is not None else {}, arguments.language)
    for told in tale:
        for event in told.events:
            sentences.learn(event)
    if found is None:
        print(f"The rule system {system} is not installed here: its own events have no words.", file=sys.stderr)
    _tell(tale, sentences, arguments, last)
    return 0


def _tell(tale: Sequence[Line], sentences: Any, arguments: argparse.Namespace, last: int) -> None:
    gone, begun, before = undone(tale), tale[0].at, None
    for told in tale[:last]:
        lines = list(_lines(told.events, sentences))
        if told.n < arguments.first or not lines:
            continue
        if arguments.pace is not None and before is not None:
            time.sleep(min(MOST_IDLE_S, (told.at - before) / 1000) / arguments.pace)
        before = told.at
        minutes, seconds = divmod((told.at - begun) // 1000, 60)
        for index, line in enumerate(lines):
            place = f"{told.n:>6}  {minutes:>3}:{seconds:02}" if index == 0 else " " * 14
            marks = ("~" if told.n in gone else " ") + ("?" if told.is_unvouched else " ")
            print(f"{place} {marks} {line}", flush=True)
        if arguments.step:
            input()


def _lines(events: Sequence[Fact], sentences: Any, indent: str = "") -> Iterator[str]:
    for event in events:
        sentence = sentences.of(event)
        if sentence:
            yield indent + sentence
        for step in steps_of(event):
            inner = indent if event["type"] == "Copied" else indent + "  "
            yield from _lines(step.get("events", []), sentences, inner)


def undone(tale: Sequence[Line]) -> set[int]:
    """The numbers that are no longer on the line at the end of the tale."""
    back: dict[int, int] = {}
    for told in tale:
        for event in told.events:
            if event["type"] == "Rewound":
                back[told.n] = event["to"][0]
            elif event["type"] == "Amended":
                back[told.n] = event["base"][0] or event["target"][0] - 1
    gone, n = {told.n for told in tale}, len(tale)
    while n > 0:
        gone.discard(n)
        n = back.get(n, n - 1)
    return gone


# --- where it comes from ----------------------------------------------------------------------------------------------


def _source(arguments: argparse.Namespace) -> tuple[str, list[bytes], str]:
    """System, stored commits and the audience."""
    wanted = f"seat:{arguments.seat}" if arguments.seat not in ("", GM, PUBLIC) else arguments.seat
    path = Path(arguments.source)
    if not path.exists():
        return asyncio.run(_from_log(arguments, wanted or GM))
    try:
        content = unpack(path.read_bytes())
    except Damaged as error:
        raise Failure(f"{path}: {error.reason}") from error
    if content.audience not in (GM, wanted or content.audience):
        raise Failure(f"{path} is what {content.audience.removeprefix('seat:')} was told, nobody else")
    return content.system, [row.body for row in content.entries], wanted or content.audience


async def _from_log(arguments: argparse.Namespace, audience: str) -> tuple[str, list[bytes], str]:
    from server.app.opened_log import log_to_read
    from server.cli.files import entries_in

    settings = settings_of(arguments)
    async with log_to_read(settings) as log:
        entries = await entries_in(log, arguments.source, settings)
    return system_of(entries[0].body), [entry.body for entry in entries], audience


def _told(bodies: Sequence[bytes], audience: str) -> Iterator[Line]:
    for body in bodies:
        stored = stored_of(body)
        if audience in stored.told:
            yield Line(stored.told[audience].n, stored.at, facts(stored.told_to(audience)))


def _audiences(bodies: Sequence[bytes]) -> list[str]:
    return sorted({audience.removeprefix("seat:") for body in bodies for audience in stored_of(body).told})
