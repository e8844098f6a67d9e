"""What is looked at before anything is served or written: a server that starts on a damaged folder or a weak Redis
could lose what people played without anybody noticing. What an operator has to mend first is a RuntimeError; what can
wait is a warning."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from server.app.data_folder import private_folder
from server.app.store_format import raise_format
from server.archive import signers
from server.archive.checkpoints import Checkpoints
from server.gateway.metrics_port import told_to_others
from server.keys import bad_links
from server.keys.links import FILE as LINKS
from server.keys.links import Links
from server.keys.master_key import ensure_master_key
from server.lobby.holdings import Holdings
from server.process.settings import METRICS_INSIDE, NAMED_PROXY, UNNAMED_PROXY, Settings, without_password
from server.store.redis.connect import unguarded
from server.store.redis.durability import is_refused
from server.store.redis.log import RedisLog

log_ = logging.getLogger(__name__)


async def check_folder(settings: Settings) -> None:
    """Make the folder private, say what of it is lost, and keep aside what can't be read. Raises RuntimeError where a
    private Redis has lost all that it had."""
    data = private_folder(Path(settings.data))  # also beside a Redis elsewhere: links and keys lie here
    if settings.is_worker:
        return  # its parent has done the rest, and one warning is enough
    await asyncio.to_thread(signers.warn_of_lost, data)
    await asyncio.to_thread(bad_links.warn_of_bad, data)
    if not settings.redis:
        await _holdings(data).check_kept(data)


async def check_log(log: RedisLog, settings: Settings) -> None:
    """Does the log keep what it acknowledges, can this version read it, and does it fit the data folder? Raises
    RuntimeError where not."""
    data, where = Path(settings.data), without_password(settings.redis) or settings.data
    await _check_durability(log, settings)
    await raise_format(log)
    await _holdings(data).check_not_lost(log, where)
    await ensure_master_key(data, log, settings.new_key)


def warn_of_exposure(settings: Settings) -> None:
    """Say where players' addresses can't be told apart, or strangers can read the metrics."""
    if settings.is_worker:
        return  # its parent has said so
    if settings.lacks_proxy:
        log_.warning("proxy: %s; right: %s", UNNAMED_PROXY, NAMED_PROXY, extra={"fields": {"event": "proxy"}})
    if settings.metrics and (found := told_to_others(settings.metrics)):
        log_.warning("metrics: %s; right: %s", found, METRICS_INSIDE, extra={"fields": {"event": "metrics"}})


def _holdings(data: Path) -> Holdings:
    return Holdings(Links(data / LINKS), Checkpoints(data))


async def _check_durability(log: RedisLog, settings: Settings) -> None:
    """Say what is weak. Raises RuntimeError where acknowledged commits may be lost and nobody has agreed to that."""
    found = await log.check_durability()
    for weakness in [*found, *unguarded(settings.redis)]:
        fields = {"event": "durability", "weakness": weakness}
        log_.warning("durability: %s", weakness, extra={"fields": fields})
    refused = [weakness for weakness in found if is_refused(weakness)]
    if refused and not settings.reduced_durability:
        raise RuntimeError(f"{'; '.join(refused)}. To go on all the same: --reduced-durability")
