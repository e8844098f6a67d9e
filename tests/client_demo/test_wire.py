"""The second implementation of the wire agrees with the golden vectors and with the server's own."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_demo.wire import JSON, MSGPACK, address, commitment_of, from_frame, merged, to_frame
from protocol.codec import CODECS
from protocol.patch import apply, canonical, diff
from server.core import dice
from tests.protocol.golden import names, vectors

MESSAGES = vectors("messages")
PATCHES = vectors("patches")
CLIENTS = [entry for entry in MESSAGES if entry["from"] == "client"]
SERVERS = [entry for entry in MESSAGES if entry["from"] == "server"]
views: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    st.sampled_from("abc"),
    st.recursive(
        st.integers(-2, 2) | st.booleans() | st.sampled_from(["", "x"]),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
        max_leaves=8,
    ),
)


@pytest.mark.parametrize("entry", CLIENTS, ids=names(CLIENTS))
def test_client_writes_the_recorded_bytes(entry: dict[str, Any]) -> None:
    """What the server's own types decode from the vectors is, written here, the same bytes again."""
    message = CODECS[MSGPACK].decode(bytes.fromhex(entry["msgpack"]))
    plain = from_frame(bytes.fromhex(entry["msgpack"]))
    assert to_frame(plain, MSGPACK) == bytes.fromhex(entry["msgpack"])
    text = to_frame(plain, JSON)
    assert isinstance(text, str)
    assert type(CODECS[JSON].decode(text.encode())) is type(message)


@pytest.mark.parametrize("entry", SERVERS, ids=names(SERVERS))
def test_client_reads_both_encodings_alike(entry: dict[str, Any]) -> None:
    """A message of the server is the same to a program whatever the subprotocol, ids and heads included."""
    packed = from_frame(bytes.fromhex(entry["msgpack"]))
    assert packed == from_frame(json.dumps(entry["json"]))
    for name in {"id", "head"} & packed.keys():
        assert isinstance(packed[name], bytes | int)


@pytest.mark.parametrize("entry", PATCHES, ids=names(PATCHES))
def test_client_applies_the_recorded_patches(entry: dict[str, Any]) -> None:
    """Patch over the view before gives the view after, to the byte."""
    before = canonical(entry["before"])
    assert canonical(merged(entry["before"], entry["patch"])).decode() == entry["canonical"]
    assert canonical(entry["before"]) == before


@given(views, views)
def test_both_implementations_of_the_patch_agree(before: dict[str, Any], after: dict[str, Any]) -> None:
    """What the server computes and applies, this client applies alike."""
    patch = diff(before, after)
    assert canonical(merged(before, patch)) == canonical(apply(before, patch)) == canonical(after)


@given(st.binary(min_size=16, max_size=16), st.text(max_size=20), st.binary(min_size=32, max_size=32))
def test_commitments_agree_with_the_dice(encounter: bytes, seat: str, preimage: bytes) -> None:
    """The server accepts what is revealed to the commitment made here."""
    assert commitment_of(encounter, seat, preimage) == dice.commitment_of(encounter, seat, preimage)


@pytest.mark.parametrize(
    ("url", "token", "expected"),
    [
        ("http://127.0.0.1:8642/#secret", "", ("ws://127.0.0.1:8642/ws", "secret")),
        ("https://fray.example/play?x=1#secret", "", ("wss://fray.example/ws", "secret")),
        ("ws://[::1]:8642/ws", "secret", ("ws://[::1]:8642/ws", "secret")),
        ("http://localhost:1", "secret", ("ws://localhost:1/ws", "secret")),
    ],
)
def test_client_finds_the_socket_of_a_link(url: str, token: str, expected: tuple[str, str]) -> None:
    """A link is enough; the token stays out of the address that reaches the server."""
    assert address(url, token) == expected
