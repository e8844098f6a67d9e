"""A newcomer who taps on a word of the system is told what it means."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from server.app.catalogues import catalogues
from server.conformance.fights import plain, seats, step
from server.core.ids import GM
from server.core.view import builtins
from server.encounter.file import parse_encounter
from server.encounter.installed import systems
from server.encounter.setup import LANGUAGES
from server.kit import texts as kit
from server.scenario.rehearsal import Rehearsal

SYSTEMS = systems()
STEPS, FIGHTS = 50, 3
SAID_BY_THEIR_NAMES = {"a", "b", "other", "name", "modifier"}
"""Fields of many forms that one fills in without an explanation."""
SENTENCE = re.compile(r"[.!?](?= |$)")


class Found(msgspec.Struct, frozen=True):
    """What was seen in all fights of a system's demos: words that stand on the screen, and numbers beside them."""

    terms: set[str] = msgspec.field(default_factory=set)
    facts: set[tuple[str, str]] = msgspec.field(default_factory=set)
    asked: set[str] = msgspec.field(default_factory=set)
    forms: set[str] = msgspec.field(default_factory=set)
    taps: set[str] = msgspec.field(default_factory=set)


@cache
def found(name: str) -> Found:
    """In random fights of each demo, after each step; they are fought once for all tests."""
    system, seen = SYSTEMS[name], Found()
    for text in (system.demo, *system.more_demos):
        for seed in range(FIGHTS):
            table, luck = Rehearsal(system, parse_encounter(text, "a demo", SYSTEMS), None), random.Random(seed)
            for _ in range(STEPS):
                look(table, seen)
                if not step(table, luck):
                    break
    return seen


def look(table: Rehearsal, seen: Found) -> None:
    """Note what is on the screens now."""
    combatants = list(shown(table))
    options = [option for seat in seats(table) for option in plain(table, seat)[0]]
    seen.terms.update(counted(table), *map(terms_of, combatants))
    seen.facts.update(fact for one in combatants for fact in one.get("facts", {}).items())
    seen.asked.update(asked(options))
    deeds = [option for option in options if option.get("who")]
    seen.forms.update(option["key"] for option in deeds if option.get("params"))
    seen.taps.update(option["key"] for option in deeds if not option.get("params"))


def shown(table: Rehearsal) -> Iterator[dict[str, Any]]:
    """Combatants as the GM and a player see them now."""
    for seat in (GM, next(seat for seat in seats(table) if seat != GM)):
        yield from builtins(table.view(table.asker(seat).audience)).get("combatants", {}).values()


def counted(table: Rehearsal) -> set[str]:
    """What counted in a roll of the newest commit: the rows of its card."""
    events = table.timeline.commits[-1].events
    return {term.key for event in events for term in getattr(event, "terms", ()) if term.value}


def terms_of(combatant: dict[str, Any]) -> set[str]:
    """What can be tapped on a sheet: tracks, conditions, how it stands, the kinds of facts."""
    facts = {key.partition(".")[0] for key in combatant.get("facts", {})}
    stance = {one["label"] for one in combatant.get("stance", ())}
    return {*combatant.get("tracks", {}), *combatant.get("conditions", {}), *facts, *stance}


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_term_that_is_shown_is_explained(name: str) -> None:
    """In both languages."""
    needed = found(name).terms
    assert needed
    for language in LANGUAGES:
        assert needed - SYSTEMS[name].catalog["terms"][language].keys() == set()


SIGN = re.compile(r"[^\w\s.,:;()'’+−/\\·-]")
"""What stands on a sheet in place of a word."""


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_explanation_of_a_fact_says_what_the_signs_in_it_mean(name: str) -> None:
    """In both languages: a number behind one says nothing by itself."""
    signs = {(key.partition(".")[0], sign) for key, value in found(name).facts for sign in SIGN.findall(value)}
    for language in LANGUAGES:
        terms = SYSTEMS[name].catalog["terms"][language]
        assert {(key, sign) for key, sign in signs if sign not in terms[key]} == set()


