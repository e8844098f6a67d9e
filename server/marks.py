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
from server.pages import Pages
from server.question import Question, eyes
from server.replay import parts
from server.work import at_once


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


class Marking:
    """Marks in the making. Raises Rejected at once: not_revealed, no_such_seat."""

    looks_back = False

    def __init__(self, timeline: Timeline, pages: Pages, asker: Asker, question: Marks) -> None:
        self._timeline = timeline
        self._audience, self._last = eyes(timeline, asker, question.audience)
        self._after = question.after
        self._found: list[list[Mark]] = pages.marks.setdefault(self._audience, [])

    @property
    def is_done(self) -> bool:
        """Has everything been looked at?"""
        return len(self._found) >= self._last

    def step(self) -> None:
        """Look at what was told next. Raises Absent."""
        n = len(self._found) + 1
        told = parts(self._timeline, self._timeline.version_of(self._audience, n), self._audience, True)
        self._found.append([mark for part in told for mark in _of(self._timeline, n, part.step, part.events)])

    def result(self) -> MarksShown:
        """All that is marked."""
        versions = list(self._timeline.numbers.get(self._audience, ())[: self._last])
        marks = [mark for found in self._found[self._after : self._last] for mark in found]
        return MarksShown(marks=marks, undone=_stretches(self._timeline, versions), last=self._last)


def marks(timeline: Timeline, asker: Asker, question: Marks) -> MarksShown:
    """What an audience may know of that, made at once. Raises Rejected: not_revealed, no_such_seat."""
    shown: MarksShown = at_once(Marking(timeline, Pages(timeline), asker, question))
    return shown


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
    stays = {here.version for here in timeline.before.line(Position(versions[-1] if versions else 0))}
    found: list[Stretch] = []
    run: list[int] = []
    for n, version in enumerate(versions, start=1):
        if version in timeline.aside:
            continue  # of no line: it stays whatever is taken back
        if version not in stays:
            run.append(n)
        elif run:
            found.append(Stretch(first=run[0], last=run[-1], by=n))
            run = []
    return found
