"""What the log says: one line for one thing, by names that people use, and no zeros that mean nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.cli.sentences import Sentences
from server.conformance.fights import laid
from server.rules.tactics import SYSTEM
from tests.rules.transcripts import stored

LANGUAGES = ("en", "de")
SAID: dict[str, list[tuple[dict[str, Any], str]]] = {
    "en": [
        ({"type": "PhaseLocked", "phase": "tactics"}, "The tactics of this round are settled."),
        ({"type": "PhaseLocked", "phase": "declare"}, "The plans of this round are settled."),
        ({"type": "ActionSpent", "who": "hound", "action": "1", "kind": "move", "closing": True}, ""),
        ({"type": "ActionSpent", "who": "ros", "action": "1", "kind": "attack", "weapon": "baton"}, ""),
        ({"type": "ActionSpent", "who": "ros", "action": "1", "kind": "talk", "text": "Stop!"}, "Ros: Stop!."),
        ({"type": "AttackDeclared", "who": "ros", "target": "hound", "kind": "burst", "item": "Rifle"},
         "Ros → Hound: Burst (Rifle)."),
        ({"type": "AttackDeclared", "who": "unseen", "target": "ros", "kind": "attack"}, "somebody → Ros: Attack."),
        ({"type": "ReactionDeclared", "who": "ros", "sunder": True}, "Ros strikes at what blocks."),
        ({"type": "ReactionDeclared", "who": "ros", "kind": "parry", "D": 3}, "Ros: Parry 3."),
        ({"type": "ReactionDeclared", "who": "ros"}, "Ros leaves it at that."),
        ({"type": "SunderChecked", "who": "ros", "foe": "hound", "item": "great_axe", "loss": 0},
         "Does it hold? Great axe of Ros."),
        ({"type": "SunderChecked", "who": "ros", "foe": "hound", "item": "armour", "loss": 2},
         "Does it hold? Armour of Ros: −2."),
        ({"type": "ItemBroken", "who": "ros", "item": "notched_axe"}, "Broken: Notched axe of Ros."),
        ({"type": "AmmoLost", "who": "ros", "item": "smg", "left": 0}, "Submachine gun of Ros is empty."),
        ({"type": "GmAdjusted", "who": "ros", "value_of": "W", "value": 0}, "Ruling on Ros: Wounds left 0."),
        ({"type": "RulingGiven", "ruling": "superior", "who": "ros", "target": "hound", "n": 1},
         "Ruling on Ros against Hound: Superior 1."),
        ({"type": "RulingGiven", "ruling": "modifier", "who": "ros", "target": "hound", "n": 0},
         "Ruling on Ros against Hound: Modifier 0."),
        ({"type": "RulingGiven", "ruling": "refuse", "who": "ros", "target": "hound", "text": "too late"},
         "Ruling on Ros against Hound: Not like that: too late."),
        ({"type": "RulingGiven", "ruling": "mark_check", "who": "ros", "key": "1", "n": 0},
         "Ruling on Ros: Needs a check."),
        ({"type": "RulingGiven", "ruling": "max_attacks", "who": "ros", "key": "baton", "n": 0},
         "Ruling on Ros: Most attacks with Baton: 0."),
    ],
    "de": [
        ({"type": "PhaseLocked", "phase": "tactics"}, "Die Taktik steht für diese Runde fest."),
        ({"type": "AttackDeclared", "who": "ros", "target": "hound", "kind": "attack", "item": "Great axe"},
         "Ros → Hound: Angriff (Große Axt)."),
        ({"type": "ReactionDeclared", "who": "ros", "sunder": True}, "Ros schlägt auf das, was blockt."),
        ({"type": "SunderChecked", "who": "ros", "foe": "hound", "item": "dagger", "loss": 1},
         "Hält das stand? Dolch von Ros: −1."),
        ({"type": "SunderChecked", "who": "hound", "foe": "ros", "item": "teeth", "loss": 0},
         "Hält das stand? Zähne von Hound."),
        ({"type": "ItemBroken", "who": "hound", "item": "teeth"}, "Zerbrochen: Zähne von Hound."),
        ({"type": "RulingGiven", "ruling": "superior", "who": "ros", "target": "hound", "n": 0},
         "Entscheid zu Ros gegen Hound: Überlegen 0."),
    ],
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_thing_is_said_once_and_by_its_name(language: str) -> None:
    """Runs, attacks and skills have lines of their own; that they were spent is none. Items are no ids."""
    sentences = Sentences(SYSTEM.catalog, language)
    sentences.names.update(ros="Ros", hound="Hound")
    assert [(event, sentences.of(event)) for event, _ in SAID[language]] == SAID[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_item_or_ruling_of_whole_fights_is_named_by_its_id(language: str) -> None:
    """Whatever the demos' fights name has words."""
    labels = SYSTEM.catalog["labels"][language]
    found = {value for line in _told() for value in _named(line)}
    assert {value for value in found if value and value not in labels} == set()
    assert len(found) > 5


def _told() -> list[dict[str, Any]]:
    lines = [line for name in ("hedge", "depot") for line in stored(name, "told") if not line.startswith("view")]
    return [json.loads(line.split(" ", 2)[2]) for line in lines]


def _named(event: dict[str, Any]) -> list[str]:
    """Only those of which the log has a line."""
    if not SYSTEM.catalog["lines"]["en"].get(event["type"]):
        return []
    return [str(event[field]) for field in ("item", "ruling", "skill", "value_of") if field in event]


def test_who_is_dead_is_not_shown_as_dying_too() -> None:
    """Both are true; only one matters. What else has befallen somebody is shown beside each other."""
    table = laid("tactics")
    for status, shown in (("stunned", {"stunned"}), ("dying", {"dying", "stunned"}), ("dead", {"dead"})):
        table.play("gm", {"type": "gm_set", "who": "ash", "value_of": "status", "key": status, "value": True})
        assert set(table.view("public").combatants["ash"].conditions) == shown


def test_the_question_whether_the_fight_is_over_is_called_that() -> None:
    """Not like the group of options that end a go, whose key is the same."""
    labels = SYSTEM.catalog["labels"]
    assert [labels[language]["end"] for language in ("en", "de")] == ["Is the fight over?", "Ist der Kampf vorbei?"]
    assert labels["en"]["group.end"] == "Go"


def test_what_changes_the_plan_does_not_stand_under_the_word_of_what_is_free() -> None:
    """Most of it costs something (D-ACT-4)."""
    for language, word in (("en", "Change your mind"), ("de", "Es sich anders überlegen")):
        assert SYSTEM.catalog["labels"][language]["group.free"] == word
