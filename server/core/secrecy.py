"""Who may know what, said in one place: `known` leaves of a state what an audience may know of it, `redact` does that
with an event. Both ask the same questions below, so that what is shown and what is told agree. Views only shape what
`known` lets through.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import is_
from typing import Any

from msgspec.structs import replace

from server.core import events as e
from server.core.ids import GM, UNSEEN
from server.core.intents import Intent
from server.core.memo import Memo, Newest
from server.core.state import Ask, Decision, Parked, Piece, State
from server.core.system import Roll, System

Hidden = frozenset[str]
"""The combatants that an audience does not see."""

NOBODY: Hidden = frozenset()


def seat_of(audience: str) -> str | None:
    """The seat that an audience consists of; None for the public."""
    return audience[5:] if audience.startswith("seat:") else None


def owns(state: State, audience: str, who: str) -> bool:
    """Does the audience play this combatant (the GM owns all)?"""
    if audience == GM:
        return True
    seat = seat_of(audience)
    if who not in state.play.pieces and who == seat:  # seats are asked themselves to reveal their random values
        return True
    return seat is not None and state.ledger.controller(who) == seat


def hidden_from(state: State, audience: str) -> Hidden:
    """The combatants that this audience does not see."""
    if audience == GM:
        return NOBODY
    pieces = state.play.pieces
    secret: list[str] = _SECRET.of(pieces)
    if not secret:
        return NOBODY
    seat = seat_of(audience)
    return frozenset(
        who for who in secret if seat not in (pieces[who].seen_by or ()) and not owns(state, audience, who)
    )


def not_seen_by_all(state: State) -> list[str]:
    """The combatants that somebody does not see."""
    return _SECRET.of(state.play.pieces)  # type: ignore[no-any-return]


def _secret(pieces: dict[str, Piece]) -> list[str]:
    return [who for who, piece in pieces.items() if piece.seen_by is not None]


_SECRET = Newest(_secret)
"""Remembered, for it is asked for each audience and event."""


def hidden_around(before: State, after: State, audience: str) -> Hidden:
    """The combatants that the audience sees neither before nor after an event."""
    pieces = after.play.pieces
    same = before.play.pieces is pieces
    if same and not _SECRET.of(pieces):
        return NOBODY
    then = hidden_from(after, audience)
    if same and before.ledger.control is after.ledger.control:
        return then
    first = hidden_from(before, audience)
    if not first and not then:
        return NOBODY
    joined = {who for who in then if who in first or who not in before.play.pieces}
    return frozenset(joined | {who for who in first if who not in after.play.pieces})


# --- known -----------------------------------------------------------------------------------------------------------


def known(system: System, state: State, audience: str) -> State:
    """The state as the audience knows it, of the same type; the same object where nothing is hidden."""
    if audience == GM:
        return state
    hidden = hidden_from(state, audience)
    return known_with(system, state, audience, hidden, system.known(state, audience, hidden))


def known_with(system: System, state: State, audience: str, hidden: Hidden, game: Any) -> State:
    """`known` for callers that have worked out already what the audience knows of the game (`system.known`)."""
    play = state.play
    changes: dict[str, Any] = {}
    if game is not play.game:
        changes["game"] = game
    if hidden:
        changes["pieces"] = _PIECES.of((play.pieces,), hidden, _without, play.pieces, hidden)
    decisions = known_decisions(system, state, audience, hidden)
    if decisions is not play.decisions:
        changes["decisions"] = decisions
    if play.parked is not None:
        changes["parked"] = known_parked(play.parked)
    if play.auto_pass:
        seat = seat_of(audience)
        changes["auto_pass"] = {id: kinds for id, kinds in play.auto_pass.items() if id == seat}
    if play.held:
        changes["held"] = ""
    return State(replace(play, **changes), state.ledger) if changes else state


_PIECES = Memo(64)


def _without(pieces: dict[str, Piece], hidden: Hidden) -> dict[str, Piece]:
    return {who: piece for who, piece in pieces.items() if who not in hidden}


def is_common(system: System, state: State) -> bool:
    """Does core tell the same of it to all audiences that see the same combatants? (The GM aside.)"""
    asks = [ask for decision in state.play.decisions for ask in decision.asks.values()]
    return not state.play.auto_pass and all(_is_alike(system, ask) for ask in asks)


def _is_alike(system: System, ask: Ask) -> bool:
    heard = ask.answer is None or type(ask.answer) in system.told_alike
    return heard and not ask.secret and not ask.unheard


def known_parked(parked: Parked) -> Parked:
    """What others know of an act that waits for dice: who rolls what."""
    return replace(parked, intent=None, faces={}, nonce=b"")


def known_decisions(system: System, state: State, audience: str, hidden: Hidden) -> tuple[Decision, ...]:
    """The decisions that the audience sees, with the asks that it sees."""
    decisions = state.play.decisions
    shown = [known_decision(system, state, d, audience, hidden) for d in decisions]
    if all(a is b for a, b in zip(shown, decisions, strict=True)):
        return decisions
    return tuple(d for d in shown if d is not None)


def known_decision(system: System, state: State, decision: Decision, audience: str, hidden: Hidden) -> Decision | None:
    """The decision with the asks that the audience sees; None where it sees none."""
    if not hidden and _is_plain(decision):
        return decision
    told = {
        who: _known_answer(system, state, ask, audience, hidden)
        for who, ask in decision.asks.items()
        if sees_ask(state, audience, who, ask, hidden)
    }
    if not told:
        return None
    topic = mask(decision.topic, hidden) if hidden else decision.topic
    same = len(told) == len(decision.asks) and all(map(is_, told.values(), decision.asks.values()))
    return decision if same and topic == decision.topic else replace(decision, asks=told, topic=topic)


def answered_by(state: State, audience: str, intent: Intent) -> Decision | None:
    """The open decision that an answer from this audience means: the topmost that it sees and that asks the one who
    answers; if none does, the topmost that it sees. It can't mean one that it does not see."""
    if not intent.is_answer:
        return None
    hidden = hidden_from(state, audience)
    seen = [d for d in reversed(state.play.decisions) if sees_decision(state, audience, d, hidden)]
    who = getattr(intent, "who", GM)
    return next((decision for decision in seen if who in decision.asks), seen[0] if seen else None)


