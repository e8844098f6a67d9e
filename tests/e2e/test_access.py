"""Every screen for everybody: axe-core finds nothing, in both themes, on a desk and on a phone; and all by keyboard."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from client_demo import node
from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import DESKTOP, PHONE, WAIT_MS, Seat, all_read
from tests.e2e.test_amended import set_cover
from tests.e2e.test_lesson import at, strike, walk
from tests.e2e.under_way import TYPED, start

THEMES: dict[Any, Any] = {
    "light": {"rules": {"target-size": {"enabled": True}}},
    "dark": {"runOnly": ["color-contrast", "link-in-text-block"]},
}
"""What is looked for: everything once, and of the other theme what depends on colours."""

RUN = """async (options) => {
  const withoutSticking = async (look) => {
    const all = [...document.querySelectorAll("body *")].filter((each) => getComputedStyle(each).position === "sticky");
    for (const each of all) each.style.position = "relative";
    const found = await look();
    for (const each of all) each.style.position = "";
    return found;
  };
  await new Promise(requestAnimationFrame);
  const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map((one) => one.finished));
  const look = () => axe.run(document, {resultTypes: ["violations"], preload: false, ...options});
  const found = await withoutSticking(look);
  return found.violations.flatMap(({id, nodes}) =>
    nodes.map(({target, failureSummary}) => `${id}: ${target} ${failureSummary.split("\\n").slice(1).join(" ")}`));
}"""
"""Colours are looked at when they have come to rest: what fades in, or changes with the theme, is half-way before. What
sticks stands in its own place meanwhile: it lies over what was scrolled below it, and whoever wants that scrolls."""

WRONG = """title = "Bad"
system = "tirakan"

[combatants.x]
name = "X"
side = "a"

[combatants.x.sheet]
quickness = "two"
"""


class Checked:
    """A window whose screens are checked in both themes; what is found is kept until the end."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []

    async def check(self, screen: str) -> None:
        """Everything that axe-core finds on this screen."""
        if not await self.page.evaluate("() => 'axe' in window"):
            axe = (node.MODULES / "axe-core" / "axe.min.js").read_text("utf-8")
            await self.page.evaluate(f"() => {{ {axe} }}")
        for theme, options in THEMES.items():
            await self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            self.found += [f"{screen}, {theme}: {problem}" for problem in await self.page.evaluate(RUN, options)]

    async def press(self, name: str | re.Pattern[str], role: Any = "button") -> None:
        """Click what has this name."""
        await self.page.get_by_role(role, name=name).first.click()

    async def sees(self, selector: str) -> None:
        """Wait for an element."""
        await expect(self.page.locator(selector).first).to_be_visible(timeout=WAIT_MS)


class CheckedAnywhere(Checked):
    """A phone's window whose screens are checked as a desktop shows them, too. Style alone tells the two apart, never
    what was loaded: so one plays on the phone alone."""

    async def check(self, screen: str) -> None:
        """Everything that axe-core finds on this screen. It is a phone's again then."""
        for name, size in (("desktop", DESKTOP), ("phone", PHONE)):
            await self.page.set_viewport_size(size)
            await super().check(f"{screen}, {name}")


@pytest.fixture
async def window(browser: Browser) -> AsyncIterator[Checked]:
    """Nobody's yet."""
    context = await browser.new_context(viewport=PHONE, locale="en-GB")
    yield CheckedAnywhere(await context.new_page())
    await context.close()


