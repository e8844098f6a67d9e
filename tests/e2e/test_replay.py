"""Looking back: both lines, the way between them, a link to a moment, a fight that goes on from there."""

from __future__ import annotations

import re

import msgpack
from playwright.async_api import Browser, Page, WebSocketRoute, expect

from client_demo.client import Client
from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, WAIT_MS, Seat, all_read
from tests.e2e.test_doors import DESKTOP, keep
from tests.e2e.test_rewind import confirm

PLACE = ".moment-place b"


async def seated(sit: Sit, *names: str) -> list[Seat]:
    """These people at a fight that has begun, as all have been told."""
    seats = [await sit(name) for name in names]
    await all_read("Sela's turn", *seats)
    return seats


async def place_of(page: Page) -> int:
    """Where the replay stands."""
    return int((await page.locator(PLACE).inner_text()).split()[0])


async def test_both_lines_are_seen_and_what_is_gone_can_be_left_out(begun: Host, sit: Sit) -> None:
    """A spectator on a phone: the end of a turn is taken back; the replay shows it, what came instead, or neither."""
    gm, sela = await seated(sit, "gm", "sela")
    spectator = await sit("spectator", size=PHONE)
    await spectator.reads("Sela's turn")
    await sela.choose("End turn")
    await gm.reads("Robber's turn")
    await gm.act_on("Sela's turn", "Undo to here")
    await expect(gm.page.locator(".changes li").first).to_be_visible(timeout=WAIT_MS)
    await confirm(gm, "Too quick", "Rewind")
    await spectator.reads("Too quick")

    await spectator.look_back()
    page = spectator.page
    await expect(page.locator(".moment-words")).to_contain_text("Too quick", timeout=WAIT_MS)
    await page.get_by_role("button", name="Look at it").click()
    await spectator.sees("Taken back later.")
    gone = await place_of(page)
    box = await page.locator(".replay .play").bounding_box()
    await page.get_by_role("button", name="What came instead").click()
    await expect(page.locator(".standing.bad")).to_have_count(0, timeout=WAIT_MS)
    instead = await place_of(page)
    assert instead > gone
    assert await page.locator(".replay .play").bounding_box() == box

    await page.get_by_role("button", name="Leave out what was taken back").click()
    await page.get_by_role("button", name="One step back").click()
    await expect(page.locator(PLACE)).to_have_text(re.compile(f"^{gone - 1} of"))
    await page.get_by_role("button", name="One step on").click()
    await expect(page.locator(PLACE)).to_have_text(re.compile(f"^{instead} of"))
    for tab in await page.locator(".tabs button").all():
        await tab.click()
        await expect(page.locator(".replay .play")).to_be_in_viewport()


async def test_a_link_leads_to_its_moment_for_those_who_may_see_it(begun: Host, sit: Sit, browser: Browser) -> None:
    """It opens for the one who has sat there; another seat is told why not, a stranger what to do."""
    gm, hagen = await seated(sit, "gm", "hagen")
    await hagen.look_back()
    page = hagen.page
    newest = await place_of(page)
    for _ in range(3):
        await page.keyboard.press("ArrowLeft")
    there = newest - 3
    await expect(page.locator(PLACE)).to_have_text(re.compile(f"^{there} of"))
    words = await page.locator(".moment-words").inner_text()
    moment = await page.evaluate("() => location.href") + await link_of(hagen)

    again = await hagen.page.context.new_page()
    await again.goto(moment)
    await expect(again.locator(PLACE)).to_have_text(re.compile(f"^{there} of"), timeout=WAIT_MS)
    await expect(again.locator(".moment-words")).to_have_text(words, use_inner_text=True, timeout=WAIT_MS)
    await expect(again).to_have_url(f"{begun.url}/")

    others = await gm.page.context.new_page()
    await others.goto(moment)
    await expect(others.get_by_label("Seen by")).to_have_value("seat:hagen", timeout=WAIT_MS)
    await others.goto("about:blank")
    await others.goto(moment.replace("seat:hagen", "seat:nobody"))
    await expect(others.locator(".standing.problem")).to_be_visible(timeout=WAIT_MS)

    sela = await sit("sela")
    await sela.sees_turn("Sela")
    await sela.page.goto("about:blank")
    await sela.page.goto(moment)
    await expect(sela.page.locator(".standing.problem")).to_be_visible(timeout=WAIT_MS)

    stranger = await Seat.sit(browser, moment)
    await stranger.sees("A moment of a fight")
    await stranger.leave()


async def link_of(seat: Seat) -> str:
    """The fragment that the button for copying puts into the clipboard."""
    await seat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await seat.notes(".replay-tools")
    await seat.page.get_by_role("button", name="Copy the link to this moment").click()
    await seat.has_noted("Link copied")
    link: str = await seat.page.evaluate("() => navigator.clipboard.readText()")
    await seat.page.context.clear_permissions()
    assert re.search(r"/#/at/[0-9a-f]{32}/seat:hagen/\d+$", link)
    return link[link.index("#") :]


