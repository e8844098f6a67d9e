"""What the viewers of one audience know of its options, so that all of it can be named by number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, compress, count, filterfalse, repeat
from operator import attrgetter, is_, is_not
from typing import Any, TypeAlias

import msgspec
from msgspec import Raw

from protocol.codec import Codec
from protocol.limits import OPTIONS_BEFORE, OPTIONS_BEFORE_BYTES
from protocol.list_delta import delta
from protocol.patch import diff
from server.core.options import Option, Param
from server.table.offers.offered import Offered

CROWD = 128
"""More options than these that are new at once are told whole: they were encoded bit by bit before, each in a turn of
the loop of its own (`Bodies.prepare`), and nothing of them is encoded again in the turn in which they are told."""

COMPARED = 4_096
"""So many choices of known and new parameters are compared in one list; further parameters are told whole. To compare
them takes several times as long as to tell them, and all of it is done in one turn of the loop."""

LIKENESS = attrgetter("key", "label", "answers")
"""What is the same in these is mostly the same act of somebody else, or of a moment ago."""

_DEFAULTS = {one.name: one.default for one in msgspec.structs.fields(Option) if one.name != "params"}
_VALUES = attrgetter(*_DEFAULTS)


class Blocks:
    """Of those of one audience who speak one subprotocol: what they have been told since the first of them sat down.
    It depends on nothing that others are told, so no number says anything about them."""

    __slots__ = ("_before", "_codec", "_now", "_params", "_size", "in_likes")

    def __init__(self, codec: Codec, offered: Offered, in_likes: bool = False) -> None:
        self._codec = codec
        self.in_likes = in_likes
        """They read what is new as a patch onto what is known."""
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
        told = [telling.whole(body, options[body], self._params[body]) for body in self._known()]
        return self._codec.body(told), len(self._now)

    def tell(self, offered: Offered) -> Raw:
        """What is offered from now on, ready to stand in an update; the same option stands there once."""
        options = dict(zip(offered.bodies(self._codec), offered.options, strict=True))
        known = self._now if options.keys() <= self._now.keys() else list(self._known())
        told = _numbers(known, options)
        if None in told:
            self._put_new(told, options, known)
        self._offer(options)
        return self._codec.body(told)

    def _known(self) -> Iterable[bytes]:
        """In the order in which it is numbered."""
        return chain(self._now, reversed(self._before))

    def _put_new(self, told: list[Any], options: dict[bytes, Option], known: Iterable[bytes]) -> None:
        """Each of these that has no number in `told` is put there."""
        known_params = list(map(self._params.__getitem__, known))
        telling = _Telling(self._codec, known_params)
        new = list(compress(enumerate(options), map(is_, told, repeat(None))))
        is_crowd, encode = len(new) > CROWD, self._codec.to_bytes
        likes = self._likes(known_params) if self.in_likes and not is_crowd else {}
        for at, body in new:
            option = options[body]
            params = [b"" if is_crowd else encode(param) for param in option.params]
            like = likes.get(LIKENESS(option))
            told[at] = telling.whole(body, option, params) if like is None else telling.unlike(like, option, params)
            self._params[body] = params

    def _likes(self, known_params: Sequence[Sequence[bytes]]) -> dict[Any, _Like]:
        """Of known ones that are alike the first, which is the newest."""
        known = list(chain(self._now.values(), reversed(self._before.values())))
        alike = list(zip(map(LIKENESS, known), zip(count(), known, known_params, strict=False), strict=False))
        return dict(reversed(alike))

    def _offer(self, now: dict[bytes, Option]) -> None:
        """This is offered from now on; of what was offered before the oldest is forgotten where it is too much."""
        was, before = self._now, self._before
        self._now = now
        back, gone = now.keys() & before.keys(), list(filterfalse(now.__contains__, reversed(was)))
        for body in back:
            del before[body]
        before.update(zip(gone, map(was.__getitem__, gone), strict=True))
        self._size += sum(map(len, gone)) - sum(map(len, back))
        while self._size > OPTIONS_BEFORE_BYTES or len(before) > OPTIONS_BEFORE:
            oldest = next(iter(before))
            self._size -= len(oldest)
            del before[oldest], self._params[oldest]


def _numbers(known: Iterable[bytes], options: Iterable[bytes]) -> list[Any]:
    """The place of each of these; None where it is not known."""
    return list(map(dict(zip(known, count(), strict=False)).get, options))


_Like: TypeAlias = tuple[int, Option, Sequence[bytes]]
"""A known option by its number, with its parameters in bytes."""


class _Telling:
    """One list that is being told, to those who know options with these parameters."""

    def __init__(self, codec: Codec, known: Iterable[Sequence[bytes]]) -> None:
        self._codec = codec
        self._known = known
        self._numbers: dict[bytes, int] | None = None
        """Of each parameter; made when the first is asked for, for mostly nothing is new."""
        self._new = 0
        self._compared = 0
        """Choices so far."""

    def whole(self, body: bytes, option: Option, params: Sequence[bytes]) -> Raw:
        """One that is not known; what is known of its parameters is named."""
        if not any(params):
            self._new -= len(params)
            return Raw(body)
        return self._codec.body(msgspec.structs.replace(option, params=tuple(map(self._param, params))))

    def unlike(self, like: _Like, option: Option, params: Sequence[bytes]) -> Raw:
        """One that is not known, as a patch onto one that is."""
        number, known, known_params = like
        patch = _patch(known, option, self._is_same)
        if params != known_params:
            likes = chain(known.params, repeat(None))
            patch["params"] = list(map(self._unlike_param, params, option.params, likes)) or None
        return self._codec.body({"like": number, **patch})

    def _is_same(self, one: Any, other: Any) -> bool:
        """Not only as JavaScript sees it: who has 1.0 or True for 1 would send that, and it would be refused."""
        return one == other and (isinstance(other, str) or self._codec.to_bytes(one) == self._codec.to_bytes(other))

    def _unlike_param(self, body: bytes, param: Param, like: Param | None) -> int | Raw:
        """New choices are told, others named by their place in the known parameter: not where the reader may have split
        these by their `aims`."""
        told = self._param(body)
        if isinstance(told, int) or like is None or like.aim or not (like.choices and param.choices):
            return told
        self._compared += len(like.choices) + len(param.choices)
        if self._compared > COMPARED:
            return told
        before, after = (list(map(self._codec.to_bytes, one.choices)) for one in (like, param))
        return self._codec.body(msgspec.structs.replace(param, choices=tuple(delta(before, after))))

    def _param(self, body: bytes) -> int | Raw:
        if self._numbers is None:
            self._numbers = dict(zip(chain.from_iterable(self._known), count(), strict=False))
        number = self._numbers.get(body)
        if number is None:
            self._new -= 1
            self._numbers[body] = self._new
            return Raw(body)
        return number


def _patch(before: Option, after: Option, is_same: Callable[[Any, Any], bool]) -> dict[str, Any]:
    """All but the parameters that is different; what is as it is by default is left out of what is told."""
    patch: dict[str, Any] = {}
    for field in compress(_DEFAULTS, map(is_not, _VALUES(before), _VALUES(after))):
        old, new = getattr(before, field), getattr(after, field)
        if is_same(old, new):
            continue
        if new == _DEFAULTS[field]:
            patch[field] = None
        else:
            patch[field] = diff(msgspec.to_builtins(old), msgspec.to_builtins(new), is_same)
    return patch
