"""May this be done now? The order of checks of the specification's 2.0; `state` is what the asker knows.

Deeds of the own turn and everything that is no reaction are here; reactions are in `checks.reaction`, the GM's words in
`checks.gm`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.state import State
from server.core.system import Asker
from server.rules.tirakan.acts.kind import Moment
from server.rules.tirakan.acts.kinds import cost_of
from server.rules.tirakan.asking.eligibility import may_be_robbed
from server.rules.tirakan.asking.moment import (
    check_able,
    check_idle,
    check_not_ruling,
    check_not_surprised,
    check_running,
    check_turn,
    name_of,
    wrong_phase,
)
from server.rules.tirakan.checks import gm as check_gm
from server.rules.tirakan.checks import reaction as check_reaction
from server.rules.tirakan.checks.deed import available, check_cost, check_deed, check_kind
from server.rules.tirakan.harm import protection
from server.rules.tirakan.rolls import improve
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state.facts import top
from server.rules.tirakan.state.state import Game


def check(state: State, intent: Intent, _asker: Asker | None = None) -> None:
    """Raises Rejected."""
    _CHECKS[type(intent)](state, intent)


def check_deed_in_turn(state: State, deed: i.Deed) -> None:
    """A deed of the actor, in the order of 2.0."""
    check_may_act(state, deed)
    check_kind(state.play, deed.who, deed, is_reaction=False)
    check_deed(state.play, deed.who, deed, Moment())
    check_cost(state.play, deed.who, cost_of(state.play, deed.who, deed), available(state.play, deed.who))


def check_may_act(state: State, intent: Any) -> None:
    """The moment and the turn, whatever is done."""
    check_idle(state, intent)
    check_turn(state, intent.who)
    check_able(state.play, intent.who)


def _check_start(state: State, intent: i.StartCombat) -> None:
    if state.play.phase != "setup":
        raise wrong_phase(state, intent)
    if not state.play.pieces:
        raise Rejected("no_combatants")
    if intent.instigator and intent.instigator not in state.play.pieces:
        raise Rejected("unknown_target")


def _check_end_turn(state: State, intent: i.EndTurn) -> None:
    check_idle(state, intent)
    check_turn(state, intent.who)


def _check_bonus(state: State, intent: i.SpendBonusDie) -> None:
    """T-BONUS-1: at any time of the fight."""
    check_running(state, intent)
    check_able(state.play, intent.who)
    check_not_surprised(state.play, intent.who)
    if not state.play.game.combatants[intent.who].bonus_dice:
        raise Rejected("no_bonus_die", name=name_of(state.play, intent.who))


def _check_destiny(state: State, intent: i.SpendDestinyDie) -> None:
    """T-DEST-1."""
    check_running(state, intent)
    check_able(state.play, intent.who)
    check_not_surprised(state.play, intent.who)
    if not state.play.game.combatants[intent.who].destiny_dice:
        raise Rejected("no_destiny_die", name=name_of(state.play, intent.who))
    if code := may_be_robbed(state.play, intent.who, intent.victim):
        raise Rejected(code, victim=name_of(state.play, intent.victim))


def _check_lower(state: State, intent: i.LowerShield) -> None:
    """T-SHIELD-6: in the own turn or a window."""
    check_running(state, intent)
    game: Game = state.play.game
    frame = top(game)
    if frame is None and game.turn != intent.who:
        raise Rejected("not_your_turn", actor=name_of(state.play, game.turn))
    if game.combatants[intent.who].block is None:
        raise Rejected("no_shield_block", name=name_of(state.play, intent.who))


def _check_protection(state: State, intent: i.UseProtection | i.DeclineProtection) -> None:
    """T-PROT-9; only the one who is asked, once."""
    if state.play.phase != "running":
        raise Rejected("protection_only_in_combat")
    check_not_ruling(state)
    decision = state.play.decision
    if decision is None or decision.kind != "protection" or intent.who not in decision.asks:
        raise wrong_phase(state, intent)
    if decision.asks[intent.who].answer is not None:
        raise Rejected("stale_action")
    if isinstance(intent, i.UseProtection):
        protection.check_use(state, intent)


def _check_unsupport(state: State, intent: i.UnsupportWeapon) -> None:
    """T-SPEC-SUP-3: free, in the own turn or a window."""
    check_running(state, intent)
    game: Game = state.play.game
    if top(game) is None and game.turn != intent.who:
        raise Rejected("not_your_turn", actor=name_of(state.play, game.turn))
    if not game.combatants[intent.who].supported:
        raise Rejected("not_supported", name=name_of(state.play, intent.who))


def _check_disarm(state: State, intent: i.ChooseDisarmAttribute) -> None:
    """T-SPEC-DIS-2: only the one who is asked, once."""
    check_running(state, intent)
    decision = state.play.decision
    if decision is None or decision.kind != "disarm" or intent.who not in decision.asks:
        raise wrong_phase(state, intent)
    if decision.asks[intent.who].answer is not None:
        raise Rejected("stale_action")


DEEDS: tuple[type[Intent], ...] = get_args(i.Deed)

_CHECKS: dict[type[Intent], Callable[[State, Any], None]] = {
    **dict.fromkeys(DEEDS, check_deed_in_turn),
    i.StartCombat: _check_start,
    i.EndTurn: _check_end_turn,
    i.DeclareReaction: check_reaction.check_declare,
    i.WithdrawReaction: check_reaction.check_withdraw,
    i.PassReaction: check_reaction.check_pass,
    i.UseProtection: _check_protection,
    i.DeclineProtection: _check_protection,
    i.ChooseDisarmAttribute: _check_disarm,
    i.ImproveRoll: improve.check_answer,
    i.KeepRoll: improve.check_answer,
    i.UnsupportWeapon: _check_unsupport,
    i.SpendBonusDie: _check_bonus,
    i.SpendDestinyDie: _check_destiny,
    i.LowerShield: _check_lower,
    **check_gm.CHECKS,
}
