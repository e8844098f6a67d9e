"""A delay in turns, in systems that have turns: what a spectator asks for during a fight ends where the feed does."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from client_demo import verify as alone
from protocol import messages as m
from server.archive.export import unpack
from server.archive.verify import verify
from server.conformance.fights import SYSTEMS, demo, fights
from server.core import events as e
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby.lobby import Lobby
from server.store.memory import MemoryLog
from server.table.services import Services
from tests.support.clocks import Ticking
from tests.support.luck import same_numbers
from tests.table.party import Party, Remembering
from tests.table.test_resume import settled, step

STEPS = 30


async def watched(name: str, turns: int) -> tuple[Lobby, Party, dict[str, Remembering], Remembering]:
    """The system's demo encounter with a delay: lobby, links, those who play, a spectator."""
    links = Links(Path(tempfile.mkdtemp()) / "links.json")
    lobby = Lobby(Services(MemoryLog(), SeedKeeper(b"m" * 32), Ticking()), SYSTEMS, links)
    spec = demo(name)
    made = await lobby.create(replace(spec, table=replace(spec.table, delay_turns=turns)))
    party = Party(lobby, made["links"])
    sitting = {seat: await party.sits(seat) for seat in party.links}
    spectators = [seat for seat, viewer in sitting.items() if viewer.role == "spectator"]
    assert spectators, f"the demo of {name} has no spectator"
    return lobby, party, sitting, sitting.pop(spectators[0])


def due(watch: Remembering, turns: int) -> int:
    """How many of the public's numbers lie before the turn that ended so many turn ends ago, undone ones counted;
    a turn of somebody hidden ends for nobody else."""
    timeline, told, ends = watch.table.timeline, 0, []
    for version in range(1, timeline.version + 1):
        if any(isinstance(event, e.TurnOver) for event in timeline.commit(version).told_to("public")):
            ends.append(version)
    limit = ends[-turns] - 1 if len(ends) >= turns else 0
    for version in range(1, limit + 1):
        told += "public" in timeline.commit(version).told
    return told


async def asked(party: Party, watch: Remembering, before: int) -> int:
    """All that a spectator can ask for is cut where the feed is; files are intact. Returns its number."""
    page, marks = await watch.asks({"type": "history"}), await watch.asks({"type": "marks"})
    assert page["last"] == marks["last"] == watch.n >= before
    assert [frame["n"] for frame in page["frames"]] == list(range(1, watch.n + 1))
    assert all(mark["n"] <= watch.n for mark in marks["marks"])
    late = {"type": "moment", "encounter": watch.table.encounter, "n": watch.n + 1}
    assert (await watch.asks(late)).code == "unknown_position"
    shown = await watch.asks({"type": "export"})
    if watch.n == 0:
        assert shown.code == "nothing_yet"
        return 0
    content = unpack(shown["data"])
    assert (content.audience, len(content.entries), shown["n"]) == ("public", watch.n, watch.n)
    assert verify(shown["data"], SYSTEMS).head == watch.head.hex()
    assert str(alone.verify(shown["data"])).startswith("intact")
    back = await party.sits(watch.seat, m.Resume(n=watch.n, head=watch.head))
    assert (back.n, back.head, back.view) == (watch.n, watch.head, watch.view)
    back.table.detach(back)
    return watch.n


async def watching(name: str, seed: int) -> None:
    """A random fight with rewinds and amendments, watched with a delay of one or two turns, to its close."""
    luck = random.Random(seed)
    turns = luck.choice((1, 2))
    lobby, party, sitting, watch = await watched(name, turns)
    n = 0
    for _ in range(STEPS):
        await step(sitting, luck)
        assert watch.n == due(watch, turns)
        n = await asked(party, watch, n)
    await sitting["gm"].does({"type": "close"})
    await settled()
    assert watch.n == len(watch.table.timeline.numbers["public"])
    assert (await asked(party, watch, n)) == watch.n
    await lobby.close()


@fights(2)
def test_a_spectator_is_told_nothing_before_so_many_turns_have_ended(name: str, seed: int) -> None:
    """Neither live nor by asking, nor by coming back, nor in a file; it never falls back, and the close tells all."""
    with same_numbers(seed):
        asyncio.run(watching(name, seed))


@pytest.mark.parametrize("name", sorted(SYSTEMS))
async def test_a_file_of_nothing_is_refused(name: str) -> None:
    """Before anything is released there is no file: an empty one no verifier could tell from a damaged one."""
    lobby, _party, _sitting, watch = await watched(name, 1)
    assert (await watch.asks({"type": "export"})).code == "nothing_yet"
    assert (await watch.asks({"type": "export", "audience": "gm"})).code == "not_revealed"
    await lobby.close()
