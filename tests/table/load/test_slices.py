"""However long an answer is, little is done in one turn of the loop: counted in commits that are read, checked, folded,
copied or packed, for no clock can be trusted here. On a server 64 of any of these take 5 ms at most (`make bench`)."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol import messages as m
from server.archive import export
from server.core.commit import Commit
from server.core.size import MOST_EVENTS, steps_of
from server.core.telling import tell
from server.core.timeline import evolve, timeline
from server.core.timeline.timeline import Timeline
from server.gateway.auth import parse_token
from server.lobby import copying, tables
from server.lobby.copying import branch, bring
from server.lobby.lobby import Lobby
from server.lobby.tables import Refused
from server.process import shares, work
from server.process.shares import MOST_STEPS
from server.store import chain
from server.store.codec import Codec
from server.store.log import Entry
from server.store.memory import MemoryLog
from server.table import audience, recall
from tests.archive.test_imported import CUPS, fat
from tests.store.redis.waiting import until
from tests.support.forgeries import forged
from tests.table.party import Party, Remembering, laid, lobby_over

ACTS, FIRST = 240, 40


class Slow(MemoryLog):
    """Others have their turn while it is read, as with a store that is reached through a socket."""

    async def read(self, encounter: str, after: int = 0, count: int | None = None) -> list[Entry]:
        await asyncio.sleep(0)
        return await super().read(encounter, after, count)


class Tally:
    """What is done in a turn of the loop; `most`: in the one in which most was done."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        self.most = self._now = self.all = 0
        self._is_over = False
        for owner, name in (
            (Timeline, "fold"), (Timeline, "_replay"), (Codec, "open"), (chain, "link"), (copying, "_add_copy"),
        ):  # fmt: skip
            patched.setattr(owner, name, self._counted(getattr(owner, name)))
        patched.setattr(export.Excerpt, "_row", self._counted(export.Excerpt._row))

    def _counted(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **more: Any) -> Any:
            self.add(1)
            return real(*arguments, **more)

        return call

    def _each(self, real: Callable[..., Iterator[Any]]) -> Callable[..., Any]:
        """Of these, each that it yields."""

        def call(*arguments: Any) -> Iterator[Any]:
            for one in real(*arguments):
                self.add(1)
                yield one

        return call

    def add(self, count: int) -> None:
        """So much is done."""
        self._now += count
        self.all += count
        self.most = max(self.most, self._now)

    def turn(self) -> None:
        """Once in each turn of the loop, from now on."""
        self._now = 0
        if not self._is_over:
            asyncio.get_running_loop().call_soon(self.turn)

    def end(self) -> None:
        """The loop may rest."""
        self._is_over = True


