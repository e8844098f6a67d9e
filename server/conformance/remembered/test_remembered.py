"""What a table remembers of menus, views and patches is never wrong: it is what would be made anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import pytest

from server.conformance.fights import every_system, fights
from server.conformance.remembered.looking import Looking
from server.conformance.storms import gust, laid, sit_down, stir
from server.core.memo import Memo

GUSTS = 40


def differences(name: str, seed: int) -> Iterator[str]:
    """In a storm in which people are also moved about, hidden, shown, handed over and taken away."""
    table, luck = laid(name), random.Random(seed)
    sit_down(table)
    looking = Looking(table.timeline)
    for _ in range(GUSTS):
        if table.state.play.phase == "running" and luck.random() < 0.2:
            stir(table, luck)
        elif not gust(table, luck):
            break
        yield from looking.differences()


@fights(4)
def test_what_is_remembered_is_what_would_be_made_anew(name: str, seed: int) -> None:
    """For everybody who looks, after whatever happens: what is known, views, patches and options."""
    assert list(differences(name, seed)) == []


class Forgetful(Memo):
    """Takes a result for the same whatever the last of the things is that it was made of."""

    __slots__ = ()

    def of(self, parts: tuple[object, ...], marks: Hashable, make: Callable[..., Any], *arguments: Any) -> Any:
        return super().of(parts[:-1], marks, make, *arguments)


@every_system
def test_a_dependency_that_was_forgotten_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a combatant looks like, in its view."""
    monkeypatch.setattr("server.core.view._LATELY", Forgetful(256))
    assert any(next(differences(name, seed), "") for seed in range(4))
