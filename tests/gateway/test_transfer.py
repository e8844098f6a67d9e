"""Files and branches over real sockets: exported in parts, verified, imported in parts, played on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from three_cups import SYSTEM

from protocol import codec as wire
from protocol import messages as m
from server.archive.export import pack, unpack
from server.archive.verify import Witness, verify
from server.core.timeline.timeline import Timeline
from server.gateway import gateway
from server.keys.seeds import SeedKeeper
from server.past import files
from server.process import work
from server.store.memory import MemoryLog
from tests.gateway.house import House, Player, close_house, open_house
from tests.store.redis.waiting import until
from tests.support.forgeries import forged
from tests.support.golden_exports import FILES, GOLDEN

SYSTEMS = {"three_cups": SYSTEM}
CLOSED = (GOLDEN / FILES["gm"]).read_bytes()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A server with another master key than the one under which the golden files were made."""
    house = await open_house(tmp_path, keeper=SeedKeeper(b"x" * 32))
    yield house
    await close_house(house)


@pytest.fixture
async def other(tmp_path: Path) -> AsyncIterator[House]:
    """Another server with another log."""
    folder = tmp_path / "other"
    folder.mkdir()
    house = await open_house(folder)
    yield house
    await close_house(house)


def body(answer: Any, player: Player) -> Any:
    assert isinstance(answer, m.Answer), answer
    to_value = msgspec.json.decode if player.codec.is_text else msgspec.msgpack.decode
    return to_value(answer.body)


async def fetched(player: Player, **question: Any) -> bytes:
    """A whole file, part by part."""
    shown = body(await player.ask({"type": "export", **question}), player)
    data = bytes(shown["data"])
    while len(data) < shown["size_bytes"]:
        part = {"type": "part", "file": shown["file"], "offset": len(data)}
        data += body(await player.ask(part), player)["data"]
    return data


async def sent(player: Player, data: bytes, part_bytes: int = 32 * 1024, **options: Any) -> Any:
    """Import a file part by part; the last answer."""
    answer: Any = None
    for offset in range(0, max(1, len(data)), part_bytes):
        part, is_last = data[offset : offset + part_bytes], offset + part_bytes >= len(data)
        rest = options if is_last else {}
        await player.send(m.Import(id=offset, offset=offset, data=part, last=is_last, **rest))
        answer = await player.next(m.Answer, m.Rejected)
        if isinstance(answer, m.Rejected):
            return answer
    return answer


async def visitor(house: House, codec: wire.Codec = wire.MSGPACK) -> Player:
    """Somebody in the lobby."""
    player = await house.connect(codec)
    await player.send(m.Hello())
    await player.next(m.Lobby)
    return player


