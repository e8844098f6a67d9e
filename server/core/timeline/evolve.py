"""Applying one event to the state: facts only. Nothing in here decides, rolls, refuses or reads a clock.

Core applies what all systems share; `system.evolve` applies its own part, `play.game`, and nothing else.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from server.core import events as e
from server.core.ids import Position
from server.core.state import (
    Ask,
    Claim,
    Decision,
    Door,
    Ledger,
    Parked,
    Piece,
    Play,
    Seat,
    State,
    Stopped,
    StopsOf,
    UndoRequest,
)

PlayAt = Callable[[Position], Play]
"""`play` as it was at a position of the same encounter."""


class Evolves(Protocol):
    """What this module needs of a rule system."""

    @property
    def options_type(self) -> type[Any]:
        """The house rules that a table may choose."""

    @property
    def initial(self) -> Callable[[Any], Any]:
        """initial(options) -> game"""

    @property
    def evolve(self) -> Callable[[Any, e.Event], Any]:
        """evolve(game, event) -> game"""


def evolve(system: Evolves, state: State, event: e.Event, past: PlayAt) -> State:
    """The state after one event."""
    if event.ledger:
        return _on_ledger(system, state, event)
    play = evolve_play(system, state.play, event, past)
    return state if play is state.play else State(play, state.ledger)


def _on_ledger(system: Evolves, state: State, event: e.Event) -> State:
    ledger = _LEDGER[type(event)](state.ledger, event)
    if not isinstance(event, e.Created):
        return State(state.play, ledger)
    ledger = replace(ledger, options=msgspec.convert(event.options, system.options_type))
    return State(replace(state.play, game=system.initial(ledger.options)), ledger)


def evolve_play(system: Evolves, play: Play, event: e.Event, past: PlayAt) -> Play:
    """`play` after one event that is not the ledger's."""
    kind = type(event)
    leads = _ELSEWHERE.get(kind)
    if leads is not None:
        return leads(system, play, event, past)
    apply = _applies(kind)
    if apply is not None:
        play = apply(play, event)
    game = system.evolve(play.game, event)
    return play if game is play.game else replace(play, game=game)


def _rewound(_system: Evolves, _play: Play, event: e.Rewound, past: PlayAt) -> Play:
    then = _resumed(past(event.to), past(event.left), event.at, event.remaining_ms)
    return _asking_in_person(then) if event.in_person else then


def _copied(system: Evolves, play: Play, event: e.Copied, past: PlayAt) -> Play:
    for inner in event.step.events:
        play = evolve_play(system, play, inner, past)
    return play


_ELSEWHERE: dict[type[e.Event], Callable[[Evolves, Play, Any, PlayAt], Play]] = {
    e.Rewound: _rewound,
    e.Amended: lambda system, _play, event, past: amended(system, event, past)[-1],
    e.Copied: _copied,
}
"""What leads to another line, or contains whole acts: nothing of it is the system's own."""


def amended(system: Evolves, event: e.Amended, past: PlayAt) -> list[Play]:
    """`play` after each step of an amendment; the last is where it leads, the only one where it has no steps."""
    plays = [past(event.base)]
    for step in event.steps:
        play = plays[-1]
        for inner in step.events:
            if not inner.ledger:
                play = evolve_play(system, play, inner, past)
        plays.append(play)
    plays[-1] = played_on(plays[-1], event, past)
    return plays if len(plays) == 1 else plays[1:]


def played_on(play: Play, event: e.Amended, past: PlayAt) -> Play:
    """Where an amendment leads whose steps lead to `play`."""
    return _resumed(play, past(event.left), event.at, None)


# --- play ------------------------------------------------------------------------------------------------------------


def _resumed(then: Play, left: Play, at: int, remaining_ms: int | None) -> Play:
    """`then`, to be played on from there. Where the same decision is open as in `left`, its clock runs on: a clock that
    starts anew would tell that somebody had answered, which may be a secret."""
    now, back = left.decision, then.decision
    if now is not None and back is not None and now.id == back.id:
        running = _same_clock(back, now, left.paused, then.paused, at)
        return _held(replace(then, decisions=(*then.decisions[:-1], running)))
    return _held(_clock_from(then, at, remaining_ms))


def _asking_in_person(play: Play) -> Play:
    """Who is asked by what is open now is asked in person."""
    return replace(play, in_person={each.id: tuple(each.unanswered()) for each in play.decisions})


