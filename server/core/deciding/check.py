"""May this seat do this now? Asked before anything is decided.

The state that is looked at is the asker's, without what the asker may not know: so no refusal can tell a secret.

The intents on history (rewind, redo, amend) are in `history`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from server.core import dice
from server.core import intents as i
from server.core.create import check_place
from server.core.deciding.decide import MOST_EXTENDED
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.knowing.viewer import party_of
from server.core.secrecy import owns
from server.core.size import check_count
from server.core.state import Ledger, Seat, State
from server.core.system import Asker, System
from server.core.words.look_alike import look_alike, skeleton

MOST_KINDS, MOST_KIND_CHARS = 32, 64
"""Bounds of the list of decisions that a seat always passes on, and of each name in it."""
MOST_REASON = 500
"""Characters, as many as the reason of a player's request to take back may have."""


def check(system: System, state: State, intent: i.Intent, asker: Asker, decision: str | None = None) -> None:
    """Raises Rejected where the asker may not do this now.

    `state`: as the asker knows it. `decision`: the open one that the asker means."""
    check_rights(state, intent, asker)
    check_moment(state, intent, decision)
    check_rules(system, state, intent, asker)


def check_moment(state: State, intent: i.Intent, decision: str | None) -> None:
    """Raises Rejected where the encounter takes no such intent now, or the decision meant is no longer open."""
    if state.ledger.closed and not isinstance(intent, i.AFTER_CLOSE):
        raise Rejected("closed")
    if state.ledger.copying:
        raise Rejected("copying")
    if state.play.parked is not None and not isinstance(intent, i.WHILE_PARKED):
        raise Rejected("dice_pending", who=_name(state, state.play.parked.who))
    if decision is not None and (state.play.decision is None or state.play.decision.id != decision):
        raise Rejected("stale_action")


def check_rules(system: System, state: State, intent: i.Intent, asker: Asker) -> None:
    """Raises Rejected where the rules say no; rights are not asked."""
    special = _CHECKS.get(type(intent))
    if special is not None:
        special(state, intent, asker)
    elif type(intent) not in i.CORE_INTENTS:
        if state.play.starting is not None:
            raise Rejected("waiting_for_reveal")
        system.check(state, intent, asker)


def check_rights(state: State, intent: i.Intent, asker: Asker) -> None:
    """Raises Rejected where the sender has no right to such an intent, or does not control its combatant."""
    if intent.by == "server" and asker.role != "server" and not _is_gms_continue(intent, asker):
        raise Rejected("gm_only")
    seat = state.ledger.seats.get(asker.seat)
    if seat is not None and seat.revoked:
        raise Rejected("seat_revoked")
    if asker.role in (GM, "server"):
        check_actor(state, intent)
        return
    if asker.role == "spectator":
        raise Rejected("spectators_watch")
    if intent.by == GM:
        raise Rejected("gm_only")
    if intent.by == "owner":
        who = getattr(intent, "who", "")
        if who not in state.play.pieces or not owns(state, asker.audience, who):
            raise Rejected("not_your_combatant", who=_name(state, who))


def check_actor(state: State, intent: i.Intent) -> None:
    """Raises Rejected where the combatant that acts is not there."""
    who = getattr(intent, "who", "")
    if intent.by == "owner" and who not in state.play.pieces:
        raise Rejected("unknown_combatant", who=who)


def _is_gms_continue(intent: i.Intent, asker: Asker) -> bool:
    return isinstance(intent, i.Continue) and asker.role == GM


def _name(state: State, who: str) -> str:
    """The combatant's name; an id that the asker can't know of is never repeated, whether it exists or not."""
    piece = state.play.pieces.get(who)
    return piece.name if piece else "that combatant"


def _needs_combatant(state: State, intent: Any, _a: Asker) -> None:
    if intent.who not in state.play.pieces:
        raise Rejected("unknown_combatant", who=intent.who)


