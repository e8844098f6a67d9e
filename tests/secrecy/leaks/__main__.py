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
from tests.secrecy.leaks.transcribed import Transcripts

BY_OWN, LEFT = "its own transcripts", "LEFT"
IDLE, NEVER = "left: nobody learns anything else by it", "left: never occurs"
UNEXPLAINED = (LEFT, IDLE, NEVER)
"""What nothing notices: somebody learns something else by it and no suite looks; nobody does, though it occurs; it does
not occur in any fight."""


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
    for system in systems().values():
        for leak, verdict in judged([leak for leak in wanted if leak not in verdicts], system):
            verdicts[leak] = verdict
            print(f"{leak}: {verdict}", flush=True)
    for leak in wanted:
        if leak not in verdicts:  # core's, which no system's fights have noticed
            verdicts[leak] = EXPLAINED.get(str(leak), LEFT)
            print(f"{leak}: {verdicts[leak]}")
    left = [leak for leak, verdict in verdicts.items() if verdict in UNEXPLAINED]
    if given.left:
        given.left.write_text("".join(f"{leak}\n" for leak in left), "utf-8")
    print(table(verdicts))
    return int(bool(left))


def judged(wanted: list[Leak], system: System) -> Iterator[tuple[Leak, str]]:
    """Of the system's leaks: by whom each is noticed, or why by nobody. Of core's: those that its fights notice."""
    asked = [leak for leak in wanted if leak.system in (CORE, system.name)]
    if not asked:
        return
    began = time.process_time()
    kept, own = Kept(system), Transcripts(system)
    for leak in asked:
        own.note(leak.kind)
        with planted(leak, system):
            suite = kept.noticed_by(leak.kind, leak.mark)
            if not suite and leak.system != CORE:
                suite = BY_OWN if own.notice(leak.kind) else ""
        if not suite and leak.system != CORE:
            suite = unnoticed(leak, system, kept)
        if suite:
            yield leak, suite
    print(f"({system.name}: {time.process_time() - began:.0f} s of CPU)", flush=True)


def unnoticed(leak: Leak, system: System, kept: Kept) -> str:
    """Why nobody notices it. What is explained must not be told anywhere, nor known: else the explanation is wrong."""
    occasions = kept.occasions(leak.mark)
    usual = kept.learned(occasions)
    with planted(leak, system):
        if kept.learned(occasions) != usual:
            return LEFT
    return EXPLAINED.get(str(leak), IDLE if occasions else NEVER)


def table(verdicts: dict[Leak, str]) -> str:
    """How many of each system are noticed, and by whom."""
    rows = [
        "system: planted, noticed by generic suites, by its own transcripts only, explained, left: all, those by which "
        "somebody learns something else, nobody, that never occur"
    ]
    for name in dict.fromkeys(leak.system for leak in verdicts):
        found = [(str(leak), verdict) for leak, verdict in verdicts.items() if leak.system == name]
        kinds = Counter(
            verdict
            if verdict in (BY_OWN, *UNEXPLAINED)
            else "explained"
            if EXPLAINED.get(leak) == verdict
            else "generic"
            for leak, verdict in found
        )
        numbers = [kinds[each] for each in ("generic", BY_OWN, "explained")]
        numbers += [sum(kinds[each] for each in UNEXPLAINED), *(kinds[each] for each in UNEXPLAINED)]
        rows.append(", ".join((f"{name}: {len(found)}", *map(str, numbers))))
    return "\n".join(rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
