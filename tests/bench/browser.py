"""What the page costs in Chromium: the budgets of the client, each limit beside its figure as the floor.

Main-thread milliseconds as Chromium counts them, so that neighbours on the machine hardly show.
"""

from __future__ import annotations

import asyncio
import os
import statistics
from pathlib import Path

from playwright.async_api import Browser, CDPSession, Page, async_playwright

from client_demo import node
from tests.bench.figures import Row, most, ratio_most, row
from tests.bench.machine import Missing
from tests.e2e.conftest import FLAGS
from tests.e2e.host import Host
from tests.e2e.seat import NEXT_FRAME
from tests.e2e.stream import COSTS, SCROLL, Stream, drawn, first_load_bytes, long_table, measured, play
from tests.support import chromium

FRAME_MS, FIRST_LOAD_KIB, GROWTH = 16, 80, 1.1
WARM, LINES, STEPS = 20, 1_000, 60


def rows(folder: Path, updates: int, many: int) -> list[Row]:
    """First load; `updates` of twenty combatants one by one; a thousand lines; memory after `many` updates."""
    try:
        node.build()
        browser = chromium.find()
    except (SystemExit, RuntimeError) as error:
        raise Missing("Chromium") from error
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(node.binary())
    return asyncio.run(_rows(folder, browser, updates, many))


async def _rows(folder: Path, path: str, updates: int, many: int) -> list[Row]:
    host = Host(folder / "browser")
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=path, args=list(FLAGS))
            page, stream = await long_table(host, browser)
            devtools = await page.context.new_cdp_session(page)
            await devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
            found = [await _first_load(host, browser, language) for language in ("en-GB", "de-DE")]
            found.append(await _update(page, stream, devtools, updates))
            found.append(await _scroll(page, stream, devtools))
            found.append(await _memory(page, stream, devtools, many))
            await browser.close()
            return found
    finally:
        await host.stop()


async def _first_load(host: Host, browser: Browser, language: str) -> Row:
    """What a first visit to a table brings over the wire."""
    kib = await first_load_bytes(host, browser, language) / 1024
    return row(f"first load, {language}", kib, "KiB", most(FIRST_LOAD_KIB), FIRST_LOAD_KIB, "floor: the limit")


async def _update(page: Page, stream: Stream, devtools: CDPSession, count: int) -> Row:
    """Each is applied and drawn before the next comes; the first ones warm up."""
    spent_ms = []
    for _ in range(WARM + count):
        before = await measured(devtools, *COSTS)
        stream.stir()
        await drawn(page, stream)
        await page.evaluate(NEXT_FRAME)
        after = await measured(devtools, *COSTS)
        spent_ms.append(1_000 * sum(after[name] - before[name] for name in COSTS))
    p95 = statistics.quantiles(spent_ms[WARM:], n=20)[-1]
    note = "floor: the limit; waiting for the frame and looking whether it is there are counted, too"
    return row("update of 20 combatants applied and drawn, p95", p95, "ms", most(FRAME_MS), FRAME_MS, note)


async def _scroll(page: Page, stream: Stream, devtools: CDPSession) -> Row:
    """A log of a thousand lines, some further up at each step."""
    await play(page, stream, LINES)
    spent_ms = []
    for _ in range(STEPS):
        before = await measured(devtools, *COSTS)
        await page.evaluate(SCROLL, 400)
        after = await measured(devtools, *COSTS)
        spent_ms.append(1_000 * sum(after[name] - before[name] for name in COSTS))
    p95 = statistics.quantiles(spent_ms, n=20)[-1]
    return row(
        f"{LINES:,} log lines, one step of scrolling, p95", p95, "ms", most(FRAME_MS), FRAME_MS, "floor: the limit"
    )


async def _memory(page: Page, stream: Stream, devtools: CDPSession, many: int) -> Row:
    """The heap after many updates beside that before most of them."""

    async def held_mib() -> float:
        await devtools.send("HeapProfiler.collectGarbage")
        return (await measured(devtools, "JSHeapUsedSize"))["JSHeapUsedSize"] / 1024**2

    await play(page, stream, max(many * 3 // 10, LINES))
    floor = await held_mib()
    await play(page, stream, many)
    note = "floor: the heap before them"
    return row(
        f"heap of the page after {many:,} more updates", await held_mib(), "MiB", ratio_most(GROWTH), floor, note
    )
