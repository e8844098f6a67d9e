"""Chromium, the built client and a server for each test that wants one."""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from client_demo import node
from tests.e2e.host import Host
from tests.e2e.seat import WAIT_MS, Seat, new_window
from tests.e2e.under_way import begin
from tests.support import chromium

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Of Chromium's own window: nobody sees it, and its search box alone loads a page of its own for each of ours. The
    # rest are Playwright's, as of two such switches the last one counts.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,"
    "AimEnabled,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,"
    "HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,PreconnectToSearch",
)

expect.set_options(timeout=WAIT_MS)

HERE = Path(__file__).parent
FIGHTS = HERE / "fights"
LIMIT_S = 900
"""A whole fight by clicks takes long on a slow machine; every wait in it ends sooner."""

Sit = Callable[..., Awaitable[Seat]]


class Windows:
    """Windows in which one after the other sits: to open a new one costs more than the table in it."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._empty: dict[str, list[Page]] = {}

    async def take(self, options: dict[str, Any]) -> Page:
        """An empty window like this."""
        empty = self._empty.setdefault(repr(options), [])
        return empty.pop() if empty else await new_window(self._browser, **options)

    def give_back(self, page: Page, options: dict[str, Any]) -> None:
        """It is empty again."""
        self._empty[repr(options)].append(page)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """More time for each test than elsewhere."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.timeout(LIMIT_S))


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all tests; every person gets a window of their own."""
    node.build()
    # Playwright's own Node wants a library that a minimal system lacks.
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(node.binary())
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=chromium.find(), args=list(FLAGS))
        yield opened
        await opened.close()


@pytest.fixture(scope="session")
async def windows(browser: Browser) -> Windows:
    """Those of all tests."""
    return Windows(browser)


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Host]:
    """A server that is not running yet."""
    made = Host(tmp_path / "data")
    yield made
    await made.stop()
    sys.stderr.write(made.said)  # shown where the test has failed


@pytest.fixture(scope="session")
async def under_way(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a fight that has begun. It is played once for all processes that test beside one another: whoever
    wants it first plays it, and the others wait for that."""
    folder = tmp_path_factory.getbasetemp()
    folder = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "under_way"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return await begin(folder)


@pytest.fixture
async def begun(host: Host, under_way: Path) -> Host:
    """A server that runs, and a fight at which Sela is on turn: the copy of one that is the same for all tests."""
    shutil.copytree(under_way, host.data)
    await host.start()
    return host


@pytest.fixture
def motion(request: pytest.FixtureRequest) -> str:
    """Whole fights are played while things move on the screen; elsewhere nothing moves, which takes less time."""
    return "no-preference" if FIGHTS in request.path.parents else "reduce"


@pytest.fixture
async def sit(browser: Browser, windows: Windows, host: Host, motion: str) -> AsyncIterator[Sit]:
    """Opens a seat's link in a window of its own; all are left in the end, without complaint. `alone`: in a new window
    that is closed then, for what changes the window itself: its clock, its colours, what stands before the server."""
    seats: list[tuple[Seat, dict[str, Any] | None]] = []

    async def sit_down(name: str, alone: bool = False, **options: Any) -> Seat:
        options = {"reduced_motion": motion, **options}
        page = await new_window(browser, **options) if alone else await windows.take(options)
        seats.append((Seat(page, host), None if alone else options))
        await page.goto(host.links[name])
        return seats[-1][0]

    yield sit_down
    for seat, options in seats:
        if options is None or seat.page.is_closed():
            await seat.leave()
        else:
            await seat.rise()
            windows.give_back(seat.page, options)