async def test_the_home_page_is_accessible(host: Host, window: Checked) -> None:
    """Home, choosing, a file that is wrong, options, links with a QR code, joining, and every page that says no."""
    await host.start()
    page = window.page
    await page.goto(host.url)
    await window.sees(".doors")
    await window.sees(".picture-place [role=img]")
    await window.check("home")
    await window.press("Create an encounter", "link")
    await window.sees(".sample")
    await page.get_by_label("Text of the encounter").fill(WRONG)
    await window.sees(".wrong")
    await window.check("choosing")
    await window.press(re.compile("Take this one: Toll at the Bridge"))
    await window.sees(".lay")
    await page.locator("summary", has_text="House rules").click()
    await window.check("options")
    await window.press("Create the table")
    await window.sees(".code-card .qr-ink")
    await window.press("QR code: Hagen")
    await window.check("links")
    code = await page.locator(".code-text").first.inner_text()
    await page.goto(f"{host.url}/#/join/{code}")
    await window.sees(".seat-choice")
    await window.check("joining")
    await page.goto(f"{host.url}/#/file")
    await window.sees(".drop")
    await window.check("a file")
    await page.locator(".drop input[type=file]").set_input_files(
        {"name": "x.fray", "mimeType": "", "buffer": b"no file"}
    )
    await window.sees(".judgement.bad")
    await window.check("a bad file")
    for path, screen in (("nowhere", ".note"), (f"#/at/{'ab' * 16}/gm/4", ".note"), (f"#{'A' * 64}", ".waiting")):
        await page.goto("about:blank")
        await page.goto(f"{host.url}/{path}")
        await window.sees(screen)
        await window.check(path)
    assert window.found == []


async def test_the_table_and_the_replay_are_accessible(begun: Host, sit: Sit) -> None:
    """For GM, player and spectator, in every tab; the replay, a new encounter out of it, and the verdict."""
    seats = {name: await sit(name, alone=True, size=PHONE) for name in ("gm", "hagen", "spectator")}
    found = []
    for name, seat in seats.items():
        window, phone = CheckedAnywhere(seat.page), Checked(seat.page)
        await seat.reads("Sela's turn")
        for number, tab in enumerate(await seat.page.locator(".tabs button").all()):
            await tab.click()
            await (phone if number else window).check(f"{name}, tab {number}")  # a desktop shows all at once
        await watch(window, name)
        found += window.found + phone.found
    assert found == []


async def test_a_german_table_with_its_forms_and_dialogs_is_accessible(host: Host, sit: Sit) -> None:
    """A form, a question, the GM's parts, a ruling with its preview, the links with a code to scan; typed dice."""
    await host.lay(TYPED)
    await host.start()
    gm, hagen, sela = [await sit(seat, alone=True, size=PHONE) for seat in ("gm", "hagen", "sela")]
    await gm.sees("Who is here")
    gms, hagens, selas = (CheckedAnywhere(seat.page) for seat in (gm, hagen, sela))
    await in_german(gm, gms, "gathering")
    for name in ("Hagen", "Sela"):
        await gm.reads(f"{name} sits down")
    await start(host.links)
    await all_read("Sela's turn", gm, hagen, sela)
    await set_cover(gm, "Robber", "5+")
    await sela.reads("Robber's cover against")
    await sela.page.locator(".dock .option:not([aria-disabled=true])", has_text="…").first.click()
    await selas.sees(".option-form")
    await in_german(sela, selas, "form")
    await sela.page.locator(".option-form").get_by_role("button", name="Cancel").click()
    await expect(sela.page.locator(".option-form")).to_have_count(0)
    await sela.choose("Attack: Throwing knives", Target="Robber")
    await sela.is_asked("faces that fell")
    await in_german(sela, selas, "typed dice")
    await sela.roll([5, 5, 5, 1])
    await hagen.is_asked("React?")
    await in_german(hagen, hagens, "question")
    await gm.turn_to("Rulings")
    await gm.choose("Circumstances of the attack", From_behind="yes")
    await hagen.is_asked("From behind")
    await hagen.page.locator(".tabs button").nth(1).click()
    await hagens.check("from behind")
    for part in ("Rulings", "Combatants"):
        await gm.turn_to(part)
        await in_german(gm, gms, part)
    await gm.page.locator(".people").get_by_role("button", name="Links of the seats").click()
    await gms.sees("dialog .code-line")
    await gm.page.get_by_role("button", name="QR code: Sela").click()
    await gms.sees("dialog .qr-ink")
    await gms.check("links")
    await gm.page.keyboard.press("Escape")
    await gm.turn_to("Act")
    await gm.page.locator(".tabs button").last.click()
    await gm.page.get_by_role("button", name="Sprache: Deutsch").click()
    await gm.act_on("Sela greift Robber an", "Das ändern")
    await gm.page.locator(".ruling input[type=number]").first.fill("1")
    await gms.sees(".ruling .outcome-box:not(.old)")
    await gms.check("ruling, German")
    assert gms.found + hagens.found + selas.found == [], "\n".join(gms.found + hagens.found + selas.found)


