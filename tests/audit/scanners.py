"""What others' scanners say: pip-audit of the packages that a server needs, bandit of the server's own code.

Both are fetched from the package index into a folder of their own. pip-audit asks advisories over the network; a
package that it could not ask for has not been looked at, and then nothing is known, however pleased it is.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import venv
from pathlib import Path
from typing import Any

from tests.audit.finding import Finding, Verdict, judged

ROOT = Path(__file__).parent.parent.parent
LOCK = "tests/requirements-run.lock"
BANDIT, PIP_AUDIT = "bandit==1.9.4", "pip-audit==2.10.1"
RUN_S = 300
AUTHORS = "server/conformance"
"""Tests for authors of rule systems: no server reads them."""

ACCEPTED: dict[tuple[str, str], str] = {
    ("B101", ""): "an assert says what is so to readers and type checker; nothing from outside is judged by one",
    ("B104", "server/cli/checks.py"): "compares with the name for all addresses, binds nothing",
    ("B104", "server/gateway/wire/origins.py"): "compares with the name for all addresses, binds nothing",
    ("B104", "server/process/settings.py"): "compares with the name for all addresses, binds nothing",
    ("B105", "protocol/errors.py"): "codes and sentences about links, no secret",
    ("B105", "server/cli/files.py"): "a sentence about secret acts",
    ("B105", "server/core/dice.py"): "the name of a stream of dice",
    ("B105", "server/archive/dice_check.py"): "the name of a stream of dice, with nothing known of it yet",
    ("B105", "server/rules/brink/words/catalog.py"): "a sign on a button: to pass",
    ("B105", "server/rules/tirakan/words/catalog.py"): "a sign on a button: to pass",
    ("B107", "server/lobby/joining.py"): "no link is shown where none is given",
    ("B107", "server/store/redis/rights.py"): "a word that the operator replaces, in an example",
    (
        "B108",
        "server/store/redis/embedded.py",
    ): "mkdtemp makes a folder for us alone, where a path would be too long",
    ("B311", "server/gateway/listener.py"): "spreads when clients come back, no secret",
    ("B404", "server/store/redis/binary.py"): "asks a Redis for its version",
    ("B603", "server/store/redis/binary.py"): "of a program that the operator names, with arguments in a list",
}
"""Findings of bandit that are right as they are, by its rule and the file ("": any), and why."""


class Missing(Exception):
    """A scanner can't be had or does not answer."""


def fetched(spec: str, folder: Path) -> Path:
    """The program of a package, installed into a folder of its own. Raises Missing."""
    venv.create(folder, with_pip=True)
    _done(str(folder / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", spec)
    return folder / "bin" / spec.partition("==")[0]


def _done(*command: str) -> str:
    """What it says. It may end with 0 or 1: findings are no failure."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=RUN_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Missing(str(error)) from error
    if done.returncode not in (0, 1) or (done.returncode and not done.stdout):
        raise Missing((done.stderr.strip().splitlines() or ["it said nothing"])[-1][:200])
    return done.stdout


def flaws(report: dict[str, Any]) -> list[str]:
    """What bandit finds and nobody has accepted; what was accepted and is found no more."""
    found = {(one["test_id"], one["filename"]) for one in report["results"]}
    met = {key for key in ACCEPTED if any(rule == key[0] and file.startswith(key[1]) for rule, file in found)}
    wrongs = [
        f"{one['filename']}:{one['line_number']}: {one['test_id']} {one['issue_text']}"
        for one in report["results"]
        if not {(one["test_id"], one["filename"]), (one["test_id"], "")} & ACCEPTED.keys()
    ]
    wrongs += [f"{one['filename']}: {one['reason']}" for one in report["errors"]]
    stale = sorted(ACCEPTED.keys() - met)
    return wrongs + [f"{rule} in {file or 'any file'} is accepted, and found no more" for rule, file in stale]


def advisories(report: dict[str, Any]) -> Finding:
    """What pip-audit knows of each package; met only if all of them were looked up."""
    packages = report["dependencies"]
    skipped = [f"{one['name']}: {one['skip_reason']}" for one in packages if "skip_reason" in one]
    wrongs = [
        f"{one['name']} {one['version']}: {known['id']}, mended in {', '.join(known['fix_versions']) or 'no version'}"
        for one in packages
        for known in one.get("vulns", ())
    ]
    what, figures = "pip-audit of a server's packages", f"{len(packages) - len(skipped)} of {len(packages)} looked up"
    if wrongs or not skipped:
        return judged(what, wrongs + skipped if wrongs else [], figures)
    return Finding(what, Verdict.NOT_RUN, f"{figures}: the advisories are not reachable from here", tuple(skipped))


def _bandit(folder: Path) -> Finding:
    program = fetched(BANDIT, folder)
    report = json.loads(_done(str(program), "-q", "-r", "server", "protocol", "-x", AUTHORS, "-f", "json"))
    wrongs, lines = flaws(report), report["metrics"]["_totals"]["loc"]
    figures = f"{lines:,} lines, {len(report['results'])} findings, {len(wrongs)} of them not accepted"
    return judged("bandit of server and protocol", wrongs, figures)


def _pip_audit(folder: Path) -> Finding:
    program = fetched(PIP_AUDIT, folder)
    words = ("-r", LOCK, "--disable-pip", "--progress-spinner", "off", "-f", "json")
    return advisories(json.loads(_done(str(program), *words)))


def run() -> list[Finding]:
    """The part of the audit."""
    findings = []
    for what, scan in (("bandit", _bandit), ("pip-audit", _pip_audit)):
        with tempfile.TemporaryDirectory(prefix="fray-audit-") as folder:
            try:
                findings.append(scan(Path(folder)))
            except (Missing, ValueError) as error:
                findings.append(Finding(what, Verdict.NOT_RUN, f"not reachable or no answer: {error}"))
    return findings
