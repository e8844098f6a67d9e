"""A word of the system is explained where it is tapped: on a sheet, in a form, in the sum of a roll."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import DESKTOP, NEXT_FRAME, PHONE


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


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_words_of_forms_and_sums_are_explained_too(begun: Host, sit: Sit, size: ViewportSize) -> None:
    """For whoever rules on an attack, and for whoever looks why somebody is first."""
    gm, sela = await sit("gm"), await sit("sela", size=size)
    await sela.reads("Sela's turn")
    if size == PHONE:
        await sela.page.get_by_role("button", name="Me", exact=True).click()
    await sela.choose("Attack: Throwing knives", Target="Robber")
    await sela.roll([5, 5, 5, 1])
    await gm.turn_to("Rulings")
    option = gm.page.locator(".option", has_text="Circumstances of the attack").first
    form = gm.page.locator(".option-form")
    await gm.press_until(option, form)
    await form.get_by_role("button", name="Cover", exact=True).click()
    await expect(form.locator(".meaning")).to_contain_text("a die that shows so much or more stops it")
    if size == PHONE:
        await sela.page.locator(".tabs").get_by_role("button", name="Log").click()
    why = sela.page.locator(".log .line", has_text="rolls").locator("button", has_text="Why").last
    await sela.press_until(why, sela.page.locator(".why-card"))
    await sela.page.locator(".why-card").get_by_role("button", name="Quickness").click()
    await sela.sees("Decides the order of turns")


CUT = """(card) => {
  const edge = card.closest(".log").getBoundingClientRect().right;
  return [card, ...card.querySelectorAll("th, td")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > edge)
    .map((each) => each.textContent);
}"""


async def test_nothing_is_cut_of_how_a_roll_came_about(begun: Host, sit: Sit) -> None:
    """Nor where one of its words is explained, in German, whose words are longer; on a phone and on a desktop."""
    sela = await sit("sela", size=PHONE, alone=True)
    await sela.reads("Sela's turn")
    await sela.page.locator(".tabs").get_by_role("button", name="Log").click()
    why = sela.page.locator(".log .line", has_text="Sela rolls initiative").locator("button", has_text="Why").last
    card = sela.page.locator(".why-card")
    await sela.press_until(why, card)
    await card.get_by_role("button", name="Quickness").click()
    assert await cut(card) == []
    await sela.page.get_by_role("button", name="Sprache: Deutsch").click()
    await sela.sees("Warum?")
    assert await cut(card) == []


async def cut(card: Locator) -> list[str]:
    """What is cut of it on a desktop or on a phone, which its page shows again then."""
    found: list[str] = []
    for size in (DESKTOP, PHONE):
        await card.page.set_viewport_size(size)
        await card.page.evaluate(NEXT_FRAME)
        found += await card.evaluate(CUT)
    return found
