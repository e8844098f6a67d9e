"""What occurs in an event or a game: the classes of its parts, and those of their fields that say more than nothing.
Where a leak's class or field does not occur, it need not be looked for.
"""

from __future__ import annotations

from typing import Any

import msgspec

from server.core.disclosure import Tells, fields_of
from server.core.state import State

Marks = frozenset[str]
NOTHING: Marks = frozenset()


class Occurring:
    """Remembered by identity: the values must be kept as long as this is. States share most of their parts."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Any, Marks]] = {}

    def of(self, value: Any) -> Marks:
        """`Deed` and `Deed.target` for each deed with a target in it, however deep."""
        if not isinstance(value, msgspec.Struct | dict | tuple | list):
            return NOTHING
        if id(value) not in self._found:
            self._found[id(value)] = (value, self._look(value))
        return self._found[id(value)][1]

    def holds(self, state: State, mark: str) -> bool:
        """Does it occur in the game, or in a question?"""
        play = state.play
        return any(mark in self.of(each) for each in (play.game, *play.decisions)) or any(
            mark == f"topic.{key}" for decision in play.decisions for key in decision.topic
        )

    def _look(self, value: Any) -> Marks:
        if isinstance(value, msgspec.Struct):
            parts: Any = [getattr(value, name) for name in value.__struct_fields__]
            own = {type(value).__name__, *_said(value)}
        else:
            parts, own = (value.values() if isinstance(value, dict) else value), set()
        return frozenset(own.union(*map(self.of, parts)))


def _said(value: msgspec.Struct) -> list[str]:
    kind = type(value)
    if getattr(kind, "tells", None) is Tells.GM:
        return []
    try:
        return [f"{kind.__name__}.{f.name}" for f in fields_of(kind) if getattr(value, f.name) != f.masked]
    except TypeError:  # a value that is told whole or not at all, and declares nothing
        return []
