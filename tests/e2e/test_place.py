"""A tap on the ground says what it would be to stand there, from the server's own reckoning, and leads there."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import DESKTOP, PHONE
from tests.e2e.test_access import Checked, in_german


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_a_place_is_asked_about_and_gone_to(begun: Host, sit: Sit, size: dict[str, int]) -> None:
    """Sela taps the ground beside her: how far it is by which way, whom she reaches from there, who reaches her; one
    more tap goes there. The same by keys, in German, and without a mistake of the page."""
    sela = await sit("sela", alone=True, size=size)
    page = sela.page
    if size is PHONE:
        await page.get_by_role("navigation", name="Parts").get_by_role("button", name="Map").click()
    field = page.get_by_role("region", name="Map")
    piece = await field.get_by_role("button", name="Sela").bounding_box()
    assert piece is not None
    await page.mouse.click(piece["x"] + piece["width"] / 2 + 70, piece["y"] + piece["height"] / 2)
    place = page.get_by_role("region", name=re.compile("Sela: .* m from here"))
    await expect(place.locator(".option", has_text="Walk")).to_be_visible()
    await expect(place.get_by_text("Reaches from there")).to_be_visible()
    await expect(place.get_by_text("Is reached there by")).to_be_visible()
    window = Checked(page)
    await in_german(sela, window, "place")
    await place.locator(".option:not(.grey)").first.click()
    await expect(place).to_have_count(0)
    await field.get_by_role("application").focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowLeft")
    await expect(place).to_contain_text("Reaches from there")
    assert window.found == []
