"""How much an intent or a question may hold, whatever its type says: asked where it is taken, not where it is read, for
logs of older releases hold more.

A type that wants less says so itself (`Meta`). Free maps, such as the intent inside an amendment, are walked like all
else.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from server.core.errors import Rejected

MOST_CHARS = 4_096
"""Of one text: as in encounter files, which hold the longest. What people write at the table is shorter."""
MOST_ENTRIES = 512
"""Of one list or map."""
MOST_BYTES = 64
MOST_DEPTH = 12
MOST_WHOLE = 2**53 - 1
"""The largest whole number that JavaScript keeps exact; the smallest is its negative."""
MOST_VALUES, MOST_CHARS_IN_ALL = 4_096, 32_768
"""In one intent: what is logged, told to every audience and kept must be small."""


def check_size(asked: msgspec.Struct, most_bytes: int = MOST_BYTES) -> None:
    """`most_bytes`: of one binary value. Raises Rejected (oversized), which names the field, the number and what is
    taken."""
    _Size(most_bytes).look(asked, "", 1)


def check_count(path: str, what: str, count: float, most: int) -> None:
    """Raises Rejected (oversized) where there is more than that."""
    if not count <= most:  # nan is not <= either
        raise Rejected("oversized", path=path[:200], what=what, count=count, most=most)


class _Size:
    """What one intent has held so far."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._values = self._chars = 0

    def look(self, value: Any, path: str, depth: int) -> None:
        """Count a value and all that lies in it."""
        match value:
            case str():
                self._text(value, path)
            case bool() | None:
                pass
            case int() | float():
                check_count(path, "as a number", abs(value), MOST_WHOLE)
            case bytes():
                check_count(path, "bytes", len(value), self._most_bytes)
            case dict():
                for key in value:
                    self._text(str(key), path)
                self._entries(value.items(), len(value), path, depth)
            case list() | tuple():
                self._entries(enumerate(value), len(value), path, depth)
            case msgspec.Struct():
                names = value.__struct_fields__
                self._entries(((name, getattr(value, name)) for name in names), len(names), path, depth)
            case _:
                pass  # UNSET: nothing was said

    def _text(self, text: str, path: str) -> None:
        self._chars += len(text)
        check_count(path, "characters", len(text), MOST_CHARS)
        check_count(path, "characters in all", self._chars, MOST_CHARS_IN_ALL)

    def _entries(self, entries: Iterable[tuple[str | int, Any]], count: int, path: str, depth: int) -> None:
        self._values += count
        check_count(path, "entries", count, MOST_ENTRIES)
        check_count(path, "values in all", self._values, MOST_VALUES)
        check_count(path, "levels", depth, MOST_DEPTH)
        for name, value in entries:
            self.look(value, f"{path}.{name}" if path else str(name), depth + 1)