def sees_decision(state: State, audience: str, decision: Decision, hidden: Hidden) -> bool:
    """May the audience know of the question?"""
    return audience == GM or any(sees_ask(state, audience, who, ask, hidden) for who, ask in decision.asks.items())


def _is_plain(decision: Decision) -> bool:
    """Is it the same to everybody who sees all combatants? The usual case, so it is looked for first and quickly."""
    for ask in decision.asks.values():
        if ask.secret or ask.answer is not None or ask.unheard:
            return False
    return bool(decision.asks)


def sees_ask(state: State, audience: str, who: str, ask: Ask, hidden: Hidden) -> bool:
    """May the audience know that `who` is asked?"""
    return who not in hidden and (not ask.secret or owns(state, audience, who))


def _known_answer(system: System, state: State, ask: Ask, audience: str, hidden: Hidden) -> Ask:
    if ask.unheard:
        ask = replace(ask, answer=ask.kept if audience in ask.unheard else None, kept=None, unheard=())
    if ask.answer is None:
        return ask
    told = system.redact(state, ask.answer, state, audience, hidden)
    if told is ask.answer:
        return ask
    return replace(ask, answer=told if told is not None else e.Answered(who=ask.answer.who, decision=""))


# --- redact ----------------------------------------------------------------------------------------------------------


def redact(system: System, before: State, event: e.Event, after: State, audience: str) -> e.Event | None:
    """What the audience learns of an event: the event itself, a variant, or nothing."""
    if audience == GM:
        return event
    hidden = hidden_around(before, after, audience)
    rule: Rule | None = _RULES.get(type(event))
    if rule is not None:
        return rule(system, before, event, after, audience)
    if isinstance(event, e.Answered):
        return _answer(system, before, event, after, audience, hidden)
    if isinstance(event, e.Added) and event.seen_by is not None:
        event = replace(event, seen_by=())
    told = event if type(event) in _CORE else system.redact(before, event, after, audience, hidden)
    return told if told is None or not hidden else masked(told, hidden)


