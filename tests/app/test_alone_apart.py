"""Playing alone where several processes serve, and behind a proxy: bots find each table, and lessons are served."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from client_demo.bot import Bot
from client_demo.client import JSON
from server.app.app import serving
from server.encounter.installed import systems
from server.encounter.setup import tutorial
from server.process.settings import Settings
from tests.app.test_alone import SKIRMISH, Present, asked, say, seated
from tests.app.test_workers import Served

ALL = {"gm": 1, "seat:ann": 1, "seat:bob": 1}
ORIGIN = "https://fray.example"
FORWARDED = {"X-Forwarded-For": "198.51.100.1", "Origin": ORIGIN}


async def begun(table: Present) -> None:
    """Wait until the game master's bot has begun the fight."""
    while table.view["stage"] == "setup":
        await table.change()


async def test_a_lesson_outlives_each_worker(tmp_path: Path) -> None:
    """One lays the table, and each is killed once: whoever is left serves it, and bots of the one act at the table that
    the other has. Turns alternate, so that nothing goes on without them."""
    async with Served(tmp_path) as served, contextlib.AsyncExitStack() as stack:
        url = served.told["url"]
        links = (await asked(url, "ida", tutorial(systems()["brink"]).encounter))["body"]["links"]
        table = await stack.enter_async_context(Present.connect(url, links["ida"], retry_s=0.05))
        await table.join()
        await begun(table)
        playing = asyncio.create_task(Bot(table, seed=1).play())
        for victim in sorted(served.workers()):
            os.kill(victim, signal.SIGKILL)
            await served.is_complete(without=victim)
            goal = table.view["round"] + 1
            while table.view["round"] < goal:
                await table.change()
        assert not playing.done()
        playing.cancel()


async def test_behind_a_proxy_bots_come_and_lessons_are_served(tmp_path: Path) -> None:
    """Whoever plays comes through the proxy; the bots come to the server itself."""
    settings = Settings(
        port=0, data=str(tmp_path), open_lobby=True, origins=(ORIGIN,), proxies=("127.0.0.1",), relaxed=True
    )
    async with serving(settings) as (app, _):
        here = f"http://127.0.0.1:{app.port}"
        made = await through(here)
        async with Present.connect(here, made["links"]["ann"]) as table:
            await table.join()
            await begun(table)
            await seated(table, ALL)
        page = Request(f"{here}/tutorial/brink.json", headers=FORWARDED)
        assert json.loads(await asyncio.to_thread(lambda: urlopen(page).read()))["steps"]


async def through(url: str) -> dict[str, Any]:
    """A table for one, laid by somebody who comes through the proxy."""
    address = f"{url.replace('http', 'ws')}/ws"
    async with connect(address, subprotocols=[Subprotocol(JSON)], additional_headers=FORWARDED, proxy=None) as socket:
        assert (await say(socket, {"type": "hello"}))["body"]["alone"]
        wish = {"type": "create", "id": 1, "encounter": SKIRMISH, "alone": "ann"}
        body: dict[str, Any] = (await say(socket, wish))["body"]
        return body
