"""Imports: a GM's file goes on elsewhere, or is kept as it was; anything else is refused with a clear code."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgpack
import pytest
from msgspec.structs import replace
from three_cups import SYSTEM

from protocol import messages as m
from protocol.errors import CODES, text_of
from server.archive.export import entries_of as rows_of
from server.archive.export import excerpt_of, pack, unpack, whole_of
from server.archive.verify import verify
from server.conformance.storms import entries_of
from server.core.events import Created, SeatOpened
from server.core.ids import Position
from server.gateway.auth import parse_token
from server.lobby import copying
from server.lobby.copying import bring
from server.lobby.lobby import Lobby, Refused
from server.scenario.rehearsal import ENCOUNTER
from server.store.log import Appended, Entry, Unavailable
from server.store.memory import MemoryLog
from tests.support.exported import fought
from tests.support.forgeries import forged
from tests.support.golden_exports import FILES, GOLDEN, played, sits
from tests.support.judged import judged_here  # noqa: F401
from tests.support.signed import rewritten
from tests.table.party import Party, lobby_over

SYSTEMS = {"three_cups": SYSTEM}
GM = (GOLDEN / FILES["gm"]).read_bytes()
CLOSED_ID = unpack(GM).encounter


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    """Another server: an empty log, another master key."""
    lobby = lobby_over(MemoryLog(), tmp_path, master=b"x" * 32)
    yield lobby
    await lobby.close()


async def listed(lobby: Lobby) -> list[str]:
    """The encounters in the log."""
    return [id async for id in lobby._log.encounters()]


async def test_a_closed_encounter_stays_what_it_was(lobby: Lobby) -> None:
    """The same id, commits, hashes and heads, every line; one commit more gives out new links."""
    made = await bring(lobby, GM)
    assert made["encounter"] == CLOSED_ID
    entries = await lobby.entries(CLOSED_ID)
    assert [entry.hash for entry in entries[:-1]] == [row.hash for row in unpack(GM).entries]
    verdict = verify(pack(whole_of(CLOSED_ID, entries, 1)), SYSTEMS)
    assert verdict.dice == verify(GM, SYSTEMS).dice
    gm = await sits(Party(lobby, made["links"]), "gm")
    assert gm.view["title"] == "Cups"
    assert isinstance(await gm.does({"type": "pause"}), m.Rejected)
    page = await gm.asks({"type": "history", "after": 0})
    assert page["last"] == len(entries)


async def test_new_links_replace_the_old_ones(lobby: Lobby) -> None:
    """Nobody gets in with the links of the other server; the hashes of the new ones are the GM's to know."""
    made = await bring(lobby, GM)
    timeline = (await lobby.table(CLOSED_ID)).timeline
    token = parse_token(made["links"]["ann"])
    assert token is not None
    assert (await lobby.enter(*token)).seat == "ann"
    before = {event.seat: event.token for event in timeline.commit(1).events if isinstance(event, SeatOpened)}
    assert all(seat.token != before[id] for id, seat in timeline.ledger.seats.items())
    assert list(timeline.commits[-1].told) == ["gm"]


async def test_a_closed_encounter_can_be_played_on(lobby: Lobby) -> None:
    """As a new encounter with this server's dice, from its end or from any position."""
    whole_ = await bring(lobby, GM, carry_on=True)
    early = await bring(lobby, GM, at=Position(8), title="Again")
    for made in (whole_, early):
        assert made["encounter"] != CLOSED_ID
        timeline = (await lobby.table(made["encounter"])).timeline
        assert (timeline.ledger.closed, timeline.ledger.tips) == (False, lobby.tips(made["encounter"]))
    assert early["title"] == "Again"
    gm = await sits(Party(lobby, early["links"]), "gm")
    assert isinstance(await gm.does({"type": "pause"}), m.Ack)


