"""Runs the project's checks one after another, in the set-up environment, and stops at the first that fails.

    python -m tests.run [CHECK...] [-- PYTEST_ARGUMENT...]

`make test` runs them all. The tests come last, so that pytest's closing line closes the output. No check is defined
anywhere else, and none is skipped.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

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
    # Twice as many as a small machine has cores: half of the time a test waits, for a browser, a disk, a process.
    "pytest": (sys.executable, "-m", "pytest", "-n", "4", "--dist", "worksteal"),
}


def run(command: tuple[str, ...], environment: dict[str, str]) -> int:
    """Run a command in a process group of its own, and end with it whatever it started and left behind."""
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, process_group=0) as running:
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda number, _frame: os.killpg(running.pid, number))
        code = running.wait()
        try:
            os.killpg(running.pid, signal.SIGKILL)
        except ProcessLookupError:
            return code
        return code


def browser() -> dict[str, str]:
    """What the browser tests need to know. Playwright's own Node lacks a library on a minimal Debian: it gets ours."""
    return {"CHROMIUM": chromium.find(), "PLAYWRIGHT_NODEJS_PATH": str(node.binary())}


def main(arguments: list[str]) -> int:
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    names, pytest_arguments = arguments[:cut] or list(CHECKS), tuple(arguments[cut + 1 :])
    for name in names:
        if name not in CHECKS:
            sys.exit(f"no check is called {name!r}; there are: {', '.join(CHECKS)}")
    for name in names:
        environment, command = dict(os.environ), CHECKS[name]
        if not sys.stdout.isatty():
            environment["NO_COLOR"] = "1"  # some tools would colour a log file
        if name == "pytest":
            environment |= browser()
            command += pytest_arguments
        print(f"\n==> {name}: {' '.join(command).replace(str(BIN) + os.sep, '')}", flush=True)
        start_s = time.monotonic()
        code = run(command, environment)
        if code:
            print(f"\n{name} FAILED (exit code {code})", flush=True)
            return 1
        if name != names[-1]:
            print(f"    {name} passed in {time.monotonic() - start_s:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
