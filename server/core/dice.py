"""Dice: where faces come from, and the evidence for each of them.

Draws are a function of committed seeds, the epoch, the stream's counter, the salt and the intent's nonce; the seeds
enter as data. A roll's name is unique in its act, so an amended roll with fewer or more dice shifts nothing.
"""

import hashlib
import hmac
import struct
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from server.core.errors import NeedsDice, Rejected
from server.core.ids import Position

EXPLOSION_CAP = 100
"""How many faces one exploding die shows at most."""

Faces = tuple[int, ...]
"""The faces of one die in rolling order; more than one where it exploded."""


class ThrownDie(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One die as an event keeps it. It says itself which die it is, so clients draw the right one."""

    sides: int
    faces: Faces
    kept: bool = True
    """Does it count? With advantage two are thrown and one counts."""


def thrown(
    sides: int, rolled: Sequence[Faces], keep: int | None = None, *, lowest: bool = False
) -> tuple[ThrownDie, ...]:
    """What a roll gave, as dice for an event. `keep`: only so many count, the highest or the lowest; of equal dice the
    first."""
    ranked = sorted(range(len(rolled)), key=lambda number: sum(rolled[number]), reverse=not lowest)
    counting = set(ranked[:keep])
    return tuple(ThrownDie(sides, faces, number in counting) for number, faces in enumerate(rolled))


def total(dice: Iterable[ThrownDie]) -> int:
    """The sum of those that count."""
    return sum(sum(die.faces) for die in dice if die.kept)


class Drawn(msgspec.Struct, frozen=True, gc=False, tag="drawn"):
    """Drawn by the server: die `k` of a stream in an epoch."""

    stream: str
    epoch: int
    k: int


class Recorded(msgspec.Struct, frozen=True, gc=False, tag="recorded"):
    """Taken over from die `i` of the evidence at an earlier position."""

    position: Position
    i: int


class Kept(msgspec.Struct, frozen=True, gc=False, tag="kept"):
    """The face comes from the same roll on an abandoned line: the table option `keep_dice` asks for that."""

    position: Position
    i: int


class Typed(msgspec.Struct, frozen=True, gc=False, tag="typed"):
    """Real dice, typed in by a seat (or read anew by the GM)."""

    seat: str


class Scripted(msgspec.Struct, frozen=True, gc=False, tag="scripted"):
    """From a scenario or a test."""


Origin = Drawn | Recorded | Kept | Typed | Scripted


class Rolled(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The evidence for one face."""

    act: str
    roll: str
    who: str
    index: int
    depth: int
    sides: int
    face: int
    by: Origin


class Key(NamedTuple):
    """Which face: act, roll name, combatant, die index, explosion depth."""

    act: str
    roll: str
    who: str
    number: int
    depth: int


class Roll(msgspec.Struct, frozen=True, gc=False):
    """A roll that is about to be made: its name in the act, who rolls, sides of a die."""

    name: str
    who: str
    sides: int


class Source(Protocol):
    """Where faces come from."""

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """One face. `missing`: how many dice of this roll are not yet thrown, said to those who type them. Raises
        NeedsDice."""
        ...

    def fix_salt(self, salt: bytes) -> None:
        """The salt was fixed in this very decision; it serves from the next face on."""


class Dice:
    """The dice of one decision: collects the evidence and asserts that roll names are unique."""

    def __init__(self, act: str, source: Source) -> None:
        self._act = act
        self._source = source
        self._named: set[tuple[str, str]] = set()
        self.thrown: defaultdict[str, int] = defaultdict(int)
        """How many dice each combatant has thrown so far. Explosions are not counted: whoever is refused more dice
        would learn from it what faces were thrown."""
        self.in_all = 0
        self.evidence: list[Rolled] = []

    def roll(self, name: str, who: str, sides: int, count: int, *, explode: bool, is_open: bool) -> tuple[Faces, ...]:
        """Throw `count` dice; an exploding die that shows its highest face is thrown again and again. `is_open`: every
        seat sees it."""
        if (name, who) in self._named:
            raise AssertionError(f"roll {name} of {who} is thrown twice in one decision")
        self._named.add((name, who))
        self._count(who, count)
        return tuple(self._die(name, who, sides, i, count - i, explode, is_open) for i in range(count))

    def draw(self, key: Key, sides: int, count: int, *, is_open: bool) -> Faces:
        """Faces for a roll of another act, beginning with the die that `key` names; none explodes by itself."""
        self._count(key.who, count)
        keys = [key._replace(number=key.number + i) for i in range(count)]
        return tuple(self._face(one, sides, count, is_open) for one in keys)

    def _count(self, who: str, count: int) -> None:
        self.thrown[who] += count
        self.in_all += count

    def fix_salt(self, salt: bytes) -> None:
        """Hand the salt to the source."""
        self._source.fix_salt(salt)

    def _face(self, key: Key, sides: int, missing: int, is_open: bool) -> int:
        face, origin = self._source.face(key, sides, missing, is_open)
        self.evidence.append(
            Rolled(
                act=key.act, roll=key.roll, who=key.who, index=key.number, depth=key.depth, sides=sides, face=face,
                by=origin,
            )
        )  # fmt: skip
        return face

    def _die(self, name: str, who: str, sides: int, index: int, missing: int, explode: bool, is_open: bool) -> Faces:
        faces: list[int] = []
        while not faces or (explode and faces[-1] == sides and len(faces) < EXPLOSION_CAP):
            faces.append(self._face(Key(self._act, name, who, index, len(faces)), sides, missing, is_open))
        return tuple(faces)


# --- server dice -----------------------------------------------------------------------------------------------------


class Seeds(NamedTuple):
    """The current epoch's seeds of both chains; they leave the server only when revealed."""

    open: bytes
    secret: bytes


MAX_EPOCHS = 4096
"""The length of a seed chain: the last epoch never ends, for the seed behind it would be the public tip."""

SECRET = "secret"
"""The stream of rolls that not every seat sees."""


def lp(*parts: bytes) -> bytes:
    """Each part behind its length (4 bytes, big-endian), so that no two lists of parts collide."""
    return b"".join([_length(len(part)) + part for part in parts])


_length = struct.Struct(">I").pack


def draw(seed: bytes, encounter: bytes, stream: str, k: int, salt: bytes, nonce: bytes, sides: int) -> int:
    """Face `k` of a stream: HMAC-SHA256, the first 8 bytes, rejected above the largest multiple of `sides`."""
    limit = (1 << 64) // sides * sides
    j = 0
    while True:
        text = b"fray/die/1\0" + lp(encounter, stream.encode(), struct.pack(">QII", k, sides, j), salt, nonce)
        number = int.from_bytes(hmac.digest(seed, text, "sha256")[:8], "big")
        if number < limit:
            return number % sides + 1
        j += 1


def previous_seed(seed: bytes) -> bytes:
    """The seed of the epoch before: one step down the chain, towards the tip that commit 1 holds."""
    return hashlib.sha256(b"fray/seed/1\0" + seed).digest()


def leads_to(seed: bytes, epoch: int, tip: bytes) -> bool:
    """Is this the seed of that epoch in the chain whose public end is `tip`?"""
    for _ in range(epoch):
        seed = previous_seed(seed)
    return seed == tip


def commitment_of(encounter: bytes, seat: str, preimage: bytes) -> bytes:
    """What a seat's `join` binds it to."""
    return hashlib.sha256(b"fray/join/1\0" + lp(encounter, seat.encode(), preimage)).digest()


def salt_of(encounter: bytes, reveals: Mapping[str, bytes]) -> bytes:
    """T: made of all revealed values in the order of the seats' ids."""
    parts = [part for seat in sorted(reveals) for part in (seat.encode(), reveals[seat])]
    return hashlib.sha256(b"fray/T/1\0" + lp(encounter, *parts)).digest()


class ServerDice:
    """Verifiable draws from the submitting seat's stream, or from `secret` where not all seats see the roll."""

    def __init__(
        self,
        encounter: bytes,
        seeds: Seeds,
        epoch: int,
        counters: Mapping[str, int],
        salt: bytes,
        stream: str,
        nonce: bytes,
    ) -> None:
        self._encounter, self._seeds, self._epoch, self._salt = encounter, seeds, epoch, salt
        self._stream, self._nonce = stream, nonce
        self._next = dict(counters)

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The next draw of the stream."""
        stream, seed = (self._stream, self._seeds.open) if is_open else (SECRET, self._seeds.secret)
        k = self._next.get(stream, 0)
        self._next[stream] = k + 1
        nonce = b"" if stream in ("gm", SECRET) else self._nonce
        face = draw(seed, self._encounter, stream, k, self._salt, nonce, sides)
        return face, Drawn(stream, self._epoch, k)

    def fix_salt(self, salt: bytes) -> None:
        """Draw with this salt from here on."""
        self._salt = salt


# --- other dice ------------------------------------------------------------------------------------------------------


class ScriptedDice:
    """Faces in the order in which they are asked for."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.left = list(faces)

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The next face of the script. Raises NeedsDice when it is used up."""
        if not self.left:
            raise NeedsDice(key.roll, key.who, sides, missing, key.act)
        return self.left.pop(0), Scripted()

    def fix_salt(self, salt: bytes) -> None:
        """A script needs no salt."""


class Threw(NamedTuple):
    """A face that was thrown before, and where it is recorded."""

    face: int
    origin: Origin


Die = tuple[Key, int]
"""Which die, and how many sides it has: decided otherwise, an act may throw another one in its place."""


class RecordedDice:
    """Faces that were rolled before, by act, name, combatant, index and depth; edits come first."""

    def __init__(self, recorded: Mapping[Die, Threw], edits: Mapping[Key, int]) -> None:
        self._recorded = recorded
        self._edits = edits

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The recorded face. Raises NeedsDice for one that was never rolled, Rejected for an impossible edit."""
        edited = self._edits.get(key)
        if edited is not None:
            if not 1 <= edited <= sides:
                raise Rejected("bad_faces", sides=sides, count=1, got=edited)
            return edited, Typed("gm")
        found = self._recorded.get((key, sides))
        if found is None:
            count = missing if key.depth == 0 else 1
            raise NeedsDice(key.roll, key.who, sides, count, key.act, key.number, key.depth, is_open)
        return found.face, found.origin

    def fix_salt(self, salt: bytes) -> None:
        """Recorded faces need no salt."""


MOST_ALIKE = 64
"""So many supposed dice show the same at most; then each shows another, for else a tie would never end."""


class Supposed:
    """What dice show that were never rolled: the first of a decision this face, each further one `step` more, so that
    all show the same or each another; and which dice those were."""

    def __init__(self, face: int, step: int = 0) -> None:
        self._face = face
        self._step = step
        self.lacking: list[NeedsDice] = []

    def show(self, needs: NeedsDice) -> int:
        """The face of one that is lacking: it explodes no further."""
        self.lacking.append(needs)
        if needs.depth:
            return 1
        further = self._step * (len(self.lacking) - 1) or max(0, len(self.lacking) - MOST_ALIKE)
        return min(self._face, needs.sides) if not further else (self._face - 1 + further) % needs.sides + 1


class SupposedDice:
    """Recorded dice; those that were never rolled show a supposed face."""

    def __init__(self, recorded: RecordedDice, supposed: Supposed) -> None:
        self._recorded = recorded
        self._supposed = supposed

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The recorded face, else the supposed one."""
        try:
            return self._recorded.face(key, sides, missing, is_open)
        except NeedsDice as needs:
            return self._supposed.show(needs), Typed("gm")

    def fix_salt(self, salt: bytes) -> None:
        """Supposed faces need no salt."""


KeptKey = tuple[str, str, int, int, int]
"""(roll, combatant, index, depth, sides). A die that equals one of the abandoned line in these shows its face again."""


class KeptDice:
    """After a rewind the rolls of the abandoned line come again, as long as there are any; the rest is new."""

    def __init__(self, kept: Mapping[KeptKey, tuple[int, Origin]], fresh: Source) -> None:
        self._kept = dict(kept)
        self._fresh = fresh

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The face of the same roll on the abandoned line, else a fresh one."""
        found = self._kept.pop((key.roll, key.who, key.number, key.depth, sides), None)
        return found if found is not None else self._fresh.face(key, sides, missing, is_open)

    def fix_salt(self, salt: bytes) -> None:
        """Hand it to the fresh dice."""
        self._fresh.fix_salt(salt)


def next_counters(counters: Mapping[str, int], evidence: Iterable[Rolled]) -> dict[str, int]:
    """The streams' counters after these draws; they never fall."""
    after = dict(counters)
    for rolled in evidence:
        if isinstance(rolled.by, Drawn):
            after[rolled.by.stream] = max(after.get(rolled.by.stream, 0), rolled.by.k + 1)
    return after
