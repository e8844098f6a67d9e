"""The short form: guards against regressions by counts and by ratios of one run, never by times.

What is guarded is in guards.json: counts by Python version, because each compiles differently. `--set` writes it anew.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import msgspec

from server.encounter.installed import systems
from server.rules.tirakan import SYSTEM
from tests.bench import asked
from tests.bench.figures import Row, interleaved, most, ratio_most, row
from tests.bench.machine import Missing
from tests.bench.network import FLOOR_HEAD_BYTES, Net, crowd_at_fray
from tests.bench.rules import Line, fold_and_decode
from tests.bench.tape import Recorder, Tape
from tests.bench.whole import (
    Bytecodes,
    bytecodes_at_one_of_many,
    bytecodes_of_a_demo,
    bytecodes_of_a_step,
    bytecodes_per_intent,
)
from tests.support.luck import same_numbers

GUARDS = Path(__file__).with_name("guards.json")
COUNT_SLACK, RATIO_SLACK = 1.05, 2.0
TABLES, STEPS, CROWD = 8, 40, 500
DEMO_STEPS, COUNTED, MOVED = 6, 24, 12
"""Steps of a demo fight; how many more are counted, and how many of somebody's on the map."""
MANY = 100
"""So many watched tables that what is kept for all of them together would not do for each."""
ASKED = (3, 300, 60, 3)
"""Tables at which everything is asked, their commits; steps of the table beside them, rounds."""

NAMES = ("ambersteel", "brink", "tactics", "tirakan", "tirakan_classic")
"""The systems whose demos are played."""

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


def counts(folder: Path, steps: int = STEPS) -> list[Row]:
    """Instructions of Python for one intent: of the same fight on every machine."""
    with same_numbers(1):
        recorder, tape = _recorded(folder, steps)
        Line(tape).run()  # what is made once is made
        with Bytecodes() as decided:
            Line(tape).run()
        whole = bytecodes_per_intent(folder, tape, recorder)
    return [
        _guarded("decide, tell, seal and fold one intent, options, views", decided.count / steps, "instructions"),
        _guarded("one intent at a table with six viewers", whole, "instructions"),
        *demos(folder, steps / STEPS),
    ]


def demos(folder: Path, part: float = 1) -> list[Row]:
    """Of each system in its demo, and of one table among many; only this part of all steps and tables."""
    found = []
    for system in systems(NAMES).values():
        with same_numbers(1):
            value = asyncio.run(bytecodes_of_a_demo(folder, system, DEMO_STEPS, max(1, round(COUNTED * part))))
        found.append(_guarded(f"one intent in the demo of {system.name}, all watching", value, "instructions"))
        with same_numbers(1):
            value = asyncio.run(bytecodes_of_a_step(folder, system, DEMO_STEPS, max(1, round(MOVED * part))))
        found.append(_guarded(f"a step in the demo of {system.name}, all watching", value, "instructions"))
    with same_numbers(1):
        value = asyncio.run(bytecodes_at_one_of_many(folder, SYSTEM, max(1, round(MANY * part))))
    return [*found, _guarded(f"a pause at one of {MANY} watched tables", value, "instructions")]


def ratios(folder: Path) -> list[Row]:
    """Against floors of the same run."""
    recorder, first = _recorded(folder, STEPS)
    tapes = [first, *(asyncio.run(_another(folder, recorder)) for _ in range(TABLES - 1))]
    fold_us, decode_us = interleaved(5, fold_and_decode(first))
    net = Net(folder, tapes)
    ours, floor = net.play_fray(TABLES), net.play_minimal(TABLES)
    crowd = crowd_at_fray(Net(folder, tapes[:1]), CROWD)
    loop = net.play_floor(max(1, int(crowd["crowd_bytes"]) - FLOOR_HEAD_BYTES), "-k", CROWD)
    beside = asked.rows(folder, *ASKED)[0]
    return [
        _guarded("fold one event", fold_us, "µs", decode_us),
        _guarded(f"server CPU per intent, {TABLES} tables", ours["cpu_us"], "µs", floor["cpu_us"]),
        _guarded(f"{CROWD} spectators: CPU of one update", crowd["cpu_us"], "µs", loop["cpu_us"]),
        _guarded(beside.figure, beside.value, beside.unit, beside.floor),
    ]


def rows(folder: Path) -> list[Row]:
    """All of the short form."""
    found = counts(folder)
    try:
        return [*found, *ratios(folder)]
    except Missing as missing:
        print(f"Left out, for lack of {missing}: the ratios", file=sys.stderr)
        return found


def set_guards(found: list[Row]) -> None:
    """Take these figures as what must not get worse."""
    guards = _guards()
    for one in found:
        at, value = (VERSION, one.value) if one.ratio is None else ("ratios", one.ratio)
        guards.setdefault(at, {})[one.figure] = round(value, 2)
    GUARDS.write_bytes(msgspec.json.format(msgspec.json.encode(guards), indent=2) + b"\n")


def _guards() -> dict[str, dict[str, float]]:
    return msgspec.json.decode(GUARDS.read_bytes(), type=dict[str, dict[str, float]]) if GUARDS.exists() else {}


def _guarded(figure: str, value: float, unit: str, floor: float | None = None) -> Row:
    """Not worse than the guard, but for some slack; without a guard the figure stands for itself."""
    if floor is None:
        guard = _guards().get(VERSION, {}).get(figure, value)
        return row(figure, value, unit, most(round(guard * COUNT_SLACK)))
    guard = _guards().get("ratios", {}).get(figure, value / floor)
    return row(figure, value, unit, ratio_most(round(guard * RATIO_SLACK, 2)), floor)


def _recorded(folder: Path, steps: int) -> tuple[Recorder, Tape]:
    recorder = Recorder(folder)
    return recorder, asyncio.run(_played(recorder, steps))


async def _another(folder: Path, recorder: Recorder) -> Tape:
    return await _played(Recorder(folder, recorder), STEPS)


async def _played(recorder: Recorder, steps: int) -> Tape:
    tape = await recorder.play(await recorder.lay(), steps)
    await recorder.lobby.close()
    return tape
