"""How much of the public feed is released to spectators: a delay in seconds or in turns, enforced here for everything
that they can ask for. Pure reckoning over the timeline; sends nothing.
"""

from collections.abc import Callable

from server.core.ids import PUBLIC
from server.core.timeline.timeline import Timeline

DAY_MS = 24 * 3600 * 1000
"""Whatever the delay, this old is old enough."""

Aged = Callable[[int], int]
"""The newest version that is so old (ms), or older."""


def is_delayed(timeline: Timeline) -> bool:
    """Do spectators of this table see it later than the seats?"""
    table = timeline.ledger.table
    delayed = table is not None and (table.delay_s > 0 or table.delay_turns > 0)
    return delayed and not timeline.ledger.closed


def released(timeline: Timeline, aged: Aged) -> int:
    """The public's newest number that spectators may know."""
    count = len(timeline.numbers.get(PUBLIC, ()))
    if not is_delayed(timeline):
        return count
    table = timeline.ledger.table
    by_age = timeline.told_until(aged(int(table.delay_s * 1000)), PUBLIC)
    by_turns = timeline.told_until(_turn_limit(timeline, table.delay_turns), PUBLIC) if table.delay_turns else count
    return max(min(by_age, by_turns), timeline.told_until(aged(DAY_MS), PUBLIC))


def next_release(timeline: Timeline, n: int) -> tuple[int, int] | None:
    """The version of number n+1, and how old (ms) it must be; None where no time will tell."""
    if n >= len(timeline.numbers.get(PUBLIC, ())):
        return None
    table = timeline.ledger.table
    wait = DAY_MS if table.delay_turns else int(table.delay_s * 1000)
    return timeline.version_of(PUBLIC, n + 1), wait


def _turn_limit(timeline: Timeline, turns: int) -> int:
    """The newest version after which so many turns have ended, undone ones counted."""
    return timeline.turns[-turns] - 1 if len(timeline.turns) >= turns else 0