def is_told_alike(system: System, before: State, event: e.Event, after: State) -> bool:
    """Do all audiences that see the same combatants learn the same of it? (The GM aside.)"""
    kind = type(event)
    if isinstance(event, e.DecisionOpened):
        return all(_is_alike(system, ask) for ask in event.decision.asks.values())
    if isinstance(event, e.DecisionClosed | e.TimeGiven):
        decisions = [each for state in (before, after) for each in state.play.decisions if each.id == event.decision]
        return all(_is_alike(system, ask) for decision in decisions for ask in decision.asks.values())
    if isinstance(event, e.Answered):
        ask = _ask_of(before, event)
        is_heard = not (isinstance(event, e.TakenBack) and event.unheard)
        return kind in system.told_alike and is_heard and (ask is None or _is_alike(system, ask))
    return kind in system.told_alike or (kind in _CORE and kind not in _RULES)


def _answer(
    system: System, before: State, event: e.Answered, after: State, audience: str, hidden: Hidden
) -> e.Event | None:
    if not _sees_answer(before, event, audience, hidden):
        return None
    if isinstance(event, e.TakenBack) and event.unheard:
        event = replace(event, unheard=())
    told = event if type(event) in _CORE else system.redact(before, event, after, audience, hidden)
    if _is_believed(system, before, event, after, audience, hidden, told):
        return None
    return told if told is None or not hidden else masked(told, hidden)


def masked(event: e.Event, hidden: Hidden) -> e.Event | None:
    """The event with hidden combatants as `unseen`; None where all whom it mentions are hidden."""
    changes: dict[str, Any] = {}
    fields = mentions(type(event))
    seen = not fields
    for field in fields:
        value = getattr(event, field)
        if isinstance(value, str):
            if value in hidden:
                changes[field] = UNSEEN
            seen = seen or (value != "" and value not in hidden)
        elif value is not None:
            left = tuple(who for who in value if who not in hidden)
            if len(left) != len(value):
                changes[field] = left
            seen = seen or bool(left)
    if not seen:
        return None
    return replace(event, **changes) if changes else event


@cache
def mentions(kind: type[e.Event]) -> tuple[str, ...]:
    """The fields of an event class that name combatants."""
    return tuple(field for field in kind.mentions if field in kind.__struct_fields__)


def mask(topic: dict[str, Any], hidden: Hidden) -> dict[str, Any]:
    """A decision's topic with hidden combatants as `unseen`, and gone from its lists."""
    return {key: _masked_value(value, hidden) for key, value in topic.items()}


def _masked_value(value: Any, hidden: Hidden) -> Any:
    if isinstance(value, str):
        return UNSEEN if value in hidden else value
    if isinstance(value, list | tuple):
        return [one for one in value if not (isinstance(one, str) and one in hidden)]
    return value


def _sees_answer(state: State, event: e.Answered, audience: str, hidden: Hidden) -> bool:
    """May the audience learn of the answer? Not of one that is taken back without its hearing of it."""
    if isinstance(event, e.TakenBack) and audience in event.unheard:
        return False
    ask = _ask_of(state, event)
    return event.who not in hidden if ask is None else sees_ask(state, audience, event.who, ask, hidden)


def _ask_of(state: State, event: e.Answered) -> Ask | None:
    decision = next((d for d in state.play.decisions if d.id == event.decision), None)
    return decision.asks.get(event.who) if decision else None


def _is_believed(
    system: System, before: State, event: e.Answered, after: State, audience: str, hidden: Hidden, told: e.Event | None
) -> bool:
    """Is it an answer that was taken back unheard by the audience, and is now given again? It has believed in it all
    along."""
    ask = None if event.withdrawn else _ask_of(before, event)
    if ask is None or audience not in ask.unheard:
        return False
    return bool(told == system.redact(before, ask.kept, after, audience, hidden))


def _created(_s: System, _b: State, event: e.Created, _a: State, _to: str) -> e.Event:
    return event if event.position is None else replace(event, position=None, head=b"")


