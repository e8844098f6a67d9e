"""What other modules have worked out about a timeline and will need again, so that they need not do it twice.

Whoever works something out declares a note for it, once for all tables; what is noted lies with each timeline:

    PREVIEWED: Note[Preview] = Note()
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Note(Generic[T]):
    """One kind of answer, of which each timeline keeps the newest.

    `outlives_head`: the answer stays true when the next commit comes; others are forgotten then."""

    def __init__(self, *, outlives_head: bool = False) -> None:
        self.outlives_head = outlives_head


class _Noted(NamedTuple):
    asked: object
    answer: Any
    weight_bytes: int


class Notes:
    """The newest answer of each kind."""

    def __init__(self) -> None:
        self._noted: dict[Note[Any], _Noted] = {}

    def find(self, note: Note[T], asked: object) -> T | None:
        """The answer, if what is asked equals what was asked last."""
        noted = self._noted.get(note)
        return noted.answer if noted is not None and noted.asked == asked else None

    def keep(self, note: Note[T], asked: object, answer: T, weight_bytes: int = 0) -> None:
        """Keep it in the place of the last one. `weight_bytes`: about what it takes of the memory."""
        self._noted[note] = _Noted(asked, answer, weight_bytes)

    def has(self, note: Note[Any]) -> bool:
        """Is there an answer of this kind?"""
        return note in self._noted

    def forget(self) -> None:
        """All that holds only at this head."""
        self._noted = {note: noted for note, noted in self._noted.items() if note.outlives_head}

    @property
    def weight_bytes(self) -> int:
        """About what all of it takes."""
        return sum(noted.weight_bytes for noted in self._noted.values())