def _check_position(state: State, intent: i.SetPosition, asker: Asker) -> None:
    _needs_combatant(state, intent, asker)
    check_place(intent.at)


def _check_hand_over(state: State, intent: i.HandOver, asker: Asker) -> None:
    _needs_combatant(state, intent, asker)
    seat = state.ledger.seats.get(intent.seat)
    if intent.seat != GM and (seat is None or seat.role == "spectator"):
        raise Rejected("no_such_seat", seat=intent.seat)


def _check_revoke(state: State, intent: i.RevokeSeat, asker: Asker) -> None:
    seat = state.ledger.seats.get(intent.seat)
    if seat is None or seat.revoked or intent.seat == asker.seat:
        raise Rejected("no_such_seat", seat=intent.seat)


def _check_open_door(state: State, _intent: i.OpenDoor, _a: Asker) -> None:
    ledger = state.ledger
    if ledger.table is not None and ledger.table.join == "links":
        raise Rejected("links_only")
    if ledger.door.k and not ledger.free_seats():
        raise Rejected("no_free_seat")


def _check_claim(state: State, intent: i.ClaimSeat, _a: Asker) -> None:
    """A claim that was granted may come again, for its client may have missed the answer: that is no error."""
    ledger = state.ledger
    seat = ledger.seats.get(intent.seat)
    if seat is not None and seat.is_claimed_with(intent.key_h):
        return
    if ledger.door.number != intent.k:
        raise Rejected("door_closed")
    if used := next((one for one, key_h in _keys(ledger) if key_h == intent.key_h and one != intent.seat), None):
        raise Rejected("key_used", seat=used)
    asked = next((claim for claim in ledger.claims.values() if claim.seat == intent.seat), None)
    if asked is not None and asked.key_h == intent.key_h and asked.is_refused:
        raise Rejected("claim_refused")
    waits_other = asked is not None and asked.key_h != intent.key_h and not asked.is_refused
    if intent.seat not in ledger.free_seats() or waits_other:
        raise Rejected("seat_taken", seat=intent.seat)
    _check_player(intent.player, [one for id, one in ledger.seats.items() if id != intent.seat])


def _keys(ledger: Ledger) -> Iterator[tuple[str, bytes]]:
    """The hash of every link with the seat it opens: those that exist, and those that claims at the door would get.
    None may come twice, for a link opens one seat, and a claim is known by its key."""
    yield from ((id, seat.token) for id, seat in ledger.seats.items())
    yield from ((claim.seat, claim.key_h) for claim in ledger.claims.values())


def _check_player(player: str, others: Sequence[Seat]) -> None:
    """Raises Rejected for a name that could be mistaken for another seat's or another player's. Exactly the name of
    another player is allowed: one person may take two seats, and two people may have the same name."""
    wanted = skeleton(player)
    like = next((one.name for one in others if wanted and skeleton(one.name) == wanted), None)
    like = like or look_alike(player, [one.player for one in others if one.player])
    if like is not None:
        raise Rejected("name_alike", name=player, like=like)


def _check_answer_claim(state: State, intent: i.AnswerClaim, _a: Asker) -> None:
    claim = state.ledger.claims.get(intent.claim)
    if claim is None or claim.is_refused:
        raise Rejected("nothing_waits")
    if intent.yes and claim.seat not in state.ledger.free_seats():  # somebody has come by its link meanwhile
        raise Rejected("seat_taken", seat=claim.seat)


def _check_take(state: State, intent: i.TakeSeat, _a: Asker) -> None:
    seat = state.ledger.seats.get(intent.seat)
    if seat is None or seat.role != "player" or seat.revoked or seat.taken:
        raise Rejected("stale_action")


def _check_free(state: State, intent: i.FreeSeat, _a: Asker) -> None:
    seat = state.ledger.seats.get(intent.seat)
    if seat is None or seat.role != "player" or seat.revoked:
        raise Rejected("no_such_seat", seat=intent.seat)
    if state.play.starting is not None:  # the dice wait for the random values of those who have joined
        raise Rejected("waiting_for_reveal")


