"""Acts and reactions of this edition: what of 3.3 is its own.

Defences come before the effect, all else after it; an act is never looked at again; whoever is felled by it reacts all
the same (L-REACT-10). The rest is the kit's."""

from __future__ import annotations

from typing import Any

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import Play, State
from server.kit import paths
from server.kit.acts.acts import Acts, Details, Order, Paying, Windows, defences_first
from server.kit.acts.checks import ActChecks
from server.kit.acts.deeds import code_of
from server.kit.acts.frame import REACTION
from server.kit.acts.kind import Moment
from server.kit.acts.machine import CUSTOM, cost_now
from server.kit.acts.reactions import reserved
from server.kit.between import perceives
from server.kit.frames import found
from server.kit.hidden import player_sees
from server.kit.moment import name_of
from server.rules.tirakan_classic.acts import improve, throwing
from server.rules.tirakan_classic.acts.attack import is_binding, judge_again, shot_in, shot_of
from server.rules.tirakan_classic.acts.kinds import DEEDS
from server.rules.tirakan_classic.acts.topic import topic_of
from server.rules.tirakan_classic.deciding.moment import MOMENTS, able
from server.rules.tirakan_classic.evolve.frames import SHAPES
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state import facts
from server.rules.tirakan_classic.state.intents import Attack, Deed, ThrowObject, UseObject
from server.rules.tirakan_classic.state.state import Combatant, Frame

DISTANCE = "distance"
"""The kind of the question how far a target is."""

# --- before it is paid -----------------------------------------------------------------------------------------------


def _question(draft: Draft, frame: Frame) -> str:
    """Where there is no map the GM says how far it is; L-REACT-9: and what comes of an object used in answer."""
    if isinstance(frame.deed, UseObject) and frame.kind == REACTION and frame.ruling.cost is None:
        return CUSTOM
    return DISTANCE if _is_unmeasured(draft.play, frame) else ""


def _is_unmeasured(play: Play, frame: Frame) -> bool:
    if isinstance(frame.deed, ThrowObject):
        return throwing.is_unmeasured(play, frame)
    return isinstance(frame.deed, Attack) and shot_in(play, frame).distance_cm is None


def _refusal(draft: Draft, frame: Frame) -> str:
    """What the answer to such a question, or what happened meanwhile, has made impossible."""
    own: Combatant = draft.game.combatants[frame.who]
    if cost_now(frame) > own.actions:
        return "no_action_left"
    if not isinstance(frame.deed, Attack | ThrowObject):
        return ""
    if frame.target not in draft.play.pieces:
        return "unknown_target"
    judge = throwing.judge_again if isinstance(frame.deed, ThrowObject) else judge_again
    return code_of(judge, paths.at_end_of(draft.play, frame.who, frame.path), frame)


def _pay(draft: Draft, who: str, amount: int, action_id: str, deed: Deed) -> None:
    """3.3 step 1: actions, rounds, and that the rest of them is bound (L-AMMO-1, L-FULL-2, L-A-12)."""
    own: Combatant = draft.game.combatants[who]
    is_binding_now = isinstance(deed, Attack) and is_binding(draft.play, who, deed)
    if is_binding_now and draft.game.options.full_auto == "single":
        amount = own.actions
    draft.emit(e.ActionSpent(who=who, amount=amount, left=own.actions - amount, action_id=action_id))
    if not isinstance(deed, Attack):
        return
    shot = shot_of(draft.play, who, deed)
    arm = own.arms.get(shot.id)
    if arm is not None and arm.ammo is not None:
        draft.emit(e.AmmoSpent(who=who, weapon=shot.id, rounds=shot.rounds, left=arm.ammo - shot.rounds))
    if is_binding_now and not own.full_auto:
        draft.emit(e.FullAutoCommitted(who=who, weapon=shot.id))


# --- the window ------------------------------------------------------------------------------------------------------


def _eligible(draft: Draft, frame: Frame, who: str) -> bool:
    """3.3 step 3: able, perceiving the actor, its round not over, with an action or a die that could become one."""
    play = draft.play
    if who not in play.pieces or not facts.is_able(draft.game, who) or _is_over(play, who):
        return False
    return _notices(draft, frame.who, who) and facts.has_action_in_reach(play, who)


def _is_over(play: Play, who: str) -> bool:
    """L-FULL-3, L-A-14."""
    return play.game.combatants[who].round_over and not play.game.options.full_auto_allows_bought


def _notices(draft: Draft, actor: str, who: str) -> bool:
    """L-REACT-1: the GM's combatants notice whom the GM lets them notice; a player's one only whom the player sees."""
    return perceives(draft.game, who, actor) and player_sees(draft.state, who, actor)


def _allowed(state: State, intent: Any, frame: Frame) -> None:
    """L-REACT-1, L-REACT-2."""
    able(state, intent)
    if _is_over(state.play, intent.who):
        raise Rejected("round_over", name=name_of(state.play, intent.who))
    if not perceives(state.play.game, intent.who, frame.who):
        raise Rejected("not_perceived", name=name_of(state.play, intent.who), actor=name_of(state.play, frame.who))


# --- reactions -------------------------------------------------------------------------------------------------------


def _lapse(draft: Draft, frame: Frame, who: str, deed: Deed) -> str:
    """L-REACT-10 (c), (d): only its own target or means can be gone; being felled does not stop it."""
    if who not in draft.play.pieces:
        return "gone"
    if draft.game.combatants[who].actions < 1:
        return "no_action_left"
    return code_of(DEEDS.check, draft.play, who, deed, Moment(frame=found(draft.game, frame.id)))


ACTS = Acts(
    deeds=DEEDS,
    shapes=SHAPES,
    paying=Paying(
        own=lambda play, who: int(play.game.combatants[who].actions),
        have=lambda play, who: int(play.game.combatants[who].actions) - reserved(play.game, who),
        pay=_pay, go=paths.go,
    ),
    windows=Windows(eligible=_eligible, allowed=_allowed, topic=topic_of),
    order=Order(before_effect=defences_first, lapse=_lapse),
    details=Details(question=_question, refusal=_refusal, rolled=improve.ask),
)  # fmt: skip

CHECKS = ActChecks(acts=ACTS, wrong_phase=MOMENTS.wrong_phase)
