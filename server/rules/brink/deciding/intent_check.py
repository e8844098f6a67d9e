"""May this be done now? `state` is what the asker knows. The GM's words are in `gm_intents`, delays in `delay`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.errors import Rejected
from server.core.intents import Act, Intent
from server.core.state import State
from server.core.system import Asker
from server.rules.brink.acts.deed_check import check_deed, energy_of
from server.rules.brink.deciding import delay, gm_intents
from server.rules.brink.deciding.turns import READY_EP
from server.rules.brink.state import intents as i
from server.rules.brink.state.facts import effect_of, is_able, members, name_of
from server.rules.brink.state.moment import (
    asked,
    check_able,
    check_idle,
    check_running,
    check_setup,
    check_turn,
    owes,
    wrong_phase,
)
from server.rules.brink.state.state import Deed, Game


def check(state: State, intent: Intent, _asker: Asker) -> None:
    """Raises Rejected."""
    _CHECKS[type(intent)](state, intent)


# --- start -----------------------------------------------------------------------------------------------------------


def _check_start(state: State, intent: i.StartCombat) -> None:
    """B-START-1, B-START-2."""
    check_setup(state, intent)
    game: Game = state.play.game
    _check_groups(state)
    if len({piece.side for who, piece in state.play.pieces.items() if is_able(game, who)}) < 2:
        raise wrong_phase(state, intent)
    if intent.reason == "first_attack":
        _check_opening(state, intent)


def _check_groups(state: State) -> None:
    """B-INIT-3: members of one group are on one side."""
    for who, combatant in state.play.game.combatants.items():
        gm_intents.check_group(state, who, combatant.group, state.play.pieces[who].side)


def _check_opening(state: State, intent: i.StartCombat) -> None:
    """B-START-2, B-A-01."""
    if not state.play.game.options.opening_attack:
        raise wrong_phase(state, intent)
    if intent.attacker not in state.play.pieces:
        raise Rejected("unknown_combatant", who=intent.attacker or "nobody")
    check_able(state.play, intent.attacker)
    deed = opening_deed(intent)
    check_deed(state.play, intent.attacker, deed, "opening")
    if effect_of(state.play.game, intent.attacker, deed) is None:
        raise Rejected("not_an_attack", skill=intent.skill)


def opening_deed(intent: i.StartCombat) -> Deed:
    """B-START-2: a basic attack, or a skill."""
    kind = "skill" if intent.skill else "attack"
    return Deed(kind=kind, target=intent.target, skill=intent.skill, ep_bonus=intent.ep_bonus)  # type: ignore[arg-type]


# --- the own turn ----------------------------------------------------------------------------------------------------


def check_standard(state: State, intent: Act) -> None:
    """B-TURN-2, B-TURN-3."""
    check_running(state, intent)
    check_able(state.play, intent.who)
    check_idle(state, intent)
    check_turn(state, intent.who)
    check_deed(state.play, intent.who, i.deed_of(intent), "standard")


def _check_end_turn(state: State, intent: i.EndTurn) -> None:
    """B-READY-1: without enough ep the turn does not end."""
    check_running(state, intent)
    check_able(state.play, intent.who)
    check_idle(state, intent)
    check_turn(state, intent.who)
    for who, wants in intent.ready.items():
        if wants:
            check_ready(state, who)


def check_ready(state: State, who: str) -> None:
    """B-READY-1, B-READY-2."""
    game: Game = state.play.game
    if who not in members(game, game.turn):
        raise Rejected("unknown_combatant", who=who)
    check_able(state.play, who)
    combatant = game.combatants[who]
    if combatant.readied:
        raise Rejected("already_readied", name=name_of(state.play, who))
    if combatant.ep < READY_EP:
        raise Rejected("not_enough_ep", name=name_of(state.play, who), have=combatant.ep, need=READY_EP)


def _check_forfeit(state: State, intent: i.Forfeit) -> None:
    """B-FORF-1, B-A-13."""
    check_running(state, intent)
    check_able(state.play, intent.who)
    game: Game = state.play.game
    if game.combatants[intent.who].status != "at_brink" and not game.options.forfeit_any_time:
        raise Rejected("not_at_brink", name=name_of(state.play, intent.who))


# --- readied actions and opportunities -------------------------------------------------------------------------------


def _check_use(state: State, intent: i.UseReadied) -> None:
    """B-READY-3, B-READY-4, B-READY-11."""
    check_running(state, intent)
    check_able(state.play, intent.who)
    game: Game = state.play.game
    name = name_of(state.play, intent.who)
    if not game.combatants[intent.who].readied:
        mine = [a for f in game.frames for a in f.pending if a.who == intent.who and a.source == "readied"]
        raise Rejected("already_announced" if mine else "no_readied_action", name=name)
    check_may_use(state, intent)
    if intent.kind not in game.options.readied_kinds:
        allowed = ", ".join(game.options.readied_kinds)
        raise Rejected("not_readied_kind", kind=intent.kind, allowed=allowed)
    check_deed(state.play, intent.who, intent.deed, "readied")


def check_may_use(state: State, intent: i.UseReadied) -> None:
    """3.2: in an idle turn, or when a window or a boundary asks."""
    if asked(state.play, intent.who, "window", "boundary") is not None:
        if owes(state.play, intent.who, "window", "boundary") is None:
            raise Rejected("stale_action")
        return
    check_idle(state, intent)


def _check_pass(state: State, intent: i.PassReadied) -> None:
    check_running(state, intent)
    decision = owes(state.play, intent.who, "window", "boundary")
    if decision is not None:
        return
    game: Game = state.play.game
    if not game.combatants[intent.who].readied:
        raise Rejected("no_readied_action", name=name_of(state.play, intent.who))
    raise Rejected("stale_action")


def _check_opportunity(state: State, intent: i.TakeOpportunity | i.DeclineOpportunity) -> None:
    """B-MOVE-4."""
    check_running(state, intent)
    if asked(state.play, intent.who, "opportunity") is None:
        raise Rejected("not_provoked", name=name_of(state.play, intent.who))
    if owes(state.play, intent.who, "opportunity") is None:
        raise Rejected("stale_action")
    if isinstance(intent, i.TakeOpportunity):
        game: Game = state.play.game
        have = game.combatants[intent.who].ep
        need = energy_of(game, intent.who, Deed(kind="attack", ep_bonus=intent.ep_bonus), "opportunity")
        if need > have:
            raise Rejected("not_enough_ep", name=name_of(state.play, intent.who), have=have, need=need)


def _check_add_ep(state: State, intent: i.AddEp) -> None:
    """3.3.8."""
    check_running(state, intent)
    if owes(state.play, intent.who, "bonus") is None:
        raise Rejected("stale_action")
    have = state.play.game.combatants[intent.who].ep
    if intent.n > have:
        raise Rejected("not_enough_ep", name=name_of(state.play, intent.who), have=have, need=intent.n)


_CHECKS: dict[type[Intent], Callable[[State, Any], None]] = {
    **dict.fromkeys(i.DEEDS, check_standard),
    i.StartCombat: _check_start,
    i.EndTurn: _check_end_turn,
    i.DelayTurn: delay.check_delay,
    i.ReinsertTurn: delay.check_reinsert,
    i.KeepWaiting: delay.check_keep,
    i.UseReadied: _check_use,
    i.PassReadied: _check_pass,
    i.TakeOpportunity: _check_opportunity,
    i.DeclineOpportunity: _check_opportunity,
    i.AddEp: _check_add_ep,
    i.Forfeit: _check_forfeit,
    **gm_intents.CHECKS,
}
