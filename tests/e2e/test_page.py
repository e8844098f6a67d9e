"""What holds for the page as such: it fits, it is quick to load, it works by keyboard, it keeps the token to itself."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, ViewportSize, expect

import server
from client_demo.client import Client
from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import DESKTOP, NEXT_FRAME, PHONE, WAIT_MS, Seat
from tests.e2e.stream import LONG, crowd, first_load_bytes
from tests.e2e.test_rewind import PLAIN

FIRST_LOAD_BYTES = 80 * 1024
TABLET: ViewportSize = {"width": 768, "height": 1024}
STATIC = Path(server.__file__).parent / "static"

OVERFLOW = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .filter((element) => !element.closest(".map svg, .actors, .sr-only"))
  .map((element) => `${element.tagName}.${element.getAttribute("class")}`)"""

CUT = """(line) => [line, ...line.children]
  .filter((each) => each.checkVisibility() && !each.matches(".sr-only") && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""


async def test_the_first_load_is_small(host: Host, browser: Browser) -> None:
    """Everything that a first visit to a table loads, as it comes over the wire, stays within the budget."""
    await host.start()
    for language in ("en-GB", "de-DE"):
        for seat in ("gm", "hagen"):
            found = await first_load_bytes(host, browser, language, seat)
            assert found <= FIRST_LOAD_BYTES, f"{found} bytes for {seat}, {language}"


def test_who_falls_is_inserted_elsewhere_not_moved() -> None:
    """Chromium does not style anew what gets another class and is moved by `moveBefore` at once."""
    built = [file for file in STATIC.glob("assets/*.js") if "moveBefore" in file.read_text()]
    assert built == []


@pytest.fixture(scope="module")
async def crowded(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Host]:
    """A server with a table of twenty, at which nobody does anything."""
    host = Host(tmp_path_factory.mktemp("crowded") / "data")
    await host.lay(crowd())
    await host.start()
    yield host
    await host.stop()


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
async def test_nothing_overflows(crowded: Host, browser: Browser, language: str) -> None:
    """Twenty combatants with 64 letters each fit on every screen, in both languages and every tab. Style alone tells
    the screens apart, never what was loaded."""
    window = await browser.new_context(locale=language)
    for link in ("gm", "anna"):
        page = await window.new_page()
        await page.goto(crowded.links[link])
        await expect(page.locator(".top h1")).to_have_text(LONG, timeout=WAIT_MS)
        for size in (DESKTOP, PHONE, TABLET):
            await page.set_viewport_size(size)
            for tab in range(4 if size["width"] < 800 else 1):
                if size["width"] < 800:
                    button = page.locator(".tabs button").nth(tab)
                    await button.click()
                    await expect(button).to_have_attribute("aria-current", "page")
                await page.evaluate(NEXT_FRAME)
                assert await page.evaluate(OVERFLOW) == [], size
                assert await page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    await window.close()


async def test_a_phones_header_says_whole_whose_answer_is_waited_for(begun: Host, browser: Browser) -> None:
    """In German, too: of whose turn it is besides the first letters would be left, and of the question as well."""
    window = await browser.new_context(viewport=PHONE, locale="de-DE", has_touch=True)
    pages = {seat: await window.new_page() for seat in ("hagen", "spectator")}
    for seat, page in pages.items():
        await page.goto(begun.links[seat])
    async with Client.connect(begun.links["sela"]) as sela:
        attack = {"type": "attack", "who": "sela", "target": "robber", "weapon": "throwing_knives"}
        await sela.submit(attack)
        await sela.submit({"type": "type_dice", "faces": [5, 5, 5, 1]})
        await expect(pages["hagen"].locator(".call")).to_be_visible(timeout=WAIT_MS)
        await expect(pages["spectator"].locator(".where").get_by_text("Warten auf")).to_be_visible(timeout=WAIT_MS)
        for page in pages.values():
            assert await page.locator(".where p").evaluate(CUT) == []
    await window.close()


async def test_a_phone_shows_a_question_from_its_top(begun: Host, sit: Sit) -> None:
    """It came while one looked at the map; behind that tab the menu stood where it had been scrolled to."""
    hagen = await sit("hagen", alone=True, size={"width": 390, "height": 560})
    page = hagen.page
    await hagen.reads("Sela's turn")
    me, chart = (page.get_by_role("button", name=name, exact=True) for name in ("Me", "Map"))
    await me.click()
    await page.locator(".dock").evaluate("dock => dock.scrollTop = dock.scrollHeight")
    assert await page.locator(".dock").evaluate("dock => dock.scrollTop") > 0
    await chart.click()
    async with Client.connect(begun.links["sela"]) as sela:
        attack = {"type": "attack", "who": "sela", "target": "robber", "weapon": "throwing_knives"}
        await sela.submit(attack)
        await sela.submit({"type": "type_dice", "faces": [5, 5, 5, 1]})
    await expect(page.locator(".tabs .asked")).to_be_visible()
    await me.click()
    await expect(page.locator(".prompt h2")).to_be_in_viewport(ratio=1)


async def test_a_slow_network_shows_a_page_at_once(host: Host, browser: Browser) -> None:
    """What it is stands there before any script has come."""
    await host.start()
    page = await browser.new_page()
    await page.route(re.compile(r"\.js$"), lambda _route: None)  # they never come
    await page.goto(host.url, wait_until="commit")
    await expect(page.get_by_role("heading", name="Fray")).to_be_visible()
    await page.context.close()


async def test_whoever_is_on_turn_stands_in_sight(host: Host, sit: Sit) -> None:
    """The order of twenty scrolls by itself, in the GM's window, as the turn goes on."""
    await host.lay(crowd().replace('seat = "anna"', ""))
    await host.start()
    gm = await sit("gm")
    await gm.page.get_by_role("button", name="Start the fight").click()
    await gm.page.get_by_role("button", name="Do it", exact=True).click()
    on_turn = gm.page.locator(".rail .row.on-turn")
    for at in range(18):
        place = gm.page.locator(".rail .row").nth(at)
        await expect(place).to_have_class(re.compile("on-turn"))
        await expect(on_turn).to_be_in_viewport(ratio=0.9)
        await gm.choose("End turn")


