"""Night Watch by clicks: ordered plans, changed until they stand; somebody hidden, whom some notice; dice of three
kinds, drawn as what they are."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect
from toy_two.words import DEMO

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, Seat

WIDTH = "() => document.documentElement.scrollWidth"


async def plan(seat: Seat, who: str, *deeds: str) -> None:
    """Open the list and put it together."""
    form = await opened(seat, who)
    for deed in deeds:
        await form.get_by_role("button", name=deed, exact=True).click()
    await form.get_by_role("button", name="Do it", exact=True).click()
    await seat.settled()


async def opened(seat: Seat, who: str) -> Locator:
    """The form for a plan."""
    form = seat.page.locator(".option-form", has=seat.page.locator(".ordered"))
    await seat.press_until(seat.option("Plan", who), form)
    return form


async def test_a_round_of_night_watch_is_planned_and_played_by_clicks(host: Host, sit: Sit) -> None:
    """The GM is told everything; Ann sees Ben's plan before she makes hers better; nobody sees Cat's, until the GM's
    Nell, who has noticed Cat, gives alarm."""
    host.system = "toy_two"
    await host.lay(DEMO + "[table]\ntyped_dice = true\n")
    await host.start()
    gm, ann, bob = await sit("gm"), await sit("ann"), await sit("bob", size=PHONE, has_touch=True)
    await gm.reads("Ann sits down")
    await gm.reads("Bob sits down")
    await gm.choose("Begin")

    await bob.is_asked("Plan")
    form = await opened(bob, "Ben")
    for deed in ("Guard", "Strike → Anna", "Strike → Abel"):
        await form.get_by_role("button", name=deed, exact=True).click()
    assert await bob.page.evaluate(WIDTH) <= PHONE["width"]
    await form.get_by_role("button", name="Strike → Anna: earlier").click()
    await form.get_by_role("button", name="Strike → Abel: take out").click()
    await expect(form.locator(".ordered-name")).to_have_text(["Strike → Anna", "Guard"])
    await form.get_by_role("button", name="Do it", exact=True).click()
    await bob.settled()
    await plan(bob, "Cat", "Guard")

    await ann.sees("Strike → Anna")
    await ann.reads("Ben plans: Strike → Anna, Guard.")
    await plan(ann, "Anna", "Guard")
    await plan(ann, "Abel", "Guard", "Strike → Ben")
    form = await opened(ann, "Anna")
    await form.get_by_role("button", name="Strike → Ben", exact=True).click()
    await form.locator(".ordered-name", has_text="Strike → Ben").press("ArrowUp")
    await expect(form.locator(".ordered-name").first).to_be_focused()
    await form.get_by_role("button", name="Do it", exact=True).click()
    await plan(gm, "Nell", "Guard")

    for seat, count in ((ann, 2), (bob, 2)):
        await seat.page.locator(".plain-answers .option", has_text=f"It stands for all {count}").click()
    await expect(ann.log.filter(has_text=re.compile("Cat|someone unseen"))).to_have_count(0)
    await gm.choose("It stands", who="Nell")
    await gm.choose("Give alarm", who="Nell")
    await ann.reads("Cat comes into sight.")
    await ann.roll([3, 15])
    await ann.roll([7])
    await bob.roll([4, 2])
    await ann.roll([2])
    await ann.roll([1, 2])
    for seat in (gm, ann, bob):
        await seat.reads("The round is over.")
        struck = seat.log.filter(has_text="Anna strikes Ben, who has 5 hearts left.")
        await expect(struck.locator("svg.d20")).to_have_count(2)
        await expect(struck.locator(".dropped svg.d20")).to_have_count(1)
        await expect(struck.locator(".dice")).to_have_attribute("aria-label", re.compile("^d20 3 .does not count., 15"))
        await expect(struck.locator("svg.d12")).to_have_count(1)
        await expect(seat.log.filter(has_text="Abel strikes Ben").locator("svg.d2")).to_have_count(1)


async def test_a_lamp_is_hung_within_its_radius_and_light_goes_along_with_its_bearer(host: Host, sit: Sit) -> None:
    """Too far is refused with the numbers; everybody sees what stands on the ground, and where it is light."""
    host.system = "toy_two"
    await host.lay(DEMO)
    await host.start()
    gm, ann, bob = await sit("gm"), await sit("ann"), await sit("bob")
    await gm.reads("Ann sits down")
    await gm.reads("Bob sits down")
    await gm.choose("Begin")
    await ann.option("Hang the lamp").click()
    form, nell = ann.page.locator(".option-form"), await ann.place_of("Nell")
    await ann.page.mouse.click(nell["x"] - 15, nell["y"] + nell["height"] / 2)
    await ann.sees(re.compile(r"5\.\d+ m away; at most 4 m\."))
    await expect(form.get_by_role("button", name="Do it", exact=True)).to_be_disabled()
    ben = await ann.place_of("Ben")
    await ann.page.mouse.click(ben["x"] - 15, ben["y"] + ben["height"] / 2)
    await expect(form.locator("output")).to_have_text(re.compile(r"1\.\d+ of 4 m"))
    await form.get_by_role("button", name="Do it", exact=True).click()
    await bob.reads("Anna hangs up a lamp.")
    circles, torch = bob.page.locator(".circles circle"), bob.page.locator(".circles g", has_text="Torchlight")
    await expect(bob.page.locator(".markers .marker-name")).to_have_text(["Lamp"])
    await expect(circles).to_have_count(2)
    await expect(torch.locator("circle")).to_have_attribute("cx", "0")
