"""A table that can't go on says so: it freezes, its people are told, and the lobby forgets what has ended."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from three_cups import SYSTEM

from server.core import events as e
from server.core import intents as i
from server.core.commit import Commit, Submitted, Telling
from server.lobby.lobby import Lobby, Refused
from server.store import chain
from server.store.memory import MemoryLog, MemoryStore
from tests.table.party import Party, Remembering, laid, lobby_over


@pytest.fixture
async def lobbies(tmp_path: Path) -> AsyncIterator[list[Lobby]]:
    """Two servers over one store."""
    shelf = MemoryStore()
    made = [lobby_over(MemoryLog(shelf), tmp_path / str(number)) for number in range(2)]
    for lobby in made:
        lobby.start()
    yield made
    for lobby in made:
        await lobby.close()


async def poison(table: Any) -> None:
    """Append a commit that reads well and can't be folded: it revokes a seat that does not exist."""
    submitted = Submitted(id=b"i" * 16, seat="gm", nonce=bytes(16), intent=i.RevokeSeat(seat="nobody"))
    commit = Commit(
        version=2,
        at=table.keeping._moments.stamp(),
        act="00" * 16,
        submitted=submitted,
        events=(e.SeatRevoked(seat="nobody"),),
        told={"gm": Telling(2, b"", (0,))},
        system="three_cups",
        system_version="1",
    )
    sealed = table._line._codec.seal(table.encounter, commit, table.timeline.ledger.told)
    entry = chain.seal(table.encounter, 2, table._log_end.hash, b"c" * 16, b"s" * 16, sealed.body)
    await table._log_end._log.append(table.encounter, entry, table._log_end.hash)


async def poisoned(lobby: Lobby) -> tuple[Party, Remembering]:
    """A GM at a table whose log can't be folded."""
    party = await laid(lobby)
    gm = await party.sits("gm")
    await poison(gm.table)
    for _ in range(5):
        await asyncio.sleep(0)
    return party, gm


async def test_an_event_that_cannot_be_folded_freezes_the_table(lobbies: list[Lobby]) -> None:
    """The running table refuses with `integrity`, and a server that opens it says the same."""
    party, gm = await poisoned(lobbies[0])
    assert gm.table.frozen is not None
    assert (await gm.does({"type": "begin"})).code == "integrity"
    with pytest.raises(Refused) as caught:
        await Party(lobbies[1], party.links).sits("gm")
    assert caught.value.code == "integrity"


async def test_a_table_whose_task_ends_leaves_the_lobby(lobbies: list[Lobby]) -> None:
    """It is opened anew for whoever comes next, and its people are sent away to come back."""
    party = await laid(lobbies[0])
    gm = await party.sits("gm")

    async def fails() -> None:
        raise RuntimeError("a fault in the table")

    gm.table.keeping.look = fails
    gm.table.wake()
    for _ in range(5):
        await asyncio.sleep(0)
    assert gm.said_bye == "internal"
    again = await party.sits("gm")
    assert again.table is not gm.table
    assert (await again.does({"type": "begin"})).n == 2


async def test_people_of_a_frozen_table_are_told(lobbies: list[Lobby]) -> None:
    """Nobody looks at a picture that no longer moves: sessions end with the reason, and new ones don't begin."""
    party, gm = await poisoned(lobbies[0])
    assert gm.said_bye == "integrity"
    with pytest.raises(Refused) as caught:
        await party.sits("gm")
    assert caught.value.code == "integrity"


async def test_a_server_with_another_master_key_refuses_the_table(tmp_path: Path) -> None:
    """Its dice would come of seeds that no tip commits to: neither dice nor clocks run there."""
    shelf = MemoryStore()
    ours = lobby_over(MemoryLog(shelf), tmp_path / "ours")
    links = (await laid(ours)).links
    other = lobby_over(MemoryLog(shelf), tmp_path / "other", master=b"o" * 32)
    with pytest.raises(Refused) as caught:
        await Party(other, links).sits("gm")
    assert caught.value.code == "key_changed"


async def test_a_decision_that_fails_appends_nothing_and_harms_nobody_else(
    lobbies: list[Lobby], caplog: pytest.LogCaptureFixture
) -> None:
    """A bug in a system: `internal` with the reference of the log's line, no commit; what others ask is decided."""
    party = await laid(lobbies[0])
    gm, ann, bob = [await party.sits(seat) for seat in ("gm", "ann", "bob")]
    await gm.does({"type": "begin"})
    before, real = gm.table.timeline.version, SYSTEM.decide

    def decide(draft: Any, intent: Any) -> None:
        real(draft, intent)
        if intent.who == "a":
            raise RuntimeError("a bug after the events were emitted")

    broken = dataclasses.replace(SYSTEM, decide=decide)
    gm.table.timeline.system = broken
    answers = await asyncio.gather(
        ann.does({"type": "choose", "who": "a", "cup": 1}), bob.does({"type": "choose", "who": "b", "cup": 1})
    )
    assert [getattr(answer, "code", "ack") for answer in answers] == ["internal", "ack"]
    assert gm.table.timeline.version == before + 1
    (record,) = [one for one in caplog.records if answers[0].detail["reference"] in one.getMessage()]
    assert record.exc_info is not None
    gm.table.timeline.system = SYSTEM
    assert (await ann.does({"type": "choose", "who": "a", "cup": 1})).n == answers[1].n + 1


async def test_what_a_seat_had_asked_when_it_was_revoked_is_refused(lobbies: list[Lobby]) -> None:
    """The intent waited in the queue behind the one that takes the seat away."""
    party = await laid(lobbies[0])
    gm, bob = [await party.sits(seat) for seat in ("gm", "bob")]
    await gm.does({"type": "begin"})
    before = gm.table.timeline.version
    gm.submit({"type": "revoke_seat", "seat": "bob"})
    id = bob.submit({"type": "choose", "who": "b", "cup": 1})
    refused = await bob.until(lambda message: getattr(message, "id", None) == id)
    assert refused.code == "seat_revoked"
    assert gm.table.timeline.version == before + 1
