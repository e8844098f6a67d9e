"""Questions that change nothing (`ask`), and their answers. Reads the timeline; appends, rolls and sends nothing.

Whatever a seat names is its own number n; the GM's n is the version. Positions are `[version, step]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from protocol.patch import diff
from server.core import amend, history
from server.core import events as e
from server.core import intents as i
from server.core.commit import Commit
from server.core.difference import Change, difference
from server.core.errors import Rejected
from server.core.ids import GM, PUBLIC, Position
from server.core.secrecy import known
from server.core.state import State
from server.core.system import Asker
from server.core.terms import Term
from server.core.timeline import Timeline
from server.core.view import View, builtins, view
from server.feed import released

PAGE = 500
"""The most updates in one answer."""


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=i.snake):
    """Base of all questions; `type` is the class name in lower_snake."""


class History(Question, frozen=True, kw_only=True):
    """What was told after number `after`, with the view at that number, for replay and log pages.

    `audience`: the GM may look through other eyes; n then counts that audience's tellings."""

    after: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1, le=PAGE)] = PAGE
    audience: str | None = None


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
    answers: tuple[i.Answer, ...] = ()


AnyQuestion = History | ViewAs | ActCard | PreviewRewind | PreviewRedo | PreviewAmend


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """One update of the past: its events and how the view changed."""

    n: int
    at: int
    events: list[Any]
    patch: Any
    step: int = 0
    """Within an amendment: which of its steps, as far as the audience was told of them."""


class HistoryPage(msgspec.Struct, frozen=True, kw_only=True):
    """The view at `after` (empty at 0) and the updates that follow; `last`: the audience's newest number."""

    after: int
    view: Any
    frames: list[Frame]
    last: int


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


AnyAnswer = HistoryPage | View | Card | PreviewShown
"""`history`, `view_as`, `act_card` and both previews are answered by these."""


def answer(timeline: Timeline, asker: Asker, question: AnyQuestion) -> Any:
    """The answer, ready to encode. Raises Rejected."""
    if isinstance(question, History):
        audience = question.audience or asker.audience
        last = released(timeline, asker.now) if audience == PUBLIC == asker.audience else None
        return _history(timeline, asker, question, last)
    if not _sees_all(timeline, asker):
        raise Rejected("gm_only")
    return _GM[type(question)](timeline, question)


def _sees_all(timeline: Timeline, asker: Asker) -> bool:
    """The GM always; everybody once the encounter is closed, where the table reveals at the end."""
    ledger = timeline.ledger
    return asker.audience == GM or (ledger.closed and ledger.table is not None and ledger.table.reveal == "end")


def view_of(timeline: Timeline, state: State, audience: str) -> View:
    """What an audience sees of a state."""
    return view(timeline.system, known(timeline.system, state, audience), audience)


# --- history ---------------------------------------------------------------------------------------------------------


def _history(timeline: Timeline, asker: Asker, question: History, last: int | None) -> HistoryPage:
    audience = question.audience or asker.audience
    if audience != asker.audience and not _sees_all(timeline, asker):
        raise Rejected("gm_only")
    numbers = timeline.numbers.get(audience, ())
    newest = len(numbers) if last is None else last
    after = min(question.after, newest)
    first = shown_at(timeline, timeline.version_of(audience, after), audience)
    before, frames = first, []
    for n, version in enumerate(numbers[after : min(after + question.count, newest)], start=after + 1):
        commit = timeline.commit(version)
        now = shown_at(timeline, version, audience)
        frames.append(Frame(n=n, at=commit.at, events=commit.told_to(audience), patch=diff(before, now)))
        before = now
    return HistoryPage(after=after, view=first, frames=frames, last=newest)


def shown_at(timeline: Timeline, version: int, audience: str) -> dict[str, Any]:
    """The view of an audience as it was at a version, as plain values; empty before the first commit."""
    if version == 0:
        return {}
    state = State(timeline.play_at(Position(version)), timeline.ledger_at(version))
    return builtins(view_of(timeline, state, audience))


# --- the GM's ---------------------------------------------------------------------------------------------------------


def _view_as(timeline: Timeline, question: ViewAs) -> View:
    if question.audience not in timeline.ledger.audiences():
        raise Rejected("no_such_seat", seat=question.audience)
    return view_of(timeline, timeline.state, question.audience)


def _card(timeline: Timeline, question: ActCard) -> Card:
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


def _preview_rewind(timeline: Timeline, question: PreviewRewind) -> PreviewShown:
    history.check_position(timeline, question.to)
    return _gone_to(timeline, question.to)


def _preview_redo(timeline: Timeline, _question: PreviewRedo) -> PreviewShown:
    if not timeline.ledger.redo:
        raise Rejected("nothing_to_redo")
    return _gone_to(timeline, timeline.ledger.redo[-1])


def _gone_to(timeline: Timeline, to: Position) -> PreviewShown:
    now = view_of(timeline, timeline.state, GM)
    then = view_of(timeline, State(timeline.play_at(to), timeline.ledger), GM)
    return PreviewShown(digest=history.rewind_digest(timeline, to), changes=difference(now, then))


def _preview_amend(timeline: Timeline, question: PreviewAmend) -> PreviewShown:
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


_GM: dict[type[Question], Callable[[Timeline, Any], Any]] = {
    ViewAs: _view_as,
    ActCard: _card,
    PreviewRewind: _preview_rewind,
    PreviewRedo: _preview_redo,
    PreviewAmend: _preview_amend,
}
