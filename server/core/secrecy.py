"""Who may know what, said in one place: `known` leaves of a state what an audience may know of it, `redact` does that
with an event. Both mask what fields declare (`disclosure`) for the same eyes (`viewer`), so that what is shown and what
is told agree. Views only shape what `known` lets through.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from operator import is_
from typing import Any, Protocol

from msgspec.structs import replace

from server.core import events as e
from server.core.dice import Roll
from server.core.disclosure import Disclosure
from server.core.ids import GM
from server.core.intents import Intent
from server.core.knowing.masking import masked_topic, masked_value
from server.core.knowing.viewer import (
    NOBODY,
    Answers,
    Hidden,
    Viewer,
    Witness,
    hidden_around,
    hidden_from,
    is_aware,
    named_in,
    not_seen_by_all,
    owns,
    seat_of,
)
from server.core.memo import Memo, Newest
from server.core.state import Ask, Decision, Parked, Piece, State

__all__ = [
    "NOBODY", "Discloses", "Hidden", "answered_by", "hidden_around", "hidden_from", "is_aware", "keep_known", "known",
    "known_decision", "known_to", "not_seen_by_all", "owns", "redact", "redact_for", "seat_of", "sees_ask",
    "sees_decision",
]  # fmt: skip


class Discloses(Protocol):
    """What a rule system says of what others may learn."""

    @property
    def redact(self) -> Mapping[type[Any], Callable[[Any, Any, str], dict[str, Any] | None]]:
        """By type: what is told and shown of the fields that their declarations leave to a rule."""

    @property
    def gone(self) -> Callable[[State], frozenset[str]]:
        """gone(state): who is off the table."""

    @property
    def topic(self) -> Mapping[str, Disclosure]:
        """Key of a decision's topic -> what others may learn of it."""

    @property
    def closed_topic(self) -> frozenset[str]:
        """The keys of topics that not everybody may know who sees all combatants."""

    @property
    def open_roll(self) -> Callable[[State, Roll], bool]:
        """open_roll(state, roll): do all seats see this roll?"""


# --- known -----------------------------------------------------------------------------------------------------------


def known(system: Discloses, state: State, audience: str) -> State:
    """The state as the audience knows it, of the same type; the same object where nothing is hidden."""
    if audience == GM:
        return state
    kept, key = _KNOWN.of(state.play), (audience, id(state.ledger))
    if key not in kept:
        kept[key] = known_to(system, state, audience, hidden_from(state, audience), {})
    return kept[key]  # type: ignore[no-any-return]


_KNOWN = Newest(lambda _play: {})
"""What each knows of the newest state, by audience and ledger (which is in what is kept): by what it was shown and
offered, what it sends is checked. Nobody takes what was worked out for another: the time that it takes would tell."""


def keep_known(state: State, audience: str, now: State) -> None:
    """So that `known` need not work it out again."""
    _KNOWN.of(state.play)[audience, id(state.ledger)] = now


def known_to(system: Discloses, state: State, audience: str, hidden: Hidden, asked: Answers) -> State:
    """`known` to anybody but the GM; `asked` collects what it depends on beside whom the audience does not see."""
    viewer = Viewer(state, audience, hidden, asked, *_marks(state, audience, hidden))
    play = state.play
    changes: dict[str, Any] = {}
    shown = _without_gone(viewer, system.gone(state))
    game = masked_value(system.redact, shown, play.game)
    if game is not play.game:
        changes["game"] = game
    pieces = _without(viewer, play.pieces) if hidden else play.pieces
    pieces = _without_observers(state, viewer, pieces)
    if pieces is not play.pieces:
        changes["pieces"] = pieces
    decisions = _known_decisions(system, state, shown)
    if decisions is not play.decisions:
        changes["decisions"] = decisions
    if play.parked is not None:
        changes["parked"] = known_parked(play.parked, viewer)
    if play.auto_pass:
        changes["auto_pass"] = {seat: kinds for seat, kinds in play.auto_pass.items() if viewer.sits_on(seat)}
    if play.stops:
        changes["stops"] = {who: each for who, each in play.stops.items() if viewer.plays(who)}
    if play.in_person:
        changes["in_person"] = _own_only(viewer, play.in_person)
    if play.held:
        changes["held"] = ""
    return State(replace(play, **changes), state.ledger) if changes else state


def _marks(state: State, audience: str, hidden: Hidden) -> tuple[Hashable, Hashable]:
    """Under which parts are remembered for all, and for the audience alone. While some do not see somebody each has its
    own: else the time that it takes would tell one whether another sees as little."""
    secret = not_seen_by_all(state)
    own = (audience, hidden, *secret)
    return (own, own) if secret else (NOBODY, own)


