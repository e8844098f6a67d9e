"""The audit.

    python -m tests.audit [PART...]

Runs what others have written to find fault with servers, and prints a table of what came of it. Exit code 1 when
anything is wrong; what could not be run here is named at the end.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Callable

from tests.audit import asvs, faces, scanners, slowness, vectors, websocket
from tests.audit.finding import Finding, Verdict

SHOWN = 20
PARTS: dict[str, Callable[[], list[Finding]]] = {
    "websocket": websocket.run,
    "vectors": vectors.run,
    "faces": faces.run,
    "asvs": asvs.run,
    "slowness": slowness.run,
    "scanners": scanners.run,
}


def main(arguments: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.audit", description="The audit.")
    parser.add_argument("parts", nargs="*", metavar="PART", help="some parts: " + ", ".join(PARTS))
    given = parser.parse_args(arguments)
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"no part is called {', '.join(sorted(unknown))}; there are: {', '.join(PARTS)}")
    logging.disable(logging.CRITICAL)
    begun_s, findings = time.monotonic(), list[Finding]()
    print("| what | verdict | figures |\n|---|---|---|", flush=True)
    for part in given.parts or PARTS:
        for one in PARTS[part]():
            print(f"| {one.what} | {one.verdict.value} | {one.figures} |", flush=True)
            findings.append(one)
    print()
    for one in findings:
        for line in one.more[:SHOWN]:
            print(f"{one.what}: {line}")
    return _closing(findings, time.monotonic() - begun_s)


def _closing(findings: list[Finding], took_s: float) -> int:
    wrong = [one.what for one in findings if one.verdict is Verdict.WRONG]
    missing = [one.what for one in findings if one.verdict is Verdict.NOT_RUN]
    if missing:
        print(f"NOT RUN, so nothing is known of it: {'; '.join(missing)}")
    print(f"{'FAILED: ' + '; '.join(wrong) if wrong else 'nothing wrong in what was run'} ({took_s:.0f} s)", flush=True)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
