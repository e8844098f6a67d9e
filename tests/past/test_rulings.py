"""What the GM is shown of a past act: what could have been chosen instead, and what a change would newly ask."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol import messages as m
from server.lobby.lobby import Lobby
from server.store.memory import MemoryLog
from tests.table.party import laid, lobby_over


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    """A server over a log in memory."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    lobby.start()
    yield lobby
    await lobby.close()


async def test_a_past_act_comes_with_what_was_offered_then(lobby: Lobby) -> None:
    """The same combatant's options at that moment, with the question that they answered; also long after it."""
    party = await laid(lobby)
    gm, ann, bob = [await party.sits(seat) for seat in ("gm", "ann", "bob")]
    await gm.does({"type": "begin"})
    await ann.does({"type": "choose", "who": "a", "cup": 2})
    there = gm.n
    await bob.does({"type": "choose", "who": "b", "cup": 1})
    card = await gm.asks({"type": "act_card", "at": [there, 0]})
    assert {option["who"] for option in card["options"]} == {"a"}
    assert card["options"][0]["intent"]["type"] == "choose"
    assert all(option.get("reason") is None for option in card["options"])
    assert (await gm.asks({"type": "act_card", "at": [1, 0]}))["options"] == []
    assert (await bob.asks({"type": "act_card", "at": [there, 0]})).code == "gm_only"


async def test_another_choice_is_previewed_and_confirmed_as_previewed(lobby: Lobby) -> None:
    """An edit with another intent; the preview's digest confirms exactly that."""
    party = await laid(lobby)
    gm, ann = [await party.sits(seat) for seat in ("gm", "ann")]
    await gm.does({"type": "begin"})
    await ann.does({"type": "choose", "who": "a", "cup": 2})
    at = [gm.n, 0]
    edits = [{"at": at, "intent": {"type": "choose", "who": "a", "cup": 3}}]
    preview = await gm.asks({"type": "preview_amend", "target": at, "edits": edits})
    assert [step["outcome"] for step in preview["steps"]] == ["amended"]
    assert preview["steps"][0]["intent"]["cup"] == 3
    taken = await gm.does({"type": "amend", "target": at, "edits": edits, "digest": preview["digest"]})
    assert isinstance(taken, m.Ack)
    card = await gm.asks({"type": "act_card", "at": [taken.n, 1]})
    assert card["intent"]["cup"] == 3


async def test_the_gm_sees_what_a_seat_is_offered(lobby: Lobby) -> None:
    """The very options that the seat has; spectators have none, and players may not ask."""
    party = await laid(lobby)
    gm, ann = [await party.sits(seat) for seat in ("gm", "ann")]
    await gm.does({"type": "begin"})
    offered = await gm.asks({"type": "options_as", "audience": "seat:ann"})
    assert {option["who"] for option in offered} == {"a", "c"}
    assert await gm.asks({"type": "options_as", "audience": "public"}) == []
    assert (await gm.asks({"type": "options_as", "audience": "seat:nobody"})).code == "no_such_seat"
    assert (await ann.asks({"type": "options_as", "audience": "seat:bob"})).code == "gm_only"
