"""A decision has a budget: what goes beyond it is counted and named, and decided all the same."""

import itertools
import logging
from pathlib import Path

import pytest

from protocol import messages as m
from server.gateway.metrics import Metrics
from server.store.memory import MemoryLog
from server.table import line
from tests.table.party import laid, lobby_over


@pytest.mark.parametrize(("took_s", "is_told"), [(0.04, False), (0.06, True)])
async def test_a_decision_beyond_its_budget_is_named(
    took_s: float, is_told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """By kind and ids; the metrics hold the time of each, also of one that is refused."""
    clock = itertools.count()
    monkeypatch.setattr(line, "thread_time", lambda: next(clock) * took_s)
    lobby = lobby_over(MemoryLog(), tmp_path)
    gm = await (await laid(lobby)).sits("gm")
    metrics = gm.table._line._meter = Metrics()
    with caplog.at_level(logging.WARNING):
        assert isinstance(await gm.does({"type": "begin"}), m.Ack)
        assert isinstance(await gm.does({"type": "redo"}), m.Rejected)
    await lobby.close()
    lines = [getattr(record, "fields", {}) for record in caplog.records]
    told = [fields for fields in lines if fields.get("event") == "slow_decision"]
    assert bool(told) is is_told
    if is_told:
        assert told[0]["kind"] == "Begin"
        assert told[0]["encounter"] == gm.table.encounter
        assert told[0]["took_ms"] == 60
    counted = metrics.exposition().decode()
    assert 'fray_decide_seconds_bucket{le="0.025"} 0.0' in counted
    assert f"fray_decide_seconds_count {next(clock) / 2}" in counted
