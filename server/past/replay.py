"""The past as an audience was told it: pages of frames, single moments, marks. Reads the timeline, changes nothing.

Numbers are those of the audience that is looked through; the GM's number is the version. An amendment is told as one
number; its steps that the audience was told of count 1, 2, … behind it, and the last of them is the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from server.core import events as e
from server.core.errors import Rejected
from server.core.ids import Position
from server.core.secrecy import known
from server.core.state import State
from server.core.system import Asker
from server.core.telling.tell import told_steps
from server.core.timeline.timeline import Timeline
from server.core.view import View, builtins, view
from server.past.question import Question, eyes

PAGE = 500
"""The most updates in one answer."""

PAGE_BYTES = 1024 * 1024
"""A page ends when it holds as much."""


class History(Question, frozen=True, kw_only=True):
    """What was told after number `after`, with the view at that number, for replay and log pages.

    `audience`: the GM may look through other eyes; n then counts that audience's tellings. `steps`: an amendment comes
    as one frame for each of its steps."""

    after: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1, le=PAGE)] = PAGE
    audience: str | None = None
    steps: bool = False


class Moment(Question, frozen=True, kw_only=True):
    """One position as an audience saw it: what a deep link names. Step 0 is the whole commit."""

    encounter: str
    audience: str | None = None
    n: Annotated[int, Meta(ge=1)]
    step: Annotated[int, Meta(ge=0)] = 0


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """One update of the past: its events and how the view changed. `at`: when that was decided (ms)."""

    n: int
    at: int
    events: list[Any]
    patch: Any
    step: int = 0
    """Within an amendment: which of its steps, as far as the audience was told of them. 0: no amendment, or a whole."""
    outcome: str | UnsetType = UNSET
    """A step's, for the GM: stands, changed, amended, moot, falls, struck, answered, defaulted, standing, continued."""
    code: str | UnsetType = UNSET
    """Why a step fell."""
    intent: Any = UNSET
    """What a step wanted, for the GM: one that came to nothing has no events."""
    unvouched: bool | UnsetType = UNSET
    """Some of it comes from a file for which nobody here vouches; else it is not there."""


class HistoryPage(msgspec.Struct, frozen=True, kw_only=True):
    """The view at `after` (empty at 0) and the updates that follow; `last`: the audience's newest number.

    Where the page is full it ends before `after + count`: ask again after its last frame."""

    after: int
    view: Any
    frames: list[Frame]
    last: int


class MomentShown(msgspec.Struct, frozen=True, kw_only=True):
    """The view at a position, and what was told there."""

    audience: str
    n: int
    step: int
    at: int
    view: Any
    events: list[Any]
    last: int
    unvouched: bool | UnsetType = UNSET
    """As in a frame."""


# --- views of the past -----------------------------------------------------------------------------------------------


def view_of(timeline: Timeline, state: State, audience: str) -> View:
    """What an audience sees of a state."""
    return view(timeline.system, known(timeline.system, state, audience), audience)


def shown_at(timeline: Timeline, position: Position, audience: str) -> dict[str, Any]:
    """The view of an audience as it was at a position, as plain values; empty before the first commit."""
    if position.version == 0:
        return {}
    state = State(timeline.play_at(position), timeline.ledger_at(position.version))
    return builtins(view_of(timeline, state, audience))


class Told(NamedTuple):
    """A part of what was told as one number: a whole commit (step 0), or a step of an amendment."""

    step: int
    position: Position
    at: int
    events: list[Any]
    source: e.Step | None = None

    @property
    def unvouched(self) -> bool | UnsetType:
        """Does something of it come from a file for which nobody here vouches?"""
        steps = [self.source] if self.source is not None else _steps_in(self.events)
        return any(step.unvouched for step in steps) or UNSET


def _steps_in(events: Sequence[Any]) -> Iterator[e.Step]:
    for event in events:
        if isinstance(event, e.Copied):
            yield event.step
        elif isinstance(event, e.Amended):
            yield from event.steps


def parts(timeline: Timeline, version: int, audience: str, steps: bool) -> list[Told]:
    """What an audience was told of a commit: at once, or an amendment step by step."""
    commit = timeline.commit(version)
    events = commit.told_to(audience)
    whole = Told(0, Position(version), commit.at, events)
    if not steps or timeline.amendment(version) is None:
        return [whole]
    found = told_steps(timeline, version, audience)
    change = next((event for event in events if isinstance(event, e.Amended)), None)
    if change is None or not found:
        return [whole]
    split = [
        Told(j, Position(version, number), step.at, list(step.events), step)
        for j, (number, step) in enumerate(found, start=1)
    ]
    others = [replace(event, steps=()) if event is change else event for event in events]
    split[0] = split[0]._replace(events=[*others, *split[0].events])
    split[-1] = split[-1]._replace(position=Position(version))
    return split


# --- answers ---------------------------------------------------------------------------------------------------------


def moment(timeline: Timeline, asker: Asker, question: Moment) -> MomentShown:
    """One position. Raises Rejected: wrong_encounter, not_revealed, no_such_seat, unknown_position."""
    if question.encounter != timeline.encounter:
        raise Rejected("wrong_encounter")
    audience, last = eyes(timeline, asker, question.audience)
    name = str(Position(question.n, question.step))
    if question.n > last:
        raise Rejected("unknown_position", to=name, head=str(last))
    found = parts(timeline, timeline.version_of(audience, question.n), audience, bool(question.step))
    part = next((part for part in found if part.step == question.step), None)
    if part is None:
        raise Rejected("unknown_position", to=name, head=str(last))
    return MomentShown(
        audience=audience,
        n=question.n,
        step=question.step,
        at=part.at,
        view=shown_at(timeline, part.position, audience),
        events=part.events,
        last=last,
        unvouched=part.unvouched,
    )
