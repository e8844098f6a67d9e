"""Whoever has not exactly the link stays outside, and learns nothing about how near it was, or of what there is."""

from __future__ import annotations

import os

import pytest

from protocol import codec as wire
from protocol import messages as m
from server.gateway.auth import parse_token
from server.keys.links import token_of
from server.lobby.lobby import Refused
from tests.gateway.house import House

ENCOUNTER_BITS, SECRET_BITS = 128, 256


def flipped(data: bytes, bit: int) -> bytes:
    """With one bit changed."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


async def entered(house: House, encounter: str, secret: bytes) -> str:
    """What the lobby says to a token."""
    try:
        return (await house.lobby.enter(encounter, secret)).seat
    except Refused as refused:
        return refused.code + "".join(sorted(refused.detail))


async def test_no_bit_of_a_link_may_be_another(house: House) -> None:
    """Each bit of each seat's link, of the encounter and of the secret; the links themselves open their own seats."""
    for seat, link in house.links.items():
        token = parse_token(link)
        assert token is not None
        assert await entered(house, token.encounter, token.secret) == seat
        for bit in range(SECRET_BITS):
            assert await entered(house, token.encounter, flipped(token.secret, bit)) == "token"
        for bit in range(ENCOUNTER_BITS):
            other = flipped(bytes.fromhex(token.encounter), bit).hex()
            assert await entered(house, other, token.secret) == "token"


@pytest.mark.parametrize("codec", ["fray.v1.msgpack", "fray.v1.json"])
async def test_all_wrong_links_are_answered_with_the_same_bytes(house: House, codec: str) -> None:
    """Of no encounter, of this one with another secret, of another seat of another encounter, no link at all."""
    gm = parse_token(house.links["gm"])
    assert gm is not None
    wrong = (
        token_of(os.urandom(16).hex(), os.urandom(32)),
        token_of(gm.encounter, os.urandom(32)),
        token_of(os.urandom(16).hex(), gm.secret),
        "x" * len(house.links["gm"]),
        "x",
    )
    heard = set()
    for token in wrong:
        guest = await house.connect(wire.CODECS[codec])
        await guest.send(m.Hello(token=token))
        heard.add(await guest.socket.recv(decode=False))
        await guest.socket.wait_closed()
        assert guest.socket.close_code == 4401
    assert len(heard) == 1
