"""Playing alone: from the home page into a fight against bots, on a desk and on a phone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from client_demo.client import Client
from tests.e2e.host import Host
from tests.e2e.seat import DESKTOP, PHONE, WAIT_MS, Seat

BEGUN = re.compile(r"Round \d|Surprise round|Opening attack")
"""What stands above a fight, whichever comes first."""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_one_click_leads_into_a_fight_against_bots(host: Host, browser: Browser, size: ViewportSize) -> None:
    """The bots sit down by themselves, the game master among them, and begin; somebody else acts before one does
    anything oneself, or one is asked."""
    await host.start()
    guest = await Seat.sit(browser, host.url, size=size)
    await guest.page.get_by_role("button", name="Try it alone").click()
    await expect(guest.page.locator(".top")).to_contain_text(BEGUN, timeout=WAIT_MS)
    await expect(guest.page).to_have_url(f"{host.url}/")
    await expect(guest.page.locator(".sign.away")).to_have_count(0)
    await guest.leave()


async def test_whoever_played_alone_begins_the_same_fight_anew(host: Host, browser: Browser) -> None:
    """From the player's own seat, though tables are laid in the lobby; the bots are there again."""
    await host.start()
    guest = await Seat.sit(browser, host.url)
    await guest.page.get_by_role("button", name="Try it alone").click()
    await expect(guest.page.locator(".top")).to_contain_text(BEGUN, timeout=WAIT_MS)
    kept = await guest.page.evaluate("() => Object.entries(localStorage)")
    (links,) = [json.loads(value) for key, value in kept if key.startswith("fray.links.")]
    async with Client.connect(f"{host.url}/#{links['gm']}") as word:
        await word.submit({"type": "end_combat"})
    await guest.page.get_by_role("button", name="Play again").click()
    await guest.page.get_by_role("link", name="Go there").click()
    await expect(guest.page.locator(".ending")).to_have_count(0, timeout=WAIT_MS)
    await expect(guest.page.locator(".top")).to_contain_text(BEGUN, timeout=WAIT_MS)
    await guest.leave()


async def test_any_sample_can_be_tried_alone(host: Host, browser: Browser) -> None:
    """With the second click, where fights are chosen."""
    await host.start()
    guest = await Seat.sit(browser, host.url)
    await guest.page.get_by_role("link", name="Create an encounter").click()
    await guest.page.get_by_role("button", name="Try it alone: Lanterns at the Boathouse").click()
    await guest.sees("Lanterns at the Boathouse")
    await expect(guest.page.locator(".top")).to_contain_text(BEGUN, timeout=WAIT_MS)
    await guest.leave()


async def test_where_no_bots_are_given_nobody_is_promised_any(
    host: Host, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The button is not there."""
    monkeypatch.setenv("FRAY_BOTS", "0")
    await host.start()
    guest = await Seat.sit(browser, f"{host.url}/#/new")
    await expect(guest.page.locator(".sample").first).to_be_visible(timeout=WAIT_MS)
    await guest.page.get_by_role("link", name="Home").first.click()
    await expect(guest.page.get_by_role("link", name="Create an encounter")).to_be_visible(timeout=WAIT_MS)
    assert await guest.page.get_by_text("Try it alone").count() == 0
    await guest.leave()


async def test_who_may_lay_no_table_is_offered_none(
    host: Host, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server for others, whose lobby is closed."""
    monkeypatch.setenv("FRAY_OPEN_LOBBY", "0")
    await host.start()
    guest = await Seat.sit(browser, host.url)
    await guest.sees("encounters are created by whoever runs it")
    assert await guest.page.get_by_text("Try it alone").count() == 0
    await guest.leave()


async def test_all_places_taken_is_said_where_one_has_clicked(
    host: Host, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the reader's language; the rest of the page goes on."""
    monkeypatch.setenv("FRAY_BOTS", "1")
    await host.start()
    first = await Seat.sit(browser, host.url)
    await first.page.get_by_role("button", name="Try it alone").click()
    await expect(first.page.locator(".top")).to_contain_text(BEGUN, timeout=WAIT_MS)
    second = await Seat.sit(browser, host.url)
    await second.page.get_by_role("button", name="Try it alone").click()
    await second.sees("The bots of this server play at as many tables as they may")
    await second.page.get_by_role("button", name="Sprache: Deutsch").click()
    await second.sees("Die Bots dieses Servers spielen schon")
    await expect(second.page.get_by_role("button", name="Allein ausprobieren")).to_be_enabled()
    for seat in (first, second):
        await seat.leave()
