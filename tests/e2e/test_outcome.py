"""What came of an attack is read at a glance by everybody, on a desk and on a phone: the result first."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.e2e.conftest import Sit
from tests.e2e.fights.test_fight import attack
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, Seat
from tests.e2e.test_access import Checked


async def test_the_result_stands_first_and_the_dice_that_hit_are_drawn_so(begun: Host, sit: Sit) -> None:
    """Three hits that nothing stops strike the robber down; the log, the phone and the piece say so in one line."""
    gm, hagen, spectator = await sit("gm"), await sit("hagen"), await sit("spectator", alone=True)
    sela = await sit("sela", size=PHONE)
    await gm.notes(".map .floats")
    await attack(sela, "Attack: Throwing knives", "Robber", [5, 5, 5, 1])
    await hagen.choose("Pass")
    await gm.choose("Pass", who="Robber")
    await gm.choose("Use none")
    for seat in (gm, hagen, spectator):
        came = seat.page.locator(".log .came")
        await expect(came).to_have_count(1)
        await expect(came.locator(".result strong")).to_have_text("3 wounds, down")
        await expect(came).to_contain_text("Sela → Robber")
        await expect(came.locator(":scope > div .throws.hit")).to_have_count(3)
        await expect(came.locator(":scope > div .throws")).to_have_count(4)
    await expect(sela.page.locator(".newest strong")).to_have_text("3 wounds, down")
    await gm.has_noted("3 wounds, down")
    for seat in (gm, spectator):
        await expect(seat.page.locator(".resolved")).to_have_text("Sela against Robber: 3 wounds, down.")
        attacked = seat.page.locator(".log .line", has_text="Sela attacks Robber")
        await expect(attacked).to_be_hidden()
        await came_about(seat).click()
        await expect(attacked).to_be_visible()
    window = Checked(spectator.page)
    await window.check("an outcome")
    assert window.found == []


def came_about(seat: Seat) -> Locator:
    """What opens the lines of the act that is over."""
    return seat.page.locator(".log .came summary", has_text="How it came about")


async def test_a_changed_ruling_is_one_card_and_tells_what_came_instead(begun: Host, sit: Sit) -> None:
    """The die that hit was another one: the card says it was changed, the line that it missed; the rest is folded."""
    gm, hagen, sela = await sit("gm"), await sit("hagen"), await sit("sela", size=PHONE)
    await attack(sela, "Attack: Throwing knives", "Robber", [5, 1, 1, 1])
    await hagen.choose("Pass")
    await gm.choose("Pass", who="Robber")
    await gm.choose("Use none")
    await expect(sela.page.locator(".newest strong")).to_have_text("1 wound")
    await gm.act_on("Sela attacks Robber", "Change this")
    panel = gm.page.locator(".ruling")
    await panel.get_by_label("Die 1 of Sela").first.fill("1")
    await panel.get_by_role("button", name="Show what changes").click()
    await panel.get_by_role("button", name="Change it").click()
    await hagen.reads("The game master changes a ruling")
    card = gm.page.locator(".told", has_text="The game master changes a ruling")
    await expect(card.locator("details.many")).to_have_count(1)
    await expect(card.get_by_text("Robber: Use none")).to_be_hidden()
    await expect(hagen.page.locator(".log .came strong").last).to_have_text("missed")
    await expect(sela.page.locator(".newest strong")).to_have_text("missed")
