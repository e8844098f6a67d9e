"""Stored commits read without their rule system: as much of them as heads and dice depend on. Events stay bytes.

Export and verification work on these, so that a file can be checked where its system is not installed. Nothing in here
folds or hides anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from server.core.dice import Origin

Fact = dict[str, Any]
"""An event as plain values, with its `type`."""


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """Whose dice they are: the seat (empty where it was not told) and the nonce."""

    seat: str
    nonce: bytes


class Thrown(msgspec.Struct, frozen=True, kw_only=True):
    """The evidence of one face, as much as anybody needs to check it. `face` 0: it was not shown."""

    sides: int
    face: int
    by: Origin


class StoredTelling(msgspec.Struct, frozen=True):
    """An audience's number, head, and which events it was told (-i-1: variant i)."""

    n: int
    head: bytes
    refs: tuple[int, ...]


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """A commit as it lies in the log, or what one audience was told of it in the same form."""

    version: int
    at: int
    submitted: Sent
    events: list[msgspec.Raw]
    evidence: list[Thrown] = []
    variants: list[msgspec.Raw] = []
    told: dict[str, StoredTelling]

    def told_to(self, audience: str) -> list[bytes]:
        """The stored bytes of the events that an audience was told. Raises IndexError for a reference to nothing."""
        return [bytes(self.events[ref] if ref >= 0 else self.variants[-ref - 1]) for ref in self.told[audience].refs]

    def facts(self) -> list[Fact]:
        """The events as plain values."""
        return facts(self.events)


_decode = msgspec.msgpack.Decoder(Stored).decode


def stored_of(body: bytes) -> Stored:
    """The commit in these bytes. Raises msgspec.DecodeError."""
    return _decode(body)


def facts(raws: Sequence[msgspec.Raw | bytes]) -> list[Fact]:
    """Events as plain values. Raises msgspec.DecodeError."""
    return [msgspec.msgpack.decode(raw, type=Fact) for raw in raws]


class _Noted(msgspec.Struct, gc=False):
    """Of an event only what says whose dice they are: whoever goes through a whole log has no time for the rest."""

    type: str
    parked: msgspec.Raw = msgspec.Raw()
    decision: msgspec.Raw = msgspec.Raw()
    step: msgspec.Raw = msgspec.Raw()


class _Opened(msgspec.Struct, gc=False):
    """A decision that was opened."""

    id: str


class _Copied(msgspec.Struct, gc=False):
    """A step that was copied."""

    events: list[msgspec.Raw] = []


_noted = msgspec.msgpack.Decoder(_Noted).decode


class Senders:
    """Whose nonce and stream the dice of each commit are: the submitter's, or of the act that waited for typed dice."""

    def __init__(self) -> None:
        self._waiting: dict[str, Sent] = {}

    def of(self, stored: Stored) -> Sent:
        """Whose dice the next commit's are; the commits must come in their order. Raises msgspec.DecodeError."""
        sent, parked = stored.submitted, None
        for event in _with_copies(stored.events):
            if event.type == "ActParked":
                parked = msgspec.msgpack.decode(event.parked, type=Sent)
            elif event.type == "DecisionOpened" and parked is not None:
                self._waiting[msgspec.msgpack.decode(event.decision, type=_Opened).id] = parked
            elif event.type == "DecisionClosed":
                sent = self._waiting.get(msgspec.msgpack.decode(event.decision, type=str), sent)
        return sent


def _with_copies(events: Sequence[msgspec.Raw]) -> Iterator[_Noted]:
    for raw in events:
        event = _noted(raw)
        if event.type == "Copied":
            yield from map(_noted, msgspec.msgpack.decode(event.step, type=_Copied).events)
        else:
            yield event


def steps_of(fact: Fact) -> list[Fact]:
    """The steps that a copy or an amendment tells; none of another event."""
    if fact["type"] == "Copied":
        return [fact["step"]]
    return list(fact.get("steps", ())) if fact["type"] == "Amended" else []


def numbers(value: Any) -> Counter[int]:
    """How often each whole number stands anywhere in a value: every face thrown must be among those of its events."""
    found: Counter[int] = Counter()
    _count([value], found)
    return found


def _count(values: Iterable[Any], found: Counter[int]) -> None:
    for value in values:
        kind = type(value)  # a boolean is no number
        if kind is int:
            found[value] += 1
        elif kind is dict:
            _count(value.values(), found)
        elif kind is list:
            _count(value, found)
