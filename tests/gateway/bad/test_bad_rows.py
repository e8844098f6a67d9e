"""Each row of the list of bad inputs, sent to a real server; and no row is forgotten.

Details and variants of single rows are in test_bad_input, test_session, protocol/test_decode and scenarios.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from three_cups import SYSTEM as CUPS
from three_cups import CupChosen

from protocol import messages as m
from protocol.limits import CLIENT_FRAME_BYTES, IMPORT_PART_BYTES
from server.archive.export import unpack
from server.core.intents import AutoPass
from server.core.state import TableOptions
from server.gateway.limits import Limits, Rate
from server.keys.links import token_of
from server.store.log import Appended, Entry, Unavailable, Unsettled
from server.store.memory import MemoryLog
from server.table.table import Table
from tests.gateway.bad.bad_rows import ROWS
from tests.gateway.conftest import Opening
from tests.gateway.house import House, Player
from tests.gateway.wire import raw
from tests.gateway.wire.raw import BINARY, LAST, Raw, frame, request
from tests.rules.tirakan.cast import Fight
from tests.store.redis.waiting import until
from tests.support.golden_exports import FILES, GOLDEN
from tests.table.party import SPEC

WHOLE = BINARY | LAST
Send = Callable[[Opening], Awaitable[list[str]]]
"""Sends a row's inputs, in all its variants, and says what each was answered."""
SENDS: dict[int, Send] = {}


def row(number: int) -> Callable[[Send], Send]:
    """Registers what sends a row."""

    def register(send: Send) -> Send:
        assert number not in SENDS
        SENDS[number] = send
        return send

    return register


def test_no_row_is_forgotten() -> None:
    """1 to 74, each with something that sends it."""
    assert sorted(ROWS) == list(range(1, 75)) == sorted(SENDS)


@pytest.mark.parametrize("number", sorted(ROWS), ids=[f"row {number}: {ROWS[number][0]}" for number in sorted(ROWS)])
async def test_a_bad_input_is_answered_as_specified(number: int, opening: Opening) -> None:
    """With its code, its close or its status, in every variant."""
    said = await SENDS[number](opening)
    assert said
    assert set(said) == {ROWS[number][1]}, said


# --- handshake, frames, bytes ----------------------------------------------------------------------------------------


def refused_request(number: int, *asked: bytes) -> None:
    """A row of requests."""

    async def send(opening: Opening) -> list[str]:
        house = await opening()
        return [f"http {(await house.exchange(one))[0]}" for one in asked]

    row(number)(send)


refused_request(1, request(without="Upgrade"))
refused_request(2, request("Origin: http://evil.example"), request("Origin: null"))
refused_request(3, request(*[f"X-{number}: 1" for number in range(129)]), request("X: " + "x" * 9000))
refused_request(4, request("Sec-WebSocket-Protocol: chat", without="Sec-WebSocket-Protocol"))
refused_request(8, request("Sec-WebSocket-Protocol: fray.v2.msgpack", without="Sec-WebSocket-Protocol"))


async def ended(guest: Player) -> str:
    """How a connection ends."""
    number, code = await guest.end()
    return f"close {number} {code}"


async def greeted(house: House, token: str) -> str:
    """What becomes of a link."""
    guest = await house.connect()
    await guest.send(m.Hello(token=token))
    return await ended(guest)


@row(5)
async def _(opening: Opening) -> list[str]:
    return [await ended(await (await opening(Limits(hello_s=0.25))).connect())]


@row(6)
async def _(opening: Opening) -> list[str]:
    house, said = await opening(), []
    for first in (m.Ping(), m.Ask(id=1, question=msgspec.Raw(b"\x80"))):
        guest = await house.connect()
        await guest.send(first)
        said.append(await ended(guest))
    return said


@row(7)
async def _(opening: Opening) -> list[str]:
    ann = await (await opening()).sit("ann")
    await ann.send(m.Hello())
    return [(await ann.next(m.Rejected)).code]


@row(9)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    return [await greeted(house, token) for token in ("", "garbage", "A" * 64)]


@row(10)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    table = await house.lobby.table(encounter_of(house))
    ledger = table.timeline.ledger
    ledger.seats["ann"] = msgspec.structs.replace(ledger.seats["ann"], token=bytes(32))  # as `IssueTokens` does
    return [await greeted(house, house.links["ann"])]


def encounter_of(house: House) -> str:
    """The encounter's id."""
    from server.gateway.auth import parse_token

    token = parse_token(house.links["ann"])
    assert token is not None
    return token.encounter


