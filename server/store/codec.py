"""Commits and bytes: the one place where a system's types meet stored MessagePack. Old events are upcast here, as
`server.store.upcasters` says.

The audiences' heads and the log's hash run over the stored bytes; nothing is ever encoded a second time.
"""

import hashlib
import struct
from collections.abc import Generator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Union

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from server.core import events as e
from server.core.commit import Commit, Submitted, Telling
from server.core.deciding.decide import intent_union, parse_intent
from server.core.dice import Rolled, lp
from server.core.events import Event
from server.core.intents import Intent
from server.core.state import Told
from server.core.system import System
from server.store.upcasters import CORE, upcast

SCHEMA = 1
"""Version of the commit's form and of core's events and intents; a system counts its own."""

HEAD_BYTES = 16

NO_HEAD = bytes(HEAD_BYTES)
"""An audience's head before it was told anything."""

_encode = msgspec.msgpack.Encoder().encode


class Unreadable(Exception):
    """A stored commit can't be read: damaged, or of an unknown type or version. The table freezes."""

    def __init__(self, code: str, version: int, reason: str) -> None:
        super().__init__(f"commit {version}: {reason}")
        self.code, self.version, self.reason = code, version, reason


class _Sent(msgspec.Struct, frozen=True, gc=False):
    """A submitted intent as stored."""

    id: bytes
    seat: str
    nonce: bytes
    intent: msgspec.Raw
    answers: str | None = None


