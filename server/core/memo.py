"""Remembering what pure functions made of frozen things, known by their identity. What is kept is never wrong: the
things it was made of are kept with it, and nothing changes them. It may be forgotten at any time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class _Kept(msgspec.Struct, gc=False):
    """What was made, of what, and whether it was used since it was last spared."""

    parts: tuple[object, ...]
    made: Any
    is_used: bool = False


class Memo:
    """About the `size` results that were last used."""

    __slots__ = ("_kept", "_order", "_size")

    def __init__(self, size: int) -> None:
        self._kept: dict[Hashable, _Kept] = {}
        self._order: deque[Hashable] = deque()
        """The oldest first. The map is in order too, but finds its first entry the slower the more have gone."""
        self._size = size

    def of(self, parts: tuple[object, ...], marks: Hashable, make: Callable[..., T], *arguments: Any) -> T:
        """`make(*arguments)`, made once for the same `parts` (the same objects) and equal `marks`: all that it
        depends on."""
        key = (marks, *map(id, parts))
        found = self._kept.get(key)
        if found is None:
            made = make(*arguments)
            self._make_room()
            self._kept[key] = _Kept(parts, made)
            self._order.append(key)
            return made
        found.is_used = True
        return found.made  # type: ignore[no-any-return]

    def _make_room(self) -> None:
        """The oldest goes; one that was used meanwhile is spared once."""
        while len(self._kept) >= self._size:
            oldest = self._order.popleft()
            kept = self._kept[oldest]
            if kept.is_used:
                kept.is_used = False
                self._order.append(oldest)
            else:
                del self._kept[oldest]

    def forget(self) -> None:
        """All of it."""
        self._kept.clear()
        self._order.clear()


class Newest:
    """What a function of one thing made of the thing that was asked about last."""

    __slots__ = ("_made", "_make", "_part")

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make
        self._part: object = None
        self._made: Any = None

    def of(self, part: object) -> Any:
        """`make(part)`."""
        if part is not self._part:
            self._part, self._made = part, self._make(part)
        return self._made


class Derived:
    """Maps made of maps, entry by entry: of an entry that is still the same object the same result is taken again, and
    where all are the same the same map. Of each `mark` the last is kept, of the `size` marks last used."""

    __slots__ = ("_kept", "_size")

    def __init__(self, size: int) -> None:
        self._kept: dict[Hashable, tuple[tuple[object, ...], Mapping[str, Any], dict[str, Any]]] = {}
        self._size = size

    def of(
        self, mark: Hashable, parts: tuple[object, ...], source: Mapping[str, T], make: Callable[[str, T], Any]
    ) -> dict[str, Any]:
        """`{key: make(key, value)}` of `source`; `parts` are what every entry depends on beside its value."""
        kept = self._kept.pop(mark, None)
        if kept is None or any(a is not b for a, b in zip(kept[0], parts, strict=True)):
            made = {key: make(key, value) for key, value in source.items()}
        elif kept[1] is source:
            made = kept[2]
        else:
            made = _again(source, make, kept[1], kept[2])
        if len(self._kept) >= self._size:
            del self._kept[next(iter(self._kept))]
        self._kept[mark] = (parts, source, made)
        return made


def _again(
    source: Mapping[str, T], make: Callable[[str, T], Any], last: Mapping[str, Any], made: dict[str, Any]
) -> dict[str, Any]:
    new = {key: make(key, value) for key, value in source.items() if last.get(key) is not value}
    if list(source) != list(made):
        return {key: new[key] if key in new else made[key] for key in source}
    return made if all(made[key] is value for key, value in new.items()) else {**made, **new}
