"""A seat's options as they go out: what a table has offered before is not encoded again, and what a seat has is not
sent again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, islice
from operator import not_
from typing import Any

import msgspec
from msgspec import Raw

from protocol.codec import Codec
from protocol.list_delta import delta
from server.core.options import Option

MOST_BODIES = 1024
"""So many that are no longer offered are kept: a menu that goes comes back."""


class _Known(msgspec.Struct, frozen=True, gc=False):
    """Options and their bytes, by the identity of the option."""

    options: dict[int, Option] = {}
    bodies: dict[int, bytes] = {}

    def add(self, option: Option, codec: Codec) -> None:
        """Encode one more."""
        self.options[id(option)] = option
        self.bodies[id(option)] = codec.to_bytes(option)


class Bodies:
    """What a table's options are in bytes: whoever is offered the same object gets the same bytes."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        """By subprotocol; also of some that were offered before."""

    def prepare(self, options: Sequence[Option], codec: Codec) -> None:
        """Encode some of what will be offered next: `of` finds it then."""
        known = self._known.setdefault(codec.subprotocol, _Known())
        for option in options:
            if id(option) not in known.bodies:
                known.add(option, codec)

    def of(self, options: Sequence[Option], codec: Codec) -> list[bytes]:
        """The bytes of these options, in order."""
        known = self._known.setdefault(codec.subprotocol, _Known())
        bodies = known.bodies
        found: list[Any] = list(map(bodies.get, map(id, options)))
        if not all(found):
            for option in compress(options, map(not_, found)):
                known.add(option, codec)
            found = list(map(bodies.__getitem__, map(id, options)))
        if len(bodies) > MOST_BODIES + len(found):
            newest = islice(reversed(known.options.values()), MOST_BODIES // 2)
            still = {id(option): option for option in (*newest, *options)}
            self._known[codec.subprotocol] = _Known(still, {key: bodies[key] for key in still})
        return found


class Offered:
    """The options of one audience. What is still the same object as before is not encoded again."""

    __slots__ = ("_bodies", "_encoded", "options")

    def __init__(self, options: list[Option], bodies: Bodies) -> None:
        self.options = options
        self._bodies = bodies
        self._encoded: dict[str, list[bytes]] = {}
        """Subprotocol -> the bodies in order."""

    def whole(self, codec: Codec) -> Raw:
        """All options, ready to stand in a welcome."""
        return codec.body([Raw(body) for body in self.bodies(codec)])

    def since(self, before: Offered, codec: Codec) -> Raw:
        """All options for those who were sent `before` last, ready to stand in an update: what they have is named by
        its place. It depends on nothing but what both say, whichever objects say it."""
        return codec.body(delta(before.bodies(codec), self.bodies(codec)))

    def bodies(self, codec: Codec) -> list[bytes]:
        """Each of them in bytes, in order."""
        name = codec.subprotocol
        if name not in self._encoded:
            self._encoded[name] = self._bodies.of(self.options, codec)
        return self._encoded[name]


NOTHING = Offered([], Bodies())
