"""A log edited in 18 ways at random places by somebody who has the store in hands: every verifier must notice each.

    python -m tests.edits [COUNT] [SEED]         600 of each kind by default; exit code 1 if one is accepted

Each edit is made in a real Redis, where a server then opens the table (the chain before its snapshot is checked as it
is in the background), and in the GM's and a player's file, which both Python verifiers read with a head that was seen
live. Where the edit breaks the chain, its first bad commit (GM) or number (player) must be named.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import msgpack
from redis.asyncio import Redis

from client_demo import verify as alone
from server.app.redis_server import server_of
from server.archive.checkpoints import FILE, Checkpoints
from server.archive.export import Damaged, excerpt_of, pack, unpack, whole_of
from server.archive.signing import Signer, signature_of
from server.archive.verify import Witness, verify
from server.lobby.lobby import Lobby, Refused
from server.store import chain, snapshots
from server.store.codec import head_of
from server.store.log import Broken
from server.store.memory import MemoryLog
from server.store.redis.keys import key
from server.store.redis.log import RedisLog
from server.table import recall
from tests.support.redis_fixture import embedded
from tests.table.party import LOBBIES, laid, lobby_over
from tests.table.test_recall import fought

COMMITS, SIGNED, SNAPSHOTS = 90, 30, 16
"""How long the logs are, and how often heads are signed and snapshots written in them."""

Row = list[Any]
"""Number, hash, salt, body."""


class Honest(NamedTuple):
    """A log, or what one audience was told of it, as it was; beside it another encounter's."""

    encounter: str
    audience: str
    data: bytes
    rows: list[Row]
    others: list[Row]
    signed: int
    """The latest commit whose head was signed."""
    data_folder: Path


class Edit(NamedTuple):
    """The edited rows, and the first that is bad. `is_chain`: their bytes alone tell; else only what was kept outside
    the store does."""

    rows: list[Row]
    at: int
    is_chain: bool = True
    key_folder: Path | None = None
    """The editor's own key, by which it signs all anew."""


def renumbered(rows: list[Row]) -> list[Row]:
    """The same in a row."""
    return [[number, *row[1:]] for number, row in enumerate(rows, start=1)]


def rehashed(log: Honest, rows: list[Row], first: int, change: Callable[[dict[str, Any]], object]) -> list[Row]:
    """As a forger with time would leave it: from `first` on everything that can be reckoned anew is; `change` is made
    to the commit there."""
    heads: dict[str, tuple[int, bytes]] = {}
    made: list[Row] = []
    for number, (_, hash, salt, body) in enumerate(rows, start=1):
        commit = msgpack.unpackb(body)
        if number == first:
            change(commit)
        for audience, mark in commit["told"].items():
            n, head = heads.get(audience, (0, bytes(16)))
            lists = commit["events"], commit.get("variants", [])
            raws = [msgpack.packb(lists[0][ref] if ref >= 0 else lists[1][-ref - 1]) for ref in mark["refs"]]
            mark["n"], mark["head"] = n + 1, head_of(log.encounter, audience, n + 1, head, raws)
            heads[audience] = (n + 1, mark["head"])
        if number >= first:
            commit["version"] = number
            body = msgpack.packb(commit)
            hash = chain.link(log.encounter, number, made[-1][1] if made else bytes(32), salt, body)
        made.append([number, hash, salt, body])
    return made


def retold(commit: dict[str, Any]) -> None:
    """Something else happened than was told."""
    for event in (*commit["events"], *commit.get("variants", [])):
        event["reason"] = "it was not so"


# --- the kinds -------------------------------------------------------------------------------------------------------


def anywhere(log: Honest, luck: random.Random, before_last: bool = False) -> int:
    """A place."""
    return luck.randint(1, len(log.rows) - before_last)


def signed_place(log: Honest, luck: random.Random) -> int:
    """A place that a signed head covers: what comes after the newest one is told by heads seen live alone."""
    return luck.randint(2, min(log.signed, len(log.rows)))


