"""What an accepted intent brings about. Refuses nothing; the fight then goes on by itself (`rounds`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.draft import Draft
from server.core.intents import Intent
from server.core.state import State
from server.kit.asking import Question, default_of, proceed_of
from server.rules.tactics.deciding import gm, goes, initiative, movement, planning, rounds, windows
from server.rules.tactics.state import events as e
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.state import Game

QUESTIONS: dict[str, Question] = {
    "tactics": Question(i.PhaseSettle, then=rounds.tactics_over),
    "declare": Question(i.PhaseSettle, then=rounds.declare_over),
    "tie": Question(initiative.default_order, then=initiative.settle),
    "order": Question(then=initiative.finish),
    "secret_tie": Question(initiative.default_order, then=initiative.settle_secret),
    "defence": Question(windows.default),
    "projectile": Question(i.GmProjectile()),
    "block": Question(lambda _state, _decision, who: i.BlockChoice(who=who, choice="damage")),
    "end": Question(i.EncounterEnd()),
    "stop": Question(),
}

default = default_of(QUESTIONS)
proceed = proceed_of(QUESTIONS, rounds.go_on)


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about."""
    _DECIDES[type(intent)](draft, intent)
    if type(intent) in _GOES_ON:
        rounds.go_on(draft)


def turn_end(state: State) -> Intent | None:
    """Ends the go that is on."""
    game: Game = state.play.game
    if not game.turn:
        return None
    return i.GoEnd(who=game.turn) if game.stage == "resolve" else i.ClosingGo(who=game.turn)


def _start(draft: Draft, _intent: i.EncounterStart) -> None:
    """D-RND-1."""
    draft.emit(e.EncounterStarted())
    planning.start_round(draft)


def _closing(draft: Draft, intent: i.ClosingGo) -> None:
    """D-MOV-9."""
    movement.give(draft, intent.who, intent.pain)
    draft.open("stop", "closing", {}, silent=True, ends_act=True)


_GOES_ON = (i.ActionsChange, i.ActionPerform)

_DECIDES: dict[type[Intent], Callable[[Draft, Any], None]] = {
    i.EncounterStart: _start,
    i.TacticsSet: planning.set_tactics,
    i.ActionsDeclare: planning.declare,
    i.PhaseSettle: planning.settle,
    i.PhaseUnsettle: planning.unsettle_own,
    i.GmLockPhase: planning.lock,
    i.InitiativeOrderTie: initiative.propose,
    i.ClosingGo: _closing,
    i.GoYield: goes.go_yield,
    i.GoEnd: goes.end_own,
    i.ActionsChange: goes.change_own,
    i.ActionPerform: goes.perform,
    i.Defend: windows.defend,
    i.Interfere: windows.interfere,
    i.Guard: windows.guard,
    i.ShieldBody: windows.shield_body,
    i.StayOut: windows.stay_out,
    i.BlockChoice: windows.choose,
    **gm.DECIDES,
}
