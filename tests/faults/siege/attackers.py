"""Who attacks a door: so many clients from so many addresses, each at the rate that its role has, or no rate at all."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import sys
import time
import tomllib
from asyncio.subprocess import DEVNULL
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from client_demo.choice import choose, filled, is_of
from protocol import codec as wire
from protocol import messages as m
from protocol.limits import IMPORT_PART_BYTES, SERVER_FRAME_BYTES
from server.core.ids import GM, PUBLIC
from server.core.size import MOST_EVENTS
from server.encounter.file import MOST_SEATS
from server.gateway.limits import Limits, Rate
from server.past.questions import AnyQuestion
from tests.archive.test_imported import CUPS, fat
from tests.client_demo.served import ROOT
from tests.faults.siege.besieged import Besieged
from tests.faults.siege.doors import ALONE, FOREIGN, SYSTEMS, Door, foreign, intents_of, name_of
from tests.faults.siege.greed import Greedy
from tests.fuzz.grammar import form_of
from tests.fuzz.sockets import ANSWERS, Seat
from tests.gateway.house import Player
from tests.support.forgeries import forged
from tests.table.load.test_full_tables import crowd

FOR_S = 1.2
"""So long each attack goes on after its first burst."""

LONG, TABLES = 1_000, 3
"""Commits of a table at which questions are asked, and how many there are: by turns, for a seat that has asked all that
it may must wait until it may ask again."""

LIMITS = Limits()
CODEC = wire.MSGPACK
PEOPLE = 12
"""How many come at once to where there is room for more than one of each seat."""

EACH = 3
"""So many of them share an address."""

Frames = Iterator[bytes]
Attack = Callable[[], Awaitable[object]]
"""What is said is ready, as far as it can be: what is measured is the server, not who attacks it."""


class Table(NamedTuple):
    """An encounter: its id, and tokens by seat."""

    encounter: str
    links: dict[str, str]


class Field:
    """The besieged server, and tables with a long history to ask about."""

    def __init__(self, folder: Path, server: Besieged, seed: int) -> None:
        self.folder, self.server, self.luck = folder, server, random.Random(seed)
        self.tables: list[Table] = []
        self.said = Counter[str]()
        self._row = 0

    @property
    def long(self) -> Table:
        """A table with a long history: another one for each door."""
        return self.tables[self._row % len(self.tables)]

    @property
    def data(self) -> list[str]:
        """The options by which a command finds the server."""
        return ["--data", self.server.settings.data, "--redis", self.server.settings.redis]

    def file(self, name: str) -> Path:
        """A file of ours."""
        return self.folder / name

    @property
    def link(self) -> str:
        """What the game master of the long table opens."""
        return f"http://127.0.0.1:{self.server.port}/#{self.long.links[GM]}"

    async def prepare(self) -> None:
        """Play the long fights, and write what files are needed."""
        self.tables = [Table(**await self.server.order("fight", LONG)) for _ in range(TABLES)]
        self.file("laid.toml").write_text(SYSTEMS["tirakan"].demo)
        short = await self.lay("tirakan")
        for name, table in (("long", self.long), ("short", short)):
            await command(self, "export", [table.encounter, "-o", str(self.file(f"{name}.fray")), *self.data])
        self.file("fat.fray").write_bytes(forged(CUPS, _fatten))

    def next_row(self) -> None:
        """Whoever comes from now on comes from addresses that have done nothing yet, and is told other things."""
        self._row += 1
        self.said.clear()

    def address(self, number: int) -> str:
        """Where the attacker of this number comes from."""
        return f"10.{self._row >> 8}.{self._row & 255}.{1 + number // EACH}"

    async def lay(self, system: str) -> Table:
        """A fight that has begun."""
        table = Table(**await self.server.order("lay", system))
        async with self.sitting(table.links["gm"], 0) as gm:
            chosen = choose(gm.options, gm.view, self.luck)
            assert chosen is not None
            await submit(gm, chosen[0])
        return table

    async def connect(self, number: int) -> Player:
        """A WebSocket of an attacker."""
        socket = await connect(
            f"ws://127.0.0.1:{self.server.port}/ws",
            subprotocols=[Subprotocol(CODEC.subprotocol)],
            additional_headers={"X-Forwarded-For": self.address(number)},
            compression=None,
            proxy=None,
            max_size=SERVER_FRAME_BYTES,
        )
        return Player(socket, CODEC)

    @contextlib.asynccontextmanager
    async def sitting(self, token: str, number: int) -> AsyncIterator[Seat]:
        """A seat's session, welcomed, with its audience as its name; without a token in the lobby."""
        player = await self.connect(number)
        try:
            await player.send(m.Hello(token=token) if token else m.Hello())
            said = await player.next(m.Welcome, m.Lobby, m.Bye)
            seat = Seat(player, said.audience if isinstance(said, m.Welcome) else "")
            seat.take(said)
            yield seat
        finally:
            await player.socket.close()