def flip(log: Honest, luck: random.Random) -> Edit:
    """One bit of a hash or body."""
    rows, at, part = [list(row) for row in log.rows], anywhere(log, luck), luck.choice((1, 3))
    raw = bytearray(rows[at - 1][part])
    raw[luck.randrange(len(raw))] ^= 1 << luck.randrange(8)
    rows[at - 1][part] = bytes(raw)
    return Edit(rows, at)


def drop(log: Honest, luck: random.Random) -> Edit:
    """An entry left out, the others moved up."""
    at = anywhere(log, luck, before_last=True)
    return Edit(renumbered(log.rows[: at - 1] + log.rows[at:]), at)


def insert(log: Honest, luck: random.Random) -> Edit:
    """An entry of somebody's own."""
    at = anywhere(log, luck)
    new = [at, luck.randbytes(32), luck.randbytes(16), luck.choice(log.rows)[3]]
    return Edit(renumbered([*log.rows[: at - 1], new, *log.rows[at - 1 :]]), at)


def swap(log: Honest, luck: random.Random) -> Edit:
    """Two neighbours."""
    at, rows = anywhere(log, luck, before_last=True), list(log.rows)
    rows[at - 1], rows[at] = rows[at], rows[at - 1]
    return Edit(renumbered(rows), at)


def duplicate(log: Honest, luck: random.Random) -> Edit:
    """The same entry twice."""
    at = anywhere(log, luck)
    return Edit(renumbered([*log.rows[:at], *log.rows[at - 1 :]]), at + 1)


def truncate_tail(log: Honest, luck: random.Random) -> Edit:
    """The end is gone."""
    at = signed_place(log, luck)
    return Edit(log.rows[: at - 1], at, is_chain=False)


def rewrite_tail(log: Honest, luck: random.Random) -> Edit:
    """Something else happened, and every number, head and hash from there on is made anew."""
    at = signed_place(log, luck)
    return Edit(rehashed(log, log.rows, at, retold), at, is_chain=False)


def rewrite_and_sign(log: Honest, luck: random.Random) -> Edit:
    """The same, signed with the editor's own key; half of them name that key in commit 1."""
    folder = Path(tempfile.mkdtemp())
    own, at = Signer(folder).key, luck.choice((1, signed_place(log, luck)))

    def rename(commit: dict[str, Any]) -> None:
        for event in commit["events"]:
            if event["type"] == "Created":
                event["signer"] = own

    return Edit(rehashed(log, log.rows, at, rename if at == 1 else retold), at, is_chain=False, key_folder=folder)


def restore_backup(log: Honest, luck: random.Random) -> Edit:
    """An old state, on which others have played on."""
    at = signed_place(log, luck)
    until = luck.randint(at, len(log.rows))
    return Edit(rehashed(log, log.rows, at, retold)[:until], at, is_chain=False)


def splice(log: Honest, luck: random.Random) -> Edit:
    """The end of another encounter."""
    at = luck.randint(1, min(len(log.rows), len(log.others)))
    return Edit([*log.rows[: at - 1], *log.others[at - 1 :]], at)


def change_id(log: Honest, luck: random.Random) -> Edit:
    """An entry under another number."""
    rows, at = list(log.rows), anywhere(log, luck)
    rows[at - 1] = [at + luck.randint(1, 99), *rows[at - 1][1:]]
    return Edit(rows, at)


def change_salt(log: Honest, luck: random.Random) -> Edit:
    """Another salt."""
    rows, at = list(log.rows), anywhere(log, luck)
    rows[at - 1] = [at, rows[at - 1][1], luck.randbytes(16), rows[at - 1][3]]
    return Edit(rows, at)


def remove_undo(log: Honest, luck: random.Random) -> Edit:
    """A rewind that nobody shall know of, and everything behind it made anew."""
    rewinds = [row[0] for row in log.rows if any(e["type"] == "Rewound" for e in msgpack.unpackb(row[3])["events"])]
    at = luck.choice([at for at in rewinds if at <= log.signed])
    return Edit(rehashed(log, log.rows[: at - 1] + log.rows[at:], at, lambda _: None), at, is_chain=False)


def delete(log: Honest, _luck: random.Random) -> Edit:
    """All of it."""
    return Edit([], 1, is_chain=False)


def trim(log: Honest, luck: random.Random) -> Edit:
    """The beginning."""
    return Edit(log.rows[luck.randint(1, len(log.rows) - 1) :], 1)


