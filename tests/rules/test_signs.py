"""Signs are drawn, in one set for all systems: a font has some of them in colours and others not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from skirmish import SYSTEM as SKIRMISH
from three_cups import SYSTEM as THREE_CUPS
from toy_two import SYSTEM as TOY_TWO

from server.core.system import System
from server.encounter.installed import systems

SOURCES = Path(__file__).resolve().parents[2] / "client_demo/src"
DRAWN = frozenset(re.findall(r'<symbol id="(\w+)"', (SOURCES / "view/parts/signs.svg").read_text("utf-8")))
ALL: list[System] = [*systems().values(), SKIRMISH, THREE_CUPS, TOY_TWO]

PICTURES = re.compile("[\u2300-\u23ff\u2460-\u24ff\u25a0-\u25ce\u25d0-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]")
"""Characters that are pictures. Arrows, signs of sums and the dot in a tab's title are written."""


@pytest.mark.parametrize("system", ALL, ids=lambda system: system.name)
def test_every_sign_of_a_system_is_drawn(system: System) -> None:
    """By its name in the set; the usual die is a number."""
    icons = {key: name for key, name in system.catalog.get("icons", {}).items() if key != "die"}
    assert {key: name for key, name in icons.items() if name not in DRAWN} == {}


@pytest.mark.parametrize("system", ALL, ids=lambda system: system.name)
def test_no_word_of_a_system_is_a_picture(system: System) -> None:
    """Whatever of it people read."""
    said = [*texts(system.catalog), *texts(system.texts), *texts(system.titles), *texts(system.rules)]
    assert [text for text in said if PICTURES.search(text)] == []


def test_nothing_that_the_client_says_is_a_picture() -> None:
    """In both languages, and in what is written between the words."""
    files = [file for kind in ("*.ts", "*.tsx", "*.css") for file in SOURCES.rglob(kind) if ".test." not in file.name]
    assert len(files) > 100
    assert [file.name for file in files if PICTURES.search(file.read_text("utf-8"))] == []


def texts(value: Any) -> Iterator[str]:
    """All that is written in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)
