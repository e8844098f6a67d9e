"""Acts and reactions of Tirakan: what of 3.3 is its own (T-ACT-5, T-REACT-6, T-RANGE-4, H-05 to H-09). All else is the
kit's."""

from __future__ import annotations

from typing import Any

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Event
from server.core.state import Play, State
from server.kit.acts.acts import Acts, Details, Order, Paying, Windows, all_first
from server.kit.acts.deeds import code_of
from server.kit.acts.frame import ask_gm
from server.kit.acts.kind import Moment
from server.kit.acts.machine import cost_now, nullify
from server.kit.between import distance, perceives
from server.kit.hidden import is_secret
from server.kit.moment import name_of
from server.kit.paths import at_end_of
from server.rules.tirakan import events as e
from server.rules.tirakan.acts.attack import is_out_of_reach, read_again
from server.rules.tirakan.acts.kinds import DEEDS
from server.rules.tirakan.acts.movement import go
from server.rules.tirakan.acts.pay import pay
from server.rules.tirakan.asking.eligibility import may_react, notices
from server.rules.tirakan.asking.moment import able, not_surprised
from server.rules.tirakan.asking.questions import topic_of
from server.rules.tirakan.evolve.frames import SHAPES
from server.rules.tirakan.rolls import improve
from server.rules.tirakan.state.facts import is_able, is_surprised, usable_actions
from server.rules.tirakan.state.intents import Aim, Attack, Deed
from server.rules.tirakan.state.state import Combatant, Frame

DISTANCE, NULLIFY = "distance", "nullify"
"""Kinds of questions to the GM."""


# --- before it is paid -----------------------------------------------------------------------------------------------


def _question(draft: Draft, frame: Frame) -> str:
    """T-RANGE-4."""
    unknown = isinstance(frame.deed, Attack) and distance(draft.play, frame.who, frame.target) is None
    return DISTANCE if unknown and frame.ruling.distance_cm is None else ""


def _refusal(draft: Draft, frame: Frame) -> str:
    combatant: Combatant = draft.game.combatants[frame.who]
    if not is_able(draft.game, frame.who):
        return "incapacitated"
    if cost_now(frame) > combatant.actions + (combatant.quick_reaction if frame.kind == "reaction" else 0):
        return "no_action_left"
    return "out_of_range" if is_out_of_reach(at_end_of(draft.play, frame.who, frame.path), frame) else ""


def _target(play: Play, who: str, deed: Deed) -> str:
    """Whom the act befalls. Nobody feels that somebody hidden takes aim."""
    return "" if isinstance(deed, Aim) and is_secret(play, who) else getattr(deed, "target", "")


# --- the window ------------------------------------------------------------------------------------------------------


def _allowed(state: State, intent: Any, frame: Frame) -> None:
    """T-ROUND-4; T-REACT-1: also where the actor is hidden, whoever it is."""
    able(state, intent)
    if not perceives(state.play.game, intent.who, frame.who):
        raise Rejected("not_perceived", name=name_of(state.play, intent.who), actor=name_of(state.play, frame.who))
    not_surprised(state, intent)


def _before_dice(draft: Draft, frame: Frame) -> bool:
    """T-REACT-9, H-06."""
    return (frame.timing or draft.game.options.reaction_timing) == "before_roll"


def _unrolled(frame: Frame) -> bool:
    return frame.strike is None and frame.successes is None


def _closed(play: Play, frame: Frame, order: tuple[str, ...]) -> Event:
    """T-REACT-9, T-REACT-11: if the GM lets a blow land whose target ran away before the dice, it is rolled as if the
    target had stayed."""
    if frame.kind == "phase":
        return e.PhaseWindowClosed(action_id=frame.id, order=order)
    deed = frame.declared.get(frame.target)
    leaves = deed is not None and DEEDS.kind(deed).is_move
    is_unrolled = isinstance(frame.deed, Attack) and frame.strike is None
    before = distance(play, frame.who, frame.target) if leaves and is_unrolled else None
    return e.ReactionWindowClosed(action_id=frame.id, order=order, distance_cm=before)


# --- reactions -------------------------------------------------------------------------------------------------------


def _lapse(draft: Draft, frame: Frame, who: str, deed: Deed) -> str:
    """T-REACT-12."""
    play, game = draft.play, draft.game
    combatant: Combatant = game.combatants[who]
    if who not in play.pieces or not is_able(game, who):
        return "incapacitated"
    if not notices(draft, frame.who, who):
        return "not_perceived"
    if is_surprised(combatant):
        return "surprised"
    if not combatant.actions + combatant.quick_reaction:
        return "no_action_left"
    return code_of(DEEDS.check, play, who, deed, Moment(frame=frame))


def _review(draft: Draft, frame: Frame) -> bool:
    """3.3 step 6d, T-REACT-4, T-REACT-11."""
    if reason := _void(draft, frame):
        nullify(ACTS, draft, frame, reason)
        return True
    if _may_be_void(draft, frame):
        ask_gm(draft, frame, NULLIFY, topic_of(draft.play, frame))
        return True
    read_again(draft, frame)
    return False


def _void(draft: Draft, frame: Frame) -> str:
    """T-REACT-11a: why the act can no longer be done."""
    if not is_able(draft.game, frame.who):
        return "actor incapacitated"
    if reason := DEEDS.kind(frame.deed).void(draft.play, frame) or _obstacle(draft.play, frame):
        return reason
    is_away = is_out_of_reach(draft.play, frame)
    if is_away and (frame.ruling.nullify or draft.game.options.move_negates == "always"):
        return "target out of reach"
    return "ruled by the GM" if frame.ruling.nullify else ""


def _obstacle(play: Play, frame: Frame) -> str:
    """T-ACT-10, T-REACT-11a: what now keeps an act without dice from taking effect. Only the GM can have put somebody
    too far away for it."""
    kind = DEEDS.kind(frame.deed)
    if kind.has_dice:
        return ""
    code = code_of(kind.check, play, frame.who, frame.deed, Moment(walking=bool(frame.path)))
    return "" if code == "too_far" else GONE.get(code, code)


GONE = {"weapon_not_ready": "weapon lost", "weapon_stuck": "weapon lost", "unknown_target": "target gone"}


def _may_be_void(draft: Draft, frame: Frame) -> bool:
    """H-09: a target that moved out of reach; the GM says once what becomes of the act."""
    asks = draft.game.options.move_negates == "gm_confirm" and frame.ruling.nullify is None
    return asks and is_out_of_reach(draft.play, frame)


ACTS = Acts(
    deeds=DEEDS,
    shapes=SHAPES,
    paying=Paying(
        own=lambda play, who: int(play.game.combatants[who].actions),
        have=lambda play, who: usable_actions(play.game, who), pay=pay, go=go,
    ),
    windows=Windows(
        eligible=lambda draft, frame, who: may_react(draft, frame.who, who), allowed=_allowed, topic=topic_of,
        before_dice=_before_dice, unrolled=_unrolled,
    ),
    order=Order(before_effect=all_first, lapse=_lapse, review=_review),
    details=Details(target=_target, question=_question, refusal=_refusal, rolled=improve.ask, closed=_closed),
)  # fmt: skip
