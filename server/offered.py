"""A seat's options as they go out: whoever is offered the same thing again is sent the same bytes."""

from __future__ import annotations

import msgspec
from msgspec import Raw

from protocol.codec import Codec
from server.core.options import Option

MOST_BODIES = 256
"""So many that are no longer offered are kept: a menu that goes comes back."""


class _Body(msgspec.Struct, frozen=True, gc=False):
    """An option and its bytes."""

    option: Option
    raw: Raw


class Offered(msgspec.Struct):
    """The options of one audience. What is still the same object as before is not encoded again."""

    options: list[Option]
    _bodies: dict[str, dict[int, _Body]] = {}
    """Subprotocol -> identity of the option -> its body; also of some that were offered before."""

    @classmethod
    def after(cls, last: Offered | None, options: list[Option]) -> Offered:
        """What is offered now; `last` was before."""
        if last is None:
            return cls(options)
        return last if last.options == options else cls(options, last._bodies)

    def body(self, codec: Codec) -> Raw:
        """All of them, ready to stand in a message."""
        bodies = self._bodies.setdefault(codec.subprotocol, {})
        for option in self.options:
            if id(option) not in bodies:
                bodies[id(option)] = _Body(option, codec.body(option))
        found = [bodies[id(option)] for option in self.options]
        if len(bodies) > MOST_BODIES + len(found):
            self._bodies[codec.subprotocol] = {id(body.option): body for body in found}
        return codec.body([body.raw for body in found])


NOTHING = Offered([])