async def submit(seat: Seat, intent: dict[str, Any]) -> float:
    """How long its answer takes, in seconds."""
    begun_s = time.monotonic()
    body = msgspec.Raw(CODEC.to_bytes(intent))
    await seat.player.send(m.Submit(id=os.urandom(16), intent=body, nonce=bytes(16)))
    await seat.answer()
    return time.monotonic() - begun_s


# --- what is sent ----------------------------------------------------------------------------------------------------


def frames(field: Field, door: Door, seat: Seat, count: int) -> Frames:
    """What one attacker sends, one after the other: all of it is made before the first is sent, but for intents that
    are offered, which depend on what is told meanwhile."""
    match door.kind, door.name:
        case "message", "import":
            made = _files(field)
        case "message", "create":
            made = _encounters(field)
        case "message", _:
            made = _messages(field, door.name, seat)
        case "question", _:
            made = _questions(field, door.name, seat)
        case _:
            return _intents(door, seat, field.luck, list(itertools.islice(_large(field, door, seat), count)))
    return iter(list(itertools.islice(made, count)))


def _known(field: Field, seat: Seat) -> dict[str, Any]:
    """What names in questions and intents stand for; positions are others each time, so that nothing is found ready."""
    view, luck = seat.view, field.luck
    everybody = list(view.get("combatants", {})) or [""]
    mine = [who for who in everybody if is_of(seat.name.removeprefix("seat:"), who, view)] or everybody
    n = luck.randint(2, LONG)
    decision = view.get("decision", {}).get("id", "")
    others = {name: luck.choice(everybody) for name in ("target", "whom", "foe", "of", "to_who", "combatant")}
    audience = PUBLIC if seat.name == GM else seat.name
    return {
        **others, "who": luck.choice(mine), "encounter": view.get("encounter", ""), "audience": audience, "seat": GM,
        "decision": decision, "n": n, "after": n, "at": [n, 0], "offset": 0, "code": "AAAA-AAAA",
    }  # fmt: skip


def _greedy(field: Field, kind: type, seat: Seat) -> dict[str, Any]:
    made: dict[str, Any] = Greedy(field.luck, _known(field, seat)).of(form_of(kind))
    return made


def _messages(field: Field, name: str, seat: Seat) -> Frames:
    kinds = {name_of(kind): kind for kind in m.ClientMessage.__args__}
    while True:
        made = _greedy(field, kinds[name], seat)
        yield CODEC.to_bytes({key: one for key, one in made.items() if key != "at"})


def _encounters(field: Field) -> Frames:
    for number, system in zip(itertools.count(), itertools.cycle(sorted(SYSTEMS)), strict=False):
        spec = msgspec.to_builtins(crowd(system))
        for seat in range(MOST_SEATS - len(spec["seats"])):
            spec["seats"][f"more{seat}"] = {"name": f"More {seat}"}
        spec["title"] = f"A crowd {number}"
        yield CODEC.to_bytes({"type": "create", "id": number, "encounter": spec})


def _fatten(commits: list[dict[str, Any]]) -> None:
    for commit in commits[6:9]:
        fat(MOST_EVENTS)([commit])


def _files(field: Field) -> Frames:
    """A short file, which is taken in at once, one whose commits hold as much as any may, and a long one by turns."""
    for name in itertools.cycle(("short", "fat", "long")):
        data = field.file(f"{name}.fray").read_bytes()
        for at in range(0, len(data), IMPORT_PART_BYTES):
            part = m.Import(id=1, offset=at, data=data[at : at + IMPORT_PART_BYTES], carry_on=True)
            yield CODEC.encode(msgspec.structs.replace(part, last=at + IMPORT_PART_BYTES >= len(data)))


