"""Runs of the simulation: one seed is one run, and the same seed is the same run, to the byte.

run(seed) -> Run        in this process
many(seeds, jobs)       over several processes
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import random
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple
from unittest import mock

import msgspec

from server.keys import seeds as seeds_
from server.store import snapshots
from server.store.codec import Codec
from server.table import duties, recall
from tests.faults import forks
from tests.faults.simulation import mutants, seating
from tests.faults.simulation.checks import Fold, check, counted
from tests.faults.simulation.guests import Guest, Host
from tests.faults.simulation.players import PATIENCE_S, Player
from tests.faults.simulation.world import CALM_S, GRACE_MS, Ears, World

SEATS = ("gm", "ann", "bob", "spectator", "ann")
"""Ann plays on two devices; where people sit down by a code, two want her seat."""

PAUSE_S = 0.5
"""So often it is looked whether all is quiet."""

CALM_ZEAL = 0.3
"""Once all goes well again players act less often: there is less to find out."""


class Run(msgspec.Struct):
    """How a run went. `wrongs` is empty when all is well."""

    seed: int
    profile: str
    trace: str
    wrongs: list[str]
    virtual_s: float
    commits: Counter[str]
    faults: Counter[str]
    acked: int
    refused: int
    seats: Counter[str]
    """What came of those who wanted a seat by a code."""


@contextlib.contextmanager
def _lucky(seed: int) -> Iterator[None]:
    """The server's own random bytes come from the seed."""
    luck = random.Random(f"server {seed}")
    real = secrets.token_bytes, secrets.token_hex
    secrets.token_bytes = lambda nbytes=None: luck.randbytes(nbytes or 32)
    # The chains of dice seeds belong to the encounter's id and are long: all runs share one.
    secrets.token_hex = lambda nbytes=None: "5e" * (nbytes or 16)
    try:
        with mock.patch.object(duties, "GRACE_MS", GRACE_MS):
            yield
    finally:
        secrets.token_bytes, secrets.token_hex = real


async def _play(world: World) -> tuple[list[Player], str, Fold | None]:
    await world.lay()
    players = [_kind(world, seat)(world, f"{seat}{number}", seat) for number, seat in enumerate(SEATS)]
    lives = [world.loop.create_task(player.live()) for player in players]
    await asyncio.sleep(1.0)
    world.is_stormy = True
    storm = world.loop.create_task(world.storm())
    await asyncio.sleep(world.storm_s)
    world.heal()
    storm.cancel()
    for player in players:
        player.zeal = CALM_ZEAL
    await asyncio.sleep(CALM_S / 3)
    for player in players:
        player.may_act = False
    await asyncio.sleep(CALM_S * 2 / 3)
    _check_answers(world, players)
    await _quiet(world, players)
    world.is_over = True
    for life in lives:
        if life.done() and life.exception() is not None:
            world.wrong(f"a player stumbled: {life.exception()!r}")
        life.cancel()
    trace = world.trace.hexdigest()
    return players, trace, check(world, players)


def _kind(world: World, seat: str) -> type[Player]:
    """Where a code leads to seats people come for them, and the GM minds the door."""
    if world.join == "links" or seat == "spectator":
        return Player
    return Host if seat == "gm" else Guest


async def _quiet(world: World, players: list[Player]) -> None:
    """Wait until nothing is under way: timers go on firing as long as a fight lasts, and a replica may lag. Whoever has
    just taken up a link is on the way, too, but only for as long as a client waits."""
    count, quiet_s, outside_s = 0, 0.0, 0.0
    for _ in range(60):
        stored = world.stored()
        quiet_s = quiet_s + PAUSE_S if len(stored) == count else 0.0
        count = len(stored)
        if quiet_s >= world.quiet_s and world.is_settled(stored[-1].cid):
            if outside_s >= PATIENCE_S or not any(player.is_on_the_way() for player in players):
                return
            outside_s += PAUSE_S
        await asyncio.sleep(PAUSE_S)