def _same_clock(back: Decision, now: Decision, stood: bool, stands: bool, at: int) -> Decision:
    """`back` with the clock of `now`, which stood or ran until `at` and stands or runs from there."""
    clock = now if stood or not stands else stop_clock(now, at)
    opened_at = at if stood and not stands else clock.opened_at
    return replace(back, opened_at=opened_at, remaining_ms=clock.remaining_ms)


def _clock_from(play: Play, at: int, remaining_ms: int | None) -> Play:
    decision = play.decision
    if decision is None or decision.remaining_ms is None:
        return play
    left = decision.remaining_ms if remaining_ms is None else remaining_ms
    return replace(play, decisions=(*play.decisions[:-1], replace(decision, opened_at=at, remaining_ms=left)))


def _held(play: Play) -> Play:
    """Where only the server's `continue` would come next, it waits for the GM, who wants to look at what came back."""
    decision = play.decision
    if decision is None or not decision.silent or decision.unanswered():
        return play
    return replace(play, held=decision.id)


def _added(play: Play, event: e.Added) -> Play:
    piece = Piece(event.name, event.side, event.at, event.seen_by)
    return replace(play, pieces={**play.pieces, event.who: piece})


def _removed(play: Play, event: e.CombatantRemoved) -> Play:
    """Open questions no longer ask it, but its answers stand."""
    pieces = {who: piece for who, piece in play.pieces.items() if who != event.who}
    stops = {who: each for who, each in play.stops.items() if who != event.who}
    decisions = tuple(_not_asking(each, event.who) for each in play.decisions)
    return replace(play, pieces=pieces, stops=stops, decisions=decisions)


def _not_asking(decision: Decision, who: str) -> Decision:
    ask = decision.asks.get(who)
    if ask is None or ask.answer is not None:
        return decision
    return replace(decision, asks={other: each for other, each in decision.asks.items() if other != who})


def _piece(play: Play, who: str, **changes: Any) -> Play:
    if who not in play.pieces:
        return play
    return replace(play, pieces={**play.pieces, who: replace(play.pieces[who], **changes)})


def _noticed(play: Play, event: e.CombatantNoticed) -> Play:
    piece = play.pieces.get(event.who)
    if piece is None or piece.seen_by is None:
        return play
    return _piece(play, event.who, aware=tuple(dict.fromkeys((*piece.aware, *event.by))))


def _opened(play: Play, event: e.DecisionOpened) -> Play:
    new = event.decision
    if play.decision is not None and play.decision.id == new.id:  # more are asked
        wider = replace(new, asks={**play.decision.asks, **new.asks})
        return replace(play, decisions=(*play.decisions[:-1], wider))
    below = play.decisions[-1:] if play.paused else tuple(stop_clock(d, new.opened_at) for d in play.decisions[-1:])
    stopped = Stopped(new.seat, new.nonce) if new.ends_act else play.stopped
    return replace(play, decisions=(*play.decisions[:-1], *below, new), stopped=stopped)


def _closed(play: Play, event: e.DecisionClosed) -> Play:
    rest = tuple(d for d in play.decisions if d.id != event.decision)
    was_open = play.decision is not None and play.decision.id == event.decision
    if was_open and rest and rest[-1].remaining_ms is not None:
        rest = (*rest[:-1], replace(rest[-1], opened_at=event.at))
    in_person = {id: people for id, people in play.in_person.items() if id != event.decision}
    held = "" if event.decision == play.held else play.held
    return replace(play, decisions=rest, held=held, in_person=in_person)


def _stops_set(play: Play, event: e.StopsSet) -> Play:
    return replace(play, stops={**play.stops, event.who: StopsOf(event.seat, event.at)})


def _in_person(play: Play, event: e.AskedInPerson) -> Play:
    people = (*play.in_person.get(event.decision, ()), event.who)
    return replace(play, in_person={**play.in_person, event.decision: tuple(dict.fromkeys(people))})


def stop_clock(decision: Decision, at: int) -> Decision:
    """The decision with what its clock has left at `at` (ms)."""
    if decision.remaining_ms is None:
        return decision
    left = max(0, decision.remaining_ms - max(0, at - decision.opened_at))
    return replace(decision, opened_at=at, remaining_ms=left)


