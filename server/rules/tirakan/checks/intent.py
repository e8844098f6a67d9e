"""May this be done now? The order of checks of the specification's 2.0; `state` is what the asker knows.

Deeds of the own turn and everything that is no reaction are here; reactions are in `checks.reaction`, the GM's words in
`checks.gm`.
"""

from __future__ import annotations

from typing import Any, get_args

from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.state import State
from server.kit.acts.buying import Buying
from server.kit.acts.improving import IMPROVE
from server.kit.moment import checking, name_of
from server.rules.tirakan.asking.eligibility import may_be_robbed
from server.rules.tirakan.asking.moment import (
    IN_TURN,
    MOMENTS,
    able,
    in_combat,
    not_ruling,
    not_surprised,
    on_turn_or_in_act,
)
from server.rules.tirakan.checks import gm
from server.rules.tirakan.checks.reaction import CHECKS
from server.rules.tirakan.harm import protection
from server.rules.tirakan.rolls import improve
from server.rules.tirakan.state import intents as i


def _deed(state: State, deed: i.Deed) -> None:
    """A deed of the actor, in the order of 2.0. A quick reaction pays no free act (T-QUICK-3)."""
    CHECKS.in_turn(state, deed)


def _start(state: State, intent: i.StartCombat) -> None:
    if not state.play.pieces:
        raise Rejected("no_combatants")
    if intent.instigator and intent.instigator not in state.play.pieces:
        raise Rejected("unknown_target")


def _may_buy(state: State, intent: Any) -> None:
    """T-BONUS-1, T-DEST-1: at any time of the fight."""
    able(state, intent)
    not_surprised(state, intent)


BUYING = Buying(i.SpendBonusDie, i.SpendDestinyDie, _may_buy, may_be_robbed)


def _declare(state: State, intent: i.DeclareReaction) -> None:
    """With a die: as if that were spent already."""
    CHECKS.declare(BUYING.paid(state, intent), intent)


def _lower(state: State, intent: i.LowerShield) -> None:
    """T-SHIELD-6."""
    if state.play.game.combatants[intent.who].block is None:
        raise Rejected("no_shield_block", name=name_of(state.play, intent.who))


def _unsupport(state: State, intent: i.UnsupportWeapon) -> None:
    """T-SPEC-SUP-3: it is free."""
    if not state.play.game.combatants[intent.who].supported:
        raise Rejected("not_supported", name=name_of(state.play, intent.who))


OF_TURN: tuple[type[Intent], ...] = get_args(i.Deed)

MAY_ACT = (*IN_TURN, able)
"""The moment and the turn, whatever is done."""
_REACTS = (MOMENTS.running, not_ruling)
_PROTECTS = (in_combat, not_ruling, MOMENTS.answering("protection"))
_IMPROVES = (MOMENTS.running, MOMENTS.answering(IMPROVE))

check = checking({
    **dict.fromkeys(OF_TURN, (*MAY_ACT, _deed)),
    i.StartCombat: (MOMENTS.setup, _start),
    i.EndTurn: IN_TURN,
    i.DeclareReaction: (*_REACTS, _declare),
    i.WithdrawReaction: (*_REACTS, CHECKS.withdraw),
    i.PassReaction: (*_REACTS, CHECKS.pass_by),
    i.UseProtection: (*_PROTECTS, protection.check_use),
    i.DeclineProtection: _PROTECTS,
    i.ChooseDisarmAttribute: (MOMENTS.running, MOMENTS.answering("disarm")),
    i.ImproveRoll: (*_IMPROVES, able, improve.check_dice),
    i.KeepRoll: _IMPROVES,
    i.UnsupportWeapon: (MOMENTS.running, on_turn_or_in_act, _unsupport),
    i.SpendBonusDie: (MOMENTS.running, BUYING.bonus),
    i.SpendDestinyDie: (MOMENTS.running, BUYING.destiny),
    i.AutoProtect: (MOMENTS.running,),
    i.LowerShield: (MOMENTS.running, on_turn_or_in_act, _lower),
    **gm.CHECKS,
})  # fmt: skip