async def test_the_token_leaves_the_address_bar_and_stays_with_its_tab(host: Host, sit: Sit) -> None:
    """The link opens a seat; the bar shows only the page; a reload keeps the seat, another window has none."""
    await host.start()
    gm = await sit("gm")
    await gm.sees("Toll at the Bridge")
    await expect(gm.page).to_have_url(f"{host.url}/")
    await gm.page.reload()
    await gm.sees("Toll at the Bridge")
    await expect(gm.page.get_by_role("button", name="Start the fight")).to_be_visible(timeout=WAIT_MS)
    other = await gm.page.context.new_page()
    await other.goto(host.url)
    await expect(other.get_by_role("heading", name="New encounter")).to_be_visible(timeout=WAIT_MS)


async def test_the_lobby_leads_to_every_seat(host: Host, browser: Browser) -> None:
    """On the machine that serves, the lobby opens the seats' links in new tabs."""
    await host.start()
    lobby = await Seat.sit(browser, host.home)
    await lobby.page.locator("summary", has_text="Toll at the Bridge").click()
    async with lobby.page.context.expect_page() as opened:
        await lobby.page.get_by_role("link", name="Open: Sela").first.click()
    await expect((await opened.value).get_by_text("Sela").first).to_be_visible(timeout=WAIT_MS)
    await lobby.leave()


async def test_the_list_of_links_opens_by_the_link_that_the_server_printed(host: Host, browser: Browser) -> None:
    """Any page of this machine may open the lobby, none reads a link there without the key. The key leaves the address
    bar and stays with its tab, and the printed link works as long as the data folder is there."""
    await host.start()
    stranger = await Seat.sit(browser, host.url, host=host)
    await stranger.sees("open the link it printed")
    assert await stranger.page.get_by_role("link", name=re.compile("Open: ")).count() == 0
    home = host.home
    await stranger.page.goto(home)
    await stranger.sees("Toll at the Bridge")
    await expect(stranger.page).to_have_url(f"{host.url}/")
    await stranger.page.reload()
    await stranger.sees("Toll at the Bridge")
    other = await stranger.page.context.new_page()
    await other.goto(host.url)
    await expect(other.get_by_text("open the link it printed")).to_be_visible(timeout=WAIT_MS)
    await host.stop()
    await host.start()
    assert host.home == home
    await stranger.sees("Toll at the Bridge")
    await stranger.leave()


