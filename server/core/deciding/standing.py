"""Who passes by itself: those who are asked at a moment at which they have no stop.

Judged is by what the asked one's own seat knows, so that nobody can read a secret off whether somebody passes.
"""

from __future__ import annotations

from collections.abc import Mapping

from server.core.ids import GM
from server.core.options import Option
from server.core.secrecy import known
from server.core.state import Decision, State
from server.core.system import Asker, System

CORES_OWN = ("dice", "reveal")
"""Kinds of decisions that core opens, closes and answers itself."""


def are_set(state: State) -> bool:
    """Does anybody at this table pass by itself?"""
    play, table = state.play, state.ledger.table
    return bool(play.stops or play.auto_pass or (table is not None and table.stops))


def standing(system: System, state: State, decision: Decision) -> list[str]:
    """Those who are asked there and pass by themselves, in the order in which they are asked. `state`: all of it."""
    if not are_set(state) or state.play.held == decision.id:
        return []
    found, ledger = [], state.ledger
    seen: dict[str, State] = {}
    for who in decision.unanswered():
        seat = ledger.controller(who)
        audience = ledger.audience(seat)
        if audience not in seen:
            seen[audience] = known(system, state, audience)
        if stands(system, seen[audience], decision.id, who):
            found.append(who)
    return found


def stands(system: System, seen: State, decision: str, who: str) -> bool:
    """Does it pass there by itself? `seen`: what its player knows."""
    asked = seen.play.opened(decision)
    if asked is None or who not in asked.unanswered() or who in seen.play.in_person.get(decision, ()):
        return False
    if asked.kind in CORES_OWN:
        return False
    if asked.kind in seen.play.auto_pass.get(seen.ledger.controller(who), ()):
        return True
    at = stops_of(system, seen, who) if who in seen.play.pieces else None
    moment = system.stops.moment(seen, asked, who) if at is not None and system.stops is not None else None
    if at is None or moment is None:
        return False
    least = at.get(moment.name, 0)
    return not least or moment.size < least or not _can_do_more(system, seen, asked, who)


def passing(system: System, seen: State, audience: str) -> list[str]:
    """Those whom this audience plays and who will pass by themselves in the open decision. `seen`: what it knows."""
    decision = seen.play.decision
    if decision is None or not are_set(seen) or seen.play.held == decision.id:
        return []
    own = [who for who in decision.unanswered() if plays(seen, audience, who)]
    return [who for who in own if stands(system, seen, decision.id, who)]


def own_stops(system: System, seen: State, audience: str) -> dict[str, dict[str, int]]:
    """At which moments those are asked whom this audience plays; those without who are asked always."""
    if not are_set(seen):
        return {}
    found = {who: stops_of(system, seen, who) for who in seen.play.pieces if plays(seen, audience, who)}
    return {who: dict(at) for who, at in found.items() if at is not None}


def plays(state: State, audience: str, who: str) -> bool:
    """Is it this audience's own: for the GM, whom no player has?"""
    return state.ledger.audience(state.ledger.controller(who)) == audience


def stops_of(system: System, state: State, who: str) -> Mapping[str, int] | None:
    """At which moments, and from which size on, it is asked; None: always. What another seat has set does not count for
    who plays it now."""
    own, table = state.play.stops.get(who), state.ledger.table
    if own is not None and own.seat == state.ledger.controller(who):
        return own.at
    if system.stops is None or table is None or not table.stops:
        return None
    return system.stops.preset(table.stops)


def _can_do_more(system: System, seen: State, decision: Decision, who: str) -> bool:
    """Is there anything to choose but to pass? Nobody is interrupted for less."""
    ledger = seen.ledger
    seat = ledger.controller(who)
    role = ledger.seats[seat].role if seat in ledger.seats else GM
    offered = system.options(seen, Asker(seat, role, ledger.audience(seat), decision.opened_at))
    return any(option.who == who and _is_more(option) for option in offered)


def _is_more(option: Option) -> bool:
    """Something that may be bought at any time counts: it may make an answer possible."""
    return option.reason is None and ((option.answers and option.goal != "end") or option.group == "free")
