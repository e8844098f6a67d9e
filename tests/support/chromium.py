"""Finds the Chromium that the browser tests drive, and installs one where there is none.

In this order: $CHROMIUM, the usual names on PATH, Debian's package (as root), the headless build inside the npm
package `@sparticuz/chromium` (Linux on x86-64, as anybody). A browser counts once it has told its version. No test
lives here, and none is skipped: a browser that cannot be had is an error.
"""

import hashlib
import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

from client_demo import node

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first is the same engine without the windows around it, which nobody sees: tests take a fifth less time."""

PACKAGES = ("chromium-headless-shell", "chromium")
"""Debian's, the first that can be had."""

MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"

# A browser inside an npm package: pinned by version and by the hash of the whole archive (70 MB).
PACKAGE = "@sparticuz/chromium@153.0.0"
PACKAGE_SHA256 = "20e5656fcdcf4118ede85edfb9d6bb9cc1bbb7ffb8b75622fffbcf36a835c3c0"
FOLDER = Path(__file__).resolve().parents[2] / ".venv" / "chromium"
# Its own libraries and fonts serve where the system has none.
WRAPPER = """#!/bin/sh
here=$(dirname "$0")
FONTCONFIG_FILE="$here/fontconfig.xml" LD_LIBRARY_PATH="$here/lib" exec "$here/chromium-unpacked" "$@"
"""
FONTCONFIG = f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>{FOLDER}/fonts</dir><cachedir>{FOLDER}/cache</cachedir></fontconfig>
"""


def is_working(browser: str) -> bool:
    """Whether it starts at all: on some systems the name on PATH is a stub that asks for another package."""
    try:
        told = subprocess.run([browser, "--version"], capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return told.returncode == 0


def named() -> Iterator[str]:
    """What is there already: names on PATH, a macOS application, what an earlier run unpacked."""
    yield from filter(None, map(shutil.which, NAMES))
    yield from (str(place) for place in (Path(MAC), FOLDER / "chromium") if place.is_file())


def from_debian() -> Iterator[str]:
    """Install Debian's package; only root can."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    print("  no Chromium found: installing it with apt-get ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], *(["install", "--yes", "--no-install-recommends", package] for package in PACKAGES)):
        done = subprocess.run([apt, "-qq", *command], env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"  apt-get {' '.join(command)} failed: {done.stderr.strip()[-2000:]}", flush=True)
        yield from named()


def inflated(data: bytes) -> bytes:
    """Undo Brotli, which Node has and Python's standard library has not."""
    script = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(0)))"
    return subprocess.run([node.binary(), "-e", script], input=data, stdout=subprocess.PIPE, check=True).stdout


def unpack(archive: Path) -> None:
    """Lay the browser, its libraries, its fonts and a wrapper that uses them into FOLDER."""
    with tarfile.open(archive) as package:

        def part(name: str) -> bytes:
            file = package.extractfile(f"package/bin/{name}.br")
            if file is None:
                raise SystemExit(f"{PACKAGE} holds no bin/{name}.br")
            return inflated(file.read())

        (FOLDER / "chromium-unpacked").write_bytes(part("chromium"))
        for name in ("al2023.tar", "fonts.tar"):
            with tarfile.open(fileobj=io.BytesIO(part(name))) as files:
                files.extractall(FOLDER)  # trusted: its hash was compared
    (FOLDER / "fontconfig.xml").write_text(FONTCONFIG)
    (FOLDER / "chromium").write_text(WRAPPER)
    for name in ("chromium-unpacked", "chromium"):
        (FOLDER / name).chmod(0o755)


def from_npm() -> Iterator[str]:
    """Unpack the browser inside the npm package; needs no root."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return
    print(f"  no Chromium found: unpacking that of {PACKAGE} ...", flush=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    node.npm("pack", PACKAGE, "--pack-destination", str(FOLDER), "--silent")
    archive = next(FOLDER.glob("*.tgz"))
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != PACKAGE_SHA256:
        raise SystemExit(f"{PACKAGE} has SHA-256 {found}, expected {PACKAGE_SHA256}: not used")
    unpack(archive)
    archive.unlink()
    yield str(FOLDER / "chromium")


def find() -> str:
    """The path of a browser that works, installing one if need be."""
    wanted = os.environ.get("CHROMIUM")
    if wanted:
        if is_working(wanted):
            return wanted
        raise SystemExit(f"CHROMIUM={wanted} does not start: `{wanted} --version` failed")
    sources: tuple[Callable[[], Iterator[str]], ...] = (named, from_debian, from_npm)
    for source in sources:
        for browser in source():
            if is_working(browser):
                return browser
    raise SystemExit("The browser tests need a Chromium: install one, or name it with CHROMIUM=/path/to/chromium.")
