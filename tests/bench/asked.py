"""How long people wait at one table while everything there is to ask is asked at all the others.

python -m tests.bench.asked PLAN     asks as the plan says; on its standard input: a line to begin, another one to end

Forty spectators, twelve players and two game masters, from twenty addresses, each as often as its role may: history,
marks, single moments, files, cards, views and options of others, previews, branches. The table that is measured is
played beside them in the same process, in turn with and without them.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from server.core.ids import GM
from server.gateway.auth import parse_token
from server.keys.links import token_of
from server.keys.seeds import SeedKeeper
from server.store import chain
from server.store.log import ZERO_HASH, Entry
from tests.bench import machine, memory, tape
from tests.bench.fight import SEATS
from tests.bench.figures import Row, most, ratio_most, row
from tests.bench.machine import OTHER_CORE, Process
from tests.bench.network import EVERY_US, Net
from tests.bench.tape import MASTER, Tape

ROLES = ("spectator",) * 40 + ("player",) * 12 + (GM,) * 2
ADDRESSES = 20
PAUSE_S = {"spectator": 1.0, "player": 0.2, GM: 0.05}
"""What the limits of a role allow (`server.gateway.limits`); the server is served without them."""

BRANCH_EVERY = 200
"""So manyth question of a game master is a branch."""

SERVED_MS = 10_000
"""Who asks is answered by then, or told to come back and answered so long after that."""


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


# --- the askers' process ---------------------------------------------------------------------------------------------


class Asking:
    """All askers; what they were answered, and how long that took."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._luck = random.Random(7)
        self._ids = itertools.count(1)
        self._going = asyncio.Event()
        self.answered = Counter[str]()
        self.refused = Counter[str]()
        self.waits_s = dict[str, list[float]]()
        """By what was asked."""

    async def run(self) -> None:
        """Sit down; then ask between the first line and the next, again and again."""
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(self._sits(asker)) for asker in self._plan.askers]
            print(json.dumps({"seated": len(lines)}), flush=True)
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

    async def _ask(self, asker: Asker, line: ClientConnection) -> None:
        while self._going.is_set():
            message, begun_s = self._message(asker), time.monotonic()
            wait_s = await self._asked_once(line, {**message, "id": next(self._ids)})
            while wait_s:
                await asyncio.sleep(wait_s)
                wait_s = await self._asked_once(line, {**message, "id": next(self._ids)})
            kind = message.get("question", message)["type"]
            self.waits_s.setdefault(kind, []).append(time.monotonic() - begun_s)
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
            if luck.randrange(BRANCH_EVERY) == 0:
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
        longest_ms = {kind: max(waits_s) * 1000 for kind, waits_s in self.waits_s.items()}
        self.waits_s = {}
        answered, refused = dict(self.answered), dict(self.refused)
        self.answered.clear()
        self.refused.clear()
        return {"answered": answered, "refused": refused, "longest_ms": longest_ms}


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
    long, _ = memory.stored(folder, commits)
    asked = [renamed(long, number) for number in range(tables)]
    net = Net(folder, asyncio.run(tape.record_each(folder, [steps] * (2 * rounds))))
    with _server(net, asked) as (server, port), Process(_command(folder, port, asked), OTHER_CORE) as askers:
        askers.line()
        quiet, beside, found = [], [], []
        for number in range(rounds):
            machine.calm()
            quiet.append(_played(net, port, server, 2 * number))
            askers.tell()
            beside.append(_played(net, port, server, 2 * number + 1))
            askers.tell()
            found.append(askers.line())
    p99, alone = (statistics.median(_share(times, 99) for times in each) / 1000 for each in (beside, quiet))
    p50 = statistics.median(_share(times, 50) for times in beside) / 1000
    answered, refused = (sum((Counter(one[key]) for one in found), Counter[str]()) for key in ("answered", "refused"))
    what = f"{len(ROLES)} askers at {tables} tables of {commits:,} commits"
    note = f"floor: the same table without them; p50 {p50:.1f} ms; answered {dict(answered)}; refused {dict(refused)}"
    longest = {kind: round(max(one["longest_ms"].get(kind, 0) for one in found)) for kind in sorted(answered)}
    return [
        row(f"another table's ack p99 beside {what}", p99, "ms", ratio_most(3), alone, note),
        row(f"the longest that one of {what} waited", max(longest.values()), "ms", most(SERVED_MS), note=str(longest)),
    ]


@contextlib.contextmanager
def _server(net: Net, asked: list[Tape]) -> Iterator[tuple[Process, int]]:
    logs = {each.encounter: each.entries for each in asked} | {each.encounter: each.entries[:1] for each in net.tapes}
    with machine.redis(net.folder) as (path, _):
        asyncio.run(machine.fill(path, logs))
        with machine.served(net.folder, path, MASTER) as served:
            yield served


def _command(folder: Path, port: int, asked: list[Tape]) -> list[str | Path]:
    askers = []
    for number, role in enumerate(ROLES):
        at = asked[number % len(asked)]
        seat = SEATS[number % len(SEATS)] if role == "player" else role
        address = f"127.0.1.{1 + number % ADDRESSES}"
        askers.append(Asker(address, at.tokens[seat], role, len(at.entries)))
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
    asyncio.run(Asking(msgspec.msgpack.decode(Path(sys.argv[1]).read_bytes(), type=Plan)).run())
