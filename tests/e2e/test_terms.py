"""A word of the system is explained where it is tapped."""

from __future__ import annotations

import pytest
from playwright.async_api import ViewportSize, expect

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import DESKTOP, PHONE


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_a_tap_on_a_word_of_the_sheet_says_what_it_means(host: Host, sit: Sit, size: ViewportSize) -> None:
    """In the reader's language; a second tap folds it again."""
    await host.start()
    sela = await sit("sela", size=size)
    if size == PHONE:
        await sela.page.get_by_role("button", name="Order", exact=True).click()
    await sela.page.locator(".rail .row-head", has_text="Sela").click()
    word = sela.page.locator(".sheet").get_by_role("button", name="Minimum roll")
    await word.click()
    await sela.sees("A die that shows so much or more is a success.")
    await sela.page.get_by_role("button", name="Sprache: Deutsch").click()
    await sela.sees("Ein Würfel mit so viel oder mehr ist ein Erfolg.")
    await sela.page.get_by_role("button", name="Language: English").click()
    await word.click()
    await expect(sela.page.locator(".sheet .meaning")).to_have_count(0)
