"""The fault suite.

    python -m tests.faults [--quick] [--seed N] [--seeds N] [--kills N] [--jobs N] [--only PART...]
                           [--histories FOLDER] [--list]

Parts: differential, simulation, traces, mutants, kills, and the scenes. `make faults` runs all, `make faults-quick` the
quick part. One run of one seed: --only simulation --seed N --seeds 1. `--histories` keeps what clients asked for and
were shown, in files for Elle. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

import msgspec

from tests.faults import rows
from tests.faults.parts import PARTS, QUICK, WHOLE, Outcome, closing, run
from tests.faults.simulation import history

SHOWN = 6


def main(arguments: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description="Faults, simulated and real.")
    parser.add_argument("--quick", action="store_true", help="less than a minute")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--seeds", type=int, help="how many seeds the simulation runs")
    parser.add_argument("--kills", type=int, help="how many processes are killed")
    parser.add_argument("--jobs", type=int, help="how many processes simulate (as many as there are cores)")
    parser.add_argument("--only", nargs="+", metavar="PART", choices=PARTS, help="some parts: " + ", ".join(PARTS))
    parser.add_argument("--histories", metavar="FOLDER", help="keep histories there, as list-append for Elle")
    parser.add_argument("--list", action="store_true", help="print what proves each fault, and end")
    given = parser.parse_args(arguments)
    print(f"Faults and threats, and what proves that they are survived:\n{rows.table()}\n", flush=True)
    if given.list:
        return 0
    if given.histories:
        os.environ[history.FOLDER] = given.histories
    size = QUICK if given.quick else WHOLE
    changed = {name: value for name in ("seeds", "kills", "jobs") if (value := getattr(given, name)) is not None}
    begun_s, outcomes = time.monotonic(), list[Outcome]()
    for one in run(msgspec.structs.replace(size, **changed), given.seed, given.only or list(PARTS)):
        print(f"{'WRONG' if one.wrongs else 'ok':5} {one.name} ({one.took_s:.1f} s): {one.figures}", flush=True)
        for wrong in one.wrongs[:SHOWN]:
            print(f"      {wrong}", flush=True)
        outcomes.append(one)
    is_wrong = any(one.wrongs for one in outcomes)
    print(f"\nAll of it:\n{closing(outcomes)}")
    print(f"{'FAILED' if is_wrong else 'passed'} in {time.monotonic() - begun_s:.0f} s", flush=True)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
