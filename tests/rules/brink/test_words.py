"""Words of Brink that would be wrong if they said a little more or less."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from server.cli.sentences import CORE, Sentences
from server.rules.brink import SYSTEM
from server.rules.brink.words.outcomes import OUTCOMES
from tests.rules.brink.tables import combatant, laid


@pytest.mark.parametrize(("language", "said"), [("en", "Ann takes 4 damage."), ("de", "Ann erleidet 4 Schaden.")])
def test_a_blow_is_told_by_its_damage_which_may_be_more_than_there_was_to_lose(language: str, said: str) -> None:
    """Whoever had 1 health left does not lose 4."""
    sentences = Sentences(SYSTEM.catalog, language)
    sentences.names["ann"] = "Ann"
    assert sentences.of({"type": "HealthLost", "who": "ann", "amount": 4, "health": 0}) == said


@pytest.mark.parametrize("kind", ["ActionDeclared", "ReactionDeclared"])
def test_what_somebody_writes_of_a_free_act_is_told_as_it_is_written(kind: str) -> None:
    """Also where it is the same as a key, such as `no`; so is what a skill is called on the sheet."""
    action = {"deed": {"kind": "custom", "text": "no"}, "label": "no"}
    assert "(no)" in Sentences(SYSTEM.catalog, "de").of({"type": kind, "who": "ann", "action": action})


def test_whoever_holds_out_at_the_brink_is_said_to() -> None:
    """The roll is the whole outcome of such a blow."""
    assert OUTCOMES["fate"]["BrinkRolled:stays"] == ("holds out at the brink", "hält sich am Abgrund")


def test_what_has_become_of_somebody_has_a_sign_of_its_own() -> None:
    """So that on the map nobody who has given up, or is at the brink, looks as if down."""
    signs = [SYSTEM.catalog["icons"].get(status, "") for status in ("at_brink", "forfeited", "down", "dead")]
    assert all(signs)
    assert len(set(signs)) == len(signs)


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


@pytest.mark.parametrize(("language", "said"), [("en", ["Ana gives up."]), ("de", ["Ana gibt auf."])])
def test_that_somebody_gives_up_is_said_once(language: str, said: list[str]) -> None:
    """Not by what was done and once more by what has come of it."""
    table = laid({"ana": combatant("ana"), "ogre": combatant("ogre")}, forfeit_any_time=True, dice=[20, 3])
    table.play("gm", {"type": "start_combat"})
    sentences = Sentences(SYSTEM.catalog, language)
    sentences.names["ana"] = "Ana"
    (commit, *_) = table.play("ana", {"type": "forfeit", "who": "ana"})
    events = [event for event in commit.events if type(event).__name__ in ("Forfeited", "StatusChanged")]
    assert len(events) == 2
    assert [line for event in events if (line := sentences.of(msgspec.to_builtins(event)))] == said


@pytest.mark.parametrize(
    ("at", "deed"),
    [
        ((0.0, 0.0), {"type": "move", "path": [[0, 300]]}),
        ((0.0, 0.0), {"type": "shift", "path": [[0, 50]]}),
        (None, {"type": "move", "path": [], "normal_cm": 300}),
        ((0.0, 0.0), {"type": "swap", "weapon": "bow"}),
    ],
    ids=["move", "shift", "move-without-a-map", "swap"],
)
def test_what_is_declared_is_not_said_again_where_it_is_said_how_it_went(
    at: tuple[float, float] | None, deed: dict[str, Any]
) -> None:
    """`Ana moves 3 m` says that she has meant to."""
    lines = SYSTEM.catalog["lines"]["en"]
    table = laid({"ana": combatant("ana", at), "ogre": combatant("ogre", at and (30.0, 0.0))}, dice=[20, 3])
    table.play("gm", {"type": "start_combat"})
    told = {type(event).__name__ for commit in table.play("ana", {**deed, "who": "ana"}) for event in commit.events}
    said = {kind for kind in told if lines.get(f"ActionDeclared:{kind}") == ""}
    assert len(said) == 1
    assert all(lines.get(kind, CORE.get(kind)) for kind in said)
