"""The machine: carries the act on top on until a question is open or nothing is left to do (specification 3.1, 3.3)."""

from __future__ import annotations

from collections.abc import Callable

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import Play
from server.kit.between import distance
from server.kit.paths import at_end_of
from server.rules.tirakan import events as e
from server.rules.tirakan.acts import impact
from server.rules.tirakan.acts.attack import give_back_ammo, is_out_of_reach, read_again
from server.rules.tirakan.acts.frame import finish, newest
from server.rules.tirakan.acts.kind import Moment
from server.rules.tirakan.acts.kinds import kind_in, kind_of, main_deed
from server.rules.tirakan.acts.movement import go
from server.rules.tirakan.asking.questions import ask_gm, is_aside, is_waiting
from server.rules.tirakan.deciding import reactions, rounds
from server.rules.tirakan.deciding.pay import pay
from server.rules.tirakan.rolls import improve
from server.rules.tirakan.state.facts import is_able, top
from server.rules.tirakan.state.intents import Attack, Deed
from server.rules.tirakan.state.state import Frame

CUSTOM, DISTANCE, NULLIFY = "custom", "distance", "nullify"
"""Kinds of questions to the GM."""


def run(draft: Draft) -> None:
    """Go on until somebody is asked, or the actor is free to choose."""
    while draft.play.phase == "running" and not is_waiting(draft):
        frame = None if is_aside(draft) else top(draft.game)
        if frame is not None:
            STAGES[frame.stage](draft, frame)
        elif rounds.is_idle(draft):
            return
        else:
            rounds.go_on(draft)


# --- declared: rulings, cost, dice -----------------------------------------------------------------------------------


def _declared(draft: Draft, frame: Frame) -> None:
    """3.3 steps 2 to 5."""
    if question := _must_ask(draft, frame):
        ask_gm(draft, question, frame)
    elif reason := _refusal(draft, frame):
        _refuse(draft, frame, reason)
    else:
        _start(draft, frame)


def _must_ask(draft: Draft, frame: Frame) -> str:
    """T-ARB-2, T-RANGE-4: what the GM must say before it is paid."""
    if kind_in(frame).asks_gm and frame.ruling.cost is None:
        return CUSTOM
    unknown = isinstance(frame.deed, Attack) and distance(draft.play, frame.who, frame.target) is None
    return DISTANCE if unknown and frame.ruling.distance_cm is None else ""


def _refusal(draft: Draft, frame: Frame) -> str:
    """Why a declared act comes to nothing before it is paid; empty if it goes on."""
    combatant = draft.game.combatants[frame.who]
    is_reaction = frame.kind == "reaction"
    cost = _cost(frame)
    if frame.ruling.refuse or (is_reaction and cost != 1):
        return "refused"
    if not is_able(draft.game, frame.who):
        return "incapacitated"
    if cost > combatant.actions + (combatant.quick_reaction if is_reaction else 0):
        return "no_action_left"
    return "out_of_range" if is_out_of_reach(at_end_of(draft.play, frame.who, frame.path), frame) else ""


def _cost(frame: Frame) -> int:
    """T-ARB-1: the GM's word on a free act, else what the act costs; T-MOVE-2: with a walk at least one."""
    cost = frame.cost if frame.ruling.cost is None else frame.ruling.cost
    return max(1, cost) if frame.path else cost


def _refuse(draft: Draft, frame: Frame, reason: str) -> None:
    """Nothing is charged; a reaction lapses."""
    draft.emit(e.ActionRefused(who=frame.who, target=frame.target, action_id=frame.id, reason=reason))
    below = top(draft.game)
    if frame.kind == "reaction" and below is not None:
        draft.emit(e.ReactionLapsed(who=frame.who, action_id=below.id, reason=reason))


def _start(draft: Draft, frame: Frame) -> None:
    if frame.deed is not None:
        pay(draft, frame.who, _cost(frame), frame.id, frame.deed)
    if frame.path:
        go(draft, frame.who, frame.path, frame.id)
    timing = frame.timing or draft.game.options.reaction_timing
    if frame.kind == "act" and kind_in(frame).has_dice and timing == "before_roll":
        reactions.open_window(draft, newest(draft, frame))
        return
    since = len(draft.trail)
    kind_in(frame).begin(draft, newest(draft, frame))
    frame = newest(draft, frame)
    if not improve.ask(draft, frame, since) and frame.stage == "paid":
        _open(draft, frame)


