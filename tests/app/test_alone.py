"""Playing alone, from the lobby on: the server, its Redis, the sockets and the process of the bots are real."""

from __future__ import annotations

import json
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from client_demo.bot import Bot, run_bots
from client_demo.client import JSON, Client, Closed
from server.app import company
from server.app.app import App, serving
from server.encounter.installed import systems
from server.keys.links import token_of
from server.process.settings import Settings
from tests.client_demo.served import Served

SKIRMISH = tomllib.loads(systems()["skirmish"].demo)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "PACE_S", 0)


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    """A running server."""
    async with serving(Settings(port=0, data=str(tmp_path), relaxed=True)) as (made, _):
        yield made


class Present(Client):
    """A client that also wakes up when somebody comes or goes."""

    def _take(self, message: dict[str, Any]) -> None:
        super()._take(message)
        if message["type"] == "presence":
            self._note_change()


async def say(socket: ClientConnection, message: dict[str, Any]) -> dict[str, Any]:
    """The answer of the lobby."""
    await socket.send(json.dumps(message))
    said: dict[str, Any] = json.loads(await socket.recv())
    return said


async def asked(url: str, seat: str, encounter: dict[str, Any] = SKIRMISH) -> dict[str, Any]:
    """What the lobby says to somebody who wants to play this seat with bots."""
    async with connect(f"{url.replace('http', 'ws')}/ws", subprotocols=[Subprotocol(JSON)], proxy=None) as socket:
        assert (await say(socket, {"type": "hello"}))["body"]["alone"]
        return await say(socket, {"type": "create", "id": 1, "encounter": encounter, "alone": seat})


async def test_a_whole_fight_is_played_alone(app: App) -> None:
    """Bots sit down at all seats but the player's, begin the fight, play it to its end, and are gone."""
    links = (await asked(app.url, "ann"))["body"]["links"]
    async with Present.connect(app.url, links["ann"]) as table:
        bot = Bot(table, seed=3)
        await bot.sit_down()
        await seated(table, {"gm": 1, "seat:ann": 1, "seat:bob": 1})
        await bot.play()
        assert table.view["stage"] == "ended"
        assert table.view["round"] >= 1
        await seated(table, {"seat:ann": 1})


async def test_bots_play_on_without_one_whose_link_is_of_no_use_any_more(app: App) -> None:
    """Somebody else was given its seat, for instance. Where no link is of use, nobody plays."""
    made = await app.lobby.create_from(SKIRMISH)
    links, gone = made["links"], token_of(made["encounter"], bytes(32))
    summary = await run_bots(app.url, [gone, links["gm"], links["ann"], links["bob"]])
    assert (summary.view["stage"], [one.seat for one in summary.seats]) == ("ended", ["gm", "ann", "bob"])
    with pytest.raises(Closed, match="token"):
        await run_bots(app.url, [gone])


async def seated(table: Present, sessions: dict[str, int]) -> None:
    """Wait until just these sit there."""
    while table.presence != sessions:
        await table.change()


@pytest.mark.parametrize("seat", ["gm", "spectator", "nobody"])
async def test_only_a_players_seat_can_be_played_alone(app: App, seat: str) -> None:
    """The place of the mistake is said, and nothing is laid."""
    said = await asked(app.url, seat)
    assert (said["type"], said["code"], said["detail"]["path"]) == ("rejected", "schema", "alone")
    assert await app.lobby.encounters() == []


async def test_a_table_of_many_seats_gets_no_bots(app: App) -> None:
    """Ten of them at a table would be a load that nobody needs to learn."""
    crowd = SKIRMISH["seats"] | {f"more{number}": {"name": f"More {number}"} for number in range(9)}
    said = await asked(app.url, "ann", SKIRMISH | {"seats": crowd})
    assert (said["code"], said["detail"]["path"]) == ("schema", "encounter.seats")


async def test_after_kill_and_restart_the_bots_are_there_again(tmp_path: Path) -> None:
    """The player's client comes back by itself, and with it everybody."""
    served = Served(tmp_path, systems=("skirmish",), site=[])
    await served.start()
    try:
        links = (await asked(served.url, "ann"))["body"]["links"]
        async with Present.connect(served.url, links["ann"], retry_s=0.05) as table:
            await table.join()
            while table.view["stage"] == "setup":
                await table.change()
            await served.kill()
            await served.start()
            table.presence = {}
            await seated(table, {"gm": 1, "seat:ann": 1, "seat:bob": 1})
            assert table.view["stage"] == "running"
    finally:
        await served.stop()