def _check_join(state: State, _intent: i.Join, asker: Asker) -> None:
    seat = state.ledger.seats[asker.seat]
    if seat.commitment or state.ledger.begun:
        raise Rejected("already_joined", seat=seat.name)


def _check_reveal(state: State, intent: i.Reveal, asker: Asker) -> None:
    decision = state.play.decision
    if decision is None or decision.kind != "reveal" or asker.seat not in decision.unanswered():
        raise Rejected("nothing_waits")
    encounter = bytes.fromhex(state.ledger.encounter)
    if dice.commitment_of(encounter, asker.seat, intent.preimage) != state.ledger.seats[asker.seat].commitment:
        raise Rejected("reveal_mismatch", seat=asker.seat)


def _check_clock(state: State, intent: i.Expire | i.CloseDecision, asker: Asker) -> None:
    decision = state.play.decision
    if decision is None or decision.id != intent.decision:
        raise Rejected("stale_action")
    if isinstance(intent, i.Expire) and (state.play.paused or decision.opened_at != intent.opened_at):
        raise Rejected("stale_action")


def _check_continue(state: State, intent: i.Continue, asker: Asker) -> None:
    decision = state.play.decision
    if decision is None or decision.id != intent.decision or not decision.silent or decision.unanswered():
        raise Rejected("stale_action")
    if state.play.is_held and asker.role != GM:
        raise Rejected("stale_action")


def _check_more_time(state: State, intent: i.MoreTime, asker: Asker) -> None:
    decision = state.play.decision
    asked = decision is not None and decision.id == intent.decision and decision.remaining_ms is not None
    if decision is None or not asked or not any(owns(state, asker.audience, who) for who in decision.asks):
        raise Rejected("nothing_waits")
    if decision.extended >= MOST_EXTENDED:
        raise Rejected("no_more_time", most=MOST_EXTENDED)


def _check_hide(state: State, intent: i.Hide, asker: Asker) -> None:
    _needs_combatant(state, intent, asker)
    seats = state.ledger.seats
    unknown = next((seat for seat in intent.seen_by if seat not in seats), None)
    if unknown is not None:
        raise Rejected("no_such_seat", seat=unknown)
    check_count("seen_by", "entries", len(intent.seen_by), len(seats))
    _check_observers(state, "aware", intent.aware)


def _check_show(state: State, intent: i.Show, asker: Asker) -> None:
    _needs_combatant(state, intent, asker)
    _check_observers(state, "to", intent.to)


def _check_observers(state: State, field: str, observers: tuple[str, ...]) -> None:
    """Combatants, and parties."""
    known = {*state.play.pieces, *map(party_of, state.play.pieces.values())}
    unknown = next((each for each in observers if each not in known), None)
    if unknown is not None:
        raise Rejected("unknown_combatant", who=unknown)
    check_count(field, "entries", len(observers), len(known))


def _check_reason(_state: State, intent: i.Rewind | i.Redo | i.Amend, _a: Asker) -> None:
    check_count("reason", "characters", len(intent.reason), MOST_REASON)


def _check_kinds(_state: State, intent: i.AutoPass, _a: Asker) -> None:
    check_count("kinds", "entries", len(intent.kinds), MOST_KINDS)
    for at, kind in enumerate(intent.kinds):
        check_count(f"kinds.{at}", "characters", len(kind), MOST_KIND_CHARS)


def _check_stops(_state: State, intent: i.SetStops, _a: Asker) -> None:
    check_count("at", "entries", len(intent.at), MOST_KINDS)
    for moment in intent.at:
        check_count(f"at.{moment[:MOST_KIND_CHARS]}", "characters", len(moment), MOST_KIND_CHARS)


def _check_react(state: State, intent: i.React, _a: Asker) -> None:
    decision = state.play.opened(intent.decision)
    if decision is None or intent.who not in decision.unanswered():
        raise Rejected("nothing_waits")