@row(11)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    other = (await house.lobby.create(SPEC))["links"]
    return [await greeted(house, house.links["ann"][:21] + other["ann"][21:])]


@row(12)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    gm, ann = await house.sit("gm"), await house.sit("ann")
    await gm.submit({"type": "revoke_seat", "seat": "ann"})
    return [await ended(ann), await greeted(house, house.links["ann"])]


def broken_frame(number: int, *sent: bytes, is_coded: bool = False) -> None:
    """A row of frames that break the WebSocket."""

    async def send(opening: Opening) -> list[str]:
        house, said = await opening(), []
        for data in sent:
            socket = await Raw.open(house.port)
            socket.send(data)
            close, code = await socket.end()
            said.append(f"close {close} {code}" if is_coded else f"close {close}")
        return said

    row(number)(send)


broken_frame(13, frame(raw.TEXT | LAST, b"{}"), is_coded=True)
broken_frame(14, frame(WHOLE, b"\x80", is_masked=False))
broken_frame(15, frame(0x3 | LAST), frame(WHOLE | 0x40, b"\x80"), frame(WHOLE | 0x10, b"\x80"))
broken_frame(16, frame(raw.PING), frame(raw.PING | LAST, bytes(126)))
broken_frame(17, frame(raw.TEXT | LAST, b"\xff"))
broken_frame(18, frame(WHOLE, declared=2**63), is_coded=True)
broken_frame(19, frame(WHOLE, bytes(CLIENT_FRAME_BYTES + 1)), is_coded=True)
broken_frame(20, frame(BINARY) + frame(0) * 100_000, is_coded=True)

SUBMIT: dict[str, Any] = {"type": "submit", "id": bytes(16), "intent": {"type": "pause"}, "nonce": bytes(16)}


def packed(**changes: Any) -> bytes:
    """A submit with other fields; a field that is None is left out."""
    fields = {key: value for key, value in {**SUBMIT, **changes}.items() if value is not None}
    return msgspec.msgpack.encode(fields)


def unreadable(number: int, *sent: bytes) -> None:
    """A row of messages that can't be taken; the connection goes on."""

    async def send(opening: Opening) -> list[str]:
        house = await opening()
        ann, said = await house.sit("gm"), []
        for data in sent:
            await ann.send_bytes(data)
            answer = await ann.next(m.Rejected, m.Ack, m.Pong)
            said.append(answer.code if isinstance(answer, m.Rejected) else "answer")
        return said

    row(number)(send)


unreadable(21, b"")
unreadable(22, b"\xc1")
unreadable(23, b"\x82\xa4type", packed()[:-1])
unreadable(24, packed() + b"\x00")
unreadable(25, b"\xdd\xff\xff\xff\xff")
unreadable(26, b"\x91" * 9 + b"\xc0", b"\x91" * 1023 + b"\xc0", b"\x91" * 60_000)
unreadable(27, b"\x81\xa4type\xa2\xff\xff", b"\x81\xa4type\xa3\xed\xa0\x80")
unreadable(28, b"\x81\x01\x01", b"\x81\xc4\x01a\x01", b"\x81\xc0\x01", b"\x81\x90\x01")
unreadable(29, b"\x82\xa4type\xa4ping\xa4type\xa4ping")
unreadable(30, b"\x81\xa4type\xd4\x01a", b"\x81\xa4type\xd6\xff\0\0\0\0")
unreadable(31, packed(intent={"x": float("nan")}), packed(intent={"x": float("inf")}))
unreadable(32, b"\x91\x01", b"\xa4ping")
unreadable(33, msgspec.msgpack.encode({"type": "cheat"}), packed(intent={"type": "cheat"}))
unreadable(34, packed(nonce=None), packed(intent=None), packed(intent={"type": "choose", "who": "a"}))
unreadable(35, packed(extra=1), packed(intent={"type": "pause", "extra": 1}))
unreadable(36, packed(seen=True), packed(seen=5.0), packed(seen="5"))
unreadable(37, packed(seen=2**63), packed(seen=-1), packed(seen=2**53 + 1))
unreadable(38, b"\x81\xa4type\xd9\x04ping", msgspec.msgpack.encode({"type": "ping"}))
unreadable(40, packed(intent={"type": "redo", "reason": "x" * 4097}))
unreadable(41, packed(id=bytes(15)), packed(id=None), packed(id="x" * 16))
unreadable(44, packed(nonce=bytes(17)), packed(nonce="x" * 16))
unreadable(60, packed(intent={"type": "walk", "who": "a", "path": list(range(10_000))}))


