"""What an accepted intent brings about: core's own intents here, everything else by the system. Refuses nothing.

The intents on history (rewind, redo, amend) are in `history`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Union

import msgspec

from server.core import dice
from server.core import events as e
from server.core import intents as i
from server.core.deciding.standing import CORES_OWN, standing
from server.core.draft import Decides, Draft
from server.core.state import Ask, Decision
from server.core.system import System
from server.core.timeline.evolve import stop_clock

REVEAL_MS = 10_000
"""How long the seats have to reveal their random values at the start."""

MORE_TIME_MS = 600_000
"""The most that can be added to a clock at once."""

MOST_EXTENDED = 20
"""How often time may be added to one question, so that nobody holds up a table for ever."""

MOST_ALONE = 1_000
"""How many commits in a row a table may make with nobody doing anything. Faulty rules that never wait for anybody would
have it go on for ever."""


@cache
def intent_union(system: System) -> Any:
    """All intents that a table with this system takes, as one type to decode."""
    return Union[(*i.CORE_INTENTS, *system.intents)]


@cache
def _kinds(system: System) -> dict[Any, Any]:
    """All intents that a table with this system takes, by their names on the wire."""
    return {kind.__struct_config__.tag: kind for kind in (*i.CORE_INTENTS, *system.intents)}


def parse_intent(system: System, raw: Any) -> i.Intent:
    """An intent from builtins. Raises msgspec.ValidationError with the path of what is wrong."""
    name = raw.get("type") if isinstance(raw, dict) else None
    # Reading one kind takes a fraction of the time. The union of all serves only to say what is wrong with other names.
    kind = _kinds(system).get(name) if isinstance(name, str) else None
    intent: i.Intent = msgspec.convert(raw, kind or intent_union(system))
    return intent


def decide(draft: Draft, intent: i.Intent) -> None:
    """Emit what the intent brings about; then close what all have answered.

    Raises Rejected: too_many_events, also where that would never come to an end."""
    core = _DECIDES.get(type(intent))
    if core is not None:
        core(draft, intent)
    elif isinstance(intent, i.Start):
        _start(draft, intent)
    else:
        draft.system.decide(draft, intent)
    while _close_answered(draft):
        continue  # each emits, and an act has only so many events


def _close_answered(draft: Draft) -> bool:
    """Close the topmost decision if it waits for nobody any more, and go on with its act. The last answer may have come
    earlier, while it lay below another.

    Only the server's `continue` closes a silent decision: closing it with the last answer would tell when that came,
    and whether anybody was asked may be a secret."""
    decision = draft.play.decision
    if decision is None or decision.silent or decision.kind in CORES_OWN or decision.unanswered():
        return False
    _proceed(draft, decision, draft.closes_by)
    return True


def _start(draft: Draft, intent: i.Start) -> None:
    _shut(draft)
    seats = {id: Ask() for id, seat in draft.ledger.seats.items() if seat.commitment and not seat.revoked}
    if not seats:
        _begin(draft, intent, {}, ())
        return
    plain = msgspec.msgpack.decode(msgspec.msgpack.encode(intent))  # as it will be read: lists, not tuples
    draft.emit(e.StartAsked(intent=plain))
    decision = draft.open("reveal", "reveal", seats)
    draft.emit(e.TimeGiven(decision=decision.id, at=draft.now, remaining_ms=REVEAL_MS))


def _begin(draft: Draft, intent: i.Intent, reveals: dict[str, bytes], withheld: tuple[str, ...]) -> None:
    salt = dice.salt_of(bytes.fromhex(draft.ledger.encounter), reveals)
    draft.emit(e.SaltFixed(salt=salt, withheld=withheld))
    draft.system.decide(draft, intent)


def _reveal(draft: Draft, intent: i.Reveal) -> None:
    decision = draft.play.decision
    if decision is None:
        return
    draft.emit(e.SeatRevealed(who=draft.seat, decision=decision.id, preimage=intent.preimage))
    if draft.play.decision is not None and not draft.play.decision.unanswered():
        _end_reveal(draft, "answers")


def _end_reveal(draft: Draft, by: str) -> None:
    decision = draft.play.decision
    if decision is None:
        return
    reveals = {seat: ask.answer.preimage for seat, ask in decision.asks.items() if ask.answer is not None}
    starting = start_intent(draft.system, draft.play.starting)
    draft.close(decision.id, by)
    _begin(draft, starting, reveals, tuple(sorted(set(decision.asks) - set(reveals))))


def start_intent(system: Decides, raw: dict[str, Any]) -> i.Intent:
    """The system's start intent from its stored form."""
    kinds = [kind for kind in system.intents if issubclass(kind, i.Start)]
    intent: i.Intent = msgspec.convert(raw, kinds[0])
    return intent


