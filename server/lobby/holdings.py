"""What a data folder knows of encounters whose logs lie in the store, and which of these logs were lost.

Links are given out once a log is there, and heads are signed of what is in it: what either knows has a log, unless that
was lost. An operator may accept the loss (`fray accept`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from server.archive.checkpoints import Checkpoint, Checkpoints, newest_of, rolled_back
from server.keys.links import Links
from server.store.log import Log

log_ = logging.getLogger(__name__)

AT_ONCE = 500
"""So many logs are looked at in one round trip."""

EMPTY_BYTES = 512
"""The append-only file of a Redis that holds nothing; the first commit of an encounter alone is longer."""


Signed = Mapping[str, Sequence[Checkpoint]]
"""By encounter: the checkpoints that count."""


class Loss(NamedTuple):
    """A log that ends at commit `last`, before what is known of it; `why`: the sentence for its operator."""

    last: int
    why: str


class Holdings:
    """Compares the logs with what one data folder knows of them. `checkpoints` None: nothing is signed here."""

    def __init__(self, links: Links, checkpoints: Checkpoints | None = None) -> None:
        self._links = links
        self._checkpoints = checkpoints

    async def loss_of(self, encounter: str, last: int) -> Loss | None:
        """What a log that ends at `last` has lost; None: nothing."""
        await self._links.refresh()
        return self._loss(encounter, last, self._signed())

    async def encounters(self) -> list[str]:
        """The encounters that should have a log."""
        return self._should_be(await self._known())

    async def losses(self, log: Log) -> dict[str, Loss]:
        """By encounter, in one round trip for many. Raises Unavailable."""
        signed = await self._known()
        known = self._should_be(signed)
        found: dict[str, Loss | None] = {}
        for start in range(0, len(known), AT_ONCE):
            some = known[start : start + AT_ONCE]
            tops = zip(some, await log.tops(some), strict=True)
            found |= {encounter: self._loss(encounter, last, signed) for encounter, (last, _) in tops}
        return {encounter: loss for encounter, loss in found.items() if loss is not None}

    async def are_all(self, losses: Mapping[str, Loss]) -> bool:
        """Is nothing left of any log?"""
        is_gone = bool(losses) and not any(loss.last for loss in losses.values())
        return is_gone and losses.keys() == {*await self.encounters()}

    async def check_kept(self, data: Path) -> None:
        """Before the private Redis starts: it would say in words of its own, if at all, that nothing is left. Raises
        RuntimeError."""
        known, is_empty = await self.encounters(), await asyncio.to_thread(is_emptied, data)
        if known and is_empty:
            raise RuntimeError(all_lost(len(known), str(data)))

    async def check_not_lost(self, log: Log, where: str) -> None:
        """Say what was lost; `where` the log is. Raises RuntimeError where it is all, and Unavailable."""
        losses = await self.losses(log)
        if await self.are_all(losses):
            raise RuntimeError(all_lost(len(losses), where))
        for encounter, loss in losses.items():
            fields = {"event": "lost", "encounter": encounter, "version": loss.last}
            log_.error("encounter %s: %s", encounter, loss.why, extra={"fields": fields})

    def _signed(self) -> Signed:
        """All that was signed; it opens a file, and so is read once for however many logs."""
        return self._checkpoints.all() if self._checkpoints is not None else {}

    async def _known(self) -> Signed:
        """All that was signed, with the links read anew: in a thread, so that nobody waits for the disk."""
        await self._links.refresh()
        return await asyncio.to_thread(self._signed)

    def _should_be(self, signed: Signed) -> list[str]:
        known = {**dict.fromkeys(self._links), **signed}
        return [encounter for encounter in known if self._loss(encounter, 0, signed)]

    def _loss(self, encounter: str, last: int, all_signed: Signed) -> Loss | None:
        signed = all_signed.get(encounter, [])
        newest = newest_of(signed)
        if newest is not None and last < newest.n:
            return Loss(last, rolled_back(encounter, last, newest.n))
        is_given_out = bool(self._links.of(encounter)) and not signed
        return Loss(0, gone(encounter)) if is_given_out and not last else None


def is_emptied(data: Path) -> bool:
    """Can what the private Redis has left in this folder hold no log?"""
    return sum(file.stat().st_size for file in data.glob("appendonlydir/*")) < EMPTY_BYTES


def gone(encounter: str) -> str:
    """What to say of a log of which nothing is left but its links."""
    return (
        "its log is gone, but links to it were given out (the data folder's file links.json): bring back a log that "
        f"has it or, if it was deleted on purpose, run `fray accept {encounter}`"
    )


def all_lost(known: int, where: str) -> str:
    """What to say where no log is left."""
    return (
        f"logs_lost: {known} encounters were laid here (links.json, checkpoints), and no log of theirs is in {where}; "
        "bring back its append-only file (appendonlydir) from a backup, name the Redis that holds them (--redis) or, "
        "to begin without them, move links.json and checkpoints out of the data folder"
    )
