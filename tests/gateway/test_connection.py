"""The conversation without sockets: what each frame leads to at the door, in the lobby, at a table."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import messages as m
from protocol.codec import JSON, MSGPACK, Codec
from protocol.errors import CODES
from server.gateway.connection import Action, Connection, End, Say
from server.gateway.limits import Limits, Rate

USUAL = Limits()
BODY = msgspec.Raw(msgspec.msgpack.encode({"type": "begin"}))
SUBMIT = m.Submit(id=bytes(16), intent=BODY, nonce=bytes(16))
ASK = m.Ask(id=3, question=BODY)
CREATE = m.Create(id=4, encounter=BODY)
JOIN = m.Join(id=5, code="abc")


def conversation(place: str = "door", codec: Codec = MSGPACK, limits: Limits = USUAL) -> Connection:
    """A connection that has got as far as `place`: door, lobby or a role at a table."""
    connection = Connection(codec, limits, CODES)
    if place == "lobby":
        connection.greeted()
    elif place != "door":
        connection.seated(place)
    return connection


def hears(connection: Connection, message: m.FromClient, now_s: float = 0.0) -> Action:
    """What a well-formed message leads to."""
    return connection.receive(connection.codec.encode(message), connection.codec.is_text, now_s)


def said(action: Action, codec: Codec = MSGPACK) -> m.Rejected:
    """The rejection in a `Say`."""
    assert isinstance(action, Say)
    message = codec.decode_server(action.payload)
    assert isinstance(message, m.Rejected)
    return message


def ended(action: Action, codec: Codec = MSGPACK) -> tuple[str, int]:
    """Code and number of an `End`, whose last word is a `bye` with that code and a whole sentence."""
    assert isinstance(action, End)
    bye = codec.decode_server(action.words[-1])
    assert isinstance(bye, m.Bye)
    assert bye.code == action.code
    assert "{" not in bye.message
    return action.code, action.number


@pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=["msgpack", "json"])
def test_hello_opens_and_is_said_once(codec: Codec) -> None:
    """The first is handed on, a second is refused with `state`."""
    connection = conversation(codec=codec)
    assert hears(connection, m.Hello(token="x")) == m.Hello(token="x")
    connection.seated("player")
    assert said(hears(connection, m.Hello()), codec).code == "state"


@pytest.mark.parametrize("message", [SUBMIT, ASK, CREATE, JOIN, m.Ping()], ids=lambda message: type(message).__name__)
def test_nothing_is_taken_before_hello(message: m.FromClient) -> None:
    """Whatever else comes first ends the connection."""
    assert ended(hears(conversation(), message)) == ("hello_expected", 4400)


def test_garbage_before_hello_is_explained_and_ends_the_connection() -> None:
    """The rejection goes before the bye."""
    action = conversation().receive(b"\xc1", False, 0.0)
    assert ended(action) == ("hello_expected", 4400)
    assert isinstance(action, End)
    assert said(Say(action.words[0])).code == "decode"


@pytest.mark.parametrize("token", [b"\xc3", b"\xd9\xff" + b"A" * 255 + b"B", b"\x01"], ids=["bool", "long", "int"])
def test_a_hello_whose_token_has_no_token_s_shape_is_a_bad_link(token: bytes) -> None:
    """The user is told to ask for a new link, not that the program is wrong."""
    data = b"\x82\xa4type\xa5hello\xa5token" + token
    if token[:1] == b"\xd9":
        data = b"\x82\xa4type\xa5hello\xa5token\xda\x01\x01" + b"A" * 257
    assert ended(conversation().receive(data, False, 0.0)) == ("token", 4401)


@pytest.mark.parametrize(
    ("place", "message", "code"),
    [
        ("lobby", SUBMIT, "state"),
        ("lobby", ASK, "state"),
        ("player", CREATE, "state"),
        ("gm", JOIN, "state"),
        ("spectator", SUBMIT, "forbidden"),
    ],
)
def test_messages_belong_to_a_place(place: str, message: m.FromClient, code: str) -> None:
    """The lobby takes no intents, a table makes no encounters, spectators only watch; the answer names the message."""
    rejected = said(hears(conversation(place), message))
    assert rejected.code == code
    assert rejected.id == message.id  # type: ignore[attr-defined]
    assert "{" not in rejected.message


@pytest.mark.parametrize(
    ("place", "message"),
    [("lobby", CREATE), ("lobby", JOIN), ("lobby", m.Ping()), ("player", SUBMIT), ("gm", SUBMIT), ("spectator", ASK)],
)
def test_what_belongs_there_is_handed_on(place: str, message: m.FromClient) -> None:
    """Unchanged, body included."""
    assert hears(conversation(place), message) == message


@pytest.mark.parametrize(("codec", "is_text"), [(MSGPACK, True), (JSON, False)], ids=["msgpack", "json"])
@pytest.mark.parametrize("place", ["door", "lobby", "player"])
def test_the_wrong_kind_of_frame_ends_the_connection(codec: Codec, is_text: bool, place: str) -> None:
    """Text on MessagePack, binary on JSON."""
    assert ended(conversation(place, codec).receive(b"{}", is_text, 0.0), codec) == ("wrong_frame", 1003)


def test_too_many_messages_are_refused_and_then_end_the_connection() -> None:
    """Two granted, then refusals with a time of their own each, then 4429."""
    connection = conversation("player", limits=Limits(player=Rate(2, 10)))
    assert [hears(connection, SUBMIT), hears(connection, SUBMIT)] == [SUBMIT, SUBMIT]
    rejected = said(hears(connection, SUBMIT))
    assert (rejected.code, rejected.id, rejected.detail) == ("rate", SUBMIT.id, {"retry_after_ms": 100})
    assert hears(connection, SUBMIT, 0.1) == SUBMIT
    assert said(hears(connection, SUBMIT, 0.1)).detail == {"retry_after_ms": 100}
    action = hears(connection, SUBMIT, 0.1)
    assert ended(action) == ("rate", 4429)
    assert isinstance(action, End)
    assert b"retry_after_ms" in action.words[-1]


def test_garbage_counts_like_messages() -> None:
    """A flood of nonsense is a flood."""
    connection = conversation("player", limits=Limits(player=Rate(2, 1)))
    codes = [said(connection.receive(b"\xc1", False, 0.0)).code for _ in range(3)]
    assert codes == ["decode", "decode", "rate"]
    assert ended(connection.receive(b"\xc1", False, 0.0)) == ("rate", 4429)


def test_pings_are_never_refused_but_too_many_end_the_connection() -> None:
    """They have no answer that could be a refusal."""
    connection = conversation("player", limits=Limits(player=Rate(2, 1)))
    assert [connection.count(0.0) for _ in range(3)] == [None] * 3
    assert ended(connection.count(0.0) or Say(b"")) == ("rate", 4429)


def test_each_role_has_its_rate() -> None:
    """A seat's bucket replaces that of the door."""
    granted = {}
    for role in ("spectator", "player", "gm"):
        connection = conversation(role)
        granted[role] = sum(hears(connection, m.Ping()) == m.Ping() for _ in range(60))
    assert granted == {"spectator": 10, "player": 20, "gm": 40}


