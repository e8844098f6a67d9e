"""Who joins: what refuses it, who plays it, and under which id it comes."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.core.errors import Rejected
from server.core.events import Added, ControlGiven
from server.core.ids import GM
from server.core.space import MOST_CM, Point
from server.core.state import Ledger, Piece, Seat
from server.kit.newcomers import check_newcomer, id_of, join


class Add(msgspec.Struct, kw_only=True):
    """What an intent says of a newcomer."""

    who: str = "zoe"
    name: str = "Zoe"
    side: str = "red"
    at: Point | None = None
    seat: str = GM
    hidden: bool = False


class CombatantAdded(Added, frozen=True, kw_only=True):
    """A system's own, with what it adds."""

    hearts: int


SEATS = {"ann": Seat("Ann", "player", b""), "spectator": Seat("Spectators", "spectator", b"")}


def state_of(**pieces: Piece) -> Any:
    """As much of a state as newcomers need; cat was played by Ann before a rewind took it off the table."""
    return SimpleNamespace(play=SimpleNamespace(pieces=pieces), ledger=Ledger(seats=SEATS, control={"cat": "ann"}))


@pytest.mark.parametrize(
    ("intent", "code"),
    [
        (Add(), ""),
        (Add(who="", seat="ann"), ""),
        (Add(who="ana"), "name_taken"),
        (Add(who="unseen"), "name_taken"),
        (Add(who="gm"), "name_taken"),
        (Add(name="An\u0430"), "name_alike"),
        (Add(at=(0, MOST_CM + 1)), "oversized"),
        (Add(seat="spectator"), "no_such_seat"),
        (Add(seat="bo"), "no_such_seat"),
    ],
)
def test_what_refuses_a_newcomer(intent: Add, code: str) -> None:
    """The codes are core's."""
    state = state_of(ana=Piece("Ana", "blue"))
    if not code:
        check_newcomer(state, intent, {"ana"})
        return
    with pytest.raises(Rejected) as refused:
        check_newcomer(state, intent, {"ana"})
    assert refused.value.code == code


def test_nobody_joins_where_there_is_no_room() -> None:
    """So many may fight, laid at the start and come later."""
    crowd = {f"n{number}": Piece(f"Number {number}", "blue") for number in range(64)}
    with pytest.raises(Rejected) as refused:
        check_newcomer(state_of(**crowd), Add(), ())
    assert refused.value.code == "too_many_combatants"


@pytest.mark.parametrize(
    ("intent", "said"),
    [(Add(), []), (Add(seat="ann"), ["ann"]), (Add(who="cat", seat="ann"), []), (Add(who="cat"), [GM])],
)
def test_who_plays_it_is_said_where_it_is_not_so_already(intent: Add, said: list[str]) -> None:
    """Whoever played one of its id before plays it no longer, unless it is said so."""
    draft: Any = SimpleNamespace(ledger=state_of().ledger, act="c0ffee00", events=[])
    draft.emit = draft.events.append
    assert join(draft, CombatantAdded, intent, hearts=3) == intent.who
    assert [event.seat for event in draft.events if isinstance(event, ControlGiven)] == said
    assert draft.events[-1] == CombatantAdded(who=intent.who, name="Zoe", side="red", hearts=3)


def test_somebody_hidden_joins_unseen() -> None:
    """Nobody but its owner and the GM sees it; its side may be another's."""
    draft: Any = SimpleNamespace(ledger=state_of().ledger, act="c0ffee00", events=[])
    draft.emit = draft.events.append
    who = join(draft, CombatantAdded, Add(who="", hidden=True), "blue", hearts=1)
    assert draft.events == [CombatantAdded(who=who, name="Zoe", side="blue", seen_by=(), hearts=1)]
    assert who == "zoe-c0ffee"


@given(st.text())
def test_an_id_is_an_id_whatever_the_name(name: str) -> None:
    """It begins with a letter, and nothing in it has to be escaped."""
    id = id_of(name, "c0ffee00")
    assert id[0].isascii()
    assert id[0].isalpha()
    assert id.replace("-", "").isascii()
    assert id.replace("-", "").isalnum()