class _Stored(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A commit as stored: events and variants each as their own bytes."""

    version: int
    at: int
    act: str
    submitted: _Sent
    events: list[msgspec.Raw]
    evidence: list[Rolled] = []
    variants: list[msgspec.Raw] = []
    told: dict[str, Telling]
    system: str
    system_version: str
    schema: int
    system_schema: int | UnsetType = UNSET
    """Not written where it is 1."""

    @property
    def schemas(self) -> tuple[int, int]:
        """Core's and the system's."""
        return self.schema, 1 if self.system_schema is UNSET else self.system_schema


class Sealed(msgspec.Struct, frozen=True, gc=False):
    """A commit with its heads and its bytes; `raws` and `variants` are the bytes of single events."""

    commit: Commit
    body: bytes
    raws: tuple[bytes, ...]
    variants: tuple[bytes, ...]

    def told_to(self, audience: str) -> list[bytes]:
        """The stored bytes of the events that an audience was told."""
        telling = self.commit.told.get(audience)
        return self.of(telling.refs) if telling is not None else []

    def of(self, refs: Sequence[int]) -> list[bytes]:
        """The stored bytes of these events, as `Telling.refs` means them."""
        return [self.raws[ref] if ref >= 0 else self.variants[-ref - 1] for ref in refs]


LARGE_BYTES = 16_384
"""An event of more than this takes long enough to encode for others to have their turn then."""


class Codec:
    """Bytes of one system's encounters."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._schemas = (SCHEMA, system.schema)
        self._kinds: dict[Any, Any] = {kind.__name__: kind for kind in (*e.CORE_EVENTS, *system.events)}
        self._union: Any = Union[tuple(self._kinds.values())]  # noqa: UP007  (made at run time)
        self._event: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(self._union)
        self._intent: msgspec.msgpack.Decoder[Intent] = msgspec.msgpack.Decoder(intent_union(system))
        self._stored = msgspec.msgpack.Decoder(_Stored)

    def seal(self, encounter: str, commit: Commit, told: Mapping[str, Told]) -> Sealed:
        """The commit as bytes, with every audience's next head; `told` are the heads so far."""
        sealing = self.sealing(encounter, commit, told)
        while True:
            try:
                next(sealing)
            except StopIteration as sealed:
                found: Sealed = sealed.value
                return found

    def sealing(self, encounter: str, commit: Commit, told: Mapping[str, Told]) -> Generator[None, None, Sealed]:
        """`seal` by steps, for callers that let other tables have their turn in between: one event may hold thousands
        of acts."""
        raws, variants = list[bytes](), list[bytes]()
        for events, into in ((commit.events, raws), (commit.variants, variants)):
            for event in events:
                into.append(_encode(event))
                if len(into[-1]) > LARGE_BYTES:
                    yield
        bare = Sealed(commit, b"", tuple(raws), tuple(variants))
        heads, joined = dict[str, Telling](), dict[tuple[int, ...], bytes]()
        for audience, telling in commit.told.items():
            if telling.refs not in joined:
                joined[telling.refs] = lp(*bare.of(telling.refs))
                yield
            head = _next_head(encounter, audience, telling.n, _head(told, audience), joined[telling.refs])
            heads[audience] = Telling(telling.n, head, telling.refs)
        commit = replace(commit, told=heads, schema=SCHEMA)
        sent = commit.submitted
        stored = _Stored(
            version=commit.version,
            at=commit.at,
            act=commit.act,
            submitted=_Sent(sent.id, sent.seat, sent.nonce, msgspec.Raw(_encode(sent.intent)), sent.answers),
            events=[msgspec.Raw(raw) for raw in raws],
            evidence=list(commit.evidence),
            variants=[msgspec.Raw(raw) for raw in variants],
            told=heads,
            system=commit.system,
            system_version=commit.system_version,
            schema=SCHEMA,
            system_schema=self._system.schema if self._system.schema > 1 else UNSET,
        )
        return Sealed(commit, _encode(stored), bare.raws, bare.variants)

    def open(self, version: int, body: bytes) -> Sealed:
        """The commit in these bytes. Raises Unreadable."""
        try:
            stored = self._stored.decode(body)
            is_newer = any(was > today for was, today in zip(stored.schemas, self._schemas, strict=True))
            if is_newer or stored.system != self._system.name or stored.version != version:
                raise Unreadable("unknown_version", version, f"{stored.system} schema {stored.schemas}")
            return self._opened(stored, body)
        except (KeyError, TypeError, ValueError) as error:  # also of an upcaster that meets what it does not expect
            raise Unreadable("unreadable", version, repr(error)) from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Unreadable("unreadable", version, str(error)) from error

    def _opened(self, stored: _Stored, body: bytes) -> Sealed:
        sent = stored.submitted
        submitted = Submitted(
            id=sent.id, seat=sent.seat, nonce=sent.nonce, intent=self._sent(sent.intent, stored), answers=sent.answers
        )
        raws = tuple(bytes(raw) for raw in stored.events)
        variants = tuple(bytes(raw) for raw in stored.variants)
        commit = Commit(
            version=stored.version,
            at=stored.at,
            act=stored.act,
            submitted=submitted,
            events=self._events(raws, stored),
            evidence=tuple(stored.evidence),
            variants=self._events(variants, stored),
            told=stored.told,
            system=stored.system,
            system_version=stored.system_version,
            schema=stored.schema,
        )
        return Sealed(commit, body, raws, variants)

    def _events(self, raws: Sequence[bytes], stored: _Stored) -> tuple[Event, ...]:
        if stored.schemas != self._schemas:
            return tuple(self.event_of(self._upcast(raw, stored)) for raw in raws)
        return tuple(self._whole(self._event.decode(raw)) for raw in raws)

    def _sent(self, raw: msgspec.Raw, stored: _Stored) -> Intent:
        if stored.schemas == self._schemas:
            return self._intent.decode(raw)
        return parse_intent(self._system, self._upcast(raw, stored))

    def _upcast(self, raw: bytes | msgspec.Raw, stored: _Stored) -> Any:
        """Today's plain values of what an older release has written."""
        value = upcast(msgspec.msgpack.decode(raw), CORE, stored.schemas[0], SCHEMA)
        return upcast(value, self._system.upcasters, stored.schemas[1], self._system.schema)

    def event_of(self, value: Any) -> Event:
        """An event of today's schema from plain values. Raises msgspec.ValidationError."""
        name = value.get("type") if isinstance(value, dict) else None
        # One kind is read in a fraction of the time that the union of all takes; that says what is wrong with others.
        kind = self._kinds.get(name) if isinstance(name, str) else None
        event: Event = msgspec.convert(value, kind or self._union)
        return self._whole(event)

    def _whole(self, event: Event) -> Event:
        """Turn what was stored inside an event as plain values into its types."""
        if isinstance(event, e.Amended):
            return replace(event, steps=tuple(self._step(step) for step in event.steps))
        if isinstance(event, e.Copied):
            return replace(event, step=self._step(event.step))
        if isinstance(event, e.ActParked) and event.parked.intent is not None:
            intent = parse_intent(self._system, event.parked.intent)
            return replace(event, parked=replace(event.parked, intent=intent))
        return event

    def _step(self, step: e.Step) -> e.Step:
        intent = None if step.intent is None else parse_intent(self._system, step.intent)
        events = tuple(self.event_of(event) for event in step.events)
        evidence = tuple(msgspec.convert(rolled, Rolled) for rolled in step.evidence)
        return replace(step, intent=intent, events=events, evidence=evidence)


@lru_cache(maxsize=64)
def of(system: System) -> Codec:
    """The system's codec, made once."""
    return Codec(system)


class _Named(msgspec.Struct, frozen=True, gc=False):
    """As much of a stored commit as tells its system and time."""

    system: str = ""
    at: int = 0


def system_of(body: bytes) -> str:
    """The name of the system that a stored commit is of; empty where it can't be read."""
    return _named(body).system


def at_of(body: bytes) -> int:
    """When a stored commit was appended (ms); 0 where it can't be read."""
    return _named(body).at


def _named(body: bytes) -> _Named:
    try:
        return msgspec.msgpack.decode(body, type=_Named)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _Named()


def head_of(encounter: str, audience: str, n: int, previous: bytes, events: Sequence[bytes]) -> bytes:
    """An audience's head after its n-th telling: it stands for everything that the audience was ever told."""
    return _next_head(encounter, audience, n, previous, lp(*events))


def _next_head(encounter: str, audience: str, n: int, previous: bytes, events: bytes) -> bytes:
    parts = _for_whom(encounter, audience) + _since(8, n, len(previous)) + previous
    return hashlib.sha256(parts + events).digest()[:HEAD_BYTES]


_since = struct.Struct(">IQI").pack
"""The number of a telling behind its length, as `lp` has it, and the length of the head before."""


@lru_cache(maxsize=4096)
def _for_whom(encounter: str, audience: str) -> bytes:
    """What all heads of an audience begin with."""
    return b"fray/told/1\0" + lp(bytes.fromhex(encounter), audience.encode())


def _head(told: Mapping[str, Told], audience: str) -> bytes:
    last = told.get(audience)
    return last.head if last is not None else NO_HEAD
