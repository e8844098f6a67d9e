"""What all tables of one server process share: made once where the server is put together, and handed down whole."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import msgspec

from server.archive.checkpoints import Checkpoints
from server.archive.making import Maker
from server.archive.provenance import Provenance
from server.keys.seeds import SeedKeeper
from server.past.files import Files
from server.process.budget import Budget
from server.process.clock import Clock
from server.process.meter import Meter, Silent
from server.process.shares import Shares
from server.store.log import Log
from server.table.audience import Viewer


class Services(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Without the optional ones a server counts nothing and signs nothing."""

    log: Log
    keeper: SeedKeeper
    clock: Clock
    fan_out: Callable[[list[Viewer], bytes], None] | None = None
    """Sends the same bytes to many at once; None: to one after another."""
    meter: Meter = msgspec.field(default_factory=Silent)
    checkpoints: Checkpoints | None = None
    """Signs heads, and knows which were signed."""
    budget: Budget = msgspec.field(default_factory=Budget)
    """Of the memory that pasts may take."""
    shares: Shares = msgspec.field(default_factory=Shares)
    """Of all questions that are asked of this process."""

    scribe: Maker | None = None
    """Writes the files of long logs in a process of its own; None: they are made here, too."""
    folder: Path | None = None
    """Where files lie that are being fetched; None: among this machine's temporary ones."""

    @cached_property
    def provenance(self) -> Provenance:
        """Which encounters began here, and which files bear this server's signature."""
        return Provenance(self.keeper, self.checkpoints)

    @cached_property
    def files(self) -> Files:
        """The files that are being fetched."""
        return Files(self.log, self.clock, self.provenance, self.scribe, self.folder)
