"""The client's replay, export, branch and import against a real server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from client_demo.client import JSON, MSGPACK, Client, Refused
from client_demo.past import bring, export, frames
from client_demo.verify import verify
from tests.client_demo.test_client import Line, playing
from tests.gateway.house import House, close_house, open_house


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A server with a table."""
    house = await open_house(tmp_path)
    yield house
    await close_house(house)


def link(house: House, seat: str) -> str:
    return f"http://127.0.0.1:{house.port}/#{house.links[seat]}"


@pytest.mark.parametrize("subprotocol", [MSGPACK, JSON])
async def test_a_replay_ends_in_what_is_seen_now(house: House, subprotocol: str) -> None:
    """Page by page the frames lead to the client's own view."""
    async with Client.connect(link(house, "gm"), subprotocol=subprotocol) as gm:
        await gm.submit({"type": "begin"})
        for _ in range(3):
            await gm.submit({"type": "pause"})
            await gm.submit({"type": "unpause"})
        seen = [(frame["n"], view) async for frame, view in frames(gm)]
        assert [n for n, _ in seen] == list(range(1, gm.n + 1))
        assert seen[-1][1] == gm.view


async def test_a_file_goes_from_one_table_to_another(house: House) -> None:
    """Exported by the GM, it verifies without the server, comes in through the lobby and is played on."""
    async with Client.connect(link(house, "gm")) as gm:
        await gm.submit({"type": "begin"})
        data = await export(gm)
        verify(data)
        made = await bring(link(house, "gm"), data, title="Again")
        assert made["title"] == "Again"
        async with Client.connect(f"http://127.0.0.1:{house.port}/#{made['links']['gm']}") as again:
            assert again.view["title"] == "Again"
        with pytest.raises(Refused, match="import"):
            await bring(link(house, "gm"), data[:-1])


async def test_a_branch_is_made_once(house: House) -> None:
    """The GM gets its links; a player is refused."""
    async with Client.connect(link(house, "gm")) as gm, Client.connect(link(house, "ann")) as ann:
        made = await gm.branch(title="What if")
        assert made["links"].keys() == house.links.keys()
        with pytest.raises(Refused, match="forbidden"):
            await ann.branch()


async def test_a_branch_is_not_asked_for_again() -> None:
    """Where the connection is lost before the answer, it might have been made."""

    async def loses(line: Line) -> None:
        await line.welcome()
        await line.hear()
        await line.close(1012, "restart")

    async def comes_back(line: Line) -> None:
        await line.welcome()
        await line.stay()

    async with playing(loses, comes_back) as url, Client.connect(url, "t", retry_s=0.01) as gm:
        with pytest.raises(ConnectionError):
            await gm.branch()