async def test_the_fight_goes_on_from_a_moment_in_an_encounter_of_its_own(
    begun: Host, browser: Browser, sit: Sit
) -> None:
    """The GM branches at the beginning of the turn; the new table stands there, with a join code, the old one stays."""
    gm, sela = await seated(sit, "gm", "sela")
    await sela.choose("End turn")
    await gm.reads("Robber's turn")
    await gm.look_back()
    page = gm.page
    turn = page.locator(".log .block", has_text="Sela's turn").first
    await turn.hover()
    await turn.get_by_role("button", name="Replay").click()
    await page.get_by_role("button", name="Play on from here").click()
    await page.get_by_label("Title of the new encounter").fill("What if")
    await page.get_by_role("button", name="Make the new encounter").click()
    await gm.sees("The new encounter is ready")
    code = await page.get_by_role("dialog").locator(".code-line b").inner_text()
    await keep(gm, "branched-desktop")
    await page.set_viewport_size(PHONE)
    await keep(gm, "branched-phone")
    await page.set_viewport_size(DESKTOP)
    guest = await Seat.sit(browser, f"{begun.url}/#/join/{code}")
    await guest.sees("What if")
    await guest.leave()
    async with page.context.expect_page() as opened:
        await page.get_by_role("link", name="Open: Game master").click()
    new = await opened.value
    await expect(new.locator(".top h1")).to_have_text("What if", timeout=WAIT_MS)
    await expect(new.locator(".top")).to_contain_text("Turn of Sela")
    await expect(new.locator(".log")).to_contain_text("Hagen rolls initiative")
    await expect(new.locator(".log")).not_to_contain_text("Copied")
    await sela.sees_turn("Robber")


async def test_a_spectator_looks_back_while_the_game_rushes_on(begun: Host, sit: Sit) -> None:
    """More comes at once than a spectator may ask for: the replay hears of all of it, and says nothing is wrong."""
    (spectator,) = await seated(sit, "spectator")
    await spectator.look_back()
    there = await place_of(spectator.page)
    async with Client.connect(begun.links["gm"]) as table:
        for turn in range(30):
            await table.submit({"type": "unpause" if turn % 2 else "pause"})
    await expect(spectator.page.locator(PLACE)).to_have_text(f"{there} of {there + 30}", timeout=WAIT_MS)
    await expect(spectator.page.locator(".standing.problem")).to_have_count(0)


class Held:
    """Stands between page and server: after the first one, questions about the past wait until they are let through."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []
        """After which number, and how many."""
        self._waiting: list[tuple[WebSocketRoute, str | bytes]] = []
        self._is_open = False

    def join(self, route: WebSocketRoute) -> None:
        """Stand there."""
        server = route.connect_to_server()
        server.on_message(route.send)
        route.on_message(lambda message: self._pass_on(server, message))

    def _pass_on(self, server: WebSocketRoute, message: str | bytes) -> None:
        told = msgpack.unpackb(message) if isinstance(message, bytes) else {}
        question = told.get("question", {}) if told.get("type") == "ask" else {}
        if question.get("steps"):  # the replay's; the log asks without
            self.asked.append((question["after"], question["count"]))
            if len(self.asked) > 1 and not self._is_open:
                self._waiting.append((server, message))
                return
        server.send(message)

    def let_through(self) -> None:
        """From now on everything passes."""
        self._is_open = True
        for server, message in self._waiting:
            server.send(message)


async def test_a_link_far_back_shows_its_moment_before_all_is_loaded(begun: Host, sit: Sit) -> None:
    """Only what lies around it is asked first; the bar shows the whole, then and when the rest has come."""
    gm = await sit("gm", alone=True)
    await gm.reads("Sela's turn")
    async with Client.connect(begun.links["gm"]) as table:
        for turn in range(200):
            await table.submit({"type": "unpause" if turn % 2 else "pause"})
        newest = table.n
    moment = newest - 120
    held = Held()
    page = gm.page
    await page.route_web_socket("**/ws", held.join)
    await page.goto("about:blank")
    await page.goto(f"{begun.links['gm'].partition('#')[0]}#/at/{begun.encounter}/gm/{moment}")
    await expect(page.locator(PLACE)).to_have_text(f"{moment} of {newest}", timeout=WAIT_MS)
    await expect(page.locator(".standing", has_text="Loading")).to_be_visible(timeout=WAIT_MS)
    assert held.asked[0] == (moment - 50, 100)
    words = await page.locator(".moment-words").inner_text()
    slider = page.locator(".timeline input")
    assert [await slider.get_attribute("max"), await slider.input_value()] == [str(newest), str(moment)]
    held.let_through()
    await expect(page.locator(".standing", has_text="Loading")).to_have_count(0, timeout=WAIT_MS)
    await expect(page.locator(PLACE)).to_have_text(f"{moment} of {newest}")
    assert await page.locator(".moment-words").inner_text() == words
    await page.get_by_role("button", name="One step back").click()
    await expect(page.locator(PLACE)).to_have_text(f"{moment - 1} of {newest}")
