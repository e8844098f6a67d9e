"""A fight that is under way before anybody opens a browser: played once by programs, its data copied for each test of
what comes later. That people begin one by clicks is the matter of `fights/test_fight.py`."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

from client_demo.client import Client, Refused
from server.rules.tirakan.words.demo import DEMO
from tests.e2e.host import Host

TYPED = DEMO.replace("max_wounds = 6", "max_wounds = 3").replace("max_wounds = 5", "max_wounds = 1")
TYPED = TYPED.replace("at = [5, 3]", "at = [3.4, 3]") + "\n[table]\ntyped_dice = true\n"
"""The demo with frail robbers, one of them close by, and the dice on the table."""

THROWS = (
    {"hagen": [2, 3], "sela": [5, 5, 5, 5], "robber": [4, 4, 4], "ilva": [1, 2]},
    {"hagen": [5, 1, 1], "sela": [1, 1, 1, 1], "robber": [5, 1], "ilva": [1, 1]},
)
"""The order becomes Sela, Robber, Hagen, Ilva; Hagen and the robber are quick."""


async def begin(folder: Path) -> Path:
    """The data of a fight that the GM has started and all have rolled for: Sela is on turn. What lies there already
    is taken; it is put there when it is whole."""
    begun = folder / "begun"
    if not begun.exists():
        host = Host(folder / "data")
        await host.lay(TYPED)
        await host.start()
        await start(host.links)
        await host.stop()
        host.data.rename(begun)
    return begun


async def start(links: Mapping[str, str]) -> None:
    """The GM starts, and all roll."""
    async with AsyncExitStack() as stack:
        seats = {seat: await stack.enter_async_context(Client.connect(links[seat])) for seat in ("gm", "hagen", "sela")}
        for seat in ("hagen", "sela"):
            with contextlib.suppress(Refused):  # the seat's browser has done so
                await seats[seat].join()
        gm = seats["gm"]
        await gm.submit({"type": "start_combat"})
        for throw in THROWS:
            for who, faces in throw.items():
                while gm.view.get("dice_for") != who:
                    await gm.change()
                await seats.get(who, gm).submit({"type": "type_dice", "faces": faces})
        while gm.view.get("turn") != ["sela"] or "decision" in gm.view:
            await gm.change()
