"""Somebody joins: what refuses it, who plays it, and an id that tells nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.core.create import MOST_COMBATANTS
from server.core.disclosure import Open
from server.core.errors import Rejected
from server.core.events import Added, ControlGiven
from server.core.ids import GM
from server.core.space import MOST_CM
from server.core.state import Ledger, Piece, Play, Seat, State
from server.kit import newcomers
from server.kit.newcomers import check_newcomer, id_of, join, offer

ROLES = {GM: GM, "ann": "player", "watch": "spectator"}


class AddCombatant(newcomers.AddCombatant, frozen=True, kw_only=True):
    """As a system has it."""

    sheet: int = 0


class AddNamed(newcomers.AddCombatant, frozen=True, kw_only=True):
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


# --- joining ---------------------------------------------------------------------------------------------------------


class CombatantAdded(Added, frozen=True, kw_only=True):
    """A system's own, with what it adds."""

    sheet: Open[int]


def newcomer(**fields: Any) -> AddCombatant:
    return AddCombatant(**{"who": "zoe", "name": "Zoe", "side": "red", **fields})


def draft_of() -> Any:
    """As much of a draft as it takes; cat was played by Ann before a rewind took it off the table."""
    draft = SimpleNamespace(ledger=Ledger(control={"cat": "ann"}), act="c0ffee00", events=[])
    draft.emit = draft.events.append
    return draft


def test_nobody_joins_where_there_is_no_room() -> None:
    """So many may fight, laid at the start and come later."""
    crowd = [f"w{k}" for k in range(MOST_COMBATANTS)]
    with pytest.raises(Rejected) as refused:
        check_newcomer(table(*crowd), newcomer(), ())
    assert refused.value.code == "too_many_combatants"


@pytest.mark.parametrize(
    ("intent", "said"),
    [
        (newcomer(), []),
        (newcomer(seat="ann"), ["ann"]),
        (newcomer(who="cat", seat="ann"), []),
        (newcomer(who="cat"), [GM]),
    ],
)
def test_who_plays_it_is_said_where_it_is_not_so_already(intent: AddCombatant, said: list[str]) -> None:
    """Whoever played one of its id before plays it no longer, unless it is said so."""
    draft = draft_of()
    assert join(draft, CombatantAdded, intent, sheet=3) == intent.who
    assert [event.seat for event in draft.events if isinstance(event, ControlGiven)] == said
    assert draft.events[-1] == CombatantAdded(who=intent.who, name="Zoe", side="red", sheet=3)


def test_somebody_hidden_joins_unseen() -> None:
    """Nobody but its owner and the GM sees it; its side may be another's."""
    draft = draft_of()
    who = join(draft, CombatantAdded, AddNamed(name="Zoe", side="red", hidden=True), "blue", sheet=1)
    assert draft.events == [CombatantAdded(who=who, name="Zoe", side="blue", seen_by=(), sheet=1)]
    assert who == "zoe-c0ffee"


@given(st.text())
def test_an_id_is_an_id_whatever_the_name(name: str) -> None:
    """It begins with a letter, and nothing in it has to be escaped."""
    id = id_of(name, "c0ffee00")
    assert id[0].isascii()
    assert id[0].isalpha()
    assert id.replace("-", "").isascii()
    assert id.replace("-", "").isalnum()
