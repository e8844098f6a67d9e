"""The memory log is the model of the Redis log: whatever is done to both, they answer alike."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from server.conformance.amount import many
from server.store import chain
from server.store.log import ZERO_HASH, Appended, Entry
from server.store.memory import MemoryLog
from server.store.redis.connect import connect
from server.store.redis.log import RedisLog
from tests.store.entries import entry
from tests.support.redis_fixture import encounter_id

_RUNS = count()  # each run has encounters of its own on the one Redis
_NAMES = st.sampled_from(["one", "two"])


class Both(RuleBasedStateMachine):
    """Does the same to a memory log and to a Redis log, on two encounters."""

    url: str

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.memory = MemoryLog()
        self.redis = RedisLog(connect(self.url))
        run = next(_RUNS)
        self.ids = {name: encounter_id(f"model {run} {name}") for name in ("one", "two")}
        self.sent: list[tuple[str, Entry, bytes]] = []

    def teardown(self) -> None:
        """Check both chains and let go."""
        for encounter in self.ids.values():
            chain.verify(encounter, self.runner.run(self.redis.read(encounter)))
        self.runner.run(self.redis.close())
        self.runner.close()

    def append(self, encounter: str, made: Entry, prev_hash: bytes) -> Appended:
        """Append to both and compare the answers."""
        expected = self.runner.run(self.memory.append(encounter, made, prev_hash))
        assert expected is self.runner.run(self.redis.append(encounter, made, prev_hash))
        self.sent.append((encounter, made, prev_hash))
        return expected

    @rule(name=_NAMES, ahead=st.integers(-2, 2), writer=st.sampled_from(["us", "rival"]), body=st.binary(max_size=50))
    def write(self, name: str, ahead: int, writer: str, body: bytes) -> None:
        """Append near the top: behind it, right after it, or with a hole."""
        encounter = self.ids[name]
        top, prev_hash = self.runner.run(self.memory.top(encounter))
        made = entry(encounter, max(1, top + 1 + ahead), prev_hash, writer, body)
        assert self.append(encounter, made, prev_hash) is not Appended.FORK

    @rule(name=_NAMES)
    def write_on_another_history(self, name: str) -> None:
        """Append after a predecessor that the log does not have."""
        encounter = self.ids[name]
        top, _ = self.runner.run(self.memory.top(encounter))
        assert self.append(encounter, entry(encounter, top + 1, b"\1" * 32), b"\1" * 32) is Appended.FORK

    @rule(back=st.integers(0, 30))
    def resend(self, back: int) -> None:
        """Send again what was sent before."""
        if self.sent:
            self.append(*self.sent[-1 - back % len(self.sent)])

    @rule(name=_NAMES, after=st.integers(0, 12), limit=st.none() | st.integers(0, 5))
    def read(self, name: str, after: int, limit: int | None) -> None:
        """Read a part from both."""
        encounter = self.ids[name]
        expected = self.runner.run(self.memory.read(encounter, after, limit))
        assert expected == self.runner.run(self.redis.read(encounter, after, limit))

    @rule()
    def look(self) -> None:
        """Compare the tops; both logs are whole."""
        ids = [*self.ids.values(), encounter_id("nobody")]
        tops = self.runner.run(self.redis.tops(ids))
        assert tops == self.runner.run(self.memory.tops(ids))
        assert tops[-1] == (0, ZERO_HASH)
        self.runner.run(self.redis.health(ids[0]))


@pytest.mark.usefixtures("redis_url")
def test_memory_and_redis_answer_alike(redis_url: str) -> None:
    """The same operations get the same replies from the model and from Redis."""
    Both.url = redis_url
    run_state_machine_as_test(
        Both,
        settings=settings(
            max_examples=many(60), stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
