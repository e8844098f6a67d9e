"""How long people wait at one table while everything there is to ask is asked at all the others.

python -m tests.bench.asked PLAN     asks as the plan says; on its standard input: a line to begin, another one to end

Forty spectators, twelve players and two game masters, from twenty addresses, each as often as its role may: history,
marks, single moments, files, cards, views and options of others, previews, branches. The table that is measured is
played beside them in the same process, in turn with and without them.

Who is not served at once is told a time, and comes back then. Measured is how long after that time it is answered; of a
file, whose own work takes seconds, how much longer than on a server that does nothing else. A branch takes minutes of
turns, the more the more others ask: it is noted apart.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import shutil
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from server.core.ids import GM
from server.gateway.auth import parse_token
from server.keys.links import token_of
from server.keys.seeds import SeedKeeper
from server.lobby.lobby import Lobby, Refused
from server.process.behind import giving_way
from server.process.clock import Clock
from server.rules.tirakan import SYSTEM
from server.store import chain
from server.store.log import ZERO_HASH, Entry
from server.store.redis.connect import Server
from server.store.redis.log import RedisLog
from server.table.services import Services
from tests.bench import machine, memory, tape
from tests.bench.fight import SEATS
from tests.bench.figures import Row, most, ratio_most, row
from tests.bench.machine import OTHER_CORE, Process
from tests.bench.network import EVERY_US, Net
from tests.bench.tape import MASTER, NoLinks, Tape

ROLES = ("spectator",) * 40 + ("player",) * 12 + (GM,) * 2
ADDRESSES = 20
PAUSE_S = {"spectator": 1.0, "player": 0.2, GM: 0.05}
"""What the limits of a role allow (`server.gateway.limits`); the server is served without them."""

BRANCH_EVERY = 200
"""So manyth question of a game master is a branch."""

SERVED_MS = 10_000
"""Who asks is answered by then, or told to come back and answered so long after that."""

ALONE: dict[str, dict[str, Any]] = {
    "export": {"type": "ask", "question": {"type": "export", "audience": f"seat:{SEATS[-1]}"}},
    "branch": {"type": "branch"},
}
"""What takes its own time is asked once while nothing else is."""

AT_ONCE = 4
"""So many tables are written at once."""


class Laid(msgspec.Struct):
    """A table in the store: its links' tokens, and how many commits it has."""

    encounter: str
    tokens: dict[str, str]
    commits: int


class Asker(msgspec.Struct):
    """Who asks: from which address, with which link, about a fight of so many commits."""

    address: str
    token: str
    role: str
    commits: int


class Plan(msgspec.Struct):
    """All who ask."""

    port: int
    askers: list[Asker]


class Wait(NamedTuple):
    """From a question to its answer, by what was asked: how long it took (ms), when it was first told to come back, and
    how often."""

    kind: str
    took_ms: float
    told_ms: float
    told: int

    def late_ms(self, own_ms: dict[str, float]) -> float:
        """How much longer than it was told, and than it takes by itself."""
        return max(0.0, self.took_ms - self.told_ms - own_ms.get(self.kind, 0.0))


# --- the askers' process ---------------------------------------------------------------------------------------------


