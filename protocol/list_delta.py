"""A list told by what is new in it: a whole number stands for the entry at that place of the list before, counted
from 0. Entries that are not numbers themselves."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Raw

T = TypeVar("T")


def applied(before: Sequence[T], told: Sequence[int | T]) -> list[T]:
    """The list that was told. IndexError where `before` has no such place."""
    return [before[one] if isinstance(one, int) else one for one in told]


def delta(before: Sequence[bytes], after: Sequence[bytes]) -> list[int | Raw]:
    """What is told of `after` to one who has `before`; entries are encoded, and the same where their bytes are."""
    places = dict(zip(before, range(len(before)), strict=True))
    return [Raw(body) if place is None else place for body, place in zip(after, map(places.get, after), strict=True)]
