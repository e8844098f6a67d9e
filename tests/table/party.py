"""Three Cups at a real table over a real log: viewers that only remember what they were sent."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from three_cups import SYSTEM

from protocol import codec as wire
from protocol import messages as m
from protocol.patch import apply
from server.archive.checkpoints import Checkpoints
from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.state import TableOptions
from server.core.system import System
from server.gateway.auth import parse_token
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby.lobby import Lobby
from server.store.log import Log
from server.table.services import Services
from tests.support.clocks import Ticking

# Ben is hit by every die, so that fights go the same way whatever is drawn.
SPEC = EncounterSpec(
    title="Cups",
    system="three_cups",
    table=TableOptions(join="links"),  # so that no commit says who sits down: what follows is counted in commits
    seats={"ann": SeatSpec(name="Ann"), "bob": SeatSpec(name="Bob")},
    combatants={
        "a": CombatantSpec(name="Anna", side="x", seat="ann"),
        "b": CombatantSpec(name="Ben", side="y", seat="bob", sheet={"cover": -10}),
        "c": CombatantSpec(name="Cat", side="x", seat="ann", hidden=True),
    },
)


KEY = "the key to the list"
LOBBIES: list[Lobby] = []
"""All that were made in the running test: `tests/table/conftest.py` closes them."""


def lobby_over(
    log: Log,
    folder: Path,
    master: bytes = b"m" * 32,
    checkpoints: Checkpoints | None = None,
    former: tuple[bytes, ...] = (),
    systems: Mapping[str, System] | None = None,
) -> Lobby:
    """A lobby as a server has it; the clock stands for the wall's but is counted."""
    folder.mkdir(exist_ok=True)
    services = Services(log, SeedKeeper(master, former), Ticking(), checkpoints=checkpoints)
    lobby = Lobby(services, systems or {"three_cups": SYSTEM}, Links(folder / "links.json"), key=KEY)
    LOBBIES.append(lobby)
    return lobby


class Remembering:
    """A viewer that keeps its view up to date and remembers every message."""

    ids = itertools.count(1)

    def __init__(self, entered: Any, codec: wire.Codec = wire.MSGPACK) -> None:
        self.seat, self.role, self.audience = entered.seat, entered.role, entered.audience
        self.network = "192.0.2.1/32"
        self.table = entered.table
        self.codec = codec
        self.messages: list[Any] = []
        self.frames: list[bytes] = []
        self.view: Any = None
        self.views: dict[int, Any] = {}
        """Every view it had, by number."""
        self.n = 0
        self.head = b""
        self.said_bye = ""
        self._news = asyncio.Event()

    def send_now(self, payload: bytes) -> None:
        """Nothing waits here."""
        self.send(payload)

    def send(self, payload: bytes) -> None:
        self.frames.append(payload)
        message = self.codec.decode_server(payload)
        self.messages.append(message)
        if isinstance(message, m.Welcome):
            self.view, self.n, self.head = self._read(message.view), message.n, message.head
        elif isinstance(message, m.Update):
            assert message.n == self.n + 1
            self.view, self.n, self.head = apply(self.view, self._read(message.patch)), message.n, message.head
        self.views[self.n] = self.view
        self._news.set()

    def _read(self, raw: msgspec.Raw) -> Any:
        return msgspec.json.decode(raw) if self.codec.is_text else msgspec.msgpack.decode(raw)

    def bye(self, code: str) -> None:
        self.said_bye = code

    async def until(self, test: Any, seen: int = 0) -> Any:
        """Wait until a message after the first `seen` passes the test; returns it."""
        async with asyncio.timeout(60):
            while True:
                for message in self.messages[seen:]:
                    seen += 1
                    if test(message):
                        return message
                self._news.clear()
                await self._news.wait()

    async def shows(self, test: Any) -> None:
        """Wait until the view passes the test."""
        async with asyncio.timeout(60):
            while not test(self.view):
                self._news.clear()
                await self._news.wait()

    def submit(self, intent: dict[str, Any], id: bytes | None = None, decision: str | None = None) -> bytes:
        id = id or next(self.ids).to_bytes(16, "big")
        to_bytes = self.codec.to_bytes
        self.table.submit(
            self,
            m.Submit(
                id=id,
                intent=msgspec.Raw(to_bytes(intent)),
                nonce=bytes(16),
                decision=msgspec.UNSET if decision is None else decision,
            ),
        )
        return id

    async def does(self, intent: dict[str, Any], **rest: Any) -> Any:
        """Submit and wait for the answer."""
        if intent["type"] in ("rewind", "redo") and "digest" not in intent:
            preview = await self.asks(
                {"type": "preview_redo"} if intent["type"] == "redo" else {"type": "preview_rewind", "to": intent["to"]}
            )
            intent = {**intent, "digest": preview["digest"] if isinstance(preview, dict) else b"?"}
        seen = len(self.messages)
        id = self.submit(intent, **rest)
        return await self.until(lambda x: isinstance(x, m.Ack | m.Rejected) and x.id == id, seen)

    async def asks(self, question: dict[str, Any]) -> Any:
        """Ask and wait for the answer's body."""
        id = next(self.ids)
        self.table.ask(self, m.Ask(id=id, question=msgspec.Raw(self.codec.to_bytes(question))))
        message = await self.until(lambda x: getattr(x, "id", None) == id)
        return self._read(message.body) if isinstance(message, m.Answer) else message


class Party:
    """GM, Ann, Bob and a spectator at one encounter, on one lobby."""

    def __init__(self, lobby: Lobby, links: dict[str, str]) -> None:
        self.lobby = lobby
        self.links = links

    async def sits(
        self,
        seat: str,
        resume: m.Resume | None = None,
        codec: wire.Codec = wire.MSGPACK,
        in_blocks: bool = False,
        in_likes: bool = False,
    ) -> Remembering:
        """A seat sits down."""
        parsed = parse_token(self.links[seat])
        assert parsed is not None
        viewer = Remembering(await self.lobby.enter(*parsed, resume), codec)
        viewer.table.attach(viewer, resume, in_blocks, in_likes)
        return viewer


async def laid(lobby: Lobby) -> Party:
    """A freshly laid table."""
    return Party(lobby, (await lobby.create(SPEC))["links"])
