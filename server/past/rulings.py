"""The GM's questions about rulings: a past act with all that can be disputed, and what a change of it would do.

Reads the timeline; appends, rolls and sends nothing. The GM's number is the version; positions are `[version, step]`.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from server.core import events as e
from server.core.commit import Commit
from server.core.errors import NeedsDice, Rejected
from server.core.history import amend, history
from server.core.ids import GM, Position
from server.core.options import Option
from server.core.secrecy import answered_by, known, seat_of
from server.core.state import State
from server.core.system import Asker
from server.core.telling.difference import difference
from server.core.terms import Term
from server.core.timeline.timeline import Timeline
from server.core.view import View
from server.past.amending import PreviewShown, offered_to
from server.past.question import Question
from server.past.replay import view_of


class ViewAs(Question, frozen=True, kw_only=True):
    """GM: what does this audience see now?"""

    audience: str


class OptionsAs(Question, frozen=True, kw_only=True):
    """GM: what may this audience do now?"""

    audience: str


class ActCard(Question, frozen=True, kw_only=True):
    """GM: everything of a past act that can be disputed."""

    at: Position


class PreviewRewind(Question, frozen=True, kw_only=True):
    """GM: what would change if play went back (or forth) to this position?"""

    to: Position


class PreviewRedo(Question, frozen=True, kw_only=True):
    """GM: what would change if the last rewind or amendment were taken back?"""


class DieShown(msgspec.Struct, frozen=True, kw_only=True):
    """One face of an act."""

    roll: str
    who: str
    index: int
    depth: int
    sides: int
    face: int


class RollShown(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of one roll of an act. `event`: the event that shows them, else the roll's name."""

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
    options: list[Option] = []
    """What the same combatant might have done instead, as it was offered then."""
    default: Any = UNSET
    """For an answer: the intent of one who does not answer."""


def view_as(timeline: Timeline, question: ViewAs) -> View:
    if question.audience not in timeline.ledger.audiences():
        raise Rejected("no_such_seat", seat=question.audience)
    with timeline.shelf:  # it is what the table shows now
        return view_of(timeline, timeline.state, question.audience)


def options_as(timeline: Timeline, question: OptionsAs) -> list[Option]:
    """What a player's seat is offered now; spectators nothing. Raises Rejected."""
    if question.audience not in timeline.ledger.audiences():
        raise Rejected("no_such_seat", seat=question.audience)
    seat = seat_of(question.audience)
    if seat is None:
        return []
    asker = Asker(seat, timeline.ledger.seats[seat].role, question.audience, timeline.newest_at)
    with timeline.shelf:
        return timeline.system.options(known(timeline.system, timeline.state, question.audience), asker)


def card(timeline: Timeline, question: ActCard) -> Card:
    position = question.at
    if not timeline.exists(position) or position.version == 0:
        raise Rejected("unknown_position", to=str(position), head=str(timeline.head))
    source, intent, seat = _recorded(timeline, position)
    is_amendable = amendable(timeline, position)
    return Card(
        at=position,
        intent=intent,
        seat=seat,
        dice=[_die(rolled) for rolled in source.evidence],
        rolls=_rolls(timeline, position, source.events) if is_amendable else [],
        events=list(source.events),
        amendable=is_amendable,
        options=_instead(timeline, position) if is_amendable else [],
        default=_default(timeline, position, intent) if is_amendable else UNSET,
    )


def are_dice_in(timeline: Timeline, position: Position) -> bool:
    """Were dice thrown in the act at a position?"""
    return bool(_recorded(timeline, position)[0].evidence)


def _recorded(timeline: Timeline, position: Position) -> tuple[Commit | e.Step, Any, str]:
    """What lies at a position: a commit, a step of an amendment or of a copy; with its intent and seat."""
    change, copied = timeline.amendment(position.version), timeline.copied(position.version)
    if copied is not None:
        return copied.step, copied.step.intent, copied.step.seat
    if change is not None and change.steps:
        step = change.steps[(position.step or len(change.steps)) - 1]
        return step, step.intent, step.seat
    commit = timeline.commit(position.version)
    return commit, commit.submitted.intent, commit.submitted.seat


def _instead(timeline: Timeline, position: Position) -> list[Option]:
    """What was offered to the same combatant right before its act, as the GM sees it. Of an act that waited for typed
    dice it is the act that counts, not who typed them."""
    start = timeline.act_start(position)
    _, intent, _ = _recorded(timeline, start)
    if getattr(intent, "who", None) is None:
        return []
    return offered_to(timeline, _as_it_lay(timeline, start).play, timeline.at(start), intent.who)


def _default(timeline: Timeline, position: Position, intent: Any) -> Any:
    """What counted for one who did not answer, if it was an answer."""
    state, who = _as_it_lay(timeline, timeline.act_start(position)), getattr(intent, "who", None)
    decision = state.play.decision
    if decision is None or not intent.is_answer or who not in decision.asks:
        return UNSET
    return timeline.system.default(state, decision, who)


def _as_it_lay(timeline: Timeline, start: Position) -> State:
    """The state before an act; of an answer without the questions above the one that it answered."""
    state = State(timeline.play_at(timeline.before[start]), timeline.ledger)
    _, intent, seat = _recorded(timeline, start)
    decision, open_ones = answered_by(state, timeline.ledger.audience(seat), intent), state.play.decisions
    if decision is None or decision is open_ones[-1]:
        return state
    return State(replace(state.play, decisions=open_ones[: open_ones.index(decision) + 1]), state.ledger)


def _die(rolled: Any) -> DieShown:
    return DieShown(
        roll=rolled.roll, who=rolled.who, index=rolled.index, depth=rolled.depth, sides=rolled.sides, face=rolled.face
    )


def _rolls(timeline: Timeline, position: Position, events: tuple[Any, ...]) -> list[RollShown]:
    """The terms of every roll, with the event that shows them where there is one; none of what did not happen."""
    if not events:
        return []
    try:
        found = amend.terms_at(timeline, position)
    except (NeedsDice, Rejected):
        return []
    shown = {event.terms: type(event).__name__ for event in events if getattr(event, "terms", None)}
    return [RollShown(roll=roll, who=who, event=shown.get(terms, roll), terms=terms) for roll, who, terms in found]


def amendable(timeline: Timeline, position: Position) -> bool:
    """Is it an act of the line? Rewinds, closings and what belongs to the ledger are none."""
    try:
        history.check_target(timeline, position)
    except Rejected:
        return False
    start = timeline.act_start(position)
    first = next(iter(amend.recorded(timeline, start, amend.act_end(timeline, start))), None)
    return first is not None and timeline.whole(start) in map(timeline.whole, first.source)


def preview_rewind(timeline: Timeline, question: PreviewRewind) -> PreviewShown:
    """What going to a position would change. Raises Rejected."""
    history.check_back(timeline, question.to)
    return _gone_to(timeline, question.to)


def preview_redo(timeline: Timeline, _question: PreviewRedo) -> PreviewShown:
    """What redoing would change. Raises Rejected."""
    return _gone_to(timeline, history.check_redo(timeline))


def _gone_to(timeline: Timeline, to: Position) -> PreviewShown:
    now = view_of(timeline, timeline.state, GM)
    then = view_of(timeline, State(timeline.play_at(to), timeline.ledger), GM)
    return PreviewShown(digest=history.rewind_digest(timeline, to), changes=difference(now, then))
