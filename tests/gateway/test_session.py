"""Sessions over real sockets, at real tables: the life of a connection from hello to its end."""

from __future__ import annotations

import asyncio
import contextlib
import socket

import msgspec
import pytest
from websockets.typing import Origin

from protocol import codec as wire
from protocol import messages as m
from server.gateway.limits import Limits, Rate
from server.gateway.session import Session, fan_out
from server.gateway.wire.frames import frame
from server.store.log import Entry, Unavailable
from server.store.memory import MemoryLog
from server.table.table import Table
from tests.gateway.conftest import Opening
from tests.gateway.house import KEY, WAIT_S, House, Player
from tests.gateway.wire import raw
from tests.gateway.wire.raw import Raw
from tests.store.redis.waiting import until

CODECS = pytest.mark.parametrize("codec", [wire.MSGPACK, wire.JSON], ids=["msgpack", "json"])


class Unreachable(MemoryLog):
    """A log whose store is away."""

    async def read(self, encounter: str, after: int = 0, count: int | None = None) -> list[Entry]:
        raise Unavailable("away")


class Buggy(MemoryLog):
    """A log with a bug: what it raises nobody expects."""

    async def get_lobby(self, encounter: str) -> bytes | None:
        raise ZeroDivisionError("a bug")


async def until_gone(house: House) -> None:
    """Wait until the server has let go of all connections."""
    await until(lambda: not house.listener.sessions)


async def until_dropped(socket: Raw) -> None:
    """Read on until the server takes the socket away."""
    with contextlib.suppress(asyncio.IncompleteReadError, ConnectionResetError):
        while True:
            await socket.next()
    socket.writer.close()


def sessions_of(house: House, role: str) -> list[Session]:
    """The server's own ends."""
    gateway = house.listener._gateway
    assert gateway is not None
    return [session for session in gateway.sessions if isinstance(session, Session) and session.role == role]


# --- at a table ------------------------------------------------------------------------------------------------------


@CODECS
async def test_a_seat_plays_over_either_subprotocol(house: House, codec: wire.Codec) -> None:
    """The GM begins: acknowledged, and the spectator is told the same commit."""
    gm, watch = await house.sit("gm", codec), await house.sit("spectator", codec)
    ack = await gm.submit({"type": "begin"})
    assert isinstance(ack, m.Ack)
    update = await watch.next(m.Update)
    assert watch.codec.decode_server(codec.encode(update)) == update
    assert house.count("fray_frames_out_total") >= 4
    assert house.count('fray_messages_in_total{type="hello"}') == 2
    assert house.count('fray_messages_in_total{type="submit"}') == 1
    assert isinstance(await watch.submit({"type": "begin"}), m.Rejected)
    assert house.count('fray_messages_in_total{type="refused"}') == 1


async def test_all_sessions_of_a_seat_are_equal(house: House) -> None:
    """What one submits is told to both; either may go on."""
    one, two = await house.sit("gm"), await house.sit("gm", wire.JSON)
    assert isinstance(await one.submit({"type": "begin"}), m.Ack)
    assert isinstance(await two.next(m.Update), m.Update)
    await one.socket.close()
    assert isinstance(await two.submit({"type": "pause"}), m.Ack)


async def test_the_same_intent_over_two_sockets_is_taken_once(house: House) -> None:
    """Three equal acknowledgements."""
    one, two = await house.sit("gm"), await house.sit("gm")
    acks = [await player.submit({"type": "begin"}, id=b"same-same-same-1") for player in (one, two, one)]
    assert acks == [acks[0]] * 3
    assert isinstance(acks[0], m.Ack)


async def test_a_client_comes_back_without_loss_or_repetition(house: House) -> None:
    """Resume brings exactly what was missed."""
    gm, bob = await house.sit("gm"), await house.sit("bob")
    await gm.submit({"type": "begin"})
    last = await bob.next(m.Update)
    await bob.socket.close()
    await gm.submit({"type": "pause"})
    back = await house.connect()
    await back.send(m.Hello(token=house.links["bob"], resume=m.Resume(n=last.n, head=last.head)))
    welcome = await back.next(m.Welcome)
    assert welcome.n == last.n + 1
    assert [told.n for told in welcome.events] == [last.n + 1]