class Asking:
    """All askers; what they were answered, and how long that took."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._luck = random.Random(7)
        self._ids = itertools.count(1)
        self._going = asyncio.Event()
        self._branched = False
        self._waits: list[Wait] = []
        self.answered = Counter[str]()
        self.refused = Counter[str]()

    async def run(self) -> None:
        """Sit down; then ask between the first line and the next, again and again."""
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(self._sits(asker)) for asker in self._plan.askers]
            own_ms = {kind: await self._alone(lines[-1], kind) for kind in ALONE}
            print(json.dumps({"seated": len(lines), "own_ms": own_ms}), flush=True)
            while await asyncio.to_thread(sys.stdin.readline):
                self._going.set()
                asking = [
                    asyncio.ensure_future(self._ask(*each)) for each in zip(self._plan.askers, lines, strict=True)
                ]
                await asyncio.to_thread(sys.stdin.readline)
                self._going.clear()
                await asyncio.gather(*asking)
                print(json.dumps(self._found()), flush=True)

    @contextlib.asynccontextmanager
    async def _sits(self, asker: Asker) -> Any:
        """Opening long fights takes a server its time: who is told to come back does so."""
        wait_s: float | None = 0.0
        while wait_s is not None:
            await asyncio.sleep(wait_s)
            async with self._connected(asker) as line:
                await line.send(msgspec.msgpack.encode({"type": "hello", "token": asker.token}))
                wait_s = await _welcomed(line)
                if wait_s is None:
                    yield line

    def _connected(self, asker: Asker) -> connect:
        uri = f"ws://127.0.0.1:{self._plan.port}/ws"
        protocols: Any = ["fray.v1.msgpack"]
        return connect(
            uri,
            subprotocols=protocols,
            local_addr=(asker.address, 0),
            max_size=None,
            max_queue=None,
            compression=None,
            open_timeout=60,
        )

    async def _alone(self, line: ClientConnection, kind: str) -> float:
        """How long it takes where nobody else asks (ms)."""
        begun_s = time.monotonic()
        await self._answered(line, ALONE[kind])
        self.answered.clear()
        return (time.monotonic() - begun_s) * 1000

    async def _answered(self, line: ClientConnection, message: dict[str, Any]) -> list[float]:
        """Ask, and come back when told to, until it is answered; the times that were told (s)."""
        told: list[float] = []
        wait_s = await self._asked_once(line, {**message, "id": next(self._ids)})
        while wait_s:
            told.append(wait_s)
            await asyncio.sleep(wait_s)
            wait_s = await self._asked_once(line, {**message, "id": next(self._ids)})
        return told

    async def _ask(self, asker: Asker, line: ClientConnection) -> None:
        while self._going.is_set():
            message, begun_s = self._message(asker), time.monotonic()
            told = await self._answered(line, message)
            kind = message.get("question", message)["type"]
            took_s, told_s = time.monotonic() - begun_s, next(iter(told), 0.0)
            self._waits.append(Wait(kind, took_s * 1000, told_s * 1000, len(told)))
            await asyncio.sleep(PAUSE_S[asker.role])

    async def _asked_once(self, line: ClientConnection, message: dict[str, Any]) -> float:
        """Ask and wait for the answer; returns when to come back (s), if that was it."""
        await line.send(msgspec.msgpack.encode(message))
        while True:
            found = msgspec.msgpack.decode(await line.recv(decode=False))
            if found.get("id") != message["id"]:
                continue
            kind = message.get("question", message)["type"]
            if found["type"] == "answer":
                self.answered[kind] += 1
                return 0.0
            self.refused[f"{kind}: {found['code']}"] += 1
            return float(found["detail"].get("retry_after_ms", 0)) / 1000 if found["code"] == "busy" else 0.0

    def _message(self, asker: Asker) -> dict[str, Any]:
        luck, n = self._luck, self._luck.randint(1, asker.commits // 2)
        encounter = parse_token(asker.token)
        assert encounter is not None
        questions: list[dict[str, Any]] = [
            {"type": "history", "after": n},
            {"type": "marks", "after": n},
            {"type": "moment", "encounter": encounter.encounter, "n": n},
            {"type": "export"},
        ]
        if asker.role == GM:
            if luck.randrange(BRANCH_EVERY) == 0 or not self._branched:
                self._branched = True
                return {"type": "branch"}
            near = [asker.commits - luck.randint(1, 40), 0]
            questions += [
                {"type": "view_as", "audience": "public"},
                {"type": "options_as", "audience": f"seat:{SEATS[0]}"},
                {"type": "act_card", "at": [n, 0]},
                {"type": "preview_rewind", "to": near},
                {"type": "preview_amend", "target": near, "edits": [{"at": near, "struck": True}]},
            ]
        return {"type": "ask", "question": luck.choice(questions)}

    def _found(self) -> dict[str, Any]:
        found = {"answered": dict(self.answered), "refused": dict(self.refused), "waits": self._waits}
        self.answered, self.refused, self._waits = Counter[str](), Counter[str](), []
        return found


async def _welcomed(line: ClientConnection) -> float | None:
    """None when welcomed, else when to come back (s)."""
    while True:
        found = msgspec.msgpack.decode(await line.recv(decode=False))
        if found["type"] == "welcome":
            return None
        if found["type"] == "bye":
            assert found.get("retry_after_ms"), found
            return float(found["retry_after_ms"]) / 1000


# --- the server and the measured table -------------------------------------------------------------------------------


def rows(folder: Path, tables: int, commits: int, steps: int, rounds: int) -> list[Row]:
    """Another table's ack p99 while all of these are asked, beside the same without."""
    asked, store = _stored(folder, tables, commits)
    net = Net(folder, asyncio.run(tape.record_each(folder, [steps] * (2 * rounds))))
    with _server(net, store) as (server, port), Process(_command(folder, port, asked), OTHER_CORE) as askers:
        own_ms = askers.line()["own_ms"]
        quiet, beside, found = [], [], []
        for number in range(rounds):
            machine.calm()
            quiet.append(_played(net, port, server, 2 * number))
            askers.tell()
            beside.append(_played(net, port, server, 2 * number + 1))
            askers.tell()
            found.append(askers.line())
    what = f"{len(ROLES)} askers at {tables} tables of {commits:,} commits"
    return [_beside_row(quiet, beside, found, what), *_wait_rows(found, own_ms, what)]


