"""One frame for all sessions of an audience, and bodies that are typed by whoever knows them."""

from typing import Annotated, Literal, cast

import pytest
from msgspec import Meta, Raw, Struct

from protocol.codec import CODECS, JSON, MSGPACK, Codec
from protocol.errors import ProtocolError
from protocol.messages import Submit, Update

each_codec = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=["msgpack", "json"])


class Walk(Struct, frozen=True, tag="walk", forbid_unknown_fields=True):
    path_cm: list[int]


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=5)]
    voice: Literal["loud", "low"] = "low"


def test_msgpack_is_preferred() -> None:
    """The gateway offers the subprotocols in this order."""
    assert list(CODECS) == ["fray.v1.msgpack", "fray.v1.json"]
    assert [codec.is_text for codec in CODECS.values()] == [False, True]


@each_codec
def test_body_is_encoded_once_for_many_messages(codec: Codec) -> None:
    """A body made once is copied into each audience's update as it is."""
    events = codec.body([{"type": "hits_rolled", "total": 2}])
    frames = [
        codec.encode(Update(n=n, head=bytes(16), at=0, events=events, patch=codec.body({"n": n}))) for n in (1, 2)
    ]
    assert all(bytes(events) in frame for frame in frames)
    assert frames[0] != frames[1]


@each_codec
def test_intent_is_decoded_by_its_type(codec: Codec) -> None:
    """The reader gives the intent's own Struct."""
    read = codec.reader(Walk | Say, at="$.intent")
    frame = codec.encode(Submit(id=bytes(16), intent=codec.body(Walk([0, 50])), nonce=bytes(16)))
    submit = codec.decode(frame)
    assert isinstance(submit, Submit)
    assert read(submit.intent) == Walk([0, 50])


@each_codec
@pytest.mark.parametrize(
    ("body", "code", "path"),
    [
        ({"type": "fly"}, "unknown_type", "$.intent.type"),
        ({"type": "walk"}, "schema", "$.intent"),
        ({"type": "walk", "path_cm": [1, "2"]}, "schema", "$.intent.path_cm[1]"),
        ({"type": "walk", "path_cm": [], "extra": 1}, "schema", "$.intent"),
        ({"type": "say", "text": "hello!"}, "text", "$.intent.text"),
        ({"type": "say", "text": ""}, "text", "$.intent.text"),
        ({"type": "say", "text": " \u00a0"}, "text", "$.intent.text"),
        ({"type": "say", "text": "a\u200b"}, "text", "$.intent.text"),
        ({"type": "say", "text": "hello", "voice": "odd"}, "schema", "$.intent.voice"),
        ([], "schema", "$.intent"),
    ],
)
def test_wrong_intent_is_refused_at_its_place(codec: Codec, body: object, code: str, path: str) -> None:
    """A body's faults have the same codes as the envelope's, and the path goes through the message."""
    read = codec.reader(Walk | Say, at="$.intent")
    frame = codec.encode(Submit(id=bytes(16), intent=codec.body(body), nonce=bytes(16)))
    with pytest.raises(ProtocolError) as caught:
        read(cast(Submit, codec.decode(frame)).intent)
    assert (caught.value.code, caught.value.path) == (code, path)


def test_body_that_is_no_value_is_refused() -> None:
    """A reader given bytes that were never scanned still raises nothing but a ProtocolError."""
    with pytest.raises(ProtocolError, match=r"decode at \$\.question"):
        MSGPACK.reader(Walk, at="$.question")(Raw(b"\xc1"))
