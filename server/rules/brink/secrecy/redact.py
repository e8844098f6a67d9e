"""What an audience learns of one of Brink's events: the event, a poorer one, or nothing. Predicates are in `known`.

Hidden combatants named in an event's `mentions` are masked by core afterwards; here is what core can't know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.events import Event
from server.core.ids import GM, UNSEEN
from server.core.state import State
from server.core.terms import Term
from server.rules.brink.secrecy.known import MASKED, Hidden, closed_sheet, hidden_slots, known_action, known_id, seen
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import is_open

Rule = Callable[[State, Any, State, str, Hidden], Event | None]

TARGETS_TERMS = ("agility", "protection")
"""Terms of a roll that are on the target's sheet."""


def redact(before: State, event: Event, after: State, audience: str, hidden: Hidden) -> Event | None:
    """What the audience learns; the event itself where it may know all of it."""
    if audience == GM:
        return event
    rule = _RULES.get(type(event))
    told = event if rule is None else rule(before, event, after, audience, hidden)
    return told if told is None or not hidden else _without_names(told, hidden)


def _without_names(event: Event, hidden: Hidden) -> Event:
    """Ids of actions name their doers."""
    changes = {
        field: known_id(getattr(event, field), hidden)
        for field in ("action", "frame")
        if isinstance(getattr(event, field, None), str)
        and known_id(getattr(event, field), hidden) != getattr(event, field)
    }
    return replace(event, **changes) if changes else event


def _nothing(_b: State, _e: Event, _a: State, _to: str, _h: Hidden) -> None:
    return None


def _added(_b: State, event: e.CombatantAdded, after: State, audience: str, _h: Hidden) -> Event:
    return event if is_open(after, audience, event.who) else replace(event, sheet=closed_sheet(event.sheet))


# --- turns -----------------------------------------------------------------------------------------------------------


def _tie(before: State, event: e.InitiativeTieBroken, _a: State, _to: str, hidden: Hidden) -> Event | None:
    """Those in sight tie among themselves; older logs have ties with somebody hidden, which are told anew in a copy.
    With only one of the tied in sight, the tie itself would tell of another."""
    unseen = hidden_slots(before.play.game, hidden)
    slots = tuple(slot for slot in event.slots if slot not in unseen)
    if len(slots) < 2:
        return None
    return replace(event, slots=slots, faces={slot: face for slot, face in event.faces.items() if slot in slots})


def _unseen_tie(before: State, event: e.UnseenTieBroken, _a: State, _to: str, hidden: Hidden) -> Event | None:
    """Told to those who see all of them."""
    return None if hidden_slots(before.play.game, hidden).intersection(event.slots) else event


def _order(before: State, event: e.InitiativeOrderSet, _a: State, _to: str, hidden: Hidden) -> Event | None:
    """Told where what is seen of it changes."""
    if not hidden:
        return event
    unseen = hidden_slots(before.play.game, hidden)
    order = tuple(slot for slot in event.order if slot not in unseen)
    was = tuple(slot for slot in before.play.game.order if slot not in unseen)
    return None if order == was else replace(event, order=order)


def _turn(_b: State, event: e.TurnStarted, _a: State, _to: str, hidden: Hidden) -> Event:
    return (
        replace(event, actions={who: n for who, n in event.actions.items() if who not in hidden}) if hidden else event
    )


def _after(before: State, event: Any, _a: State, _to: str, hidden: Hidden) -> Event:
    unseen = hidden_slots(before.play.game, hidden) if hidden else frozenset()
    return replace(event, after=UNSEEN) if event.after in unseen else event  # type: ignore[no-any-return]


# --- actions ---------------------------------------------------------------------------------------------------------


def _declared(before: State, event: Any, _a: State, audience: str, hidden: Hidden) -> Event:
    changes: dict[str, Any] = {"action": known_action(before, audience, event.action, hidden)}
    if isinstance(event, e.ReactionDeclared):
        changes["seq"] = MASKED
    return replace(event, **changes)  # type: ignore[no-any-return]