def _on_decision(play: Play, id: str, change: Callable[[Decision], Decision]) -> Play:
    return replace(play, decisions=tuple(change(d) if d.id == id else d for d in play.decisions))


def _answered(play: Play, event: e.Answered) -> Play:
    def answer(decision: Decision) -> Decision:
        ask = decision.asks.get(event.who, Ask())
        return replace(decision, asks={**decision.asks, event.who: _asked(ask, event)})

    return _on_decision(play, event.decision, answer)


def _asked(ask: Ask, event: e.Answered) -> Ask:
    if not event.withdrawn:
        return replace(ask, answer=event, kept=None, unheard=())
    unheard = event.unheard if isinstance(event, e.TakenBack) else ()
    if ask.answer is None:  # taken back before: who was not told then still believes in it, unless told now
        unheard = tuple(audience for audience in ask.unheard if audience in unheard)
    return replace(ask, answer=None, kept=(ask.answer or ask.kept) if unheard else None, unheard=unheard)


def _time_given(play: Play, event: e.TimeGiven) -> Play:
    return _on_decision(
        play, event.decision,
        lambda d: replace(d, opened_at=event.at, remaining_ms=event.remaining_ms, extended=d.extended + event.asked),
    )  # fmt: skip


def _paused(play: Play, event: e.Paused) -> Play:
    top = tuple(stop_clock(d, event.at) for d in play.decisions[-1:])
    return replace(play, paused=True, decisions=(*play.decisions[:-1], *top))


def _unpaused(play: Play, event: e.Unpaused) -> Play:
    top = tuple(replace(d, opened_at=event.at) for d in play.decisions[-1:])
    return replace(play, paused=False, decisions=(*play.decisions[:-1], *top))


def _typed(play: Play, event: e.DiceTyped) -> Play:
    parked = play.parked
    if parked is None:
        return play
    key = f"{event.roll}|{event.who}"
    return replace(play, parked=with_faces(parked, key, event.faces))


def with_faces(parked: Parked, key: str, faces: tuple[int, ...]) -> Parked:
    """The parked act with more faces typed for one roll."""
    return replace(parked, faces={**parked.faces, key: (*parked.faces.get(key, ()), *faces)})


_PLAY: dict[type[e.Event], Callable[[Play, Any], Play]] = {
    e.Added: _added,
    e.CombatantRemoved: _removed,
    e.Moved: lambda play, event: _piece(play, event.who, at=event.path[-1]) if event.path else play,
    e.CombatantHidden: lambda play, event: _piece(play, event.who, seen_by=event.seen_by, aware=event.aware),
    e.CombatantNoticed: _noticed,
    e.CombatantRevealed: lambda play, event: _piece(play, event.who, seen_by=None, aware=()),
    e.DecisionOpened: _opened,
    e.DecisionClosed: _closed,
    e.Answered: _answered,
    e.TimeGiven: _time_given,
    e.Paused: _paused,
    e.Unpaused: _unpaused,
    e.AutoPassSet: lambda play, event: replace(play, auto_pass={**play.auto_pass, event.seat: event.kinds}),
    e.StopsSet: _stops_set,
    e.AskedInPerson: _in_person,
    e.WindowHeld: lambda play, event: replace(play, held=event.decision),
    e.StartAsked: lambda play, event: replace(play, starting=event.intent),
    e.Began: lambda play, _: replace(play, phase="running", starting=None),
    e.Finished: lambda play, _: replace(play, phase="ended"),
    e.ActParked: lambda play, event: replace(play, parked=event.parked),
    e.DiceTyped: _typed,
    e.ActUnparked: lambda play, _: replace(play, parked=None),
    e.Opened: lambda play, event: _held(_clock_from(play, event.at, None)),
}


@cache
def _applies(kind: type[e.Event]) -> Callable[[Play, Any], Play] | None:
    """What core does with an event of this class: its own entry, else that of its nearest base."""
    return next((_PLAY[base] for base in kind.__mro__ if base in _PLAY), None)


# --- ledger ----------------------------------------------------------------------------------------------------------


def _created(ledger: Ledger, event: e.Created) -> Ledger:
    return replace(
        ledger,
        encounter=event.encounter,
        title=event.title,
        system=event.system,
        options=event.options,
        table=event.table,
        tips=event.tips,
        signer=event.signer,
        copying=event.position is not None,
    )


