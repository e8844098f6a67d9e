"""Marks on a replay's bar: what a system or core names as worth jumping to, and the stretches that were undone.

Which events are a hit, a fall or a ruling is declared by the rule system (`System.marks`); nothing in here knows one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from server.core import events as e
from server.core.ids import Position
from server.core.system import Asker
from server.core.timeline import Timeline
from server.question import Question, eyes
from server.replay import parts


class Marks(Question, frozen=True, kw_only=True):
    """What is worth jumping to after number `after`, and which numbers are no longer on the line."""

    audience: str | None = None
    after: Annotated[int, Meta(ge=0)] = 0


class Mark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`kind`: begin, round, turn, end, close, rewind, redo, amendment (core's); hit, fall, ruling (the system's)."""

    n: int
    step: int = 0
    kind: str
    who: str = ""
    """The combatant that it is about."""


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers that were taken back: from `first` to `last`, by the rewind or amendment told as `by`.

    They stay in the history, and can be looked at as the line that was played until then."""

    first: int
    last: int
    by: int


class MarksShown(msgspec.Struct, frozen=True, kw_only=True):
    """Marks in their order; all stretches that are undone now; `last`: the audience's newest number."""

    marks: list[Mark]
    undone: list[Stretch]
    last: int


def marks(timeline: Timeline, asker: Asker, question: Marks) -> MarksShown:
    """What an audience may know of that. Raises Rejected: not_revealed, no_such_seat."""
    audience, last = eyes(timeline, asker, question.audience)
    versions = list(timeline.numbers.get(audience, ())[:last])
    found = [
        mark
        for n, version in enumerate(versions[question.after :], start=question.after + 1)
        for part in parts(timeline, version, audience, True)
        for mark in _of(timeline, n, part.step, part.events)
    ]
    return MarksShown(marks=found, undone=_stretches(timeline, versions), last=last)


def _of(timeline: Timeline, n: int, step: int, events: list[Any]) -> Iterator[Mark]:
    """The marks of what was told at once: each kind once for each combatant."""
    seen = set()
    for event in events:
        inner = event.step.events if isinstance(event, e.Copied) else (event,)
        for each in inner:
            kind = _kind(timeline, each)
            who = getattr(each, "target", "") or getattr(each, "who", "") or ""
            mark = Mark(n=n, step=step, kind=kind, who=who if isinstance(who, str) else "")
            if kind and mark not in seen:
                seen.add(mark)
                yield mark


def _kind(timeline: Timeline, event: Any) -> str:
    named = timeline.system.marks.get(type(event))
    if named is not None:
        return named if isinstance(named, str) else named(event)
    if isinstance(event, e.Rewound):
        return "redo" if event.redo else "rewind"
    return next((kind for base, kind in _CORE if isinstance(event, base)), "")


_CORE: tuple[tuple[type[e.Event], str], ...] = (
    (e.Amended, "amendment"),
    (e.Began, "begin"),
    (e.RoundOver, "round"),
    (e.TurnOver, "turn"),
    (e.Finished, "end"),
    (e.Closed, "close"),
)


def _stretches(timeline: Timeline, versions: list[int]) -> list[Stretch]:
    """The runs of numbers that are off the line which was played at the newest of them, and what took them back."""
    stays = _line(timeline, versions[-1]) if versions else set()
    found: list[Stretch] = []
    run: list[int] = []
    for n, version in enumerate(versions, start=1):
        if all(event.ledger for event in timeline.commit(version).events):
            continue  # of no line: it stays whatever is taken back
        if version not in stays:
            run.append(n)
        elif run:
            found.append(Stretch(first=run[0], last=run[-1], by=n))
            run = []
    return found


def _line(timeline: Timeline, version: int) -> set[int]:
    """The versions of the line that leads to a version."""
    line = set()
    here = Position(version)
    while here.version:
        line.add(here.version)
        here = timeline.before[here]
    return line
