"""May this be done now? The order of checks of the specification's 2.0; `state` is what the asker knows.

Deeds of the own turn and everything that is no reaction are here; reactions are in `checks.reaction`, the GM's words in
`checks.gm`.
"""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.state import State
from server.kit.acts.dice import with_bonus_die
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


def _bonus(state: State, intent: i.SpendBonusDie | i.DeclareReaction) -> None:
    """T-BONUS-1: at any time of the fight."""
    if not state.play.game.combatants[intent.who].bonus_dice:
        raise Rejected("no_bonus_die", name=name_of(state.play, intent.who))


def _declare(state: State, intent: i.DeclareReaction) -> None:
    """With a bonus die: as if that were spent already."""
    if intent.bonus:
        able(state, intent)
        not_surprised(state, intent)
        _bonus(state, intent)
        state = replace(state, play=with_bonus_die(state.play, intent.who))
    CHECKS.declare(state, intent)


def _destiny(state: State, intent: i.SpendDestinyDie) -> None:
    """T-DEST-1."""
    if not state.play.game.combatants[intent.who].destiny_dice:
        raise Rejected("no_destiny_die", name=name_of(state.play, intent.who))
    if code := may_be_robbed(state.play, intent.who, intent.victim):
        raise Rejected(code, victim=name_of(state.play, intent.victim))


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
_DICE = (MOMENTS.running, able, not_surprised)
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
    i.SpendBonusDie: (*_DICE, _bonus),
    i.SpendDestinyDie: (*_DICE, _destiny),
    i.AutoProtect: (MOMENTS.running,),
    i.LowerShield: (MOMENTS.running, on_turn_or_in_act, _lower),
    **gm.CHECKS,
})  # fmt: skip