@pytest.mark.parametrize("seat", ["gm", "ann", "spectator"])
async def test_everybody_takes_home_what_they_were_told(
    house: House, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In parts; the file verifies, and the heads that were seen live are in it."""
    monkeypatch.setattr(files, "PART_BYTES", 700)
    gm, player = await house.sit("gm"), await house.sit(seat)
    await gm.submit({"type": "begin"})
    update = await player.next(m.Update)
    data = await fetched(player)
    verdict = verify(data, SYSTEMS, [Witness(unpack(data).audience, update.n, update.head)])
    assert (verdict.audience, verdict.commits) == (player.messages[0].audience, update.n)  # type: ignore[union-attr]
    assert await fetched(player) == data


async def test_the_game_master_exports_for_others(house: House) -> None:
    """Another audience's file is the same as that audience gets itself; a player gets only its own."""
    gm, ann = await house.sit("gm"), await house.sit("ann")
    assert await fetched(gm, audience="seat:ann") == await fetched(ann)
    assert (await ann.ask({"type": "export", "audience": "seat:bob"})).code == "not_revealed"
    assert (await ann.ask({"type": "part", "file": "00" * 16, "offset": 0})).code == "export_gone"


async def test_an_open_encounter_is_played_on_elsewhere(house: House, other: House) -> None:
    """Exported here, imported there in small parts: new links, the same combatants, and the next act is taken."""
    gm = await house.sit("gm")
    await gm.submit({"type": "begin"})
    data = await fetched(gm)
    guest = await visitor(other)
    made = body(await sent(guest, data, part_bytes=1000, title="There"), guest)
    other.links = made["links"]
    there = await other.sit("gm")
    welcome = there.messages[0]
    assert isinstance(welcome, m.Welcome)
    assert body(m.Answer(id=1, body=welcome.view), there)["title"] == "There"
    assert isinstance(await there.submit({"type": "pause"}), m.Ack)


async def test_a_branch_is_an_encounter_of_its_own(house: House) -> None:
    """The GM plays on from a position under new links; players can't, and what does not exist is refused."""
    gm, ann = await house.sit("gm"), await house.sit("ann")
    await gm.submit({"type": "begin"})
    await gm.send(m.Branch(id=5, title="What if"))
    made = body(await gm.next(m.Answer, m.Rejected), gm)
    assert made["title"] == "What if"
    assert made["links"].keys() == house.links.keys()
    assert made["encounter"] != made["links"]["gm"]
    for player, at, code in ((gm, (99, 0), "unknown_position"), (gm, (1, 9), "unknown_position")):
        await player.send(m.Branch(id=6, at=at))
        assert (await player.next(m.Answer, m.Rejected)).code == code
    await ann.send(m.Branch(id=7))
    assert (await ann.next(m.Answer, m.Rejected)).code == "forbidden"


async def test_a_branch_for_a_game_master_who_has_left_is_not_made(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even worked out: not one of its pieces is done after that."""
    gm = await house.sit("gm")
    for number in range(20):
        await gm.submit({"type": "unpause" if number % 2 else "pause"})
    folded = 0

    def counted(timeline: Timeline, *arguments: Any) -> None:
        nonlocal folded
        folded += 1
        fold(timeline, *arguments)

    fold = Timeline.fold
    monkeypatch.setattr(Timeline, "fold", counted)
    monkeypatch.setattr(work, "MOST_STEPS", 1)
    await gm.send(m.Branch(id=5))
    await until(lambda: folded > 0)
    gm.socket.transport.abort()
    await until(lambda: not house.listener.sessions)
    left_at = folded
    await until(lambda: not house.lobby.shares._of_address)
    assert folded == left_at < 20
    assert len([encounter async for encounter in house.lobby._log.encounters()]) == 1


def rewritten(data: bytes = CLOSED, **changes: Any) -> bytes:
    return pack(msgspec.structs.replace(unpack(data), **changes))


def damaged() -> bytes:
    at = len(CLOSED) // 2
    return CLOSED[:at] + bytes([CLOSED[at] ^ 1]) + CLOSED[at + 1 :]


BAD_FILES: dict[str, Callable[[], bytes]] = {
    "import": damaged,
    "import_audience": lambda: (GOLDEN / FILES["seat:ann"]).read_bytes(),
    "import_system": lambda: rewritten(system="nobody's"),
}


@pytest.mark.parametrize("code", BAD_FILES)
async def test_a_bad_file_is_refused(house: House, code: str) -> None:
    """Damaged, a player's, of an unknown system: each a code of its own, and nothing is listed."""
    guest = await visitor(house)
    before = await house.lobby.encounters()
    assert (await sent(guest, BAD_FILES[code]())).code == code
    assert await house.lobby.encounters() == before


def newer(field: str, from_: int) -> bytes:
    """The file as a later release would have written it from some commit on; every hash is right."""

    def change(commits: list[dict[str, Any]]) -> None:
        for commit in commits[from_ - 1 :]:
            commit[field] = 99

    return forged(CLOSED, change)


def of_another_system() -> bytes:
    """A sound file of a rule system that is not installed here."""

    def change(commits: list[dict[str, Any]]) -> None:
        for commit in commits:
            commit["system"] = "chess"
            for event in commit["events"]:
                event |= {"system": "chess"} if event["type"] == "Created" else {}

    return rewritten(forged(CLOSED, change), system="chess")


def unknown_event() -> bytes:
    """A file with an event that nobody has heard of, under a schema that is known."""

    def change(commits: list[dict[str, Any]]) -> None:
        commits[8]["events"].append({"type": "Checkmate"})

    return forged(CLOSED, change)


STRANGE: list[tuple[Callable[[], bytes], str, dict[str, Any]]] = [
    (lambda: newer("schema", 1), "import_version", {"position": 1}),
    (lambda: newer("schema", 9), "import_version", {"position": 9}),
    (lambda: newer("system_schema", 9), "import_version", {"position": 9}),
    (of_another_system, "import_system", {"system": "chess"}),
    (unknown_event, "import", {"kind": "content", "position": 9}),
]
"""Sound files of another release or system: the file, the code, and what the refusal names."""


@pytest.mark.parametrize(("made", "code", "named"), STRANGE)
@pytest.mark.parametrize("options", [{}, {"carry_on": True}], ids=["as it was", "played on"])
async def test_a_file_of_another_release_or_system_changes_nothing(
    house: House, made: Callable[[], bytes], code: str, named: dict[str, Any], options: dict[str, Any]
) -> None:
    """Refused over the socket by a code and a sentence that names it; no log, link or line is left, and a file that can
    be read is taken right after on the same connection."""
    guest = await visitor(house)
    before = await kept(house)
    refused = await sent(guest, made(), **options)
    assert refused.code == code
    assert named.items() <= refused.detail.items()
    assert all(str(value) in refused.message for value in named.values())
    assert await kept(house) == before
    assert isinstance(await sent(guest, CLOSED), m.Answer)


async def kept(house: House) -> tuple[Any, ...]:
    """All that a server keeps of its encounters: logs with their tops, lines of the lobby, links, open tables."""
    log = house.lobby._log
    assert isinstance(log, MemoryLog)
    logs = {id: await log.top(id) for id in [id async for id in log.encounters()]}
    await house.lobby.links.refresh()
    links = {encounter: house.lobby.links.of(encounter) for encounter in house.lobby.links}
    return logs, dict(log.shelf.lobby), links, set(house.lobby.tables.open)


@pytest.mark.parametrize("codec", [wire.MSGPACK, wire.JSON], ids=["msgpack", "json"])
async def test_links_whose_answer_was_lost_are_told_again_to_whoever_has_the_key(
    house: House, codec: wire.Codec
) -> None:
    """Over another connection; somebody else with the same file is told nothing."""
    first, again, other = [await visitor(house, codec) for _ in range(3)]
    made = body(await sent(first, CLOSED, 2048, key=b"k" * 32), first)
    await first.socket.close()
    assert body(await sent(again, CLOSED, 2048, key=b"k" * 32), again) == made
    for options in ({}, {"key": b"o" * 32}):
        assert (await sent(other, CLOSED, 2048, **options)).code == "import_exists"


async def test_cut_short_a_file_is_no_file(house: House) -> None:
    """Every beginning of a file is refused."""
    guest = await visitor(house)
    for size in (0, 1, 31, 32, 33, 500, len(CLOSED) - 1):
        assert (await sent(guest, CLOSED[:size])).code == "import"


async def test_a_closed_encounter_comes_in_once(house: House) -> None:
    """As it was, with new links; a second time it exists, unless it is to be played on."""
    guest = await visitor(house)
    first = body(await sent(guest, CLOSED), guest)
    assert first["encounter"] == unpack(CLOSED).encounter
    assert (await sent(guest, CLOSED)).code == "import_exists"
    again = body(await sent(guest, CLOSED, carry_on=True), guest)
    assert again["encounter"] != first["encounter"]


async def test_parts_come_in_order(house: House) -> None:
    """A part that does not follow is refused, and the file begins anew."""
    guest = await visitor(house)
    await guest.send(m.Import(id=1, offset=0, data=b"abc"))
    assert body(await guest.next(m.Answer), guest) == {"bytes": 3}
    await guest.send(m.Import(id=2, offset=5, data=b"abc"))
    refused = await guest.next(m.Rejected)
    assert (refused.code, refused.detail) == ("import_order", {"wanted": 3, "offset": 5})


async def test_whoever_has_a_seat_or_finds_the_lobby_closed_imports_nothing(tmp_path: Path) -> None:
    """At a table it is the wrong place; where the lobby is closed, the first part is refused."""
    house = await open_house(tmp_path)
    gm = await house.sit("gm")
    await gm.send(m.Import(id=1, offset=0, data=b"", last=True))
    assert (await gm.next(m.Rejected)).code == "state"
    house.lobby.is_open = False
    guest = await visitor(house)
    assert (await sent(guest, CLOSED)).code == "lobby_closed"
    await close_house(house)


async def test_a_file_over_the_limit_is_refused_before_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the part that goes over it."""
    monkeypatch.setattr(gateway, "MOST_IMPORTED_BYTES", 40_000)
    house = await open_house(tmp_path)
    refused = await sent(await visitor(house), bytes(70_000))
    assert (refused.code, refused.detail["limit"]) == ("import_too_large", 40_000)
    await close_house(house)


@pytest.mark.parametrize("codec", [wire.MSGPACK, wire.JSON], ids=["msgpack", "json"])
async def test_an_export_comes_over_either_subprotocol(house: House, codec: wire.Codec) -> None:
    """Binary in one, base64 in the other."""
    gm = await house.sit("gm", codec)
    shown = body(await gm.ask({"type": "export"}), gm)
    data = msgspec.convert(shown["data"], bytes, strict=False) if codec.is_text else shown["data"]
    assert len(data) == shown["size_bytes"]
    assert verify(data, SYSTEMS).commits == shown["n"]
