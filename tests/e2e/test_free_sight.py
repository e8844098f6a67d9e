"""What one needs lies in sight, with nothing over it: on a wide screen and on a phone."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from client_demo.client import Client
from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, Seat

WIDE: ViewportSize = {"width": 1440, "height": 900}
LOW: ViewportSize = {"width": 1440, "height": 720}
"""A laptop's screen without what the browser takes of it: not all of a form has room there."""
SMALL: ViewportSize = {"width": 390, "height": 400}
"""A phone with its keyboard open."""
NEEDED = ".top, .banner, .tabs, .telling, .dock button, .dock summary, .map-tools, .piece"


async def refused(seat: Seat, is_phone: bool) -> None:
    """The player asks twice to have something taken back, and is told that once is enough."""
    await part(seat, "Log", is_phone)
    await expect(seat.page.locator(".log .acts")).to_be_visible()  # the lines are drawn anew when they come act by act
    await seat.act_on("Sela's turn", "Ask to take this back")
    await seat.reads("Sela asks to take something back")  # which moves the log, and what one taps on
    await seat.act_on("Sela's turn", "Ask to take this back")
    await expect(seat.page.locator(".toast")).to_be_visible()


async def part(seat: Seat, name: str, is_phone: bool) -> None:
    if is_phone:
        await seat.page.locator(".tabs").get_by_role("button", name=name).click()


COVERED = """(needed) => {
  const isSeen = (it) => it.checkVisibility({visibilityProperty: true});
  const under = (over) => {
    const lies = over.getBoundingClientRect();
    return [...document.querySelectorAll(needed)].filter((it) => it !== over && isSeen(it)).filter((it) => {
      const box = it.getBoundingClientRect();
      return box.left < lies.right && lies.left < box.right && box.top < lies.bottom && lies.top < box.bottom;
    }).map((it) => it.className.baseVal ?? it.className);
  };
  return [...document.querySelectorAll(".toast, .telling")].filter(isSeen).flatMap(under);
}"""
"""What of all that one needs lies below what is shown for a moment."""
WATCHED = f"""(needed) => {{
  window.covered = [];
  window.told = 0;
  new MutationObserver(() => {{
    covered.push(...({COVERED})(needed));
    told += document.querySelectorAll(".telling .dice").length;
  }}).observe(document.body, {{subtree: true, childList: true}});
}}"""
"""The same at any time from now on, and whether dice were among it."""


UNDER_A_FINGER = """(it) => {
  const {left, right, top, bottom} = it.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest("button") === it;
}"""
both_sizes = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])


async def lies_free(button: Locator) -> None:
    """It is wholly in sight, and a tap on its middle hits it."""
    await expect(button).to_be_in_viewport(ratio=1)
    assert await button.evaluate(UNDER_A_FINGER)


@pytest.mark.parametrize("size", [LOW, PHONE], ids=["desktop", "phone"])
async def test_what_sends_a_reaction_lies_free(begun: Host, sit: Sit, size: ViewportSize) -> None:
    """Not under the bar that passes. Once it is sent the panel is another, and a bonus die lies where one has tapped:
    the second tap of a double one does not spend it."""
    hagen = await sit("hagen", size=size)
    await part(hagen, "Me", size is PHONE)
    async with Client.connect(begun.links["sela"]) as sela:
        await sela.submit({"type": "attack", "who": "sela", "target": "robber", "weapon": "throwing_knives"})
        await sela.submit({"type": "type_dice", "faces": [5, 5, 5, 1]})
    attack = hagen.option("Attack: Long sword")
    await expect(attack).to_be_attached()
    await hagen.press_until(attack, hagen.page.locator(".option-form"))
    form = hagen.page.locator(".option-form")
    await form.get_by_role("button", name="Robber").click()
    send = form.get_by_role("button", name="Do it", exact=True)
    await lies_free(send)
    box = await send.bounding_box()
    assert box is not None
    await send.click()
    await hagen.settled()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await expect(form).to_have_count(0)
    await hagen.page.mouse.move(x, y)
    await hagen.page.mouse.down(click_count=2)
    await hagen.page.mouse.up(click_count=2)
    await hagen.settled()
    await hagen.sees("Answered: Attack: Long sword")
    await expect(hagen.page.locator(".dock")).to_contain_text("Bonus dice2")


