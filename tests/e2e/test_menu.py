"""All that one can do, at a glance: three suggestions, the rest behind one button, and what can be done to whom."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import DESKTOP, PHONE
from tests.e2e.test_access import Checked, in_german

BOXES = "(all) => all.map((it) => it.getBoundingClientRect().top)"


async def test_three_suggestions_stand_first_and_a_search_finds_the_rest(begun: Host, sit: Sit) -> None:
    """Sela is on turn: an attack, a way to move and something else; nothing that is not possible stands before them."""
    sela = await sit("sela", alone=True)
    menu = sela.page.locator(".menu")
    first = menu.get_by_role("group", name="Suggestions").locator(".option")
    await expect(first).to_have_count(3)
    await expect(menu.locator(":scope > .group .grey")).to_have_count(0)
    await expect(first.first).to_contain_text("Attack")
    more = menu.locator("details.more")
    await more.locator("summary").first.click()
    await more.get_by_role("searchbox").fill("some else")
    await expect(more.locator(".option", has_text="Something else").first).to_be_visible()
    await expect(more.locator(".option", has_not_text="Something else")).to_have_count(0)
    window = Checked(sela.page)
    await in_german(sela, window, "menu")
    assert window.found == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_who_is_tapped_is_attacked_from_there(begun: Host, sit: Sit, size: dict[str, int]) -> None:
    """A tap on the robber shows what Sela can do to him, with costs; and one more does it. Where the attack comes
    first its form asks at whom; what sends it does not stand beside what gives it up."""
    sela = await sit("sela", alone=True, size=size)
    if size is PHONE:
        await sela.page.get_by_role("navigation", name="Parts").get_by_role("button", name="Map").click()
    await sela.page.get_by_role("region", name="Map").get_by_role("button", name="Robber").click()
    if size is PHONE:
        await sela.page.get_by_role("navigation", name="Parts").get_by_role("button", name="Me").click()
    to_him = sela.page.get_by_role("region", name="To Robber")
    attack = to_him.locator(".option", has_text="Attack: Throwing knives")
    await expect(attack).to_contain_text("1 action")
    window = Checked(sela.page)
    await in_german(sela, window, "tapped")
    await sela.page.locator(".menu .option", has_text="Attack: Throwing knives").first.click()
    form = sela.page.locator(".option-form")
    await form.get_by_role("button", name="Robber").click()
    await expect(form.get_by_role("button", name="Robber", pressed=True)).to_have_count(1)
    send, leave = form.get_by_role("button", name="Do it", exact=True), form.get_by_role("button", name="Cancel")
    await expect(send).to_be_enabled()
    (up,), (down,) = await leave.evaluate_all(BOXES), await send.evaluate_all(BOXES)
    assert down - up > 48
    await window.check("form")
    assert window.found == []
    await leave.click()
    await attack.click()
    await expect(sela.page.get_by_role("button", name="Let the server roll")).to_be_visible()
