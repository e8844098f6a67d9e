"""A laptop is put to sleep in the middle of a fight: when it wakes it says so, catches up, and nothing comes twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from playwright.async_api import Request, expect

from client_demo.node import STATIC
from tests.e2e.conftest import Sit
from tests.e2e.fights.test_fight import attack
from tests.e2e.host import Host
from tests.e2e.relay import Relay
from tests.e2e.seat import all_read


@pytest.fixture
async def wire(host: Host) -> AsyncIterator[Relay]:
    """Between one browser and the server."""
    relay = Relay(host.port)
    await relay.start()
    yield relay
    await relay.stop()


def all_of(names: str) -> Callable[[Request], bool]:
    """Is it the last of the client's files with such names?"""
    missing = {path.name for path in (STATIC / "assets").glob(names)}

    def is_last(request: Request) -> bool:
        missing.discard(request.url.rpartition("/")[2])
        return not missing

    return is_last


async def test_a_wire_that_sleeps_takes_nobody(wire: Relay) -> None:
    """Who tries again meanwhile is turned away at once: taken and never answered, it would wait until long after."""
    wire.sleep()
    reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
    assert await asyncio.wait_for(reader.read(), 10) == b""
    writer.close()
    await writer.wait_closed()


async def test_a_laptop_that_slept_catches_up(begun: Host, sit: Sit, wire: Relay) -> None:
    """Its connection is dead, without a word, while the others fight on; eight hours later it is opened, and acts."""
    begun.links["hagen"] = begun.links["hagen"].replace(f":{begun.port}/", f":{wire.port}/")
    gm, sela, spectator = [await sit(seat) for seat in ("gm", "sela", "spectator")]
    hagen = await sit("hagen", alone=True)  # whose clock is changed
    await all_read("Sela's turn", gm, hagen, sela)

    await hagen.page.clock.install()
    page = hagen.page
    async with page.expect_response("**/*.refusals.json"), page.expect_event("requestfinished", all_of("prompt-*.js")):
        await page.reload()  # and let it load the last things that a table loads
    await hagen.sees_turn("Sela")
    await hagen.notes(".connection")
    wire.sleep()
    await expect(gm.page.locator(".rail .row", has_text="Hagen").get_by_text("not connected")).to_be_visible()
    await attack(sela, "Attack: Throwing knives", "Robber", [5, 5, 5, 1])
    await gm.choose("Shield parry", who="Robber")
    await gm.is_asked("React?")

    wire.wake()
    await hagen.page.clock.fast_forward("08:00:00")  # as if the lid had been closed: each timer is due at most once
    await hagen.has_noted("Connection lost")
    await expect(hagen.page.locator(".connection.open")).to_be_visible()
    await hagen.is_asked("React?")
    await hagen.reads("Sela attacks Robber")
    await spectator.reads("Who reacts?")
    await hagen.logs(await spectator.lines())
    await hagen.choose("Pass")
    for seat in (gm, sela, spectator, hagen):
        await expect(seat.log.filter(has_text="Hagen passes.")).to_have_count(1)
