"""A fight comes to its end: the game master alone is told that a side is out; then all see what came of it."""

from __future__ import annotations

import asyncio

from playwright.async_api import expect

from client_demo.client import Client
from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, WAIT_MS
from tests.e2e.test_access import Checked

OUT = "Nobody of this side can fight any more"
BEYOND = """() => [...document.querySelectorAll(".ending *")]
  .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((each) => each.textContent)"""
"""What a phone cuts off, in the language of the longer words."""


async def test_a_fight_ends_by_the_game_master_s_word_and_all_see_what_came_of_it(begun: Host, sit: Sit) -> None:
    """Suggested to nobody else; who stands, what each did, where to look again; on paper and as a file."""
    gm, hagen, spectator = await sit("gm"), await sit("hagen", size=PHONE), await sit("spectator")
    async with Client.connect(begun.links["gm"]) as word:
        for who, one in word.view["combatants"].items():
            if one["side"] == "robbers":
                dead = {"type": "gm_set", "who": who, "value_of": "condition", "key": "dead", "value": 1}
                await word.submit(dead)
    suggestion = gm.page.get_by_text(OUT)
    await expect(suggestion).to_be_visible(timeout=WAIT_MS)
    for other in (hagen, spectator):
        await expect(other.page.get_by_text(OUT)).to_have_count(0)
    await gm.page.locator(".side-out").get_by_role("button", name="End the fight").click()

    for seat in (gm, hagen, spectator):
        await expect(seat.page.locator(".ending-result")).to_have_text("Still standing: Travellers", timeout=WAIT_MS)
        await expect(suggestion).to_have_count(0)
        rows = seat.page.locator(".ending-sums tbody tr")
        await expect(rows.first).to_be_visible()
        checked = Checked(seat.page)
        await checked.check("the end")
        assert checked.found == []
    await hagen.page.get_by_role("button", name="Sprache: Deutsch").click()
    await expect(hagen.page.get_by_role("button", name="Von vorn ansehen")).to_be_visible()
    assert await hagen.page.evaluate(BEYOND) == []
    await hagen.page.get_by_role("button", name="Language: English").click()
    async with gm.page.expect_download() as saved:
        await gm.page.get_by_role("button", name="Save as text (Markdown)").click()
    path = await (await saved.value).path()
    assert "**Still standing: Travellers**" in await asyncio.to_thread(path.read_text, "utf-8")

    await gm.page.emulate_media(media="print")
    await expect(gm.page.locator(".ending-sums")).to_be_visible()
    for there in (".map", ".top", ".log-part", ".ending-foot"):
        await expect(gm.page.locator(there).first).to_be_hidden()
    await gm.page.emulate_media(media="screen")

    await gm.page.get_by_role("button", name="Play again").click()
    for seat in (gm, hagen, spectator):
        await expect(seat.page.get_by_role("link", name="Go there")).to_be_visible(timeout=WAIT_MS)
    await spectator.page.get_by_role("link", name="Go there").click()
    await expect(spectator.page.locator(".ending")).to_have_count(0, timeout=WAIT_MS)
    await expect(spectator.page.locator(".rail .row", has_text="Robber")).to_be_visible(timeout=WAIT_MS)
    await expect(hagen.page.get_by_role("button", name="The first to fall: Robber")).to_be_visible()
    await hagen.page.get_by_role("button", name="Watch again").click()
    await expect(hagen.page.locator(".moment-place b")).to_be_visible(timeout=WAIT_MS)
