"""What the demos are about is told in both languages, to all alike."""

import re
import tomllib

import msgspec
import pytest

from server.app.catalogues import catalogues
from server.encounter.installed import systems
from server.encounter.setup import LANGUAGES, setup

SYSTEMS = systems()
SENTENCE = re.compile(r"[.!?](?= |$)")


def demos(name: str) -> list[dict[str, object]]:
    return [tomllib.loads(text) for text in (SYSTEMS[name].demo, *SYSTEMS[name].more_demos)]


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_demo_has_two_sentences_of_story(name: str) -> None:
    """And there is no story of a demo that is not there."""
    stories = SYSTEMS[name].catalog["stories"]
    assert stories.keys() == set(LANGUAGES)
    for told in stories.values():
        assert told.keys() == {demo["title"] for demo in demos(name)}
        assert [title for title, story in told.items() if len(SENTENCE.findall(story)) != 2] == []


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_story_names_whom_not_everybody_sees(name: str) -> None:
    """Whoever sits down reads it."""
    for demo in demos(name):
        people: dict[str, dict[str, object]] = demo["combatants"]  # type: ignore[assignment]
        hidden = [str(one["name"]) for one in people.values() if one.get("hidden")]
        told = [SYSTEMS[name].catalog["stories"][language][demo["title"]] for language in LANGUAGES]
        assert [who for who in hidden if re.search(rf"\b{who}\b", " ".join(told))] == []


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_table_laid_in_german_tells_its_story_too(name: str) -> None:
    """To all who sit there, in the language of each."""
    system = SYSTEMS[name]
    told = msgspec.json.decode(catalogues({name: system})[f"/catalog/{name}.json"])["stories"]
    for laid in setup(system).translated.values():
        for language in LANGUAGES:
            assert told[language][laid["title"]] == setup(system).story[language]


def test_clients_are_told_the_stories_behind_the_first_load() -> None:
    """At home with the sample, at the table with what can come later."""
    brink = SYSTEMS["brink"]
    files, title = catalogues({"brink": brink}), "Lanterns at the Boathouse"
    assert setup(brink).story == {language: brink.catalog["stories"][language][title] for language in LANGUAGES}
    assert b"Captain Vell and her crew" in files["/catalog/brink.en.refusals.json"]
    assert (
        b"Captain Vell and her crew" not in files["/catalog/brink.en.json"] + files["/catalog/brink.de.refusals.json"]
    )
