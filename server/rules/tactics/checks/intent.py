"""May this be done now? `state` is what the asker knows. The GM's words are in `gm`."""

from __future__ import annotations

from server.core.errors import Rejected
from server.core.ids import GM
from server.core.intents import Intent
from server.core.secrecy import owns
from server.core.state import State
from server.core.system import Asker
from server.kit.moment import checking, name_of, owes
from server.rules.tactics.checks import gm, go, window
from server.rules.tactics.checks.plan import check_plan
from server.rules.tactics.deciding.initiative import tied_in
from server.rules.tactics.deciding.planning import PLANNING, split
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.moment import MOMENTS, able, on_go, planning, resolving, stage


def _two_sides(state: State, intent: i.EncounterStart) -> None:
    if len({piece.side for piece in state.play.pieces.values()}) < 2:
        raise MOMENTS.wrong_phase(state, intent)


def _tactics(state: State, intent: i.TacticsSet) -> None:
    """D-TAC-1."""
    tactics = state.play.game.combatants[intent.who].sheet.tactics
    oT, dT = split(state.play.game, intent)
    is_sign_right = (oT >= 0 and dT >= 0) if tactics >= 0 else (oT <= 0 and dT <= 0)
    if oT + dT != tactics:
        raise Rejected("tactics_sum", oT=oT, dT=dT, tactics=tactics)
    if not is_sign_right:
        raise Rejected("tactics_sign", sign="more" if tactics >= 0 else "less")


def check_declared(state: State, intent: i.ActionsDeclare) -> None:
    """D-DECL-5: all that depends on the plan, not on the moment."""
    check_plan(state, intent.who, intent.plan)


def _settling(state: State, intent: i.PhaseSettle | i.PhaseUnsettle) -> None:
    game = state.play.game
    if state.play.phase != "running" or game.stage not in PLANNING:
        raise MOMENTS.wrong_phase(state, intent)
    planning(game.stage)(state, intent)


def _marked(state: State, intent: i.PhaseUnsettle) -> None:
    """Only who has settled can take it back."""
    if owes(state.play, intent.who, *PLANNING) is not None:
        raise Rejected("not_settled", name=name_of(state.play, intent.who))


def _tie(state: State, intent: i.InitiativeOrderTie) -> None:
    """D-INIT-3, D-INIT-4."""
    decision = owes(state.play, intent.who, "tie", "secret_tie")
    if decision is None:
        raise MOMENTS.wrong_phase(state, intent)
    if sorted(intent.order) != sorted(tied_in(state.play, decision)):
        raise Rejected(
            "not_the_tied", names=", ".join(name_of(state.play, who) for who in tied_in(state.play, decision))
        )


_checks = checking({
    i.EncounterStart: (MOMENTS.setup, _two_sides),
    i.TacticsSet: (planning("tactics"), _tactics),
    i.ActionsDeclare: (planning("declare"), check_declared),
    i.PhaseSettle: (_settling,),
    i.PhaseUnsettle: (_settling, _marked),
    i.InitiativeOrderTie: (MOMENTS.running, _tie),
    i.ClosingGo: (stage("closing"), go.check_closing, able, go.check_pain),
    i.GoYield: (stage("resolve"), on_go, able, go.check_yield),
    i.GoEnd: (stage("resolve"), on_go),
    i.ActionsChange: (resolving, able, go.check_change),
    i.ActionPerform: (stage("resolve"), on_go, able, go.check_perform),
    i.Defend: (MOMENTS.running, window.check_defend),
    i.Interfere: (MOMENTS.running, window.check_interfere),
    i.Guard: (MOMENTS.running, window.check_guard),
    i.ShieldBody: (MOMENTS.running, window.check_shield),
    i.StayOut: (MOMENTS.running, window.check_stay_out),
    i.BlockChoice: (MOMENTS.running, window.check_block),
    **gm.CHECKS,
})  # fmt: skip


def check(state: State, intent: Intent, asker: Asker | None = None) -> None:
    """Raises Rejected."""
    if isinstance(intent, i.InitiativeOrderTie) and asker is not None:
        _check_speaker(state, intent, asker)
    _checks(state, intent, asker)


def _check_speaker(state: State, intent: i.InitiativeOrderTie, asker: Asker) -> None:
    """D-INIT-4: each for its own; the GM for all."""
    if asker.role in (GM, "server"):
        return
    if intent.who == GM or not owns(state, asker.audience, intent.who):
        raise Rejected("not_the_decider", who=name_of(state.play, intent.who) if intent.who != GM else "the GM")
