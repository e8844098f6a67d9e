"""Remembering what pure functions made of frozen things, known by their identity. What is kept is never wrong: the
things it was made of are kept with it, and nothing changes them. It may be forgotten at any time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Memo:
    """The newest `size` results."""

    __slots__ = ("_kept", "_size")

    def __init__(self, size: int) -> None:
        self._kept: dict[Hashable, tuple[tuple[object, ...], Any]] = {}
        self._size = size

    def of(self, parts: tuple[object, ...], marks: Hashable, make: Callable[..., T], *arguments: Any) -> T:
        """`make(*arguments)`, made once for the same `parts` (the same objects) and equal `marks`: all that it
        depends on."""
        key = (marks, *map(id, parts))
        found = self._kept.get(key)
        if found is not None:
            return found[1]  # type: ignore[no-any-return]
        made = make(*arguments)
        if len(self._kept) >= self._size:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = (parts, made)
        return made
