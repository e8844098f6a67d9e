"""When this server saw the commits of one table: a wall clock that is set, here or elsewhere, moves no deadline.

What is recorded is the wall clock's time; what becomes of it is measured by the loop's, from when a commit was seen.
Only of commits that were there when the log was opened the wall clock has to tell how long ago they were.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right

from server.core.timeline.timeline import Timeline
from server.process.clock import Clock


class Moments:
    """Recorded times and the loop's, both in ms. A commit is seen when first something is asked here after its fold."""

    def __init__(self, clock: Clock, timeline: Timeline) -> None:
        self._clock = clock
        self._timeline = timeline
        self._seen = array("q")
        """The loop's time at each commit since the log was opened."""
        self.find()

    def find(self) -> None:
        """The log was opened, up to what is folded now."""
        self._found = self._timeline.version
        self._wall_ms, self._loop_ms = self._clock.wall_ms(), self._clock.loop_ms()
        del self._seen[:]

    def see(self) -> int:
        """What was folded since is seen now; returns the loop's time."""
        now = self._clock.loop_ms()
        more = self._timeline.version - self._found - len(self._seen)
        if more > 0:
            self._seen.extend([now] * more)
        return now

    def of(self, at: int) -> int:
        """The loop's time of what was recorded at `at`."""
        self.see()
        version = bisect_right(self._timeline.times, at)
        return self._trusted(at) if version <= self._found else self.of_version(version)

    def of_version(self, version: int) -> int:
        """The loop's time at which a commit was seen."""
        self.see()
        return self._of_seen(version)

    def aged(self, age_ms: int) -> int:
        """The newest version that was seen so long ago, or longer."""
        until = self.see() - age_ms
        if until < self._loop_ms:
            return bisect_right(self._timeline.times, self._wall_ms - self._loop_ms + until, hi=self._found)
        return self._found + bisect_right(self._seen, until)

    def stamp(self) -> int:
        """What to record as the time of the next commit: the wall clock's, but no later than the loop has gone on since
        the newest one, and, where the wall clock stands before that, just behind it."""
        wall, version = self._clock.wall_ms(), self._timeline.version
        if not version:
            return wall
        newest, passed = self._timeline.newest_at, self.see() - self._of_seen(version)
        return max(newest + min(1, passed), min(wall, newest + passed))

    def _of_seen(self, version: int) -> int:
        if version <= self._found:
            return self._trusted(self._timeline.times[version - 1])
        return self._seen[version - self._found - 1]

    def _trusted(self, at: int) -> int:
        """The loop's time of what was recorded before the log was opened; nothing counts as later than the opening."""
        return self._loop_ms - max(0, self._wall_ms - at)
