"""What people in the lobby try at an encounter's door, and what each of them must be told.

Codes that are right, of a door that has closed, of another encounter, mistyped; seats that are free, taken, or none;
keys that are new, asked with before, or another seat's; names that look like somebody's. What follows is a model of the
door in few lines, and judges by the ledger alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from protocol import codec as wire
from protocol import messages as m
from protocol.errors import ProtocolError
from server.core.state import Ledger, Seat
from server.keys.join_code import ALPHABET
from server.keys.links import SECRET_BYTES, hash_of, hashed
from tests.fuzz.grammar import Grammar, bent, broken

YES = "answer"
NAMES = ("Marlene", "Jörg", "Ngozi", "")
"""What people want to be called, who look like nobody at any table here."""
ODD_NAMES = ("\u202eenelraM", "Mar\0lene", "x" * 65, "__proto__", " ", "e" + "\u0301" * 40)
"""What most need not be called: whether it is allowed is not judged here."""
LIKE = str.maketrans({"A": "А", "I": "l", "a": "а", "e": "е", "o": "о"})
"""Cyrillic letters for Latin ones; the eye can't tell."""
JOINER = "\u200d"
"""Nothing to see."""


class Key(NamedTuple):
    """A secret with which somebody has asked for a seat."""

    seat: str
    secret: bytes


class Door:
    """The doors of one encounter, one after another, and all that is known of them outside."""

    def __init__(self, luck: random.Random, laid: Mapping[str, Any], elsewhere: list[str]) -> None:
        self.luck, self.encounter = luck, laid["encounter"]
        self.codes: dict[int, str] = {1: laid["code"]}
        """Which the GM has been told, by the number of the door."""
        self.links: dict[str, str] = laid["links"]
        self.elsewhere = elsewhere
        """Codes of other encounters."""
        self.keys: list[Key] = []

    # --- what is tried -----------------------------------------------------------------------------------------------

    def knock(self, codec: wire.Codec, ledger: Ledger) -> bytes:
        """A frame of somebody in the lobby: mostly whole, now and then with a value exchanged, or broken."""
        luck = self.luck
        said: Any = {"type": "join", "id": luck.randrange(1000), "code": self._code(ledger)}
        if luck.random() < 0.9:
            seat = luck.choice([*ledger.seats, *ledger.free_seats(), *ledger.free_seats(), "nobody"])
            said["seat"] = seat
            if luck.random() < 0.95:
                said["key_h"] = self._key_h(seat, ledger)
            if name := self._name(ledger):
                said["name"] = name
        if luck.random() < 0.15:
            said = bent(said, Grammar(luck, [*ledger.seats, *self.codes.values()]))
        try:
            data = codec.to_bytes(said)
        except (OverflowError, ValueError, TypeError):
            return b"\xc1"  # beyond what can be said
        return broken(data, luck) if luck.random() < 0.1 else data

    def _code(self, ledger: Ledger) -> str:
        luck, newest = self.luck, self.codes.get(ledger.door.k, "")
        if newest and luck.random() < 0.75:
            return luck.choice((newest, newest, newest.lower(), newest.replace("-", " "), newest.replace("-", "")))
        code = luck.choice([*self.codes.values(), *self.elsewhere[-5:]])
        if luck.random() < 0.5:
            return code
        at = luck.randrange(len(code))
        return luck.choice((code[:at] + luck.choice(ALPHABET) + code[at + 1 :], code[:at], code + "A", "É" * 12))

    def _key_h(self, seat: str, ledger: Ledger) -> bytes:
        """Of a new key, one that was asked with, one that opens some seat, or one that waits."""
        luck = self.luck
        if luck.random() < 0.6 or not self.keys:
            self.keys.append(Key(seat, luck.randbytes(SECRET_BYTES)))
            return hashed(self.keys[-1].secret)
        waiting = [claim.key_h for claim in ledger.claims.values()]
        held = [place.token for place in ledger.seats.values() if place.token]
        return luck.choice([hashed(luck.choice(self.keys[-8:]).secret), *waiting, luck.choice(held)])

    def _name(self, ledger: Ledger) -> str:
        luck = self.luck
        if luck.random() < 0.7:
            return luck.choice(NAMES)
        named = luck.choice(list(ledger.seats.values())).name
        return luck.choice((named, named.translate(LIKE), f"{named[:1]}{JOINER}{named[1:]}", *ODD_NAMES))

    def mind(self, codec: wire.Codec, ledger: Ledger) -> bytes:
        """A frame of the GM, who opens and closes the door, answers who waits, frees seats, and looks at the code."""
        luck = self.luck
        waiting = [id for id, claim in ledger.claims.items() if not claim.is_refused]
        if ledger.door.is_open and ledger.door.k not in self.codes:
            return codec.to_bytes({"type": "links", "id": 1})
        if waiting and luck.random() < 0.7:
            return _submit(codec, luck, type="answer_claim", claim=luck.choice(waiting), yes=luck.random() < 0.7)
        if (not ledger.door.is_open and ledger.free_seats()) or luck.random() < 0.1:
            return _submit(codec, luck, type="open_door")
        players = [id for id, seat in ledger.seats.items() if seat.role == "player"]
        if luck.random() < 0.8 and players:
            return _submit(codec, luck, type="free_seat", seat=luck.choice(players), **self._new_link())
        return _submit(codec, luck, type="close_door")

    def _new_link(self) -> dict[str, bytes]:
        """What the GM adds who makes a new link at once."""
        if self.luck.random() < 0.6:
            return {}
        self.keys.append(Key("", self.luck.randbytes(SECRET_BYTES)))
        return {"key_h": hashed(self.keys[-1].secret)}

    # --- what must come of it ----------------------------------------------------------------------------------------

    def wrongs(self, data: bytes, codec: wire.Codec, before: Ledger, after: Ledger, answer: Any) -> list[str]:
        """What is wrong with the answer to such a frame (None: the connection ended), and with what came of it."""
        join, is_yes = _read(data, codec), isinstance(answer, m.Answer)
        given = [id for id, seat in after.seats.items() if seat.token != before.seats[id].token]
        if join is None:
            return ["no join at all, and it is answered or a seat is given"] if given or is_yes else []
        if _plain(join.code) in [_plain(code) for code in self.elsewhere]:
            return ["a seat is given by the code of another encounter"] if given else []
        told = YES if is_yes else answer.code if isinstance(answer, m.Rejected) else "nothing"
        wanted = self.expected(join, before)
        wrongs = [] if told in (wanted or told) else [f"{told}, and right is {wanted}"]
        if given and (wanted not in (YES, None) or given != [join.seat] or after.seats[given[0]].token != join.key_h):
            wrongs.append(f"the link of {given} is exchanged")
        if is_yes:
            wrongs += self._told_wrongly(_body(answer, codec), join, after)
        return wrongs

    def _told_wrongly(self, body: dict[str, Any], join: m.Join, after: Ledger) -> list[str]:
        """No more than who is who and which seats are taken, and the link that all spectators share."""
        place = after.seats.get(join.seat) if isinstance(join.seat, str) else None
        is_watching = place is not None and place.role == "spectator"
        if place is not None and not is_watching and place.token != join.key_h:
            return [f"they are told that {join.seat} is theirs, and it is not"]
        is_little = all(set(one) == {"name", "role", "taken"} for one in body["seats"].values())
        is_own = not body["token"] or (is_watching and place is not None and hash_of(body["token"]) == place.token)
        return [] if is_little and is_own and set(body) <= SHOWN else [f"they are told {body}"]

    def expected(self, join: m.Join, ledger: Ledger) -> str | None:
        """The answer that is right, or the refusal's code; None: of such a name nothing is known here."""
        known = {k for k, code in self.codes.items() if _plain(code) == _plain(join.code)}
        is_open = ledger.door.is_open and ledger.door.k in known and not ledger.closed
        name = join.name if isinstance(join.name, str) else ""
        place = ledger.seats.get(join.seat) if isinstance(join.seat, str) else None
        if name not in NAMES and _look(name) not in _looks(ledger.seats.values()):
            return None
        if not known & {ledger.door.k, *ledger.claimed_by()}:
            return "join_code"
        if not isinstance(join.seat, str) or (place is not None and place.role == "spectator"):
            return YES if is_open else "join_code"
        if not isinstance(join.key_h, bytes):
            return "schema"
        if place is not None and place.claimed and place.token == join.key_h and not ledger.closed:
            return YES
        return self._claim(join.seat, join.key_h, name, ledger) if is_open else "join_code"

    def _claim(self, seat: str, key_h: bytes, name: str, ledger: Ledger) -> str:
        """Of a claim at the open door by whom it is not the seat yet."""
        keys = [(id, place.token) for id, place in ledger.seats.items()]
        keys += [(claim.seat, claim.key_h) for claim in ledger.claims.values()]
        if any(key == key_h and id != seat for id, key in keys):
            return "key_used"
        waiting = next((claim for claim in ledger.claims.values() if claim.seat == seat), None)
        if waiting is not None and waiting.is_refused and waiting.key_h == key_h:
            return "claim_refused"
        is_anothers = waiting is not None and not waiting.is_refused and waiting.key_h != key_h
        place = ledger.seats.get(seat)
        if place is None or place.role != "player" or place.taken or place.revoked or is_anothers:
            return "seat_taken"
        if _look(name) in _looks(one for id, one in ledger.seats.items() if id != seat):
            return "name_alike"
        return "claim_waits" if ledger.table.join == "ask" else YES

    def opens(self, token: str, ledger: Ledger) -> str | None:
        """The seat that it is the link of."""
        seats = ledger.seats.items()
        return next((id for id, seat in seats if seat.token == hash_of(token) and not seat.revoked), None)


