"""What an amendment reads of the record."""

from __future__ import annotations

from server.conformance.storms import acts, storm
from server.core.history.recorded_tail import RecordedTail


def test_what_is_looked_at_anew_where_it_was_broken_off_is_there_once() -> None:
    """Reading breaks off where something of the past was let go meanwhile."""
    timeline = (table := storm("skirmish", 3, 12)).timeline
    tail = RecordedTail.whole(timeline, acts(table)[-1])
    stops = list(tail.opened)
    before = [list(tail.told_behind(stop)) for stop in stops]
    assert any(before)
    for _ in tail.fill(timeline):
        pass
    assert [list(tail.told_behind(stop)) for stop in stops] == before
