"""What came of the fight, as an audience was told of it: the question behind the screen at the end.

The line that is played is walked once, as far as the audience may know of it, and what it was told there is counted
(`server.core.telling.tally`). What was taken back is not on the line, and a ruling that was changed counts as it stands
now.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from server.core import events as e
from server.core.ids import START, Position
from server.core.secrecy import known
from server.core.state import State
from server.core.system import Asker
from server.core.telling.tally import Row, Spot, Tally
from server.core.timeline.timeline import Timeline
from server.past.question import Question, eyes
from server.past.replay import Told, parts

AT_ONCE = 64
"""So many positions are walked in one step."""


class Outcome(Question, frozen=True, kw_only=True):
    """What each dealt, took and stopped, who fell, and which sides are out."""

    audience: str | None = None


class OutcomeShown(msgspec.Struct, frozen=True, kw_only=True):
    """As it stands at the audience's number `last`. Times in ms since 1970; 0: not yet."""

    rows: list[Row]
    beaten: list[str]
    """The sides of which nobody fights any more, as far as the audience knows."""
    falls: list[Spot]
    worst: Spot | None
    """Where the most harm was done at once."""
    began: int
    ended: int
    last: int


class Reckoning:
    """The answer in the making. Raises Rejected at once: not_revealed, no_such_seat."""

    looks_back = False

    def __init__(self, timeline: Timeline, asker: Asker, question: Outcome) -> None:
        self._timeline = timeline
        self._audience, self._last = eyes(timeline, asker, question.audience)
        self._head = Position(timeline.version_of(self._audience, self._last))
        self._line: Iterator[Position] | None = timeline.before.line(timeline.before.whole(self._head))
        self._ahead: list[Position] = []
        """What is still to be counted, the newest first; each commit once, as far as it is on the line."""
        self._tally = Tally()
        self._began = self._ended = 0
        self._shown: OutcomeShown | None = None

    @property
    def is_done(self) -> bool:
        """Is everything counted?"""
        return self._shown is not None

    def step(self) -> None:
        """Walk on, or count what was told of one commit, or see who still stands. Raises Absent."""
        if self._line is not None:
            self._walk(self._line)
        elif self._ahead:
            self._count(self._ahead[-1])
            self._ahead.pop()
        else:
            self._shown = self._made()

    def _walk(self, line: Iterator[Position]) -> None:
        found = list(islice(line, AT_ONCE))
        for position in found:
            if not self._ahead or self._ahead[-1].version != position.version:
                self._ahead.append(position)
        if len(found) < AT_ONCE:
            self._line = None

    def _count(self, position: Position) -> None:
        for n, told in self._told(position):
            self._tally.at(n, told.step)
            self._tally.take(self._timeline.system.tally, told.events)
            for event in told.events:
                if isinstance(event, e.Began):
                    self._began, self._ended = told.at, 0
                elif isinstance(event, e.Finished):
                    self._ended = told.at

    def _told(self, position: Position) -> list[tuple[int, Told]]:
        """What the audience was told of a commit, as far as the line leads through it."""
        timeline, audience = self._timeline, self._audience
        if not timeline.was_told(position.version, audience):
            return []
        n = timeline.told_until(position.version, audience)
        found = parts(timeline, position.version, audience, True)
        return [(n, told) for told in found if not position.step or 0 < told.position.step <= position.step]

    def _made(self) -> OutcomeShown:
        timeline, tally = self._timeline, self._tally
        beaten: tuple[str, ...] = ()
        if self._head != START:
            state = State(timeline.play_at(self._head), timeline.ledger_at(self._head.version))
            beaten = timeline.system.beaten(known(timeline.system, state, self._audience).play)
        return OutcomeShown(
            rows=list(tally.rows.values()), beaten=list(beaten), falls=tally.falls, worst=tally.worst,
            began=self._began, ended=self._ended, last=self._last,
        )  # fmt: skip

    def result(self) -> OutcomeShown:
        """The account."""
        if self._shown is None:
            raise AssertionError("asked for before it is done")
        return self._shown
