"""Marks on a replay's bar: what a system or core names as worth jumping to, and the stretches that were undone.

What is marked was noted with the fold (`server.core.timeline.marked`); only amendments are looked at here. However long
a fight is, a page is found at once and holds so many marks at most.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from operator import attrgetter
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from server.core.ids import Position
from server.core.system import Asker
from server.core.timeline.marked import marks_of
from server.core.timeline.timeline import Timeline
from server.past.question import Question, eyes
from server.past.replay import parts
from server.process.work import at_once

PAGE_MARKS, PAGE_AMENDED = 2_000, 64
"""The most marks in one answer, but for those of its last number and of amendments' steps; the most amendments."""


AT_ONCE = 64
"""So much of what was noted is read in one step."""


class Marks(Question, frozen=True, kw_only=True):
    """What is worth jumping to after number `after`, and which numbers are no longer on the line."""

    audience: str | None = None
    after: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1, le=PAGE_MARKS)] = PAGE_MARKS


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
    """Marks in their order, of the numbers up to `until`; `last`: the audience's newest number.

    Where `until` is less than `last`, ask again after it. The page that reaches `last` has all stretches that are
    undone now; the others have none."""

    marks: list[Mark]
    undone: list[Stretch]
    until: int
    last: int


class Marking:
    """A page of marks in the making. Raises Rejected at once: not_revealed, no_such_seat."""

    looks_back = False

    def __init__(self, timeline: Timeline, asker: Asker, question: Marks) -> None:
        self._timeline = timeline
        self._question = question
        self._audience, self._last = eyes(timeline, asker, question.audience)
        self._until = self._last
        self._noted = timeline.marked.after(self._audience, question.after, question.count)
        self._marks: list[Mark] = []
        self._amended: list[int] = []
        self._looking: Iterator[list[Stretch]] | None = None
        """None until all that was noted is read, for only then it is known how far the page goes."""
        self._undone: list[Stretch] = []
        self.is_done = False
        """Has everything been looked at?"""

    def step(self) -> None:
        """Read some of what was noted, look at an amendment or, when there are no more, at what one jump left. Raises
        Absent."""
        if self._looking is None:
            self._read()
        elif self._amended:
            self._marks += _of_steps(self._timeline, self._audience, self._amended[-1])
            self._amended.pop()
        else:
            found = next(self._looking, None)
            self.is_done = found is None
            self._undone += found or []

    def _read(self) -> None:
        before = len(self._marks)
        self._marks += [Mark(n=n, kind=kind, who=who) for n, kind, who in islice(self._noted, AT_ONCE)]
        if len(self._marks) < before + AT_ONCE:
            self._looking = self._bounded()

    def _bounded(self) -> Iterator[list[Stretch]]:
        """How far the page goes is known now: all that lies behind it is for the next one."""
        if len(self._marks) >= self._question.count:
            self._until = min(self._marks[-1].n, self._last)
        self._amended = _amended(self._timeline, self._audience, self._question.after, self._until)
        if len(self._amended) > PAGE_AMENDED:
            self._until = self._amended[PAGE_AMENDED] - 1
            del self._amended[PAGE_AMENDED:]
        self._marks = [mark for mark in self._marks if mark.n <= self._until]
        return _stretches(self._timeline, self._audience, self._last if self._until == self._last else 0)

    def result(self) -> MarksShown:
        """The page."""
        marks = sorted(self._marks, key=attrgetter("n"))
        return MarksShown(marks=marks, undone=self._undone, until=self._until, last=self._last)


def marks(timeline: Timeline, asker: Asker, question: Marks) -> MarksShown:
    """What an audience may know of that, made at once. Raises Rejected: not_revealed, no_such_seat."""
    shown: MarksShown = at_once(Marking(timeline, asker, question))
    return shown


def _amended(timeline: Timeline, audience: str, after: int, until: int) -> list[int]:
    """The numbers among these as which amendments were told."""
    jumps, told = timeline.before.jumps, timeline.numbers.get(audience, ())
    versions = list(jumps)
    start = bisect_right(versions, timeline.version_of(audience, min(after, until)))
    end = bisect_right(versions, timeline.version_of(audience, until))
    amended = (version for version in versions[start:end] if jumps[version].steps and version in told)
    return [timeline.told_until(version, audience) for version in islice(amended, PAGE_AMENDED + 1)]


def _of_steps(timeline: Timeline, audience: str, n: int) -> list[Mark]:
    told = parts(timeline, timeline.version_of(audience, n), audience, True)
    found = ((part.step, marks_of(timeline.system, part.events)) for part in told)
    return [Mark(n=n, step=step, kind=kind, who=who) for step, marks in found for kind, who in marks]


class _Run(NamedTuple):
    """Numbers off the line, from `first` to `last`; the next one that is on no such run is `then`."""

    first: int
    last: int
    then: int


def _stretches(timeline: Timeline, audience: str, last: int) -> Iterator[list[Stretch]]:
    """The runs of numbers that are off the line which was played at the newest of them, and what took them back: one
    jump of that line after another."""
    open_run: _Run | None = None
    jumps = []
    for found in timeline.before.jumps_down(Position(timeline.version_of(audience, last))):
        jumps.append(found)
        yield []
    for version, jump in reversed(jumps):
        run = _run(timeline, audience, jump.base.version + 1, version - 1)
        if run is None:
            yield []
        elif open_run is not None and open_run.then == run.first:
            open_run = run._replace(first=open_run.first)
            yield []
        else:
            yield _closed(open_run, last)
            open_run = run
    yield _closed(open_run, last)


def _closed(run: _Run | None, last: int) -> list[Stretch]:
    return [Stretch(first=run.first, last=run.last, by=run.then)] if run is not None and run.then <= last else []


def _run(timeline: Timeline, audience: str, first: int, last: int) -> _Run | None:
    """What the audience was told of these versions, but for what is of no line: that stays whatever is taken back."""
    one, end = timeline.told_until(first - 1, audience) + 1, timeline.told_until(last, audience)
    one = _on_a_line(timeline, audience, one, 1)
    end = _on_a_line(timeline, audience, end, -1)
    return _Run(one, end, _on_a_line(timeline, audience, end + 1, 1)) if one <= end else None


def _on_a_line(timeline: Timeline, audience: str, n: int, by: int) -> int:
    """The number from there on, or back, whose version is of a line."""
    told = timeline.numbers.get(audience, ())
    while 0 < n <= len(told) and told[n - 1] in timeline.aside:
        n += by
    return n
