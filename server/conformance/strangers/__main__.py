"""The command line."""

from __future__ import annotations

import argparse
import sys

import msgspec

from server.conformance.fights import SYSTEMS
from server.conformance.strangers.digests import differences, found, write
from server.conformance.strangers.scenarios import of_system, played
from server.conformance.strangers.supposed import learned


def main(arguments: list[str]) -> int:
    """Exit code 1 where strangers would learn something else than before, and nobody said that they should."""
    parser = argparse.ArgumentParser(
        prog="python -m server.conformance.strangers",
        description="Write down what strangers would learn of the scenarios here.",
    )
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help="all that have scenarios here by default")
    parser.add_argument(
        "--anew", action="store_true", help="also of scenarios of which they would learn something else"
    )
    parser.add_argument("--print", metavar="TEXT", help="only print what is learned where TEXT is part of the title")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.systems) - set(SYSTEMS))
    if unknown:
        parser.error(f"not installed: {', '.join(unknown)}")
    names = given.systems or sorted(SYSTEMS)
    if given.print is not None:
        for name in names:
            show(name, given.print)
        return 0
    changed = [each for name in names for each in written(name, given.anew)]
    print("\n".join(changed) or "all is written down")
    return int(bool(changed))


def written(name: str, anew: bool) -> list[str]:
    """Write the digests of one system; which have changed and were left as they are."""
    left = []
    for file, digests in found(name).items():
        changed = [] if anew else [each for each in differences(file, digests) if each.is_change]
        write(file, digests | {each.title: each.kept for each in changed})
        left += [str(each) for each in changed]
    return left


def show(name: str, text: str) -> None:
    """A line for everything that is learned: to compare with those of another revision."""
    for each in of_system(name):
        if text in each.title:
            print(each.title)
            for here in played(each.scenario):
                for part in learned(SYSTEMS[name], here):
                    print(msgspec.json.encode(msgspec.msgpack.decode(part)).decode())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
