"""Delaying turns (B-DELAY-*): who waits, where a turn may be put, what is refused."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import Decision, Play, State
from server.kit.hidden import most_public
from server.kit.moment import asked, owes
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import able_members, had_turn, has_turn_ahead, is_over_for, members, named, slot_of
from server.rules.brink.state.intents import DelayTurn, KeepWaiting, ReinsertTurn
from server.rules.brink.state.moment import MOMENTS, slot_name
from server.rules.brink.state.state import Delay, Game

# --- who waits -------------------------------------------------------------------------------------------------------


def waiting(game: Game) -> list[str]:
    """B-DELAY-3, B-DELAY-7: slots that wait at this boundary without a plan that can still come true."""
    return [
        slot
        for slot, delay in game.delays.items()
        if delay.state == "waiting" and able_members(game, slot) and not _has_plan(game, delay)
    ]


def _has_plan(game: Game, delay: Delay) -> bool:
    if not delay.after or game.round > delay.after_round:
        return False
    return delay.after == game.boundary.ended or has_turn_ahead(game, delay.after)


def planned(game: Game) -> str:
    """B-DELAY-3: the slot that is to act behind the one whose turn has just resolved; empty if none is. Where a round
    has begun since, that turn was one of the round before."""
    boundary = game.boundary
    for slot, delay in game.delays.items():
        is_here = delay.after == boundary.ended and delay.state == "waiting" and game.round <= delay.after_round
        is_here = is_here and had_turn(game, boundary.ended)
        if boundary.resolved and delay.after and is_here and able_members(game, slot):
            return slot
    return ""


def asked_of(play: Play, slot: str) -> Decision | None:
    """The open boundary that asks somebody of this slot."""
    found = (asked(play, who, "boundary") for who in members(play.game, slot))
    return next((decision for decision in found if decision is not None), None)


def speaker(play: Play, slot: str) -> str:
    """Who is asked for a slot: one whom everybody sees, if there is one."""
    return most_public(play, able_members(play.game, slot))


# --- refusals --------------------------------------------------------------------------------------------------------


def check_delay(state: State, intent: DelayTurn) -> None:
    """B-DELAY-1."""
    game: Game = state.play.game
    slot = slot_of(game, intent.who)
    if slot in game.delays:
        raise Rejected("already_delaying", name=slot_name(state.play, slot))
    if game.stage == "turn" and game.turn == slot:
        if is_used(game, slot) and not game.options.delay_mid_turn:
            raise Rejected("turn_already_used", name=slot_name(state.play, slot))
        MOMENTS.idle(state, intent)


def is_used(game: Game, slot: str) -> bool:
    """B-DELAY-1: has anybody of the slot spent an action or ep in this turn?"""
    return any(game.combatants[who].touched for who in members(game, slot))


def check_reinsert(state: State, intent: ReinsertTurn) -> None:
    """B-DELAY-2, B-DELAY-3."""
    game: Game = state.play.game
    slot = slot_of(game, intent.who)
    delay = game.delays.get(slot)
    if delay is None:
        raise Rejected("not_delaying", name=slot_name(state.play, slot))
    if intent.after:
        _check_after(state, slot, delay, slot_of(game, intent.after))
    elif delay.state == "announced":
        raise Rejected("not_later", slot=slot_name(state.play, slot))
    elif not _is_asked(state.play, slot):
        raise Rejected("only_between_turns")


def _is_asked(play: Play, slot: str) -> bool:
    """Does a boundary that follows a resolved turn ask this slot?"""
    game: Game = play.game
    return game.boundary.resolved and asked_of(play, slot) is not None


def _check_after(state: State, slot: str, delay: Delay, after: str) -> None:
    game: Game = state.play.game
    is_there = after in game.order and after != slot and bool(able_members(game, after))
    is_earlier = is_there and delay.state == "announced" and game.order.index(after) < game.order.index(slot)
    if not is_there or is_earlier or (delay.round <= game.round and had_turn(game, after)):
        raise Rejected("not_later", slot=slot_name(state.play, after))


def check_keep(state: State, intent: KeepWaiting) -> None:
    """B-DELAY-7."""
    game: Game = state.play.game
    slot = slot_of(game, intent.who)
    if slot not in game.delays:
        raise Rejected("not_delaying", name=slot_name(state.play, slot))
    if not any(owes(state.play, who, "boundary") for who in members(game, slot)):
        raise Rejected("stale_action")


# --- what they set going ---------------------------------------------------------------------------------------------


def delay_turn(draft: Draft, intent: DelayTurn) -> bool:
    """B-DELAY-1. Does the fight go on at a boundary?"""
    game: Game = draft.game
    slot = slot_of(game, intent.who)
    people = named(draft.play, slot)
    if game.stage == "turn" and game.turn == slot:
        draft.emit(e.TurnDelayed(slot=slot, members=people, round=game.round, in_turn=True))
        return True
    draft.emit(e.DelayAnnounced(slot=slot, members=people, round=game.round + int(is_over_for(game, slot))))
    return False


def plan(draft: Draft, slot: str, after: str) -> None:
    """B-DELAY-3: in the round of the delayed turn, or in this one for one who waits."""
    delay = draft.game.delays[slot]
    round = max(delay.round, draft.game.round)
    draft.emit(e.ReinsertPlanned(slot=slot, members=named(draft.play, slot), after=after, round=round))
    keep(draft, slot)


def keep(draft: Draft, slot: str) -> None:
    """B-DELAY-7: an open boundary waits for it no longer."""
    for who in members(draft.game, slot):
        if (decision := owes(draft.play, who, "boundary")) is not None:
            draft.emit(e.DelayKept(who=who, decision=decision.id, slot=slot))