def _questions(field: Field, name: str, seat: Seat) -> Frames:
    kinds = {name_of(kind): kind for kind in AnyQuestion.__args__}
    for number in itertools.count(1):
        asked = {key: one for key, one in _greedy(field, kinds[name], seat).items() if one is not None}
        yield CODEC.encode(m.Ask(id=number, question=msgspec.Raw(CODEC.to_bytes(asked))))


def _large(field: Field, door: Door, seat: Seat) -> Iterator[tuple[str, bytes]]:
    """The largest intent of a kind, with its name; of what is not one's own all kinds by turns."""
    kinds = {name_of(kind): kind for kind in intents_of(door.system)}
    names = foreign(door.system, door.role) if door.name == FOREIGN else [door.name]
    for name in itertools.cycle(names):
        yield name, CODEC.to_bytes(_greedy(field, kinds[name], seat))


def _intents(door: Door, seat: Seat, luck: random.Random, large: Sequence[tuple[str, bytes]]) -> Frames:
    """By turns one of these, and what is offered of its kind where anything is."""
    for number, (name, body) in enumerate(large):
        offered = [one for one in seat.options if one["intent"]["type"] == name and "reason" not in one]
        intent = filled(luck.choice(offered), seat.view, luck) if offered and number % 2 else None
        said = msgspec.Raw(CODEC.to_bytes(intent) if intent else body)
        decision = (number % 4 < 2 and seat.view.get("decision", {}).get("id")) or msgspec.UNSET
        yield CODEC.encode(m.Submit(id=os.urandom(16), intent=said, nonce=bytes(16), decision=decision))


# --- the attacks -----------------------------------------------------------------------------------------------------


async def paced(rate: Rate, steps: Sequence[Callable[[], Awaitable[object]]]) -> None:
    """As many at once as may be, the others one after the other as the rate lets them."""
    begun_s = time.monotonic()
    for number, step in enumerate(steps):
        due_s = begun_s + max(0.0, number - rate.burst + 1) / rate.per_s
        await asyncio.sleep(max(0.0, due_s - time.monotonic()))
        await step()


def count_of(rate: Rate) -> int:
    """How many steps an attack has."""
    return rate.burst + int(FOR_S * rate.per_s)


async def at_table(field: Field, door: Door, table: Table, stack: AsyncExitStack) -> Attack:
    """Everybody of this role sits there, or in the lobby, and sends."""
    seats = {
        "lobby": [""], "spectator": [table.links["spectator"]], "gm": [table.links[GM]],
        "player": [token for seat, token in table.links.items() if seat not in (GM, "spectator")],
    }[door.role]  # fmt: skip
    many = len(seats) if door.role in ("player", "gm") else PEOPLE
    sitting = [await stack.enter_async_context(field.sitting(seats[at % len(seats)], at)) for at in range(many)]
    rate = LIMITS.lobby if door.role == "lobby" else LIMITS.rate(door.role)
    lines = [frames(field, door, seat, count_of(rate)) for seat in sitting]

    async def one(seat: Seat, line: Frames) -> None:
        reading = asyncio.create_task(_read(seat, field.said))
        with contextlib.suppress(ConnectionClosed):
            await paced(rate, [lambda: seat.player.send_bytes(next(line))] * count_of(rate))
        reading.cancel()

    return lambda: asyncio.gather(*(one(seat, line) for seat, line in zip(sitting, lines, strict=True)))


async def _read(seat: Seat, said: Counter[str]) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            message = CODEC.decode_server(bytes(await seat.player.socket.recv(decode=False)))
            seat.take(message)
            if isinstance(message, ANSWERS):
                said[message.code if isinstance(message, m.Rejected) else name_of(type(message))] += 1


