"""A table of twenty in the browser on which updates never end: put behind a real server's messages, as fast as told."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from playwright.async_api import Browser, CDPSession, Page, Request, WebSocketRoute, expect

from protocol.messages import ServerMessage, Update, Welcome
from tests.e2e.host import Host
from tests.e2e.seat import DESKTOP, NEXT_FRAME, WAIT_MS

BURST = 100
LONG = "Abcdefghijklmnopqrstuvwxyz Aeiouäöüß von und zu Hohenstein-Lang"
CROWD = 20

SCROLL = """async (by) => {
  const log = document.querySelector(".log");
  log.scrollTop -= by;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
COSTS = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


BEHIND = re.compile("refusals|code_words|signs")
"""What comes behind the first load: sentences for what is not possible, the picture of all signs."""


async def first_load_bytes(host: Host, browser: Browser, language: str, seat: str = "gm") -> int:
    """What a first visit to a table brings over the wire until all of it stands there."""
    window = await browser.new_context(locale=language)
    page, requests = await window.new_page(), list[Request]()
    page.on("requestfinished", lambda request: requests.append(request))
    async with page.expect_response(re.compile("/catalog/")):
        await page.goto(host.links[seat])
    await expect(page.locator(".rail .row").first).to_be_visible()
    await page.wait_for_load_state("networkidle")
    first = [request for request in requests if not BEHIND.search(request.url)]
    assert any("/assets/" in request.url for request in first)
    found = sum([(await request.sizes())["responseBodySize"] for request in first])
    await window.close()
    return found


def crowd() -> str:
    """An encounter of twenty with names as long as they may be."""
    lines = [f'title = "{LONG}"', 'system = "tirakan"', "[seats.anna]", f'name = "{LONG}"']
    for number in range(CROWD):
        side = ("north", "south", "east")[number % 3]
        lines += [f"[combatants.c{number}]", f'name = "{LONG[:-3]} {number:02}"', f'side = "{side}"']
        lines += [f"at = [{number % 5 * 3}, {number // 5 * 2}]", *(['seat = "anna"'] if number == 0 else [])]
    return "\n".join(lines)


class Stream:
    """What follows on the server's own messages."""

    def __init__(self) -> None:
        self.route: WebSocketRoute | None = None
        self.n = 0
        self.who: list[str] = []
        self.last: tuple[str, int] = ("", 0)
        """Who moved last, and to which x."""
        self.read = msgspec.msgpack.Decoder(ServerMessage)

    def join(self, route: WebSocketRoute) -> None:
        """Stand between page and server."""
        self.route = route
        server = route.connect_to_server()
        server.on_message(lambda message: self.pass_on(route, message))

    def pass_on(self, route: WebSocketRoute, message: str | bytes) -> None:
        """From the server to the page; the welcome tells where things stand."""
        told = self.read.decode(message if isinstance(message, bytes) else message.encode())
        if isinstance(told, Welcome):
            self.n = told.n
            self.who = list(msgspec.msgpack.decode(told.view)["combatants"])
        route.send(message)

    def stir(self) -> None:
        """One update in which everybody moves and is wounded."""
        assert self.route is not None
        self.n += 1
        n, people = self.n, enumerate(self.who)
        changes = {
            who: {"x": (n * 13 + at * 71) % 1500, "y": (n * 7 + at * 37) % 900, "tracks": {"wounds": {"value": n % 9}}}
            for at, who in people
        }
        self.last = self.who[-1], changes[self.who[-1]]["x"]  # type: ignore[assignment]
        events = [{"type": "WoundsTaken", "who": who, "wounds": 1, "now": n % 9} for who in self.who]
        patch = {"combatants": changes}
        update = Update(n=n, head=bytes(16), at=1_000 * n, events=raw(events), patch=raw(patch))
        self.route.send(msgspec.msgpack.encode(update))

    def tell(self, count: int) -> None:
        """So many more updates: everybody moves about, each with a line in the log."""
        assert self.route is not None
        for _ in range(count):
            self.n += 1
            who = self.who[self.n % len(self.who)]
            event = {"type": "Moved", "who": who, "length_cm": 100 + self.n % 7 * 50}
            self.last = who, self.n * 13 % 1500
            patch = {"combatants": {who: {"x": self.last[1], "y": self.n * 7 % 900}}}
            update = Update(n=self.n, head=bytes(16), at=1_000 * self.n, events=raw([event]), patch=raw(patch))
            self.route.send(msgspec.msgpack.encode(update))


def raw(value: Any) -> msgspec.Raw:
    """A body."""
    return msgspec.Raw(msgspec.msgpack.encode(value))


async def long_table(host: Host, browser: Browser) -> tuple[Page, Stream]:
    """Twenty combatants, watched by the GM through a stream that never ends."""
    await host.lay(crowd())
    await host.start()
    window = await browser.new_context(viewport=DESKTOP, locale="en-GB", reduced_motion="reduce")
    page, stream = await window.new_page(), Stream()
    await page.route_web_socket("**/ws", stream.join)
    await page.goto(host.links["gm"])
    await expect(page.locator(".rail .row").first).to_be_visible(timeout=WAIT_MS)
    await expect(page.locator(".log .line").first).to_be_visible(timeout=WAIT_MS)
    return page, stream


async def play(page: Page, stream: Stream, updates: int) -> None:
    """Tell so many updates, in bursts that the page has drawn before the next."""
    for _ in range(updates // BURST):
        stream.tell(BURST)
        await page.evaluate(NEXT_FRAME)
    await drawn(page, stream)


async def drawn(page: Page, stream: Stream) -> None:
    """The last that was told is on the screen."""
    who, x = stream.last
    moved = re.compile(rf"translate\({x / 100:g}px,")
    await expect(page.locator(f'.piece[data-who="{who}"]')).to_have_attribute("style", moved)


async def measured(devtools: CDPSession, *names: str) -> dict[str, float]:
    """What the browser counts."""
    told = await devtools.send("Performance.getMetrics")
    found = {metric["name"]: metric["value"] for metric in told["metrics"]}
    return {name: found[name] for name in names}
