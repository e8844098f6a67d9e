"""The wheel, the source archive, and fresh environments into which pip installs it by its name.

No index is asked: pip takes everything from one folder, with our own wheel, that of Three Cups and, packed up again,
what both need and is installed here. A stranger's `fray` lies there too, as on the package index.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.tags import sys_tags

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "client_demo"
CUPS = ROOT / "tests" / "three_cups"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
GUIDES = ("README.md", "server/rules/README.md", "server/conformance/__init__.py", "tests/three_cups/pyproject.toml")
LEFT_BY_PIP = {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"}
STRANGER = "Metadata-Version: 2.1\nName: fray\nVersion: 9\n"


def build(source: Path, folder: Path, target: str = "wheel") -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=170)


def needed(lines: Iterable[str]) -> Iterator[Distribution]:
    """What is installed here for these requirements, and for theirs."""
    for asked in map(Requirement, lines):
        if asked.marker is None or any(asked.marker.evaluate({"extra": extra}) for extra in ("", *asked.extras)):
            found = distribution(asked.name)
            yield found
            yield from needed(found.requires or ())


def write_wheel(file: Path, info: str, contents: dict[str, bytes]) -> None:
    """A wheel of these files; whoever installs it finds them listed, as pip wants them to be."""
    with zipfile.ZipFile(file, "w") as wheel:
        for name, content in contents.items():
            wheel.writestr(name, content)
        wheel.writestr(f"{info}/RECORD", "".join(f"{name},,\n" for name in contents))


def pack(installed: Distribution, folder: Path) -> None:
    """The wheel that it was installed from, but for its commands."""
    files = [file for file in installed.files or () if ".." not in file.parts and file.suffix != ".pyc"]
    info = next(file.parent for file in files if file.name == "WHEEL")
    tags = re.findall(r"^Tag: (.+)$", installed.read_text("WHEEL") or "", re.MULTILINE)
    tag = next(tag for tag in map(str, sys_tags()) if tag in tags)
    contents = {file.as_posix(): file.read_binary() for file in files if file.name not in LEFT_BY_PIP}
    write_wheel(folder / f"{info.name.removesuffix('.dist-info')}-{tag}.whl", info.as_posix(), contents)


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    build(ROOT, folder)
    build(CUPS, folder)
    asked = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["conformance"]
    for installed in {one.name: one for one in needed(asked)}.values():
        pack(installed, folder)
    about = {"METADATA": STRANGER, "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    info = "fray-9.dist-info"
    contents = {f"{info}/{name}": text.encode() for name, text in about.items()}
    write_wheel(folder / "fray-9-py3-none-any.whl", info, contents)
    return folder


def run_in(environment: Path, *command: str | Path) -> str:
    """What a command says that knows nothing of this environment, nor of how pip is set up on this machine."""
    variables = {"PATH": os.defpath, "PIP_CONFIG_FILE": os.devnull}
    done = subprocess.run(
        command, cwd=environment, env=variables, capture_output=True, text=True, check=False, timeout=170
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def installed(wheels: Path, environment: Path, *asked: str) -> set[str]:
    """Install these by name into an environment that does not even hold pip: all that is in it then."""
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", environment / "bin" / "python"]
    run_in(environment, *pip, "install", "--quiet", "--no-compile", "--no-index", "--find-links", wheels, *asked)
    return {line.partition("==")[0] for line in run_in(environment, *pip, "freeze").split()}


def test_the_wheel_holds_the_packages_and_the_built_client_and_nothing_else(wheels: Path) -> None:
    """A real wheel carries every module, the page with its assets, the scripts' data, and no build tools."""
    with zipfile.ZipFile(next(wheels.glob("fray_table-*.whl"))) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        page = wheel.read("server/static/index.html").decode()
    sources = [path for package in ("server", "protocol") for path in (ROOT / package).rglob("*") if path.is_file()]
    shipped = {path.relative_to(ROOT).as_posix() for path in sources if path.suffix in {".py", ".lua"}}
    assert shipped <= names
    assert "client_demo/__init__.py" in names
    assert {name.partition("/")[0] for name in names} == {"server", "protocol", "client_demo"}
    assert all(name.endswith(".py") for name in names if name.startswith("client_demo/"))
    assert names.isdisjoint(f"client_demo/{name}.py" for name in ("bootstrap", "hatch_build", "node"))
    assets = re.findall(r'(?:src|href)="/([^"]+)"', page)
    assert assets
    assert {f"server/static/{asset}" for asset in assets} <= names


