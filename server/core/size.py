"""How much an intent or a question may hold, whatever its type says, and how much a commit: asked where it is taken or
made, not where it is read, for logs of older releases hold more.

A type that wants less says so itself (`Meta`). Free maps, such as the intent inside an amendment, are walked like all
else.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from server.core import events as e
from server.core.commit import Commit
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

MOST_EVENTS = 512
"""Of one act. The most that rules have been seen to make is 190, at the start of a fight of 60; so many are told and
folded in some milliseconds."""
MOST_VARIANTS = 4_096
"""Of one act, for all audiences together."""
MOST_REDECIDED = 8_192
"""Acts of one amendment and all events that come of them: those of about 2,400 acts."""
MOST_COMMIT_BYTES = 4 * 1024 * 1024
"""Of one commit as it is stored: no file with a larger one can be imported."""


def check_events(count: int) -> None:
    """Raises Rejected (too_many_events) where one act has more."""
    if count > MOST_EVENTS:
        raise Rejected("too_many_events", count=count, most=MOST_EVENTS)


def check_redecided(events: Iterable[Sequence[Any]]) -> None:
    """`events` of each act. Raises Rejected (amends_too_much) where an amendment decides more again."""
    count = sum(1 + len(of_act) for of_act in events)
    if count > MOST_REDECIDED:
        raise Rejected("amends_too_much", count=count, most=MOST_REDECIDED)


def check_body(body: bytes) -> None:
    """Raises Rejected (oversized) where a commit takes more bytes."""
    check_count("commit", "bytes", len(body), MOST_COMMIT_BYTES)


def weight_of(event: e.Event) -> int:
    """How many events have to be folded for one: itself, and those of the acts in it."""
    return 1 + sum(len(step.events) for step in steps_of(event))


def check_commit(commit: Commit) -> None:
    """Nothing interrupts the work on one commit, so it may have only so many events, as may each act that it copies or
    decides again, and only so much that is told of them. Only one event may lead to another line or contain acts, and
    none in these acts may. Raises Rejected."""
    check_events(len(commit.events))
    if len(commit.variants) > MOST_VARIANTS:
        raise Rejected("too_many_events", count=len(commit.variants), most=MOST_VARIANTS)
    steps = [step for event in commit.events for step in steps_of(event)]
    for step in steps:
        check_events(len(step.events))
    check_redecided(step.events for step in steps)
    moves = [event for event in commit.events if isinstance(event, _MOVES)]
    inner = [event for step in steps for event in step.events if isinstance(event, _MOVES)]
    if len(moves) > 1 or inner:
        raise Rejected("too_many_events", count=len(moves) + len(inner), most=1)


_MOVES = (e.Rewound, e.Amended, e.Copied)
"""What leads to another line, or contains whole acts."""


def steps_of(event: e.Event) -> Sequence[e.Step]:
    """The acts that an event contains."""
    if isinstance(event, e.Amended):
        return event.steps
    return (event.step,) if isinstance(event, e.Copied) else ()


def check_size(asked: msgspec.Struct, most_bytes: int = MOST_BYTES) -> None:
    """`most_bytes`: of one binary value. Raises Rejected (oversized), which names the field, the number and what is
    taken."""
    if not _is_plain(asked):
        _Size(most_bytes).look(asked, "", 1)


def _is_plain(asked: msgspec.Struct) -> bool:
    """Does it hold nothing but names and switches, all of them in the bounds of one text? Most intents do; the closer
    look at each value would take longer than the rules take to allow it."""
    chars = 0
    for name in asked.__struct_fields__:
        value = getattr(asked, name)
        if type(value) is str:
            chars += len(value)
        elif value and value is not True:
            return False
    return chars <= MOST_CHARS


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
        if self._chars <= MOST_CHARS:  # the usual case: all together is no longer than one may be
            return
        check_count(path, "characters", len(text), MOST_CHARS)
        check_count(path, "characters in all", self._chars, MOST_CHARS_IN_ALL)

    def _entries(self, entries: Iterable[tuple[str | int, Any]], count: int, path: str, depth: int) -> None:
        self._values += count
        if self._values > MOST_ENTRIES or depth > MOST_DEPTH:
            check_count(path, "entries", count, MOST_ENTRIES)
            check_count(path, "values in all", self._values, MOST_VALUES)
            check_count(path, "levels", depth, MOST_DEPTH)
        for name, value in entries:
            if value or depth >= MOST_DEPTH:  # what is empty holds nothing, but may lie too deep
                self.look(value, f"{path}.{name}" if path else str(name), depth + 1)
