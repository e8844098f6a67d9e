"""Whose turn it is is seen on every part of a phone's page, and in the title of a tab that is not looked at."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import PHONE


async def test_who_is_on_turn_is_called_and_who_waits_sees_for_whom(begun: Host, sit: Sit) -> None:
    """Sela is on turn, with her phone on the map; her turn ends, and the game waits for somebody else."""
    sela, hagen, watcher = await sit("sela", size=PHONE), await sit("hagen"), await sit("spectator")
    await sela.page.get_by_role("navigation", name="Parts").get_by_role("button", name="Map").click()
    call = sela.page.get_by_role("button", name="Your turn: Sela")
    await expect(call).to_be_in_viewport()
    await expect(sela.page).to_have_title(re.compile("^● Your turn · "))
    await expect(hagen.page).to_have_title("Toll at the Bridge · Fray")
    await expect(watcher.page).to_have_title("Toll at the Bridge · Fray")
    assert "svg" in (await sela.page.locator("link[rel=icon]").get_attribute("href") or "")
    await call.click()
    await expect(sela.option("End turn")).to_be_visible()
    await sela.choose("End turn")
    await expect(call).to_have_count(0)
    await expect(sela.page).to_have_title("Toll at the Bridge · Fray")
