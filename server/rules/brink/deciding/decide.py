"""What an accepted intent brings about. Refuses nothing; the fight then goes on by itself (`turns`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.draft import Draft
from server.core.intents import Act, Intent
from server.core.state import Decision, State
from server.kit.asking import Question, default_of
from server.kit.hidden import is_public
from server.kit.moment import owes
from server.rules.brink.acts.declare import announce, declare, spend_energy
from server.rules.brink.acts.movement import take
from server.rules.brink.deciding import delay, gm_answer, gm_intents, turns
from server.rules.brink.deciding.intent_check import opening_deed
from server.rules.brink.state import events as e
from server.rules.brink.state import intents as i
from server.rules.brink.state.facts import able_members, members, pending, slot_of, waiting
from server.rules.brink.state.state import Game


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about."""
    _DECIDES[type(intent)](draft, intent)


def _keep_or_pass(state: State, _decision: Decision, who: str) -> Intent:
    """B-DELAY-7: who has delayed goes on waiting."""
    waits = slot_of(state.play.game, who) in state.play.game.delays
    return i.KeepWaiting(who=who) if waits else i.PassReadied(who=who)


QUESTIONS: dict[str, Question] = {
    **gm_answer.QUESTIONS,
    "window": Question(i.PassReadied),
    "boundary": Question(_keep_or_pass),
    "opportunity": Question(i.TakeOpportunity),
    "bonus": Question(lambda _state, _decision, who: i.AddEp(who=who, n=0)),
}
"""B-MOVE-4, B-DELAY-7, 3.3.8."""

default = default_of(QUESTIONS)


def turn_end(state: State) -> Intent | None:
    """Ends the turn that is on; nobody readies anything."""
    game: Game = state.play.game
    able = able_members(game, game.turn) if game.turn else ()
    return i.EndTurn(who=able[0]) if able else None


# --- start and turn --------------------------------------------------------------------------------------------------


def _start(draft: Draft, intent: i.StartCombat) -> None:
    """B-START-1, B-START-2."""
    draft.emit(e.CombatStarted(reason=intent.reason))
    if intent.reason == "first_attack":
        declare(draft, intent.attacker, opening_deed(intent), "opening")
    turns.go_on(draft)


def _standard(draft: Draft, intent: Act) -> None:
    """B-TURN-2: declared and paid; the frame goes on by itself."""
    declare(draft, intent.who, i.deed_of(intent), "standard")
    turns.go_on(draft)


def _end_turn(draft: Draft, intent: i.EndTurn) -> None:
    """B-READY-1."""
    turns.end_turn(draft, [who for who, wants in intent.ready.items() if wants])
    turns.go_on(draft)


def _delay(draft: Draft, intent: i.DelayTurn) -> None:
    """B-DELAY-1."""
    if delay.delay_turn(draft, intent):
        turns.go_on(draft)


def _reinsert(draft: Draft, intent: i.ReinsertTurn) -> None:
    """B-DELAY-3. A turn of somebody hidden begins when all others have answered: until then nobody learns of it."""
    game: Game = draft.game
    slot = slot_of(game, intent.who)
    if intent.after:
        delay.plan(draft, slot, slot_of(game, intent.after))
        return
    decision = delay.asked_of(draft.play, slot)
    if decision is None or not is_public(draft.play, *members(game, slot)):
        delay.plan(draft, slot, game.boundary.ended)
        return
    draft.close(decision.id)
    turns.reinsert(draft, slot)
    turns.go_on(draft)


def _keep(draft: Draft, intent: i.KeepWaiting) -> None:
    """B-DELAY-7."""
    delay.keep(draft, slot_of(draft.game, intent.who))


# --- readied actions and opportunities -------------------------------------------------------------------------------


def _use(draft: Draft, intent: i.UseReadied) -> None:
    """B-READY-3: at once where everybody sees it; else when those who were asked have answered."""
    decision = owes(draft.play, intent.who, "window", "boundary")
    frame = waiting(draft.game, decision.id) if decision is not None else None
    action = announce(draft, intent.who, intent.deed, frame)
    if decision is not None and not is_public(draft.play, intent.who, action.deed.target):
        draft.emit(e.Announced(who=intent.who, decision=decision.id))
        return
    if decision is not None:
        draft.close(decision.id)
    turns.go_on(draft)


def _pass(draft: Draft, intent: i.PassReadied) -> None:
    """3.2."""
    if (decision := owes(draft.play, intent.who, "window", "boundary")) is not None:
        draft.emit(e.ReactionPassed(who=intent.who, decision=decision.id))


def _take(draft: Draft, intent: i.TakeOpportunity) -> None:
    """B-MOVE-4."""
    decision, action = _opportunity(draft, intent.who)
    if decision is not None and action is not None:
        take(draft, action, intent.who, intent.ep_bonus, decision.id)


def _decline(draft: Draft, intent: i.DeclineOpportunity) -> None:
    """B-MOVE-4."""
    decision, action = _opportunity(draft, intent.who)
    if decision is not None and action is not None:
        draft.emit(e.OpportunityDeclined(who=intent.who, decision=decision.id, mover=action.who, action=action.id))


def _opportunity(draft: Draft, who: str) -> tuple[Decision | None, Any]:
    """The offer that is open, and the move that it is about."""
    decision = owes(draft.play, who, "opportunity")
    frame = waiting(draft.game, decision.id) if decision is not None else None
    return decision, pending(draft.game, frame.window) if frame is not None else None


def _add_ep(draft: Draft, intent: i.AddEp) -> None:
    """3.3.8."""
    decision = owes(draft.play, intent.who, "bonus")
    if decision is None:
        return
    if intent.n:
        spend_energy(draft, intent.who, intent.n, "improve")
    draft.emit(e.EnergyAdded(who=intent.who, decision=decision.id, n=intent.n))


def _forfeit(draft: Draft, intent: i.Forfeit) -> None:
    """B-FORF-1, B-FORF-2: whatever asks it does so no longer."""
    draft.emit(e.Forfeited(who=intent.who))
    draft.emit(e.StatusChanged(who=intent.who, status="forfeited"))
    gm_intents.excuse(draft, intent.who)
    turns.go_on(draft)


_DECIDES: dict[type[Intent], Callable[[Draft, Any], None]] = {
    **dict.fromkeys(i.DEEDS, _standard),
    i.StartCombat: _start,
    i.EndTurn: _end_turn,
    i.DelayTurn: _delay,
    i.ReinsertTurn: _reinsert,
    i.KeepWaiting: _keep,
    i.UseReadied: _use,
    i.PassReadied: _pass,
    i.TakeOpportunity: _take,
    i.DeclineOpportunity: _decline,
    i.AddEp: _add_ep,
    i.Forfeit: _forfeit,
    **gm_intents.DECIDES,
}