def _check_open(state: State, intent: i.PassStanding | i.HoldWindow, _a: Asker) -> None:
    if state.play.opened(intent.decision) is None:
        raise Rejected("stale_action")


def _check_pause(state: State, intent: i.Pause | i.Unpause, _a: Asker) -> None:
    if state.play.paused == isinstance(intent, i.Pause):
        raise Rejected("paused" if state.play.paused else "not_paused")


def _check_typed(state: State, intent: Any, asker: Asker) -> None:
    parked = state.play.parked
    if parked is None or not owns(state, asker.audience, parked.who):
        raise Rejected("nothing_waits")
    if isinstance(intent, i.TypeDice):
        fits = intent.faces and all(1 <= face <= parked.sides for face in intent.faces)
        if not fits or len(intent.faces) > parked.count:
            raise Rejected("bad_faces", sides=parked.sides, count=parked.count, got=list(intent.faces))


def _check_drop(state: State, _intent: i.DropAct, _a: Asker) -> None:
    if state.play.parked is None:
        raise Rejected("nothing_waits")


def _check_seed(state: State, intent: i.RevealSeed, _a: Asker) -> None:
    ledger = state.ledger
    if not ledger.epoch_over or intent.epoch != ledger.epoch or (intent.secret and not ledger.closed):
        raise Rejected("stale_action")
    if not dice.leads_to(intent.seed, intent.epoch, ledger.tips.open):
        raise Rejected("foreign_seed", epoch=intent.epoch)
    if intent.secret and not dice.leads_to(intent.secret, intent.epoch, ledger.tips.secret):
        raise Rejected("foreign_seed", epoch=intent.epoch)


def _check_ended(state: State, intent: i.CloseEnded, _a: Asker) -> None:
    if intent.ended_at != state.ledger.ended_at or not intent.ended_at:
        raise Rejected("stale_action")


def _check_disclose(state: State, _intent: i.Disclose, _a: Asker) -> None:
    ledger = state.ledger
    if not ledger.closed:
        raise Rejected("not_closed")
    if ledger.is_revealed:
        raise Rejected("already_revealed")
    if ledger.table.reveal != "gm":
        raise Rejected("not_revealed", audience="everybody", reveal=ledger.table.reveal)


def _check_tokens(state: State, intent: i.IssueTokens, _a: Asker) -> None:
    unknown = next((seat for seat in intent.tokens if seat not in state.ledger.seats), None)
    if unknown is not None:
        raise Rejected("no_such_seat", seat=unknown)


_CHECKS: dict[type[i.Intent], Callable[[State, Any, Asker], None]] = {
    i.Join: _check_join,
    i.Reveal: _check_reveal,
    i.HandOver: _check_hand_over,
    i.RevokeSeat: _check_revoke,
    i.OpenDoor: _check_open_door,
    i.ClaimSeat: _check_claim,
    i.AnswerClaim: _check_answer_claim,
    i.TakeSeat: _check_take,
    i.FreeSeat: _check_free,
    i.SetPosition: _check_position,
    i.Hide: _check_hide,
    i.Show: _check_show,
    i.RemoveCombatant: _needs_combatant,
    i.Rewind: _check_reason,
    i.Redo: _check_reason,
    i.Amend: _check_reason,
    i.Expire: _check_clock,
    i.CloseDecision: _check_clock,
    i.Continue: _check_continue,
    i.MoreTime: _check_more_time,
    i.Pause: _check_pause,
    i.Unpause: _check_pause,
    i.AutoPass: _check_kinds,
    i.SetStops: _check_stops,
    i.React: _check_react,
    i.PassStanding: _check_open,
    i.HoldWindow: _check_open,
    i.TypeDice: _check_typed,
    i.ServerRolls: _check_typed,
    i.DropAct: _check_drop,
    i.RevealSeed: _check_seed,
    i.CloseEnded: _check_ended,
    i.IssueTokens: _check_tokens,
    i.Disclose: _check_disclose,
}