def asked(options: list[dict[str, Any]]) -> set[str]:
    """By which words their forms ask."""
    params = [param for option in options for param in option.get("params", ())]
    return {param.get("label") or param["name"].rpartition(".")[2] for param in params}


@pytest.mark.parametrize("name", [name for name in SYSTEMS if "who" in SYSTEMS[name].catalog["labels"]["en"]])
def test_what_the_forms_of_all_systems_ask_for_is_explained(name: str) -> None:
    """In both languages: whom it is aimed at, what is set and to what, which way."""
    needed = found(name).asked & kit.LABELS.keys() - SAID_BY_THEIR_NAMES
    assert needed
    for language in LANGUAGES:
        assert needed - SYSTEMS[name].catalog["terms"][language].keys() == set()


PLAIN = {
    "attack", "strike", "perform_attack", "plan_strike", "custom", "reload", "swap", "move", "walk", "run", "crawl",
    "kneel", "lie_down", "stand_up", "perform_walk", "perform_jog", "perform_area", "throw", "throw_at", "throw_there",
    "throw_object", "throw_something", "draw", "draw_main", "draw_off", "put_away", "ready_weapon", "use_item",
    "use_object", "walk_act", "walk_attack", "walk_custom", "walk_defend", "walk_use_item", "walk_use_object",
    "actions_declare", "change_add", "change_replace",
}  # fmt: skip
"""Names of deeds that need no explanation: they say what anybody would call it."""


@pytest.mark.parametrize("name", [name for name in SYSTEMS if "who" in SYSTEMS[name].catalog["labels"]["en"]])
def test_what_can_be_done_is_explained_where_its_name_is_a_word_of_the_rules(name: str) -> None:
    """In both languages: what asks for something first, so that its name stands over a form."""
    needed = found(name).forms
    assert needed
    for language in LANGUAGES:
        assert needed - PLAIN - SYSTEMS[name].catalog["terms"][language].keys() == set()


SAID_BY_ITS_BUTTON = {
    "order_suggested", "stay_out", "decline_opportunity", "attack_unarmed", "dodge", "perform_draw", "perform_reload",
    "perform_talk", "perform_skill", "perform_other", "perform_area", "steal_now",
}  # fmt: skip
"""What one tap does that needs no more words than stand on its button."""


@pytest.mark.parametrize("name", [name for name in SYSTEMS if "who" in SYSTEMS[name].catalog["labels"]["en"]])
def test_what_is_done_with_one_tap_is_explained_where_its_name_is_a_word_of_the_rules(name: str) -> None:
    """In both languages: no form opens in which its word could be tapped."""
    needed = found(name).taps
    assert needed
    for language in LANGUAGES:
        assert needed - PLAIN - SAID_BY_ITS_BUTTON - SYSTEMS[name].catalog["terms"][language].keys() == set()


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_explanation_is_one_sentence_about_a_word_of_the_system(name: str) -> None:
    """No key is explained that has no name, and none in one language only."""
    catalog = SYSTEMS[name].catalog
    assert catalog["terms"].keys() == set(LANGUAGES)
    for language, terms in catalog["terms"].items():
        named = {key.removeprefix("fact.").removeprefix("term.") for key in catalog["labels"][language]}
        assert terms.keys() - named == set()
        assert terms.keys() == catalog["terms"]["en"].keys()
        assert [key for key, told in terms.items() if len(SENTENCE.findall(told)) != 1 or not told.endswith(".")] == []


def test_clients_are_told_the_terms_behind_the_first_load() -> None:
    """With what can come later."""
    files = catalogues({"brink": SYSTEMS["brink"]})
    assert b"before somebody is at the brink" in files["/catalog/brink.en.refusals.json"]
    assert b"before somebody is at the brink" not in files["/catalog/brink.en.json"]
