"""Remembering what pure functions made of frozen things, known by their identity. What is kept is never wrong: the
things it was made of are kept with it, and nothing changes them. It may be forgotten at any time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping
from operator import is_
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class _Kept(msgspec.Struct, gc=False):
    """What was made, of what, and whether it was used since it was last spared."""

    parts: tuple[object, ...]
    made: Any
    is_used: bool = False
    source: Any = None


class _Bounded:
    """About the `size` results that were last used."""

    __slots__ = ("_kept", "_order", "_size")

    def __init__(self, size: int) -> None:
        self._kept: dict[Hashable, _Kept] = {}
        self._order: deque[Hashable] = deque()
        """The oldest first. The map is in order too, but finds its first entry the slower the more have gone."""
        self._size = size

    def _keep(self, key: Hashable, kept: _Kept) -> None:
        """In the place of the oldest; one that was used meanwhile is spared once."""
        while len(self._kept) >= self._size:
            oldest = self._order.popleft()
            old = self._kept[oldest]
            if old.is_used:
                old.is_used = False
                self._order.append(oldest)
            else:
                del self._kept[oldest]
        self._kept[key] = kept
        self._order.append(key)

    def forget(self) -> None:
        """All of it."""
        self._kept.clear()
        self._order.clear()


class Memo(_Bounded):
    """Results one by one."""

    __slots__ = ()

    def of(self, parts: tuple[object, ...], marks: Hashable, make: Callable[..., T], *arguments: Any) -> T:
        """`make(*arguments)`, made once for the same `parts` (the same objects) and equal `marks`: all that it
        depends on."""
        key = (marks, *map(id, parts))
        found = self._kept.get(key)
        if found is None:
            made = make(*arguments)
            self._keep(key, _Kept(parts, made))
            return made
        found.is_used = True
        return found.made  # type: ignore[no-any-return]


class Newest:
    """What a function of one thing made of the thing that was asked about last."""

    __slots__ = ("_make", "_newest")

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make
        self._newest: tuple[object, Any] = (None, None)
        """The thing, and what was made of it: one value, so that threads never see half of it."""

    def of(self, part: object) -> Any:
        """`make(part)`."""
        newest = self._newest
        if part is not newest[0]:
            newest = self._newest = (part, self._make(part))
        return newest[1]


class Derived(_Bounded):
    """Maps made of maps, entry by entry: of an entry that is still the same object the same result is taken again, and
    where all are the same the same map. Of each `mark` the last is kept."""

    __slots__ = ()

    def of(
        self, mark: Hashable, parts: tuple[object, ...], source: Mapping[str, T], make: Callable[[str, T], Any]
    ) -> dict[str, Any]:
        """`{key: make(key, value)}` of `source`; `parts` are what every entry depends on beside its value."""
        kept = self._kept.get(mark)
        if kept is None:
            made = {key: make(key, value) for key, value in source.items()}
            self._keep(mark, _Kept(parts, made, source=source))
            return made
        kept.is_used = True
        if not all(map(is_, kept.parts, parts)):
            kept.made = {key: make(key, value) for key, value in source.items()}
        elif kept.source is not source:
            kept.made = _again(source, make, kept.source, kept.made)
        kept.parts, kept.source = parts, source
        return kept.made  # type: ignore[no-any-return]


def _again(
    source: Mapping[str, T], make: Callable[[str, T], Any], last: Mapping[str, Any], made: dict[str, Any]
) -> dict[str, Any]:
    new = {key: make(key, value) for key, value in source.items() if last.get(key) is not value}
    if list(source) != list(made):
        return {key: new[key] if key in new else made[key] for key in source}
    return made if all(made[key] is value for key, value in new.items()) else {**made, **new}
