"""What lives as long as the process does not grow with what comes and goes.

Everything that a server refers to is walked, container by container, after five evenings and after fifteen, when all
have gone: each container is as large as before, but for those that are named here with the reason.
"""

from __future__ import annotations

import asyncio
import os
import weakref
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from client_demo.client import JSON, MSGPACK, Client, Refused
from client_demo.past import bring, export
from protocol import codec as wire
from protocol import messages as m
from server.app import company
from server.app.casts import FOLDER
from server.app.company import Company
from server.app.crew import ENDED, Crew, Word
from server.gateway.session import Session
from server.keys import seeds
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby import tables
from server.past import files
from server.process.settings import Settings
from server.store.memory import MemoryLog
from tests.gateway.house import House, close_house, open_house
from tests.lobby.test_tables import MINUTE_MS
from tests.support.alive import OURS, alive, without_collector
from tests.support.clocks import HandClock
from tests.table.party import SPEC

FEW, MORE = 5, 10
MEMORY_LOG = "server.store.memory"
"""It stands for the store, and is not of the process."""

GROWS = {
    "server.keys.links.Links._known": "every encounter's links: what links.json holds, at most --encounters",
    "server.lobby.lobby.Lobby._codes": "the same, by join code",
    "server.lobby.lobby.Lobby._coded": "the same",
    "server.gateway.limits.Buckets._buckets": "addresses and seats that were here lately, at most KEPT",
    "server.process.door.Upper._newest": "what the newest long questions have cost, at most NEWEST of a kind and size",
    "server.keys.seeds.SeedKeeper._newest": "seeds of the encounters that were used last, at most MOST_KEPT",
}


LISTS = ("_known", "_order", "_places")
"""What of the links is read where somebody asks for them."""

KEPT = (".Seeds", ".Bucket", "._Parser")
"""What is in those; and a close is parsed by the library, in a cycle of its own that is young and found at once."""


def containers(*roots: object) -> Counter[str]:
    """How much is in each container that our objects refer to, by class and attribute."""
    found: Counter[str] = Counter()
    seen = {id(root) for root in roots}
    waiting = list(roots)
    while waiting:
        one = waiting.pop()
        for name, value in attributes(one):
            if isinstance(value, dict | set | list | deque):
                found[f"{type(one).__module__}.{type(one).__qualname__}.{name}"] += len(value)
            for each in inside(value):
                if id(each) not in seen and is_ours(each):
                    seen.add(id(each))
                    waiting.append(each)
    return found


def is_ours(one: object) -> bool:
    module = str(type(one).__module__)
    return module.startswith(OURS) and not module.startswith(MEMORY_LOG) and not isinstance(one, type)


def attributes(one: object) -> Iterator[tuple[str, Any]]:
    """By name, also those in slots."""
    yield from getattr(one, "__dict__", {}).items()
    for kind in type(one).__mro__:
        for name in getattr(kind, "__slots__", ()):
            if hasattr(one, name):
                yield name, getattr(one, name)