def delete_entry(log: Honest, luck: random.Random) -> Edit:
    """One entry, so that its number is missing."""
    at = anywhere(log, luck, before_last=True)
    return Edit(log.rows[: at - 1] + log.rows[at:], at)


def edit_snapshot(log: Honest, _luck: random.Random) -> Edit:
    """Nothing of the log."""
    return Edit(log.rows, 0)


def edit_checkpoint(log: Honest, _luck: random.Random) -> Edit:
    """Nothing of the log."""
    return Edit(log.rows, 0, is_chain=False)


KINDS: tuple[Callable[[Honest, random.Random], Edit], ...] = (
    flip, drop, insert, swap, duplicate, truncate_tail, rewrite_tail, rewrite_and_sign, restore_backup, splice,
    change_id, change_salt, remove_undo, delete, trim, delete_entry, edit_snapshot, edit_checkpoint,
)  # fmt: skip


def letter_changed(note: str, luck: random.Random) -> str:
    """A signed head with another hash or signature."""
    hash, sign = note.index("\n", note.index("\n") + 1) + 1, note.index("— fray ") + len("— fray ")
    at = luck.choice((hash, sign)) + luck.randrange(40)
    return note[:at] + ("B" if note[at] == "A" else "A") + note[at + 1 :]


# --- files -----------------------------------------------------------------------------------------------------------


def judge_file(log: Honest, kind: Callable[..., Edit], luck: random.Random) -> str:
    """What is wrong with the verdicts on an edited file; empty if they are right."""
    edit = kind(log, luck)
    content = msgpack.unpackb(log.data[:-32])
    content["entries"] = edit.rows
    if kind is edit_checkpoint:
        if log.audience != "gm":
            return ""
        content["checkpoint"] = letter_changed(content["checkpoint"], luck)
    elif edit.key_folder is not None:
        signature = signature_of(Signer(edit.key_folder), unpack(packed(content)))
        content["signature"] = {"key": signature.key, "signature": signature.signature}
        content.pop("checkpoint", None)
    elif not edit.is_chain and luck.random() < 0.5:
        content.pop("signature", None)
        content.pop("checkpoint", None)
    witness = seen_live(log, edit.at) if 0 < edit.at <= len(log.rows) and not edit.is_chain else ()
    said = verdicts(packed(content), witness)
    says = [n for n in said if n is not None]
    if len(says) < len(said):
        return f"{said} accepted in {log.audience}'s file"
    if edit.is_chain and set(says) != {edit.at}:
        return f"{says} named, not {edit.at} in {log.audience}'s file"
    is_late = kind is remove_undo  # what no longer follows from what came before shows later, if not by the head
    if kind is not edit_checkpoint and any(n != 0 and n != edit.at and not (is_late and n > edit.at) for n in says):
        return f"{says} named, neither 0 nor {edit.at} in {log.audience}'s file"
    return ""


def packed(content: dict[str, Any]) -> bytes:
    """With its digest."""
    from tests.support.forgeries import sealed

    return sealed(content)


def seen_live(log: Honest, n: int) -> tuple[str, int, bytes]:
    """The head of an honest file's n-th row as its audience was told it; the GM is told the log's own."""
    row = log.rows[n - 1]
    head = row[1] if log.audience == "gm" else msgpack.unpackb(row[3])["told"][log.audience]["head"]
    return ("" if log.audience == "gm" else log.audience, n, head)


def verdicts(data: bytes, witness: tuple[Any, ...]) -> list[int | None]:
    """The places that both verifiers name; None: accepted."""
    from three_cups import SYSTEM

    said: list[int | None] = []
    try:
        verify(data, {"three_cups": SYSTEM}, [Witness(witness[0] or None, *witness[1:])] if witness else ())
        said.append(None)
    except Damaged as error:
        said.append(error.version)
    try:
        alone.verify(data, [witness] if witness else [])
        said.append(None)
    except alone.Bad as error:
        said.append(error.args[1])
    return said


# --- the store -------------------------------------------------------------------------------------------------------


class Shelves(NamedTuple):
    """A real Redis, and the honest log's snapshots."""

    log: RedisLog
    raw: Redis
    snapshots: dict[str, bytes]


