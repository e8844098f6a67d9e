"""What the page that creates encounters is told of each system: options with words, and a sample that works."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from server.core.state import TableOptions
from server.encounter import file as encounter_file
from server.encounter.installed import systems
from server.encounter.setup import LANGUAGES, PACE, OptionShown, setup, shown, tutorial, with_names

SYSTEMS = systems()


def options_of(name: str) -> Iterator[OptionShown]:
    made = setup(SYSTEMS[name])
    yield from made.table
    yield from made.options


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_option_has_a_name_and_a_sentence(name: str) -> None:
    """In both languages; every value of a choice has a name of its own."""
    for option in options_of(name):
        for language in LANGUAGES:
            words = option.words[language]
            assert words.keys() == {"name", "hint", *option.values}, option.key
            assert all(words.values()), option.key
            assert words["hint"].endswith((".", "?")), option.key


@pytest.mark.parametrize("name", SYSTEMS)
def test_defaults_of_the_form_are_those_of_the_system(name: str) -> None:
    """A table laid with every default of the form is the table laid without a word."""
    made = setup(SYSTEMS[name])
    assert made.sample is not None
    spoken = {option.key: option.default for option in made.options if option.default is not None}
    table = {option.key: option.default for option in made.table if option.default is not None}
    plain = encounter_file.encounter({**made.sample, "options": {}, "table": {}}, "sample", SYSTEMS)
    said = encounter_file.encounter({**made.sample, "options": spoken, "table": table}, "sample", SYSTEMS)
    kind = SYSTEMS[name].options_type
    assert encounter_file.converted(said.options, kind, "") == encounter_file.converted(plain.options, kind, "")
    assert said.table == plain.table


def test_a_clock_may_be_left_out() -> None:
    """An option that may be None says so, with its bounds."""
    window = next(option for option in shown(TableOptions, {}) if option.key == "window_s")
    assert (window.optional, window.default, window.least, window.most) == (True, None, 1, 86_400)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_sample_begins_at_the_pace_of_a_table_that_people_make(name: str) -> None:
    """But for what the demo says itself."""
    sample = setup(SYSTEMS[name]).sample
    assert sample is not None
    own = tomllib.loads(SYSTEMS[name].demo).get("table", {})
    assert sample["table"] == {**PACE, **own}


def test_a_table_that_people_make_asks_as_usual_and_lets_dice_be_seen() -> None:
    """Who thinks is hidden among those who could: so the pause is as long as dice are looked at."""
    assert PACE["stops"] == "usual"
    assert PACE["min_window_s"] >= 1.5


PERSONS = {"Anna", "Clara", "Boris", "Emil", "Hagen", "Sela", "Ilva", "Ida", "Rollo", "Nell", "Maren", "Iva", "Ash"}
PERSONS |= {"Gorm", "Nix", "Bruno"}
"""Who is called the same in every language."""

OURS = [name for name, system in SYSTEMS.items() if "names" in system.catalog]


def encounters(name: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each encounter that the page lays for people: in English, and in German."""
    made = setup(SYSTEMS[name])
    assert made.sample is not None
    yield made.sample, made.translated["de"]
    if SYSTEMS[name].tutorial:
        lesson = tutorial(SYSTEMS[name])
        yield lesson.encounter, lesson.translated["de"]


def called(encounter: dict[str, Any]) -> list[str]:
    """The title, then how everybody and every side is called."""
    people, seats = encounter["combatants"].values(), encounter["seats"].values()
    return [encounter["title"], *(one["name"] for one in (*seats, *people)), *(one["side"] for one in people)]


def test_each_system_of_ours_has_a_sample_in_german() -> None:
    """Which is a table like any other."""
    assert len(OURS) == 5
    for name in OURS:
        for _, german in encounters(name):
            encounter_file.encounter(german, "sample", SYSTEMS)


@pytest.mark.parametrize("name", OURS)
def test_in_a_german_sample_only_the_names_are_others(name: str) -> None:
    """And of these all but those of persons."""
    for english, german in encounters(name):
        said, meant = called(english), called(german)
        assert [both for both in zip(said, meant, strict=True) if both[0] == both[1] and both[0] not in PERSONS] == []
        names = SYSTEMS[name].catalog["names"]["de"]
        assert with_names(english, names) == german != english
        assert without(english, {*said, *names}) == without(german, {*meant, *names.values()})


def without(value: Any, names: set[str]) -> Any:
    """The same without what is called so."""
    if isinstance(value, dict):
        return {key: without(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [without(part, names) for part in value]
    return "" if value in names else value
