"""What a copy holds of a file for which nobody here vouches is marked: over real sockets, for every seat, after a
restart, in branches and amendments of the copy, and in what is taken home of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.archive.checkpoints import Checkpoints
from server.archive.export import pack, unpack
from server.archive.verify import verify
from server.gateway.auth import parse_token
from server.keys.seeds import SeedKeeper
from server.store.log import Log
from tests.gateway.house import House, Player, close_house, open_house
from tests.gateway.test_transfer import CLOSED, SYSTEMS, body, fetched, sent, visitor
from tests.support.judged import judged_here  # noqa: F401


async def opened(folder: Path, log: Log) -> House:
    """A server that signs, with another key than the one under which the golden files were made."""
    return await open_house(folder, log=log, keeper=SeedKeeper(b"x" * 32), checkpoints=Checkpoints(folder))


@pytest.fixture
async def house(tmp_path: Path, log: Log) -> AsyncIterator[House]:
    """Such a server."""
    house = await opened(tmp_path, log)
    yield house
    await close_house(house)


async def carried_on(house: House, data: bytes) -> None:
    """A file played on; the house's links are those of the copy."""
    guest = await visitor(house)
    house.links = body(await sent(guest, data, carry_on=True), guest)["links"]


async def branched(house: House) -> None:
    """The encounter branched; the house's links are those of the branch."""
    gm = await house.sit("gm")
    await gm.send(m.Branch(id=5))
    house.links = body(await gm.next(m.Answer, m.Rejected), gm)["links"]


async def frames(player: Player) -> list[Any]:
    """Its whole past."""
    found: list[Any] = body(await player.ask({"type": "history", "after": 0}), player)["frames"]
    return found


def marks(frames: list[Any]) -> list[tuple[bool, bool]]:
    """Of each frame: was it copied, is it marked."""
    return [
        (any(event["type"] == "Copied" for event in frame["events"]), frame.get("unvouched", False)) for frame in frames
    ]


async def is_marked(house: House, seat: str, yes: bool) -> None:
    """All that was copied, as this seat is told it, or nothing of it; nothing else is."""
    player = await house.sit(seat)
    found = marks(await frames(player))
    assert (True, yes) in found
    assert set(found) == {(True, yes), (False, False)}
    n = 1 + found.index((True, yes))
    audience = player.messages[0].audience  # type: ignore[union-attr]
    token = parse_token(house.links[seat])
    assert token is not None
    shown = await player.ask({"type": "moment", "encounter": token.encounter, "audience": audience, "n": n})
    assert body(shown, player).get("unvouched", False) is yes
    file = verify(await fetched(player), SYSTEMS)
    assert (file.unvouched > 0) is yes


SEATS = ("gm", "ann", "spectator")


async def test_every_act_of_a_file_is_marked_for_everybody(house: House, tmp_path: Path, log: Log) -> None:
    """Also in a branch of the copy, and after a restart."""
    await carried_on(house, CLOSED)
    for seat in SEATS:
        await is_marked(house, seat, True)
    before = house.links
    await branched(house)
    for seat in SEATS:
        await is_marked(house, seat, True)
    again = await opened(tmp_path, log)
    for links in (before, house.links):
        again.links = links
        await is_marked(again, "ann", True)
    await close_house(again)


async def test_what_is_played_behind_it_is_not(house: House) -> None:
    """A branch of the copy holds both."""
    await carried_on(house, CLOSED)
    gm = await house.sit("gm")
    assert isinstance(await gm.submit({"type": "pause"}), m.Ack)
    await branched(house)
    copied = [is_marked for is_copied, is_marked in marks(await frames(await house.sit("gm"))) if is_copied]
    assert copied == [*(len(copied) - 1) * [True], False]


async def test_what_happened_here_is_vouched_for(house: House) -> None:
    """In a branch, and in a copy of a file that this server has signed; not without the signature."""
    gm = await house.sit("gm")
    assert isinstance(await gm.submit({"type": "begin"}), m.Ack)
    data = await fetched(gm)
    await branched(house)
    await is_marked(house, "gm", False)
    await carried_on(house, data)
    await is_marked(house, "ann", False)
    await carried_on(house, pack(replace(unpack(data), signature=None)))
    await is_marked(house, "ann", True)


async def test_a_signed_copy_keeps_its_marks(house: House) -> None:
    """This server has signed what it holds, not what lies before it."""
    await carried_on(house, CLOSED)
    data = await fetched(await house.sit("gm"))
    assert unpack(data).signature is not None
    await carried_on(house, data)
    await is_marked(house, "gm", True)


async def test_a_branch_of_a_fight_from_elsewhere_is_marked(house: House) -> None:
    """It lies here under its id, but nobody here has seen it happen."""
    guest = await visitor(house)
    house.links = body(await sent(guest, CLOSED), guest)["links"]
    await branched(house)
    await is_marked(house, "gm", True)
