"""What strangers would learn of the scenarios is what they would have learned before."""

from __future__ import annotations

import pytest

from server.conformance.fights import SYSTEMS
from tests.secrecy import supposing
from tests.secrecy.leaks.planted import Leak, planted

MOST_NEW = 0.2
"""So many scenarios need not have been written down yet: they are compared as soon as somebody does."""
LEAKS = (Leak("ambersteel", "StaminaRefunded", "sp"), Leak("tirakan", "HitsInflicted", "target"))


@pytest.mark.parametrize("name", sorted(path.stem for path in supposing.GOLDEN.iterdir()))
def test_strangers_would_learn_the_same_of_every_scenario(name: str) -> None:
    """`python -m tests.secrecy.supposing` writes it anew."""
    found, kept = supposing.digests(name), supposing.kept(name)
    assert [title for title in kept if found.get(title, kept[title]) != kept[title]] == []
    assert len(found.keys() - kept.keys()) <= MOST_NEW * len(found)


@pytest.mark.parametrize("leak", LEAKS, ids=str)
def test_what_is_told_besides_is_noticed(leak: Leak) -> None:
    """Of a closed sheet, and of somebody hidden, by a declaration that is taken away."""
    system = SYSTEMS[leak.system]
    own = [supposing.played(scenario) for _, scenario in supposing.of_system(leak.system, leak.kind)]
    usual = [supposing.digest(system, fight) for fight in own]
    with planted(leak, system):
        assert [supposing.digest(system, fight) for fight in own] != usual
