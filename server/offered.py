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


class _Body(msgspec.Struct, frozen=True, gc=False):
    """An option and its bytes."""

    option: Option
    body: bytes


class Offered(msgspec.Struct):
    """The options of one audience. What is still the same object as before is not encoded again."""

    options: list[Option]
    _bodies: dict[str, dict[int, _Body]] = {}
    """Subprotocol -> identity of the option -> its body; also of some that were offered before."""
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
        bodies = self._bodies.setdefault(codec.subprotocol, {})
        for option in self.options:
            if id(option) not in bodies:
                bodies[id(option)] = _Body(option, codec.to_bytes(option))
        found = [bodies[id(option)] for option in self.options]
        if len(bodies) > MOST_BODIES + len(found):
            self._bodies[codec.subprotocol] = {id(each.option): each for each in found}
        return [each.body for each in found]


NOTHING = Offered([])
