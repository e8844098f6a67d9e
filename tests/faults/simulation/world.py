"""One simulated deployment: Redis, several server processes of the real code, and the faults that one seed brings.

Everything that happens is noted; equal seeds give equal traces. Who plays is in `players`, what must hold in `checks`.
"""

from __future__ import annotations

import asyncio
import contextvars
import hashlib
import logging
import random
from collections.abc import Callable
from math import log
from typing import Any, Literal

import msgspec
from three_cups import SYSTEM

from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.state import TableOptions
from server.keys.seeds import SeedKeeper
from server.lobby.apart import Apart, P, T
from server.lobby.lobby import Lobby
from server.process.clock import Clock
from server.process.meter import Silent
from server.store.log import Appended, Entry, Unavailable
from server.store.redis.connect import connect
from server.store.redis.keys import key
from server.store.redis.log import RedisLog
from server.table.services import Services
from tests.faults.simulation.resp import Reader
from tests.faults.simulation.sim_redis import Deployment, rows_of
from tests.faults.simulation.virtual import HOME, Socket, VirtualLoop

Join = Literal["links", "code", "ask"]

ADDRESS = "/redis"
WALL_MS = 1_700_000_000_000
SERVERS = 3
STORM_S, LONG_STORM_S, CALM_S = 8.0, 14.0, 12.0
"""So long there are faults, and in a fifth of the worlds; so long after them everything must be answered and due."""

LATENCY_S = 0.002
"""Of one write, on average."""

SHORT_S = 4
"""The shortest time for a decision."""

GRACE_MS = 1_500
"""Shorter than the server's own, so that clocks run out in the storm, too."""

NEAR_MS = (0, 0, 1_500, -1_500, 9_000, -9_000)
FAR_MS = (0, 0, 600_000, -600_000, 86_400_000, -86_400_000)
"""How wrong a clock may go: by seconds, and in every fifth world by ten minutes or a day."""

BY_CODE, ASKING = 1 / 3, 1 / 3
"""In so many worlds people sit down by a code, and in so many of those the GM is asked."""

WRITE_ERRORS = (
    b"-OOM command not allowed when used memory > 'maxmemory'.\r\n",
    b"-MISCONF Errors writing to the AOF file: No space left on device\r\n",
    b"-READONLY You can't write against a read only replica.\r\n",
    b"-NOREPLICAS Not enough good replicas to write.\r\n",
    b"-LOADING Redis is loading the dataset in memory\r\n",
    b"-CLUSTERDOWN The cluster is down\r\n",
    b"-BUSY Redis is busy running a script.\r\n",
)


def join_of(seed: int) -> Join:
    """How people sit down; by a lot of its own, so that a world is otherwise what it would be."""
    luck = random.Random(f"join {seed}")
    return "links" if luck.random() >= BY_CODE else "ask" if luck.random() < ASKING else "code"


class Profile(msgspec.Struct, frozen=True):
    """How a deployment is run. `durable`: what is acknowledged must survive every fault of the profile."""

    name: str
    replicas: int
    has_replica: bool
    fails_over: bool
    durable: bool


PROFILES = (
    Profile("replicated", replicas=1, has_replica=True, fails_over=True, durable=True),
    Profile("single", replicas=0, has_replica=False, fails_over=False, durable=True),
    # Nobody should run this. What is acknowledged may be lost, but then a table freezes and no log has a hole.
    Profile("careless", replicas=0, has_replica=True, fails_over=True, durable=False),
)


class Way(msgspec.Struct):
    """How one write travels (see `virtual.Way`)."""

    delay_s: float
    is_lost: bool = False
    is_mute: bool = False
    is_cut: bool = False