def _expire(draft: Draft, intent: i.Expire | i.CloseDecision) -> None:
    """Give the default answer for everybody who has not answered. Each may close the decision or open another above
    it; then the rest is left as it is.

    A decision that locks is closed by the server's `continue` as ever: that it ended by the clock, or by the GM, would
    tell that somebody hidden had not answered."""
    by = "expired" if isinstance(intent, i.Expire) else "gm"
    decision = draft.play.decision
    if decision is None:
        return
    if decision.kind == "reveal":
        _end_reveal(draft, by)
        return
    draft.closes_by = by
    for who in decision.unanswered():
        if draft.play.decision is None or draft.play.decision.id != decision.id:
            return
        draft.answer(decision, who)
    now_open = draft.play.decision
    if now_open is None or now_open.id != decision.id or now_open.locks:
        return
    if now_open.silent and not now_open.unanswered():
        _proceed(draft, now_open, by)


def _continue(draft: Draft, _intent: i.Continue) -> None:
    decision = draft.play.decision
    if decision is not None:
        _proceed(draft, decision)


def _proceed(draft: Draft, decision: Decision, by: str = "continued") -> None:
    draft.close(decision.id, by)
    draft.system.proceed(draft, decision)


def _pass_standing(draft: Draft, intent: i.PassStanding) -> None:
    """The answers of all who pass there by themselves. Each may close the decision; then the rest is left as it is."""
    decision = draft.play.opened(intent.decision)
    system: Any = draft.system
    for who in standing(system, draft.state, decision) if decision is not None else ():
        now = draft.play.opened(intent.decision)
        if now is not None and who in now.unanswered():
            draft.answer(now, who)


def _more_time(draft: Draft, intent: i.MoreTime) -> None:
    """The clock of a decision that is not on top stands."""
    decision = draft.play.opened(intent.decision)
    if decision is not None:
        stands = draft.play.paused or decision is not draft.play.decision
        clock = decision if stands else stop_clock(decision, draft.now)
        left = clock.remaining_ms or 0
        more = left + min(max(intent.ms, 0), MORE_TIME_MS)
        # A clock is known by when it began: a server that has not heard of this one must not end it by the former.
        at = max(draft.now, decision.opened_at + 1)
        draft.emit(e.TimeGiven(decision=decision.id, at=at, remaining_ms=more, asked=True))


def _drop(draft: Draft, _intent: i.DropAct) -> None:
    parked, decision = draft.play.parked, draft.play.decision
    if parked is not None and decision is not None:
        draft.close(decision.id, "gm")
        draft.emit(e.ActUnparked(act=parked.act, dropped=True))


def _remove(draft: Draft, intent: i.RemoveCombatant) -> None:
    """The system may have waited for the combatant, and goes on without it."""
    draft.closes_by = "moot"
    draft.emit(e.CombatantRemoved(who=intent.who))
    draft.system.removed(draft, intent.who)


def _reveal_seed(draft: Draft, intent: i.RevealSeed) -> None:
    draft.emit(e.SeedRevealed(epoch=intent.epoch, seed=intent.seed))
    if intent.secret:
        draft.emit(e.SecretsRevealed(epoch=intent.epoch, seed=intent.secret))


def _open_door(draft: Draft, _intent: i.OpenDoor) -> None:
    """A table that has never had a door was made by a release without doors, which did not record who took a seat: all
    its seats count as taken."""
    ledger = draft.ledger
    taken = () if ledger.door.k else tuple(ledger.free_seats())
    draft.emit(e.DoorOpened(k=ledger.door.k + 1, at=draft.now, taken=taken))


def _shut(draft: Draft) -> None:
    if draft.ledger.door.is_open:
        draft.emit(e.DoorClosed())


def _close_door(draft: Draft, intent: i.CloseDoor) -> None:
    if intent.k in (0, draft.ledger.door.k):
        _shut(draft)


def _shut_if_full(draft: Draft) -> None:
    if not draft.ledger.free_seats():
        _shut(draft)


def _join(draft: Draft, intent: i.Join) -> None:
    draft.emit(e.SeatJoined(seat=draft.seat, commitment=intent.commitment))
    _shut_if_full(draft)


