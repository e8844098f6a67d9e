"""What the log says of conditions: what a player would say, with what the number means."""

from __future__ import annotations

from typing import get_args

import pytest

from server.cli.sentences import Sentences
from server.rules.tirakan.state.sheet import Condition
from server.rules.tirakan.words.catalog import CATALOG

SAID = [
    ("dying", 1, "Ann is dying: 1 step of 6 towards death.", "Ann liegt im Sterben: 1 Schritt von 6 zum Tod."),
    ("dying", 3, "Ann is dying: 3 steps of 6 towards death.", "Ann liegt im Sterben: 3 Schritte von 6 zum Tod."),
    ("dying", 0, "Ann is no longer dying.", "Ann liegt nicht mehr im Sterben."),
    ("dead", 7, "Ann is dead.", "Ann ist tot."),
    ("hunkered", 1, "Ann hunkers.", "Ann duckt sich."),
    ("hunkered", 0, "Ann hunkers no longer.", "Ann duckt sich nicht mehr."),
    ("unconscious", 2, "Ann is unconscious: 2 successes to wake up.", "Ann ist bewusstlos: 2 Erfolge zum Aufwachen."),
]


@pytest.mark.parametrize(("condition", "level", "english", "german"), SAID)
def test_a_condition_is_told_in_a_player_s_words(condition: str, level: int, english: str, german: str) -> None:
    """Neither as a bare number, nor as a key."""
    for language, said in (("en", english), ("de", german)):
        sentences = Sentences(CATALOG, language)
        sentences.names["ann"] = "Ann"
        assert sentences.of({"type": "ConditionChanged", "who": "ann", "condition": condition, "level": level}) == said


def test_every_condition_has_its_sentence() -> None:
    """One that nobody has written a sentence for would stand there as a key with a number."""
    lines = CATALOG["lines"]["en"]
    assert [each for each in get_args(Condition) if f"ConditionChanged:condition={each}" not in lines] == []
