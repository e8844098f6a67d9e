"""The past of one table as its audiences were told it, number by number: made once for all who ask, as far as memory
allows, and always by small steps.

A page is a Work. What it holds is decided in `server.past.replay`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from protocol.patch import diff
from server.core.errors import Rejected
from server.core.ids import GM, Position
from server.core.secrecy import known
from server.core.state import State
from server.core.system import Asker
from server.core.timeline.timeline import Timeline
from server.core.view import View, builtins, view
from server.past.question import eyes
from server.past.replay import PAGE_BYTES, Frame, History, HistoryPage, Told, parts
from server.process.work import at_once

MOST = 1024
"""So many numbers are kept for one table."""

NUMBER_BYTES = 6_000
"""About what the frames and the view of one number take."""


class Seen(NamedTuple):
    """A view, and the same as plain values."""

    view: View | None
    shown: dict[str, Any]


class Made(NamedTuple):
    """One number: its frames, their size in MessagePack, and the view after them."""

    frames: list[Frame]
    size: int
    seen: Seen


class Pages:
    """What was made of the past of a timeline."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._made: dict[tuple[str, int, bool], Made] = {}

    @property
    def weight_bytes(self) -> int:
        """About what is kept."""
        return len(self._made) * NUMBER_BYTES

    def let_go(self) -> None:
        """Keep nothing."""
        self._made.clear()

    def seen(self, audience: str, n: int) -> Seen:
        """The view at a number; empty at 0."""
        if n == 0:
            return Seen(None, {})
        found = self._made.get((audience, n, False)) or self._made.get((audience, n, True))
        return self._at(Position(self._timeline.version_of(audience, n)), audience) if found is None else found.seen

    def number(self, audience: str, n: int, steps: bool, before: Seen) -> Made:
        """What was told as number n (`steps`: an amendment in as many frames), after the view `before`."""
        key = (audience, n, steps)
        found = self._made.pop(key, None) or self._make(audience, n, steps, before)
        self._made[key] = found
        if len(self._made) > MOST:
            del self._made[next(iter(self._made))]
        return found

    def _make(self, audience: str, n: int, steps: bool, before: Seen) -> Made:
        frames = []
        for part in parts(self._timeline, self._timeline.version_of(audience, n), audience, steps):
            now = self._at(part.position, audience, before)
            frames.append(_frame(n, part, diff(before.shown, now.shown), audience))
            before = now
        return Made(frames, len(msgspec.msgpack.encode(frames)), before)

    def _at(self, position: Position, audience: str, last: Seen | None = None) -> Seen:
        """The view at a position; what is as in `last` is shared with it."""
        timeline = self._timeline
        state = State(timeline.play_at(position), timeline.ledger_at(position.version))
        now = view(timeline.system, known(timeline.system, state, audience), audience)
        like = (last.view, last.shown) if last is not None and last.view is not None else None
        return Seen(now, builtins(now, like))


def _frame(n: int, part: Told, patch: Any, audience: str) -> Frame:
    frame = Frame(n=n, step=part.step, at=part.at, events=part.events, patch=patch, unvouched=part.unvouched)
    if part.source is None or audience != GM:
        return frame
    return replace(frame, outcome=part.source.outcome, code=part.source.code, intent=part.source.intent)


class Paging:
    """One page in the making. Raises Rejected at once: not_revealed, no_such_seat, unknown_position."""

    looks_back = True
    """Each position is folded from the one before; a page is no longer than its `count`."""

    def __init__(self, timeline: Timeline, pages: Pages, asker: Asker, question: History) -> None:
        self._pages = pages
        self._audience, self._last = eyes(timeline, asker, question.audience)
        if question.after > self._last:
            raise Rejected("unknown_position", to=str(question.after), head=str(self._last))
        self._after, self._steps = question.after, question.steps
        self._n, self._until = question.after, min(self._last, question.after + question.count)
        self._first: Seen | None = None
        self._seen = Seen(None, {})
        self._frames: list[Frame] = []
        self._size = 0

    @property
    def is_done(self) -> bool:
        """Is the page full?"""
        return self._first is not None and (self._n >= self._until or self._size > PAGE_BYTES)

    def step(self) -> None:
        """The view to begin with, then the frames of one number. Raises Absent."""
        if self._first is None:
            self._first = self._seen = self._pages.seen(self._audience, self._after)
            return
        made = self._pages.number(self._audience, self._n + 1, self._steps, self._seen)
        self._n += 1
        self._seen = made.seen
        self._size += made.size
        self._frames += made.frames

    def result(self) -> HistoryPage:
        """The page."""
        shown = self._first.shown if self._first is not None else {}
        return HistoryPage(after=self._after, view=shown, frames=self._frames, last=self._last)


def history_page(timeline: Timeline, asker: Asker, question: History) -> HistoryPage:
    """A page of the past, made at once. Raises Rejected: not_revealed, no_such_seat, unknown_position."""
    page: HistoryPage = at_once(Paging(timeline, Pages(timeline), asker, question))
    return page
