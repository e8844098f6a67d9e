"""The process in which bots play: it comes when it is wanted, goes when nothing is played, and is replaced."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from server.app import crew
from server.app.crew import Crew, Order
from tests.support.ports import free_port

TOKEN = "A" * 64


def children() -> list[int]:
    """The processes that this one has started."""
    found: list[int] = []
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that has just ended
            found += map(int, (task / "children").read_text().split())
    return found


class Door:
    """A server that lets everybody wait; `came` counts who has knocked."""

    def __init__(self) -> None:
        self.came = asyncio.Semaphore(0)
        self.url = ""

    async def _keep(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.came.release()
        await reader.read()
        while await reader.read(1024):
            pass
        writer.close()


@asynccontextmanager
async def door() -> AsyncIterator[Door]:
    """Open as long as this lasts."""
    made = Door()
    server = await asyncio.start_server(made._keep, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield made
    server.close()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "AGAIN_S", 0)


async def test_bots_that_find_nobody_are_over_and_their_process_ends() -> None:
    """Whoever has asked for them is told, also that no fight has ended, and the next table gets a process again."""
    over: asyncio.Queue[tuple[str, bool]] = asyncio.Queue()
    made = Crew(lambda encounter, is_ended: over.put_nowait((encounter, is_ended)))
    before = children()
    made.start()
    for encounter in ("0" * 32, "1" * 32):
        made.play(Order(encounter, f"http://127.0.0.1:{free_port()}", (TOKEN,)))
        assert await over.get() == (encounter, False)
        while children() != before:  # noqa: ASYNC110 - nothing in this process could set an event
            await asyncio.sleep(0)
    await made.close()


async def test_a_process_that_is_killed_is_replaced_and_told_what_is_played() -> None:
    """Bots at all tables come back; those that were told to leave don't."""
    before = children()
    async with door() as here:
        made = Crew(lambda _encounter, _is_ended: None)
        made.start()
        for encounter in ("0" * 32, "1" * 32, "2" * 32):
            made.play(Order(encounter, here.url, (TOKEN,)))
            await here.came.acquire()
        made.leave("2" * 32)
        (process,) = set(children()) - set(before)
        os.kill(process, signal.SIGKILL)
        await here.came.acquire()
        await here.came.acquire()
        assert set(children()) - set(before) != {process}
        await made.close()
        assert here.came.locked()
    assert children() == before