def inside(value: Any) -> Iterator[Any]:
    """The value, or what it holds."""
    if isinstance(value, dict):
        yield from value.keys()
        yield from value.values()
    elif isinstance(value, set | list | deque | tuple):
        yield from value
    else:
        yield value
        yield getattr(value, "__self__", None)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def house(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A server whose tables are swept in every turn of the loop."""
    monkeypatch.setattr(tables, "SWEEP_EVERY_S", 0)
    monkeypatch.setattr(tables, "PAUSE_S", 0)
    with without_collector():
        house = await open_house(tmp_path, clock=clock, log=MemoryLog(), keeper=SeedKeeper(b"m" * 32, [b"f" * 32]))
        yield house
        await close_house(house)


async def evening(house: House) -> None:
    """A table that is laid, played at, looked back on, branched, exported, imported and left."""
    links = (await house.lobby.create(SPEC))["links"]
    url = f"http://127.0.0.1:{house.port}"
    async with Client.connect(url, links["gm"], MSGPACK) as gm, Client.connect(url, links["ann"], JSON) as ann:
        await gm.submit({"type": "begin"})
        for cup in (1, 2, 3, 1):
            await ann.submit({"type": "choose", "who": "a", "cup": cup})
        at = [gm.n - 2, 0]
        await gm.ask({"type": "preview_amend", "target": at, "edits": [{"at": at, "struck": True}]})
        await gm.ask({"type": "history"})
        await gm.ask({"type": "marks"})
        await gm.branch()
        await bring(url, await export(gm), carry_on=True)


async def gone(house: House, clock: HandClock) -> None:
    """Time goes by until no table is open and no file is held."""
    for _ in range(3):
        clock.now += max(2 * MINUTE_MS, 2 * files.HELD_MS)
        for _ in range(200):
            await asyncio.sleep(0)
    assert not house.lobby.tables.open


def left(before: Counter[str]) -> dict[str, int]:
    """What of our own there is more of than some stray ones."""
    more = (alive() - before).items()
    ours = {name: count for name, count in more if name.startswith("server.") and not name.endswith(KEPT)}
    return {name: count for name, count in ours.items() if count > 2}


def grown(house: House, before: Counter[str]) -> dict[str, int]:
    now = containers(house.lobby, house.listener)
    return {name: now[name] - before[name] for name in now if now[name] > before[name]}


async def test_nothing_grows_but_what_is_named(house: House, clock: HandClock) -> None:
    """From five evenings to fifteen."""
    for _ in range(FEW):
        await evening(house)
    await gone(house, clock)
    before, then = containers(house.lobby, house.listener), alive()
    for _ in range(MORE):
        await evening(house)
    await gone(house, clock)
    assert grown(house, before).keys() <= GROWS.keys()
    assert left(then) == {}


async def test_what_would_grow_is_noticed(house: House, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: seats that are not forgotten, files that are not let go."""
    monkeypatch.setattr(house.lobby.tables.admission, "forget", lambda encounter: None)
    monkeypatch.setattr(house.lobby.tables._services.files, "let_go", lambda: None)
    await evening(house)
    await gone(house, clock)
    before = containers(house.lobby, house.listener)
    await evening(house)
    await gone(house, clock)
    wanted = {"server.lobby.admission.Admission._kept", "server.past.files.Files._held"}
    assert grown(house, before).keys() - GROWS.keys() == wanted


async def test_sessions_leave_nothing(house: House, clock: HandClock) -> None:
    """A thousand, that go politely, and without a word, from the table and from the lobby."""

    async def come_and_go(number: int) -> None:
        player = await house.connect(wire.JSON if number % 2 else wire.MSGPACK)
        hello = m.Hello() if number % 5 == 0 else m.Hello(token=house.links["spectator"])
        await player.send(hello)
        await player.next(m.Lobby if number % 5 == 0 else m.Welcome)
        if number % 3:
            await player.socket.close()
        else:
            player.socket.transport.abort()

    await come_and_go(0)
    await come_and_go(1)
    await gone(house, clock)
    before, then = containers(house.lobby, house.listener), alive()
    for start in range(0, 1000, 20):
        await asyncio.gather(*(come_and_go(start + number) for number in range(20)))
    await gone(house, clock)
    assert grown(house, before) == {}
    assert left(then) == {}


async def test_bots_that_come_and_go_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether their fight has ended or the player has gone; but for the links, and for which tables have bots that may
    still go on. The process in which they would play is not started: only what is kept of it is looked at."""
    monkeypatch.setattr(Crew, "start", lambda crew: None)
    monkeypatch.setattr(company, "LEAVE_S", 0)
    links = Links(tmp_path / "links.json")
    bots = Company(Settings(data=str(tmp_path), bots=2), links)
    await bots.start("http://here")

    async def evening(number: int) -> None:
        encounter, network = f"{number:032x}", f"192.0.2.{number}/32"
        with bots.laying(network):
            await links.put(encounter, {"gm": "A" * 64, "ann": "B" * 64})
            await bots.accompany(encounter, ("gm",), network)
        bots.came(encounter, "ann", network, await bots.bots_at(encounter))
        assert bots._crew._orders.keys() == {encounter}
        if number % 2:
            bots._crew._hear(Word(encounter, ENDED))
        bots.went(encounter, "ann")
        for _ in range(5):
            await asyncio.sleep(0)

    for number in range(FEW):
        await evening(number)
    before, then, opened = containers(bots), alive(), len(os.listdir("/proc/self/fd"))
    for number in range(FEW, FEW + MORE):
        await evening(number)
    now = containers(bots)
    assert {name for name in now if now[name] > before[name]} == {f"server.keys.links.Links.{part}" for part in LISTS}
    assert (left(then), len(os.listdir("/proc/self/fd"))) == ({}, opened)
    assert len(os.listdir(tmp_path / FOLDER)) == len(range(0, FEW + MORE, 2))
    await bots.close()


async def test_a_session_that_is_gone_leaves_no_transport(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """asyncio's transports hold methods of themselves: the server's let go of them."""
    gone: list[weakref.ref[object]] = []
    lost = Session.connection_lost

    def noted(session: Session, error: Exception | None) -> None:
        gone.append(weakref.ref(session._transport))
        lost(session, error)

    monkeypatch.setattr(Session, "connection_lost", noted)
    player = await house.sit("ann")
    await player.socket.close()
    for _ in range(200):
        await asyncio.sleep(0)
    assert [transport() for transport in gone] == [None]


async def test_a_file_is_held_as_long_as_it_is_fetched(house: House, clock: HandClock) -> None:
    """Each part gives it two minutes more."""
    held = house.lobby.tables._services.files
    async with Client.connect(f"http://127.0.0.1:{house.port}", house.links["gm"], MSGPACK) as gm:
        shown = await gm.ask({"type": "export"})
        for _ in range(3):
            clock.now += files.HELD_MS
            held.let_go()
            await gm.ask({"type": "part", "file": shown["file"], "offset": 1})
        clock.now += files.HELD_MS + 1
        held.let_go()
        with pytest.raises(Refused, match="export_gone"):
            await gm.ask({"type": "part", "file": shown["file"], "offset": 1})


def test_seeds_are_kept_of_so_many_encounters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others' are made again, the same; which former key an encounter has is never forgotten."""
    monkeypatch.setattr(seeds, "MOST_KEPT", 2)
    former, keeper = SeedKeeper(b"f" * 32), SeedKeeper(b"m" * 32, [b"f" * 32])
    ids = [f"{number:032x}" for number in range(4)]
    assert keeper.holds(ids[0], former.tips(ids[0]))
    found = {id: keeper.seeds(id, 1) for id in ids}
    assert len(keeper._newest) == 2
    assert {id: keeper.seeds(id, 1) for id in ids} == found
    assert found[ids[0]] == former.seeds(ids[0], 1)