async def arriving(field: Field, door: Door, table: Table, stack: AsyncExitStack) -> Attack:
    """Sockets come, say who they are, and go: with wrong links, without one, with a right one."""
    rate = Rate(LIMITS.connects.burst // EACH, LIMITS.connects.per_s / EACH)
    right = {"lobby": "", "spectator": table.links["spectator"]}

    async def come(number: int) -> None:
        wrong = table.links[GM][:40] + os.urandom(12).hex()
        with contextlib.suppress(ConnectionClosed, OSError, InvalidHandshake):
            async with field.sitting(right.get(door.role, wrong), number):
                pass

    return lambda: asyncio.gather(*(paced(rate, [partial(come, at)] * count_of(rate)) for at in range(PEOPLE)))


async def keeping(field: Field, door: Door, table: Table, stack: AsyncExitStack) -> Attack:
    """Each lays tables with bots, as many as they get, sits down at every one, and stays until all have done so."""
    encounter = tomllib.loads(SYSTEMS["brink"].demo)
    seat = next(iter(encounter["seats"]))
    create = CODEC.to_bytes({"type": "create", "id": 1, "encounter": encounter, "alone": seat})
    lobbies = [await stack.enter_async_context(field.sitting("", number)) for number in range(PEOPLE)]

    async def lay(number: int, sat: AsyncExitStack) -> None:
        player = lobbies[number].player
        await player.send_bytes(create)
        answer = await player.next(*ANSWERS)
        field.said[answer.code if isinstance(answer, m.Rejected) else name_of(type(answer))] += 1
        if isinstance(answer, m.Answer):
            links = msgspec.msgpack.decode(answer.body)["links"]
            await sat.enter_async_context(field.sitting(links[seat], number))

    async def all_of_them() -> None:
        rate = Rate(LIMITS.creations.burst // EACH, LIMITS.creations.per_s / EACH)
        async with AsyncExitStack() as sat:
            tries = [paced(rate, [partial(lay, at, sat)] * count_of(rate)) for at in range(PEOPLE)]
            await asyncio.gather(*tries)
            await asyncio.sleep(FOR_S)

    return all_of_them


async def loading(field: Field, door: Door, table: Table, stack: AsyncExitStack) -> Attack:
    """Pages, one after the other on each of some lines: there is no rate for them."""

    async def one(number: int) -> None:
        until_s = time.monotonic() + FOR_S
        request = f"GET {door.name} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {field.address(number)}\r\n\r\n"
        while time.monotonic() < until_s:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", field.server.port)
                writer.write(request.encode())
                await reader.read(1 << 22)
                writer.transport.abort()

    return lambda: asyncio.gather(*map(one, range(PEOPLE)))


async def command(field: Field, name: str, arguments: list[str]) -> None:
    """One command beside the running server."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", name, *arguments),
        env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=DEVNULL, stderr=DEVNULL,
    )  # fmt: skip
    try:
        async with asyncio.timeout(30):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


COMMANDS: dict[str, Callable[[Field], list[str]]] = {
    "create": lambda field: [str(field.file("laid.toml")), *field.data],
    "check": lambda field: [str(ROOT / "tests" / "scenarios" / "three_cups")],
    "export": lambda field: [field.long.encounter, "-o", str(field.file("again.fray")), *field.data],
    "verify": lambda field: [str(field.file("long.fray"))],
    "import": lambda field: [str(field.file("long.fray")), "--continue", *field.data],
    "branch": lambda field: [field.long.encounter, *field.data],
    "replay": lambda field: [field.long.encounter, *field.data],
    "accept": lambda field: [field.long.encounter, "--reason", "x" * 1000, *field.data],
    "doctor": lambda field: field.data,
    "systems": lambda field: [],
    "bots": lambda field: [field.link],
}
"""What each command is given."""


async def commanding(field: Field, door: Door, table: Table, stack: AsyncExitStack) -> Attack:
    """The command, again and again."""

    async def again() -> None:
        until_s = time.monotonic() + FOR_S
        while time.monotonic() < until_s:
            await command(field, door.name, COMMANDS[door.name](field))

    return again


async def ready(field: Field, door: Door, stack: AsyncExitStack) -> Attack:
    """Whoever attacks this door stands before it: at a fight of its own for an intent, for others at a long one."""
    table = await field.lay(door.system) if door.kind == "intent" else field.long
    take = {"hello": arriving, ALONE: keeping}.get(door.name) or {"page": loading, "command": commanding}.get(door.kind)
    return await (take or at_table)(field, door, table, stack)
