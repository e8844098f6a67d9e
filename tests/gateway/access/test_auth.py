"""Tokens have one spelling; everything else is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.gateway.auth import parse_token
from server.keys.links import token_of

TOKEN = token_of("ab" * 16, bytes(range(32)))


@given(st.binary(min_size=16, max_size=16), st.binary(min_size=32, max_size=32))
def test_a_link_s_token_is_read_back(encounter: bytes, secret: bytes) -> None:
    """What the lobby gives out is what the gateway reads."""
    assert parse_token(token_of(encounter.hex(), secret)) == (encounter.hex(), secret)


@pytest.mark.parametrize(
    "token",
    ["", "x", TOKEN[:-1], TOKEN + "A", TOKEN + "\n", TOKEN[:-1] + "=", TOKEN[:-1] + "+", TOKEN[:-1] + "/",
     " " + TOKEN[1:], TOKEN[:-1] + "é", TOKEN[:-1] + "٣", "A" * 63 + "\x00"],
)  # fmt: skip
def test_what_is_not_exactly_a_token_is_none(token: str) -> None:
    """Other lengths, alphabets, padding, line breaks."""
    assert parse_token(token) is None


@given(st.text(max_size=80))
def test_no_text_raises(text: str) -> None:
    """Garbage gives None or, if it is one by chance, a token."""
    found = parse_token(text)
    assert found is None or token_of(*found) == text
