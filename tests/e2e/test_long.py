"""A very long fight in the browser: memory stays flat, and a log of a thousand lines scrolls without effort."""

from __future__ import annotations

import json

from playwright.async_api import Browser

from tests.e2e.host import Host
from tests.e2e.stream import COSTS, SCROLL, long_table, measured, play

UPDATES = 5_000
LINES = 1_000
FRAME_MS = 16
STEPS = 40


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


async def test_a_thousand_lines_scroll_without_effort(host: Host, browser: Browser) -> None:
    """Each step of scrolling costs the page less than one frame of script, style and layout."""
    page, stream = await long_table(host, browser)
    await play(page, stream, LINES)
    assert await page.locator(".log .line").count() >= LINES
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Performance.enable", {"timeDomain": "threadTicks"})  # neighbours on the machine hardly show
    before = await measured(devtools, *COSTS)
    for _ in range(STEPS):
        await page.evaluate(SCROLL, 400)
    after = await measured(devtools, *COSTS)
    step_ms = sum(after[name] - before[name] for name in COSTS) * 1_000 / STEPS
    assert step_ms < FRAME_MS, f"{step_ms:.1f} ms"
    await page.context.close()
