"""What somebody with write access could forge: files with changed commits and every hash and head made anew."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgpack

from server.store import chain
from server.store.codec import head_of


def sealed(content: dict[str, Any]) -> bytes:
    """A file with its digest."""
    body: bytes = msgpack.packb(content)
    return body + hashlib.sha256(body).digest()


def forged(data: bytes, change: Callable[[list[dict[str, Any]]], object]) -> bytes:
    """The file as a forger would write it: changed commits, and every number, head, link and digest redone."""
    content = msgpack.unpackb(data[:-32])
    commits = [msgpack.unpackb(row[3]) for row in content["entries"]]
    change(commits)
    heads: dict[str, tuple[int, bytes]] = {}
    previous, rows = bytes(32), []
    for version, commit in enumerate(commits, start=1):
        commit["version"] = version
        for audience, mark in commit["told"].items():
            n, head = heads.get(audience, (0, bytes(16)))
            lists = commit["events"], commit.get("variants", [])
            raws = [msgpack.packb(lists[0][ref] if ref >= 0 else lists[1][-ref - 1]) for ref in mark["refs"]]
            mark["n"], mark["head"] = n + 1, head_of(content["encounter"], audience, n + 1, head, raws)
            heads[audience] = (n + 1, mark["head"])
        body = msgpack.packb(commit)
        previous = chain.link(content["encounter"], version, previous, bytes(16), body)
        rows.append([version, previous, bytes(16), body])
    content["entries"] = rows
    return sealed(content)


def grown(data: bytes, *more: dict[str, Any]) -> bytes:
    """The file as a forger would go on with it: every commit as it is, and these after them, soundly chained.

    Whatever was signed of it is left out. `told` need name audiences only."""
    content = msgpack.unpackb(data[:-32])
    rows = content["entries"]
    heads: dict[str, dict[str, Any]] = {}
    for row in rows:
        heads |= msgpack.unpackb(row[3])["told"]
    for commit in more:
        version, previous = len(rows) + 1, rows[-1][1]
        told = {}
        for audience in commit["told"]:
            n, refs = heads[audience]["n"] + 1, list(range(len(commit["events"])))
            raws = [msgpack.packb(event) for event in commit["events"]]
            told[audience] = {
                "n": n, "head": head_of(content["encounter"], audience, n, heads[audience]["head"], raws), "refs": refs
            }  # fmt: skip
        heads |= told
        body = msgpack.packb({**commit, "version": version, "told": told})
        rows.append([version, chain.link(content["encounter"], version, previous, bytes(16), body), bytes(16), body])
    return sealed({key: value for key, value in content.items() if key not in ("signature", "checkpoint")})


def rolled(commits: list[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    """(index, commit) of every commit with server dice."""
    return [
        (n, commit) for n, commit in enumerate(commits) if any(x["by"]["type"] == "drawn" for x in commit["evidence"])
    ]


def other(face: int) -> int:
    """Another face of a d6."""
    return face % 6 + 1


def forge_evidence(commits: list[dict[str, Any]], pick: int) -> int:
    """Another face in the evidence alone."""
    n, commit = rolled(commits)[pick % len(rolled(commits))]
    commit["evidence"][0]["face"] = other(commit["evidence"][0]["face"])
    return n + 1


def forge_die(commits: list[dict[str, Any]], pick: int) -> int:
    """Another face in evidence and events."""
    n, commit = rolled(commits)[pick % len(rolled(commits))]
    thrown = commit["evidence"][0]
    for event in (*commit["events"], *commit.get("variants", [])):
        if event.get("face") == thrown["face"]:
            event["face"] = other(thrown["face"])
    thrown["face"] = other(thrown["face"])
    return n + 1


def forge_sides(commits: list[dict[str, Any]], pick: int) -> int:
    """A die that had other sides."""
    n, commit = rolled(commits)[pick % len(rolled(commits))]
    commit["evidence"][0]["sides"] = commit["evidence"][0]["face"] - 1
    return n + 1


def forge_counter(commits: list[dict[str, Any]], pick: int) -> int:
    """A draw that was skipped."""
    n, commit = rolled(commits)[pick % len(rolled(commits))]
    commit["evidence"][0]["by"]["k"] += 1
    return n + 1


def forge_seed(commits: list[dict[str, Any]], pick: int) -> int:
    """Another seed than the one committed in commit 1."""
    found = [(n, e) for n, c in enumerate(commits) for e in c["events"] if e["type"] == "SeedRevealed"]
    n, event = found[pick % len(found)]
    event["seed"] = bytes([event["seed"][0] ^ 1]) + event["seed"][1:]
    return n + 1


def forge_value(commits: list[dict[str, Any]], pick: int) -> int:
    """A random value that the seat was not bound to."""
    found = [(n, e) for n, c in enumerate(commits) for e in c["events"] if e["type"] == "SeatRevealed"]
    n, event = found[pick % len(found)]
    event["preimage"] = bytes(32)
    return n + 1


def forge_salt(commits: list[dict[str, Any]], pick: int) -> int:
    """A salt that the server liked better."""
    n, event = next((n, e) for n, c in enumerate(commits) for e in c["events"] if e["type"] == "SaltFixed")
    event["salt"] = bytes([pick % 256]) * 32
    return n + 1


def drop_roll(commits: list[dict[str, Any]], pick: int) -> int:
    """A roll that nobody shall know of: the next die of its stream is out of turn."""
    streams = [[t["by"]["stream"] for t in c["evidence"] if t["by"]["type"] == "drawn"] for c in commits]
    last = {stream: n for n, found in enumerate(streams) for stream in found}
    droppable = [n for n, found in enumerate(streams) if found and any(last[stream] > n for stream in found)]
    n = droppable[pick % len(droppable)]
    later = next(m for m in range(n + 1, len(commits)) if set(streams[m]) & set(streams[n]))
    del commits[n]
    return later


FORGERIES = [forge_evidence, forge_die, forge_sides, forge_counter, forge_seed, forge_value, forge_salt, drop_roll]
