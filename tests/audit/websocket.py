"""WebSocket conformance: Autobahn's client against the gateway's frames, and our own table of its cases.

Autobahn needs Python 2.7. Where there is one, its suite is fetched into a folder of its own; the table runs anyway.
"""

from __future__ import annotations

import asyncio
import glob
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from tests.audit.cases import CASES, Came, Case
from tests.audit.echo import echoing
from tests.audit.finding import Finding, Verdict, judged
from tests.gateway.house import WAIT_S
from tests.gateway.wire.raw import CLOSE, LAST, Raw, request

SUITE = "autobahntestsuite==0.8.2"
SECTIONS = tuple(f"{number}.*" for number in (1, 2, 3, 4, 5, 6, 7, 9, 10))
"""All but 12 and 13, which are compression; it is off."""
TOO_LARGE = re.compile(r"9\.[12]\.[2-6]|9\.[3-6]\.\d")
"""Messages of more than 64 KiB: refused with this number."""
REFUSED = 1009
GOOD = {"OK", "NON-STRICT", "INFORMATIONAL"}
RUN_S = 600


async def came(port: int, case: Case) -> tuple[tuple[Came, ...], int | None]:
    """What comes back until the server closes, and the number that it closes with."""
    raw = await Raw.open(port, request())
    raw.send(case.sent)
    frames: list[Came] = []
    while not frames or frames[-1][0] != CLOSE | LAST:
        frames.append(await raw.next())
    async with asyncio.timeout(WAIT_S):
        rest = await raw.reader.read()
    raw.writer.close()
    payload = frames.pop()[1]
    if rest:
        frames.append((0, b"behind the close: " + rest))
    return tuple(frames), int.from_bytes(payload[:2], "big") if payload else None


async def wrongs_of(port: int) -> list[str]:
    """The cases of our table that end otherwise."""
    wrongs = []
    for case in CASES:
        got = await came(port, case)
        if got != (case.came, case.closes):
            wrongs.append(f"{case.number}: came {got!r}"[:300])
    return wrongs


def judge(results: dict[str, dict[str, Any]]) -> tuple[list[str], str]:
    """What is wrong with Autobahn's results, and how many there are of each kind."""
    wrongs, kinds = [], Counter[str]()
    for number, result in results.items():
        behaviour, code = result["behavior"], result["remoteCloseCode"]
        if TOO_LARGE.fullmatch(number):
            kinds["refused with 1009 (more than 64 KiB)"] += 1
            is_good = code == REFUSED
        else:
            kinds[behaviour.lower()] += 1
            is_good = behaviour in GOOD and result["behaviorClose"] in GOOD
        if not is_good:
            wrongs.append(f"{number}: {behaviour}, {result['behaviorClose']}, closed with {code}")
    return wrongs, ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))


def python_2() -> str | None:
    """A Python 2.7 with pip."""
    candidates = [shutil.which("python2.7"), *glob.glob(str(Path.home() / ".pyenv/versions/2.7*/bin/python2.7"))]
    for candidate in filter(None, candidates):
        tried = subprocess.run([candidate, "-m", "pip", "--version"], capture_output=True, check=False)
        if tried.returncode == 0:
            return candidate
    return None


async def autobahn(python: str, port: int, folder: Path) -> dict[str, dict[str, Any]]:
    """Autobahn's results, by case. Raises CalledProcessError if it can't be had or breaks off."""
    site, out = folder / "site", folder / "out"
    spec = {
        "outdir": str(out),
        "servers": [{"agent": "fray", "url": f"ws://127.0.0.1:{port}/ws", "options": {"version": 18}}],
        "cases": SECTIONS,
        "exclude-cases": [],
        "exclude-agent-cases": {},
    }
    (folder / "spec.json").write_text(json.dumps(spec))
    start = f"import site; site.addsitedir({str(site)!r}); from autobahntestsuite.wstest import run; run()"
    await _done(python, "-m", "pip", "install", "--no-cache-dir", "--target", str(site), SUITE)
    await _done(python, "-c", start, "-m", "fuzzingclient", "-s", str(folder / "spec.json"), cwd=folder)
    results: dict[str, dict[str, Any]] = json.loads((out / "index.json").read_text())["fray"]
    return results


async def _done(*command: str, cwd: Path | None = None) -> None:
    process = await asyncio.create_subprocess_exec(
        *command, cwd=cwd, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
    )  # fmt: skip
    try:
        async with asyncio.timeout(RUN_S):
            said, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        raise
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command[:4], said[-2000:])


async def _both() -> list[Finding]:
    with tempfile.TemporaryDirectory(prefix="fray-audit-") as name:
        folder = Path(name)
        async with echoing(folder) as house:
            findings = [judged("RFC 6455, our table", await wrongs_of(house.port), f"{len(CASES)} cases")]
            what = "Autobahn 0.8.2, sections 1 to 7, 9, 10"
            if python := python_2():
                try:
                    findings.append(judged(what, *judge(await autobahn(python, house.port, folder))))
                except (subprocess.CalledProcessError, TimeoutError) as error:
                    said = getattr(error, "output", None) or b""
                    findings.append(Finding(what, Verdict.NOT_RUN, repr(error), (said.decode(errors="replace"),)))
            else:
                findings.append(Finding(what, Verdict.NOT_RUN, "there is no Python 2.7 with pip here"))
    return findings


def run() -> list[Finding]:
    """The part of the audit."""
    return asyncio.run(_both())
