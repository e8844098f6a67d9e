"""Joining by a code: who finds what, and which seats stay closed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.join_code import code_of, plain
from server.lobby import Lobby, Refused
from server.store.memory import MemoryLog
from tests.table.party import KEY, laid, lobby_over


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    """A server over a log in memory."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    yield lobby
    await lobby.close()


def test_a_code_is_read_as_people_write_it() -> None:
    """Small letters, blanks and a missing hyphen don't matter; another letter does."""
    code = code_of(b"m" * 32, "ab" * 16)
    assert code != code_of(b"m" * 32, "cd" * 16) != code_of(b"n" * 32, "cd" * 16)
    assert plain(f" {code.lower().replace('-', '')} ") == plain(code) != plain(code[:-1])


async def test_a_code_leads_to_the_open_seats_of_its_encounter(lobby: Lobby) -> None:
    """Never to the GM's; a seat's token opens that seat."""
    party = await laid(lobby)
    await laid(lobby)
    newest = (await lobby.greet(True, KEY))["encounters"][1]
    found = await lobby.join(code := newest["code"])
    assert (found["encounter"], found["title"], found["token"]) == (newest["id"], "Cups", "")
    assert found["seats"] == {
        "ann": {"name": "Ann", "role": "player", "taken": False},
        "bob": {"name": "Bob", "role": "player", "taken": False},
        "spectator": {"name": "Spectators", "role": "spectator", "taken": False},
    }
    assert (await lobby.join(code, "bob"))["token"] == party.links["bob"]


@pytest.mark.parametrize("seat", ["gm", "nobody"])
async def test_a_code_opens_no_other_seat(lobby: Lobby, seat: str) -> None:
    """The GM's seat and one that is not there are refused alike."""
    await laid(lobby)
    code = (await lobby.greet(True, KEY))["encounters"][0]["code"]
    with pytest.raises(Refused, match="seat_taken"):
        await lobby.join(code, seat)


async def test_a_wrong_code_finds_nothing(lobby: Lobby) -> None:
    """Whatever is open here."""
    await laid(lobby)
    with pytest.raises(Refused, match="join_code"):
        await lobby.join("AAAA-AAAA")


async def test_a_code_is_made_once_for_each_encounter(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, and however many wrong ones are tried."""
    for _ in range(20):
        await laid(lobby)
    await lobby.greet(True, KEY)
    made: list[str] = []
    make = lobby._keeper.join_code

    def noted(encounter: str) -> str:
        made.append(encounter)
        return make(encounter)

    monkeypatch.setattr(lobby._keeper, "join_code", noted)
    for _ in range(10):
        with pytest.raises(Refused, match="join_code"):
            await lobby.join("AAAA-AAAA")
    assert len(made) == len(set(made)) == 20


async def test_a_seat_that_somebody_plays_is_taken(lobby: Lobby) -> None:
    """By a connection, and for good once it has joined."""
    party = await laid(lobby)
    code = (await lobby.greet(True, KEY))["encounters"][0]["code"]
    ann = await party.sits("ann")
    assert (await lobby.join(code))["seats"]["ann"]["taken"]
    with pytest.raises(Refused, match="seat_taken"):
        await lobby.join(code, "ann")
    ann.table.detach(ann)
    assert not (await lobby.join(code))["seats"]["ann"]["taken"]
    ann.table.attach(ann)
    await ann.does({"type": "join", "commitment": bytes(32)})
    ann.table.detach(ann)
    assert (await lobby.join(code))["seats"]["ann"]["taken"]
