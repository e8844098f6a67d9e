"""Fights recorded at real tables in memory, to be played again at a real server, byte for byte.

The dice follow from the encounter, the master key and the nonces, so the same intents have the same outcome wherever
they are played: every step of a tape is accepted, and what the table has told its game master by then is known.
"""

from __future__ import annotations

import asyncio
import random
import struct
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from protocol.codec import MSGPACK
from protocol.messages import FromServer, Hello, Submit
from server.core.create import EncounterSpec
from server.core.ids import GM, PUBLIC
from server.core.intents import Continue, Intent, PassStanding
from server.core.state import TableOptions
from server.core.system import System
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby.lobby import Lobby
from server.process.clock import Clock
from server.rules.tirakan import SYSTEM
from server.store.log import Entry
from server.store.memory import MemoryLog
from server.table.services import Services
from server.table.table import Table
from tests.bench.fight import AT_ONCE, SEATS, Script, spec

MASTER = bytes(range(32))
CONNECTIONS = (GM, *SEATS, "spectator")


class Step(msgspec.Struct, frozen=True):
    """One submitted intent; `gm_n` and `public_n` are what has been told when all that follows from it is done."""

    seat: str
    message: Submit
    gm_n: int
    public_n: int
    seconds: float
    """What CPU time recording it took, choosing left out."""


class Tape(msgspec.Struct, frozen=True):
    """One fight: the links' tokens, the steps, the whole log after the last, and what of it was there before the first:
    the table laid, with everybody's seat taken."""

    encounter: str
    tokens: dict[str, str]
    steps: list[Step]
    entries: list[Entry]
    laid: int = 1

    def begun(self) -> Tape:
        """As if all of it had been there before the first step."""
        return Tape(self.encounter, self.tokens, [], self.entries, len(self.entries))

    @property
    def beginning(self) -> list[Entry]:
        """The log before the first step."""
        return self.entries[: self.laid]


