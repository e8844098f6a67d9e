"""Makes this checkout runnable, then starts the game or its tests. Standard library only, from a bare Python 3.11.

    python3 client_demo/bootstrap.py play [OPTION...]   set up, then `fray serve --demo OPTION...`
    python3 client_demo/bootstrap.py test [CHECK...]    set up with the tests' packages, then `python -m tests.run`
    python3 client_demo/bootstrap.py setup [test]       set up only

What is set up: `.venv`, every package at the version and hash of its lock file, Fray itself (editable), the browser
client in server/static, and for the tests Three Cups, as the package of a stranger. Each part is stamped with a hash of
what it was made from, so with nothing changed only hashes are compared. `make` calls this file; nothing here needs
`make`. An older Python must be able to read this file to be told that it is too old: no `match`, no newer syntax.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
PYTHON_STAMP = VENV / "fray-environment"
NODE = ROOT / "client_demo" / "node.py"
EXAMPLES = tuple(ROOT / "tests" / name for name in ("three_cups", "toy_two", "skirmish"))
LOCKS = {
    "play": ROOT / "tests" / "requirements-build.lock",
    "test": ROOT / "tests" / "requirements-test.lock",
}
OLDEST = (3, 11)
NEWER = ("python3.13", "python3.12", "python3.11")


def ensure_python(arguments: list[str]) -> None:
    """Go on only with a Python that is new enough and can make environments, else say what to do."""
    if sys.version_info < OLDEST:
        for name in NEWER:
            newer = shutil.which(name)
            # A version manager may leave a name on PATH behind which there is nothing.
            if newer is not None and subprocess.call([newer, "-c", ""], stderr=subprocess.DEVNULL) == 0:
                os.execv(newer, [newer, __file__, *arguments])
        found = ".".join(map(str, sys.version_info[:3]))
        raise SystemExit(
            f"Fray needs Python 3.11 or newer; {sys.executable} is {found} and no {', '.join(NEWER)} is on PATH."
            " Install one, or name it: make PYTHON=/path/to/python3 play"
        )
    # Debian ships Python without them.
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SystemExit(
            f"{sys.executable} cannot make virtual environments: its venv or ensurepip module is missing."
            " On Debian or Ubuntu: apt-get install python3-venv"
        )


def step(title: str, command: list[str | Path]) -> None:
    """Run one long command: a line that shows what it is doing on a terminal, its last words if it fails."""
    live = sys.stdout.isatty()
    back = "\r\033[K" if live else ""  # on a terminal each line takes the place of the one before
    print(f"  {title} ...", end="" if live else "\n", flush=True)
    start_s = time.monotonic()
    words: deque[str] = deque(maxlen=40)
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        for line in running.stdout or ():
            words.append(line.rstrip())
            if live:
                doing = " ".join(line.split())[:60]
                print(f"{back}  {title} ... {time.monotonic() - start_s:.0f} s  {doing}", end="", flush=True)
    ending = "done" if running.returncode == 0 else "FAILED"
    print(f"{back}  {title}: {ending} in {time.monotonic() - start_s:.1f} s", flush=True)
    if running.returncode:
        raise SystemExit("\n".join([*words, f"\n{title}: failed (exit code {running.returncode})"]))


def digest(files: list[Path]) -> str:
    """SHA-256 over files, the Python that runs this, and where the checkout is (an environment cannot be moved)."""
    total = hashlib.sha256(f"{sys.version}\n{sys.base_prefix}\n{ROOT}\n".encode())
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()


def is_current(stamp: Path, wanted: str) -> bool:
    return stamp.is_file() and stamp.read_text() == wanted


def ensure_environment() -> None:
    """Make `.venv` anew unless this very Python made it here; what an interrupted run left is not trusted."""
    wanted = digest([])
    if not is_current(PYTHON_STAMP, wanted):
        step("making the environment in .venv", [sys.executable, "-m", "venv", "--clear", VENV])
        PYTHON_STAMP.write_text(wanted)


def ensure_packages(purpose: str) -> None:
    """Install what the purpose's lock names, and Fray itself. The tests' lock holds all that playing needs."""
    stamp, lock = VENV / f"fray-{purpose}", LOCKS[purpose]
    project = ROOT / "pyproject.toml"
    wanted = digest([lock, project])
    if is_current(stamp, wanted):
        return
    # Python compiles what it imports, once; of most modules that pip would compile nothing here imports any.
    install: list[str | Path] = [PYTHON, "-m", "pip", "install", "--no-input", "--no-compile"]
    step(f"installing the packages of {lock.relative_to(ROOT)}", [*install, "--require-hashes", "-r", lock])
    ensure_client()  # before Fray itself, whose build hook would do it without a word
    step("installing Fray", [*install, "--no-build-isolation", "--no-deps", "-e", ROOT])
    if purpose == "test":
        (VENV / "fray-play").write_text(digest([LOCKS["play"], project]))
    stamp.write_text(wanted)


def ensure_examples() -> None:
    """Install the example systems as strangers' packages would be: Fray finds them by their entry points alone."""
    files = [file for example in EXAMPLES for file in (example / "pyproject.toml", *sorted(example.rglob("*.py")))]
    stamp, wanted = VENV / "fray-example", digest(files)
    if not is_current(stamp, wanted):
        install: list[str | Path] = [PYTHON, "-m", "pip", "install", "--no-input", "--no-build-isolation", "--no-deps"]
        step("installing the example systems", [*install, "--force-reinstall", *EXAMPLES])
        stamp.write_text(wanted)


def ensure_client() -> None:
    """Build the browser client, unless server/static was built from these very sources."""
    if subprocess.run([PYTHON, NODE, "is-current"], check=False).returncode:
        step("building the browser client into server/static", [PYTHON, NODE, "build"])


def set_up(purpose: str) -> None:
    ensure_environment()
    ensure_packages(purpose)
    ensure_client()
    if purpose == "test":
        ensure_examples()


def main(arguments: list[str]) -> None:
    ensure_python(arguments)
    os.chdir(ROOT)
    command, options = (arguments[0], arguments[1:]) if arguments else ("", [])
    if command == "play":
        set_up("play")
        os.execv(VENV / "bin" / "fray", ["fray", "serve", "--demo", *options])
    elif command == "test":
        set_up("test")
        os.execv(PYTHON, [str(PYTHON), "-m", "tests.run", *options])
    elif command == "setup" and options in ([], ["test"]):
        set_up("test" if options else "play")
    else:
        raise SystemExit((__doc__ or "").strip())


if __name__ == "__main__":
    main(sys.argv[1:])
