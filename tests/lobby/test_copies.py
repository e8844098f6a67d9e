"""Random fights of every system, branched anywhere, exported, imported elsewhere, played on, and all of it again."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from three_cups import Struck

from client_demo import verify as alone
from protocol import messages as m
from server.archive.export import excerpt_of, pack, whole_of
from server.archive.verify import verify
from server.conformance.fights import SYSTEMS, demo, fights
from server.conformance.storms import fight_of
from server.core.errors import Rejected
from server.core.history import amend, history
from server.core.ids import Position
from server.core.timeline.timeline import Timeline
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby.copying import branch_of, bring
from server.lobby.lobby import Lobby, Refused
from server.store.memory import MemoryLog, MemoryStore
from server.store.stored import stored_of
from server.table.services import Services
from tests.support.clocks import Ticking
from tests.support.judged import judged_here  # noqa: F401
from tests.support.luck import same_numbers
from tests.table.party import Party, Remembering, laid, lobby_over
from tests.table.test_resume import settled, step

OPTIONS: tuple[dict[str, Any], ...] = ({}, {"typed_dice": True}, {"keep_dice": True}, {"window_s": 60})


class House:
    """A server with a store of its own."""

    def __init__(self) -> None:
        self.shelf = MemoryStore()
        links = Links(Path(tempfile.mkdtemp()) / "links.json")
        self.lobby = Lobby(Services(MemoryLog(self.shelf), SeedKeeper(b"m" * 32), Ticking()), SYSTEMS, links)

    async def seated(self, made: dict[str, Any]) -> dict[str, Remembering]:
        """All who play at a new encounter."""
        party = Party(self.lobby, made["links"])
        sitting = {seat: await party.sits(seat) for seat in party.links}
        return {seat: viewer for seat, viewer in sitting.items() if viewer.role != "spectator"}

    def file(self, encounter: str) -> bytes:
        """The GM's file; it and everybody else's are intact."""
        entries = self.shelf.streams[encounter]
        gm = pack(whole_of(encounter, entries, 1))
        verdict = verify(gm, SYSTEMS)
        assert (verdict.commits, verdict.folded) == (len(entries), True)
        audiences = {audience for entry in entries for audience in stored_of(entry.body).told}
        for audience in sorted(audiences - {"gm"}):
            content = pack(excerpt_of(encounter, entries, audience, 1))
            assert verify(content, SYSTEMS).audience == audience
            assert alone.verify(content).startswith("intact")
        assert alone.verify(gm).startswith("intact")
        return gm


async def played(sitting: dict[str, Remembering], luck: random.Random, steps: int) -> Timeline:
    """Some steps, rewinds, redos and amendments among them; the table stays well."""
    table = sitting["gm"].table
    for _ in range(steps):
        await step(sitting, luck)
        assert table.frozen is None
    timeline: Timeline = table.timeline
    return timeline


def anywhere(timeline: Timeline, luck: random.Random) -> Position:
    """A position on any line, be it inside an amendment or undone."""
    version = luck.randint(1, timeline.version)
    jump = timeline.before.jumps.get(version)
    return Position(version, luck.randint(1, jump.steps)) if jump is not None and jump.steps > 1 else Position(version)


async def copied(name: str, seed: int) -> None:
    """A fight; a branch from anywhere; the branch played on, taken elsewhere, played on, closed, and taken again."""
    luck, house = random.Random(seed), House()
    spec = demo(name)
    table = replace(spec.table, join="links", **luck.choice(OPTIONS))
    made = await house.lobby.create(replace(spec, table=table))
    timeline = await played(await house.seated(made), luck, luck.randint(10, 30))
    house.file(made["encounter"])
    for _ in range(3):
        at = anywhere(timeline, luck)
        try:
            new = await branch_of(house.lobby, made["encounter"], at)
        except Refused as refused:
            if refused.code not in ("protected_position", "unknown_position"):
                raise
            continue
        sitting = await house.seated(new)
        branch = sitting["gm"].table.timeline
        assert fight_of(branch.state.play) == fight_of(timeline.play_at(at))
        assert comes_out_the_same(branch, luck)
        await played(sitting, luck, 8)
        await taken_on(house.file(new["encounter"]), branch, luck)
    await house.lobby.close()


async def taken_on(data: bytes, origin: Timeline, luck: random.Random) -> None:
    """Into a second server to play on, and closed from there into a third."""
    second, third = House(), House()
    made = await bring(second.lobby, data)
    sitting = await second.seated(made)
    timeline = sitting["gm"].table.timeline
    assert fight_of(timeline.state.play) == fight_of(origin.state.play)
    await played(sitting, luck, 5)
    while timeline.state.play.parked is not None:
        await sitting["gm"].does({"type": "server_rolls"})
        await settled()
    assert isinstance(await sitting["gm"].does({"type": "close"}), m.Ack)
    await settled()
    again = await bring(third.lobby, second.file(made["encounter"]), is_trusted=True)  # all three have one key
    assert again["encounter"] == made["encounter"]
    views = {seat: viewer.view for seat, viewer in (await third.seated(again)).items()}
    assert views == {seat: sitting[seat].view for seat in views}
    assert fight_of((await third.lobby.table(made["encounter"])).timeline.state.play) == fight_of(timeline.state.play)
    last = await bring(House().lobby, third.file(made["encounter"]), None, True)
    assert last["encounter"] != made["encounter"]
    await second.lobby.close()
    await third.lobby.close()


@fights(2)
def test_a_copy_of_a_copy_stands_where_its_origin_stood(name: str, seed: int) -> None:
    """Whatever was undone or amended before; every file on the way is intact, for every audience."""
    with same_numbers(seed):
        asyncio.run(copied(name, seed))


async def test_an_edit_in_a_branch_reaches_no_further_than_it_did(tmp_path: Path) -> None:
    """A term is amended, the act is gone back into and played on without it, and that part amended again: in a branch
    every act comes out as it did, whichever of them is looked at."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    party = await laid(lobby)
    gm, ann, bob = [await party.sits(seat) for seat in ("gm", "ann", "bob")]
    await gm.does({"type": "begin"})
    for player, who, cup in ((ann, "a", 2), (bob, "b", 1), (ann, "c", 1)):
        await player.does({"type": "choose", "who": who, "cup": cup})
    await settled()
    timeline = gm.table.timeline
    [strike] = [commit.version for commit in timeline.commits if any(isinstance(x, Struck) for x in commit.events)]

    async def amends(at: list[int], **edit: Any) -> int:
        change = {"target": at, "edits": [{"at": at, **edit}]}
        preview = await gm.asks({"type": "preview_amend", **change})
        taken: int = (await gm.does({"type": "amend", **change, "digest": preview["digest"]})).n
        return taken

    cover = {"roll": "round1.strike", "who": "a", "key": "cover", "value": 2}
    amended = await amends([strike - 1, 0], terms=[cover])
    await gm.does({"type": "rewind", "to": [amended, 1]})
    decision = timeline.state.play.decision
    assert decision is not None
    played_on = await gm.does({"type": "continue", "decision": decision.id})
    for again in (False, True):
        if again:
            await amends([played_on.n, 0])
        new = await branch_of(lobby, gm.table.encounter)
        branch = (await lobby.table(new["encounter"])).timeline
        assert fight_of(branch.state.play) == fight_of(timeline.state.play)
        for position in (Position(version) for version in range(3, branch.version)):
            seen = amend.preview(branch, position, ())
            assert not seen.rules_changed
            assert {each.outcome for each in seen.steps} == {"stands"}


def comes_out_the_same(timeline: Timeline, luck: random.Random) -> bool:
    """Decided again with nothing edited, is every act behind some position what it was?"""
    line = [at for at in timeline.line() if at.version > max(1, timeline.ledger.begun)]
    for at in luck.sample(line, min(4, len(line))):
        try:
            history.check_target(timeline, at)
            seen = amend.preview(timeline, at, ())
        except Rejected:
            continue
        if seen.rules_changed or seen.needs:
            return False
    return True
