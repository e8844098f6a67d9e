"""Join codes: twelve characters that lead through an encounter's open door to its free seats. Nothing is stored: a code
is made from the server's master key, the encounter's id and the number of its door, so it outlives restarts, and
servers with the same key agree on it. The log never holds one.

How hard they are to guess: 30^12, or 5 * 10^17, codes are equally likely. With 10,000 doors open at once, and guesses
from so many addresses that no limit by address holds, one guess in 5 * 10^13 is a hit. At 600 guesses a second that is
one in 2,800 years on average; of eleven characters it would be one in 94.
"""

import hmac
from collections.abc import Mapping

import msgspec

from server.core.state import Ledger, Seat

ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without characters that are mistaken for others (0 and O, 1, I and L, U and V)."""

CHARS = 12
GROUP = 4
"""People read and type so many at once."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that a code can lead to. `taken`: somebody has it already."""

    name: str
    role: str
    taken: bool = False


class Joinable(msgspec.Struct, frozen=True, kw_only=True):
    """What a code leads to; `token` opens the spectators' seat, where that was asked for."""

    encounter: str
    title: str
    system: str
    seats: dict[str, Place]
    token: str = ""


def code_of(master: bytes, encounter: str, k: int) -> str:
    """The join code of an encounter's `k`th door, as people write it: KX7M-2QPF-9TRC."""
    text = b"fray/join/code\0" + bytes.fromhex(encounter) + k.to_bytes(8, "big")
    number = int.from_bytes(hmac.digest(master, text, "sha256"))
    code = ""
    for _ in range(CHARS):
        number, digit = divmod(number, len(ALPHABET))
        code += ALPHABET[digit]
    return "-".join(code[at : at + GROUP] for at in range(0, CHARS, GROUP))


def plain(code: str) -> str:
    """A code as somebody typed it: small letters, blanks and hyphens don't matter."""
    return "".join(character for character in code.upper() if character.isalnum())


def places(ledger: Ledger) -> dict[str, Place]:
    """The seats behind an encounter's door: the players', and the spectators'."""
    seats: Mapping[str, Seat] = ledger.seats
    free = ledger.free_seats()
    return {
        id: Place(name=seat.name, role=seat.role, taken=seat.role == "player" and id not in free)
        for id, seat in seats.items()
        if seat.role in ("player", "spectator") and not seat.revoked
    }