def _revoke(draft: Draft, intent: i.RevokeSeat) -> None:
    draft.emit(e.SeatRevoked(seat=intent.seat))
    _shut_if_full(draft)


def claim_of(key_h: bytes) -> str:
    """The id of the claim of whoever has this key."""
    return key_h.hex()[:16]


def _claim(draft: Draft, intent: i.ClaimSeat) -> None:
    """Emits nothing where the same claim comes again: its client may have missed the answer."""
    ledger, claim = draft.ledger, claim_of(intent.key_h)
    if ledger.seats[intent.seat].is_claimed_with(intent.key_h) or claim in ledger.claims:
        return
    if ledger.table is not None and ledger.table.join == "ask":
        draft.emit(e.ClaimAsked(claim=claim, seat=intent.seat, key_h=intent.key_h, player=intent.player))
        return
    draft.emit(e.SeatClaimed(seat=intent.seat, key_h=intent.key_h, k=intent.k, player=intent.player))
    _shut_if_full(draft)


def _answer_claim(draft: Draft, intent: i.AnswerClaim) -> None:
    claim = draft.ledger.claims[intent.claim]
    if not intent.yes:
        draft.emit(e.ClaimRefused(claim=intent.claim))
        return
    k = draft.ledger.door.k  # the door is still open, for closing it drops all claims
    draft.emit(e.SeatClaimed(seat=claim.seat, key_h=claim.key_h, k=k, player=claim.player))
    _shut_if_full(draft)


def _take(draft: Draft, intent: i.TakeSeat) -> None:
    draft.emit(e.SeatTaken(seat=intent.seat))
    _shut_if_full(draft)


def _issue(draft: Draft, intent: i.IssueTokens) -> None:
    for seat, token in intent.tokens.items():
        draft.emit(e.TokenIssued(seat=seat, token=token))


def _emit(make: Callable[[Any, Draft], e.Event]) -> Callable[[Draft, Any], None]:
    """A decision that is just one event."""
    return lambda draft, intent: draft.emit(make(intent, draft))


_DECIDES: dict[type[i.Intent], Callable[[Draft, Any], None]] = {
    i.Join: _join,
    i.Reveal: _reveal,
    i.HandOver: _emit(lambda x, _: e.ControlGiven(who=x.who, seat=x.seat)),
    i.RevokeSeat: _revoke,
    i.OpenDoor: _open_door,
    i.CloseDoor: _close_door,
    i.ClaimSeat: _claim,
    i.AnswerClaim: _answer_claim,
    i.TakeSeat: _take,
    i.FreeSeat: _emit(lambda x, _: e.SeatFreed(seat=x.seat, key_h=x.key_h or b"")),
    i.SetPosition: _emit(lambda x, _: e.Moved(who=x.who, path=(x.at,))),
    i.Hide: _emit(lambda x, _: e.CombatantHidden(who=x.who, seen_by=x.seen_by, aware=x.aware)),
    i.Show: _emit(lambda x, _: e.CombatantNoticed(who=x.who, by=x.to) if x.to else e.CombatantRevealed(who=x.who)),
    i.RemoveCombatant: _remove,
    i.Expire: _expire,
    i.Continue: _continue,
    i.CloseDecision: _expire,
    i.MoreTime: _more_time,
    i.Pause: _emit(lambda _, draft: e.Paused(at=draft.now)),
    i.Unpause: _emit(lambda _, draft: e.Unpaused(at=draft.now)),
    i.AutoPass: _emit(lambda x, draft: e.AutoPassSet(seat=draft.seat, kinds=x.kinds)),
    i.SetStops: _emit(lambda x, draft: e.StopsSet(who=x.who, seat=draft.ledger.controller(x.who), at=x.at)),
    i.React: _emit(lambda x, _: e.AskedInPerson(who=x.who, decision=x.decision)),
    i.PassStanding: _pass_standing,
    i.HoldWindow: _emit(lambda x, _: e.WindowHeld(decision=x.decision if x.is_on else "")),
    i.DropAct: _drop,
    i.RevealSeed: _reveal_seed,
    i.IssueTokens: _issue,
    i.Close: _emit(lambda _x, _d: e.Closed()),
    i.CloseEnded: _emit(lambda _x, _d: e.Closed()),
    i.Disclose: _emit(lambda _x, _d: e.Disclosed()),
}
