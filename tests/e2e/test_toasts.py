"""Why something was refused is said where it lies over nothing that one needs."""

from __future__ import annotations

import pytest
from playwright.async_api import ViewportSize, expect

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, Seat

WIDE: ViewportSize = {"width": 1440, "height": 900}
NEEDED = ".top, .banner, .tabs, .telling, .dock button, .dock summary, .map-tools, .piece"


async def refused(seat: Seat, is_phone: bool) -> None:
    """The player asks twice to have something taken back, and is told that once is enough."""
    await part(seat, "Log", is_phone)
    for line in ("Round 1.", "Sela's turn"):
        await seat.act_on(line, "Ask to take this back")
    await expect(seat.page.locator(".toast")).to_be_visible()


async def part(seat: Seat, name: str, is_phone: bool) -> None:
    if is_phone:
        await seat.page.locator(".tabs").get_by_role("button", name=name).click()


COVERED = """(needed) => {
  const [toast] = document.querySelectorAll(".toast");
  const lies = toast.getBoundingClientRect();
  return [...document.querySelectorAll(needed)].filter((it) => it.checkVisibility()).filter((it) => {
    const box = it.getBoundingClientRect();
    return box.left < lies.right && lies.left < box.right && box.top < lies.bottom && lies.top < box.bottom;
  }).map((it) => it.className.baseVal ?? it.className);
}"""


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
async def test_a_refusal_lies_over_nothing_that_one_needs(begun: Host, sit: Sit, size: ViewportSize) -> None:
    """Neither over the header, nor over what can be done, whatever part of a phone's page one looks at."""
    sela = await sit("sela", size=size)
    await refused(sela, size is PHONE)
    await expect(sela.page.locator(".banner")).to_be_visible()
    for name in ("Log", "Me", "Map"):
        await part(sela, name, size is PHONE)
        await sela.drawn()
        assert await sela.page.locator(NEEDED).filter(visible=True).count() > 2
        assert await sela.page.evaluate(COVERED, NEEDED) == []
