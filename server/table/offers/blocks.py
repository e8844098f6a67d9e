"""What the viewers of one audience know of its options, so that all of it can be named by number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, count, filterfalse
from typing import Any

import msgspec
from msgspec import Raw

from protocol.codec import Codec
from protocol.limits import OPTIONS_BEFORE, OPTIONS_BEFORE_BYTES
from server.core.options import Option
from server.table.offers.offered import Offered

CROWD = 128
"""More options than these that are new at once are told whole: they were encoded bit by bit before, each in a turn of
the loop of its own (`Bodies.prepare`), and nothing of them is encoded again in the turn in which they are told."""


class Blocks:
    """Of those of one audience who speak one subprotocol: what they have been told since the first of them sat down.
    It depends on nothing that others are told, so no number says anything about them."""

    __slots__ = ("_before", "_codec", "_now", "_params", "_size")

    def __init__(self, codec: Codec, offered: Offered) -> None:
        self._codec = codec
        self._now: dict[bytes, Option] = {}
        """What is offered, by its bytes."""
        self._before: dict[bytes, Option] = {}
        """What was offered before, the newest last: only what goes is put there, and only what comes back taken out."""
        self._size = 0
        """Of what was offered before, in bytes."""
        self._params: dict[bytes, Sequence[bytes]] = {}
        """Of all of these the parameters in bytes; empty ones are counted, and never named."""
        self.tell(offered)

    def whole(self) -> tuple[Raw, int]:
        """All that later updates may name, ready to stand in a welcome, and how much of it is offered now."""
        telling, options = _Telling(self._codec, ()), self._now | self._before
        told = [telling.option(body, options[body], self._params[body]) for body in self._known()]
        return self._codec.body(told), len(self._now)

    def tell(self, offered: Offered) -> Raw:
        """What is offered from now on, ready to stand in an update; the same option stands there once."""
        options = dict(zip(offered.bodies(self._codec), offered.options, strict=True))
        is_less = options.keys() <= self._now.keys()
        told = _numbers(self._now if is_less else self._known(), options)
        if None in told:
            self._put_new(told, options)
        self._offer(options)
        return self._codec.body(told)

    def _known(self) -> Iterable[bytes]:
        """In the order in which it is numbered."""
        return chain(self._now, reversed(self._before))

    def _put_new(self, told: list[Any], options: dict[bytes, Option]) -> None:
        """Each of these that has no number in `told` is put there."""
        telling = _Telling(self._codec, map(self._params.__getitem__, self._known()))
        new = [(at, body) for at, (body, number) in enumerate(zip(options, told, strict=True)) if number is None]
        encode = self._codec.to_bytes
        for at, body in new:
            params = [b"" if len(new) > CROWD else encode(param) for param in options[body].params]
            told[at] = telling.option(body, options[body], params)
            self._params[body] = params

    def _offer(self, now: dict[bytes, Option]) -> None:
        """This is offered from now on; of what was offered before the oldest is forgotten where it is too much."""
        was, before = self._now, self._before
        self._now = now
        for body in now.keys() & before.keys():
            self._size -= len(body)
            del before[body]
        for body in filterfalse(now.__contains__, reversed(was)):
            self._size += len(body)
            before[body] = was[body]
        while self._size > OPTIONS_BEFORE_BYTES or len(before) > OPTIONS_BEFORE:
            oldest = next(iter(before))
            self._size -= len(oldest)
            del before[oldest], self._params[oldest]


def _numbers(known: Iterable[bytes], options: Iterable[bytes]) -> list[Any]:
    """The place of each of these; None where it is not known."""
    return list(map(dict(zip(known, count(), strict=False)).get, options))


class _Telling:
    """One list that is being told, to those who know options with these parameters."""

    def __init__(self, codec: Codec, known: Iterable[Sequence[bytes]]) -> None:
        self._codec = codec
        self._known = known
        self._numbers: dict[bytes, int] | None = None
        """Of each parameter; made when the first is asked for, for mostly nothing is new."""
        self._new = 0

    def option(self, body: bytes, option: Option, params: Sequence[bytes]) -> Raw:
        """One that is not known; what is known of its parameters is named."""
        if not any(params):
            self._new -= len(params)
            return Raw(body)
        return self._codec.body(msgspec.structs.replace(option, params=tuple(map(self._param, params))))

    def _param(self, body: bytes) -> int | Raw:
        if self._numbers is None:
            self._numbers = dict(zip(chain.from_iterable(self._known), count(), strict=False))
        number = self._numbers.get(body)
        if number is None:
            self._new -= 1
            self._numbers[body] = self._new
            return Raw(body)
        return number
