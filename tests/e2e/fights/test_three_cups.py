"""A rule system of somebody else's package in the browser, which has never heard of it."""

from __future__ import annotations

from playwright.async_api import expect
from three_cups.words import DEMO

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import PHONE


async def test_a_round_of_three_cups_is_played_by_clicks(host: Host, sit: Sit) -> None:
    """Secret choices, a strike with a typed die, a riposte that fails; Bob never sees whom Ann hides."""
    host.system = "three_cups"
    await host.lay(DEMO + "[table]\ntyped_dice = true\n")
    await host.start()
    gm, ann, bob = await sit("gm"), await sit("ann"), await sit("bob", size=PHONE, has_touch=True)
    await gm.reads("Ann sits down")
    await gm.reads("Bob sits down")
    await gm.choose("Begin")

    await ann.is_asked("Lift a cup")
    await ann.choose("2", who="Anna")
    await ann.choose("1", who="Cat")
    await bob.choose("1")
    await ann.roll([4])
    await bob.is_asked("Riposte")
    await bob.choose("Riposte")
    await bob.roll([2])
    for seat in (gm, ann, bob):
        await seat.reads("Ben has 2 hearts left.")
    await expect(bob.log.filter(has_text="Cat")).to_have_count(0)
