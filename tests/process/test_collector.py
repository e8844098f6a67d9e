"""Collections look through little, and yet what refers to itself is found when memory grows."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import ClassVar
from weakref import WeakSet

import pytest

from server.process.collector import GROWN, LEAST_BLOCKS, THRESHOLDS, Collector

MOST = (THRESHOLDS[0] + 1) * (THRESHOLDS[1] + 2) * (THRESHOLDS[2] + 2)
"""So many new objects at most are looked through at once."""


class Blocks:
    """How much is said to be in use."""

    count = 0

    def __call__(self) -> int:
        return self.count


class Ring:
    """Refers to itself."""

    alive: ClassVar[WeakSet[Ring]] = WeakSet()

    def __init__(self) -> None:
        self.me = self
        self.alive.add(self)


@pytest.fixture
def blocks() -> Blocks:
    return Blocks()


@pytest.fixture
def collected() -> list[float]:
    return []


@pytest.fixture
def collector(blocks: Blocks, collected: list[float]) -> Iterator[Collector]:
    made = Collector(collected.append, blocks)
    made.start()
    yield made
    made.stop()


def rings() -> int:
    """How many there are, also of what was set aside."""
    return len(Ring.alive)


def test_what_lives_on_is_looked_through_once(collector: Collector, collected: list[float]) -> None:
    """However much there is, a collection sees no more than what is new since the last."""
    kept: list[object] = []
    for _ in range(10):
        kept.append([[] for _ in range(MOST // 2)])
        assert len(gc.get_objects(generation=2)) <= MOST
    assert gc.get_freeze_count() > 3 * MOST
    assert collected


def test_young_garbage_is_found_without_being_asked_for(collector: Collector) -> None:
    """In a cycle, and never set aside."""
    for _ in range(3 * MOST):
        Ring()
    assert rings() <= MOST


def test_what_became_garbage_later_is_found_when_memory_has_grown(collector: Collector, blocks: Blocks) -> None:
    """Not before, and again when it has grown by half."""
    kept = [Ring() for _ in range(100)]
    gc.collect()  # sets them aside
    kept.clear()
    blocks.count = LEAST_BLOCKS
    collector.look()
    gc.collect()
    assert rings() == 100
    blocks.count += 1
    collector.look()
    assert rings() == 0
    kept = [Ring()]
    gc.collect()
    kept.clear()
    blocks.count = int(GROWN * blocks.count)
    collector.look()
    assert rings() == 1
    blocks.count += 1
    collector.look()
    assert rings() == 0


def test_it_leaves_no_trace(blocks: Blocks) -> None:
    """Thresholds, callbacks and what was set aside."""
    before = gc.get_threshold(), list(gc.callbacks)
    collector = Collector(lambda seconds: None, blocks)
    collector.start()
    assert (gc.get_threshold(), gc.callbacks) != before
    collector.stop()
    assert (gc.get_threshold(), gc.callbacks) == before
    assert gc.get_freeze_count() == 0