def _offered(before: State, event: e.OpportunityOffered, _a: State, audience: str, hidden: Hidden) -> Event | None:
    """That it has one tells of an NPC's reach."""
    if not is_open(before, audience, event.who) or hidden.intersection((event.who, event.mover)):
        return None
    return event


def _opportunity(_b: State, event: Any, _a: State, _to: str, hidden: Hidden) -> Event:
    return replace(event, mover=seen(event.mover, hidden)) if hidden else event  # type: ignore[no-any-return]


def _hits(before: State, event: e.HitsRolled, _a: State, audience: str, _h: Hidden) -> Event:
    mine, theirs = is_open(before, audience, event.who), is_open(before, audience, event.target)
    return replace(
        event, parts=event.parts if mine else {}, agility=event.agility if theirs else MASKED,
        terms=_terms(event.terms, mine, theirs),
    )  # fmt: skip


def _protection(before: State, event: e.ProtectionUsed, _a: State, audience: str, _h: Hidden) -> Event:
    mine, theirs = is_open(before, audience, event.who), is_open(before, audience, event.target)
    return replace(
        event, damage=event.damage if mine else MASKED, protection=event.protection if theirs else MASKED,
        terms=_terms(event.terms, mine, theirs),
    )  # fmt: skip


def _fizzled(before: State, event: e.ActionFizzled, _a: State, audience: str, _h: Hidden) -> Event:
    return event if is_open(before, audience, event.who) else replace(event, terms=())


def _terms(terms: tuple[Term, ...], mine: bool, theirs: bool) -> tuple[Term, ...]:
    return tuple(term for term in terms if (theirs if term.key in TARGETS_TERMS else mine))


def _lost(before: State, event: e.HealthLost, _a: State, audience: str, _h: Hidden) -> Event:
    return event if is_open(before, audience, event.who) else replace(event, health=MASKED)


def _reloaded(before: State, event: e.Reloaded, _a: State, audience: str, _h: Hidden) -> Event:
    return event if is_open(before, audience, event.who) else replace(event, reserve=None)


def _custom(before: State, event: e.CustomRolled, _a: State, audience: str, _h: Hidden) -> Event:
    return event if is_open(before, audience, event.who) else replace(event, need=MASKED, terms=())


# --- the GM's words --------------------------------------------------------------------------------------------------

SECRET_VALUES = ("health", "sheet", "reserve")


def _ruled(before: State, event: e.GMRuled, _a: State, audience: str, hidden: Hidden) -> Event | None:
    """Rulings are public, but for those on somebody hidden and on numbers of closed sheets."""
    if event.subject in hidden:
        return None
    is_closed = bool(event.subject) and not is_open(before, audience, event.subject)
    if event.ruling == "end" or (is_closed and event.value_of in SECRET_VALUES):
        return None
    return event if event.details is None else replace(event, details=None)


def _both(_b: State, event: Any, _a: State, _to: str, hidden: Hidden) -> Event | None:
    """Nothing where one of the two is hidden."""
    return None if hidden.intersection((event.a, event.b)) else event


_RULES: dict[type[Event], Rule] = {
    e.CombatantAdded: _added,
    e.InitiativeTieBroken: _tie,
    e.UnseenTieBroken: _unseen_tie,
    e.InitiativeOrderSet: _order,
    e.TurnStarted: _turn,
    e.ReinsertPlanned: _after,
    e.TurnReinserted: _after,
    e.ActionDeclared: _declared,
    e.ReactionDeclared: _declared,
    e.ActionFizzled: _fizzled,
    e.FrameClosed: _nothing,
    e.MoveProvoked: _nothing,
    e.PathLeft: _nothing,
    e.FateDoubted: _nothing,
    e.OpportunityOffered: _offered,
    e.OpportunityTaken: _opportunity,
    e.OpportunityDeclined: _opportunity,
    e.HitsRolled: _hits,
    e.ProtectionUsed: _protection,
    e.HealthLost: _lost,
    e.Reloaded: _reloaded,
    e.CustomRolled: _custom,
    e.GMRuled: _ruled,
    e.DistanceSet: _both,
    e.SightSet: _both,
    e.EnmitySet: _both,
}
