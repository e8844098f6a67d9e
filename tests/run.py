"""Runs the project's checks in the set-up environment: all but the last beside one another, then the last alone.

    python -m tests.run [CHECK...] [-- PYTEST_ARGUMENT...]

`make test` runs them all. Where one fails the last is not run. The tests are the last, so that pytest's closing line
closes the output. No check is defined anywhere else, and none is skipped.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import IO

from client_demo import node
from tests.support import chromium

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
NPM = (sys.executable, "client_demo/node.py")
CHECKS: dict[str, tuple[str, ...]] = {
    "ruff-check": (str(BIN / "ruff"), "check", "."),
    "ruff-format": (str(BIN / "ruff"), "format", "--check", "."),
    "imports": (str(BIN / "lint-imports"),),
    "size": (sys.executable, "-m", "tests.size"),  # nothing to fail: the figures of the rule systems, for readers
    "mypy": (str(BIN / "mypy"),),
    "tsc": (*NPM, "run", "types"),
    # Each file in a context of its own, as apart as in a process: starting 35 of those took more than the tests do.
    "vitest": (*NPM, "run", "test", "--pool", "vmThreads"),
    "build": (*NPM, "build"),
    # What tests are there; and none of the processes that run them has to compile a test that another compiles, too.
    "collect": (sys.executable, "-m", "pytest", "--collect-only", "-qqq"),
    # Twice as many as a small machine has cores: half of the time a test waits, for a browser, a disk, a process.
    "pytest": (sys.executable, "-m", "pytest", "-n", "4", "--dist", "worksteal"),
}

BYTECODE = BIN.parent / "bytecode"
"""Where Pythons keep what they compile, if not beside the sources: none compiles again what another has."""

FIGHTS = "0.0625"
"""So much of the usual number of fights, pairs of worlds and examples is tried, unless FRAY_FIGHTS says otherwise:
`make faults` tries as many as are usual, or twice as many."""

SHOWN = 40
"""So many last lines are shown of what a check said that has passed."""

STARTED: list[subprocess.Popen[bytes]] = []


def start(name: str, arguments: Sequence[str] = (), output: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
    """Start a check in a process group of its own. `output`: where it writes, if not to the terminal."""
    environment = dict(os.environ)
    if environment.pop("PYTHONDONTWRITEBYTECODE", ""):  # hundreds of Pythons are started
        environment["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    if output is not None or not sys.stdout.isatty():
        environment["NO_COLOR"] = "1"  # some tools would colour a log file
    if name == "pytest":
        environment = {"FRAY_FIGHTS": FIGHTS, **environment, **browser()}
    running = subprocess.Popen(
        (*CHECKS[name], *arguments), cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=output,
        stderr=None if output is None else subprocess.STDOUT, process_group=0,
    )  # fmt: skip
    STARTED.append(running)
    return running


def end(running: subprocess.Popen[bytes]) -> int:
    """Wait for a check, and end with it whatever it started and left behind."""
    code = running.wait()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    return code


def hand_on(number: int, _frame: FrameType | None) -> None:
    """A signal is meant for all that run."""
    for running in STARTED:
        if running.poll() is None:
            os.killpg(running.pid, number)


def browser() -> dict[str, str]:
    """What the browser tests need to know. Playwright's own Node lacks a library on a minimal Debian: it gets ours."""
    return {"CHROMIUM": chromium.find(), "PLAYWRIGHT_NODEJS_PATH": str(node.binary())}


def head(name: str, arguments: Sequence[str] = ()) -> str:
    """The line before what a check says."""
    return f"\n==> {name}: {' '.join((*CHECKS[name], *arguments)).replace(str(BIN) + os.sep, '')}"


def beside_one_another(names: Sequence[str]) -> bool:
    """Run these at the same time and print one after another what they say. Have all passed?"""
    start_s, passed = time.monotonic(), True
    with contextlib.ExitStack() as stack:
        outputs = [stack.enter_context(tempfile.TemporaryFile()) for _ in names]
        running = [start(name, output=output) for name, output in zip(names, outputs, strict=True)]
        for name, each, output in zip(names, running, outputs, strict=True):
            code = end(each)
            output.seek(0)
            said = output.read().decode(errors="replace").rstrip().splitlines()
            print(head(name), *(said if code else said[-SHOWN:]), sep="\n")
            print(f"\n{name} FAILED (exit code {code})" if code else f"    {name} passed", flush=True)
            passed = passed and not code
    if names:
        print(f"\n    all of these in {time.monotonic() - start_s:.1f} s", flush=True)
    return passed


def main(arguments: list[str]) -> int:
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    names, pytest_arguments = arguments[:cut] or list(CHECKS), arguments[cut + 1 :]
    for name in names:
        if name not in CHECKS:
            sys.exit(f"no check is called {name!r}; there are: {', '.join(CHECKS)}")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, hand_on)
    *first, last = sorted(names, key="pytest".__eq__)
    if not beside_one_another(first):
        return 1
    more = pytest_arguments if last == "pytest" else []
    print(head(last, more), flush=True)
    code = end(start(last, more))
    if code:
        print(f"\n{last} FAILED (exit code {code})", flush=True)
    return int(code != 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