async def test_questions_are_answered(house: House) -> None:
    """Under their id; a malformed one is refused under it too."""
    gm = await house.sit("gm")
    answer = await gm.ask({"type": "nonsense"}, id=41)
    assert (answer.id, answer.code) == (41, "unknown_type")


async def test_an_intent_that_cannot_be_read_is_refused_under_its_id(house: House) -> None:
    """The table reads bodies; what it finds wrong is told with the path."""
    gm = await house.sit("gm")
    rejected = await gm.submit({"type": "begin", "surprise": 1}, id=bytes(16))
    assert (rejected.id, rejected.code) == (bytes(16), "schema")
    assert rejected.detail["path"] == "$.intent"


async def test_messages_sent_right_behind_hello_wait_for_the_welcome(house: House) -> None:
    """A client need not wait; order is kept."""
    gm = await house.connect()
    await gm.send(m.Hello(token=house.links["gm"]))
    await gm.send(m.Submit(id=bytes(16), intent=msgspec.Raw(gm.codec.to_bytes({"type": "begin"})), nonce=bytes(16)))
    await gm.send(m.Ping())
    await gm.next(m.Welcome)
    await gm.next(m.Pong)
    kinds = [type(message) for message in gm.messages]
    assert kinds.index(m.Welcome) < kinds.index(m.Pong)
    if m.Ack not in kinds:
        await gm.next(m.Ack)


@CODECS
async def test_ping_is_answered_with_the_server_s_time(house: House, codec: wire.Codec) -> None:
    """In the lobby and at a table."""
    ann = await house.sit("ann", codec)
    await ann.send(m.Ping())
    assert (await ann.next(m.Pong)).at > 1_600_000_000_000


async def test_a_revoked_seat_is_sent_away_and_cannot_come_back(house: House) -> None:
    """Its session ends with 4403, and so does its next hello."""
    gm, bob = await house.sit("gm"), await house.sit("bob")
    assert isinstance(await gm.submit({"type": "revoke_seat", "seat": "bob"}), m.Ack)
    assert await bob.end() == (4403, "seat_revoked")
    again = await house.connect()
    await again.send(m.Hello(token=house.links["bob"]))
    assert await again.end() == (4403, "seat_revoked")


async def test_a_client_that_left_is_forgotten(house: House) -> None:
    """Neither session, nor seat, nor viewer remains."""
    players = [await house.sit(seat) for seat in ("gm", "ann", "spectator")]
    table = sessions_of(house, "gm")[0]._table
    assert table is not None
    assert house.count('fray_connections{role="player"}') == 1
    for player in players:
        await player.socket.close(1001)
    await until_gone(house)
    assert table.audiences.viewers() == []
    assert house.count('fray_connections{role="player"}') == 0
    assert house.count('fray_closes_total{code="1001"}') == 3
    assert not house.listener._gateway._seats  # type: ignore[union-attr]


# --- in the lobby ----------------------------------------------------------------------------------------------------


@CODECS
async def test_the_lobby_makes_an_encounter_one_can_enter(house: House, codec: wire.Codec) -> None:
    """Greeting, create, and the link that the answer holds."""
    guest = await house.connect(codec)
    await guest.send(m.Hello())
    assert isinstance(await guest.next(), m.Lobby)
    encounter = {"title": "New", "system": "three_cups", "seats": {"ann": {}}, "combatants": {}}
    await guest.send(m.Create(id=9, encounter=msgspec.Raw(codec.to_bytes(encounter))))
    answer = await guest.next(m.Answer, m.Rejected)
    assert isinstance(answer, m.Answer), answer
    read = msgspec.json.decode if codec.is_text else msgspec.msgpack.decode
    assert answer.id == 9
    await House(house.listener, house.lobby, read(answer.body)["links"]).sit("gm", codec)


async def test_an_encounter_that_is_wrong_is_refused_with_its_path(house: House) -> None:
    """The lobby's refusals come under the message's id."""
    guest = await house.connect()
    await guest.send(m.Hello())
    for id, encounter in enumerate([{"title": "New", "system": "nothing"}, [1], {"title": 5}]):
        await guest.send(m.Create(id=id, encounter=msgspec.Raw(msgspec.msgpack.encode(encounter))))
        rejected = await guest.next(m.Rejected)
        assert (rejected.id, rejected.code) in ((id, "schema"), (msgspec.UNSET, "schema"))
    await guest.send(m.Join(id=7, code="nobody knows"))
    assert (await guest.next(m.Rejected)).code == "join_code"


