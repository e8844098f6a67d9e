"""What refuses the GM's words: people that are not there, questions that nobody asked (T-GM-1)."""

from __future__ import annotations

from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.state import State
from server.kit.between import checks
from server.kit.forms import check_people
from server.kit.moment import Check
from server.kit.newcomers import check_newcomer
from server.rules.tirakan.asking.moment import MOMENTS, in_combat
from server.rules.tirakan.checks.reaction import CHECKS as OF_ACTS
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state.facts import actor_frame
from server.rules.tirakan.state.state import Frame, Game
from server.rules.tirakan.state.values import SETTABLE


def _check_add(state: State, intent: i.AddCombatant) -> None:
    """T-INIT-5: not in the middle of an act."""
    game: Game = state.play.game
    if any(frame.kind != "phase" for frame in game.frames):
        raise MOMENTS.wrong_phase(state, intent)
    check_newcomer(state, intent, game.combatants)


def _check_attack(state: State, _intent: i.GmSetAttack) -> None:
    if attack_frame(state.play.game) is None:
        raise Rejected("no_attack")


def attack_frame(game: Game) -> Frame | None:
    """The uppermost attack whose effect is still to come."""
    open_ones = [frame for frame in game.frames if frame.stage in ("declared", "paid", "rolled", "reactions")]
    return next((frame for frame in reversed(open_ones) if isinstance(frame.deed, i.Attack)), None)


def _check_nullify(state: State, _intent: i.GmRuleNullify) -> None:
    decision, frame = state.play.decision, actor_frame(state.play.game)
    if decision is not None and decision.kind == "nullify":
        return
    if frame is None or frame.kind != "act" or frame.stage not in ("paid", "rolled", "reactions"):
        raise Rejected("nothing_to_rule")


def _check_awaken(state: State, _intent: i.GmRuleAwaken) -> None:
    decision = state.play.decision
    if decision is None or decision.kind != "awaken":
        raise Rejected("nothing_to_rule")


def _check_targets(state: State, intent: i.GmInflictHits) -> None:
    for target in intent.targets:
        if target not in state.play.pieces:
            raise Rejected("unknown_target")


def _check_skip(state: State, intent: i.GmSkipTurn) -> None:
    decision = state.play.decision
    if decision is None or decision.kind != "nobody":
        MOMENTS.idle(state, intent)


_RUNNING = MOMENTS.running

CHECKS: dict[type[Intent], tuple[Check, ...]] = {
    i.AddCombatant: (MOMENTS.open, _check_add),
    **checks(MOMENTS.open),
    i.SetCover: (MOMENTS.open, check_people),
    i.GmSetAttack: (_RUNNING, _check_attack),
    i.GmSetTiming: (_RUNNING,),
    i.GmRuleCustom: (_RUNNING, OF_ACTS.ruling),
    i.GmRuleNullify: (_RUNNING, _check_nullify),
    i.GmRuleAwaken: (_RUNNING, _check_awaken),
    i.GmInflictHits: (in_combat, _check_targets),
    i.GmPhaseEffect: (_RUNNING, _check_targets),
    i.GmSet: (check_people, SETTABLE.check),
    i.GmSkipTurn: (_RUNNING, _check_skip),
    i.EndCombat: (_RUNNING,),
}
