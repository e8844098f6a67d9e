"""What is wrong with a file: in English, and as a kind with its details, by which clients say it in other languages.

Kinds (their sentences stand in the browser client as `wrong.<kind>`), and those of the systems' own `Unfit`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import chain, islice

import msgspec

from protocol.errors import Detail
from server.core.errors import Unfit

MOST_PATH, MOST_PROBLEM = 200, 1000
"""Characters of a message that repeats what a file holds."""

MOST_FOUND = 8
"""So much that is wrong with a file is said at once."""

KINDS = (
    "missing", "unknown_field", "wrong_type", "too_small", "too_big", "too_short", "too_long", "wrong_length",
    "not_allowed", "no_seat", "no_id", "no_key", "no_place", "too_many", "too_deep", "not_exact", "no_value",
    "character", "not_nfc", "look_alike", "other_system",
)  # fmt: skip


class BadFile(Exception):
    """A file that can't be used: which, where in it, and what would be right."""

    def __init__(self, file: str, path: str, problem: str, kind: str = "", **detail: Detail) -> None:
        path, problem = path[:MOST_PATH], problem[:MOST_PROBLEM]
        super().__init__(f"{file}: {path}: {problem}" if path else f"{file}: {problem}")
        self.file, self.path, self.problem, self.kind = file, path, problem, kind
        self.detail = {key: each[:MOST_PROBLEM] if isinstance(each, str) else each for key, each in detail.items()}
        self.also: tuple[BadFile, ...] = ()
        """What else is wrong with it."""

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *map(str, self.also)])


def all_of(*checks: Callable[[], object]) -> None:
    """Make all of these checks. Raises BadFile: the first that was raised, with what else was."""
    found = (bad for check in checks for bad in _raised(check))
    if first := next(found, None):
        raise together(chain([first], found))


def _raised(check: Callable[[], object]) -> list[BadFile]:
    try:
        check()
    except BadFile as bad:
        others, bad.also = bad.also, ()
        return [bad, *others]
    return []


def together(found: Iterable[BadFile]) -> BadFile:
    """The first of them, with the others beside it: as many as anybody mends at once."""
    first, *others = islice(found, MOST_FOUND)
    first.also = tuple(others)
    return first


class BadText(BadFile):
    """A text in it that nobody may write: empty, too long, or of characters that are refused."""


_MESSAGES = [
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("missing", r"Object missing required field `(?P<field>.+)`"),
        ("unknown_field", r"Object contains unknown field `(?P<field>.+)`"),
        ("wrong_type", r"Expected `(?P<wanted>[^`]+)`, got `(?P<got>[^`]+)`"),
        ("too_small", r"Expected `\w+` >=? (?P<bound>\S+)"),
        ("too_big", r"Expected `\w+` <=? (?P<bound>\S+)"),
        ("too_short", r"Expected `\w+` of length >= (?P<bound>\d+)"),
        ("too_long", r"Expected `\w+` of length <= (?P<bound>\d+)"),
        ("wrong_length", r"Expected `array` of length (?P<bound>\d+), got (?P<count>\d+)"),
        ("not_allowed", r"Invalid enum value "),
    )
]


def kind_of(error: msgspec.ValidationError) -> tuple[str, dict[str, Detail]]:
    """The kind of a conversion's failure with its details; ("", {}) for one that no client can say otherwise."""
    if isinstance(error.__cause__, Unfit):
        return error.__cause__.code, dict(error.__cause__.detail)
    for kind, pattern in _MESSAGES:
        if found := pattern.match(str(error)):
            return kind, dict(found.groupdict())
    return "", {}