def test_the_wheel_carries_its_licence(wheels: Path) -> None:
    """Named as an SPDX expression, and in full."""
    with zipfile.ZipFile(next(wheels.glob("fray_table-*.whl"))) as wheel:
        info = next(name.partition("/")[0] for name in wheel.namelist() if ".dist-info/" in name)
        assert "License-Expression: Apache-2.0\n" in wheel.read(f"{info}/METADATA").decode()
        assert wheel.read(f"{info}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()


def test_whatever_the_browser_client_bundles_has_its_licence_beside_it(wheels: Path) -> None:
    """Those of the packages in one file, that of a font next to the font."""
    with zipfile.ZipFile(next(wheels.glob("fray_table-*.whl"))) as wheel:
        names = wheel.namelist()
        licences = wheel.read("server/static/licences.txt").decode()
    packages: dict[str, Any] = json.loads((CLIENT / "package-lock.json").read_text())["packages"]
    bundled = [name for name, package in packages.items() if name and not package.get("dev")]
    assert "node_modules/preact" in bundled
    for package in bundled:
        (licence,) = (CLIENT / package).glob("LICENSE*")
        assert licence.read_text().strip() in licences
    fonts = [re.sub(r"-[\w-]{8}\.woff2$", "-OFL.txt", name) for name in names if name.endswith(".woff2")]
    assert fonts
    assert set(fonts) <= set(names)


def test_the_source_archive_has_what_people_look_for_first(tmp_path: Path) -> None:
    """What it is, under which licences, and how to help or to report."""
    build(ROOT, tmp_path, "sdist")
    with tarfile.open(next(tmp_path.glob("fray_table-*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    pages = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"}
    assert pages | {"LICENSE", "client_demo/src/style/figtree-OFL.txt"} <= names


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_names_this_distribution_and_extras_that_it_has(guide: str) -> None:
    """Whoever copies a line of it gets no stranger's program."""
    text = (ROOT / guide).read_text()
    asked = re.findall(r"""(?:pip install |^dependencies = \[)['"]([^'"]+)""", text, re.MULTILINE)
    assert asked
    for requirement in map(Requirement, asked):
        assert requirement.name == PROJECT["name"]
        assert requirement.extras <= PROJECT["optional-dependencies"].keys()


def test_an_authors_package_brings_fray_along_and_the_conformance_suite_all_that_it_needs(
    wheels: Path, tmp_path: Path
) -> None:
    """It asks for `fray-table`; the command `fray` is there, and lists its system beside ours. The suite is installed
    by name, as the guide for authors says, and run on that system: all of it is read, one test run. In one environment,
    for what is compiled in it is compiled once."""
    venv.create(tmp_path, symlinks=True)
    there = installed(wheels, tmp_path, "fray-three-cups")
    assert {"fray-table", "fray-three-cups"} <= there
    assert there.isdisjoint({"fray", "hypothesis", "pytest"})
    listed = run_in(tmp_path, tmp_path / "bin" / "fray", "systems")
    assert all(name in listed for name in ("three_cups", *PROJECT["entry-points"]["fray.systems"]))
    there = installed(wheels, tmp_path, "fray-table[conformance]")
    assert {"hypothesis", "pytest"} <= there
    assert "fray" not in there
    suite: list[str | Path] = [tmp_path / "bin" / "python", "-m", "pytest", "--pyargs", "server.conformance"]
    assert "1 passed" in run_in(tmp_path, *suite, "-k", "three_cups and test_no_part_of_an_intent_is_unbounded")
