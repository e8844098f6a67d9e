"""May this be done now? `state` is what the asker knows. The GM's words are in `gm_intents`, delays in `delay`."""

from __future__ import annotations

from server.core.errors import Rejected
from server.core.intents import Act
from server.core.state import State
from server.kit.moment import asked, checking, name_of, owes
from server.rules.brink.acts.deed_check import check_deed, check_energy, check_means, check_way
from server.rules.brink.deciding import delay, gm_intents
from server.rules.brink.deciding.turns import READY_EP
from server.rules.brink.state import intents as i
from server.rules.brink.state.facts import effect_of, is_able, members
from server.rules.brink.state.moment import MOMENTS, able, check_able
from server.rules.brink.state.state import Deed, Game

# --- start -----------------------------------------------------------------------------------------------------------


def _groups(state: State, _intent: i.StartCombat) -> None:
    """B-INIT-3: members of one group are on one side."""
    for who, combatant in state.play.game.combatants.items():
        gm_intents.check_group(state, who, combatant.group, state.play.pieces[who].side)


def _sides(state: State, intent: i.StartCombat) -> None:
    """B-START-1."""
    if len({piece.side for who, piece in state.play.pieces.items() if is_able(state.play.game, who)}) < 2:
        raise MOMENTS.wrong_phase(state, intent)


def _opening(state: State, intent: i.StartCombat) -> None:
    """B-START-2, B-A-01."""
    if intent.reason != "first_attack":
        return
    if not state.play.game.options.opening_attack:
        raise MOMENTS.wrong_phase(state, intent)
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
    """B-TURN-2: all that depends on the deed, not on the moment."""
    check_deed(state.play, intent.who, i.deed_of(intent), "standard")


def standard_means(state: State, intent: Act) -> None:
    """The part of it that is the same whatever is picked."""
    check_means(state.play, intent.who, i.deed_of(intent), "standard")


def standard_way(state: State, intent: Act) -> None:
    """The part of it that depends on what is picked."""
    check_way(state.play, intent.who, i.deed_of(intent))


def _end_turn(state: State, intent: i.EndTurn) -> None:
    """B-READY-1: without enough ep the turn does not end."""
    for who, wants in intent.ready.items():
        if wants:
            check_ready(state, who)


def check_ready(state: State, who: str) -> None:
    """B-READY-1, B-READY-2."""
    game: Game = state.play.game
    if who not in members(game, game.turn):
        raise Rejected("unknown_combatant", who=who)
    check_able(state.play, who)
    if game.combatants[who].readied:
        raise Rejected("already_readied", name=name_of(state.play, who))
    check_energy(state.play, who, READY_EP)


def _forfeit(state: State, intent: i.Forfeit) -> None:
    """B-FORF-1, B-A-13."""
    game: Game = state.play.game
    if game.combatants[intent.who].status != "at_brink" and not game.options.forfeit_any_time:
        raise Rejected("not_at_brink", name=name_of(state.play, intent.who))


# --- readied actions and opportunities -------------------------------------------------------------------------------


def _readied(state: State, intent: i.UseReadied) -> None:
    """B-READY-3."""
    game: Game = state.play.game
    if not game.combatants[intent.who].readied:
        mine = [a for f in game.frames for a in f.pending if a.who == intent.who and a.source == "readied"]
        raise Rejected("already_announced" if mine else "no_readied_action", name=name_of(state.play, intent.who))


def _may_use(state: State, intent: i.UseReadied) -> None:
    """3.2: in an idle turn, or when a window or a boundary asks."""
    if asked(state.play, intent.who, "window", "boundary") is None:
        MOMENTS.idle(state, intent)
    elif owes(state.play, intent.who, "window", "boundary") is None:
        raise Rejected("stale_action")


def _use(state: State, intent: i.UseReadied) -> None:
    """B-READY-4, B-READY-11."""
    kinds = state.play.game.options.readied_kinds
    if intent.kind not in kinds:
        raise Rejected("not_readied_kind", kind=intent.kind, allowed=", ".join(kinds))
    check_deed(state.play, intent.who, intent.deed, "readied")


def _pass(state: State, intent: i.PassReadied) -> None:
    if owes(state.play, intent.who, "window", "boundary") is not None:
        return
    if not state.play.game.combatants[intent.who].readied:
        raise Rejected("no_readied_action", name=name_of(state.play, intent.who))
    raise Rejected("stale_action")


def _provoked(state: State, intent: i.TakeOpportunity | i.DeclineOpportunity) -> None:
    """B-MOVE-4."""
    if asked(state.play, intent.who, "opportunity") is None:
        raise Rejected("not_provoked", name=name_of(state.play, intent.who))
    if owes(state.play, intent.who, "opportunity") is None:
        raise Rejected("stale_action")


def _take(state: State, intent: i.TakeOpportunity) -> None:
    check_energy(state.play, intent.who, intent.ep_bonus)


def _add_ep(state: State, intent: i.AddEp) -> None:
    """3.3.8."""
    if owes(state.play, intent.who, "bonus") is None:
        raise Rejected("stale_action")
    check_energy(state.play, intent.who, intent.n)


_ABLE = (MOMENTS.running, able)
_IN_TURN = (*_ABLE, MOMENTS.idle, MOMENTS.on_turn)

check = checking({
    **dict.fromkeys(i.DEEDS, (*_IN_TURN, check_standard)),
    i.StartCombat: (MOMENTS.setup, _groups, _sides, _opening),
    i.EndTurn: (*_IN_TURN, _end_turn),
    i.DelayTurn: (*_ABLE, delay.check_delay),
    i.ReinsertTurn: (*_ABLE, delay.check_reinsert),
    i.KeepWaiting: (MOMENTS.running, delay.check_keep),
    i.UseReadied: (*_ABLE, _readied, _may_use, _use),
    i.PassReadied: (MOMENTS.running, _pass),
    i.TakeOpportunity: (MOMENTS.running, _provoked, _take),
    i.DeclineOpportunity: (MOMENTS.running, _provoked),
    i.AddEp: (MOMENTS.running, _add_ep),
    i.Forfeit: (*_ABLE, _forfeit),
    **gm_intents.CHECKS,
})  # fmt: skip