@row(39)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    guest, said = await house.connect(), []
    await guest.send(m.Hello())
    await guest.next(m.Lobby)
    for name in ("A\0", "A\u202eB", "x" * 65, "", " ", "\u200d"):
        encounter = {"title": "T", "system": "three_cups", "combatants": {"a": {"name": name, "side": "x"}}}
        await guest.send(m.Create(id=1, encounter=msgspec.Raw(msgspec.msgpack.encode(encounter))))
        rejected = await guest.next(m.Rejected)
        assert str(rejected.detail["path"]).endswith("combatants.a.name")
        said.append(rejected.code)
    return said


# --- intents ---------------------------------------------------------------------------------------------------------


async def code_of(player: Player, intent: dict[str, Any], **rest: Any) -> str:
    """What an intent is answered."""
    answer = await player.submit(intent, **rest)
    return "ack" if isinstance(answer, m.Ack) else str(answer.code)


@row(42)
async def _(opening: Opening) -> list[str]:
    gm = await (await opening()).sit("gm")
    said = [await gm.submit({"type": "begin"}, id=b"i" * 16) for _ in range(3)]
    assert said[0] == said[1] == said[2]
    return ["ack" for one in said if isinstance(one, m.Ack)]


@row(43)
async def _(opening: Opening) -> list[str]:
    gm = await (await opening()).sit("gm")
    await gm.submit({"type": "begin"}, id=b"i" * 16)
    return [await code_of(gm, {"type": "pause"}, id=b"i" * 16)]


@row(45)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    gm, ann = await house.sit("gm"), await house.sit("ann")
    await gm.submit({"type": "begin"})
    body = msgspec.Raw(msgspec.msgpack.encode({"type": "choose", "who": "a", "cup": 1}))
    await ann.send(m.Submit(id=bytes(16), intent=body, nonce=bytes(16), decision="long/over"))
    return [(await ann.next(m.Rejected)).code]


@row(46)
async def _(opening: Opening) -> list[str]:
    house = await opening(systems={"three_cups": dataclasses.replace(CUPS, unsettling={AutoPass: (CupChosen,)})})
    ann = await house.sit("ann")
    body = msgspec.Raw(msgspec.msgpack.encode({"type": "auto_pass", "kinds": []}))
    await ann.send(m.Submit(id=bytes(16), intent=body, nonce=bytes(16), seen=999))
    return [(await ann.next(m.Rejected)).code]


async def resumed(house: House, resume: m.Resume) -> Any:
    """The first word to somebody who comes back."""
    guest = await house.connect()
    await guest.send(m.Hello(token=house.links["ann"], resume=resume))
    return await guest.next(m.Rejected, m.Welcome)


@row(47)
async def _(opening: Opening) -> list[str]:
    return [(await resumed(await opening(), m.Resume(n=1, head=b"x" * 16))).code]


@row(66)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    return [(await resumed(house, m.Resume(n=n, head=b"x" * 16))).code for n in (2, 10_000)]


@row(67)
async def _(opening: Opening) -> list[str]:
    house = await opening(Limits(gm=Rate(10_000, 10_000)))
    gm = await house.sit("gm")
    for number in range(258):
        await gm.submit({"type": "pause" if number % 2 == 0 else "unpause"})
    welcome = await resumed(house, m.Resume(n=0, head=bytes(16)))
    assert (welcome.more, welcome.events) == (True, msgspec.UNSET)
    return ["welcome"]


@row(48)
async def _(opening: Opening) -> list[str]:
    return [await greeted(await opening(), token_of("00" * 16, bytes(32)))]


@row(49)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    gm, ann = await house.sit("gm"), await house.sit("ann")
    await gm.submit({"type": "close"})
    return [await code_of(gm, {"type": "begin"}), await code_of(ann, {"type": "choose", "who": "a", "cup": 1})]


@row(50)
async def _(opening: Opening) -> list[str]:
    log = MemoryLog()
    house = await opening(log=log)
    gm = await house.sit("gm")
    entries = log.shelf.streams[encounter_of(house)]
    entries.append(msgspec.structs.replace(entries[-1], version=2, body=b"\xc1"))
    (table,) = house.lobby.tables.open.values()
    table.wake()
    return [await ended(gm), await greeted(house, house.links["ann"])]


def of_tirakan(number: int, *tries: Callable[[], str]) -> None:
    """A row whose answer is a system's: the code is the same at a table and in a rehearsal."""

    async def send(_opening: Opening) -> list[str]:
        return [attempt() for attempt in tries]

    row(number)(send)


