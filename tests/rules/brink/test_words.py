"""Words of Brink that would be wrong if they said a little more or less."""

from __future__ import annotations

import pytest

from server.cli.sentences import Sentences
from server.rules.brink import SYSTEM
from server.rules.brink.words.outcomes import OUTCOMES


@pytest.mark.parametrize(("language", "said"), [("en", "Ann takes 4 damage."), ("de", "Ann erleidet 4 Schaden.")])
def test_a_blow_is_told_by_its_damage_which_may_be_more_than_there_was_to_lose(language: str, said: str) -> None:
    """Whoever had 1 health left does not lose 4."""
    sentences = Sentences(SYSTEM.catalog, language)
    sentences.names["ann"] = "Ann"
    assert sentences.of({"type": "HealthLost", "who": "ann", "amount": 4, "health": 0}) == said


def test_whoever_holds_out_at_the_brink_is_said_to() -> None:
    """The roll is the whole outcome of such a blow."""
    assert OUTCOMES["fate"]["BrinkRolled:stays"] == ("holds out at the brink", "hält sich am Abgrund")


def test_what_may_cost_a_readied_action_is_not_headed_as_free() -> None:
    """It takes none of the turn's actions, which is what the group says."""
    assert {words["group.free"] for words in SYSTEM.catalog["labels"].values()} == {"Without an action", "Ohne Aktion"}


def test_where_energy_is_given_it_says_what_each_is_worth() -> None:
    """Nobody has to look into the rules for it."""
    labels = SYSTEM.catalog["labels"]
    assert {language: "+1" in labels[language]["ep_bonus"] for language in ("en", "de")} == {"en": True, "de": True}


@pytest.mark.parametrize("language", ["en", "de"])
def test_whoever_keeps_the_readied_action_is_not_spoken_of(language: str) -> None:
    """It is asked about nearly every act, and nothing has changed."""
    assert Sentences(SYSTEM.catalog, language).of({"type": "ReactionPassed", "who": "ann", "decision": "d"}) == ""


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [("en", "ann waits.", "ann, bob wait."), ("de", "ann wartet ab.", "ann, bob warten ab.")],
)
def test_of_a_group_that_waits_it_is_said_as_of_several(language: str, one: str, several: str) -> None:
    """The verb follows how many are named."""
    event = {"type": "TurnDelayed", "slot": "g"}
    said = [Sentences(SYSTEM.catalog, language).of({**event, "members": who}) for who in (["ann"], ["ann", "bob"])]
    assert said == [one, several]