async def test_a_check_makes_nothing(house: House) -> None:
    """It says that the encounter could be made, or what is wrong and where."""
    guest = await house.connect()
    await guest.send(m.Hello())
    await house.lobby.links.refresh()
    before = list(house.lobby.links)
    good = {"title": "New", "system": "three_cups", "seats": {"ann": {}}}
    await guest.send(m.Create(id=1, encounter=msgspec.Raw(msgspec.msgpack.encode(good)), check=True))
    assert msgspec.msgpack.decode((await guest.next(m.Answer)).body) == {"title": "New", "system": "three_cups"}
    bad = {**good, "seats": {"ann": {"role": "king"}}}
    await guest.send(m.Create(id=2, encounter=msgspec.Raw(msgspec.msgpack.encode(bad)), check=True))
    rejected = await guest.next(m.Rejected)
    assert (rejected.id, rejected.code, rejected.detail["path"]) == (2, "schema", "seats.ann.role")
    await house.lobby.links.refresh()
    assert list(house.lobby.links) == before


async def test_a_closed_lobby_makes_nothing(opening: Opening) -> None:
    """`lobby_closed` under the id."""
    house = await opening()
    house.lobby.is_open = False
    guest = await house.connect()
    await guest.send(m.Hello())
    await guest.next(m.Lobby)
    await guest.send(m.Create(id=3, encounter=msgspec.Raw(msgspec.msgpack.encode({}))))
    rejected = await guest.next(m.Rejected)
    assert (rejected.id, rejected.code) == (3, "lobby_closed")


# --- limits ----------------------------------------------------------------------------------------------------------


async def test_a_ninth_session_of_a_seat_is_refused_and_spectators_are_not(house: House) -> None:
    """Eight for a player; a place is free again when one leaves."""
    sessions = [await house.sit("ann") for _ in range(8)]
    ninth = await house.connect()
    await ninth.send(m.Hello(token=house.links["ann"]))
    assert await ninth.end() == (4429, "too_many_sessions")
    for _ in range(9):
        await house.sit("spectator")
    await sessions[0].socket.close()
    await until(lambda: len(sessions_of(house, "player")) == 7)
    await house.sit("ann")


async def test_a_flood_is_refused_and_then_ended(opening: Opening) -> None:
    """`rate` with the wait, then 4429; nobody else notices."""
    house = await opening(Limits(player=Rate(3, 0.01)))
    gm, ann = await house.sit("gm"), await house.sit("ann")
    for _ in range(7):
        await ann.send(m.Ping())
    assert await ann.end() == (4429, "rate")
    refusals = [message for message in ann.messages if isinstance(message, m.Rejected)]
    assert {refusal.code for refusal in refusals} == {"rate"}
    assert all(refusal.detail["retry_after_ms"] for refusal in refusals)
    assert sum(isinstance(message, m.Pong) for message in ann.messages) == 3
    assert isinstance(await gm.submit({"type": "begin"}), m.Ack)


async def test_a_flood_of_pings_is_ended(opening: Opening) -> None:
    """Control frames count too."""
    house = await opening(Limits(spectator=Rate(3, 0.01)))
    watch = await house.sit("spectator")
    for _ in range(7):
        await watch.socket.ping()
    assert await watch.end() == (4429, "rate")


async def test_a_full_server_asks_to_come_later(opening: Opening) -> None:
    """1013 with the wait; who is there stays."""
    house = await opening(Limits(connections=1))
    gm = await house.sit("gm")
    late = await house.connect()
    assert await late.end() == (1013, "full")
    bye = late.messages[-1]
    assert isinstance(bye, m.Bye)
    assert bye.retry_after_ms
    assert isinstance(await gm.submit({"type": "begin"}), m.Ack)