def fight(**more: Any) -> Fight:
    """Hagen's turn; Sela is a player too, Ilva stands far off, hidden or not."""
    return Fight("hagen", "sela", "robber", "ilva", players=["hagen", "sela"], at={"ilva": (40, 0)}, **more).start()


def spent() -> str:
    """Hagen acts until he has nothing left."""
    table = fight()
    for _ in range(9):
        code = _hunkered(table)
        if code:
            return code
    return "never"


def _hunkered(table: Fight) -> str:
    from server.core.errors import Rejected

    try:
        table.do("hunker" if "hunkered" not in table.one("hagen").conditions else "stand_up", who="hagen")
    except Rejected as refused:
        return refused.code
    table.all_pass()
    return ""


def felled(react: bool) -> str:
    """Sela is out of the fight, and acts or reacts all the same."""
    table = fight()
    table.do("gm_set", seat="gm", who="sela", value_of="condition", key="unconscious", value=1)
    table.all_pass()
    if not react:
        return table.refused("spend_bonus_die", who="sela")
    table.do("hunker", who="hagen", goes_on=False)
    return table.cannot_react("sela", "dodge")


of_tirakan(51, lambda: fight().refused("end_turn", seat="sela", who="sela"))
of_tirakan(
    55,
    lambda: fight().refused("attack", who="hagen", target="nobody"),
    lambda: fight(hidden=["ilva"]).refused("attack", who="hagen", target="ilva"),
)
of_tirakan(56, lambda: fight().refused("attack", who="hagen", target="ilva"))
of_tirakan(57, spent)
of_tirakan(58, lambda: felled(False), lambda: felled(True))
of_tirakan(59, lambda: fight().refused("walk", who="hagen", path=[[10**7, 0]]))


@row(52)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    gm, bob = await house.sit("gm"), await house.sit("bob")
    await gm.submit({"type": "begin"})
    return [await code_of(bob, {"type": "choose", "who": who, "cup": 1}) for who in ("a", "c", "nobody")]


@row(53)
async def _(opening: Opening) -> list[str]:
    watch = await (await opening()).sit("spectator")
    return [await code_of(watch, {"type": kind}) for kind in ("begin", "pause")]


@row(54)
async def _(opening: Opening) -> list[str]:
    ann = await (await opening()).sit("ann")
    return [await code_of(ann, {"type": kind}) for kind in ("begin", "pause", "redo", "close")]


@row(61)
async def _(opening: Opening) -> list[str]:
    house = await opening(spec=msgspec.structs.replace(SPEC, table=TableOptions(join="links", typed_dice=True)))
    gm = await house.sit("gm")
    await gm.submit({"type": "begin"})
    for who, cup in (("a", 2), ("b", 1), ("c", 1)):
        await gm.submit({"type": "choose", "who": who, "cup": cup})
    (table,) = house.lobby.tables.open.values()
    await until(lambda: table.is_parked)
    return [await code_of(gm, {"type": "type_dice", "faces": faces}) for faces in ([0], [7], [-1], [1, 1], [10**6], [])]


@row(62)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    gm, bob = await house.sit("gm"), await house.sit("bob")
    await gm.submit({"type": "begin"})
    return [await code_of(bob, {"type": "riposte", "who": "b"})]


@row(63)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    gm = await house.sit("gm")
    await gm.submit({"type": "begin"})
    said = [await code_of(gm, {"type": "rewind", "to": [to, 0], "digest": bytes(16)}) for to in (99, 1, 0)]
    assert set(said) <= {"unknown_position", "protected_position", "preview_outdated"}
    assert (await gm.ask({"type": "preview_rewind", "to": [1, 0]})).code == "protected_position"
    return [(await gm.ask({"type": "preview_rewind", "to": [to, 0]})).code for to in (99, 10**6)]


@row(64)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    gm, ann = await house.sit("gm"), await house.sit("ann")
    await gm.submit({"type": "begin"})
    return [
        await code_of(ann, {"type": "rewind", "to": [2, 0], "digest": bytes(16)}),
        await code_of(ann, {"type": "redo"}),
    ]


async def digest_of(gm: Player, preview: dict[str, Any]) -> bytes:
    """What confirms a preview."""
    return bytes(msgspec.msgpack.decode((await gm.ask(preview)).body)["digest"])


