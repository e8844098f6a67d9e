"""What comes at once is told act by act: after a lock, and again where a replay plays; nobody has to wait for it."""

from __future__ import annotations

import re

from playwright.async_api import expect

from server.rules.tactics import SYSTEM
from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import WAIT_MS, Seat
from tests.e2e.test_access import Checked
from tests.e2e.test_replay import place_of

ACT = ".telling-act"
SKIP = re.compile(r"^Skip \(\d+ more\)$")
CROWD = "\n".join(
    f'[combatants.guard{n}]\nname = "Guard {n}"\nside = "guards"\nat = [{n}, 12]\nsheet = {{ tactics = 1 }}'
    for n in range(1, 10)
)
"""Nine more, so that it takes a while until all have rolled for initiative."""


async def locked(host: Host, sit: Sit) -> tuple[Seat, Seat]:
    """The GM, and Maren who looks on as the plans of all are locked."""
    host.system = "tactics"
    await host.lay(f"{SYSTEM.demo}\n{CROWD}")
    await host.start()
    gm, maren = await sit("gm"), await sit("maren")
    await gm.reads("Maren sits down")
    await gm.choose("Start the fight")
    await gm.turn_to("Rulings")
    await gm.choose("Lock the phase")
    await maren.is_asked("Plans")
    await maren.notes(ACT)
    await gm.choose("Lock the phase")
    await maren.reads("has initiative")
    return gm, maren


async def test_a_lock_is_told_act_by_act_and_can_be_skipped(host: Host, sit: Sit) -> None:
    """One roll at a time, each for a moment; a tap shows the newest, and then it is gone. The log has all at once."""
    _, maren = await locked(host, sit)
    page = maren.page
    await expect(page.locator(ACT)).to_contain_text("has initiative", timeout=WAIT_MS)
    rolled = len([line for line in await maren.lines() if "has initiative" in line])
    assert rolled >= len(CROWD.splitlines()) // 5
    await page.get_by_role("button", name=SKIP).click()
    await expect(page.get_by_role("button", name=SKIP)).to_have_count(0)
    await expect(page.locator(ACT)).to_have_count(0, timeout=WAIT_MS)
    said: list[str] = await page.evaluate("() => window.said")
    assert max(said.count("has initiative") for said in said) == 1
    assert len({text for text in said if "has initiative" in text}) >= 2


async def test_a_replay_that_plays_tells_the_same(host: Host, sit: Sit) -> None:
    """Act by act, at its speed; skipping goes on, here to the end. What stands is not told."""
    _, maren = await locked(host, sit)
    page = maren.page
    await maren.look_back()
    await expect(page.locator(".moment-words")).to_contain_text("has initiative", timeout=WAIT_MS)
    place = await place_of(page)
    await page.get_by_role("button", name="One step back").click()
    await page.get_by_label("Speed").select_option("0.5")
    await expect(page.locator(ACT)).to_have_count(0)
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.locator(ACT)).to_contain_text("has initiative")
    window = Checked(page)
    await window.check("what is told")
    assert not window.found, "\n".join(window.found)
    assert await place_of(page) == place
    await page.get_by_role("button", name=SKIP).click()
    await expect(page.locator(ACT)).to_have_count(0)
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