def _open(draft: Draft, frame: Frame) -> None:
    """3.3 step 5."""
    if frame.kind == "act":
        reactions.open_window(draft, frame)
    else:
        reactions.open_defence(draft, frame)


# --- reactions, then the effect --------------------------------------------------------------------------------------


def _reactions(draft: Draft, frame: Frame) -> None:
    """3.3 steps 6 to 8, one reaction at a time."""
    if frame.kind == "hits":
        impact.strike_home(draft, frame)
    elif frame.kind == "phase":
        _phase(draft, frame)
    elif not _review(draft, frame):
        _next(draft, newest(draft, frame))


def _phase(draft: Draft, frame: Frame) -> None:
    if frame.queue:
        reactions.carry_out(draft, frame, frame.queue[0])
    else:
        rounds.leave_phase(draft)


def _next(draft: Draft, frame: Frame) -> None:
    """The next reaction, or the effect. Before the dice (H-06) dodge and parry wait until they are thrown."""
    kind = kind_in(frame)
    is_unrolled = kind.has_dice and frame.strike is None and frame.successes is None
    waiting = [who for who in frame.queue if not (is_unrolled and _waits_for_dice(frame.declared[who]))]
    if waiting:
        reactions.carry_out(draft, frame, waiting[0])
    elif is_unrolled:
        since = len(draft.trail)
        kind.begin(draft, frame)
        improve.ask(draft, newest(draft, frame), since)
    else:
        kind.effect(draft, frame)


def _waits_for_dice(deed: Deed) -> bool:
    return kind_of(main_deed(deed)).waits_for_dice


def _review(draft: Draft, frame: Frame) -> bool:
    """3.3 step 6d, T-REACT-4, T-REACT-11. True where the act ended here, or waits for the GM."""
    reason = _void(draft, frame)
    if reason:
        _nullify(draft, frame, reason)
        return True
    if _may_be_void(draft, frame):
        ask_gm(draft, NULLIFY, frame)
        return True
    read_again(draft, frame)
    return False


def _void(draft: Draft, frame: Frame) -> str:
    """T-REACT-11a: why the act can no longer be done."""
    if not is_able(draft.game, frame.who):
        return "actor incapacitated"
    if reason := kind_in(frame).void(draft.play, frame) or _obstacle(draft.play, frame):
        return reason
    is_away = is_out_of_reach(draft.play, frame)
    if is_away and (frame.ruling.nullify or draft.game.options.move_negates == "always"):
        return "target out of reach"
    return "ruled by the GM" if frame.ruling.nullify else ""


def _obstacle(play: Play, frame: Frame) -> str:
    """T-ACT-10, T-REACT-11a: what now keeps an act without dice from taking effect."""
    kind = kind_in(frame)
    if kind.has_dice or frame.deed is None:
        return ""
    try:
        kind.check(play, frame.who, frame.deed, Moment(walking=bool(frame.path)))
    except Rejected as refusal:
        if refusal.code == "too_far":  # only the GM can have put it elsewhere
            return ""
        return GONE.get(refusal.code, refusal.code)
    return ""


GONE = {"weapon_not_ready": "weapon lost", "weapon_stuck": "weapon lost", "unknown_target": "target gone"}


def _may_be_void(draft: Draft, frame: Frame) -> bool:
    """H-09: a target that moved out of reach; the GM says once what becomes of the act."""
    asks = draft.game.options.move_negates == "gm_confirm" and frame.ruling.nullify is None
    return asks and is_out_of_reach(draft.play, frame)


def _nullify(draft: Draft, frame: Frame, reason: str) -> None:
    """H-08: the actions stay spent, ammunition comes back."""
    draft.emit(e.ActionNullified(who=frame.who, target=frame.target, action_id=frame.id, reason=reason))
    give_back_ammo(draft, frame)
    reactions.lapse_all(draft, newest(draft, frame), "nullified")
    finish(draft, frame)


# --- afterwards ------------------------------------------------------------------------------------------------------


def _protected(draft: Draft, frame: Frame) -> None:
    impact.after_protection(draft, frame)


STAGES: dict[str, Callable[[Draft, Frame], None]] = {
    "declared": _declared,
    "rolled": _open,
    "reactions": _reactions,
    "protected": _protected,
    "harmed": finish,
}
"""What is to be done with the frame on top; in the stage `paid` its window is open."""