class AtOnce(Apart):
    """The simulated loop has no thread beside it."""

    def __init__(self) -> None:
        super().__init__(0)

    async def do(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the work returns."""
        return work(*args, **kwargs)


class Keys:
    """Links in memory: the file of a real server is forced to disk, which costs more than a whole run."""

    def __init__(self) -> None:
        self.tokens: dict[str, dict[str, str]] = {}

    def of(self, encounter: str) -> dict[str, str]:
        """The tokens of an encounter by seat."""
        return self.tokens.get(encounter, {})

    async def refresh(self) -> None:
        """All is known."""

    async def put(self, encounter: str, tokens: dict[str, str]) -> None:
        """Remember."""
        self.tokens[encounter] = tokens


class Verdict(msgspec.Struct):
    """What the log said of an attempt, and when it was asked."""

    entry: Entry
    answer: str
    home: str


class Watched(RedisLog):
    """The real log; every verdict is written down for the checks."""

    def __init__(self, world: World, replicas: int) -> None:
        server = connect(f"unix://{ADDRESS}")
        server.client.connection_pool.connection_kwargs["parser_class"] = Reader
        super().__init__(server, replicas)
        self._world = world
        self._append, self._settle = self.append, self.settle
        self.append, self.settle = self._append_watched, self._settle_watched

    async def _append_watched(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        return await self._watch(entry, self._append(encounter, entry, prev_hash))

    async def _settle_watched(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        return await self._watch(entry, self._settle(encounter, entry, prev_hash))

    async def _watch(self, entry: Entry, asked: Any) -> Appended:
        self._world.asked.setdefault(entry.cid, (HOME.get(), self._world.now_ms))
        try:
            answer: Appended = await asked
        except Unavailable:
            self._world.verdicts.append(Verdict(entry, "Unavailable", HOME.get()))
            raise
        self._world.verdicts.append(Verdict(entry, answer.value, HOME.get()))
        self._world.note("verdict", entry.version, answer.value)
        return answer


class Openings(Silent):
    """When a server's table was last opened."""

    def __init__(self, world: World) -> None:
        self._world = world

    def table(self, state: str, change: int) -> None:
        """Note it."""
        if (state, change) == ("open", 1):
            self._world.opened[HOME.get()] = self._world.now_ms


class Process:
    """One server process, which can die and be started again. Its clock may be wrong."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.name = f"server{number}"
        self.skew_ms = 0
        self.lobby: Lobby | None = None
        self.links: dict[Any, None] = {}
        self.starts = 0

    def wall_ms(self) -> int:
        """Its wall clock."""
        return WALL_MS + int(self.world.loop.time() * 1000) + self.skew_ms

    def boot(self) -> None:
        """Start."""
        self.starts += 1
        self.context().run(self._boot)

    def context(self) -> contextvars.Context:
        """The context in which this process's code runs."""
        context = contextvars.copy_context()
        context.run(HOME.set, f"{self.name}.{self.starts}")
        return context

    def _boot(self) -> None:
        log = Watched(self.world, self.world.profile.replicas)
        keys: Any = self.world.keys
        clock, meter = Clock(self.wall_ms), Openings(self.world)
        self.lobby = Lobby(
            Services(log, SeedKeeper(b"m" * 32), clock, meter=meter), {SYSTEM.name: SYSTEM}, keys, apart=AtOnce()
        )
        self.lobby.start()

    def crash(self) -> None:
        """kill -9."""
        if self.lobby is None:
            return
        self.world.note("crash", self.name)
        for table in self.lobby.tables.open.values():
            table.close()
        self.lobby = None
        self.world.loop.kill(f"{self.name}.{self.starts}")
        for link in list(self.links):
            link.cut()


class World:
    """A deployment under one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.luck = random.Random(seed)
        self._random = self.luck.random
        self.profile = self.luck.choices(PROFILES, (6, 3, 1))[0]
        self.trace = hashlib.sha256()
        self.loop = VirtualLoop(self._weather, self._latency)
        self.loop.set_exception_handler(self._unhandled)
        self.storm_s = STORM_S if self.luck.random() < 0.8 else LONG_STORM_S
        self.is_stormy = False
        self.is_over = False
        self.wrongs: list[str] = []
        self.window_s: int | None = None
        self.verdicts: list[Verdict] = []
        self.asked: dict[bytes, tuple[str, int]] = {}
        """By attempt: which server asked the log for it first, and when (ms)."""
        self.opened: dict[str, int] = {}
        """By server: when it last opened the table (ms)."""
        self.faults: dict[str, int] = {}
        self.keys = Keys()
        self.links: dict[str, str] = {}
        self.encounter = ""
        self.join = join_of(seed)
        self.codes: list[str] = []
        """Of the doors, as far as the GM has told people."""
        self.knocks: list[Any] = []
        self.sittings: list[Any] = []
        """What came of all who wanted a seat, and who sat there (`guests`)."""
        self.keys_asked: list[bytes] = []
        """What guests' secrets hash to: nobody else is told."""
        self.deployment: Deployment
        self.processes = [Process(self, number) for number in range(SERVERS)]
        self.bad_line = self.luck.choice((0.0, 0.01, 0.05))
        self.client_cut = self.luck.choice((0.0, 0.02, 0.06))
        self.lag_s = self.luck.choice((0.002, 0.02, 0.15))
        self.pause_s = self.luck.choice((1.0, 2.0, 5.0))

    # --- noting -------------------------------------------------------------------------------------------------------

    def note(self, *what: Any) -> None:
        """Something happened."""
        words = [one if isinstance(one, bytes) else repr(one).encode() for one in what]
        self.trace.update(b"|%.6f%b" % (self.loop.time(), b"".join(words)))

    def wrong(self, what: str) -> None:
        """Something must not be so."""
        self.wrongs.append(f"{self.loop.time() - 1000:.3f} s: {what}")

    def _fault(self, name: str, *what: Any) -> None:
        self.faults[name] = self.faults.get(name, 0) + 1
        self.note(name, *what)

    def _unhandled(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.wrong(f"unhandled: {context.get('message')}: {context.get('exception')!r}")

    # --- weather ------------------------------------------------------------------------------------------------------

    def _latency(self) -> float:
        return -log(1.0 - self._random()) * LATENCY_S  # as `expovariate`, for which a run has no time

    def _weather(self, socket: Socket, data: bytes) -> Way:
        way = Way(self._latency())
        if self.is_stormy and self.luck.random() < self.bad_line:
            kind = self.luck.choice(("request lost", "reply lost", "silence", "slow"))
            self._fault(kind)
            way.is_lost = kind == "request lost"
            way.is_mute = kind in ("reply lost", "silence")
            way.is_cut = kind in ("request lost", "reply lost")
            way.delay_s += self.luck.uniform(0.2, 4.0) if kind == "slow" else 0.0
        return way

    async def storm(self) -> None:
        """Bring one fault after another."""
        faults = [self._kill_server, self._kill_redis, self._freeze_redis, self._refuse, self._jump]
        if self.profile.fails_over:
            faults += [self._fail_over, self._fail_over]
        while True:
            await asyncio.sleep(self.luck.expovariate(1 / self.pause_s))
            if not self.is_stormy:
                return
            self.luck.choice(faults)()

    def _kill_server(self) -> None:
        process = self.luck.choice(self.processes)
        if process.lobby is not None:
            self._fault("server killed", process.name)
            process.crash()
            self.loop.call_later(self.luck.uniform(0.05, 4.0), process.boot)

    def _kill_redis(self) -> None:
        if self.deployment.is_up:
            self._fault("Redis killed")
            self.deployment.restart(self.luck.uniform(0.05, 4.0))

    def _freeze_redis(self) -> None:
        if self.deployment.is_up:
            self._fault("Redis frozen")
            self.deployment.freeze(self.luck.uniform(0.1, 8.0))

    def _refuse(self) -> None:
        error = self.luck.choice(WRITE_ERRORS)
        self._fault("Redis refuses", error)
        self.deployment.refuse(error, self.luck.uniform(0.1, 5.0))

    def _fail_over(self) -> None:
        if self.deployment.is_up:
            lacks = self.deployment.fail_over(self.luck.choice((0.0, 0.0, self.luck.uniform(0.5, 6.0))))
            self._fault("failed over", lacks)

    def _jump(self) -> None:
        process = self.luck.choice(self.processes)
        process.skew_ms = self.luck.choice(FAR_MS if self.seed % 5 == 4 else NEAR_MS)
        self._fault("clock jumped", process.name, process.skew_ms)

    # --- the table ----------------------------------------------------------------------------------------------------

    def spec(self) -> EncounterSpec:
        """Three Cups, with table options by luck."""
        luck = self.luck
        self.window_s = luck.choice((None, SHORT_S, 9))
        options = TableOptions(
            join=self.join,
            window_s=self.window_s,
            min_window_s=luck.choice((0, 0, 0.5)),
            typed_dice=luck.random() < 0.15,
            undo_vote=luck.random() < 0.5,
            keep_dice=luck.random() < 0.3,
        )
        return EncounterSpec(
            title="Cups",
            system=SYSTEM.name,
            table=options,
            seats={"ann": SeatSpec(name="Ann"), "bob": SeatSpec(name="Bob")},
            combatants={
                "a": CombatantSpec(name="Anna", side="x", seat="ann", sheet={"hearts": 9}),
                "b": CombatantSpec(name="Ben", side="y", seat="bob", sheet={"cover": -10, "hearts": 9}),
                "c": CombatantSpec(name="Cat", side="x", seat="ann", hidden=True, sheet={"hearts": 9}),
            },
        )

    def _loses_hint(self) -> bool:
        """In some worlds, in good weather too; not where timers come so fast that nobody could tell by the end."""
        return self.seed % 3 == 0 and self.window_s != SHORT_S and self.luck.random() < 0.3

    @property
    def quiet_s(self) -> float:
        """So long every server has had to catch up with the newest commit, wherever replicas lag and hints are lost;
        shorter than the pause between two timers."""
        return 2.5 if self.window_s == SHORT_S else 5.0

    async def lay(self) -> None:
        """Start everything, and lay the table in good weather."""
        delay_s = self.lag_s
        self.deployment = Deployment(
            self.loop, ADDRESS, self.profile.has_replica, lambda: self.luck.expovariate(1 / delay_s), self._loses_hint
        )
        for process in self.processes:
            process.boot()
        process = self.processes[0]
        assert process.lobby is not None
        laid = await process.context().run(self.loop.create_task, process.lobby.create(self.spec()))
        self.encounter, self.links = laid["encounter"], laid["links"]
        self.codes = [laid["code"]] if "code" in laid else []

    def heal(self) -> None:
        """No more faults; what is frozen goes on, what is down comes back within 4 s, clocks are right again."""
        self.is_stormy = False
        self.deployment.primary.thaw()
        for process in self.processes:
            process.skew_ms = 0

    @property
    def now_ms(self) -> int:
        """The loop's time."""
        return int(self.loop.time() * 1000)

    def is_settled(self, cid: bytes) -> bool:
        """Has somebody been told that this attempt is in?"""
        return any(one.entry.cid == cid and one.answer in ("OK", "DUP") for one in reversed(self.verdicts))

    def stored(self) -> list[Entry]:
        """The log as it is on the primary now."""
        return [Entry(*row) for row in rows_of(self.deployment, key(self.encounter, "log").encode())]


class Ears(logging.Handler):
    """Whatever the server logs with a traceback is an error that nobody handled."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Listen."""
        if record.exc_info:
            self.heard.append(f"{record.getMessage()}: {record.exc_info[1]!r}")
