"""What this server knows of one encounter's log: what has happened, when it was seen, what of it memory has let go, and
where the log ends. Reads and appends; decides and tells nothing.
"""

from __future__ import annotations

from server.core.system import System
from server.core.timeline.timeline import Timeline
from server.table.log_end import LogEnd
from server.table.memory import PastMemory
from server.table.moments import Moments
from server.table.recall import Recall
from server.table.services import Services


class Chronicle:
    """Made with a table, and handed to its parts whole."""

    def __init__(self, encounter: str, system: System, services: Services) -> None:
        log, clock, meter = services.log, services.clock, services.meter
        self.timeline = Timeline(system, encounter)
        self.moments = Moments(clock, self.timeline)
        self.recall = Recall(self.timeline, log, services.keeper.snapshot_key(encounter), meter.failed)
        self.past = PastMemory(self.timeline, self.recall, services.budget)
        self.log_end = LogEnd(self.timeline, log, self.recall, meter, clock)
