"""A rule system of somebody else: installed with pip, found by its entry point, played to the end."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.client_demo.served import CUPS, ROOT, Served
from tests.client_demo.test_fights import seated


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed Three Cups, and nothing else."""
    site = tmp_path_factory.mktemp("site")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*install, "--disable-pip-version-check", "--target", site, CUPS], check=True, timeout=170)
    return site


def test_it_is_found_by_its_entry_point(site: Path) -> None:
    """`fray systems` lists it beside Fray's own."""
    listed = subprocess.run(
        [sys.executable, "-m", "server", "systems"], cwd=site, check=True, capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (site, ROOT)))}, timeout=170,
    )  # fmt: skip
    assert "three_cups" in listed.stdout
    assert (site / "three_cups" / "__init__.py").is_file()


async def test_a_server_serves_it_and_bots_play_it_to_its_end(site: Path, tmp_path: Path) -> None:
    """Only its demo was asked for; every seat learns that the fight is over."""
    served = Served(tmp_path, [site], ("three_cups",))
    await served.start()
    try:
        async with AsyncExitStack() as stack:
            fight = await seated(stack, served.url, served.tokens("three_cups"))
            await fight.play(3)
            assert fight.tables["gm"].view["system"] == "three_cups"
            assert fight.tables["gm"].view["stage"] == "ended"
            assert any(one["out"] for one in fight.tables["gm"].view["combatants"].values() if "out" in one)
    finally:
        await served.stop()


def test_its_code_stays_small() -> None:
    """An example that people can read in one sitting: at most 250 lines of code."""
    lines = (CUPS / "three_cups" / "__init__.py").read_text().splitlines()
    code = [line for line in lines if line.strip() and not line.strip().startswith(("#", '"""'))]
    assert len(code) <= 250
