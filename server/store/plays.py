"""The game's state at a version as bytes, and back: what snapshots and milestones have in common."""

from __future__ import annotations

import hmac
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.deciding.decide import parse_intent
from server.core.state import Ask, Decision, Parked, Play
from server.core.system import System
from server.store import codec

MAC_BYTES = 32

_encode = msgspec.msgpack.Encoder().encode


class Plays:
    """States of one system as bytes. The system's own part lies apart from core's, for it is read by its own type."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._codec = codec.of(system)
        self._game = msgspec.msgpack.Decoder(system.game_type)

    def parts(self, play: Play) -> tuple[Play, msgspec.Raw]:
        """Core's part, and the system's in MessagePack."""
        return replace(play, game=None), msgspec.Raw(_encode(play.game))

    def whole(self, bare: Play, game: msgspec.Raw) -> Play:
        """What `parts` was given, from what was read back. Raises msgspec.DecodeError."""
        decisions = tuple(self._decision(decision) for decision in bare.decisions)
        parked = self._parked(bare.parked) if bare.parked is not None else None
        return replace(bare, decisions=decisions, parked=parked, game=self._game.decode(game))

    def _decision(self, decision: Decision) -> Decision:
        return replace(decision, asks={who: self._ask(ask) for who, ask in decision.asks.items()})

    def _ask(self, ask: Ask) -> Ask:
        read = self._codec.event_of
        return replace(
            ask,
            answer=None if ask.answer is None else read(ask.answer),
            kept=None if ask.kept is None else read(ask.kept),
        )

    def _parked(self, parked: Parked) -> Parked:
        return replace(parked, intent=parse_intent(self._system, parked.intent))


def sealed(value: Any, key: bytes, tag: bytes) -> bytes:
    """A value as stored: behind an HMAC, in which `tag` tells for what it was made."""
    body = _encode(value)
    return hmac.digest(key, tag + body, "sha256") + body


def opened(data: bytes, key: bytes, tag: bytes) -> bytes | None:
    """The value's MessagePack; None where this key has not sealed it for this."""
    body = data[MAC_BYTES:]
    return body if hmac.compare_digest(data[:MAC_BYTES], hmac.digest(key, tag + body, "sha256")) else None