def _seat(ledger: Ledger, id: str, seat: Seat) -> Ledger:
    return replace(ledger, seats={**ledger.seats, id: seat})


def _sit(ledger: Ledger, id: str, **changes: Any) -> Ledger:
    """Somebody sits on it from here on."""
    return _seat(ledger, id, replace(ledger.seats[id], taken=True, **changes))


def _door_opened(ledger: Ledger, event: e.DoorOpened) -> Ledger:
    for seat in event.taken:
        ledger = _sit(ledger, seat)
    return replace(ledger, door=Door(event.k, True, event.at), claims={})


def _asks(ledger: Ledger, event: e.ClaimAsked) -> Ledger:
    """A new claim takes the place of an earlier one for the same seat, which was refused."""
    others = {id: claim for id, claim in ledger.claims.items() if claim.seat != event.seat}
    return replace(ledger, claims={**others, event.claim: Claim(event.seat, event.key_h, event.player)})


def _refused(ledger: Ledger, event: e.ClaimRefused) -> Ledger:
    refused = replace(ledger.claims[event.claim], is_refused=True)
    return replace(ledger, claims={**ledger.claims, event.claim: refused})


def _claimed(ledger: Ledger, event: e.SeatClaimed) -> Ledger:
    others = {id: claim for id, claim in ledger.claims.items() if claim.seat != event.seat}
    ledger = replace(ledger, claims=others) if len(others) < len(ledger.claims) else ledger
    return _sit(ledger, event.seat, token=event.key_h, claimed=event.k, player=event.player)


def _freed(ledger: Ledger, event: e.SeatFreed) -> Ledger:
    """The seat is as new: whoever comes next joins with a random value of their own."""
    seat = ledger.seats[event.seat]
    return _seat(ledger, event.seat, Seat(seat.name, seat.role, event.key_h))


def _control(ledger: Ledger, event: e.ControlGiven) -> Ledger:
    return replace(ledger, control={**ledger.control, event.who: event.seat})


def _requests(ledger: Ledger, id: str, request: UndoRequest | None) -> Ledger:
    rest = {key: value for key, value in ledger.requests.items() if key != id}
    return replace(ledger, requests=rest if request is None else {**rest, id: request})


def _voted(ledger: Ledger, event: e.UndoVoted) -> Ledger:
    request = ledger.requests[event.request]
    return _requests(ledger, event.request, replace(request, votes={**request.votes, event.seat: event.yes}))


_LEDGER: dict[type[e.Event], Callable[[Ledger, Any], Ledger]] = {
    e.Created: _created,
    e.SeatOpened: lambda ledger, event: _seat(ledger, event.seat, Seat(event.name, event.role, event.token)),
    e.SeatJoined: lambda ledger, event: _sit(ledger, event.seat, commitment=event.commitment),
    e.SeatRevoked: lambda ledger, event: _seat(ledger, event.seat, replace(ledger.seats[event.seat], revoked=True)),
    e.TokenIssued: lambda ledger, event: _seat(
        ledger, event.seat, replace(ledger.seats[event.seat], token=event.token)
    ),
    e.DoorOpened: _door_opened,
    e.DoorClosed: lambda ledger, _: replace(ledger, door=replace(ledger.door, is_open=False), claims={}),
    e.ClaimAsked: _asks,
    e.ClaimRefused: _refused,
    e.SeatClaimed: _claimed,
    e.SeatTaken: lambda ledger, event: _sit(ledger, event.seat),
    e.SeatFreed: _freed,
    e.ControlGiven: _control,
    e.SaltFixed: lambda ledger, event: replace(ledger, salt=event.salt),
    e.SeedRevealed: lambda ledger, event: replace(ledger, epoch=event.epoch + 1, epoch_over=False),
    e.SecretsRevealed: lambda ledger, _: ledger,
    e.UndoRequested: lambda ledger, event: _requests(
        ledger, event.request, UndoRequest(event.seat, event.to, event.reason)
    ),
    e.UndoVoted: _voted,
    e.UndoAnswered: lambda ledger, event: _requests(ledger, event.request, None),
    e.DiceDrawn: lambda ledger, _: ledger,
    e.Closed: lambda ledger, _: replace(ledger, closed=True),
    e.Disclosed: lambda ledger, _: replace(ledger, disclosed=True),
}
