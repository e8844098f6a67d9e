"""A tutorial can be done as its steps say, by bots beside one, and says everything in both languages."""

from __future__ import annotations

import tomllib

import pytest

from server.app.catalogues import catalogues
from server.core.ids import GM
from server.encounter import file as encounter_file
from server.encounter.installed import systems
from server.encounter.setup import LANGUAGES, PACE, tutorial
from server.scenario.file import Scenario, parsed
from server.scenario.run import run

SYSTEMS = systems()
WITH = [name for name, system in SYSTEMS.items() if system.tutorial]


def scenario(name: str) -> Scenario:
    return parsed(SYSTEMS[name].tutorial, f"the tutorial of {name}", SYSTEMS)


def test_one_system_can_be_learned() -> None:
    """Else none would stand first."""
    assert WITH == ["brink"]


@pytest.mark.parametrize("name", WITH)
def test_each_step_comes_out_as_it_says(name: str) -> None:
    """Whoever does what is said goes on."""
    assert run(scenario(name)) is None


@pytest.mark.parametrize("name", WITH)
def test_a_step_for_which_nothing_comes_is_noticed(name: str) -> None:
    """A lesson that waits for ever is worse than none."""
    text = SYSTEMS[name].tutorial.replace('type = "ActionReadied"', 'type = "WeaponSwapped"')
    failure = run(parsed(text, "a lesson", SYSTEMS))
    assert failure is not None
    assert "expected one of" in failure.lines[0]


@pytest.mark.parametrize("name", WITH)
def test_all_is_said_in_both_languages_and_only_the_last_step_waits_for_nothing(name: str) -> None:
    """Of what others do beside it nothing is said."""
    steps = tutorial(SYSTEMS[name]).steps
    assert all(step.say.keys() == set(LANGUAGES) and all(step.say.values()) for step in steps)
    assert [bool(step.until) for step in steps] == [True] * (len(steps) - 1) + [False]


@pytest.mark.parametrize("name", WITH)
def test_its_table_can_be_laid_for_somebody_alone(name: str) -> None:
    """One seat to learn on; the game master plays all others; at the pace of a table that people make."""
    made = tutorial(SYSTEMS[name])
    spec = encounter_file.encounter(made.encounter, "a lesson", SYSTEMS)
    (seat,) = spec.seats
    assert {one.seat for one in spec.combatants.values()} == {seat, GM}
    assert made.encounter["table"] == PACE
    assert b'"until"' in catalogues({name: SYSTEMS[name]})[f"/tutorial/{name}.json"]


@pytest.mark.parametrize("name", WITH)
def test_what_is_said_uses_the_words_on_the_screen(name: str) -> None:
    """Names in German quotes are those of options, or of the client's own button."""
    labels, steps = SYSTEMS[name].catalog["labels"], tutorial(SYSTEMS[name]).steps
    quoted = [part.split("“")[0] for step in steps for part in step.say["de"].split("„")[1:]]
    assert len(quoted) > 3
    assert set(quoted) <= {*labels["de"].values(), "Ausführen"}


def test_without_a_tutorial_there_is_no_page() -> None:
    """A system that has one stands before them in the lobby."""
    assert not [path for path in catalogues({"tirakan": SYSTEMS["tirakan"]}) if path.startswith("/tutorial")]
    assert tomllib.loads(SYSTEMS["brink"].tutorial)["seats"].keys() == {"ida"}
