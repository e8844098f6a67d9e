"""The lobby: what a visitor without a link is told, and which tables stay in memory."""

import asyncio
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

from protocol.limits import SERVER_FRAME_BYTES
from server.lobby.lobby import LISTED, MOST_LAYING, Lobby, Refused
from server.lobby.tables import BUSY_MS
from server.store.memory import MemoryLog
from tests.table.party import KEY, laid, lobby_over


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    """A server over a log in memory."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    lobby.start()
    yield lobby
    await lobby.close()


async def test_a_greeting_reads_the_links_once_and_opens_no_table(lobby: Lobby, tmp_path: Path, monkeypatch) -> None:
    """Twenty encounters are listed with names and roles of their seats, newest first."""
    parties = [await laid(lobby) for _ in range(20)]
    read: list[Path] = []
    opens = Path.open

    def counted(path: Path, *how: Any, **more: Any) -> Any:
        if path.parent == tmp_path:
            read.append(path)
        return opens(path, *how, **more)

    monkeypatch.setattr(Path, "open", counted)
    greeting = await lobby.greet(True, KEY)
    assert len(read) == 1
    assert lobby.tables.open == {}
    newest = greeting["encounters"][0]
    assert (len(greeting["encounters"]), newest["title"], newest["system"]) == (20, "Cups", "three_cups")
    assert newest["links"]["ann"] == {"token": parties[-1].links["ann"], "name": "Ann", "role": "player"}
    assert {seat: link["role"] for seat, link in newest["links"].items() if seat != "bob"} == {
        "gm": "gm",
        "ann": "player",
        "spectator": "spectator",
    }


async def test_a_character_that_is_not_allowed_is_refused_with_its_place(lobby: Lobby) -> None:
    """Its name is one of the details, and does not get in the way of the refusal's own code."""
    with pytest.raises(Refused) as caught:
        await lobby.check_spec({"title": "a\u202eb", "system": "three_cups", "seats": {}, "combatants": {}})
    detail = caught.value.detail
    assert (caught.value.code, detail["kind"], detail["code"], detail["at"]) == ("text", "character", "U+202E", 1)


async def test_all_that_is_wrong_with_an_encounter_is_refused_at_once(lobby: Lobby) -> None:
    """What comes behind the first has a number behind the names of its details."""
    with pytest.raises(Refused) as caught:
        await lobby.check_spec({"title": 7, "system": "three_cups", "seats": {"ann": {"role": "king", "age": 3}}})
    detail = caught.value.detail
    assert (detail["path"], detail["kind"], detail["got"]) == ("title", "wrong_type", "int")
    assert (detail["path.1"], detail["kind.1"], detail["field.1"]) == ("seats.ann", "unknown_field", "age")
    assert "path.2" not in detail


async def test_encounters_are_read_and_laid_beside_the_loop_one_after_another(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty at once: no piece of it on the loop's own thread, never two at the same time."""
    busy, seen = threading.Lock(), set[int]()

    def alone(work: Any) -> Any:
        def do(*args: Any) -> Any:
            assert busy.acquire(blocking=False), "two at the same time"
            seen.add(threading.get_ident())
            try:
                return work(*args)
            finally:
                busy.release()

        return do

    monkeypatch.setattr(lobby, "_read", alone(lobby._read))
    monkeypatch.setattr(lobby, "_first_commit", alone(lobby._first_commit))
    raw = {"title": "Cups", "system": "three_cups", "seats": {"ann": {}}}
    made = await asyncio.gather(*(lobby.create_from(raw) for _ in range(20)))
    assert (await lobby.check_spec(raw))["title"] == "Cups"
    assert len({each["encounter"] for each in made}) == 20
    assert seen
    assert threading.get_ident() not in seen


async def test_who_comes_when_too_many_lay_comes_again(lobby: Lobby) -> None:
    """One is at work, so many wait, and the next is told when; the others are laid."""
    raw = {"title": "Cups", "system": "three_cups", "seats": {"ann": {}}}
    many = await asyncio.gather(*(lobby.create_from(raw) for _ in range(MOST_LAYING + 2)), return_exceptions=True)
    (refused,) = (each for each in many if isinstance(each, BaseException))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.detail) == ("busy", {"retry_after_ms": BUSY_MS})


