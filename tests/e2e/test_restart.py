"""The server is killed in the middle of a reaction window: every screen comes back to the same question."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.fights.test_fight import attack
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, WAIT_MS, Seat, all_read


async def is_lost(seat: Seat) -> None:
    """The screen says that the connection is gone."""
    await seat.sees("Connection lost")


async def is_back(seat: Seat) -> None:
    """The screen says that it is connected."""
    await expect(seat.page.locator(".connection.open")).to_be_visible(timeout=WAIT_MS)


@pytest.mark.parametrize("ending", ["kill", "stop"])
async def test_everybody_comes_back_to_the_same_question(ending: str, begun: Host, sit: Sit) -> None:
    """Killed, or told to stop (which tells everybody when to come back), and started again while three are asked:
    nothing is lost, nothing doubled, the fight goes on."""
    gm, hagen, spectator = await sit("gm"), await sit("hagen"), await sit("spectator")
    sela = await sit("sela", size=PHONE, has_touch=True)
    seats = (gm, hagen, sela, spectator)
    await all_read("Sela's turn", gm, hagen, sela)
    await attack(sela, "Attack: Throwing knives", "Robber", [5, 5, 5, 1])
    await hagen.is_asked("React?")
    for seat in seats:
        await seat.reads("Who reacts?")
    before = [await seat.lines() for seat in seats]

    await getattr(begun, ending)()
    for seat in seats:
        await is_lost(seat)
    await begun.start()
    for seat in seats:
        await is_back(seat)

    await hagen.is_asked("React?")
    await gm.is_asked("React?")
    for seat, lines in zip(seats, before, strict=True):
        await seat.logs(lines)
    await hagen.choose("Pass")
    await gm.choose("Pass", who="Robber")
    for seat in seats:
        await seat.reads("Hagen passes")
        await expect(seat.log.filter(has_text="Hagen passes.")).to_have_count(1)


async def test_an_answer_given_while_the_server_is_down_arrives_once(begun: Host, sit: Sit) -> None:
    """A click into the dead connection is sent when the server is back, and takes effect once."""
    gm, hagen, sela = await sit("gm"), await sit("hagen"), await sit("sela")
    await all_read("Sela's turn", gm, hagen, sela)
    await attack(sela, "Attack: Throwing knives", "Robber", [5, 5, 5, 1])
    await hagen.is_asked("React?")

    await begun.kill()
    await is_lost(hagen)
    await hagen.page.locator(".prompt .option", has_text="Pass").click()
    await hagen.sees("On its way")
    await begun.start()
    await gm.reads("Hagen passes")
    await hagen.settled()
    await expect(gm.log.filter(has_text="Hagen passes.")).to_have_count(1)
