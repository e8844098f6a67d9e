"""A very long fight in the browser: memory stays flat, and a log of a thousand lines scrolls like a short one."""

from __future__ import annotations

import json
from itertools import pairwise

from playwright.async_api import Browser

from server.conformance.amount import many
from tests.e2e.host import Host
from tests.e2e.stream import COSTS, SCROLL, long_table, measured, play

WARM, UPDATES = 1_500, 1_500 + many(3_500)
FEW, LINES = 100, 1_000
SCROLLS = ([400] * 10 + [-400] * 10) * 2
"""Pixels, up the log and down again: even a hundred lines are so high."""
PASSES = 3
"""What the page does besides shows in some of them; the least counts."""


async def test_memory_stays_flat_over_thousands_of_updates(host: Host, browser: Browser) -> None:
    """Heap and elements after 5,000 updates, as `make faults` has them, are those after 1,500, give or take a tenth."""
    page, stream = await long_table(host, browser)
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Performance.enable")

    async def held() -> dict[str, float]:
        await devtools.send("HeapProfiler.collectGarbage")
        return await measured(devtools, "JSHeapUsedSize", "Nodes")

    await play(page, stream, WARM)
    before = await held()
    await play(page, stream, UPDATES - WARM)
    after = await held()
    for name, value in after.items():
        assert value <= before[name] * 1.1, json.dumps([before, after])
    await page.context.close()


async def test_a_thousand_lines_scroll_as_lightly_as_a_hundred(host: Host, browser: Browser) -> None:
    """Script, style and layout of the same scrolling hardly grow with the lines, however slow the machine."""
    page, stream = await long_table(host, browser)
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Performance.enable", {"timeDomain": "threadTicks"})  # neighbours on the machine hardly show

    async def scrolled(lines: int) -> float:
        assert await page.locator(".log .line").count() >= lines
        told = [await measured(devtools, *COSTS)]
        for _ in range(PASSES):
            for by_px in SCROLLS:
                await page.evaluate(SCROLL, by_px)
            told.append(await measured(devtools, *COSTS))
        return min(sum(after[name] - before[name] for name in COSTS) for before, after in pairwise(told))

    await play(page, stream, FEW)
    few_s = await scrolled(FEW)
    await play(page, stream, LINES - FEW)
    many_s = await scrolled(LINES)
    assert many_s < few_s * 3, f"{many_s / few_s:.1f} times {few_s * 1_000:.1f} ms"
    await page.context.close()