def _own_only(viewer: Viewer, people: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """By decision those of these whom the audience plays."""
    own = {id: tuple(who for who in each if viewer.plays(who)) for id, each in people.items()}
    return {id: each for id, each in own.items() if each}


def _without_gone(viewer: Viewer, gone: Hidden) -> Viewer:
    """Nobody but the GM is shown combatants that are off the table."""
    return viewer.blind_to(gone) if gone else viewer


def _without(viewer: Viewer, pieces: dict[str, Piece]) -> dict[str, Piece]:
    return viewer.steady({who: piece for who, piece in pieces.items() if who not in viewer.hidden})


def _without_observers(state: State, viewer: Viewer, pieces: dict[str, Piece]) -> dict[str, Piece]:
    """Nobody is told who else sees somebody hidden."""
    told = {}
    for who in not_seen_by_all(state):
        piece = pieces.get(who)
        if piece is not None and (piece.seen_by or piece.aware):
            seats = tuple(seat for seat in piece.seen_by or () if viewer.sits_on(seat))
            own = tuple(each for each in named_in(state, piece.aware) if viewer.plays(each))
            told[who] = _AS_TOLD.of((piece,), (seats, own), _as_told, piece, seats, own)
    return viewer.steady({**pieces, **told}) if told else pieces


_AS_TOLD = Memo(64)


def _as_told(piece: Piece, seats: tuple[str, ...], own: tuple[str, ...]) -> Piece:
    return replace(piece, seen_by=seats, aware=own)


def known_parked(parked: Parked, viewer: Viewer) -> Parked:
    """What others know of an act that waits for dice: who rolls what."""
    return replace(parked, roll=viewer.in_id(parked.roll), intent=None, answers=None, faces={}, server=(), nonce=b"")


def _known_decisions(system: Discloses, state: State, viewer: Viewer) -> tuple[Decision, ...]:
    """The decisions that the audience sees, with the asks that it sees."""
    decisions = state.play.decisions
    shown = [_known_decision(system, state, decision, viewer) for decision in decisions]
    if all(a is b for a, b in zip(shown, decisions, strict=True)):
        return decisions
    return tuple(d for d in shown if d is not None)


def known_decision(
    system: Discloses, state: State, decision: Decision, audience: str, hidden: Hidden
) -> Decision | None:
    """The decision with the asks that the audience sees; None where it sees none."""
    return _known_decision(system, state, decision, _without_gone(Viewer(state, audience, hidden), system.gone(state)))


def _known_decision(system: Discloses, state: State, decision: Decision, viewer: Viewer) -> Decision | None:
    is_topic_open = not viewer.hidden and system.closed_topic.isdisjoint(decision.topic)
    if is_topic_open and _is_plain(decision):
        return decision
    told = {
        who: _known_answer(system, state, ask, viewer)
        for who, ask in decision.asks.items()
        if viewer.sees_ask(who, ask)
    }
    if not told:
        return None
    topic = decision.topic if is_topic_open else masked_topic(system.topic, viewer, decision.topic)
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
        if ask.secret or ask.answer is not None or ask.unheard or ask.about:
            return False
    return bool(decision.asks)


def sees_ask(state: State, audience: str, who: str, ask: Ask, hidden: Hidden) -> bool:
    """May the audience know that `who` is asked?"""
    return Viewer(state, audience, hidden).sees_ask(who, ask)


def _known_answer(system: Discloses, state: State, ask: Ask, viewer: Viewer) -> Ask:
    if ask.unheard:
        ask = replace(ask, answer=ask.kept if viewer.is_among(ask.unheard) else None, kept=None, unheard=())
    if ask.about and (about := viewer.seen_about(ask)) != ask.about:
        ask = replace(ask, about=about)
    if ask.answer is None:
        return ask
    told = _told(system, ask.answer, viewer.around(state, state))
    if told is ask.answer:
        return ask
    return replace(ask, answer=told if told is not None else e.Answered(who=ask.answer.who, decision=""))


# --- redact ----------------------------------------------------------------------------------------------------------


def redact(system: Discloses, before: State, event: e.Event, after: State, audience: str) -> e.Event | None:
    """What the audience learns of an event: the event itself, a variant, or nothing."""
    return redact_for(system, before, event, after, audience, {})


def redact_for(
    system: Discloses, before: State, event: e.Event, after: State, audience: str, asked: Answers
) -> e.Event | None:
    """`redact`; `asked` collects what that depends on beside whom the audience sees."""
    if audience == GM:
        return event
    rule: Rule | None = _RULES.get(type(event))
    gone = NOBODY if before.play.game is None else system.gone(before)  # the first event makes the game
    witness = Witness(before, after, audience, hidden_around(before, after, audience), asked, gone)
    if rule is not None:
        return rule(system, event, witness)
    if isinstance(event, e.Answered):
        return _answer(system, event, witness)
    if isinstance(event, e.Added) and event.seen_by is not None:
        event = replace(event, seen_by=())
    return _told(system, event, witness)


def _told(system: Discloses, event: e.Event, viewer: Viewer) -> e.Event | None:
    """As the event declares itself."""
    told: e.Event | None = masked_value(system.redact, viewer, event)
    return told


def _answer(system: Discloses, event: e.Answered, witness: Witness) -> e.Event | None:
    if not _sees_answer(event, witness):
        return None
    if isinstance(event, e.TakenBack) and event.unheard:
        event = replace(event, unheard=())
    told = _told(system, event, witness)
    return None if _is_believed(system, event, witness, told) else told


def _sees_answer(event: e.Answered, witness: Witness) -> bool:
    """May the audience learn of the answer? Not of one that is taken back without its hearing of it."""
    if isinstance(event, e.TakenBack) and event.unheard and witness.is_among(event.unheard):
        return False
    ask = _ask_of(witness.before, event)
    return witness.sees(event.who) and (ask is None or witness.saw().sees_ask(event.who, ask))


def _ask_of(state: State, event: e.Answered) -> Ask | None:
    decision = state.play.opened(event.decision)
    return decision.asks.get(event.who) if decision else None


def _is_believed(system: Discloses, event: e.Answered, witness: Witness, told: e.Event | None) -> bool:
    """Is it an answer that was taken back unheard by the audience, and is now given again? It has believed in it all
    along."""
    ask = None if event.withdrawn else _ask_of(witness.before, event)
    if ask is None or ask.kept is None or not witness.is_among(ask.unheard):
        return False
    return bool(told == _told(system, ask.kept, witness))


def _opened(system: Discloses, event: e.DecisionOpened, witness: Witness) -> e.Event | None:
    decision = _known_decision(system, witness.after, event.decision, witness.now())
    return None if decision is None else e.DecisionOpened(decision=replace(decision, seat="", nonce=b""))


def _about_decision(system: Discloses, event: e.DecisionClosed | e.TimeGiven, witness: Witness) -> e.Event | None:
    """Told to those who saw the decision, before or after."""
    for state, viewer in ((witness.before, witness.saw()), (witness.after, witness.now())):
        for decision in state.play.decisions:
            if decision.id == event.decision and _known_decision(system, state, decision, viewer):
                return event
    return None


def _parked(system: Discloses, event: e.ActParked, witness: Witness) -> e.Event | None:
    parked = event.parked
    asked = e.DiceAsked(who=parked.who, roll=parked.roll, sides=parked.sides, count=parked.count)
    return _told(system, asked, witness)


def _own_seat(_s: Discloses, event: e.AutoPassSet, witness: Witness) -> e.Event | None:
    return event if witness.sits_on(event.seat) else None


def _control(_s: Discloses, event: e.ControlGiven, witness: Witness) -> e.Event | None:
    is_hidden = event.who not in witness.after.play.pieces or not witness.saw().sees(event.who)
    return None if is_hidden and not witness.plays(event.who) else event


def _hid(system: Discloses, event: e.CombatantHidden, witness: Witness) -> e.Event | None:
    """Who saw it is told that it is gone, who sees it from now on that it is there. Nobody is told who else sees it."""
    if not witness.saw().sees(event.who) and witness.now().sees(event.who):
        return e.CombatantRevealed(who=event.who)
    return _told(system, event, witness)


def _noticed(_s: Discloses, event: e.CombatantNoticed, witness: Witness) -> e.Event | None:
    """Told to those who play one of them, and to nobody who else does: who did not see it yet, that it is there."""
    if not witness.saw().sees(event.who) and witness.now().sees(event.who):
        return e.CombatantRevealed(who=event.who)
    own = tuple(who for who in named_in(witness.after, event.by) if witness.plays(who))
    return replace(event, by=own) if own else None


def _drawn(system: Discloses, event: e.DiceDrawn, witness: Witness) -> e.Event | None:
    """Told where every seat may see such a roll."""
    is_open = system.open_roll(witness.before, Roll(event.roll, event.who, event.sides))
    return _told(system, event, witness.saw()) if is_open else None


Rule = Callable[[Discloses, Any, Witness], e.Event | None]

_RULES: dict[type[e.Event], Rule] = {
    e.DecisionOpened: _opened,
    e.DecisionClosed: _about_decision,
    e.TimeGiven: _about_decision,
    e.ActParked: _parked,
    e.AutoPassSet: _own_seat,
    e.DiceDrawn: _drawn,
    e.ControlGiven: _control,
    e.CombatantHidden: _hid,
    e.CombatantNoticed: _noticed,
}
"""What the fields of core's events can't declare: it depends on decisions, on seats, or on who saw whom before."""
