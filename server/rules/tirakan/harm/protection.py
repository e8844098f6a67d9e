"""The protection pool, unit by unit: which units serve, the question, the automatic choice (T-PROT-*, T-PIERCE-1)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.options import Choice, Option, Param
from server.core.state import Ask, State
from server.kit.frames import asked_about
from server.kit.hidden import is_secret
from server.rules.tirakan import events as e
from server.rules.tirakan.asking.questions import topic_of
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.state.facts import protection_question, units, whole_units
from server.rules.tirakan.state.intents import Stop, UseProtection
from server.rules.tirakan.state.state import Combatant, Frame, Hit, Strike

KINDS = {"N": "normal", "C": "critical", "H": "sticky", "B": "bleeding", "P": "poison", "F": "fire", "S": "shock",
         "R": "reflective"}  # fmt: skip
"""T-PROT-10."""

LEAST_USEFUL = "NPFSBRHC"
"""In this order units are given up to piercing when nobody says which."""


def stops_critical(kind: str) -> bool:
    """T-CRIT-5, T-PROT-7."""
    return kind == "C"


def serving(combatant: Combatant, strike: Strike) -> Mapping[str, str]:
    """T-PROT-5: the units that could stop a hit that is left; none where piercing eats them all."""
    whole = whole_units(combatant)
    left = hits.left(strike)
    if len(whole) <= strike.piercing or not left:
        return {}
    if not all(hit.critical for hit in left):
        return whole
    return {id: kind for id, kind in whole.items() if stops_critical(kind)}


def most_stops(combatant: Combatant, strike: Strike) -> int:
    """T-PIERCE-1: how many hits can be stopped at most."""
    room = len(whole_units(combatant)) - strike.piercing
    return max(0, min(len(hits.left(strike)), len(serving(combatant, strike)), room))


# --- the question ----------------------------------------------------------------------------------------------------


def is_closed(draft: Draft, who: str) -> bool:
    """Are its armour, or the combatant itself, unknown to some seat? Then nobody may learn whether it is asked."""
    is_npc = draft.ledger.controller(who) == GM
    numbers_public = bool(draft.ledger.table and draft.ledger.table.npc_numbers_public)
    return (is_npc and not numbers_public) or is_secret(draft.play, who)


def ask(draft: Draft, frame: Frame, strike: Strike) -> bool:
    """3.3 step 10. True where the act waits now; else it goes on with what was decided."""
    combatant = draft.game.combatants[strike.target]
    is_asked = bool(serving(combatant, strike)) and combatant.sheet.auto_protect == "ask"
    name = protection_question(frame, strike)
    if is_closed(draft, strike.target):
        asks = {strike.target: Ask(secret=True, must=False)} if is_asked else {}
        draft.open("protection", name, asks, silent=True, topic=topic_of(draft.play, frame))
        return True
    if is_asked:
        draft.open("protection", name, {strike.target: Ask(must=False)}, topic=topic_of(draft.play, frame))
        return True
    automatic(draft, frame, strike)
    return False


def automatic(draft: Draft, frame: Frame, strike: Strike) -> None:
    """T-PROT-5: what `auto_protect` says. Where nothing would serve nothing is said."""
    combatant = draft.game.combatants[strike.target]
    if not serving(combatant, strike):
        return
    stops = best_stops(combatant, strike) if combatant.sheet.auto_protect == "max" else ()
    if stops:
        use(draft, frame, UseProtection(who=strike.target, stops=stops))
    else:
        draft.emit(e.ProtectionDeclined(who=strike.target, decision="", action_id=frame.id))


def best_stops(combatant: Combatant, strike: Strike) -> tuple[Stop, ...]:
    """As many hits as can be stopped, the worst first, critical hits with what can stop them."""
    room = most_stops(combatant, strike)
    free = dict(sorted(serving(combatant, strike).items(), key=lambda unit: LEAST_USEFUL.index(unit[1])))
    stops: list[Stop] = []
    for hit in sorted(hits.worst_first(hits.left(strike)), key=lambda hit: not hit.critical):
        unit = next((id for id, kind in free.items() if stops_critical(kind) or not hit.critical), None)
        if unit is not None and len(stops) < room:
            del free[unit]
            stops.append(Stop(unit, hit.id))
    return tuple(stops)


def use(draft: Draft, frame: Frame, intent: UseProtection, decision: str = "") -> None:
    """T-PROT-4, T-PIERCE-1: spend the units; only those beyond the pierced ones work. `decision`: the question that
    it answers, if anybody was asked."""
    combatant = draft.game.combatants[intent.who]
    strike = frame.strike
    kinds = units(combatant)
    chosen = {stop.unit for stop in intent.stops}
    piercing = strike.piercing if strike is not None else 0
    before = len(hits.left(strike)) if strike is not None else 0
    pierced = given_up(combatant, chosen, piercing) if intent.pierced is None else intent.pierced
    draft.emit(
        e.ProtectionUsed(
            who=intent.who, decision=decision, action_id=frame.id, pierced=pierced, stops=intent.stops,
            effective=tuple(kinds[stop.unit] for stop in intent.stops), stopped=len(intent.stops),
            left=before - len(intent.stops), wasted=len(pierced),
        )
    )  # fmt: skip


def given_up(combatant: Combatant, chosen: set[str], piercing: int) -> tuple[str, ...]:
    """The least useful units, wasted by piercing."""
    rest = [(LEAST_USEFUL.index(kind), id) for id, kind in whole_units(combatant).items() if id not in chosen]
    return tuple(id for _, id in sorted(rest)[:piercing])


# --- refusals --------------------------------------------------------------------------------------------------------


def check_use(state: State, intent: UseProtection) -> None:
    """T-PROT-5 to T-PROT-7, T-PIERCE-1. Raises Rejected."""
    frame = asked_about(state.play.game, state.play.decision)
    strike = frame.strike if frame is not None else None
    if strike is None:
        raise Rejected("stale_action")
    combatant: Combatant = state.play.game.combatants[intent.who]
    _check_units(combatant, [*(intent.pierced or ()), *(stop.unit for stop in intent.stops)])
    _check_hits(units(combatant), strike, intent.stops)
    wasted = strike.piercing if intent.pierced is None else len(intent.pierced)
    whole = len(whole_units(combatant))
    if not intent.stops or wasted != strike.piercing or whole < wasted + len(intent.stops):
        raise Rejected("piercing_not_overcome", p=strike.piercing)


def _check_units(combatant: Combatant, used: list[str]) -> None:
    known = units(combatant)
    for index, unit in enumerate(used):
        if unit not in known:
            raise Rejected("unit_unknown", unit=unit)
        if unit in combatant.spent or unit in used[:index]:
            raise Rejected("unit_spent", unit=unit)


def _check_hits(kinds: Mapping[str, str], strike: Strike, stops: tuple[Stop, ...]) -> None:
    by_id: dict[str, Hit] = {hit.id: hit for hit in strike.hits}
    left = {hit.id for hit in hits.left(strike)}
    for stop in stops:
        hit = by_id.get(stop.hit)
        if hit is None:
            raise Rejected("hit_unknown", hit=stop.hit)
        if stop.hit not in left:
            raise Rejected("hit_already_removed")
        left.discard(stop.hit)
        if hit.critical and not stops_critical(kinds[stop.unit]):
            raise Rejected("unit_cannot_stop_crit", kind=KINDS[kinds[stop.unit]])


# --- the offer -------------------------------------------------------------------------------------------------------


def offer(state: State, who: str) -> list[Option]:
    """The options to stop hits: as many as can be, or each unit to a hit that it can stop. What piercing wastes is
    chosen by the rules."""
    frame = asked_about(state.play.game, state.play.decision)
    strike = frame.strike if frame is not None else None
    if strike is None:
        return []
    combatant: Combatant = state.play.game.combatants[who]
    left = hits.left(strike)
    choices = tuple(
        Choice(id, kind, fits=tuple(hit.id for hit in left if stops_critical(kind) or not hit.critical))
        for id, kind in serving(combatant, strike).items()
    )
    goals = tuple(Choice(hit.id, "critical" if hit.critical else "normal") for hit in left)
    most = most_stops(combatant, strike)
    if not choices or not most:
        return []
    param = Param(name="stops", kind="assign", label="stops", choices=choices, goals=goals, least=1, most=most)
    intent = {"type": "use_protection", "who": who}
    chosen = Option(
        key="use_protection", who=who, intent=intent, group="answer", params=(param,), answers=True, goal="defend",
        changes=True,
    )  # fmt: skip
    stops = best_stops(combatant, strike)
    return [*([_best(chosen, stops, len(left))] if stops else []), chosen]


def _best(chosen: Option, stops: tuple[Stop, ...], hits_left: int) -> Option:
    """The same at one tap."""
    cost = f"{len(stops)} {'unit' if len(stops) == 1 else 'units'}"
    intent = {**chosen.intent, "stops": msgspec.to_builtins(stops)}
    return replace(
        chosen, key="best_protection", intent=intent, params=(), cost=cost, label=f"{len(stops)}/{hits_left}"
    )