async def test_playing_alone_and_a_lesson_are_accessible(host: Host, browser: Browser) -> None:
    """What the lesson says, words that are explained on the sheet and in the sum of a roll; a table of bots."""
    await host.start()
    learner = await Seat.sit(browser, host.url, size=PHONE)
    window = CheckedAnywhere(learner.page)
    await window.press("Learn it step by step")
    await at(learner, 2)
    await in_german(learner, window, "lesson")
    await walk(learner, "Move", 5)
    await at(learner, 3)
    await strike(learner)
    await at(learner, 4)
    await show(learner, "Order")
    await learner.page.locator(".rail .row-head", has_text="Ida").click()
    await learner.page.locator(".sheet").get_by_role("button", name="Accuracy").click()
    await window.sees(".sheet .meaning")
    await in_german(learner, window, "sheet")
    await show(learner, "Log")
    why = learner.page.locator(".log .type-hitsrolled .why").last
    await learner.press_until(why, learner.page.locator(".why-card"))
    await learner.page.locator(".why-card").get_by_role("button", name="Accuracy").click()
    await window.sees(".why-card .meaning")
    await in_german(learner, window, "why")
    await window.press("Home page")
    await window.press("Try it alone")
    await learner.reads("Turn: ")
    await in_german(learner, window, "alone")
    await learner.leave()
    assert window.found == []


async def show(seat: Seat, part: str) -> None:
    """On a phone one part of the table after another is seen."""
    await seat.page.locator(".tabs").get_by_role("button", name=part).click()


TOO_SMALL = """(least) => [...document.querySelectorAll(".top, .banners, .telling, .dock, .tabs")]
  .flatMap((part) => [...part.querySelectorAll("button, summary, input, select, label")])
  .filter((each) => each.checkVisibility() && !(each.matches("input") && each.closest("label")))
  .map((each) => [each.innerText || each.ariaLabel, each.getBoundingClientRect()])
  .filter(([, {width, height}]) => Math.min(width, height) < least && width > 1)
  .map(([name, {width, height}]) => `${name}: ${width} x ${height}`)"""

FINGER_PX = 44

COVERED = """() => {
  const dice = document.querySelector(".telling .dice")?.closest(".telling");
  if (!dice || !document.querySelector(".prompt")) return undefined;
  const over = dice.getBoundingClientRect();
  const isUnder = ({left, right, top, bottom}) =>
    left < over.right && right > over.left && top < over.bottom && bottom > over.top;
  return [".call", ".prompt header", ".prompt .option", ".tabs"].filter((part) =>
    [...document.querySelectorAll(part)].some((each) => isUnder(each.getBoundingClientRect())));
}"""
"""What one needs of what lies below the dice that are shown for a moment."""


async def test_a_finger_hits_what_is_tapped_in_a_fight(begun: Host, sit: Sit) -> None:
    """On a phone: the menu, a question, dice, the parts of the page; and no dice that are shown lie over them."""
    small: list[str] = []
    sela, hagen = [
        await sit(name, alone=True, size=PHONE, has_touch=True, is_mobile=True) for name in ("sela", "hagen")
    ]

    async def look(seat: Seat, screen: str) -> None:
        small.extend(f"{screen}: {each}" for each in await seat.page.evaluate(TOO_SMALL, FINGER_PX))

    await sela.reads("Sela's turn")
    await sela.page.get_by_role("button", name="Me", exact=True).click()
    await sela.page.locator(".dock summary", has_text="More").first.click()
    await look(sela, "menu")
    await sela.choose("Attack: Throwing knives", Target="Robber")
    await sela.is_asked("faces that fell")
    await look(sela, "dice")
    covered = asyncio.ensure_future(hagen.page.wait_for_function(COVERED))
    await sela.roll([5, 5, 5, 1])
    await hagen.is_asked("React?")
    await look(hagen, "question")
    assert small == []
    assert await (await covered).json_value() == []