async def test_what_a_file_says_is_marked_through_amendments(lobby: Lobby) -> None:
    """An act of the file that the GM changes here, and what follows of the file, stays marked in the amendment and in
    a branch of it, for players as well; what was played here is decided again without a mark."""
    made = await bring(lobby, GM, carry_on=True)
    gm, ann = [await sits(Party(lobby, made["links"]), seat) for seat in ("gm", "ann")]
    timeline = gm.table.timeline
    assert isinstance(await ann.does({"type": "choose", "who": "a", "cup": 1}), m.Ack)
    at = next(p for p in timeline.line() if (copied := timeline.copied(p.version)) and copied.step.evidence)
    rolled = timeline.copied(at.version).step.evidence[0]
    change = {"target": list(at), "edits": [{"at": list(at), "faces": [die(rolled)]}]}
    preview = await gm.asks({"type": "preview_amend", **change})
    assert isinstance(await gm.does({"type": "amend", **change, "digest": preview["digest"]}), m.Ack)
    steps = timeline.amendment(timeline.version).steps
    assert len(steps) > 1
    assert [step.unvouched for step in steps] == [*(len(steps) - 1) * [True], False]
    before = timeline.told_until(timeline.version - 1, "seat:ann")
    page = await ann.asks({"type": "history", "after": before, "steps": True})
    assert [frame.get("unvouched", False) for frame in page["frames"] if frame["step"]] == [True, False]
    branch = (await lobby.table((await copying.branch_of(lobby, made["encounter"]))["encounter"])).timeline
    marks = [copied.step.unvouched for p in branch.line() if (copied := branch.copied(p.version))]
    assert marks == [False, *(len(marks) - 1) * [True]]


def die(rolled: Any) -> dict[str, Any]:
    """The face as the GM changes it."""
    return {"roll": rolled.roll, "who": rolled.who, "index": 0, "face": 1 + rolled.face % 6}


async def test_an_encounter_that_goes_on_becomes_a_new_one(lobby: Lobby) -> None:
    """This server can't continue the other's dice: the copy has its own, and plays on."""
    encounter, entries = await played(close=False)
    made = await bring(lobby, pack(whole_of(encounter, entries, 1)))
    timeline = (await lobby.table(made["encounter"])).timeline
    created = timeline.commit(1).events[0]
    assert isinstance(created, Created)
    assert created.origin == encounter
    gm = await sits(Party(lobby, made["links"]), "gm")
    assert isinstance(await gm.does({"type": "pause"}), m.Ack)


