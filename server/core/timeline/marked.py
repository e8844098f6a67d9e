"""What a replay's bar marks, noted as it happens: of each audience twelve bytes for each mark.

Which events are a hit, a fall or a ruling is declared by the rule system (`System.marks`); nothing in here knows one.
An amendment is not noted: its marks lie on its steps, which are found when somebody asks.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from server.core import events as e
from server.core.system import System


class Noted(NamedTuple):
    """At an audience's number: what kind of mark, and the combatant that it is about ("" for none)."""

    n: int
    kind: str
    who: str


class Marked:
    """The marks of all audiences, in their order."""

    def __init__(self, words: Iterable[str] = (), packed: Mapping[str, bytes] | None = None) -> None:
        self._words = {word: place for place, word in enumerate(words)}
        """Kinds and combatants by their places, in the order of these."""
        self._spelled = list(self._words)
        self._rows = {audience: array("I", rows) for audience, rows in (packed or {}).items()}
        """By audience: number, kind and combatant of each mark, one behind another."""

    @property
    def words(self) -> list[str]:
        """What `packed` refers to."""
        return list(self._spelled)

    def packed(self) -> dict[str, bytes]:
        """All of it in bytes."""
        return {audience: rows.tobytes() for audience, rows in self._rows.items()}

    def note(self, audience: str, n: int, marks: Iterable[tuple[str, str]]) -> None:
        """Kind and combatant of what the audience was told as its newest number."""
        rows = self._rows.get(audience)
        for kind, who in marks:
            if rows is None:
                rows = self._rows[audience] = array("I")
            rows.extend((n, self._place(kind), self._place(who)))

    def after(self, audience: str, n: int, most: int) -> Iterator[Noted]:
        """The first marks behind a number: so many, and what else is marked at the last of their numbers. What is noted
        while they are gone through is not among them."""
        rows = self._rows.get(audience, array("I"))
        start = bisect_right(range(len(rows) // 3), n, key=lambda row: rows[3 * row])
        end = min(start + most, len(rows) // 3)
        while start < end < len(rows) // 3 and rows[3 * end] == rows[3 * (end - 1)]:
            end += 1
        return (self._noted(rows, row) for row in range(start, end))

    def _noted(self, rows: array[int], row: int) -> Noted:
        n, kind, who = rows[3 * row : 3 * row + 3]
        return Noted(n, self._spelled[kind], self._spelled[who])

    def _place(self, word: str) -> int:
        place = self._words.get(word)
        if place is None:
            place = self._words[word] = len(self._spelled)
            self._spelled.append(word)
        return place


def marks_of(system: System, events: Iterable[e.Event]) -> Iterator[tuple[str, str]]:
    """Kind and combatant of what was told at once: each kind once for each combatant."""
    seen = set()
    for event in chain.from_iterable(_inner(event) for event in events):
        kind = _kind(system, event)
        if not kind:
            continue
        who = getattr(event, "target", "") or getattr(event, "who", "") or ""
        mark = kind, who if isinstance(who, str) else ""
        if mark not in seen:
            seen.add(mark)
            yield mark


def _inner(event: e.Event) -> tuple[e.Event, ...]:
    return event.step.events if isinstance(event, e.Copied) else (event,)


def may_mark(system: System, events: Iterable[e.Event]) -> bool:
    """Can any of these be marked? Most commits have nothing of the kind."""
    return not _marked(system).isdisjoint(map(type, events))


@lru_cache(maxsize=64)
def _marked(system: System) -> frozenset[type[e.Event]]:
    """Copies, for what they hold, and all that has a name."""
    kinds = (*e.CORE_EVENTS, *system.events)
    return frozenset(kind for kind in kinds if kind is e.Copied or _named(system, kind))


def _kind(system: System, event: e.Event) -> str:
    named = _named(system, type(event))
    return named if isinstance(named, str) else named(event)


@lru_cache(maxsize=4096)
def _named(system: System, kind: type[e.Event]) -> str | Callable[[Any], str]:
    """What events of this class are marked as; "" for no mark."""
    named = system.marks.get(kind)
    if named is not None:
        return named
    if issubclass(kind, e.Rewound):
        return _rewound
    return next((name for base, name in _CORE if issubclass(kind, base)), "")


def _rewound(event: e.Rewound) -> str:
    return "redo" if event.redo else "rewind"


_CORE: tuple[tuple[type[e.Event], str], ...] = (
    (e.Amended, "amendment"),
    (e.Began, "begin"),
    (e.RoundOver, "round"),
    (e.TurnOver, "turn"),
    (e.Finished, "end"),
    (e.Closed, "close"),
)
