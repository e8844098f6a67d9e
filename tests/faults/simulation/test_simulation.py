"""When a simulated run is over, and what is demanded of who still stands outside then."""

from __future__ import annotations

import asyncio
import gc
from itertools import count

import pytest

from tests.faults.simulation import checks, simulate
from tests.faults.simulation.guests import Guest
from tests.faults.simulation.players import PATIENCE_S
from tests.faults.simulation.world import World

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


def wrongs_when_ann_comes(late_s: float) -> list[str]:
    """What is wrong at the end of a run in good weather in which nothing happens but that somebody who has the link of
    Ann's seat comes by it, so long after all is quiet."""
    worlds = (World(seed) for seed in count())
    world = next(world for world in worlds if world.join == "code" and world.profile.durable)
    try:
        world.loop.run_until_complete(_play(world, late_s))
    finally:
        simulate._end(world)
    return world.wrongs


async def _play(world: World, late_s: float) -> None:
    await world.lay()
    ann = Guest(world, "ann1", "ann")
    ann.token = world.links["ann"]

    async def come() -> None:
        await asyncio.sleep(world.quiet_s + late_s)
        await ann._connect()

    coming = world.loop.create_task(come())
    await simulate._quiet(world, [ann])
    coming.cancel()
    checks.check(world, [ann])


@pytest.mark.parametrize(
    ("late_s", "said"),
    [(PATIENCE_S / 2, []), (PATIENCE_S + 2, ["ann1 has no connection"])],
    ids=["who has just taken up a link is waited for", "for no longer than a client waits"],
)
def test_who_comes_at_the_last_moment(late_s: float, said: list[str]) -> None:
    """The log is quiet, and there may be somebody who is only now on the way."""
    wrongs = wrongs_when_ann_comes(late_s)
    gc.collect()  # a deployment closes nothing, which Python complains of, here and not in another test
    assert [wrong.split(": ")[-1] for wrong in wrongs] == said
