"""What a part of the audit has to say: one row each."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Verdict(Enum):
    """`NOT_RUN` is no pass: the summary names it."""

    MET = "met"
    OPEN = "open"
    """Known, and why it is so is said."""
    NOT_RUN = "not run"
    WRONG = "WRONG"


class Finding(NamedTuple):
    """One row of the table; `more`: lines below it, the first few of which are printed."""

    what: str
    verdict: Verdict
    figures: str
    more: tuple[str, ...] = ()


def judged(what: str, wrongs: list[str], figures: str) -> Finding:
    """Met, if nothing is wrong."""
    return Finding(what, Verdict.WRONG if wrongs else Verdict.MET, figures, tuple(wrongs))
