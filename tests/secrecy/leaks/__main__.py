"""The command line."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from server.core.system import System
from server.encounter.installed import systems
from tests.secrecy import leaks
from tests.secrecy.leaks.explained import EXPLAINED
from tests.secrecy.leaks.kept import Kept
from tests.secrecy.leaks.planted import CORE, Leak, all_leaks, planted
from tests.secrecy.leaks.scenarios import BY_SCENARIOS, Scenarios
from tests.secrecy.leaks.sought import LEARNED, SELDOM, TWICE, Sought, sought

LEFT = (LEARNED, SELDOM)


def main(arguments: list[str]) -> int:
    """Systems one after another: what they fought is forgotten before the next. Exit code 1 where a leak is left."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.secrecy.leaks", description=str(leaks.__doc__).split("\n")[0]
    )
    parser.add_argument("systems", nargs="*", help="of these, or `core` (all that are installed, and core)")
    parser.add_argument("--only", default="", help="leaks in whose name this stands")
    parser.add_argument("--left", type=Path, help="leaks that stand in this file, which lists afterwards what is left")
    given = parser.parse_args(arguments)
    wanted = [
        leak for leak in all_leaks()
        if (not given.systems or leak.system in given.systems) and given.only in str(leak)
    ]  # fmt: skip
    if given.left and given.left.exists():
        named = set(given.left.read_text("utf-8").splitlines())
        wanted = [leak for leak in wanted if str(leak) in named]
    verdicts: dict[Leak, str] = {}
    of_core: dict[Leak, Sought] = {}
    for system in systems().values():
        for leak, found in judged([leak for leak in wanted if leak not in verdicts], system):
            if isinstance(found, Sought) and leak.system == CORE:
                of_core[leak] = of_core.get(leak, Sought()) | found  # the fights of another system may notice it
                continue
            verdicts[leak] = found.verdict(leak) if isinstance(found, Sought) else found
            print(f"{leak}: {verdicts[leak]}", flush=True)
    for leak in (leak for leak in wanted if leak not in verdicts):
        verdicts[leak] = of_core.get(leak, Sought()).verdict(leak)
        print(f"{leak}: {verdicts[leak]}")
    left = [leak for leak, verdict in verdicts.items() if verdict.startswith(LEFT)]
    if given.left:
        given.left.write_text("".join(f"{leak}\n" for leak in left), "utf-8")
    print(table(verdicts))
    return int(bool(left))


def judged(wanted: list[Leak], system: System) -> Iterator[tuple[Leak, str | Sought]]:
    """Of the system's leaks and of core's: by whom each is noticed, else what comes of looking for it."""
    asked = [leak for leak in wanted if leak.system in (CORE, system.name)]
    if not asked:
        return
    began = time.process_time()
    kept, scenarios = Kept(system), Scenarios(system)
    for leak in asked:
        suite = _noticed(leak, system, kept) or ("" if leak.system == CORE else scenarios.notice(leak))
        yield leak, suite or sought(leak, system, kept, scenarios)
    print(f"({system.name}: {time.process_time() - began:.0f} s of CPU)", flush=True)


def _noticed(leak: Leak, system: System, kept: Kept) -> str:
    with planted(leak, system):
        suite = kept.noticed_by(leak.kind, leak.mark)
        return "pairs, played anew" if not suite and leak.system == CORE and kept.noticed_anew() else suite


def table(verdicts: dict[Leak, str]) -> str:
    """How many of each system are noticed, and by whom."""
    rows = [
        "system: planted, noticed in random fights, only by `strangers` in scenarios, kept twice, explained, left: by "
        "which somebody learns something, that hardly ever keep anything"
    ]
    for name in dict.fromkeys(leak.system for leak in verdicts):
        found = Counter(sort(leak, verdict) for leak, verdict in verdicts.items() if leak.system == name)
        numbers = [found[each] for each in ("fights", BY_SCENARIOS, TWICE, "explained", *LEFT)]
        rows.append(", ".join((f"{name}: {found.total()}", *map(str, numbers))))
    return "\n".join(rows)


def sort(leak: Leak, verdict: str) -> str:
    """The column of the table in which it is counted."""
    if verdict == EXPLAINED.get(str(leak)):
        return "explained"
    return next((each for each in (BY_SCENARIOS, TWICE, *LEFT) if verdict.startswith(each)), "fights")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
