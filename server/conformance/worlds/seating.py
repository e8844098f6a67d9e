"""What is done at the door in both worlds: the GM opens and closes it, answers and frees, people claim seats, and ask
again. Chooses only; and says what whoever stands there could learn."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from server.conformance.worlds.takebacks import TRIES, Step, is_taken
from server.core.deciding import intake
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.intents import ClaimSeat
from server.keys.join_code import places
from server.keys.links import hashed
from server.scenario.rehearsal import Rehearsal

SERVER = "server"
NAMES = ("", "Mia", "Mia")
"""What guests want to be called."""


def at_the_door(table: Rehearsal, luck: random.Random) -> Step | None:
    """Something that the table takes now; None where none was found."""
    for _ in range(TRIES):
        step = _any(table, luck)
        if step is not None and is_taken(table, step):
            return step
    return None


def _any(table: Rehearsal, luck: random.Random) -> Step | None:
    ledger = table.state.ledger
    seat = luck.choice([id for id, one in ledger.seats.items() if one.role == "player"])
    key_h = hashed(b"%d" % luck.randint(1, 4))
    match luck.randrange(8):
        case 0:
            return GM, {"type": "close_door"}, None
        case 1:
            return GM, {"type": "open_door"}, None
        case 2:
            return GM, {"type": "free_seat", "seat": seat, "key_h": luck.choice((None, key_h))}, None
        case 3 if ledger.claims:
            return (
                GM,
                {"type": "answer_claim", "claim": luck.choice(list(ledger.claims)), "yes": luck.random() < 0.7},
                None,
            )
        case 4:
            return SERVER, {"type": "take_seat", "seat": seat}, None
        case _:
            fields = {"seat": seat, "key_h": key_h, "k": ledger.door.k, "player": luck.choice(NAMES)}
            return SERVER, {"type": "claim_seat", **fields}, None


def seen_at_the_door(table: Rehearsal, names: tuple[str, ...]) -> list[Any]:
    """The seats that a code leads to, and what comes of asking for any of them under these names."""
    ledger = table.state.ledger
    shown = msgspec.to_builtins(places(ledger))
    return [shown, [_refused(table, seat, name) for seat in (*ledger.seats, *names) for name in ("", *names)]]


def _refused(table: Rehearsal, seat: str, player: str) -> Any:
    claim = ClaimSeat(seat=seat, key_h=hashed(b"probe"), k=table.state.ledger.door.k, player=player)
    try:
        intake.check_intent(table.timeline, claim, table.asker(SERVER))
    except Rejected as refusal:
        return [refusal.code, repr(sorted(refusal.detail.items()))]
    return None
