"""Chromium, the built client and a server for each test that wants one."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright, expect

from client_demo import node
from tests import chromium
from tests.e2e.host import Host
from tests.e2e.seat import WAIT_MS, Seat

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

expect.set_options(timeout=WAIT_MS)

HERE = Path(__file__).parent
LIMIT_S = 900
"""A whole fight by clicks takes long on a slow machine; every wait in it ends sooner."""

Sit = Callable[..., Awaitable[Seat]]


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


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Host]:
    """A server that is not running yet."""
    made = Host(tmp_path / "data")
    yield made
    await made.stop()
    sys.stderr.write(made.said)  # shown where the test has failed


@pytest.fixture
async def sit(browser: Browser, host: Host) -> AsyncIterator[Sit]:
    """Opens a seat's link in a window of its own; all windows are closed in the end, without complaint."""
    seats: list[Seat] = []

    async def sit_down(seat: str, **window: Any) -> Seat:
        seats.append(await Seat.sit(browser, host.links[seat], host=host, **window))
        return seats[-1]

    yield sit_down
    for seat in seats:
        await seat.leave()