def _check_answers(world: World, players: list[Player]) -> None:
    """Liveness: whatever was asked has its verdict."""
    is_frozen = any(
        table.frozen for process in world.processes if process.lobby for table in process.lobby.tables.open.values()
    )
    if is_frozen and not world.profile.durable:
        return
    for player in players:
        for wish in player.open.values():
            world.wrong(f"{wish.intent['type']} of {player.name} has no verdict since {wish.sent_s - 1000:.3f} s")


def run(seed: int, mutant: str = "") -> Run:
    """One seed."""
    ears = Ears()
    server_log = logging.getLogger("server")
    was = server_log.propagate, server_log.level
    server_log.propagate = False
    server_log.addHandler(ears)
    logging.getLogger("asyncio").disabled = True
    try:
        with mutants.planted(mutant), _lucky(seed), _forgetful():
            return _run(seed, ears)
    finally:
        server_log.removeHandler(ears)
        server_log.propagate = was[0]
        logging.getLogger("asyncio").disabled = False


_opened, _seed = lru_cache(256)(Codec.open), lru_cache(256)(seeds_._seed)


@contextlib.contextmanager
def _forgetful() -> Iterator[None]:
    """Fights are short here: snapshots are written often, and little of the past is kept. What is worked out of bytes
    alone, the servers that are one process here share."""
    with (
        mock.patch.object(Codec, "open", _opened),
        mock.patch.object(seeds_, "_seed", _seed),
        mock.patch.object(snapshots, "EVERY", 8),
        mock.patch.object(recall, "EVERY", 8),
        mock.patch.object(recall, "BLOCK", 4),
        mock.patch.object(recall, "MOST_KEPT", 12),
        mock.patch.object(recall, "KEEP_NEWEST", 4),
    ):
        yield


def _run(seed: int, ears: Ears) -> Run:
    world = World(seed)
    loop = world.loop
    try:
        players, trace, fold = loop.run_until_complete(_play(world))
        world.wrongs += ears.heard
        return Run(
            seed,
            world.profile.name,
            trace,
            world.wrongs,
            loop.time() - 1000,
            counted(fold) if fold is not None else Counter(),
            Counter(world.faults),
            sum(wish.acked_s > 0 for player in players for wish in player.done),
            sum(bool(wish.refused) for player in players for wish in player.done),
            seating.counted(world),
        )
    finally:
        _end(world)


def _end(world: World) -> None:
    """Leave nothing behind that could complain later."""
    loop = world.loop
    loop.set_exception_handler(lambda *_: None)
    tasks = loop.tasks_of(*loop.tasks)
    for task in tasks:
        task.cancel()
    with contextlib.suppress(RuntimeError):
        loop.run_until_complete(asyncio.wait(tasks, timeout=1)) if tasks else None
    loop.close()


class Chunk(NamedTuple):
    """Seeds that run in one process."""

    seeds: list[int]
    mutant: str


CHUNK = 50
"""The first seed of a process takes longer, and what a run leaves behind stays until the process ends."""


def _runs_apart(chunk: Chunk) -> list[Run]:
    gc.disable()  # the process ends before it matters
    return [run(seed, chunk.mutant) for seed in chunk.seeds]


def _runs_here(chunk: Chunk) -> Iterator[Run]:
    gc.freeze()
    gc.disable()  # a run leaves cycles behind, but little: they are collected between chunks
    try:
        yield from (run(seed, chunk.mutant) for seed in chunk.seeds)
    finally:
        gc.enable()
        gc.unfreeze()
        gc.collect()


def many(seeds: Iterable[int], jobs: int, mutant: str = "", niceness: int = 0) -> Iterator[Run]:
    """Many seeds, over so many processes, which step back behind others by their niceness; with one job here, and in
    their order."""
    wanted = list(seeds)
    size = max(1, min(CHUNK, len(wanted) // (2 * jobs)))
    chunks = (Chunk(wanted[at : at + size], mutant) for at in range(0, len(wanted), size))
    if jobs == 1:
        for chunk in chunks:
            yield from _runs_here(chunk)
        return
    for runs in forks.each(_runs_apart, chunks, jobs, niceness):
        yield from runs