async def test_a_reader_that_does_not_read_is_sent_away_and_hurts_nobody(opening: Opening) -> None:
    """Its memory is bounded; the others get every message."""
    house = await opening(Limits(unsent_bytes=64 * 1024, close_s=0.5))
    good = await house.sit("spectator")
    slow = await Raw.open(house.port)
    slow.send(raw.frame(raw.BINARY | raw.LAST, good.codec.encode(m.Hello(token=house.links["spectator"]))))
    await slow.next()
    slow.writer.transport.pause_reading()  # type: ignore[attr-defined]
    await until(lambda: len(sessions_of(house, "spectator")) == 2)
    viewers = sessions_of(house, "spectator")
    payload = good.codec.encode(m.Presence(sessions={"x" * 60_000: 1}))
    sent = most = 0
    async with asyncio.timeout(WAIT_S):
        while not house.count("fray_slow_readers_total"):
            fan_out(viewers, payload)
            sent += 1
            await good.next(m.Presence)
            most = max([most, *(session._transport.get_write_buffer_size() for session in viewers)])
    assert most < 64 * 1024 + 2 * len(payload)
    await until(lambda: len(sessions_of(house, "spectator")) == 1)
    assert house.count('fray_closes_total{code="too_slow"}') == 1
    slow.writer.close()
    fan_out(sessions_of(house, "spectator"), payload)
    await good.next(m.Presence)


async def test_a_slow_reader_that_wakes_up_learns_why(opening: Opening) -> None:
    """The last words and 4413 wait behind what it has not read."""
    house = await opening(Limits(unsent_bytes=64 * 1024))
    slow = await Raw.open(house.port)
    hello = wire.MSGPACK.encode(m.Hello(token=house.links["spectator"]))
    slow.send(raw.frame(raw.BINARY | raw.LAST, hello))
    await slow.next()
    payload = wire.MSGPACK.encode(m.Presence(sessions={"x" * 100_000: 1}))
    slow.writer.transport.pause_reading()  # type: ignore[attr-defined]
    async with asyncio.timeout(WAIT_S):
        while not house.count("fray_slow_readers_total"):
            fan_out(sessions_of(house, "spectator"), payload)
            await asyncio.sleep(0)
    slow.writer.transport.resume_reading()  # type: ignore[attr-defined]
    assert await slow.end() == (4413, "too_slow")


async def test_a_silent_peer_is_dropped_and_an_idle_one_is_not(opening: Opening) -> None:
    """Who answers pings stays, however quiet; who does not is gone after two rounds at most."""
    house = await opening(Limits(ping_every_s=0.5))
    idle = await house.sit("ann")
    dead = await Raw.open(house.port)
    dead.send(raw.frame(raw.BINARY | raw.LAST, wire.MSGPACK.encode(m.Hello(token=house.links["bob"]))))
    await until_dropped(dead)
    assert house.count("fray_silent_peers_total") == 1
    await idle.send(m.Ping())
    assert isinstance(await idle.next(m.Pong), m.Pong)


async def test_a_peer_that_does_not_agree_to_close_is_dropped(opening: Opening) -> None:
    """After the closing patience the socket is taken away."""
    house = await opening(Limits(close_s=0.25))
    stubborn = await Raw.open(house.port)
    stubborn.send(raw.frame(raw.BINARY | raw.LAST, b"\xc1"))
    await until_dropped(stubborn)
    await until_gone(house)


# --- what goes wrong inside ------------------------------------------------------------------------------------------


async def test_a_store_that_is_away_asks_to_come_later(opening: Opening) -> None:
    """Hello ends with 1013 `unavailable` and the wait."""
    house = await opening(log=Unreachable())
    guest = await house.connect()
    await guest.send(m.Hello(token=house.links["ann"]))
    assert await guest.end() == (1013, "unavailable")
    bye = guest.messages[-1]
    assert isinstance(bye, m.Bye)
    assert bye.retry_after_ms == 1000