QUESTIONS: tuple[dict[str, Any], ...] = (
    {"type": "history", "count": 500},
    {"type": "history", "after": ACTS, "count": 500, "audience": "seat:ann"},
    {"type": "marks"},
    {"type": "moment", "n": ACTS},
    {"type": "export"},
    {"type": "export", "audience": "seat:ann"},
    {"type": "view_as", "audience": "public"},
    {"type": "options_as", "audience": "seat:ann"},
    {"type": "act_card", "at": [ACTS, 0]},
    {"type": "act_card", "at": [FIRST // 4, 0]},
    {"type": "preview_rewind", "to": [ACTS, 0]},
    {"type": "preview_amend", "target": [FIRST, 0], "edits": [{"at": [FIRST, 0], "struck": True}]},
)

LONG = ("history", "moment", "export", "preview_rewind", "preview_amend")
"""What takes so long that who has asked may leave meanwhile."""


def name_of(question: dict[str, Any]) -> str:
    """As a test is called."""
    return "-".join(map(str, question.values()))[:40]


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast the machine is: steps alone end a slice."""
    monkeypatch.setattr(work, "SLICE_S", 1e9)
    monkeypatch.setattr(recall, "PART", 64)


async def a_long_fight(party: Party) -> Remembering:
    """Its GM; nothing of its past is in memory."""
    gm, ann = await party.sits("gm"), await party.sits("ann")
    await gm.does({"type": "begin"})
    for act in range(ACTS):
        await ann.does({"type": "choose", "who": "a", "cup": 1 + act % 3})
    while gm.table.keeping._tasks:  # noqa: ASYNC110  (nothing tells that the snapshot is written)
        await asyncio.sleep(0)
    gm.table.past.let_go()
    return gm


@pytest.mark.parametrize("question", QUESTIONS, ids=name_of)
async def test_no_answer_takes_much_at_a_time(
    question: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm = await a_long_fight(await laid(lobby_over(Slow(), tmp_path)))
    if question["type"] == "moment":
        question = {**question, "encounter": gm.table.encounter}
    tally = Tally(monkeypatch)
    tally.turn()
    answer = await gm.asks(question)
    tally.end()
    assert not isinstance(answer, m.Rejected)
    assert tally.most <= 2 * MOST_STEPS, f"of {tally.all} in all"


async def test_no_branch_takes_much_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    party = await laid(lobby := lobby_over(Slow(), tmp_path))
    gm = await a_long_fight(party)
    parsed = parse_token(party.links["gm"])
    assert parsed is not None
    entered = await lobby.enter(parsed.encounter, parsed.secret)
    tally = Tally(monkeypatch)
    tally.turn()
    async with lobby.shares.question(shares.Party(gm.network, "gm")) as turn:
        made = await branch(lobby, entered, turn=turn)
    tally.end()
    most = tally.most
    assert (await lobby.table(made["encounter"])).timeline.version > ACTS
    assert most <= 4 * MOST_STEPS, f"of {tally.all} in all"


async def test_no_amendment_takes_much_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted are the acts that are decided, folded, told and freed, and whole updates that are encoded, each as half
    of all acts. Another's intent waits until it is appended."""
    monkeypatch.setattr(work, "SLICE_S", 0)
    gm = await a_long_fight(party := await laid(lobby_over(Slow(), tmp_path)))
    bob = await party.sits("bob")
    amendment: dict[str, Any] = {"target": [FIRST, 0], "edits": [{"at": [FIRST, 0], "struck": True}]}
    shown = await gm.asks({"type": "preview_amend", **amendment})
    tally = Tally(monkeypatch)
    for module, name in ((evolve, "evolve_play"), (tell, "evolve_play"), (tell, "redact_for")):
        monkeypatch.setattr(module, name, tally._counted(getattr(module, name)))
    monkeypatch.setattr(tell.Retold, "told_alone", tally._each(tell.Retold.told_alone))
    monkeypatch.setattr(tell.Retold, "let_go", tally._each(tell.Retold.let_go))
    encode = audience.Audiences._events

    def encoded(seen: Any, commit: Commit, *to: Any) -> Any:
        known = seen._told.of is commit and len(seen._told._bodies)
        body = encode(seen, commit, *to)
        tally.add((len(seen._told._bodies) - known) * (ACTS // 2 if steps_of(commit.events[0]) else 1))
        return body

    monkeypatch.setattr(audience.Audiences, "_events", encoded)
    tally.turn()
    waiting = asyncio.ensure_future(gm.does({"type": "amend", **amendment, "digest": shown["digest"]}))
    await until(lambda: tally.all > ACTS)
    behind = await bob.does({"type": "choose", "who": "b", "cup": 1})
    tally.end()
    assert isinstance(await waiting, m.Ack)
    assert isinstance(behind, m.Ack)
    assert tally.all > 4 * ACTS
    assert tally.most <= ACTS // 2 + 8, f"of {tally.all} in all"


async def test_no_commit_of_a_file_takes_much_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest that is taken, forged: brought in as it is, played on, opened, looked at. Counted are the events that
    are folded and told, of which a turn has no more than twice those of one act."""
    monkeypatch.setattr(work, "SLICE_S", 0)
    tally = Tally(monkeypatch)
    for module, name in (
        (evolve, "evolve_play"),
        (tell, "evolve_play"),
        (tell, "redact_for"),
        (timeline, "evolve_play"),
    ):
        monkeypatch.setattr(module, name, tally._counted(getattr(module, name)))

    def change(commits: list[dict[str, Any]]) -> None:
        for commit in commits[6:9]:
            fat(MOST_EVENTS)([commit])

    data = forged(CUPS, change)
    lobby = lobby_over(Slow(), tmp_path, master=b"x" * 32)
    tally.all = tally.most = 0
    tally.turn()
    made = await bring(lobby, data, carry_on=True)
    assert (await lobby.table(made["encounter"])).timeline.version > 9
    tally.end()
    assert tally.all > 8 * MOST_EVENTS
    assert tally.most <= 2 * MOST_EVENTS + 2 * MOST_STEPS, f"of {tally.all} in all"


@pytest.mark.parametrize("question", [one for one in QUESTIONS if one["type"] in LONG], ids=name_of)
async def test_nothing_more_is_done_for_who_has_left(
    question: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm = await a_long_fight(await laid(lobby_over(Slow(), tmp_path)))
    if question["type"] == "moment":
        question = {**question, "encounter": gm.table.encounter}
    asks = [m.Ask(id=number, question=msgspec.Raw(gm.codec.to_bytes(question))) for number in range(3)]
    tally, said = Tally(monkeypatch), len(gm.messages)
    for ask in asks:
        gm.table.ask(gm, ask)
    await until(lambda: tally.all > 0)
    gm.table.detach(gm)
    done, answered = tally.all, len(gm.messages)
    await until(lambda: not gm.table.answers.is_busy)
    assert (tally.all, len(gm.messages)) == (done, answered)
    assert answered - said < len(asks)


async def test_a_file_that_another_waits_for_is_made_to_the_end(tmp_path: Path) -> None:
    party = await laid(lobby_over(Slow(), tmp_path))
    gm, other = await a_long_fight(party), await party.sits("gm")
    gm.table.ask(gm, m.Ask(id=1, question=msgspec.Raw(gm.codec.to_bytes({"type": "export"}))))
    await asyncio.sleep(0)
    waiting = asyncio.ensure_future(other.asks({"type": "export"}))
    for _ in range(3):
        await asyncio.sleep(0)
    gm.table.detach(gm)
    assert (await waiting)["size_bytes"] > 0
    assert not any(isinstance(message, m.Answer) for message in gm.messages)


async def test_nobody_waits_for_a_file_of_another_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose turns are far off, for much is asked from there."""
    party = await laid(lobby := lobby_over(MemoryLog(), tmp_path))
    gm, ann, bob = [await party.sits(seat) for seat in ("gm", "ann", "bob")]
    gm.network = bob.network = "198.51.100.1/32"
    heavy, goes_on, take = Counter[str](), asyncio.Event(), lobby.shares.take

    async def far_off(asker: shares.Party, piece: Callable[[], Any]) -> Any:
        if asker.address == gm.network:
            heavy[str(asker.seat)] += 1
            await goes_on.wait()
        return await take(asker, piece)

    monkeypatch.setattr(lobby.shares, "take", far_off)
    asking = [asyncio.ensure_future(viewer.asks({"type": "export"})) for viewer in (gm, bob)]
    await until(lambda: bool(heavy))
    assert (await ann.asks({"type": "export"}))["size_bytes"] > 0
    goes_on.set()
    assert all(shown["size_bytes"] > 0 for shown in await asyncio.gather(*asking))


def count_pieces(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many pieces of work are done for each address, each of one step and a millisecond. Nobody stands in line."""
    monkeypatch.setattr(shares, "LONG_S", math.inf)
    pieces, take = Counter[str](), lobby.shares.take

    async def counted(asker: shares.Party, piece: Callable[[], Any]) -> Any:
        pieces[asker.address] += 1
        return await take(asker, piece)

    monkeypatch.setattr(lobby.shares, "take", counted)
    monkeypatch.setattr(
        lobby.shares, "_clock_s", partial(next, itertools.count(asyncio.get_running_loop().time(), 0.001))
    )
    monkeypatch.setattr(work, "MOST_STEPS", 1)
    return pieces


async def test_each_spectator_has_the_part_of_a_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many watch the same table from elsewhere: counted in pieces until a player is answered."""
    party = await laid(lobby := lobby_over(MemoryLog(), tmp_path))
    await a_long_fight(party)
    ann, crowd = await party.sits("ann"), [await party.sits("spectator") for _ in range(8)]
    for number, viewer in enumerate(crowd):
        viewer.network = f"198.51.100.{number}/32"
    pieces = count_pieces(lobby, monkeypatch)
    asking = [asyncio.ensure_future(viewer.asks({"type": "history", "count": 200})) for viewer in crowd]
    await ann.asks({"type": "history", "count": 200})
    assert min(pieces[viewer.network] for viewer in crowd) > pieces[ann.network] / 2
    await asyncio.gather(*asking)


async def test_no_opening_takes_much_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables are folded from the start at once: together no more than one slice in a turn of the loop."""
    log = Slow()
    first = lobby_over(log, tmp_path / "first")
    parties = [await laid(first) for _ in range(6)]
    for party in parties:
        await a_long_fight(party)
    log.shelf.snapshots.clear()
    again = [Party(lobby_over(log, tmp_path / "again"), parties[0].links)]
    again += [Party(again[0].lobby, party.links) for party in parties[1:]]
    tally = Tally(monkeypatch)
    tally.turn()
    viewers = await asyncio.gather(*(party.sits("ann") for party in again))
    tally.end()
    assert all(viewer.table.timeline.version > ACTS for viewer in viewers)
    assert tally.most <= 4 * MOST_STEPS, f"of {tally.all} in all"


async def test_openings_take_the_share_of_who_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody with many links of long fights keeps nobody elsewhere waiting: counted in pieces until he is in."""
    log = Slow()
    first = lobby_over(log, tmp_path / "first")
    parties = [await laid(first) for _ in range(6)]
    for party in parties:
        await a_long_fight(party)
    log.shelf.snapshots.clear()
    lobby = lobby_over(log, tmp_path / "again")
    pieces = count_pieces(lobby, monkeypatch)
    encounters = [parsed.encounter for party in parties if (parsed := parse_token(party.links["ann"]))]
    greedy = [asyncio.ensure_future(lobby.table(encounter, "192.0.2.1/32")) for encounter in encounters[1:]]
    await until(lambda: pieces["192.0.2.1/32"] > ACTS)
    before = pieces["192.0.2.1/32"]
    await lobby.table(encounters[0], "198.51.100.1/32")
    assert pieces["192.0.2.1/32"] - before < 2 * pieces["198.51.100.1/32"]
    await asyncio.gather(*greedy)


async def test_who_waits_long_for_a_table_is_told_to_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on being opened: whoever comes back finds it open."""
    party = await laid(lobby_over(log := Slow(), tmp_path / "first"))
    await a_long_fight(party)
    monkeypatch.setattr(tables, "WAIT_S", 0)
    again = Party(lobby_over(log, tmp_path / "again"), party.links)
    with pytest.raises(Refused) as refused:
        await again.sits("ann")
    assert (refused.value.code, refused.value.detail) == ("busy", {"retry_after_ms": tables.BUSY_MS})
    await until(lambda: bool(again.lobby.tables.open))
    assert (await again.sits("ann")).table.timeline.version > ACTS
