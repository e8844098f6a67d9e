"""Join codes: eight characters that lead to an encounter's open seats. Nothing is stored: a code is made from the
server's master key and the encounter's id, so it outlives restarts, and servers with the same key agree on it.

Who knows the code may take a seat that nobody has taken; never the GM's, never one that somebody plays.
"""

import hmac
from collections.abc import Container, Mapping

import msgspec

from server.core.ids import GM, audience_of
from server.core.state import Seat

ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without characters that are mistaken for others (0 and O, 1, I and L, U and V)."""

CHARS = 8


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that a code can lead to. `taken`: somebody plays it."""

    name: str
    role: str
    taken: bool = False


class Joinable(msgspec.Struct, frozen=True, kw_only=True):
    """What a code leads to; `token` opens the seat that was asked for."""

    encounter: str
    title: str
    system: str
    seats: dict[str, Place]
    token: str = ""


def code_of(master: bytes, encounter: str) -> str:
    """The join code of an encounter, as people write it: KX7M-2QPF."""
    number = int.from_bytes(hmac.digest(master, b"fray/join/code\0" + bytes.fromhex(encounter), "sha256"))
    code = ""
    for _ in range(CHARS):
        number, digit = divmod(number, len(ALPHABET))
        code += ALPHABET[digit]
    return f"{code[:4]}-{code[4:]}"


def plain(code: str) -> str:
    """A code as somebody typed it: small letters, blanks and hyphens don't matter."""
    return "".join(character for character in code.upper() if character.isalnum())


def places(seats: Mapping[str, Seat], known: Container[str], connected: Container[str]) -> dict[str, Place]:
    """The seats that a code may lead to: `known` are those whose links are here, `connected` the audiences present."""
    return {
        id: Place(name=seat.name, role=seat.role, taken=_is_taken(id, seat, connected))
        for id, seat in seats.items()
        if seat.role != GM and not seat.revoked and id in known
    }


def _is_taken(id: str, seat: Seat, connected: Container[str]) -> bool:
    return seat.role == "player" and (bool(seat.commitment) or audience_of(id, seat.role) in connected)
