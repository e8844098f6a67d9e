"""What a thrown thing does where it lands is offered in words that can be read, also where nobody stands."""

from __future__ import annotations

from typing import Any, cast

import pytest

from server.rules.tirakan_classic.acts import throwing
from server.rules.tirakan_classic.offers import gm
from server.rules.tirakan_classic.state.intents import GmInflictHits
from server.rules.tirakan_classic.words.labels import LABELS
from tests.rules.test_fallen import begun


@pytest.mark.parametrize(("stand", "key"), [(1, "take_effect"), (0, "take_effect_nowhere")])
def test_whom_it_hits(stand: int, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names, or a word that it is nobody."""
    state = cast(Any, begun("tirakan_classic").state)
    there = tuple(state.play.pieces)[:stand]
    monkeypatch.setattr(throwing, "proposal", lambda *_: GmInflictHits(targets=there, hits=1))
    hits, nothing = gm._blast(state, cast(Any, None))
    assert (hits.key, nothing.key) == (key, "no_effect")
    assert hits.label == ", ".join(state.play.pieces[who].name for who in there)
    assert {hits.key, nothing.key} <= set(LABELS)