async def in_german(seat: Seat, window: Checked, screen: str) -> None:
    """The same screen in German, then English again."""
    await seat.page.get_by_role("button", name="Sprache: Deutsch").first.click()
    await expect(seat.page.locator("html")).to_have_attribute("lang", "de")
    await window.check(f"{screen}, German")
    await seat.page.get_by_role("button", name="Language: English").first.click()
    await expect(seat.page.locator("html")).to_have_attribute("lang", "en")


async def watch(window: Checked, name: str) -> None:
    """The replay and, once for all of them, what can be taken along from it."""
    await window.press("Replay")
    await window.sees(".replay .play")
    await expect(window.page.locator(".standing")).to_have_count(0)
    await window.press("One step back")
    await window.check(f"{name}, replay")
    if name == "gm":
        await window.press("Save and check the fight")
        await window.sees(".judgement.good")
        await window.check(f"{name}, verdict")
        await window.page.keyboard.press("Escape")
        await window.press("Play on from here")
        await window.sees(".dialog form")
        await window.check(f"{name}, branch")
        await window.page.keyboard.press("Escape")
    await window.press("Back to the game")


# --- by keyboard -----------------------------------------------------------------------------------------------------

FOCUSED = """() => {
  const here = document.activeElement;
  return here.matches("button, a, input, select, summary") ? here.ariaLabel || here.innerText || here.id : "";
}"""


async def tab_to(page: Page, name: str) -> None:
    """Tab until the focus is on what has this name."""
    for _ in range(120):
        await page.keyboard.press("Tab")
        if name in await page.evaluate(FOCUSED):
            return
    raise AssertionError(f"no way to {name} by Tab")


async def test_an_encounter_by_keyboard_alone(host: Host, browser: Browser) -> None:
    """From the home page to a table of one's own and back by its code, without a mouse."""
    await host.start()
    guest = await Seat.sit(browser, host.url)
    page = guest.page
    await guest.sees("New encounter")
    await tab_to(page, "Create an encounter")
    await page.keyboard.press("Enter")
    await guest.sees("Ready to play")
    await expect(page.locator(".sample").first).to_be_visible(timeout=WAIT_MS)
    await tab_to(page, "Take this one: Toll at the Bridge")
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Real dice")).to_be_visible(timeout=WAIT_MS)
    await tab_to(page, "table-typed_dice")
    await page.keyboard.press("Space")
    await guest.sees("3 changed")
    await tab_to(page, "Create the table")
    await page.keyboard.press("Enter")
    await guest.sees("The table is laid")
    code = await page.locator(".code-text").first.inner_text()
    await tab_to(page, "Home")
    await page.keyboard.press("Enter")
    await guest.sees("New encounter")
    await tab_to(page, "join-text")
    await page.keyboard.type(code.lower())
    await page.keyboard.press("Enter")
    await guest.sees("Choose your seat")
    await tab_to(page, "Sela")
    await page.keyboard.press("Enter")
    await expect(page.locator(".top h1")).to_have_text("Toll at the Bridge", timeout=WAIT_MS)
    await guest.leave()


async def test_a_replay_by_keyboard_alone(begun: Host, sit: Sit) -> None:
    """Space plays and stops, arrows step, Home and End jump, Escape leads back."""
    hagen = await sit("hagen")
    await hagen.reads("Sela's turn")
    page = hagen.page
    for _ in range(2):  # behind the one among the switches comes that of the log's first line
        await tab_to(page, "Replay")
    await page.keyboard.press("Enter")
    await expect(page.locator(".replay .play")).to_be_visible()
    await expect(page.locator(".standing")).to_have_count(0)
    await page.keyboard.press("End")
    place = page.locator(".moment-place b")
    await expect(place).to_have_text(re.compile(r"^(\d+) of \1$"))
    last = int((await place.inner_text()).split()[0])
    for key, number in (("ArrowLeft", last - 1), ("j", last - 2), ("l", last - 1), ("Home", 1)):
        await page.keyboard.press(key)
        await expect(place).to_have_text(re.compile(f"^{number} of"))
    await page.keyboard.press("k")
    await expect(page.get_by_role("button", name="Stop")).to_be_visible()
    await expect(place).not_to_have_text(re.compile("^1 of"))  # it plays on meanwhile: no place is sure to be seen
    await page.keyboard.press("Space")
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator(".replay")).to_have_count(0)