class Failing(MemoryLog):
    """A store that goes away after so many appends, or when an import ends."""

    left: int | None = None

    async def append(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        """See `Log.append`."""
        if self.left == 0:
            raise Unavailable("gone")
        self.left = self.left and self.left - 1
        return await super().append(encounter, entry, prev_hash)

    async def end_import(self, encounter: str, digest: bytes, attempt: bytes) -> bool:
        """See `Log.end_import`."""
        if self.left == 0:
            raise Unavailable("gone")
        return await super().end_import(encounter, digest, attempt)


COUNT = len(unpack(GM).entries)


@pytest.mark.parametrize("appended", [0, 7, COUNT, COUNT + 1])
async def test_an_import_that_broke_off_is_taken_up_again(tmp_path: Path, appended: int) -> None:
    """What is there already is not appended twice. Until it is whole nobody enters, by an old link or a new one."""
    log = Failing()
    lobby = lobby_over(log, tmp_path, master=b"x" * 32)
    log.left = appended
    with pytest.raises(Refused, match="unavailable"):
        await bring(lobby, GM)
    assert len(await lobby.entries(CLOSED_ID)) == appended
    with pytest.raises(Refused, match="unavailable" if appended else "token"):
        await lobby.table(CLOSED_ID)
    log.left = None
    made = await bring(lobby, GM)
    assert made["encounter"] == CLOSED_ID
    assert len(await lobby.entries(CLOSED_ID)) == max(COUNT, appended) + 1
    assert isinstance(await (await sits(Party(lobby, made["links"]), "gm")).does({"type": "pause"}), m.Rejected)
    with pytest.raises(Refused, match="import_exists"):
        await bring(lobby, GM)


class Meeting(MemoryLog):
    """A store in which the first import is held up before it ends, until another one has."""

    def __init__(self) -> None:
        super().__init__()
        self.comes, self.goes_on = asyncio.Event(), asyncio.Event()

    async def end_import(self, encounter: str, digest: bytes, attempt: bytes) -> bool:
        """See `Log.end_import`."""
        if not self.comes.is_set():
            self.comes.set()
            await self.goes_on.wait()
        return await super().end_import(encounter, digest, attempt)


async def test_of_two_who_import_a_file_at_once_one_is_given_links(tmp_path: Path) -> None:
    """The one whose links are good; the other one learns that the encounter is here."""
    log = Meeting()
    lobby = lobby_over(log, tmp_path, master=b"x" * 32)
    first = asyncio.create_task(bring(lobby, GM))
    await log.comes.wait()
    made = await bring(lobby, GM)
    log.goes_on.set()
    with pytest.raises(Refused, match="import_exists"):
        await first
    assert isinstance(await (await sits(Party(lobby, made["links"]), "gm")).does({"type": "pause"}), m.Rejected)


async def test_only_the_file_that_was_begun_is_taken_up_again(tmp_path: Path) -> None:
    """Another one of the same encounter is not, nor is this one where what is here did not come of it."""
    log = Failing()
    lobby = lobby_over(log, tmp_path, master=b"x" * 32)
    log.left = 7
    with pytest.raises(Refused, match="unavailable"):
        await bring(lobby, GM)
    log.left = None
    with pytest.raises(Refused, match="import_exists"):
        await bring(lobby, resealed(GM, exported_at=2))
    here = await lobby.entries(CLOSED_ID)
    log.shelf.streams[CLOSED_ID] = rewritten(CLOSED_ID, here, 7)
    with pytest.raises(Refused, match="import_exists"):
        await bring(lobby, GM)


@pytest.mark.parametrize("count", [1, 7, COUNT])
async def test_a_log_that_is_here_is_never_appended_to(lobby: Lobby, count: int) -> None:
    """However much of the file it is: this server has begun no import."""
    previous = bytes(32)
    for entry in rows_of(unpack(GM))[:count]:
        await lobby._log.append(CLOSED_ID, entry, previous)
        previous = entry.hash
    with pytest.raises(Refused, match="import_exists"):
        await bring(lobby, GM)
    assert len(await lobby.entries(CLOSED_ID)) == count
    await lobby.links.refresh()
    assert len(lobby.links) == 0


# --- refusals --------------------------------------------------------------------------------------------------------


def resealed(data: bytes, **changes: Any) -> bytes:
    """The file with another header."""
    content = {**msgpack.unpackb(data[:-32]), **changes}
    body: bytes = msgpack.packb(content)
    return body + hashlib.sha256(body).digest()


def other_schema() -> bytes:
    """A file whose commits a later release wrote."""

    def newer(commits: list[dict[str, Any]]) -> None:
        for commit in commits:
            commit["schema"] = 99

    return forged(GM, newer)


DAMAGED = GM[:5000] + bytes([GM[5000] ^ 1]) + GM[5001:]
FIGHT = entries_of(fought(close=False))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "import"),
        (b"\x80" * 100, "import"),
        (DAMAGED, "import"),
        (GM[:-1], "import"),
        (resealed(GM, version=2), "import"),
        (resealed(GM, system="chess"), "import_system"),
        (other_schema(), "import_version"),
        ((GOLDEN / FILES["seat:ann"]).read_bytes(), "import_audience"),
        (pack(excerpt_of(ENCOUNTER, FIGHT, "public", 1)), "import_audience"),
    ],
)
async def test_what_can_t_be_imported_is_refused(lobby: Lobby, data: bytes, code: str) -> None:
    """Damaged, of another form, system or release, or not the GM's: a code and a sentence, nothing changed."""
    with pytest.raises(Refused) as caught:
        await bring(lobby, data)
    assert caught.value.code == code
    assert "{" not in text_of(CODES, code, caught.value.detail)
    assert await listed(lobby) == []


async def test_a_damaged_commit_is_named(lobby: Lobby) -> None:
    """The first bad one."""
    with pytest.raises(Refused) as caught:
        await bring(lobby, DAMAGED)
    bad = next(row.version for row in unpack(GM).entries if GM.index(row.body) + len(row.body) > 5000)
    assert caught.value.detail == {"kind": "chain", "position": bad}


