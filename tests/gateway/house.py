"""A whole server in the test's own loop: real sockets, lobby, tables and Three Cups, over the log in memory."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from three_cups import SYSTEM
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from protocol import codec as wire
from protocol import messages as m
from protocol.limits import SERVER_FRAME_BYTES
from server.archive.checkpoints import Checkpoints
from server.core.create import EncounterSpec
from server.core.system import System
from server.gateway.limits import Limits
from server.gateway.listener import Listener
from server.gateway.metrics import Metrics
from server.gateway.session import fan_out
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby.lobby import Lobby
from server.process.clock import Clock
from server.process.settings import Settings
from server.store.log import Log
from server.store.memory import MemoryLog
from server.table.services import Services
from tests.table.party import SPEC

KEY = "k" * 43
"""Lists the links in the lobby."""
WAIT_S = 60
"""How long anything may take before the test fails; nothing waits this long."""


class Player:
    """A WebSocket with the wire's messages on it, and all that came so far."""

    ids = itertools.count(1)

    def __init__(self, socket: ClientConnection, codec: wire.Codec) -> None:
        self.socket = socket
        self.codec = codec
        self.messages: list[m.ServerMessage] = []

    async def send(self, message: m.FromClient) -> None:
        """Send one message."""
        await self.send_bytes(self.codec.encode(message))

    async def send_bytes(self, data: bytes) -> None:
        """Send one frame of the right kind."""
        await self.socket.send(data, text=self.codec.is_text)

    async def next(self, *types: type) -> Any:
        """The next message, of these types if any are given."""
        async with asyncio.timeout(WAIT_S):
            while True:
                data = await self.socket.recv(decode=False)
                message = self.codec.decode_server(bytes(data))
                self.messages.append(message)
                if not types or isinstance(message, types):
                    return message

    async def submit(self, intent: dict[str, Any], id: bytes | None = None) -> Any:
        """Submit and wait for the answer."""
        body = msgspec.Raw(self.codec.to_bytes(intent))
        await self.send(m.Submit(id=id or os.urandom(16), intent=body, nonce=bytes(16)))
        return await self.next(m.Ack, m.Rejected)

    async def ask(self, question: dict[str, Any], id: int = 1) -> Any:
        """Ask and wait for the answer."""
        await self.send(m.Ask(id=id, question=msgspec.Raw(self.codec.to_bytes(question))))
        return await self.next(m.Answer, m.Rejected)

    async def end(self) -> tuple[int, str]:
        """Read to the end: close number and reason. The last message must have been a `bye` that says the same."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self.next()
        bye = self.messages[-1]
        assert isinstance(bye, m.Bye)
        assert bye.code == self.socket.close_reason
        return self.socket.close_code or 0, bye.code


class House:
    """A running server and the links of one encounter."""

    def __init__(self, listener: Listener, lobby: Lobby, links: Mapping[str, str]) -> None:
        self.listener = listener
        self.lobby = lobby
        self.links = links

    @property
    def port(self) -> int:
        return self.listener.port

    async def connect(self, codec: wire.Codec = wire.MSGPACK, **options: Any) -> Player:
        """A WebSocket that has said nothing yet."""
        socket = await connect(
            f"ws://127.0.0.1:{self.port}/ws",
            subprotocols=[Subprotocol(codec.subprotocol)],
            compression=None,
            proxy=None,
            max_size=SERVER_FRAME_BYTES,
            **options,
        )
        return Player(socket, codec)

    async def sit(self, seat: str, codec: wire.Codec = wire.MSGPACK, resume: m.Resume | None = None) -> Player:
        """A seat's session, welcomed."""
        player = await self.connect(codec)
        await player.send(m.Hello(token=self.links[seat], resume=msgspec.UNSET if resume is None else resume))
        await player.next(m.Welcome)
        return player

    async def get(
        self, path: str, *headers: str, method: str = "GET", body: bytes = b"", port: int = 0
    ) -> tuple[int, dict[str, str], bytes]:
        """One plain HTTP request: status, headers, body. `port`: another than the players'."""
        lines = [f"{method} {path} HTTP/1.1", *(headers or (f"Host: 127.0.0.1:{port or self.port}",))]
        return await self.exchange("\r\n".join([*lines, "", ""]).encode() + body, port)

    async def exchange(self, request: bytes, port: int = 0) -> tuple[int, dict[str, str], bytes]:
        """Send raw bytes; read one HTTP response to its end."""
        async with asyncio.timeout(WAIT_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", port or self.port)
            writer.write(request)
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
            writer.close()
        status, *lines = head.decode().split("\r\n")
        fields = (line.partition(": ") for line in lines)
        return int(status.split()[1]), {name.lower(): value for name, _, value in fields}, body

    def count(self, sample: str) -> float:
        """A sample of the metrics, such as `fray_frames_out_total` or `fray_closes_total{code="rate"}`."""
        for line in self.listener.metrics.exposition().decode().splitlines():
            if line.startswith(sample + " "):
                return float(line.split()[-1])
        return 0.0


async def open_house(
    folder: Path,
    limits: Limits | None = None,
    *,
    static: Path | None = None,
    log: Log | None = None,
    is_ready: Callable[[], bool] = lambda: True,
    systems: Mapping[str, System] | None = None,
    spec: EncounterSpec = SPEC,
    clock: Clock | None = None,
    keeper: SeedKeeper | None = None,
    checkpoints: Checkpoints | None = None,
    **settings: Any,
) -> House:
    """Start a server on a free port. The caller closes it."""
    metrics, links = Metrics(), Links(folder / "links.json")
    services = Services(
        log or MemoryLog(), keeper or SeedKeeper(b"m" * 32), clock or Clock(), fan_out, metrics, checkpoints
    )
    most = Settings(**settings).encounters
    lobby = Lobby(services, systems or {"three_cups": SYSTEM}, links, key=KEY, most_encounters=most)
    lobby.start()
    files = {"/catalog/three_cups.json": b"{}"}
    listener = Listener(
        Settings(port=0, **settings), lobby, static, files, limits=limits, metrics=metrics, is_ready=is_ready,
    )  # fmt: skip
    await listener.start()
    return House(listener, lobby, (await lobby.create(spec))["links"])


async def close_house(house: House) -> None:
    """Stop it, listener first."""
    await house.listener.stop()
    await house.lobby.close()
