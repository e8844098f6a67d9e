"""What scanners say is judged: nothing new is passed over, and what was not looked up is no pass."""

from __future__ import annotations

from typing import Any

from tests.audit.finding import Verdict
from tests.audit.scanners import ACCEPTED, advisories, flaws


def report(*found: tuple[str, str], error: str = "") -> dict[str, Any]:
    """Of bandit."""
    results = [{"test_id": rule, "filename": file, "line_number": 1, "issue_text": "x"} for rule, file in found]
    return {"results": results, "errors": [{"filename": error, "reason": "syntax"}] if error else []}


EXPECTED = [(rule, file or "server/any.py") for rule, file in ACCEPTED]


def test_only_what_is_accepted_in_its_file_is_right() -> None:
    """Each with a reason; another rule or another file is wrong, and so is what could not be read."""
    assert all(ACCEPTED.values())
    assert flaws(report(*EXPECTED)) == []
    assert flaws(report(*EXPECTED, ("B602", "server/app/app.py"))) == ["server/app/app.py:1: B602 x"]
    assert flaws(report(*EXPECTED, ("B105", "server/app/app.py"))) == ["server/app/app.py:1: B105 x"]
    assert flaws(report(*EXPECTED, error="server/app/app.py")) == ["server/app/app.py: syntax"]


def test_what_is_accepted_and_found_no_more_is_named() -> None:
    """So the list stays as short as it can be."""
    (wrong,) = flaws(report(*[key for key in EXPECTED if key != ("B107", "server/store/redis/rights.py")]))
    assert wrong == "B107 in server/store/redis/rights.py is accepted, and found no more"


def test_packages_that_could_not_be_looked_up_are_no_pass() -> None:
    """One is enough; one that is known to be bad is wrong all the same."""
    fine = {"name": "a", "version": "1", "vulns": []}
    skipped = {"name": "b", "skip_reason": "not found"}
    bad = {"name": "c", "version": "2", "vulns": [{"id": "X-1", "fix_versions": ["3"]}]}
    assert advisories({"dependencies": [fine]}).verdict is Verdict.MET
    one = advisories({"dependencies": [fine, skipped]})
    assert (one.verdict, one.more) == (Verdict.NOT_RUN, ("b: not found",))
    assert "1 of 2 looked up" in one.figures
    two = advisories({"dependencies": [bad, skipped]})
    assert (two.verdict, two.more[0]) == (Verdict.WRONG, "c 2: X-1, mended in 3")
