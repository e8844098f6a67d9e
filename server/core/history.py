"""Rewind, redo and amend: the intents on history, and how a rewind's preview is named. Needs the whole timeline."""

from server.core import events as e
from server.core import intents as i
from server.core.amend import digest_of, preview
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.evolve import stop_clock
from server.core.ids import Position
from server.core.timeline import Timeline

HISTORY = (i.Rewind, i.Redo, i.Amend)


def check(timeline: Timeline, intent: i.Intent) -> None:
    """Raises Rejected where this can't be taken back, redone or amended."""
    if isinstance(intent, i.Rewind):
        _check_rewind(timeline, intent)
    elif isinstance(intent, i.Redo) and not timeline.ledger.redo:
        raise Rejected("nothing_to_redo")
    elif isinstance(intent, i.Amend):
        _check_amend(timeline, intent)


def check_position(timeline: Timeline, to: Position) -> None:
    """Raises Rejected where `to` is unknown or lies before the reveal at the start."""
    if not timeline.exists(to) or to.version == 0:
        raise Rejected("unknown_position", to=str(to), head=str(timeline.head))
    if to.version < timeline.ledger.begun:
        raise Rejected("protected_position", to=str(to))


def rewind_digest(timeline: Timeline, to: Position) -> bytes:
    """What the confirmation of a rewind carries: it fits one head and one position."""
    return digest_of([timeline.encounter, timeline.version, str(to)])


def decide(timeline: Timeline, draft: Draft, intent: i.Intent) -> None:
    """Emit the rewind or the amendment."""
    if isinstance(intent, i.Rewind):
        _take_back(timeline, draft, intent.to, intent.reason, False)
    elif isinstance(intent, i.Redo):
        _take_back(timeline, draft, timeline.ledger.redo[-1], intent.reason, True)
    elif isinstance(intent, i.Amend):
        _amend(timeline, draft, intent)


def _check_rewind(timeline: Timeline, intent: i.Rewind) -> None:
    check_position(timeline, intent.to)
    if intent.digest and intent.digest != rewind_digest(timeline, intent.to):
        raise Rejected("preview_outdated")


def check_target(timeline: Timeline, target: Position) -> None:
    """Raises Rejected where the act at `target` can't be amended."""
    check_position(timeline, target)
    if target.version <= timeline.ledger.begun:
        raise Rejected("protected_position", to=str(target))
    if timeline.whole(target) not in timeline.line():
        raise Rejected("already_undone")


def _check_amend(timeline: Timeline, intent: i.Amend) -> None:
    check_target(timeline, intent.target)
    seen = preview(timeline, intent.target, intent.edits, intent.answers)
    if seen.digest != intent.digest:
        raise Rejected("preview_outdated")
    if seen.needs:
        raise Rejected("needs_dice", count=seen.needs[0].count)


def _take_back(timeline: Timeline, draft: Draft, to: Position, reason: str, redo: bool) -> None:
    decision = timeline.play_at(to).decision
    at = timeline.at(to)
    left = stop_clock(decision, at).remaining_ms if decision is not None else None
    draft.emit(e.Rewound(to=to, left=timeline.head, at=draft.now, remaining_ms=left, reason=reason, redo=redo))


def _amend(timeline: Timeline, draft: Draft, intent: i.Amend) -> None:
    seen = preview(timeline, intent.target, intent.edits, intent.answers)
    draft.emit(
        e.Amended(
            target=intent.target,
            base=timeline.before[intent.target],
            left=timeline.head,
            at=draft.now,
            reason=intent.reason,
            edits=intent.edits,
            steps=seen.steps,
        )
    )
