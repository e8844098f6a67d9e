"""How much of the public feed is released to spectators: a delay in seconds or in turns, enforced here for everything
that they can ask for. Pure reckoning over the timeline; sends nothing.
"""

from bisect import bisect_right

from server.core.ids import PUBLIC
from server.core.timeline import Timeline

DAY_MS = 24 * 3600 * 1000
"""Whatever the delay, this old is old enough."""


def is_delayed(timeline: Timeline) -> bool:
    """Do spectators of this table see it later than the seats?"""
    table = timeline.ledger.table
    delayed = table is not None and (table.delay_s > 0 or table.delay_turns > 0)
    return delayed and not timeline.ledger.closed


def released(timeline: Timeline, now: int) -> int:
    """The public's newest number that spectators may know at `now` (ms)."""
    count = len(timeline.numbers.get(PUBLIC, ()))
    if not is_delayed(timeline):
        return count
    table = timeline.ledger.table
    by_age = _older_than(timeline, now - int(table.delay_s * 1000))
    by_turns = timeline.told_until(_turn_limit(timeline, table.delay_turns), PUBLIC) if table.delay_turns else count
    return max(min(by_age, by_turns), _older_than(timeline, now - DAY_MS))


def next_release_ms(timeline: Timeline, n: int) -> int | None:
    """When number n+1 is old enough; None where no time will tell."""
    if n >= len(timeline.numbers.get(PUBLIC, ())):
        return None
    table = timeline.ledger.table
    wait = DAY_MS if table.delay_turns else int(table.delay_s * 1000)
    return timeline.times[timeline.version_of(PUBLIC, n + 1) - 1] + wait


def _older_than(timeline: Timeline, at: int) -> int:
    """How many of the public's were appended at `at` or before; times never fall."""
    return timeline.told_until(bisect_right(timeline.times, at), PUBLIC)


def _turn_limit(timeline: Timeline, turns: int) -> int:
    """The newest version after which so many turns have ended, undone ones counted."""
    return timeline.turns[-turns] - 1 if len(timeline.turns) >= turns else 0
