"""What is said in a few words of a blow that is struck at what blocks it, and of whoever is beyond fighting."""

from __future__ import annotations

from typing import get_args

from server.rules.tactics.offers.stops import NAMES, STOPS
from server.rules.tactics.state.events import SunderChecked
from server.rules.tactics.state.sheet import Status
from server.rules.tactics.words.outcomes import OUTCOMES


def test_a_blow_at_what_blocks_is_said_to_be_one() -> None:
    """D-SUND-7: nobody is hurt, but that is not what came of it. It stands behind the hit: as what is said instead."""
    for words in OUTCOMES["harm"]["SunderChecked:side=def"]:
        assert words.startswith("[?")
        assert "{item}" in words
    assert {"side", "item"} <= set(SunderChecked.__struct_fields__)


def test_what_becomes_of_somebody_stands_in_the_middle_of_a_sentence() -> None:
    """Behind the wounds, so it begins with a small letter."""
    fates = {key.partition("status=")[2]: words for key, words in OUTCOMES["fate"].items() if "status=" in key}
    assert set(fates) == set(get_args(Status)) - {"dead"}
    assert [words for words in fates.values() if any(word != word.lower() for word in words)] == []


def test_whoever_was_blocked_is_asked_as_usual_whether_to_strike_at_what_blocks() -> None:
    """It is about one's own attack, and may still change what comes of it."""
    assert NAMES["block"] in STOPS.usual
