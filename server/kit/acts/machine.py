"""The machine: one step of the act on top, by its stage. A system goes on step by step (`server.kit.frames.resume`):

    def step(draft: Draft) -> bool:
        frame = top(draft.game)
        if draft.play.decisions or frame is None:
            return False                              # somebody is asked, or the actor is free to choose
        advance(ACTS, draft, frame)
        return True

Frames and stages of its own (hits that wait for protection, windows between rounds) a system steps itself before that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.draft import Draft
from server.kit.acts import events as e
from server.kit.acts.acts import Acts
from server.kit.acts.deeds import main_deed
from server.kit.acts.frame import ACT, REACTION, ask_gm, finish, newest
from server.kit.acts.reactions import carry_out, lapse_all, open_window
from server.kit.frames import top

CUSTOM = "custom"
"""The kind of the question what a free act costs and what is rolled."""


def advance(acts: Acts, draft: Draft, frame: Any) -> None:
    """One step of an act or a reaction."""
    _STAGES[frame.stage](acts, draft, frame)


# --- declared: rulings, cost, dice -----------------------------------------------------------------------------------


def _declared(acts: Acts, draft: Draft, frame: Any) -> None:
    if question := _question(acts, draft, frame):
        ask_gm(draft, frame, question, acts.windows.topic(draft.play, frame))
    elif reason := _refusal(acts, draft, frame):
        _refuse(draft, frame, reason)
    else:
        _start(acts, draft, frame)


def _question(acts: Acts, draft: Draft, frame: Any) -> str:
    if acts.deeds.kind(frame.deed).asks_gm and frame.ruling.cost is None:
        return CUSTOM
    return acts.details.question(draft, frame)


def cost_now(frame: Any) -> int:
    """The GM's word on a free act, else what the act costs; with a walk at least one."""
    cost: int = frame.cost if frame.ruling.cost is None else frame.ruling.cost
    return max(1, cost) if frame.path else cost


def _refusal(acts: Acts, draft: Draft, frame: Any) -> str:
    """Why a declared act comes to nothing before it is paid; empty if it goes on."""
    if frame.ruling.refuse or (frame.kind == REACTION and cost_now(frame) != 1):
        return "refused"
    return acts.details.refusal(draft, frame)


def _refuse(draft: Draft, frame: Any, reason: str) -> None:
    """Nothing is charged; a reaction lapses."""
    draft.emit(e.ActionRefused(who=frame.who, target=frame.target, action_id=frame.id, reason=reason))
    below = top(draft.game)
    if frame.kind == REACTION and below is not None:
        draft.emit(e.ReactionLapsed(who=frame.who, action_id=below.id, reason=reason))


def _start(acts: Acts, draft: Draft, frame: Any) -> None:
    acts.paying.pay(draft, frame.who, cost_now(frame), frame.id, frame.deed)
    if frame.path:
        acts.paying.go(draft, frame.who, frame.path, frame.id)
    has_dice = acts.deeds.kind(frame.deed).has_dice
    if frame.kind == ACT and has_dice and acts.windows.before_dice(draft, frame):
        open_window(acts, draft, newest(draft, frame))
    elif not _begin(acts, draft, newest(draft, frame)):
        frame = newest(draft, frame)
        if frame.stage == "paid":
            open_window(acts, draft, frame)


def _begin(acts: Acts, draft: Draft, frame: Any) -> bool:
    """The dice are thrown. True where it waits for what becomes of them."""
    since = len(draft.trail)
    acts.deeds.kind(frame.deed).begin(draft, frame)
    return acts.details.rolled(draft, newest(draft, frame), since)


# --- reactions, the effect, and what comes after it ------------------------------------------------------------------


def _reactions(acts: Acts, draft: Draft, frame: Any) -> None:
    """One reaction at a time, then the effect. Before the dice some defences wait until they are thrown."""
    if acts.order.review(draft, frame):
        return
    frame = newest(draft, frame)
    kind = acts.deeds.kind(frame.deed)
    is_unrolled = kind.has_dice and acts.windows.unrolled(frame)
    who = next((who for who in frame.queue if _is_due(acts, frame.declared[who], is_unrolled)), "")
    if who:
        carry_out(acts, draft, frame, who)
    elif is_unrolled:
        _begin(acts, draft, frame)
    else:
        kind.effect(draft, frame)


def _is_due(acts: Acts, deed: Any, is_unrolled: bool) -> bool:
    kind = acts.deeds.kind(main_deed(deed))
    return acts.order.before_effect(kind) and not (is_unrolled and kind.waits_for_dice)


def _follow(acts: Acts, draft: Draft, frame: Any) -> None:
    """The reactions that come after the effect."""
    if frame.queue:
        carry_out(acts, draft, frame, frame.queue[0])
    else:
        finish(draft, frame)


def nullify(acts: Acts, draft: Draft, frame: Any, reason: str) -> None:
    """Nothing comes of it: the actions stay spent, what else was used comes back."""
    draft.emit(e.ActionNullified(who=frame.who, target=frame.target, action_id=frame.id, reason=reason))
    acts.deeds.kind(frame.deed).undo(draft, frame)
    lapse_all(draft, newest(draft, frame), "nullified")
    finish(draft, frame)


_STAGES: dict[str, Callable[[Acts, Draft, Any], None]] = {
    "declared": _declared,
    "rolled": open_window,
    "reactions": _reactions,
    "follow": _follow,
}
"""What is to be done with the frame on top; in the stage `paid` its window is open."""
