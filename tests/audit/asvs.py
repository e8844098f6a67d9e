"""OWASP ASVS 5.0.0, levels 1 and 2: each requirement of the chapters that concern us has a test, or a reason why not.

The table is `asvs.toml`, the numbers that must be in it are `outside/asvs_ids.txt`. That the tests exist is asked of
pytest, which collects them; that they pass is the matter of `make test`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec

from tests.audit.finding import Finding, judged

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TABLE = HERE / "asvs.toml"
IDS = HERE / "outside" / "asvs_ids.txt"


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is required, in words of ours; the tests that would fail without it, or why it does not apply."""

    what: str
    test: str | list[str] = []
    because: str = ""

    @property
    def tests(self) -> list[str]:
        """Names as pytest has them."""
        return [self.test] if isinstance(self.test, str) else self.test


def rows() -> dict[str, Row]:
    """The table, by number."""
    return msgspec.convert(tomllib.loads(TABLE.read_text("utf-8")), dict[str, Row])


def required() -> list[str]:
    """The numbers of the standard."""
    return IDS.read_text("utf-8").split()


def collected(table: dict[str, Row]) -> set[str]:
    """The tests that pytest finds in the files that are named; of parametrized ones the name without the parameters."""
    named = {name.partition("::")[0] for row in table.values() for name in row.tests}
    files = sorted(name for name in named if (ROOT / name).is_file())
    command = (sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:randomly", "-p", "no:cacheprovider")
    path = os.pathsep.join((str(ROOT), str(ROOT / "tests" / "three_cups")))
    environment = os.environ | {"PYTHONPATH": path}
    said = subprocess.run([*command, *files], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return {line.partition("[")[0] for line in said.stdout.splitlines() if "::" in line}


def wrongs_of(table: dict[str, Row], wanted: list[str], found: set[str]) -> list[str]:
    """Numbers that are missing or not the standard's, rows without test and reason, tests that are not found."""
    wrongs = [f"{number} is not in the table" for number in wanted if number not in table]
    wrongs += [f"{number} is not in the standard" for number in table if number not in wanted]
    wrongs += [f"{n}: one of test and because" for n, row in table.items() if bool(row.tests) == bool(row.because)]
    return wrongs + [f"{n}: no test {name}" for n, row in table.items() for name in row.tests if name not in found]


def run() -> list[Finding]:
    """The part of the audit."""
    table = rows()
    tested = sum(bool(row.tests) for row in table.values())
    figures = f"{len(table)} requirements: {tested} with tests, {len(table) - tested} do not apply"
    return [
        judged("ASVS 5.0.0, levels 1 and 2, eight chapters", wrongs_of(table, required(), collected(table)), figures)
    ]
