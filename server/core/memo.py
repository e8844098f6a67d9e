"""Remembering what pure functions made of frozen things. What they were made of is told by identity, and kept with the
result, so that no other object can come to have the same `id()`: a kept result is never wrong. It may be forgotten at
any time.

Each table has a shelf of its own for this, which goes with it. Core and the server take it up around what they do for
the table (`with shelf`); rule systems only declare what is worth keeping, once for all tables:

    MENUS = Memo(256)

Where no shelf is taken up nothing is kept, and everything is made anew.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Hashable, Mapping
from contextvars import ContextVar, Token
from itertools import compress
from operator import is_, is_not
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

KEPT_BYTES = 700
"""About what one result takes, with what it was made of; measured over long fights."""


class _Kept(msgspec.Struct, gc=False):
    """What was made, and of what."""

    parts: tuple[object, ...]
    made: Any
    source: Any = None
    weight: int = 1


class _Store:
    """The results of one memo that were last used, the latest last."""

    __slots__ = ("kept", "weight")

    def __init__(self) -> None:
        self.kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self.weight = 0

    def keep(self, key: Hashable, kept: _Kept, most: int) -> None:
        """One of those that weigh `most`, in the place of the one that was used longest ago."""
        while self.kept and self.weight + kept.weight > most:
            self.weight -= self.kept.popitem(last=False)[1].weight
        self.kept[key] = kept
        self.weight += kept.weight


class Shelf:
    """What all memos keep for one table, or for one piece of work. While it is taken up they use it, and no other:

        with shelf:
            ...

    In there nobody else has a turn: nothing may be awaited. One shelf may be taken up within another."""

    __slots__ = ("_before", "newest", "stores")

    def __init__(self) -> None:
        self.stores: defaultdict[Memo | Derived, _Store] = defaultdict(_Store)
        self.newest: dict[Newest, tuple[object, Any]] = {}
        """The thing that was asked about last, and what was made of it."""
        self._before: list[Token[Shelf | None]] = []

    def __enter__(self) -> None:
        self._before.append(_TAKEN_UP.set(self))

    def __exit__(self, *_: object) -> None:
        _TAKEN_UP.reset(self._before.pop())

    @property
    def weight_bytes(self) -> int:
        """About what lies on it."""
        return sum(store.weight for store in self.stores.values()) * KEPT_BYTES

    def clear(self) -> None:
        """Forget all of it."""
        self.stores.clear()
        self.newest.clear()


_TAKEN_UP: ContextVar[Shelf | None] = ContextVar("shelf", default=None)


class _Bounded:
    """Keeps for each table about the `size` results that were last used."""

    __slots__ = ("_size",)

    def __init__(self, size: int) -> None:
        self._size = size


class Memo(_Bounded):
    """Results one by one. `weigh`: how many of the `size` a result counts for, where some are large."""

    __slots__ = ("_weigh",)

    def __init__(self, size: int, weigh: Callable[[Any], int] | None = None) -> None:
        super().__init__(size)
        self._weigh = weigh

    def of(self, parts: tuple[object, ...], marks: Hashable, make: Callable[..., T], *arguments: Any) -> T:
        """`make(*arguments)`, made once for the same `parts` (the same objects) and equal `marks`: all that it
        depends on."""
        shelf = _TAKEN_UP.get()
        if shelf is None:
            return make(*arguments)
        store = shelf.stores[self]
        key = (marks, *map(id, parts))
        found = store.kept.get(key)
        if found is None:
            made = make(*arguments)
            weight = 1 if self._weigh is None else self._weigh(made)
            store.keep(key, _Kept(parts, made, weight=weight), self._size)
            return made
        store.kept.move_to_end(key)
        return found.made  # type: ignore[no-any-return]


class Newest:
    """What a function of one thing made of the thing that was asked about last."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    def of(self, part: object) -> Any:
        """`make(part)`."""
        shelf = _TAKEN_UP.get()
        if shelf is None:
            return self._make(part)
        newest = shelf.newest.get(self)
        if newest is None or part is not newest[0]:
            newest = shelf.newest[self] = (part, self._make(part))
        return newest[1]


class Derived(_Bounded):
    """Maps made of maps, entry by entry: of an entry that is still the same object the same result is taken again, also
    where an equal one is made of another, and where all are the same the same map. Of each `mark` the last is kept."""

    __slots__ = ()

    def of(
        self, mark: Hashable, parts: tuple[object, ...], source: Mapping[str, T], make: Callable[[str, T], Any]
    ) -> dict[str, Any]:
        """`{key: make(key, value)}` of `source`; `parts` are what every entry depends on beside its value."""
        shelf = _TAKEN_UP.get()
        if shelf is None:
            return _all(source, make)
        store = shelf.stores[self]
        kept = store.kept.get(mark)
        if kept is None:
            made = _all(source, make)
            store.keep(mark, _Kept(parts, made, source=source), self._size)
            return made
        store.kept.move_to_end(mark)
        if not all(map(is_, kept.parts, parts)):
            kept.made = _all(source, make)
        elif kept.source is not source:
            kept.made = _again(source, make, kept.source, kept.made)
        kept.parts, kept.source = parts, source
        return kept.made  # type: ignore[no-any-return]


def _all(source: Mapping[str, T], make: Callable[[str, T], Any]) -> dict[str, Any]:
    return {key: make(key, value) for key, value in source.items()}


def _again(
    source: Mapping[str, T], make: Callable[[str, T], Any], last: Mapping[str, Any], made: dict[str, Any]
) -> dict[str, Any]:
    new = {}
    for key in compress(source, map(is_not, source.values(), map(last.get, source))):
        one, before = make(key, source[key]), made.get(key)
        new[key] = before if one == before else one
    if list(source) != list(made):
        return {key: new[key] if key in new else made[key] for key in source}
    return made if all(map(is_, new.values(), map(made.get, new))) else {**made, **new}
