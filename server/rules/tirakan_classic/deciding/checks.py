"""May this intent be decided now? `state` is what the asker knows."""

from __future__ import annotations

from typing import Any, get_args

from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.state import State
from server.kit import between
from server.kit.acts.buying import Buying
from server.kit.acts.improving import IMPROVE
from server.kit.forms import check_people
from server.kit.frames import top
from server.kit.moment import Check, checking, name_of
from server.kit.newcomers import check_newcomer
from server.rules.tirakan_classic.acts import dice, gear, improve, throwing
from server.rules.tirakan_classic.acts.kinds import bound
from server.rules.tirakan_classic.acts.machine import CHECKS
from server.rules.tirakan_classic.deciding import initiative
from server.rules.tirakan_classic.deciding.moment import IN_TURN, MOMENTS, able, not_ruling
from server.rules.tirakan_classic.deciding.rulings import act_in_progress
from server.rules.tirakan_classic.state import intents as i
from server.rules.tirakan_classic.state.facts import may_buy, victim_refused
from server.rules.tirakan_classic.state.options import changed
from server.rules.tirakan_classic.state.state import Game
from server.rules.tirakan_classic.state.values import SETTABLE

# --- the combatants' -------------------------------------------------------------------------------------------------


def _free_to_end(state: State, intent: i.EndTurn) -> None:
    """L-FULL-2."""
    bound(state.play, intent.who, intent)


def _may_buy(state: State, intent: Any) -> None:
    """L-BONUS-1, L-DEST-1."""
    if code := may_buy(state.play.game, intent.who):
        status = state.play.game.combatants[intent.who].status
        raise Rejected(code, name=name_of(state.play, intent.who), status=status)


BUYING = Buying(i.SpendBonusDie, i.SpendDestinyDie, _may_buy, victim_refused)


def _declare(state: State, intent: i.DeclareReaction) -> None:
    """L-BONUS-2, L-DEST-3: with a die as if that were spent already."""
    CHECKS.declare(BUYING.paid(state, intent), intent)


# --- the GM's --------------------------------------------------------------------------------------------------------


def _start(state: State, _intent: i.StartCombat) -> None:
    if not state.play.pieces:
        raise Rejected("no_combatants")


def _options(state: State, intent: i.SetOptions) -> None:
    changed(state.play.game.options, intent.options)


def _add(state: State, intent: i.AddCombatant) -> None:
    """L-INIT-6: not in the middle of an act, nor before the order is known."""
    game: Game = state.play.game
    if state.play.phase == "running" and (game.frames or not game.round):
        raise MOMENTS.wrong_phase(state, intent)
    check_newcomer(state, intent, game.combatants)


def _act(state: State, intent: i.GmSetAct) -> None:
    if act_in_progress(state.play.game.frames) is None:
        raise Rejected("nothing_to_rule")


def _window(state: State, intent: i.GmCloseWindow) -> None:
    decision = state.play.decision
    if decision is None or decision.kind != "reaction":
        raise MOMENTS.wrong_phase(state, intent)


def _ruled_roll(state: State, intent: i.GmRuleCustom) -> None:
    """L-DICE-4: where the GM wants a roll it has dice. What is done in answer is not done in walking (L-REACT-9)."""
    play, frame = state.play, top(state.play.game)
    if frame is None or not intent.roll:
        return
    walking = bool(frame.path) and not intent.reaction
    dice.check_pool(play.game.options, gear.ruled_pool(play, intent.reaction or frame.who, intent.roll, walking))


def _is_blast(state: State) -> bool:
    decision = state.play.decision
    return decision is not None and decision.kind == throwing.BLAST


def _refuse(state: State, intent: i.GmRefuse) -> None:
    """L-ACT-8, L-THROW-6."""
    if not _is_blast(state):
        CHECKS.ruling(state, intent)


def _inflict(state: State, intent: i.GmInflictHits) -> None:
    """L-GHIT-1: between acts, or in answer to what was thrown."""
    if not _is_blast(state):
        MOMENTS.idle(state, intent)


_RUNNING = MOMENTS.running
_REACTS = (_RUNNING, not_ruling)
_IMPROVES = (_RUNNING, MOMENTS.answering(IMPROVE))

GM: dict[type[Intent], tuple[Check, ...]] = {
    i.AddCombatant: (MOMENTS.open, _add),
    i.SetOptions: (MOMENTS.setup, _options),
    **between.checks(MOMENTS.open),
    i.SetPerception: (MOMENTS.open, check_people),
    i.SetCover: (MOMENTS.open, check_people),
    i.GmBreakTie: (_RUNNING, MOMENTS.answering(initiative.TIE), initiative.check_tie),
    i.GmSetAct: (_RUNNING, _act),
    i.GmCloseWindow: (_RUNNING, _window),
    i.GmRuleCustom: (_RUNNING, CHECKS.ruling, _ruled_roll),
    i.GmRefuse: (_RUNNING, _refuse),
    i.GmInflictHits: (_RUNNING, _inflict, check_people),
    i.GmAdjustWounds: (_RUNNING, MOMENTS.idle, check_people),
    i.GmSet: (MOMENTS.open, check_people, SETTABLE.check),
    i.EndCombat: (_RUNNING,),
}

check = checking({
    **dict.fromkeys(get_args(i.Deed), (*IN_TURN, able, CHECKS.in_turn)),
    i.StartCombat: (MOMENTS.setup, _start),
    i.EndTurn: (*IN_TURN, _free_to_end),
    i.SpendBonusDie: (*_REACTS, BUYING.bonus),
    i.SpendDestinyDie: (*_REACTS, check_people, BUYING.destiny),
    i.DeclareReaction: (*_REACTS, check_people, _declare),
    i.WithdrawReaction: (*_REACTS, CHECKS.withdraw),
    i.PassReaction: (*_REACTS, CHECKS.pass_by),
    i.ImproveRoll: (*_IMPROVES, able, improve.check_dice),
    i.KeepRoll: _IMPROVES,
    **GM,
})  # fmt: skip
