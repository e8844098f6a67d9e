"""Fray's benchmarks: figures, their floors in the same run, targets, verdicts.

    python -m tests.bench [--json FILE]            all parts but `asked`; nothing else should run meanwhile
    python -m tests.bench --short [--set]          under a minute: counts and ratios against tests/bench/guards.json
    python -m tests.bench --counts [--set]         of these the counts alone, in some seconds (part of make test)
    python -m tests.bench --only rules crowd       some of it; --rounds 1 for a first look
    python -m tests.bench --only asked             what takes longer than all the others (make bench-asked)
    python -m tests.bench --keep FOLDER            what takes long to make stays there for the next time
    python -m tests.bench --quick                  the same parts, smaller and in one round: to see that they work
    python -m tests.bench --peers                  what people use instead, from npm (make bench-peers)

The short form and the counts end with 1 when something got worse; the others report and end with 0.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from server.core.system import System
from server.rules.brink import SYSTEM as BRINK
from server.rules.tirakan import SYSTEM as TIRAKAN
from tests.bench import asked, browser, machine, memory, network, peers, rules, short, start, tape, told, watched, whole
from tests.bench.fight import AS_MADE, AT_ONCE
from tests.bench.figures import Row, table
from tests.bench.machine import Missing


class Size(msgspec.Struct, frozen=True, kw_only=True):
    """How much is measured."""

    rounds: int = 5
    tables: int = 64
    steps: int = 60
    lone_steps: int = 300
    paused_steps: int = 30
    crowds: tuple[int, ...] = (1_000, 5_000, 10_000)
    crowd_steps: int = 80
    beside_steps: int = 120
    long_commits: int = 10_000
    longest_commits: int = 100_000
    peer_s: int = 4
    many_tables: int = 5_000
    watched_tables: tuple[int, ...] = (250, 500, 750, 1_000, 1_250, 1_500)
    pace_s: float = 3
    page_updates: int = 400
    many_updates: int = 5_000
    asked_tables: int = 20
    asked_commits: int = 100_000
    asked_steps: int = 400


DEMO_STEPS = 100
"""Of a fight that is played by lot, for no script knows its system."""

FULL = Size()
QUICK = Size(rounds=1, tables=16, lone_steps=100, paused_steps=20, crowds=(1_000,), crowd_steps=60, long_commits=1_500,
             longest_commits=3_000, peer_s=1, many_tables=300, watched_tables=(8, 16), pace_s=0.5,
             page_updates=40, many_updates=1_000, asked_tables=4, asked_commits=1_500, asked_steps=100)  # fmt: skip


def _rules(folder: Path, size: Size) -> list[Row]:
    one = asyncio.run(tape.record(folder, 1, 200))[0]
    long, _ = memory.stored(folder, size.long_commits)
    fights = min(size.rounds, rules.MOST_FIGHTS)
    weapons = ("swords", "rifles")
    editions = {weapon: _beside(folder, rules.EDITIONS, fights, weapon == "rifles") for weapon in weapons}
    planned, third = _beside(folder, rules.PLANNED, fights), _beside(folder, rules.THIRD, fights)
    (classic, tirakan), (tactics, _), (ambersteel, _) = editions["swords"], planned, third
    brink = [asyncio.run(whole.recorded_demo(folder, BRINK, DEMO_STEPS, seed)) for seed in range(fights)]
    systems = (TIRAKAN, *(pair[0] for pair in (rules.EDITIONS, rules.PLANNED, rules.THIRD)), BRINK)
    each = list(zip(systems, (tirakan, classic, tactics, ambersteel, brink), strict=True))
    return [*rules.system_rows(each, size.rounds), *rules.decision_rows(one, size.rounds),
            *rules.edition_rows(editions, size.rounds), *rules.planned_rows(folder, planned, size.rounds),
            rules.ambersteel_row(third, size.rounds),
            *rules.fold_rows(long, size.rounds), *rules.history_rows(long, size.rounds)]  # fmt: skip


def _beside(folder: Path, systems: tuple[System, System], fights: int, rifles: bool = False) -> rules.Fights:
    """So many fights by the rules of two systems."""
    recorders = [tape.Recorder(folder, system=system, rifles=rifles) for system in systems]
    one, other = (asyncio.run(tape.recorded(recorder, [200] * fights)) for recorder in recorders)
    return one, other


def _memory(folder: Path, size: Size) -> list[Row]:
    return memory.rows(folder, size.long_commits, size.longest_commits, size.many_tables, size.rounds)


def _intents(folder: Path, size: Size) -> list[Row]:
    net = network.Net(folder, asyncio.run(tape.record(folder, size.tables, size.steps)))
    return network.throughput_rows(net, size.tables, size.rounds)


def _bytes(folder: Path, size: Size) -> list[Row]:
    return told.rows(folder, size.lone_steps)


def _workers(folder: Path, size: Size) -> list[Row]:
    net = network.Net(folder, asyncio.run(tape.record(folder, size.tables, size.steps)))
    return network.workers_rows(net, size.tables, min(size.rounds, 3))


def _lone(folder: Path, size: Size) -> list[Row]:
    """At a table that pauses fewer intents: each takes seconds."""
    kinds = {"as the page makes one": (AS_MADE, size.paused_steps, min(size.rounds, 3)),
             "without shortest pauses": (AT_ONCE, size.lone_steps, size.rounds)}  # fmt: skip
    found: list[Row] = []
    for kind, (options, steps, rounds) in kinds.items():
        tapes = asyncio.run(tape.recorded(tape.Recorder(folder, table=options), [steps]))
        found += network.lone_rows(network.Net(folder, tapes), kind, rounds)
    return found


def _crowd(folder: Path, size: Size) -> list[Row]:
    net = network.Net(folder, asyncio.run(tape.record_each(folder, (size.crowd_steps, size.beside_steps))))
    return network.crowd_rows(net, size.crowds, size.rounds)


def _watched(folder: Path, size: Size) -> list[Row]:
    return watched.rows(folder, size.watched_tables, size.pace_s)


def _asked(folder: Path, size: Size) -> list[Row]:
    """In fewer rounds, for one takes minutes: files of so long logs are waited for."""
    return asked.rows(folder, size.asked_tables, size.asked_commits, size.asked_steps, min(size.rounds, 2))


def _start(folder: Path, size: Size) -> list[Row]:
    return start.rows(folder, size.rounds)


def _browser(folder: Path, size: Size) -> list[Row]:
    return browser.rows(folder, size.page_updates, size.many_updates)


def _peers(folder: Path, size: Size) -> list[Row]:
    return peers.rows(folder, size.tables, size.steps, min(size.rounds, 3), size.peer_s)


PARTS: dict[str, Callable[[Path, Size], list[Row]]] = {
    "rules": _rules,
    "bytes": _bytes,
    "intents": _intents,
    "workers": _workers,
    "lone": _lone,
    "crowd": _crowd,
    "watched": _watched,
    "asked": _asked,
    "memory": _memory,
    "start": _start,
    "browser": _browser,
}

ALONE = {"asked"}
"""Measured only where it is named: first two million commits are stored, then files of them are waited for."""


def main(words: Sequence[str]) -> int:
    """Measure, print the table, write the file."""
    given = _parsed(words)
    busy = machine.busy_cores()
    print(f"Python {platform.python_version()}, {platform.machine()}; {busy:.1f} cores busy before the start\n")
    with machine.workshop(given.keep) as folder:
        if given.counts:
            found = short.counts(folder)
        elif given.short:
            found = short.rows(folder)
        elif given.peers:
            found = _peers(folder, _size(given))
        else:
            found = _measured(folder, given.only or [part for part in PARTS if part not in ALONE], _size(given))
    print(table(found))
    print(f"\n{machine.busy_cores():.1f} cores busy after the end. Only ratios of one run on a quiet machine count.")
    is_guarded = given.short or given.counts
    if given.set and is_guarded:
        short.set_guards(found)
    if given.json:
        rows = [{key: value for key, value in msgspec.to_builtins(one).items() if key != "note"} for one in found]
        given.json.write_bytes(msgspec.json.format(msgspec.json.encode({"rows": rows})) + b"\n")
    return int(is_guarded and any(one.verdict == "missed" for one in found))


def _measured(folder: Path, parts: Sequence[str], size: Size) -> list[Row]:
    """A part that fails takes nothing from the others, which may have taken many minutes."""
    found: list[Row] = []
    for part in parts:
        print(f"measuring {part} ...", file=sys.stderr, flush=True)
        start_s = time.monotonic()
        try:
            found += PARTS[part](folder, size)
        except Missing as missing:
            print(f"left out, for lack of {missing}: {part}", file=sys.stderr, flush=True)
        except Exception:
            print(f"FAILED: {part}\n{traceback.format_exc()}", file=sys.stderr, flush=True)
        print(f"    {part} took {time.monotonic() - start_s:.0f} s", file=sys.stderr, flush=True)
    return found


def _size(given: argparse.Namespace) -> Size:
    size = QUICK if given.quick else FULL
    return msgspec.structs.replace(size, rounds=given.rounds) if given.rounds else size


def _parsed(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Fray's benchmarks.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the rows there")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep long fights there, and begin with those")
    parser.add_argument("--short", action="store_true", help="counts and ratios only, under a minute")
    parser.add_argument("--counts", action="store_true", help="counts only, some seconds")
    parser.add_argument(
        "--set", action="store_true", help="with --short or --counts: these figures are the guards from now on"
    )
    parser.add_argument("--quick", action="store_true", help="smaller and in one round")
    parser.add_argument("--rounds", type=int, help=f"interleaved rounds of each figure ({FULL.rounds})")
    parser.add_argument("--peers", action="store_true", help="compare with servers from npm")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), metavar="PART", help=", ".join(PARTS))
    return parser.parse_args(words)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # so that everything started here ends
    sys.exit(main(sys.argv[1:]))
