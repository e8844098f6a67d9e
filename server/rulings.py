"""The GM's questions about rulings: a past act with all that can be disputed, and what a change of it would do.

Reads the timeline; appends, rolls and sends nothing. The GM's number is the version; positions are `[version, step]`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from server.core import amend, history
from server.core import events as e
from server.core import intents as i
from server.core.commit import Commit
from server.core.difference import Change, difference
from server.core.errors import Rejected
from server.core.ids import GM, Position
from server.core.state import State
from server.core.terms import Term
from server.core.timeline import Timeline
from server.core.view import View
from server.question import Question
from server.replay import view_of


class ViewAs(Question, frozen=True, kw_only=True):
    """GM: what does this audience see now?"""

    audience: str


class ActCard(Question, frozen=True, kw_only=True):
    """GM: everything of a past act that can be disputed."""

    at: Position


class PreviewRewind(Question, frozen=True, kw_only=True):
    """GM: what would change if play went back (or forth) to this position?"""

    to: Position


class PreviewRedo(Question, frozen=True, kw_only=True):
    """GM: what would change if the last rewind or amendment were taken back?"""


class PreviewAmend(Question, frozen=True, kw_only=True):
    """GM: what would an amendment do?"""

    target: Position
    edits: tuple[i.Edit, ...] = ()
    answers: tuple[i.GivenAnswer, ...] = ()


class DieShown(msgspec.Struct, frozen=True, kw_only=True):
    """One face of an act."""

    roll: str
    who: str
    index: int
    depth: int
    sides: int
    face: int


class RollShown(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of one roll of an act."""

    roll: str
    who: str
    event: str
    terms: tuple[Term, ...]


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A past act: its intent, its dice and the terms of its rolls."""

    at: Position
    intent: Any
    seat: str
    dice: list[DieShown]
    rolls: list[RollShown]
    events: list[Any]
    amendable: bool


class StepShown(msgspec.Struct, frozen=True, kw_only=True):
    """One step of an amendment's preview."""

    source: tuple[Position, ...]
    outcome: str
    code: str
    intent: Any
    events: list[Any]


class PreviewShown(msgspec.Struct, frozen=True, kw_only=True):
    """What would change; `digest` confirms exactly this."""

    digest: bytes
    changes: list[Change]
    steps: list[StepShown] = []
    needs: list[amend.Need] = []
    rules_changed: list[Position] = []


def view_as(timeline: Timeline, question: ViewAs) -> View:
    if question.audience not in timeline.ledger.audiences():
        raise Rejected("no_such_seat", seat=question.audience)
    return view_of(timeline, timeline.state, question.audience)


def card(timeline: Timeline, question: ActCard) -> Card:
    position = question.at
    if not timeline.exists(position) or position.version == 0:
        raise Rejected("unknown_position", to=str(position), head=str(timeline.head))
    commit = timeline.commit(position.version)
    change = timeline.amendment(position.version)
    source: Commit | e.Step = commit
    intent, seat = commit.submitted.intent, commit.submitted.seat
    if change is not None and change.steps:
        source = change.steps[(position.step or len(change.steps)) - 1]
        intent, seat = source.intent, source.seat
    copied = timeline.copied(position.version)
    if copied is not None:
        source, intent, seat = copied.step, copied.step.intent, copied.step.seat
    return Card(
        at=position,
        intent=intent,
        seat=seat,
        dice=[_die(rolled) for rolled in source.evidence],
        rolls=_rolls(source.events),
        events=list(source.events),
        amendable=_amendable(timeline, position),
    )


def _die(rolled: Any) -> DieShown:
    return DieShown(
        roll=rolled.roll, who=rolled.who, index=rolled.index, depth=rolled.depth, sides=rolled.sides, face=rolled.face
    )


def _rolls(events: tuple[Any, ...]) -> list[RollShown]:
    """Every event with terms names its roll by `roll` and its roller by `who`."""
    return [
        RollShown(
            roll=getattr(event, "roll", ""),
            who=getattr(event, "who", ""),
            event=type(event).__name__,
            terms=event.terms,
        )
        for event in events
        if getattr(event, "terms", None)
    ]


def _amendable(timeline: Timeline, position: Position) -> bool:
    try:
        history.check_target(timeline, position)
    except Rejected:
        return False
    return (
        bool(amend.recorded(timeline, position)[:1]) and not timeline.commit(position.version).submitted.intent.ledger
    )


def preview_rewind(timeline: Timeline, question: PreviewRewind) -> PreviewShown:
    """What going to a position would change. Raises Rejected."""
    history.check_position(timeline, question.to)
    return _gone_to(timeline, question.to)


def preview_redo(timeline: Timeline, _question: PreviewRedo) -> PreviewShown:
    """What redoing would change. Raises Rejected."""
    if not timeline.ledger.redo:
        raise Rejected("nothing_to_redo")
    return _gone_to(timeline, timeline.ledger.redo[-1])


def _gone_to(timeline: Timeline, to: Position) -> PreviewShown:
    now = view_of(timeline, timeline.state, GM)
    then = view_of(timeline, State(timeline.play_at(to), timeline.ledger), GM)
    return PreviewShown(digest=history.rewind_digest(timeline, to), changes=difference(now, then))


def preview_amend(timeline: Timeline, question: PreviewAmend) -> PreviewShown:
    history.check_target(timeline, question.target)
    seen = amend.preview(timeline, question.target, question.edits, question.answers)
    now = view_of(timeline, timeline.state, GM)
    then = view_of(timeline, State(seen.play, timeline.ledger), GM)
    steps = [
        StepShown(source=s.source, outcome=s.outcome, code=s.code, intent=s.intent, events=list(s.events))
        for s in seen.steps
    ]
    return PreviewShown(
        digest=seen.digest,
        changes=difference(now, then),
        steps=steps,
        needs=list(seen.needs),
        rules_changed=list(seen.rules_changed),
    )
