"""What the viewers of one audience know of its options, so that all of it can be named by number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, count
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from protocol.codec import Codec
from protocol.limits import OPTIONS_BEFORE, OPTIONS_BEFORE_BYTES
from server.core.options import Option
from server.table.offers.offered import Offered

CROWD = 128
"""More options than these that are new at once are told whole: they were encoded bit by bit before, each in a turn of
the loop of its own (`Bodies.prepare`), and nothing of them is encoded again in the turn in which they are told."""


class _Block(NamedTuple):
    """An option, and its parameters in bytes; empty ones are counted, and never named."""

    option: Option
    params: Sequence[bytes]


_PARAMS = attrgetter("params")


class Blocks:
    """Of those of one audience who speak one subprotocol: what they have been told since the first of them sat down.
    It depends on nothing that others are told, so no number says anything about them."""

    __slots__ = ("_codec", "_known", "_offered", "_size")

    def __init__(self, codec: Codec, offered: Offered) -> None:
        self._codec = codec
        self._known: dict[bytes, _Block] = {}
        """By its bytes: what is offered now, then what was offered before, the newest first."""
        self._offered = 0
        self._size = 0
        """Of all that is known, in bytes."""
        self.tell(offered)

    def whole(self) -> tuple[Raw, int]:
        """All that later updates may name, ready to stand in a welcome, and how much of it is offered now."""
        telling = _Telling(self._codec, ())
        return self._codec.body([telling.block(*known) for known in self._known.items()]), self._offered

    def tell(self, offered: Offered) -> Raw:
        """What is offered from now on, ready to stand in an update; the same option stands there once."""
        known = self._known
        options = dict(zip(offered.bodies(self._codec), offered.options, strict=True))
        told: list[Any] = list(map(dict(zip(known, count(), strict=False)).get, options))
        if None in told:
            new = self._put_new(told, options)
            known.update(new)
            self._size += sum(map(len, new))
        self._offer(dict(zip(options, map(known.__getitem__, options), strict=True)))
        return self._codec.body(told)

    def _offer(self, now: dict[bytes, _Block]) -> None:
        """This is offered now; of what was offered before the oldest is forgotten where it is too much."""
        known = self._known = now | self._known
        self._offered = len(now)
        most = sum(map(len, now)) + OPTIONS_BEFORE_BYTES
        while self._size > most or len(known) - len(now) > OPTIONS_BEFORE:
            self._size -= len(known.popitem()[0])

    def _put_new(self, told: list[Any], options: dict[bytes, Option]) -> dict[bytes, _Block]:
        """Each of these that has no number in `told` is put there; returns those, by their bytes."""
        telling, bodies = _Telling(self._codec, self._known.values()), list(options)
        places = [at for at, number in enumerate(told) if number is None]
        new = {bodies[at]: self._block(options[bodies[at]], len(places) > CROWD) for at in places}
        for at in places:
            told[at] = telling.block(bodies[at], new[bodies[at]])
        return new

    def _block(self, option: Option, in_crowd: bool) -> _Block:
        encode = self._codec.to_bytes
        return _Block(option, [b"" if in_crowd else encode(param) for param in option.params])


class _Telling:
    """One list that is being told, to those who know this."""

    def __init__(self, codec: Codec, known: Iterable[_Block]) -> None:
        self._codec = codec
        self._known = known
        self._numbers: dict[bytes, int] | None = None
        """Of each parameter; made when the first is asked for, for mostly nothing is new."""
        self._new = 0

    def block(self, body: bytes, block: _Block) -> Raw:
        """An option that is not known; what is known of its parameters is named."""
        if not any(block.params):
            self._new -= len(block.params)
            return Raw(body)
        params = tuple(map(self._param, block.params))
        return self._codec.body(msgspec.structs.replace(block.option, params=params))

    def _param(self, body: bytes) -> int | Raw:
        if self._numbers is None:
            params = chain.from_iterable(map(_PARAMS, self._known))
            self._numbers = dict(zip(params, count(), strict=False))
        number = self._numbers.get(body)
        if number is None:
            self._new -= 1
            self._numbers[body] = self._new
            return Raw(body)
        return number