def lapsed(before: Ledger, after: Ledger) -> Ledger:
    """`before`, with no to all whose question the server itself has ended by `after`: because they withdrew it, or have
    not asked for long. That comes by the clock, so it may come between the two."""
    waiting = {id for id, claim in after.claims.items() if not claim.is_refused}
    claims = {id: claim if id in waiting else replace(claim, is_refused=True) for id, claim in before.claims.items()}
    return replace(before, claims=claims)


SHOWN = {"encounter", "title", "system", "seats", "token"}


def _submit(codec: wire.Codec, luck: random.Random, **intent: Any) -> bytes:
    return codec.to_bytes({"type": "submit", "id": luck.randbytes(16), "intent": intent, "nonce": bytes(16)})


def _read(data: bytes, codec: wire.Codec) -> m.Join | None:
    try:
        message = codec.decode(data)
    except ProtocolError:
        return None
    return message if isinstance(message, m.Join) else None


def _body(answer: m.Answer, codec: wire.Codec) -> dict[str, Any]:
    body: dict[str, Any] = (msgspec.json if codec.is_text else msgspec.msgpack).decode(answer.body)
    return body


def _plain(code: str) -> str:
    return "".join(one for one in code.upper() if one.isalnum())


def _look(name: str) -> str:
    """The same for a name and what `Door._name` makes of it."""
    return name.replace(JOINER, "").translate(LIKE)


def _looks(seats: Iterable[Seat]) -> set[str]:
    return {_look(seat.name) for seat in seats}