@row(65)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    gm = await house.sit("gm")
    await gm.submit({"type": "begin"})
    await gm.submit({"type": "choose", "who": "a", "cup": 1})
    (table,) = house.lobby.tables.open.values()
    begun = [table.timeline.version - 1, 0]

    async def back() -> str:
        digest = await digest_of(gm, {"type": "preview_rewind", "to": begun})
        return await code_of(gm, {"type": "rewind", "to": begun, "digest": digest})

    assert await back() == "ack"
    redone = await digest_of(gm, {"type": "preview_redo"})
    assert await code_of(gm, {"type": "redo", "digest": redone}) == "ack"
    assert await back() == "ack"
    assert await code_of(gm, {"type": "choose", "who": "a", "cup": 2}) == "ack"
    return [await code_of(gm, {"type": "redo", "digest": redone}), (await gm.ask({"type": "preview_redo"})).code]


# --- limits, store, bugs, files --------------------------------------------------------------------------------------


@row(68)
async def _(opening: Opening) -> list[str]:
    house = await opening(Limits(player=Rate(3, 0.01)))
    ann = await house.sit("ann")
    for _ in range(7):
        await ann.send(m.Ping())
    said = await ended(ann)
    rejected = [one for one in ann.messages if isinstance(one, m.Rejected)]
    assert {one.code for one in rejected} == {"rate"}
    assert all(one.detail["retry_after_ms"] for one in rejected)
    return [said]


@row(69)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    for _ in range(8):
        await house.sit("ann")
    return [await greeted(house, house.links["ann"])]


class Away(MemoryLog):
    """A log that fails as it is told to."""

    error: Exception | None = None

    async def append(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        """Appends, or not."""
        error, self.error = self.error, None
        if error is not None:
            raise error if isinstance(error, Unavailable) else Unsettled(encounter, entry, prev_hash, "silence")
        return await super().append(encounter, entry, prev_hash)


@row(70)
async def _(opening: Opening) -> list[str]:
    log = Away()
    gm = await (await opening(log=log)).sit("gm")
    log.error = Unavailable("away")
    rejected = await gm.submit({"type": "begin"})
    assert rejected.detail["retry_after_ms"] > 0
    return [rejected.code]


@row(71)
async def _(opening: Opening) -> list[str]:
    log = Away()
    gm = await (await opening(log=log)).sit("gm")
    log.error = ValueError("unsettled")
    body = msgspec.Raw(msgspec.msgpack.encode({"type": "begin"}))
    await gm.send(m.Submit(id=bytes(16), intent=body, nonce=bytes(16)))
    first = await gm.next(m.Pending, m.Ack, m.Rejected)
    assert isinstance(await gm.next(m.Ack, m.Rejected), m.Ack)
    return [str(first.__struct_config__.tag)]


@row(72)
async def _(opening: Opening) -> list[str]:
    house = await opening()
    gm = await house.sit("gm")

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "submit", broken)
        for _ in range(2):
            assert set((await gm.submit({"type": "begin"})).detail) == {"reference"}
        await gm.send_bytes(packed())
        return [await ended(gm)]


async def imported(opening: Opening, data: bytes) -> str:
    """What a file is answered."""
    guest = await (await opening()).connect()
    await guest.send(m.Hello())
    await guest.next(m.Lobby)
    for offset in range(0, len(data), IMPORT_PART_BYTES):
        part = data[offset : offset + IMPORT_PART_BYTES]
        await guest.send(m.Import(id=1, offset=offset, data=part, last=offset + len(part) == len(data)))
        answer = await guest.next(m.Rejected, m.Answer)
    return str(answer.code) if isinstance(answer, m.Rejected) else "answer"


@row(73)
async def _(opening: Opening) -> list[str]:
    data = (GOLDEN / FILES["gm"]).read_bytes()
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 1
    return [await imported(opening, bytes(flipped))]


@row(74)
async def _(opening: Opening) -> list[str]:
    from server.store import chain
    from server.store.log import ZERO_HASH

    content = unpack((GOLDEN / FILES["gm"]).read_bytes())
    newer = content.entries[0].body.replace(b"schema\x01", b"schema\x7f", 1)
    assert newer != content.entries[0].body
    rows, previous = [msgspec.structs.replace(content.entries[0], body=newer), *content.entries[1:]], ZERO_HASH
    for at, one in enumerate(rows):
        previous = chain.link(content.encounter, one.version, previous, one.salt, one.body)
        rows[at] = msgspec.structs.replace(one, hash=previous)
    body = msgspec.msgpack.encode(msgspec.structs.replace(content, entries=rows, signature=None))
    return [await imported(opening, body + hashlib.sha256(body).digest())]