async def put(shelves: Shelves, encounter: str, rows: list[Row]) -> None:
    """The rows as the stream of an encounter, whatever they are."""
    stream = key(encounter, "log")
    pipe = shelves.raw.pipeline(transaction=False)
    pipe.delete(stream)
    for place, (number, hash, salt, body) in enumerate(rows, start=1):
        pipe.xadd(stream, {"cid": bytes(16), "h": hash, "s": salt, "b": body}, id=f"{place}-{number - place}")
    for name, snapshot in shelves.snapshots.items():
        pipe.set(name, snapshot)
    await pipe.execute()


async def edited(shelves: Shelves, log: Honest, kind: Callable[..., Edit], edit: Edit, luck: random.Random) -> None:
    """Do to the store what the kind says."""
    stream, is_cut = key(log.encounter, "log"), kind in (trim, delete_entry)
    await put(shelves, log.encounter, log.rows if is_cut else edit.rows)
    if kind is trim:
        await shelves.raw.xtrim(stream, minid=f"{edit.rows[0][0]}-0", approximate=False)
    elif kind is delete_entry:
        await shelves.raw.xdel(stream, f"{edit.at}-0")
    elif kind is edit_snapshot:
        for name, snapshot in shelves.snapshots.items():
            changed, at = bytearray(snapshot), luck.randrange(len(snapshot))
            changed[at] ^= luck.randint(1, 255)
            await shelves.raw.set(name, bytes(changed))


async def judge_store(shelves: Shelves, log: Honest, kind: Callable[..., Edit], luck: random.Random) -> str:
    """What is wrong with how a server opens an edited log; empty if it is right."""
    edit = kind(log, luck)
    await edited(shelves, log, kind, edit, luck)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for file in log.data_folder.iterdir():
            (folder / file.name).write_bytes(file.read_bytes())
        notes = (folder / FILE).read_text("utf-8")
        if kind is edit_checkpoint:
            newest = notes.rindex("\nfray/") + 1
            (folder / FILE).write_text(notes[:newest] + letter_changed(notes[newest:], luck), "utf-8")
        elif edit.key_folder is not None:
            Checkpoints(edit.key_folder).add(log.encounter, len(edit.rows), edit.rows[-1][1])
            (folder / FILE).write_text(notes + (edit.key_folder / FILE).read_text("utf-8"), "utf-8")
        code, at = await opened(shelves.log, log.encounter, folder)
    if kind is edit_snapshot:
        return "" if code == "folded" else f"it is {code}"
    if code not in ("integrity", "rolled_back"):
        return f"it is {code or 'open'}"
    is_named = edit.is_chain and kind not in (trim, delete_entry)  # Redis itself tells that these are missing
    # Who reads from behind it finds it where the next should be; of two that were swapped the other one is as wrong.
    places = {edit.at, edit.at + (kind in (change_id, swap))}
    return f"it named {at}, not {edit.at}" if is_named and at not in places else ""


async def opened(log: RedisLog, encounter: str, folder: Path) -> tuple[str, int]:
    """The code with which a server refuses the table, and the commit that it names; no code: it is open from a
    snapshot; `folded`: it is open, from its first commit on."""
    lobby = lobby_over(log, folder, checkpoints=Checkpoints(folder))
    try:
        with mock.patch("server.lobby.tables.WAIT_S", None):  # however long a busy machine takes
            table = await lobby.table(encounter)
        from_start = not table._recall.is_unchecked
        await table.keeping.check_rest(0)
        if table.frozen is None:
            return ("folded" if from_start else ""), 0
        return table.frozen.code, _version(str(table.frozen))
    except Refused as refused:
        error = refused.__cause__
        while error is not None and not isinstance(error, Broken) and error.__cause__ is not None:
            error = error.__cause__
        return refused.code, error.version if isinstance(error, Broken) else _version(str(error))
    finally:
        await lobby.close()
        LOBBIES.remove(lobby)


def _version(text: str) -> int:
    found = re.search(r"(?:version|commit) (\d+)", text)
    return int(found[1]) if found else 0


# --- all of it -------------------------------------------------------------------------------------------------------


