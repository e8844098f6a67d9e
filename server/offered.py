"""A seat's options as they go out: what it has been offered before is not encoded again, and what it has is not sent
again."""

from __future__ import annotations

import msgspec
from msgspec import Raw

from protocol.codec import Codec
from protocol.renew import news
from server.core.options import Option

MOST_BODIES = 256
"""So many that are no longer offered are kept: a menu that goes comes back."""


class _Bodies(msgspec.Struct, frozen=True, gc=False):
    """Options and their bytes, by the identity of the option."""

    options: dict[int, Option] = {}
    bodies: dict[int, bytes] = {}

    def add(self, option: Option, codec: Codec) -> bytes:
        """Encode one more."""
        self.options[id(option)] = option
        body = self.bodies[id(option)] = codec.to_bytes(option)
        return body


class Offered(msgspec.Struct):
    """The options of one audience. What is still the same object as before is not encoded again."""

    options: list[Option]
    _bodies: dict[str, _Bodies] = {}
    """By subprotocol; also of some that were offered before."""
    _encoded: dict[str, list[bytes]] = {}
    """Subprotocol -> the bodies in order."""

    @classmethod
    def after(cls, last: Offered | None, options: list[Option]) -> Offered:
        """What is offered now; `last` was before."""
        if last is None:
            return cls(options)
        return last if last.options == options else cls(options, last._bodies)

    def whole(self, codec: Codec) -> Raw:
        """All of them, ready to stand in a welcome."""
        return codec.body([Raw(body) for body in self._all(codec)])

    def since(self, before: Offered, codec: Codec) -> Raw:
        """All of them for those who were sent `before` last, ready to stand in an update: what they have is named by
        its place. It depends on nothing but what both say, whichever objects say it."""
        return codec.body(news(before._all(codec), self._all(codec)))

    def _all(self, codec: Codec) -> list[bytes]:
        name = codec.subprotocol
        if name not in self._encoded:
            self._encoded[name] = self._encode(codec)
        return self._encoded[name]

    def _encode(self, codec: Codec) -> list[bytes]:
        known = self._bodies.setdefault(codec.subprotocol, _Bodies())
        bodies = known.bodies
        last = map(bodies.get, map(id, self.options))
        found = [body or known.add(option, codec) for option, body in zip(self.options, last, strict=True)]
        if len(bodies) > MOST_BODIES + len(found):
            options = {id(option): option for option in self.options}
            self._bodies[codec.subprotocol] = _Bodies(options, {key: bodies[key] for key in options})
        return found


NOTHING = Offered([])