async def test_a_bad_link_says_so(host: Host, browser: Browser) -> None:
    """A link that opens nothing says what to do, and leads to the lobby."""
    await host.start()
    seat = await Seat.sit(browser, f"{host.url}/#{'A' * 64}")
    await seat.sees(re.compile("link is not valid"))
    await seat.page.get_by_role("button", name="Home page").click()
    await seat.sees("New encounter")
    await seat.leave()


async def test_a_link_that_was_cut_says_so(host: Host, browser: Browser) -> None:
    """It leads to the home page, with a word about the link; the page's own links don't."""
    await host.start()
    seat = await Seat.sit(browser, f"{host.url}/#{'A' * 40}")
    await seat.sees("This link leads nowhere")
    await seat.page.get_by_role("link", name="To the home page").click()
    await seat.sees("New encounter")
    await expect(seat.page.get_by_text("This link leads nowhere")).to_have_count(0)
    await seat.leave()


async def test_the_page_is_not_blank_while_the_rest_of_it_comes(host: Host, browser: Browser) -> None:
    """On a slow line there is something to see before any program has come."""
    await host.start()
    seat = await Seat.sit(browser, host.url, java_script_enabled=False)
    await expect(seat.page.get_by_role("heading", name="Fray")).to_be_visible()
    await seat.leave()


async def test_a_turn_by_keyboard_alone(host: Host, sit: Sit) -> None:
    """The GM starts, a player attacks, walks by arrow keys and ends the turn, others answer: no mouse, and the live
    region reads what happens."""
    await host.lay(PLAIN)
    await host.start()
    gm, sela = await sit("gm"), await sit("sela")
    await gm.reads("Sela sits down")
    await press_to(gm, "Start the fight")
    await press_to(gm, "Do it")
    await sela.sees_turn("Sela")

    await press_to(sela, "Attack: Dagger", ".dock")
    await press_to(sela, "Robber", ".option-form")
    await press_to(sela, "Do it", ".option-form")
    await gm.reads("Sela attacks Robber")
    await expect(sela.page.locator("[aria-live=polite]").first).to_contain_text(
        re.compile("Robber|Sela"), timeout=WAIT_MS
    )

    await sela.reads("Sela attacks Robber")
    await expect(sela.page.locator(".map .deed")).to_have_count(0)  # the act is over: nothing is drawn anew meanwhile
    await press_to(sela, "Walk", ".dock")
    await focus(sela, "Arrow keys", ".map")
    for _ in range(3):
        await sela.page.keyboard.press("ArrowUp")
    await expect(sela.page.locator(".option-form output")).to_contain_text("1.5", timeout=WAIT_MS)
    await sela.page.keyboard.press("Enter")
    await gm.reads("Sela moves")
    await press_to(sela, "End turn", ".dock")
    await gm.sees_turn("Robber")
    await press_to(gm, "Robber", ".rail")
    await expect(gm.page.locator(".sheet")).to_have_count(1)


FOCUSED = """(within) => {
  const here = document.activeElement;
  return here.closest(within) ? here.ariaLabel || here.innerText : "";
}"""


async def focus(seat: Seat, name: str, within: str = "body") -> None:
    """Tab until the focus is on what has this name."""
    for _ in range(200):
        await seat.page.keyboard.press("Tab")
        if name in await seat.page.evaluate(FOCUSED, within):
            return
    raise AssertionError(f"no way to {name} by Tab")


async def press_to(seat: Seat, name: str, within: str = "body") -> None:
    """Tab until the focus is on a button with this name that can be pressed, then press it."""
    found = seat.page.locator(within).get_by_role("button", name=name, disabled=False).first
    await expect(found).to_be_visible(timeout=WAIT_MS)
    await focus(seat, name, within)
    await seat.page.keyboard.press("Enter")
