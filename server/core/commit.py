"""One commit: everything that one decided intent has brought about, and who was told what of it.

Values only. `server.store.codec` turns a commit into the bytes of one stream entry and fills in the heads.
"""

import msgspec

from server.core.dice import Rolled
from server.core.events import Event
from server.core.intents import Intent


class Submitted(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An intent as it was taken: its id and nonce (16 random bytes each) and the seat that sent it.

    `answers`: the id of the open decision that it answered. `seat` is `server` for the server's own intents."""

    id: bytes
    seat: str
    nonce: bytes
    intent: Intent
    answers: str | None = None


class Telling(msgspec.Struct, frozen=True, gc=False):
    """What one audience learns of a commit: its number for it, its head, and which events.

    `refs`: i >= 0 is the commit's event i, i < 0 is variant -i-1."""

    n: int
    head: bytes
    refs: tuple[int, ...]


class Commit(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One entry of the log. `at` in ms, never before the previous commit's. `act`: the act that it belongs to."""

    version: int
    at: int
    act: str
    submitted: Submitted
    events: tuple[Event, ...]
    evidence: tuple[Rolled, ...] = ()
    variants: tuple[Event, ...] = ()
    told: dict[str, Telling] = {}
    system: str = ""
    system_version: str = ""
    schema: int = 1

    def told_to(self, audience: str) -> list[Event]:
        """The events that an audience was told, as recorded; nothing if it was told nothing."""
        telling = self.told.get(audience)
        if telling is None:
            return []
        return [self.events[ref] if ref >= 0 else self.variants[-ref - 1] for ref in telling.refs]