async def test_a_bug_ends_hello_with_a_reference_that_the_log_has(
    opening: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    """1011, no details for the client, all details in the log."""
    house = await opening(log=Buggy())
    guest = await house.connect()
    await guest.send(m.Hello(key=KEY))
    assert await guest.end() == (1011, "internal")
    bye = guest.messages[-1]
    assert isinstance(bye, m.Bye)
    assert "bug" not in bye.message
    reference = bye.message.rstrip(".").split()[-1]
    record = next(record for record in caplog.records if reference in record.getMessage())
    assert record.exc_info is not None
    assert house.count('fray_failures_total{where="lobby"}') == 1


async def test_a_bug_at_the_table_is_answered_twice_and_then_ends_the_connection(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`internal` under the intent's id with a reference; the third closes with 1011."""
    ann = await house.sit("ann")
    table = sessions_of(house, "player")[0]._table

    def broken(viewer: object, message: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(table, "submit", broken)
    for id in (b"a" * 16, b"b" * 16):
        rejected = await ann.submit({"type": "begin"}, id=id)
        assert (rejected.id, rejected.code, set(rejected.detail)) == (id, "internal", {"reference"})
    body = msgspec.Raw(ann.codec.to_bytes({"type": "begin"}))
    await ann.send(m.Submit(id=b"c" * 16, intent=body, nonce=bytes(16)))
    assert await ann.end() == (1011, "internal")


async def test_a_bug_while_sitting_down_ends_the_connection(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody stays half-seated, and the seat is free again."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(Table, "attach", broken)
    ann = await house.connect()
    await ann.send(m.Hello(token=house.links["ann"]))
    assert await ann.end() == (1011, "internal")
    await until_gone(house)
    assert house.count('fray_connections{role="player"}') == 0


async def test_a_client_that_leaves_while_it_is_being_let_in_is_not_seated(opening: Opening) -> None:
    """The errand runs to its end and finds nobody."""
    house = await opening()
    guest = await Raw.open(house.port)
    guest.send(raw.frame(raw.BINARY | raw.LAST, wire.MSGPACK.encode(m.Hello(token=house.links["ann"]))))
    guest.writer.transport.abort()
    await until_gone(house)
    assert not house.listener._gateway._seats  # type: ignore[union-attr]


# --- the end ---------------------------------------------------------------------------------------------------------


async def test_stopping_tells_everybody_to_come_back(opening: Opening) -> None:
    """1012 with a wait that differs, and no new connections."""
    house = await opening()
    players = [await house.sit(seat) for seat in ("gm", "ann", "bob", "spectator")]
    ends = asyncio.gather(*(player.end() for player in players))
    await house.listener.stop()
    assert await ends == [(1012, "restart")] * 4
    waits = [message.retry_after_ms for player in players if isinstance(message := player.messages[-1], m.Bye)]
    assert all(isinstance(wait, int) and 1000 <= wait < 2000 for wait in waits)
    assert house.listener.sessions == 0
    with pytest.raises(OSError, match="Connect call failed"):
        await house.connect()


async def test_draining_keeps_who_is_there_and_refuses_who_comes(house: House) -> None:
    """503 for new WebSockets and /readyz; play goes on."""
    gm = await house.sit("gm")
    house.listener.drain()
    status, headers, _ = await house.exchange(raw.request())
    assert (status, "retry-after" in headers) == (503, True)
    assert (await house.get("/readyz"))[0] == 503
    assert (await house.get("/healthz"))[0] == 200
    assert isinstance(await gm.submit({"type": "begin"}), m.Ack)


async def test_what_is_noted_of_a_connection_names_no_secret(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Opening, entering and closing are lines of JSON with ids and codes."""
    caplog.set_level("INFO", "server.gateway")
    ann = await house.sit("ann")
    await ann.socket.close()
    await until_gone(house)
    notes = [msgspec.json.decode(r.getMessage()) for r in caplog.records if r.name == "server.gateway.gateway"]
    assert [note["event"] for note in notes] == ["open", "enter", "close"]
    assert notes[1]["seat"] == "ann"
    assert not any(house.links["ann"][22:] in record.getMessage() for record in caplog.records)


async def test_a_link_that_is_none_is_a_line_with_its_address(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever looks for guesses finds where they came from; what was guessed is not told."""
    caplog.set_level("INFO", "server.gateway")
    stranger = await house.connect()
    guess = house.links["ann"][:-2] + "AA"
    await stranger.send(m.Hello(token=guess))
    assert (await stranger.end())[1] == "token"
    await until_gone(house)
    notes = [msgspec.json.decode(r.getMessage()) for r in caplog.records if r.name == "server.gateway.gateway"]
    assert [(note["event"], note["connection"]) for note in notes] == [("open", 1), ("close", 1)]
    assert (notes[0]["address"], notes[1]["code"]) == ("127.0.0.1", "token")
    assert not any(guess[22:] in record.getMessage() for record in caplog.records)


async def test_a_session_sends_at_once_when_asked_and_nothing_after_its_end(house: House) -> None:
    """`send` and `bye` never raise, whatever state the session is in."""
    ann = await house.sit("ann")
    session = sessions_of(house, "player")[0]
    session.bye("session_replaced")
    session.bye("seat_revoked")
    session.send(b"late")
    session.write(frame(b"late", False))
    assert await ann.end() == (4409, "session_replaced")
    await until_gone(house)
    session.send(b"later")
    session.bye("seat_revoked")


async def test_what_is_told_to_a_crowd_waits_behind_what_a_session_was_sent(house: House) -> None:
    """A welcome that has not left yet is not overtaken by an update."""
    watch = await house.sit("spectator")
    session = sessions_of(house, "spectator")[0]
    first, second = (watch.codec.encode(m.Pong(at=at)) for at in (1, 2))
    session.send(first)
    session.write(frame(second, False))
    assert [(await watch.next(m.Pong)).at for _ in range(2)] == [1, 2]


async def test_small_messages_are_not_delayed(house: House) -> None:
    """Nagle's algorithm is off."""
    await house.sit("ann")
    sock = sessions_of(house, "player")[0]._transport.get_extra_info("socket")
    assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def test_compression_is_not_negotiated(house: House) -> None:
    """A client that offers it gets none."""
    reply = await raw.Raw.handshake(house.port, raw.request("Sec-WebSocket-Extensions: permessage-deflate"))
    assert b" 101 " in reply
    assert b"extensions" not in reply.lower()


async def test_a_browser_of_this_machine_connects(house: House) -> None:
    """Origin and Host as a browser sends them."""
    player = await house.connect(origin=Origin(f"http://localhost:{house.port}"))
    assert isinstance(player, Player)


class Slow:
    """A transport whose peer reads when told to."""

    def __init__(self) -> None:
        self.waiting = 0

    def get_write_buffer_size(self) -> int:
        """Bytes that the peer has not read."""
        return self.waiting

    def write(self, data: bytes) -> None:
        """More of them."""
        self.waiting += len(data)


async def test_one_large_message_does_not_make_a_reader_slow(opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is larger than all that may wait may itself wait, and as much behind it; then it is too much."""
    house = await opening(Limits(unsent_bytes=1000))
    await house.sit("ann")
    (session,) = sessions_of(house, "player")
    slow, ended = Slow(), list[object]()
    with monkeypatch.context() as patch:
        patch.setattr(session, "_transport", slow)
        patch.setattr(session, "_is_waiting", True)
        patch.setattr(type(session), "end", lambda _, end: ended.append(end))
        session.write(b"x" * 4000)
        for _ in range(11):
            session.write(b"y" * 100)
        assert (slow.waiting, ended) == (5100, [])
        session.write(b"y")
        assert (slow.waiting, len(ended)) == (5100, 1)
        slow.waiting = 0  # it has read everything: the large one counts no more
        for _ in range(11):
            session.write(b"y" * 100)
        assert (slow.waiting, len(ended)) == (1100, 1)
        session.write(b"y")
        assert (slow.waiting, len(ended)) == (1100, 2)


async def test_the_list_goes_on_only_for_whom_it_has_begun(house: House) -> None:
    """With the key by pages; without it, a page is refused as the list was."""
    for key, codes in ((KEY, [m.Answer]), ("", [m.Rejected])):
        guest = await house.connect()
        await guest.send(m.Hello(key=key))
        await guest.next(m.Lobby)
        await guest.send(m.List(id=1, before=1))
        answer = await guest.next(m.Answer, m.Rejected)
        assert type(answer) in codes
        if isinstance(answer, m.Answer):
            (line,) = msgspec.msgpack.decode(answer.body)["encounters"]
            assert line["links"]["gm"]["token"] == house.links["gm"]
        else:
            assert answer.code == "forbidden"
