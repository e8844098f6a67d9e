"""How the viewers of one table are told that something is refused."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UnsetType

from protocol import messages as m
from server.core.errors import Rejected
from server.process.meter import Meter
from server.table.audience import Viewer


class Refusals:
    """`texts`: what to say, by code."""

    def __init__(self, texts: Mapping[str, str], meter: Meter) -> None:
        self._texts = texts
        self._meter = meter

    def tell(self, viewer: Viewer | None, id: bytes | int | UnsetType, rejected: Rejected) -> None:
        """Refuse the message with this id (UNSET: none of the viewer's own); the server's own intents (no viewer) are
        told nothing."""
        if viewer is None:
            return
        self._meter.intent(rejected.code)
        message = rejected.text(self._texts)
        detail = {key: value for key, value in rejected.detail.items() if isinstance(value, str | int | float | bool)}
        viewer.send(viewer.codec.encode(m.Rejected(id=id, code=rejected.code, message=message, detail=detail)))
