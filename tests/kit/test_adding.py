"""Somebody joins: what refuses it, who plays it, and an id that tells nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from server.core.create import MOST_COMBATANTS
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.space import MOST_CM
from server.core.state import Ledger, Piece, Play, Seat, State
from server.kit import adding
from server.kit.adding import check_newcomer, offer, piece_of

ROLES = {GM: GM, "ann": "player", "watch": "spectator"}


class AddCombatant(adding.AddCombatant, frozen=True, kw_only=True):
    """As a system has it."""

    sheet: int = 0


class AddNamed(adding.AddCombatant, frozen=True, kw_only=True):
    """A system that makes ids itself."""

    who: str = ""


def table(*people: str, token: bytes = b"secret") -> State:
    """These are there."""
    pieces = {who: Piece(who.title(), "red") for who in people}
    seats = {seat: Seat(name=seat, role=role, token=token) for seat, role in ROLES.items()}
    return State(play=Play(game=None, pieces=pieces), ledger=Ledger(seats=seats))


def refusal(**fields: Any) -> str | None:
    state = table("wolf")
    try:
        check_newcomer(state, AddCombatant(**{"who": "x", "name": "Xaver", "side": "red", **fields}), ["wolf", "gone"])
    except Rejected as rejected:
        return rejected.code
    return None


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, None),
        ({"seat": "ann"}, None),
        ({"who": "wolf"}, "name_taken"),
        ({"who": "gone"}, "name_taken"),
        ({"who": "gm"}, "name_taken"),
        ({"who": "unseen"}, "name_taken"),
        ({"name": "W\u043elf"}, "name_alike"),
        ({"at": (MOST_CM + 1, 0)}, "oversized"),
        ({"seat": "nobody"}, "no_such_seat"),
        ({"seat": "watch"}, "no_such_seat"),
    ],
)
def test_who_can_not_come_is_refused(fields: dict[str, Any], code: str | None) -> None:
    """Ids of those who are gone are taken, too, and those that mean somebody else."""
    assert refusal(**fields) == code


def test_the_piece_is_hidden_where_that_is_said() -> None:
    """From all but its own seat and the GM."""
    intent = AddCombatant(who="x", name="Xaver", side="red", at=(1, 2), hidden=True)
    assert piece_of(intent) == Piece("Xaver", "red", (1, 2), ())
    assert piece_of(msgspec.structs.replace(intent, hidden=False)).seen_by is None


def test_it_is_offered_where_there_is_room_and_a_side() -> None:
    """With place and secrecy, which may be left out."""
    (made,) = offer(AddCombatant, table("wolf"), ["wolf"], "name", "side")
    assert [(each.name, each.optional) for each in made.params] == [
        ("name", False),
        ("side", False),
        ("at", True),
        ("hidden", True),
    ]
    assert offer(AddCombatant, table(), [], "name", "side") == []
    full = [f"w{k}" for k in range(MOST_COMBATANTS)]
    assert offer(AddCombatant, table(*full), full, "name", "side") == []


def test_an_id_is_made_where_the_intent_needs_one() -> None:
    """A new one each time, that fits the intent and can't be worked out by who has not the GM's link."""

    def made(state: State, *taken: str) -> str:
        (found,) = offer(AddCombatant, state, taken, "name", "side")
        return msgspec.convert({**found.intent, "name": "X", "side": "red"}, AddCombatant).who

    state = table("wolf")
    first = made(state, "wolf")
    assert first == made(state, "wolf")
    assert len({first, made(state, "wolf", first), made(table("wolf", token=b"other"), "wolf")}) == 3
    assert offer(AddNamed, state, ["wolf"], "name", "side")[0].intent == {"type": "add_named"}
