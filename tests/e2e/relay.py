"""A wire between browser and server that can go dead, as that of a laptop does which is put to sleep."""

from __future__ import annotations

import asyncio
import contextlib

CHUNK_BYTES = 64 * 1024


class Relay:
    """Listens on a port of its own and passes bytes to and from the server's."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self._target = target
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[None]] = set()
        self._far: list[asyncio.StreamWriter] = []
        self._ends: list[asyncio.StreamWriter] = []
        self._is_asleep = False

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Cut every wire."""
        assert self._server is not None
        self._server.close()
        for serving in self._serving:
            serving.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        for end in self._ends:
            end.close()
            with contextlib.suppress(ConnectionError):
                await end.wait_closed()

    def sleep(self) -> None:
        """The server hears no more and gives its side up; the browser's side is told nothing, and stays silent."""
        self._is_asleep = True
        for far in self._far:
            far.close()

    def wake(self) -> None:
        """New connections go through again; the old ones stay dead."""
        self._is_asleep = False
        self._far.clear()

    async def _join(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        if self._is_asleep:
            near.close()  # a browser that tries again meanwhile gets nowhere, and waits
            return
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        there, far = await asyncio.open_connection("127.0.0.1", self._target)
        self._ends += [near, far]
        self._far.append(far)
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(self._pass(reader, far, far), self._pass(there, near, far))

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, far: asyncio.StreamWriter) -> None:
        """Until one side ends; what ends while it sleeps, the browser does not hear of."""
        with contextlib.suppress(ConnectionError):
            while (data := await source.read(CHUNK_BYTES)) and not self._is_asleep and not far.is_closing():
                sink.write(data)
                await sink.drain()
        if self._is_asleep or far not in self._far:
            await asyncio.Event().wait()  # dead until everything is over
        sink.close()
