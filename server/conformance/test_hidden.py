"""Nobody notices that somebody hidden is there, how it and its things are called, what it does of itself, nor what the
GM does to it."""

from __future__ import annotations

import pytest

from server.conformance.amount import many
from server.conformance.fights import every_system
from server.conformance.worlds.hidden import pair
from server.conformance.worlds.otherwise import called_otherwise

PAIRS, CALLED = range(many(48)), range(many(48))


@every_system
@pytest.mark.parametrize("seed", PAIRS)
def test_two_worlds_of_which_one_has_somebody_hidden_look_the_same(name: str, seed: int) -> None:
    """`System.unnoticed` names the options that the hidden one may take, and that may be used on it."""
    assert not pair(name, seed).differences


@every_system
@pytest.mark.parametrize("seed", CALLED)
def test_two_worlds_in_which_somebody_hidden_is_called_otherwise_look_the_same(name: str, seed: int) -> None:
    """One of the demo's NPCs is hidden: neither its id nor its name, nor those of its things reach any player, whatever
    it does."""
    called_otherwise(name, seed)