def _open(_s: System, _b: State, event: e.Opened, _a: State, _to: str) -> e.Event:
    return replace(event, begun=0) if event.begun else event


def _seat_opened(_s: System, _b: State, event: e.SeatOpened, _a: State, _to: str) -> e.Event:
    return replace(event, token=b"")


def _opened(system: System, _before: State, event: e.DecisionOpened, after: State, audience: str) -> e.Event | None:
    hidden = hidden_from(after, audience)
    decision = known_decision(system, after, event.decision, audience, hidden)
    return None if decision is None else e.DecisionOpened(decision=replace(decision, seat="", nonce=b""))


def _about_decision(
    system: System, before: State, event: e.DecisionClosed | e.TimeGiven, after: State, audience: str
) -> e.Event | None:
    """Told to those who saw the decision, before or after."""
    for state in (before, after):
        hidden = hidden_from(state, audience)
        for decision in state.play.decisions:
            if decision.id == event.decision and known_decision(system, state, decision, audience, hidden):
                return event
    return None


def _parked(_s: System, before: State, event: e.ActParked, _a: State, audience: str) -> e.Event | None:
    parked = event.parked
    return e.DiceAsked(who=parked.who, roll=parked.roll, sides=parked.sides, count=parked.count)


def _own_seat(_s: System, _b: State, event: e.AutoPassSet, _a: State, audience: str) -> e.Event | None:
    return event if event.seat == seat_of(audience) else None


def _control(_s: System, before: State, event: e.ControlGiven, after: State, audience: str) -> e.Event | None:
    hidden = event.who not in after.play.pieces or event.who in hidden_from(before, audience)
    return None if hidden and not owns(after, audience, event.who) else event


def _hid(_s: System, before: State, event: e.CombatantHidden, after: State, audience: str) -> e.Event | None:
    """Who saw it is told that it is gone, who sees it from now on that it is there. Nobody is told who else sees it."""
    if event.who in hidden_from(before, audience) and event.who not in hidden_from(after, audience):
        return e.CombatantRevealed(who=event.who)
    return None if event.who in hidden_around(before, after, audience) else replace(event, seen_by=())


def _drawn(system: System, before: State, event: e.DiceDrawn, after: State, audience: str) -> e.Event | None:
    """Told where every seat may see such a roll; without its act, and its name where that names somebody hidden."""
    if not system.open_roll(before, Roll(event.roll, event.who, event.sides)):
        return None
    hidden = hidden_from(before, audience)
    roll = "" if any(who in event.roll for who in hidden) else event.roll
    return masked(replace(event, roll=roll, act="", index=0, depth=0), hidden)


def _claimed(_s: System, _b: State, event: e.SeatClaimed, _a: State, _to: str) -> e.Event:
    return replace(event, key_h=b"")


def _freed(_s: System, _b: State, event: e.SeatFreed, _a: State, _to: str) -> e.Event:
    return replace(event, key_h=b"") if event.key_h else event


def _gm_only(_s: System, _b: State, _e: e.Event, _a: State, _to: str) -> None:
    return None


Rule = Callable[[System, State, Any, State, str], e.Event | None]

_RULES: dict[type[e.Event], Rule] = {
    e.Created: _created,
    e.Opened: _open,
    e.SeatOpened: _seat_opened,
    e.DecisionOpened: _opened,
    e.DecisionClosed: _about_decision,
    e.TimeGiven: _about_decision,
    e.ActParked: _parked,
    e.AutoPassSet: _own_seat,
    e.DiceDrawn: _drawn,
    e.ControlGiven: _control,
    e.CombatantHidden: _hid,
    e.TokenIssued: _gm_only,
    e.SecretsRevealed: _gm_only,
    e.DoorOpened: _gm_only,
    e.DoorClosed: _gm_only,
    e.ClaimAsked: _gm_only,
    e.ClaimRefused: _gm_only,
    e.SeatClaimed: _claimed,
    e.SeatTaken: _gm_only,
    e.SeatFreed: _freed,
}

_CORE = frozenset(e.CORE_EVENTS)