async def test_an_open_lobby_on_a_public_host_gives_no_links_away(tmp_path: Path) -> None:
    """Anybody may create encounters there, but nobody is given those of others."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    lobby.key = ""
    made: dict[str, Any] = (await laid(lobby)).links
    greeting = await lobby.greet(True, KEY)
    assert (greeting["open"], greeting["encounters"]) == (True, [])
    assert not any(token in str(greeting) for token in made.values())
    await lobby.close()


async def test_a_lobby_line_that_was_lost_is_made_anew(tmp_path: Path) -> None:
    """It comes from the log once; a withdrawn seat of an open table is left out."""
    log = MemoryLog()
    lobby = lobby_over(log, tmp_path)
    party = await laid(lobby)
    gm = await party.sits("gm")
    await gm.does({"type": "revoke_seat", "seat": "bob"})
    log.shelf.lobby.clear()
    for _ in range(2):
        (line,) = (await lobby.greet(True, KEY))["encounters"]
        assert sorted(line["links"]) == ["ann", "gm", "spectator"]
        assert line["title"] == "Cups"


@pytest.mark.parametrize("key", ["", KEY[:-1], KEY + "x", "ключ"])
async def test_the_list_needs_its_key(lobby: Lobby, key: str) -> None:
    """Without it nothing of any encounter is told, but that there is a list; elsewhere not even that."""
    made = (await laid(lobby)).links
    greeting = await lobby.greet(True, key)
    assert (greeting["encounters"], greeting["locked"]) == ([], True)
    assert not any(token in str(greeting) for token in made.values())
    assert (await lobby.greet(True, KEY))["locked"] is False
    for told in (await lobby.greet(False, key), await lobby.greet(False, KEY)):
        assert (told["encounters"], told["locked"]) == ([], False)


class Counted(MemoryLog):
    """Counts what the lobby reads in the store."""

    lines = 0

    async def get_lobby(self, encounter: str) -> bytes | None:
        """One more."""
        self.lines += 1
        return await super().get_lobby(encounter)


def full(folder: Path, count: int, seats: int) -> tuple[Lobby, Counted]:
    """A lobby with so many encounters of so many seats, named as long as may be."""
    folder.mkdir(exist_ok=True)
    log, named = Counted(), {f"seat{n}": {"name": "N" * 64, "role": "player"} for n in range(seats)}
    line = msgspec.json.encode({"title": "T" * 200, "system": "three_cups", "seats": named, "at": 1_700_000_000_000})
    tokens = dict.fromkeys(named, "t" * 64)
    ids = [f"{n:032x}" for n in range(count)]
    log.shelf.lobby = dict.fromkeys(ids, line)
    (folder / "links.json").write_bytes(b"".join(msgspec.json.encode({id: tokens}) + b"\n" for id in ids))
    return lobby_over(log, folder), log


@pytest.mark.parametrize(("count", "seats"), [(10_000, 2), (300, 32)])
async def test_ten_thousand_encounters_are_told_in_pages(tmp_path: Path, count: int, seats: int) -> None:
    """A page reads and holds so many, far within a frame, however many there are, and with as many seats as may be;
    together they are all, once each."""
    lobby, log = full(tmp_path, count, seats)
    page, seen = await lobby.greet(True, KEY), list[str]()
    while True:
        assert log.lines <= LISTED
        assert len(msgspec.msgpack.encode(page)) < SERVER_FRAME_BYTES / 4
        seen += [one["id"] for one in page["encounters"]]
        if "more" not in page:
            break
        log.lines = 0
        page = await lobby.page(page["more"])
    assert seen == [f"{n:032x}" for n in reversed(range(count))]


async def test_a_page_costs_the_same_among_a_hundred_and_ten_thousand(tmp_path: Path) -> None:
    """Counted by lines of Python run in the server's own code."""

    async def cost(folder: Path, count: int) -> int:
        lobby, _ = full(folder, count, seats=2)
        await lobby.links.refresh()
        steps = 0

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal steps
            steps += event == "line" and "/server/" in frame.f_code.co_filename
            return trace

        sys.settrace(trace)
        try:
            await lobby.page(count // 2)
        finally:
            sys.settrace(None)
        return steps

    few, many = await cost(tmp_path / "few", 200), await cost(tmp_path / "many", 10_000)
    assert 0 < many <= few + 10


async def test_pages_stay_in_step_with_what_is_laid_meanwhile(lobby: Lobby) -> None:
    """What is new is on no older page, and nothing is told twice."""
    first = [(await laid(lobby)).links for _ in range(LISTED + 3)]
    page = await lobby.greet(True, KEY)
    await laid(lobby)
    rest = await lobby.page(page["more"])
    told = [one["links"]["gm"]["token"] for one in page["encounters"] + rest["encounters"]]
    assert told == [links["gm"] for links in reversed(first)]
    assert "more" not in rest


async def test_links_that_cannot_be_kept_are_told_all_the_same(lobby: Lobby, tmp_path: Path) -> None:
    """The encounter is there by then: without an answer nobody would ever have a link to it."""
    tmp_path.joinpath("links.json").mkdir()  # no file can be written
    party = await laid(lobby)
    assert (await party.sits("gm")).table.encounter in lobby.tables.open
