"""A very long fight in the browser: memory stays flat, and a log of a thousand lines scrolls without effort.

The page talks to a real server; further updates are put behind its messages, as fast as the page takes them.
"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from playwright.async_api import Browser, CDPSession, Page, WebSocketRoute, expect

from protocol.messages import ServerMessage, Update, Welcome
from tests.e2e.host import Host
from tests.e2e.seat import DESKTOP, WAIT_MS
from tests.e2e.test_page import crowd

UPDATES = 5_000
BURST = 100
LINES = 1_000
FRAME_MS = 16
STEPS = 40

NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SCROLL = """async (by) => {
  const log = document.querySelector(".log");
  log.scrollTop -= by;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


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
    who, x = stream.last
    moved = re.compile(rf"translate\({x / 100:g}px,")
    await expect(page.locator(f'.piece[data-who="{who}"]')).to_have_attribute("style", moved)


async def measured(devtools: CDPSession, *names: str) -> dict[str, float]:
    """What the browser counts."""
    told = await devtools.send("Performance.getMetrics")
    found = {metric["name"]: metric["value"] for metric in told["metrics"]}
    return {name: found[name] for name in names}


@pytest.mark.timeout(300)
async def test_memory_stays_flat_over_five_thousand_updates(host: Host, browser: Browser) -> None:
    """Heap and elements after 5,000 updates are those after 1,500, give or take a tenth."""
    page, stream = await long_table(host, browser)
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Performance.enable")

    async def held() -> dict[str, float]:
        await devtools.send("HeapProfiler.collectGarbage")
        return await measured(devtools, "JSHeapUsedSize", "Nodes")

    await play(page, stream, 1_500)
    before = await held()
    await play(page, stream, UPDATES - 1_500)
    after = await held()
    for name, value in after.items():
        assert value <= before[name] * 1.1, json.dumps([before, after])
    await page.context.close()


@pytest.mark.timeout(300)
async def test_a_thousand_lines_scroll_without_effort(host: Host, browser: Browser) -> None:
    """Each step of scrolling costs the page less than one frame of script, style and layout."""
    page, stream = await long_table(host, browser)
    await play(page, stream, LINES)
    assert await page.locator(".log .line").count() >= LINES
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Performance.enable")
    names = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
    before = await measured(devtools, *names)
    for _ in range(STEPS):
        await page.evaluate(SCROLL, 400)
    after = await measured(devtools, *names)
    step_ms = sum(after[name] - before[name] for name in names) * 1_000 / STEPS
    assert step_ms < FRAME_MS, f"{step_ms:.1f} ms"
    await page.context.close()
