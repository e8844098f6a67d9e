"""Reconnects in the middle of random fights of every system: whoever comes back stands where the others stand."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec

from client_demo.choice import choose
from protocol import messages as m
from protocol.patch import canonical
from server.conformance.fights import SYSTEMS, demo, every_system, fights
from server.core.timeline.timeline import Timeline
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby.lobby import Lobby
from server.store import codec, snapshots
from server.store.memory import MemoryLog, MemoryStore
from server.table import recall
from server.table.services import Services
from tests.support.clocks import Ticking
from tests.support.luck import same_numbers
from tests.table.party import Party, Remembering
from tests.table.test_secrecy import options_of

STEPS = 25
FEW = 8
"""Snapshots are written so often here."""


def house(folder: Path, shelf: MemoryStore) -> Lobby:
    """A server with every system."""
    return Lobby(Services(MemoryLog(shelf), SeedKeeper(b"m" * 32), Ticking()), SYSTEMS, Links(folder / "links.json"))


async def settled() -> None:
    """Whatever the server does by itself is done."""
    for _ in range(30):
        await asyncio.sleep(0)


async def step(sitting: dict[str, Remembering], luck: random.Random) -> None:
    """Some seat does what it is offered, or the GM takes something back, redoes it or strikes an act out."""
    gm = sitting["gm"]
    kind = luck.choice(("act",) * 6 + ("rewind", "redo", "strike"))
    held = gm.table.timeline.state.play.decision if gm.table.timeline.state.play.is_held else None
    if held is not None:
        await gm.does({"type": "continue", "decision": held.id})
    elif kind == "rewind":
        await gm.does({"type": "rewind", "to": [luck.randint(1, gm.n), 0]})
    elif kind == "redo":
        await gm.does({"type": "redo"})
    elif kind == "strike":
        at = [luck.randint(1, gm.n), 0]
        change = {"target": at, "edits": [{"at": at, "struck": True}]}
        seen = await gm.asks({"type": "preview_amend", **change})
        if isinstance(seen, dict):
            await gm.does({"type": "amend", **change, "digest": seen["digest"]})
    else:
        await act(sitting, luck)
    await settled()


async def act(sitting: dict[str, Remembering], luck: random.Random) -> None:
    """The first seat that is offered something takes some of it."""
    for viewer in luck.sample(list(sitting.values()), len(sitting)):
        chosen = choose(options_of(viewer), viewer.view, luck)
        if chosen is not None:
            await viewer.does(chosen[0], decision=chosen[1])
            return


def head_at(viewer: Remembering, n: int) -> bytes:
    """The head of a viewer's audience at its number n."""
    timeline = viewer.table.timeline
    head: bytes = timeline.commit(timeline.version_of(viewer.audience, n)).told[viewer.audience].head
    return head


async def comes_back(party: Party, viewer: Remembering, luck: random.Random) -> Remembering:
    """Who has seen up to some number and comes back is shown what a newcomer is shown, and told what it missed."""
    n = luck.randint(1, viewer.n)
    fresh, late = await party.sits(viewer.seat), await party.sits(viewer.seat, in_blocks=True)
    in_blocks, in_likes = luck.random() < 0.7, luck.random() < 0.5
    back = await party.sits(viewer.seat, m.Resume(n=n, head=head_at(viewer, n)), in_blocks=in_blocks, in_likes=in_likes)
    for one in (fresh, late, back):
        assert (one.n, one.head, one.view) == (viewer.n, viewer.head, viewer.view)
        assert written(options_of(one)) == written(options_of(viewer)) == listed(viewer)
    missed: Any = back.messages[0].events or ()  # unset: nothing
    assert [told.n for told in missed] == list(range(n + 1, viewer.n + 1))
    live = {message.n: message.events for message in viewer.messages if isinstance(message, m.Update)}
    assert all(bytes(told.events) == bytes(live[told.n]) for told in missed if told.n in live)
    for one in (viewer, fresh, late):
        one.table.detach(one)
    return back


def listed(viewer: Remembering) -> bytes:
    """What the viewer's seat may do now, as the rules list it."""
    audiences = viewer.table.audiences
    seen = audiences._seen_by(viewer.audience, audiences.asker(viewer.seat))
    return written(seen.offered.options)


def written(options: list[Any]) -> bytes:
    """Options, one by one, in bytes by which they are compared."""
    return canonical(msgspec.json.decode(msgspec.json.encode(options)))


async def opened_elsewhere(folder: Path, shelf: MemoryStore, sitting: dict[str, Remembering]) -> bool:
    """Another server stands where this one stands, as does whoever folds the log from nothing, and both find every
    position of the past. Says whether it opened from a snapshot."""
    lobby, table = house(folder, shelf), sitting["gm"].table
    there = await lobby.table(table.encounter)
    is_from_snapshot = there._recall.is_unchecked
    assert await there.keeping.check_rest(0)
    log, alone = there.timeline, Timeline(table.system, table.encounter)
    for entry in shelf.streams[table.encounter]:
        alone.fold(codec.of(table.system).open(entry.version, entry.body).commit)
    for other in (log, alone):
        assert other.state == table.timeline.state
        assert list(other.line()) == list(table.timeline.line())
        assert other.numbers.keys() == table.timeline.numbers.keys()
        assert other.newest_at == table.timeline.newest_at
    for position in alone.line():
        found = await there._recall.reading(lambda position=position: log.play_at(position))  # type: ignore[misc]
        assert found == alone.play_at(position)
    for viewer in sitting.values():
        newcomer = Remembering(SimpleNamespace(**{**vars(viewer), "table": there}))
        there.audiences.attach(newcomer, None, in_blocks=True)
        assert options_of(newcomer) == options_of(viewer)
    await lobby.close()
    return is_from_snapshot


async def storm(name: str, seed: int) -> tuple[int, int]:
    """A fight with reconnects and restarts at random moments; how many reconnects there were, and how many openings
    from a snapshot. Snapshots vanish now and then: they are a cache."""
    luck, count, quick = random.Random(seed), 0, 0
    folder, shelf = Path(tempfile.mkdtemp()), MemoryStore()
    lobby = house(folder, shelf)
    made: dict[str, Any] = await lobby.create(demo(name))
    party = Party(lobby, made["links"])
    sitting = {
        seat: await party.sits(seat, in_blocks=number % 2 == 0, in_likes=number % 4 == 0)
        for number, seat in enumerate(party.links)
    }
    for _ in range(STEPS):
        await step(sitting, luck)
        if luck.random() < 0.4:
            seat = luck.choice(list(sitting))
            sitting[seat] = await comes_back(party, sitting[seat], luck)
            count += 1
        if luck.random() < 0.1:
            shelf.snapshots.clear()
        if luck.random() < 0.2:
            quick += await opened_elsewhere(folder, shelf, sitting)
    await lobby.close()
    return count, quick


@fights(3)
def test_who_comes_back_stands_where_the_others_stand(name: str, seed: int) -> None:
    """View, options, number and head are a newcomer's, in blocks too; what was missed is told without gaps, as it was
    told live. Another server stands there too, from a snapshot or without one."""
    with patch.object(snapshots, "EVERY", FEW), patch.object(recall, "EVERY", FEW), same_numbers(seed):
        count, _ = asyncio.run(storm(name, seed))
    assert count > 0


@every_system
def test_some_servers_open_from_a_snapshot(name: str) -> None:
    """Else the test above would prove nothing of snapshots."""
    with patch.object(snapshots, "EVERY", FEW), patch.object(recall, "EVERY", FEW):
        assert any(asyncio.run(storm(name, seed))[1] for seed in range(20))
