"""One evening at a table, from laying it to its end, with all that makes a server keep something for a while."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tomllib
from contextlib import AsyncExitStack
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from client_demo.bot import Bot
from client_demo.client import JSON, MSGPACK, Client, Refused
from client_demo.connection import SERVER_FRAME_BYTES
from client_demo.past import bring, export, frames
from client_demo.wire import from_frame, to_frame
from server.rules.brink import SYSTEM as BRINK
from server.rules.tirakan import SYSTEM as TIRAKAN

DEMOS = [tomllib.loads(text) for system in (TIRAKAN, BRINK) for text in (system.demo, *system.more_demos)]
COMMITS = 80
"""So far a table is played."""
PREVIEWS, SESSIONS = 6, 12
OFTEN_REFUSED = {
    "already_there",
    "needs_dice",
    "bad_edit",
    "already_undone",
    "protected_position",
    "unknown_position",
    "preview_outdated",
}
"""What may be said to one who asks at random."""


async def evening(url: str, luck: random.Random) -> None:
    """Create, open, play, look back, preview, branch, export, import, come and go, close."""
    links = await _created(url, luck.choice(DEMOS))
    async with AsyncExitStack() as stack:
        seats = {seat: await stack.enter_async_context(Client.connect(url, token)) for seat, token in links.items()}
        gm = seats["gm"]
        await _played(list(seats.values()), luck)
        await _looked_back(gm, luck)
        await _previewed(gm, luck)
        made = await gm.branch(title="What if")
        async with Client.connect(url, made["links"]["gm"]) as there:
            await there.ask({"type": "marks"})
        file = await export(gm)
        brought = await bring(url, file, carry_on=True)
        async with Client.connect(url, brought["links"]["gm"]) as there:
            await there.ask({"type": "history", "count": 20})
        await _came_and_went(url, links["spectator"])
        await gm.submit({"type": "close"})


async def _created(url: str, encounter: dict[str, Any]) -> dict[str, str]:
    """Laid in the lobby, as the page does it."""
    place = f"ws://{url.partition('//')[2]}/ws"
    async with connect(place, subprotocols=[Subprotocol(MSGPACK)], max_size=SERVER_FRAME_BYTES, proxy=None) as socket:
        await socket.send(to_frame({"type": "hello"}, MSGPACK))
        await socket.recv()
        await socket.send(to_frame({"type": "create", "id": 1, "encounter": encounter}, MSGPACK))
        answer = from_frame(await socket.recv())
    links: dict[str, str] = answer["body"]["links"]
    return links


async def _played(seats: list[Client], luck: random.Random) -> None:
    """By bots on all seats, so far or to the end of the fight."""
    bots = [Bot(seat, luck.getrandbits(32)) for seat in seats]
    await asyncio.gather(*(bot.sit_down() for bot in bots))
    playing = [asyncio.create_task(bot.play()) for bot in bots]
    gm = next(seat for seat in seats if seat.seat == "gm")
    while gm.n < COMMITS and gm.view["stage"] in ("setup", "running"):
        await gm.change()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def _looked_back(gm: Client, luck: random.Random) -> None:
    encounter = gm.view["encounter"]
    async for _ in frames(gm):
        pass
    await gm.ask({"type": "marks"})
    for _ in range(5):
        await gm.ask({"type": "moment", "encounter": encounter, "n": luck.randint(1, gm.n)})
    for audience in ("public", *(f"seat:{id}" for id, seat in gm.view["seats"].items() if seat["role"] == "player")):
        await gm.ask({"type": "view_as", "audience": audience})
        await gm.ask({"type": "options_as", "audience": audience})


async def _previewed(gm: Client, luck: random.Random) -> None:
    """Some rewinds, and amendments that strike out an act."""
    for _ in range(PREVIEWS):
        at = [luck.randint(3, gm.n), 0]
        for question in (
            {"type": "preview_rewind", "to": at},
            {"type": "act_card", "at": at},
            {"type": "preview_amend", "target": at, "edits": [{"at": at, "struck": True}]},
        ):
            try:
                await gm.ask(question)
            except Refused as refused:
                if refused.code not in OFTEN_REFUSED:
                    raise


async def _came_and_went(url: str, token: str) -> None:
    """Spectators, some of whom leave without a word."""
    for number in range(SESSIONS):
        async with Client.connect(url, token, JSON if number % 2 else MSGPACK) as there:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(there.change(), 0.01)
