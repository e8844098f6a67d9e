"""Sitting down by the join code, as GM and player see it: who came, whose seat it is, and how it becomes free again."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, ViewportSize, expect

from server.rules.tirakan.words.demo import DEMO
from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, WAIT_MS, Seat

DESKTOP: ViewportSize = {"width": 1440, "height": 900}


async def keep(seat: Seat, name: str) -> None:
    """A picture, where somebody wants to look at it."""
    if folder := os.environ.get("FRAY_PICTURES"):
        await seat.page.screenshot(path=Path(folder) / f"{name}.png")


async def links(gm: Seat) -> Locator:
    """The GM's dialog of seats and links."""
    await gm.page.get_by_role("button", name="Links of the seats").first.click()
    return gm.page.get_by_role("dialog")


async def code_of(sheet: Locator) -> str:
    """The code that it shows."""
    shown = sheet.locator(".code-line b")
    await expect(shown).to_have_text(re.compile(r"^\w{4}-\w{4}-\w{4}$"), timeout=WAIT_MS)
    return await shown.inner_text()


async def test_a_player_takes_a_seat_by_code_and_the_gm_frees_it(host: Host, browser: Browser, sit: Sit) -> None:
    """The GM sees who came and no dead link; freed, the seat has a new one, and who sat there is told."""
    await host.start()
    gm = await sit("gm", size=DESKTOP)
    sheet = await links(gm)
    code = await code_of(sheet)
    mia = await Seat.sit(browser, f"{host.url}/#/join/{code}", size=PHONE)
    await mia.page.get_by_label("Your name, if you like").fill("Mia")
    await keep(mia, "joining-phone")
    await mia.page.get_by_role("button", name=re.compile("Sela.*free")).click()
    await expect(mia.page.locator(".top h1")).to_be_visible(timeout=WAIT_MS)
    await expect(sheet.get_by_text("taken by code: Mia")).to_be_visible(timeout=WAIT_MS)
    await expect(sheet.get_by_role("link", name="Open: Sela")).to_have_count(0)
    await keep(gm, "links-taken-desktop")
    await gm.reads("Sela is taken by code: Mia.")

    await sheet.get_by_role("button", name="Free, with a new link: Sela").click()
    await keep(gm, "really-desktop")
    await sheet.get_by_role("button", name="Really?: Sela").click()
    await mia.sees("The link has been replaced")
    await keep(mia, "freed-phone")
    await mia.page.get_by_role("button", name="Home page").click()
    await expect(mia.page.get_by_label("Link or code")).to_be_visible(timeout=WAIT_MS)
    await expect(mia.page.get_by_text("Continue")).to_have_count(0)
    link = sheet.get_by_role("link", name="Open: Sela")
    await expect(link).to_be_visible(timeout=WAIT_MS)
    found = await link.get_attribute("href")
    new = await Seat.sit(browser, found or "", size=PHONE)
    await expect(new.page.locator(".top h1")).to_be_visible(timeout=WAIT_MS)
    await expect(sheet.get_by_text("somebody came by the link")).to_be_visible(timeout=WAIT_MS)

    other = await Seat.sit(browser, found or "", size=PHONE)
    for seat in (new, other):
        await seat.sees("Your seat is open in 2 windows.")
    await keep(new, "two-windows-phone")
    await other.leave()

    await sheet.get_by_role("button", name="Turn off").click()
    await expect(sheet.get_by_text("The join code is off.")).to_be_visible(timeout=WAIT_MS)
    await sheet.get_by_role("button", name="New join code").click()
    assert await code_of(sheet) != code
    for seat in (mia, new):
        await seat.leave()


async def test_where_the_gm_is_asked_a_player_waits_for_the_word(host: Host, browser: Browser, sit: Sit) -> None:
    """It comes in by itself once the GM has said yes; who withdraws no longer asks, and may ask again. Who has the
    dialog open, to show the code, sees who asks."""
    await host.lay(DEMO + '\n[table]\njoin = "ask"\n')
    await host.start()
    gm = await sit("gm", size=DESKTOP)
    sheet = await links(gm)
    code = await code_of(sheet)
    mia = await Seat.sit(browser, f"{host.url}/#/join/{code}", size=PHONE)
    await mia.page.get_by_label("Your name, if you like").fill("Mia")
    await mia.page.get_by_role("button", name=re.compile("Sela.*free")).click()
    await mia.sees("Your game master is asked whether you may sit down")
    await mia.sees("You ask for the seat Sela, as Mia.")
    await keep(mia, "waiting-phone")
    await mia.page.set_viewport_size(DESKTOP)
    await keep(mia, "waiting-desktop")
    await mia.page.set_viewport_size(PHONE)
    banner = gm.page.locator(".banner.request", has_text="Mia wants to sit at Sela.")
    await expect(banner).to_have_count(2, timeout=WAIT_MS)
    await expect(sheet.locator(".request")).to_be_visible()
    await keep(gm, "asked-desktop")
    await mia.page.get_by_role("button", name="Withdraw").click()
    await mia.sees("Choose your seat")
    await expect(banner).to_have_count(0, timeout=WAIT_MS)
    await mia.page.get_by_role("button", name=re.compile("Sela.*free")).click()
    await expect(banner).to_have_count(2, timeout=WAIT_MS)
    await gm.page.keyboard.press("Escape")
    await banner.get_by_role("button", name="Let them in").click()
    await expect(mia.page.locator(".top h1")).to_be_visible(timeout=WAIT_MS)
    await keep(mia, "sat-phone")
    await expect(banner).to_have_count(0)
    await mia.leave()


@pytest.mark.parametrize(("language", "told", "mine"), [
    ("en-GB", "Your seat has been opened once more", "That was me"),
    ("de-DE", "Dein Platz wurde noch einmal geöffnet", "Das war ich"),
], ids=["english", "german"])  # fmt: skip
async def test_a_player_is_told_who_else_has_sat_down_on_the_own_seat(
    host: Host, browser: Browser, language: str, told: str, mine: str
) -> None:
    """While both are there, and after the other has gone, until it is said whose it was; the other is told nothing."""
    await host.start()
    hagen = await seated(browser, host, DESKTOP, language)
    banner = hagen.page.locator(".banner")
    other = await seated(browser, host, PHONE, language)
    await expect(banner).to_contain_text("2 ")
    await keep(hagen, f"shared-{language}-desktop")
    await expect(other.page.locator(".banner")).to_contain_text("2 ")
    await keep(other, f"shared-{language}-phone")
    await other.leave()
    await expect(banner).to_contain_text(told)
    button = banner.get_by_role("button", name=mine)
    for size in (DESKTOP, PHONE):
        await hagen.page.set_viewport_size(size)
        await hagen.drawn()
        await keep(hagen, f"another-{language}-{size['width']}")
        assert await hagen.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert await button.evaluate("(it) => it.offsetHeight < 1.5 * parseFloat(getComputedStyle(it).lineHeight)")
    await button.click()
    await expect(banner).to_have_count(0)
    await hagen.leave()


async def seated(browser: Browser, host: Host, size: Any, language: str) -> Seat:
    """A window at Hagen's seat."""
    window = await browser.new_context(viewport=size, locale=language)
    seat = Seat(await window.new_page(), host)
    await seat.page.goto(host.links["hagen"])
    await expect(seat.page.locator(".top h1")).to_be_visible(timeout=WAIT_MS)
    return seat