async def test_a_file_that_is_too_large_is_not_even_read(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is named."""
    monkeypatch.setattr(copying, "MOST_IMPORTED_BYTES", 1000)
    with pytest.raises(Refused) as caught:
        await bring(lobby, GM)
    assert (caught.value.code, caught.value.detail) == ("import_too_large", {"bytes": len(GM), "limit": 1000})


async def test_an_encounter_that_is_here_is_not_imported_again(lobby: Lobby) -> None:
    """Else whoever has the file could take over its links."""
    made = await bring(lobby, GM)
    with pytest.raises(Refused) as caught:
        await bring(lobby, GM)
    assert caught.value.code == "import_exists"
    token = parse_token(made["links"]["gm"])
    assert token is not None
    assert (await lobby.enter(*token)).role == "gm"


KEY = bytes(range(32))


async def test_an_answer_that_was_lost_is_given_again_to_whoever_has_the_key(lobby: Lobby) -> None:
    """The same links, by the same file and key, also once somebody has sat down; nothing is added to the log."""
    made = await bring(lobby, GM, key=KEY)
    entries = await lobby.entries(CLOSED_ID)
    assert await bring(lobby, GM, key=KEY) == made
    await sits(Party(lobby, made["links"]), "gm")
    assert await bring(lobby, GM, key=KEY) == made
    assert await lobby.entries(CLOSED_ID) == entries
    assert await listed(lobby) == [CLOSED_ID]


@pytest.mark.parametrize("key", [b"", bytes(32)], ids=["no key", "another key"])
@pytest.mark.parametrize("first", [b"", KEY], ids=["none", "a key"])
async def test_the_file_alone_gives_nobody_a_link(lobby: Lobby, first: bytes, key: bytes) -> None:
    """Whoever else has it, with a key of his own or none; nor does another file under the right key."""
    made = await bring(lobby, GM, key=first)
    entries = await lobby.entries(CLOSED_ID)
    for data, tried in ((GM, key), (resealed(GM, exported_at=2), first)):
        with pytest.raises(Refused, match="import_exists"):
            await bring(lobby, data, key=tried)
    assert await lobby.entries(CLOSED_ID) == entries
    await sits(Party(lobby, made["links"]), "gm")


async def test_an_encounter_that_began_here_has_no_links_for_its_file(tmp_path: Path) -> None:
    """Whatever the key: this server has never imported it."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    previous = bytes(32)
    for entry in rows_of(unpack(GM)):
        await lobby._log.append(CLOSED_ID, entry, previous)
        previous = entry.hash
    with pytest.raises(Refused, match="import_exists"):
        await bring(lobby, GM, key=KEY)
    assert len(await lobby.entries(CLOSED_ID)) == COUNT


@pytest.mark.parametrize("appended", [7, COUNT, COUNT + 1])
async def test_an_import_that_broke_off_comes_to_the_links_of_its_key(tmp_path: Path, appended: int) -> None:
    """Where its last commit was there already, and where not."""
    log = Failing()
    lobby = lobby_over(log, tmp_path, master=b"x" * 32)
    log.left = appended
    with pytest.raises(Refused, match="unavailable"):
        await bring(lobby, GM, key=KEY)
    log.left = None
    made = await bring(lobby, GM, key=KEY)
    assert await bring(lobby, GM, key=KEY) == made
    await sits(Party(lobby, made["links"]), "gm")


async def test_positions_that_are_not_there_are_refused(lobby: Lobby) -> None:
    """Also the reveal at the start."""
    for version, code in ((0, "unknown_position"), (400, "unknown_position"), (4, "protected_position")):
        with pytest.raises(Refused) as caught:
            await bring(lobby, GM, at=Position(version))
        assert caught.value.code == code
    assert await listed(lobby) == []


async def test_a_closed_lobby_takes_nothing_in(tmp_path: Path) -> None:
    """Importing is creating."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    lobby.is_open = False
    with pytest.raises(Refused) as caught:
        await bring(lobby, GM)
    assert caught.value.code == "lobby_closed"
    await lobby.close()


async def test_another_server_s_seeds_never_enter_the_log(lobby: Lobby) -> None:
    """A file closed but exported before its last reveal: this server has no seed that leads to its tips."""
    content = unpack(GM)
    cut = pack(replace(content, entries=content.entries[:-1]))
    made = await bring(lobby, cut)
    gm = await sits(Party(lobby, made["links"]), "gm")
    for _ in range(3):
        gm.table.wake()
    await gm.does({"type": "pause"})
    timeline = gm.table.timeline
    assert [type(event).__name__ for event in timeline.commits[-1].events] == ["TokenIssued"] * 4
    assert timeline.version == len(content.entries)