def test_the_third_failure_ends_the_connection() -> None:
    """Two are answered with their references."""
    connection = conversation("player")
    first, second = said(connection.failed(bytes(16), "aa")), said(connection.failed(7, "bb"))
    assert (first.code, first.detail, second.id) == ("internal", {"reference": "aa"}, 7)
    assert "bb" in second.message
    assert ended(connection.failed(8, "cc")) == ("internal", 1011)


def test_a_failure_at_the_door_ends_the_connection_at_once() -> None:
    """Nobody came in, so there is nothing to go on with."""
    assert ended(conversation().failed(msgspec.UNSET, "aa")) == ("internal", 1011)


@pytest.mark.parametrize(
    ("code", "detail", "number"),
    [
        ("restart", {"retry_after_ms": 5}, 1012),
        ("full", {"retry_after_ms": 5}, 1013),
        ("unavailable", {"retry_after_ms": 5}, 1013),
        ("integrity", {}, 1011),
        ("a_code_nobody_brought", {}, 1011),
        ("seat_revoked", {}, 4403),
    ],
)
def test_an_end_has_the_code_s_number(code: str, detail: dict[str, int], number: int) -> None:
    """A code without one of its own is `try later` if it says when, else a failure."""
    assert ended(conversation("player").end(code, **detail)) == (code, number)


@given(st.sampled_from(["door", "lobby", "player", "spectator", "gm"]), st.binary(max_size=300), st.booleans())
def test_no_frame_raises_or_goes_unanswered(place: str, data: bytes, is_text: bool) -> None:
    """Any bytes in any place lead to a message, an answer or an end."""
    for codec in (MSGPACK, JSON):
        action = conversation(place, codec).receive(data, is_text, 0.0)
        assert isinstance(action, Say | End | m.FromClient)
