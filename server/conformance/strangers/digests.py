"""The digests that are kept of a system's scenarios: one file beside them, a line for each."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import NamedTuple

from server.conformance.fights import SYSTEMS
from server.conformance.strangers.scenarios import of_system, played
from server.conformance.strangers.supposed import digest
from server.scenario.file import Scenario

Digests = dict[str, str]
"""By title of the scenario."""


class Difference(NamedTuple):
    """What a scenario's digest is, and what was kept; empty: there is none."""

    file: Path
    title: str
    found: str
    kept: str

    def __str__(self) -> str:
        how = "is not written down" if not self.kept else "is no more" if not self.found else "has changed"
        return f"{self.file.name}: {how}: {self.title}"

    @property
    def is_change(self) -> bool:
        """Would strangers learn something else than before?"""
        return bool(self.found and self.kept)


def found(name: str) -> dict[Path, Digests]:
    """By the file in which they should stand. Scenarios that are called the same share a line."""
    called: dict[tuple[Path, str], list[Scenario]] = {}
    for each in of_system(name):
        called.setdefault((each.folder / f"{name}-strangers.txt", each.title), []).append(each.scenario)
    digests: dict[Path, Digests] = {}
    for (file, title), scenarios in called.items():
        happened = chain.from_iterable(map(played, scenarios))
        digests.setdefault(file, {})[title] = digest(SYSTEMS[name], happened)
    return digests


def kept(file: Path) -> Digests:
    """As they were written."""
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    return {title: digest for digest, _, title in (line.partition(" ") for line in lines)}


def differences(file: Path, digests: Digests) -> list[Difference]:
    """Between what is kept in the file and these."""
    known = kept(file)
    both = (Difference(file, title, digests.get(title, ""), known.get(title, "")) for title in {**known, **digests})
    return [each for each in both if each.found != each.kept]


def write(file: Path, digests: Digests) -> None:
    """Keep these instead."""
    file.write_text("".join(f"{digest} {title}\n" for title, digest in digests.items()), "utf-8", newline="\n")