def _beside_row(quiet: list[list[float]], beside: list[list[float]], found: list[dict[str, Any]], what: str) -> Row:
    p99, alone = (statistics.median(_share(times, 99) for times in each) / 1000 for each in (beside, quiet))
    p50 = statistics.median(_share(times, 50) for times in beside) / 1000
    answered, refused = (sum((Counter(one[key]) for one in found), Counter[str]()) for key in ("answered", "refused"))
    note = f"floor: the same table without them; p50 {p50:.1f} ms; answered {dict(answered)}; refused {dict(refused)}"
    return row(f"another table's ack p99 beside {what}", p99, "ms", ratio_most(3), alone, note)


def _wait_rows(found: list[dict[str, Any]], own_ms: dict[str, float], what: str) -> list[Row]:
    """How long they waited; of each kind: what was told first, what it was in all, and how much longer than told."""
    waits = [Wait(*each) for one in found for each in one["waits"]]
    kinds = {kind: [wait for wait in waits if wait.kind == kind] for kind in sorted({wait.kind for wait in waits})}
    late = max(wait.late_ms(own_ms) for wait in waits if wait.kind != "branch")
    note = "; ".join(
        f"{kind}: {len(each)}, of which told {sum(wait.told > 0 for wait in each)} and again "
        f"{sum(wait.told > 1 for wait in each)}; longest {max(wait.took_ms for wait in each):.0f}, told at most "
        f"{max(wait.told_ms for wait in each):.0f}, late {max(wait.late_ms(own_ms) for wait in each):.0f}"
        for kind, each in kinds.items()
    )
    alone = {kind: round(ms) for kind, ms in own_ms.items()}
    own = f"alone {alone}; in all {max(wait.took_ms for wait in waits):.0f}"
    return [
        row(f"the longest that one of {what} waited beyond what it was told", late, "ms", most(SERVED_MS),
            note=f"{own}; {note}"),
    ]  # fmt: skip


@contextlib.contextmanager
def _server(net: Net, store: Path) -> Iterator[tuple[Process, int]]:
    with machine.redis(net.folder, like=store) as (path, _):
        asyncio.run(machine.fill(path, {each.encounter: each.entries[:1] for each in net.tapes}))
        with machine.served(net.folder, path, MASTER) as served:
            yield served


# --- the tables that are asked about ---------------------------------------------------------------------------------


def _stored(folder: Path, tables: int, commits: int) -> tuple[list[Laid], Path]:
    """The tables, and the folder of a Redis that has them; made when first asked for."""
    data = folder / f"asked-{tables}-{commits}"
    names = data / "tables"
    if not names.exists():
        shutil.rmtree(data, ignore_errors=True)
        data.mkdir()
        names.write_bytes(msgspec.msgpack.encode(_lay(folder, data, tables, commits)))
    return msgspec.msgpack.decode(names.read_bytes(), type=list[Laid]), data


