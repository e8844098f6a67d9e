"""What each intent needs, in the order of the specification's errors (3.6), and what it brings about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.draft import Draft
from server.core.intents import Intent
from server.core.state import State
from server.kit.asking import default_of, proceed_of
from server.kit.moment import checking
from server.rules.ambersteel.acts import declare, execution, gear, movement
from server.rules.ambersteel.deciding import answering, gm_intents, may, turns
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.moment import MOMENTS, settled
from server.rules.ambersteel.state.state import Game

IN_TURN = (MOMENTS.running, settled, MOMENTS.on_turn)
PAID = (*IN_TURN, may.has_action(""))
QUICK = (*IN_TURN, may.has_action("quick"), may.can_stir)
AMBUSH = (MOMENTS.running, settled, may.between_turns, may.ambushing)


def _known(state: State, intent: Any) -> None:
    may.one_of(state, intent.who)


check = checking({
    i.Attack: (*PAID, may.can_act, may.attack),
    i.Throw: (*PAID, may.can_act, may.throw),
    i.Execute: (*IN_TURN, may.has_action("standard"), may.can_act, may.execute),
    i.Move: (*IN_TURN, may.has_action("movement"), may.far_enough, may.can_move, may.standing, may.unlocked),
    i.ConvertMovement: (*IN_TURN, may.whole_movement, may.has_action("movement"), may.can_stir),
    i.Reload: (*IN_TURN, may.reload),
    i.AbandonReload: (*IN_TURN, may.abandon),
    i.Stance: (*QUICK, may.stance, may.unlocked),
    i.Draw: (*QUICK, may.draw, may.unlocked),
    i.StandUp: (*IN_TURN, may.lying, may.whole_movement, may.has_action("movement"), may.can_move, may.unlocked),
    i.BreakFree: (*PAID, may.can_stir, may.held, may.unlocked),
    i.FreeWeapon: (*PAID, may.can_act, may.freeing, may.unlocked),
    i.TurnClaim: AMBUSH,
    i.TurnPass: AMBUSH,
    i.TurnEnd: (*IN_TURN, may.resolved),
    i.TurnBreather: (*IN_TURN, may.unlocked, may.rested),
    i.Policy: (MOMENTS.open, _known),
    **answering.CHECKS,
    **gm_intents.CHECKS,
})  # fmt: skip


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about; then the fight goes on by itself."""
    _DECIDES[type(intent)](draft, intent)


def _and_on(act: Callable[[Draft, Any], None]) -> Callable[[Draft, Any], None]:
    def decided(draft: Draft, intent: Any) -> None:
        act(draft, intent)
        turns.go_on(draft)

    return decided


def _policy(draft: Draft, intent: i.Policy) -> None:
    """A-ZOC-5, A-DEF-9."""
    one = draft.game.combatants[intent.who]
    aoo, defence = intent.aoo_policy or one.aoo_policy, intent.default_defence or one.default_defence
    draft.emit(e.PolicySet(who=intent.who, aoo_policy=aoo, default_defence=defence))


_DECIDES: dict[type[Intent], Callable[[Draft, Any], None]] = {
    i.Attack: _and_on(declare.attack),
    i.Throw: _and_on(declare.throw),
    i.Execute: _and_on(execution.request),
    i.Move: _and_on(movement.declare),
    i.ConvertMovement: lambda draft, intent: draft.emit(e.MovementConverted(who=intent.who)),
    i.Reload: _and_on(gear.reload),
    i.AbandonReload: gear.abandon,
    i.Stance: gear.stance,
    i.Draw: gear.draw,
    i.StandUp: gear.stand_up,
    i.BreakFree: gear.break_free,
    i.FreeWeapon: gear.free_weapon,
    i.TurnClaim: lambda draft, intent: turns.claim(draft, intent.who),
    i.TurnPass: lambda draft, intent: turns.skip(draft, intent.who),
    i.TurnEnd: lambda draft, intent: turns.end_turn(draft, intent.who),
    i.TurnBreather: lambda draft, intent: turns.breathe(draft, intent.who),
    i.Policy: _policy,
    **answering.DECIDES,
    **gm_intents.DECIDES,
}

default = default_of(answering.QUESTIONS)
proceed = proceed_of(answering.QUESTIONS, turns.go_on)


def turn_end(state: State) -> Intent | None:
    """Ends the turn that is on."""
    game: Game = state.play.game
    return i.TurnEnd(who=game.turn) if game.turn else None
