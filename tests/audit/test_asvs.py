"""Every requirement has its row, every row a test that exists or a reason; each lack is noticed."""

from __future__ import annotations

import pytest

from tests.audit.asvs import Row, collected, required, rows, wrongs_of

HERE = "tests/audit/test_asvs.py::test_every_requirement_is_met_or_does_not_apply"


def test_every_requirement_is_met_or_does_not_apply() -> None:
    """In the chapters on input, API, files, authentication, sessions, access and logging."""
    assert len(required()) == 133
    assert wrongs_of(rows(), required(), collected(rows())) == []


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ({}, "V1.1.1 is not in the table"),
        ({"V1.1.1": Row("x", HERE), "V99.1": Row("x", HERE)}, "V99.1 is not in the standard"),
        ({"V1.1.1": Row("x")}, "V1.1.1: one of test and because"),
        ({"V1.1.1": Row("x", HERE, "also")}, "V1.1.1: one of test and because"),
        ({"V1.1.1": Row("x", [HERE, "tests/no.py::test_no"])}, "V1.1.1: no test tests/no.py::test_no"),
        ({"V1.1.1": Row("x", HERE + "_x")}, f"V1.1.1: no test {HERE}_x"),
    ],
)
def test_what_is_lacking_is_noticed(table: dict[str, Row], wrong: str) -> None:
    """And nothing else."""
    assert wrongs_of(table, ["V1.1.1"], {HERE}) == [wrong]