class Silent:
    """A viewer that notes refusals and nothing else."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.role = seat if seat in (GM, "spectator") else "player"
        self.audience = {GM: GM, "spectator": PUBLIC}.get(seat, f"seat:{seat}")
        self.network = "192.0.2.1/32"
        self.codec = MSGPACK
        self.acks = 0

    def send_now(self, payload: bytes) -> None:
        """Nothing waits here."""
        self.send(payload)

    def send(self, payload: bytes) -> None:
        """Count an ack; a refusal is an error of the benchmark."""
        if b"\xa8rejected" in payload[:20]:
            raise AssertionError(f"{self.seat} was refused: {payload!r}")
        self.acks += b"\xa3ack" in payload[:10]

    def bye(self, code: str) -> None:
        """Nobody is sent away here."""
        raise AssertionError(code)


class NoLinks(Links):
    """Forgets the links: the real file is written anew for each encounter, which is not what is measured."""

    async def put(self, encounter: str, tokens: Mapping[str, str]) -> None:
        """Nothing."""


class Recorder:
    """Lays fights over one log in memory, and plays them."""

    log: MemoryLog
    now_ms: int
    _luck: random.Random

    def __init__(
        self, folder: Path, before: Recorder | None = None, luck: int = 1, system: System = SYSTEM,
        rifles: bool = False, table: TableOptions = AT_ONCE, moves: bool = False,
    ) -> None:  # fmt: skip
        """`before`: a recorder whose fights go on here, at tables to be opened again. `luck`: for ids and nonces.
        `moves`: do those on the map move?"""
        self.system, self._rifles, self._table, self._moves = system, rifles, table, moves
        self.log = MemoryLog(before.log.shelf if before is not None else None)
        self.scripts: dict[str, Script] = before.scripts if before is not None else {}
        self.now_ms = before.now_ms if before is not None else 1_700_000_000_000
        links = NoLinks(folder / "links.json")
        clock = Clock(lambda: self.now_ms, lambda: self.now_ms)
        self.lobby = Lobby(Services(self.log, SeedKeeper(MASTER), clock), {system.name: system}, links)
        self._luck = before._luck if before is not None else random.Random(luck)

    def spec(self) -> EncounterSpec:
        """The encounter that is laid."""
        return spec(system=self.system, rifles=self._rifles, table=self._table)

    def script(self) -> Script:
        """Who plays a new fight."""
        return Script(self.system, moves=self._moves)

    async def lay(self) -> Tape:
        """A new table, at which all sit, not begun."""
        made = await self.lobby.create(self.spec())
        id = made["encounter"]
        table = await self.lobby.table(id)
        for viewer in map(Silent, CONNECTIONS):
            table.attach(viewer)
            await _settled(table)
            table.detach(viewer)
        entries = list(self.log.shelf.streams[id])
        return Tape(id, made["links"], [], entries, len(entries))

    def message(self, intent: Intent) -> Submit:
        """As it is submitted, a second after the one before. Which decision it answers is not said: what the server
        begins by itself has other ids each time."""
        self.now_ms += 1_000
        id, nonce = self._luck.randbytes(16), self._luck.randbytes(16)
        return Submit(id=id, nonce=nonce, intent=msgspec.Raw(msgspec.msgpack.encode(intent)))

    async def play(self, tape: Tape, least: int = 0, commits: int = 0) -> Tape:
        """Go on until there are so many steps and commits."""
        table = await self.lobby.table(tape.encounter)
        script = self.scripts.setdefault(tape.encounter, self.script())
        viewers = {seat: Silent(seat) for seat in CONNECTIONS}
        steps = list(tape.steps)
        while len(steps) < least or table.timeline.version < commits:
            seat, intent = script.next(table.timeline.state)
            message = self.message(intent)
            seconds = await submit(table, viewers[seat], message)
            await self._goes_on(table)
            numbers = table.timeline.numbers
            steps.append(Step(seat, message, len(numbers[GM]), len(numbers.get(PUBLIC, [])), seconds))
        return Tape(tape.encounter, tape.tokens, steps, list(self.log.shelf.streams[tape.encounter]), tape.laid)

    async def _goes_on(self, table: Table) -> None:
        """No time passes here by itself: until the shortest pause is over, where a table has one."""
        duties = table.keeping._duties
        while (due := duties.due()) is not None and isinstance(due[1], Continue | PassStanding):
            self.now_ms = max(self.now_ms, due[0])
            duties.schedule()
            await _settled(table)


async def _settled(table: Table) -> None:
    while table.waiting:  # noqa: ASYNC110  (the table says to nobody that it has nothing to do)
        await asyncio.sleep(0)


async def submit(table: Table, viewer: Silent, message: Submit) -> float:
    """Submit and wait until the table has done all that follows; returns the CPU seconds that it took."""
    acks, begun_s = viewer.acks, time.process_time()
    table.submit(viewer, message)
    while viewer.acks == acks or table.waiting:  # noqa: ASYNC110  (an event would add to what is measured)
        await asyncio.sleep(0)
    return time.process_time() - begun_s


async def record(folder: Path, tables: int, steps: int) -> list[Tape]:
    """So many fights of so many steps each."""
    return await record_each(folder, [steps] * tables)


async def record_each(folder: Path, steps: Sequence[int]) -> list[Tape]:
    """One fight for each of these counts of steps."""
    return await recorded(Recorder(folder), steps)


async def recorded(recorder: Recorder, steps: Sequence[int]) -> list[Tape]:
    """The same by somebody who is there already."""
    tapes = [await recorder.play(await recorder.lay(), least) for least in steps]
    await recorder.lobby.close()
    return tapes


def write(path: Path, tapes: Sequence[Tape]) -> Path:
    """The tapes as the load generator reads them (load.c); its first connection of each is the game master's."""
    parts = [struct.pack("<I", len(tapes))]
    for tape in tapes:
        tokens = [tape.tokens[seat] for seat in CONNECTIONS]
        hellos: list[FromServer | Hello] = [Hello(token=token, blocks=True, like=True) for token in tokens]
        parts.append(struct.pack("<I", len(hellos)))
        parts += [_sized(MSGPACK.to_bytes(hello)) for hello in hellos]
        parts.append(struct.pack("<I", len(tape.steps)))
        told = 0
        for step in tape.steps:
            public_n, told = (step.public_n, step.public_n) if step.public_n > told else (0, told)
            parts.append(struct.pack("<III", CONNECTIONS.index(step.seat), step.gm_n, public_n))
            parts.append(_sized(MSGPACK.to_bytes(step.message)))
    path.write_bytes(b"".join(parts))
    return path


def _sized(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data