def _lay(folder: Path, data: Path, tables: int, commits: int) -> list[Laid]:
    long, _ = memory.stored(folder, commits)
    laid: list[Laid] = []
    with machine.redis_in(data, sync="no") as (path, _):
        for first in range(0, tables, AT_ONCE):
            made = [renamed(long, number) for number in range(first, min(tables, first + AT_ONCE))]
            asyncio.run(machine.fill(path, {each.encounter: each.entries for each in made}))
            laid += [Laid(each.encounter, each.tokens, len(each.entries)) for each in made]
        asyncio.run(_opened(folder, path, [each.encounter for each in laid]))
    return laid


async def _opened(folder: Path, path: str, encounters: list[str]) -> None:
    """Opened once, they have what a server leaves that they are played at: a snapshot, and milestones."""
    log = RedisLog(Server(f"unix://{path}"))
    services = Services(log, SeedKeeper(MASTER), Clock())
    lobby = Lobby(services, {SYSTEM.name: SYSTEM}, NoLinks(folder / "links.json"))
    for encounter in encounters:
        table = None
        while table is None:
            with contextlib.suppress(Refused):  # it takes longer than anybody is let wait
                table = await lobby.table(encounter)
        while table.keeping._tasks:  # noqa: ASYNC110  (nothing tells that the snapshot is written)
            await asyncio.sleep(0.01)
        await lobby.tables._drop(table)
    await lobby.close()
    await log.close()


def _command(folder: Path, port: int, asked: list[Laid]) -> list[str | Path]:
    askers = []
    for number, role in enumerate(ROLES):
        at = asked[number % len(asked)]
        seat = SEATS[number % len(SEATS)] if role == "player" else role
        address = f"127.0.1.{1 + number % ADDRESSES}"
        askers.append(Asker(address, at.tokens[seat], role, at.commits))
    path = folder / "asked.plan"
    path.write_bytes(msgspec.msgpack.encode(Plan(port, askers)))
    return [sys.executable, "-m", "tests.bench.asked", path]


def _played(net: Net, port: int, server: Process, number: int) -> list[float]:
    """How long the acks of a table took that is played from beginning to end (µs)."""
    path = tape.write(net.folder / "asked.tape", net.tapes[number : number + 1])
    result = machine.run_json(net.command(port, (server.pid,), path, "-t", 1, "-r", "-i", EVERY_US), OTHER_CORE)
    return sorted(result["ack_us"])


def _share(values: list[float], percent: int) -> float:
    return values[len(values) * percent // 100]


def renamed(tape: Tape, number: int) -> Tape:
    """The same fight as another encounter of this server: only commit 1 and the chain say whose it is."""
    encounter = f"{number + 1:032x}"
    keys = {seat: parsed.secret for seat, token in tape.tokens.items() if (parsed := parse_token(token)) is not None}
    entries: list[Entry] = []
    head = ZERO_HASH
    for entry in tape.entries:
        body = _first(entry.body, encounter) if entry.version == 1 else entry.body
        entries.append(chain.seal(encounter, entry.version, head, entry.cid, entry.salt, body))
        head = entries[-1].hash
    return Tape(encounter, {seat: token_of(encounter, key) for seat, key in keys.items()}, [], entries)


def _first(body: bytes, encounter: str) -> bytes:
    commit = msgspec.msgpack.decode(body)
    tips = msgspec.to_builtins(SeedKeeper(MASTER).tips(encounter), builtin_types=(bytes,))
    commit["events"][0] |= {"encounter": encounter, "tips": tips}
    return msgspec.msgpack.encode(commit)


if __name__ == "__main__":
    with giving_way():  # other people's machines: what they do with an answer keeps no store and no player waiting
        asyncio.run(Asking(msgspec.msgpack.decode(Path(sys.argv[1]).read_bytes(), type=Plan)).run())
