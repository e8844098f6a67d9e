"""An intent on its way to a table, and how intents are read from what a viewer sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from server.core import intents as i
from server.core.deciding.decide import intent_union
from server.core.errors import Rejected
from server.core.system import System
from server.table.audience import Viewer


class Job(msgspec.Struct):
    """From a viewer, or the server's own (`viewer` None). `verdict`: for who waits for it, the refusal or None."""

    intent: i.Intent
    id: bytes
    nonce: bytes
    seat: str
    viewer: Viewer | None = None
    decision: str | None = None
    seen: int | None = None
    verdict: asyncio.Future[Rejected | None] | None = None

    @property
    def is_own(self) -> bool:
        """Did the server come to it by itself, with nobody waiting?"""
        return self.viewer is None and self.verdict is None

    def answer(self, verdict: Rejected | None) -> None:
        """Tell who waits for it what became of it; the first word counts."""
        if self.verdict is not None and not self.verdict.done():
            self.verdict.set_result(verdict)


_READERS: dict[tuple[str, str], Callable[[msgspec.Raw], Any]] = {}


def reader(viewer: Viewer, system: System) -> Callable[[msgspec.Raw], Any]:
    """Decodes intents of this system from the viewer's subprotocol; made once. Raises ProtocolError."""
    key = (viewer.codec.subprotocol, system.name)
    if key not in _READERS:
        _READERS[key] = viewer.codec.reader(intent_union(system), "$.intent")
    return _READERS[key]