class Made(NamedTuple):
    """What is edited: the GM's log, a player's file, and the store."""

    gm: Honest
    seat: Honest
    shelves: Shelves


@contextlib.asynccontextmanager
async def made(folder: Path, seed: int) -> AsyncIterator[Made]:
    """Two fights with rewinds, redos and amendments, signed; one of them with its snapshots in a Redis."""
    log, luck = MemoryLog(), random.Random(seed)
    lobby = lobby_over(log, folder / "data", checkpoints=(ours := Checkpoints(_folder(folder / "data"))))
    ids = [await _undone(lobby, log, luck), (await fought(await laid(lobby), luck, COMMITS)).table.encounter]
    await lobby.close()
    LOBBIES.remove(lobby)
    (folder / "data" / FILE).unlink(missing_ok=True)
    entries = [await log.read(id) for id in ids]
    for n in range(SIGNED, len(entries[0]) - 5, SIGNED):
        ours.add(ids[0], n, entries[0][n - 1].hash)
    found = log.shelf.snapshots.items()
    kept = {key(id, f"snap:{code}:{slot}"): one for (id, code, slot), one in found if id == ids[0]}
    assert kept
    honest = []
    for audience in ("gm", "seat:ann"):
        contents = [
            whole_of(id, found, 1) if audience == "gm" else excerpt_of(id, found, audience, 1)
            for id, found in zip(ids, entries, strict=True)
        ]
        data = pack(Checkpoints(folder / "data").sign(contents[0]))
        rows, others = [msgpack.unpackb(pack(content)[:-32])["entries"] for content in contents]
        last = max(n for n in range(SIGNED, len(entries[0]) - 5, SIGNED)) if audience == "gm" else len(rows)
        honest.append(Honest(ids[0], audience, data, rows, others, last, folder / "data"))
        assert verdicts(data, seen_live(honest[-1], len(rows))) == [None, None]
    async with embedded(_folder(folder / "redis")) as redis:
        raw, store = Redis.from_url(redis.url), RedisLog(server_of(redis.url))
        shelves = Shelves(store, raw, kept)
        await put(shelves, ids[0], honest[0].rows)
        assert await opened(store, ids[0], folder / "data") == ("", 0)
        try:
            yield Made(honest[0], honest[1], shelves)
        finally:
            await raw.aclose()
            await store.close()


async def _undone(lobby: Lobby, log: MemoryLog, luck: random.Random) -> str:
    """The encounter of a fight with a rewind that Ann was told of, early enough that a signed head covers it."""
    while True:
        id: str = (await fought(await laid(lobby), luck, COMMITS)).table.encounter
        early = [msgpack.unpackb(entry.body) for entry in (await log.read(id))[: COMMITS - SIGNED]]
        undone = [commit for commit in early if any(event["type"] == "Rewound" for event in commit["events"])]
        if any("seat:ann" in commit["told"] for commit in undone):
            return id


def _folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


async def run(folder: Path, count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """So many edits of each kind: how many verdicts, and what went wrong."""
    luck, done, wrongs = random.Random(seed), Counter[str](), list[str]()
    for module in (snapshots, recall):
        module.EVERY = SNAPSHOTS  # type: ignore[attr-defined]
    async with made(folder, seed) as honest:
        for kind in KINDS:
            for number in range(count):
                found = [await judge_store(honest.shelves, honest.gm, kind, luck)]
                if kind is not edit_snapshot:
                    found += [judge_file(log, kind, luck) for log in (honest.gm, honest.seat)]
                done[kind.__name__] += 1
                wrongs += [f"{kind.__name__} {number}: {wrong}" for wrong in found if wrong]
    return done, wrongs


def main(arguments: list[str]) -> int:
    """Print the figures."""
    logging.disable()  # the server tells of each damage that it finds
    count, seed = (int(arguments[0]) if arguments else 600), (int(arguments[1]) if len(arguments) > 1 else 1)
    with tempfile.TemporaryDirectory() as folder:
        done, wrongs = asyncio.run(run(Path(folder), count, seed))
    print(f"{len(done)} kinds, {sum(done.values()):,} edits, {len(wrongs)} not noticed or wrongly named")
    print(*wrongs[:20], sep="\n")
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
