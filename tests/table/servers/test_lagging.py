"""A server that has not heard of the newest commits: it looks before it refuses, turns away or shows what is gone."""

import asyncio
from pathlib import Path

import pytest

from protocol import messages as m
from server.lobby.lobby import Lobby, Refused
from server.store import chain
from server.store.log import ZERO_HASH, Unavailable
from server.store.memory import MemoryLog, MemoryStore
from tests.table.party import Party, laid, lobby_over
from tests.table.test_table import chosen


@pytest.fixture
def shelf() -> MemoryStore:
    """What both servers store to."""
    return MemoryStore()


@pytest.fixture
def lobbies(shelf: MemoryStore, tmp_path: Path) -> list[Lobby]:
    """Two servers over one store; neither listens to the other nor looks around."""
    return [lobby_over(MemoryLog(shelf), tmp_path / str(number)) for number in range(2)]


async def lagging(lobbies: list[Lobby]) -> tuple[Party, Party]:
    """A party at one server, and its seats at another one that knows the first commit only."""
    party = await laid(lobbies[0])
    other = Party(lobbies[1], party.links)
    await other.sits("gm")
    return party, other


@pytest.fixture(autouse=True)
async def closed(lobbies: list[Lobby]):
    """Afterwards both servers stop."""
    yield
    for lobby in lobbies:
        await lobby.close()


async def test_what_another_server_s_commit_allows_is_not_refused(lobbies: list[Lobby]) -> None:
    """A cup may be lifted where nobody has heard that the fight has begun."""
    party, other = await lagging(lobbies)
    ann = await other.sits("ann")
    await (await party.sits("gm")).does({"type": "begin"})

    assert isinstance(await ann.does({"type": "choose", "who": "a", "cup": 2}), m.Ack)


async def test_a_resent_intent_is_acknowledged_where_its_commit_is_unknown(lobbies: list[Lobby]) -> None:
    """The second server would find it out of place, but it has been accepted."""
    party, other = await lagging(lobbies)
    gm, far = await party.sits("gm"), await other.sits("gm")
    first = await gm.does({"type": "begin"}, id=b"x" * 16)

    assert await far.does({"type": "begin"}, id=b"x" * 16) == first
    assert await far.does({"type": "begin"}, id=b"x" * 16) == first
    refused = await far.does({"type": "begin"})
    assert isinstance(refused, m.Rejected)


async def test_a_gm_s_continue_is_remembered(lobbies: list[Lobby]) -> None:
    """Sent again, here or elsewhere, it gets the same ack; other content under its id is refused."""
    party, other = await lagging(lobbies)
    gm, ann, bob = [await party.sits(seat) for seat in ("gm", "ann", "bob")]
    await gm.does({"type": "begin"})
    await chosen(ann, bob)
    await gm.shows(lambda view: view["phase"] == "riposte")
    commits = gm.table.timeline.commits
    goes_on = next(commit for commit in commits if type(commit.submitted.intent).__name__ == "Continue")
    await gm.does({"type": "rewind", "to": [goes_on.version - 1, 0]})
    what = {"type": "continue", "decision": gm.table.timeline.state.play.decision.id}
    first = await gm.does(what, id=b"c" * 16)
    assert isinstance(first, m.Ack)

    assert await gm.does(what, id=b"c" * 16) == first
    far = await other.sits("gm")
    assert await far.does(what, id=b"c" * 16) == first
    assert (await far.does({"type": "continue", "decision": "another"}, id=b"c" * 16)).code == "id_reused"


async def test_who_has_seen_more_is_not_told_of_a_fork(lobbies: list[Lobby]) -> None:
    """The server looks first, and welcomes with what the log has now."""
    party, other = await lagging(lobbies)
    gm = await party.sits("gm")
    await gm.does({"type": "begin"})

    back = await other.sits("gm", m.Resume(n=gm.n, head=gm.head))
    assert [type(message) for message in back.messages] == [m.Welcome]
    assert (back.view, back.n) == (gm.view, gm.n)


async def test_who_has_seen_more_waits_until_the_log_can_be_read(lobbies: list[Lobby], monkeypatch) -> None:
    """Meanwhile it is `unavailable`, not an older view."""
    party, other = await lagging(lobbies)
    gm = await party.sits("gm")
    await gm.does({"type": "begin"})

    async def away(*_):
        raise Unavailable("the store is away")

    monkeypatch.setattr(lobbies[1]._log, "read", away)
    with pytest.raises(Refused, match="unavailable"):
        await other.sits("gm", m.Resume(n=gm.n, head=gm.head))


async def test_a_seat_revoked_meanwhile_stays_out(lobbies: list[Lobby]) -> None:
    """The look before the welcome may bring the revocation."""
    party, other = await lagging(lobbies)
    gm, bob = await party.sits("gm"), await party.sits("bob")
    await gm.does({"type": "begin"})
    seen = m.Resume(n=bob.n, head=bob.head)
    await gm.does({"type": "revoke_seat", "seat": "bob"})

    with pytest.raises(Refused, match="seat_revoked"):
        await other.sits("bob", seen)


@pytest.mark.parametrize("is_replaced", [False, True])
async def test_a_table_that_knows_more_than_its_log_freezes(
    lobbies: list[Lobby], shelf: MemoryStore, monkeypatch, is_replaced: bool
) -> None:
    """The newest commit is gone, or another one has its place: those who saw it are told, before anybody acts."""
    monkeypatch.setattr("server.lobby.tables.LOOK_EVERY_S", 0)
    party = await laid(lobbies[0])
    gm = await party.sits("gm")
    await gm.does({"type": "begin"})
    stream = shelf.streams[gm.table.encounter]
    lost = stream.pop()
    if is_replaced:
        stream.append(chain.seal(gm.table.encounter, lost.version, stream[-1].hash, b"c" * 16, b"s" * 16, lost.body))
    lobbies[0].start()
    for _ in range(20):
        await asyncio.sleep(0)

    assert gm.said_bye == "integrity"
    assert (await gm.does({"type": "pause"})).code == "integrity"


async def test_looking_around_leaves_a_table_alone_that_is_as_its_log(lobbies: list[Lobby], monkeypatch) -> None:
    """Nothing is read where version and hash are the same."""
    monkeypatch.setattr("server.lobby.tables.LOOK_EVERY_S", 0)
    party = await laid(lobbies[0])
    gm = await party.sits("gm")
    await gm.does({"type": "begin"})
    assert gm.table.top[0] > 0
    assert gm.table.top[1] != ZERO_HASH

    async def read(*_):
        raise AssertionError("nothing is to be read")

    monkeypatch.setattr(lobbies[0]._log, "read", read)
    lobbies[0].start()
    for _ in range(20):
        await asyncio.sleep(0)
    assert gm.said_bye == ""
