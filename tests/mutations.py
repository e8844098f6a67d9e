"""Export files changed at random: every one must be refused, and the first bad commit or number named.

    python -m tests.mutations [COUNT] [SEED]         10,000 of them by default; exit code 1 if one is accepted

Files: the golden ones of the GM and of Ann, and a fresh fight of every installed system, as the GM's and as a seat's.
Both Python verifiers judge each file. What a change should be named by is reckoned here, not asked from them.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import msgpack

from client_demo import verify as alone
from server.archive.export import Damaged, excerpt_of, pack, unpack, whole_of
from server.archive.verify import verify
from server.conformance.fights import SYSTEMS
from server.conformance.storms import entries_of, storm
from server.scenario.rehearsal import ENCOUNTER, Rehearsal
from tests.support.forgeries import FORGERIES, forged, sealed
from tests.support.golden_exports import FILES, GOLDEN

ANYWHERE = -1
"""The change lies outside the entries, or in how they are framed: the file is refused, no entry need be named."""


class Changed(NamedTuple):
    """A changed file and the first bad entry."""

    data: bytes
    at: int


def files() -> dict[str, bytes]:
    """What is changed."""
    found = {f"golden {audience}": (GOLDEN / FILES[audience]).read_bytes() for audience in ("gm", "seat:ann")}
    for name in sorted(SYSTEMS):
        table = storm(name, 7)
        found[f"{name} gm"] = pack(whole_of(ENCOUNTER, entries_of(table), 1))
        seat = next(audience for audience in table.state.ledger.audiences() if audience.startswith("seat:"))
        found[f"{name} {seat}"] = _told(table, seat)
    return found


def _told(table: Rehearsal, audience: str) -> bytes:
    return pack(excerpt_of(ENCOUNTER, entries_of(table), audience, 1))


def flip(data: bytes, luck: random.Random) -> Changed:
    """One byte anywhere."""
    at = luck.randrange(len(data))
    return Changed(data[:at] + bytes([data[at] ^ luck.randint(1, 255)]) + data[at + 1 :], ANYWHERE)


def flip_in_entry(data: bytes, luck: random.Random) -> Changed:
    """One byte of an entry's hash, salt or body."""
    row = luck.choice(unpack(data).entries)
    part = luck.choice((row.hash, row.body))
    at = data.index(part) + luck.randrange(len(part))
    return Changed(data[:at] + bytes([data[at] ^ luck.randint(1, 255)]) + data[at + 1 :], row.version)


def cut(data: bytes, luck: random.Random) -> Changed:
    """The end is missing."""
    return Changed(data[: luck.randrange(len(data))], ANYWHERE)


def out_of_place(data: bytes, luck: random.Random) -> Changed:
    """An entry dropped, doubled or swapped with the next; the digest is made anew."""
    content = msgpack.unpackb(data[:-32])
    rows, what = content["entries"], luck.choice(("drop", "double", "swap"))
    n = luck.randrange(len(rows) - 1)
    if what == "drop":
        del rows[n]
    elif what == "double":
        rows.insert(n + 1, rows[n])
    else:
        rows[n], rows[n + 1] = rows[n + 1], rows[n]
    return Changed(sealed(content), n + (2 if what == "double" else 1))


def forge(data: bytes, luck: random.Random) -> Changed:
    """Dice, seeds, salt or counters changed with every hash, head and digest redone; only dice tell."""
    change, pick, named = luck.choice(FORGERIES), luck.randrange(50), list[int]()
    return Changed(forged(data, lambda commits: named.append(change(commits, pick))), named[0])


KINDS: tuple[Callable[[bytes, random.Random], Changed], ...] = (flip, flip_in_entry, cut, out_of_place, forge)


def judge(changed: Changed) -> str:
    """What is wrong with the verdicts; empty if they are right."""
    says: dict[str, Any] = {}
    try:
        verify(changed.data, SYSTEMS)
        says["server"] = None
    except Damaged as error:
        says["server"] = error.version
    try:
        alone.verify(changed.data)
        says["alone"] = None
    except alone.Bad as error:
        says["alone"] = error.args[1]
    if None in says.values():
        return f"accepted: {says}"
    if changed.at != ANYWHERE and set(says.values()) != {changed.at}:
        return f"named {says}, not {changed.at}"
    return ""


def run(count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """So many changed files: how many of each kind, and what went wrong."""
    luck, kinds, wrongs = random.Random(seed), Counter[str](), list[str]()
    plain = files()
    for number in range(count):
        name, kind = luck.choice(sorted(plain)), luck.choice(KINDS)
        if kind is forge and not name.startswith("golden"):
            kind = flip_in_entry  # forgers' tools know the golden fight only
        changed = kind(plain[name], luck)
        if changed.data == plain[name]:
            continue
        kinds[kind.__name__] += 1
        if wrong := judge(changed):
            wrongs.append(f"{number}: {kind.__name__} of {name}: {wrong}")
    return kinds, wrongs


def main(arguments: list[str]) -> int:
    """Print the figures."""
    count, seed = (int(arguments[0]) if arguments else 10_000), (int(arguments[1]) if len(arguments) > 1 else 1)
    kinds, wrongs = run(count, seed)
    print(f"{sum(kinds.values()):,} changed files refused and rightly named, {len(wrongs)} not: {dict(kinds)}")
    print(*wrongs[:20], sep="\n")
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
