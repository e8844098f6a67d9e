"""Is an export file what it claims to be? Chain, heads, dice, signature, witnesses; changes nothing.

The GM's file is checked as a whole and, where its rule system is installed, folded too. Another audience's file proves
what it was told and the open dice behind it; only the GM's file can prove that nothing was left out before that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from server.archive.checkpoints import Checkpoint, read, standing
from server.archive.entry_check import EntryCheck
from server.archive.export import DIGEST_BYTES, Content, Damaged, signer_of, unpack
from server.archive.signing import is_signed_by
from server.core.ids import GM
from server.core.system import System
from server.core.timeline.timeline import Timeline
from server.store.codec import Codec, Unreadable
from server.store.log import ZERO_HASH


class Witness(NamedTuple):
    """A head seen live: of an audience, or (None) what stands at `n` in the file's own count."""

    audience: str | None
    n: int
    head: bytes


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """An intact file. `dice`: how many of each kind; `undone`: draws on lines that were left, by stream."""

    encounter: str
    system: str
    title: str
    audience: str
    commits: int
    """Commits of the GM's file, tellings of another."""
    dice: dict[str, int]
    undone: dict[str, int]
    withheld: list[str]
    rewinds: int
    amendments: int
    origin: str | None
    unvouched: int
    """Acts that were copied from a file for which the server that copied them does not vouch."""
    closed: bool
    checkpoints: int
    """Signed heads that are in it: the file's own, and those that were given."""
    signed_until: int
    """The latest commit whose head was signed, as far as was given; beyond the last one: the file is older, or was made
    of a log that had been cut back."""
    signed: bool
    """By the key that was asked for, or, where none was given, by the key in the file."""
    folded: bool
    """The file's rule system is installed, and the events make an encounter."""
    head: str


def verify(
    data: bytes,
    systems: Mapping[str, System],
    witnesses: Sequence[Witness] = (),
    key: bytes | None = None,
    checkpoints: Sequence[Checkpoint] | None = None,
) -> Verdict:
    """Check everything that the file allows. Raises Damaged, naming the first bad commit or number."""
    content = unpack(data)
    check = EntryCheck(content)
    check.rows()
    if hashlib.sha256(data[:-DIGEST_BYTES]).digest() != data[-DIGEST_BYTES:]:
        raise Damaged("digest", 0, "the entries are intact, but the file's header or its digest was changed")
    check.finish()
    folded = content.audience == GM and content.system in systems
    for witness in witnesses:
        _attest(check, witness)
    if folded:
        _fold(content, systems[content.system])
    _check_key(content, key)
    signed = _signed(content, key)
    return _verdict(check, signed, folded, *_match(content, key, checkpoints))


def _fold(content: Content, system: System) -> None:
    """The events make an encounter of their system."""
    codec, timeline = Codec(system), Timeline(system, content.encounter)
    for row in content.entries:
        try:
            with timeline.shelf:
                timeline.fold(codec.open(row.version, row.body).commit)
        except Unreadable as error:
            raise Damaged("content", row.version, str(error)) from error
        except MemoryError:
            raise
        except Exception as error:  # an event that its own system could never have emitted may fail anywhere
            raise Damaged("content", row.version, f"commit {row.version}: its events fit no encounter") from error


def _signed(content: Content, key: bytes | None) -> bool:
    signature = content.signature
    if signature is None:
        if key is not None:
            raise Damaged("signature", 0, "the file is not signed")
        return False
    head = content.entries[-1].hash if content.entries else ZERO_HASH
    signed = (signature.signature, content.encounter, content.audience, len(content.entries), head)
    if not is_signed_by(signature.key if key is None else key, *signed):
        raise Damaged("signature", 0, "the signature is not that of the key" if key else "the signature is wrong")
    return True


def _check_key(content: Content, key: bytes | None) -> None:
    """Commit 1 names who signs; nobody else's signature counts."""
    named = signer_of(content)
    if not named:
        return
    if key is not None and key != named:
        raise Damaged("signature", 1, "commit 1 names another key than the one asked for")
    if content.signature is not None and content.signature.key != named:
        raise Damaged("signature", 0, "the file is signed with another key than the one that commit 1 names")


def _match(content: Content, key: bytes | None, given: Sequence[Checkpoint] | None) -> tuple[int, int]:
    """How many signed heads are in the file, and up to which commit heads were signed; those of other encounters say
    nothing about it."""
    own = read((content.checkpoint or "").encode())
    if content.checkpoint and (len(own) != 1 or own[0].encounter != content.encounter):
        raise Damaged("signature", 0, "the file's checkpoint is none of this encounter")
    if content.audience != GM and (own or given is not None):
        raise Damaged("heads", 0, "checkpoints are of the log: only the GM's file can be compared with them")
    all_of_it = [each for each in (*own, *(given or ())) if each.encounter == content.encounter]
    found = standing(all_of_it, key or signer_of(content))
    reached = [each for each in found if 1 <= each.n <= len(content.entries)]
    for each in reached:
        if not each.is_by(key or signer_of(content)):
            raise Damaged("signature", each.n, f"the checkpoint of {each.n} is not signed with the server's key")
        if content.entries[each.n - 1].hash != each.hash:
            raise Damaged("heads", each.n, f"the head signed at {each.n} is not the one in this file")
    for each in own:
        if each.n > len(content.entries):  # of the others' newer ones nothing follows: the file may be older than they
            end = f"the file ends at {len(content.entries)}"
            raise Damaged("heads", each.n, f"the file's own checkpoint is of commit {each.n}, but {end}")
    return len({each.n for each in reached}), max((each.n for each in found), default=0)


def _attest(check: EntryCheck, witness: Witness) -> None:
    known = check.heads.get(witness.audience or check.content.audience, [])
    is_hash = len(witness.head) == len(ZERO_HASH) and witness.audience in (None, check.content.audience)
    if is_hash:
        known = [row.hash for row in check.content.entries]
    whose = witness.audience or ("the log" if is_hash else check.content.audience)
    if not 1 <= witness.n <= len(known):
        raise Damaged("heads", witness.n, f"a head of {whose} was seen at {witness.n}; this file ends at {len(known)}")
    if known[witness.n - 1] != witness.head:
        raise Damaged("heads", witness.n, f"the head of {whose} seen at {witness.n} is not the one in this file")


def _verdict(check: EntryCheck, signed: bool, folded: bool, checkpoints: int, until: int) -> Verdict:
    content = check.content
    head = content.entries[-1].hash if content.audience == GM else check.heads[content.audience][-1]
    return Verdict(
        encounter=content.encounter,
        system=content.system,
        title=check.title,
        audience=content.audience,
        commits=len(content.entries),
        dice=dict(check.dice.counts),
        undone=dict(check.undone()),
        withheld=check.dice.withheld,
        rewinds=check.seen["Rewound"],
        amendments=check.seen["Amended"],
        origin=check.origin,
        unvouched=check.unvouched,
        closed=check.seen["Closed"] > 0,
        checkpoints=checkpoints,
        signed_until=until,
        signed=signed,
        folded=folded,
        head=head.hex(),
    )