async def test_what_sends_a_form_lies_over_no_choice_that_is_gone_to(begun: Host, sit: Sit) -> None:
    """Where a screen has no room for all of a form, the choice under the keys moves out from under the button."""
    sela = await sit("sela", size=SMALL)
    await part(sela, "Me", is_phone=True)
    attack = sela.option("Attack: Throwing knives")
    await sela.press_until(attack, sela.page.locator(".option-form"))
    chips = sela.page.locator(".option-form .chip")
    await expect(chips).to_have_count(3)
    for chip in await chips.all():
        await sela.page.locator(".dock").evaluate("dock => dock.scrollTop = 0")
        await chip.focus()
        await lies_free(chip)


@both_sizes
async def test_what_starts_the_fight_lies_free(host: Host, sit: Sit, size: ViewportSize) -> None:
    """Not at the edge below, where one has to look for it: at the table at which most sit down."""
    host.system = "brink"
    await host.start()
    gm = await sit("gm", size=size)
    await lies_free(gm.page.get_by_role("button", name="Start the fight"))


@both_sizes
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


async def test_on_a_phone_dice_and_what_came_of_them_lie_over_nothing(begun: Host, sit: Sit) -> None:
    """Neither over the header, nor over the question that they lead to, nor over the result where it stays; the map
    lies beside them."""
    gm, sela, hagen = await sit("gm"), await sit("sela", size=PHONE), await sit("hagen", size=PHONE)
    for seat, name in ((sela, "Map"), (hagen, "Me")):
        await part(seat, name, is_phone=True)
        await seat.page.evaluate(WATCHED, f"{NEEDED}, .map, .prompt header, .newest")
    async with Client.connect(begun.links["sela"]) as client:
        await client.submit({"type": "attack", "who": "sela", "target": "robber", "weapon": "throwing_knives"})
        await client.submit({"type": "type_dice", "faces": [5, 5, 5, 1]})
    await hagen.choose("Pass")
    await gm.choose("Pass", who="Robber")
    await gm.choose("Use none")
    await expect(hagen.page.locator(".newest strong")).to_have_text("3 wounds, down")
    for seat in (sela, hagen):
        await seat.page.wait_for_function("() => told > 0")
        await expect(seat.page.locator(".telling")).to_have_count(0)
        assert await seat.page.evaluate("() => covered") == []


UNDER_THE_TOOLS = """() => {
  const tools = document.querySelector(".map-tools").getBoundingClientRect();
  const isAside = (box) => box.left >= tools.right || tools.left >= box.right;
  const isUnder = (box) => !isAside(box) && box.top < tools.bottom && tools.top < box.bottom;
  const pieces = [...document.querySelectorAll(".map .piece")];
  return pieces.filter((it) => isUnder(it.getBoundingClientRect())).map((it) => it.dataset.who);
}"""


CORNERS = """
title = "Four corners"
system = "tirakan"
""" + "".join(
    f"""
[combatants.{who}]
name = "{who.title()} of the Corner"
side = "{who}"
at = [{x}, {y}]
"""
    for who, x, y in (("ana", 0, 0), ("bram", 17, 0), ("cara", 0, 9), ("dirk", 17, 9))
)


@both_sizes
async def test_nobody_stands_under_what_zooms_the_map(host: Host, sit: Sit, size: ViewportSize) -> None:
    """Neither a piece nor its name, as the map is seen at first: also of those who stand in its corners."""
    await host.lay(CORNERS)
    await host.start()
    gm = await sit("gm", size=size)
    await part(gm, "Map", size is PHONE)
    await expect(gm.page.locator(".map .piece")).to_have_count(4)
    await gm.drawn()
    assert await gm.page.evaluate(UNDER_THE_TOOLS) == []


CARD = """() => {
  const [card, tools] = [".place", ".map-tools"].map((it) => document.querySelector(it).getBoundingClientRect());
  const isAside = card.right <= tools.left || tools.right <= card.left;
  const isLow = document.querySelector(".place").matches(".low");
  return [isLow, isAside || card.bottom <= tools.top || tools.bottom <= card.top];
}"""


@both_sizes
async def test_the_card_of_a_place_lies_beside_what_zooms_the_map(begun: Host, sit: Sit, size: ViewportSize) -> None:
    """Wherever the map is tapped: also where the card lies below."""
    sela = await sit("sela", size=size, alone=True)
    await sela.sees_turn("Sela")
    await part(sela, "Map", size is PHONE)
    box = await sela.page.locator(".map").bounding_box()
    assert box is not None
    found = []
    for across, down in ((0.1, 0.1), (0.5, 0.2), (0.9, 0.1), (0.1, 0.7)):
        await sela.page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])
        await expect(sela.page.locator(".place dl")).to_be_visible()
        found.append(await sela.page.evaluate(CARD))
        await sela.page.locator(".place").get_by_role("button", name="Close").click()
    assert {is_free for _, is_free in found} == {True}
    assert any(is_low for is_low, _ in found)
