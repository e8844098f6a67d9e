"""Sitting down by a join code: which seats are free behind an open door, and how one of them is claimed.

The client that claims a seat makes its secret, and sends only the hash: the server never learns it. The lobby does not
import this module.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from server.core import intents as i
from server.core.errors import Rejected
from server.core.state import Ledger
from server.keys.join_code import Joinable, places
from server.keys.links import hash_of
from server.lobby.lobby import Lobby, Refused
from server.store.log import Unavailable
from server.table.table import Table

WAITS_MS = 3_000
"""A client whose claim waits for the GM asks again after this time."""


async def free_seats_behind(lobby: Lobby, code: str, key_h: bytes = b"", network: str = "") -> dict[str, Any]:
    """What a join code leads to (`Joinable`). A claim that waits with this key is withdrawn: its player is choosing
    again. Raises Refused: join_code, unavailable."""
    table, k = await _behind(lobby, code, network)
    _check_open(table.timeline.ledger, k)
    table.withdraw_claim(key_h)
    return _shown(table.timeline.ledger)


async def sit(lobby: Lobby, code: str, seat: str, key_h: bytes, player: str, network: str = "") -> dict[str, Any]:
    """Claim a seat; returns the same as above once the seat is taken. Its link is made of the secret that hashes to
    `key_h`, and who asks again with that hash gets the same answer. The spectators' seat needs no hash: all share one
    link, which is part of the answer.

    Raises Refused: join_code, seat_taken, claim_waits (ask again), claim_refused, key_used, name_alike, unavailable."""
    table, k = await _behind(lobby, code, network)
    place = table.timeline.ledger.seats.get(seat)
    if place is not None and place.role == "spectator":
        _check_open(table.timeline.ledger, k)
        return _shown(table.timeline.ledger, await _shared(lobby, table, seat))
    if not key_h:
        raise Refused("schema", path="$.key_h", problem="who claims a seat sends the SHA-256 of its secret")
    await _claim(table, i.ClaimSeat(seat=seat, key_h=key_h, k=k, player=player))
    await lobby.tables.admission.keep(table.encounter, table.top, table.timeline.ledger.seats)
    if not table.timeline.ledger.seats[seat].is_claimed_with(key_h):
        table.hear_claim(seat)
        raise Refused("claim_waits", retry_after_ms=WAITS_MS)
    return _shown(table.timeline.ledger)


async def _behind(lobby: Lobby, code: str, network: str) -> tuple[Table, int]:
    """The table that the code leads to, caught up with its log, and the number of the code's door. Raises Refused."""
    try:
        encounter = await lobby.tables.doors.behind(code)
        if encounter is None:
            raise Refused("join_code")
        table = await lobby.table(encounter, network)
        await table.catch_up()
    except Unavailable as error:
        raise Refused("unavailable", retry_after_ms=1000) from error
    k = lobby.tables.doors.number_of(code, table.timeline.ledger)
    if not k:
        raise Refused("join_code")
    return table, k


def _check_open(ledger: Ledger, k: int) -> None:
    """Is the `k`th door the one that is open? Raises Refused."""
    if ledger.door.number != k or ledger.closed:
        raise Refused("join_code")


async def _claim(table: Table, claim: i.ClaimSeat) -> None:
    try:
        await table.serve(claim)
    except Rejected as refusal:
        code = "join_code" if refusal.code in ("door_closed", "closed") else refusal.code
        raise Refused(code, **refusal.detail) from refusal


async def _shared(lobby: Lobby, table: Table, seat: str) -> str:
    """The spectators' token, if this server knows it."""
    await lobby.links.refresh()
    token = lobby.links.of(table.encounter).get(seat, "")
    return token if token and hash_of(token) == table.timeline.ledger.seats[seat].token else ""


def _shown(ledger: Ledger, token: str = "") -> dict[str, Any]:
    seats = places(ledger)
    found = Joinable(encounter=ledger.encounter, title=ledger.title, system=ledger.system, seats=seats, token=token)
    return cast("dict[str, Any]", msgspec.to_builtins(found))
