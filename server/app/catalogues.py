"""The words of the rule systems as files that clients fetch. They never change while a server runs, so they are encoded
once at its start."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from typing import Any

import msgspec

from server.core.errors import TEXTS
from server.core.system import Stops, System
from server.core.words.german import GERMAN
from server.encounter.setup import LANGUAGES, Setup, Tutorial, setup, tutorial

WORDS = ("labels", "lines", "icons", "plain", "follows")
"""The parts of a system's catalogue that a table shows."""
STOP = "stop."
"""Begins the label of a moment at which one may be asked."""


def catalogues(found: Mapping[str, System]) -> dict[str, bytes]:
    """All files of all systems, by path."""
    contents = ((path, content) for system in found.values() for path, content in _files(system))
    return {path: msgspec.json.encode(content) for path, content in contents}


def _files(system: System) -> Iterator[tuple[str, Mapping[str, Any] | Setup | Tutorial]]:
    """/catalog/<system>.json is all that a table shows, in every language. A client that wants one language fetches
    less: `.en.json` or `.de.json` has only the words of that one, and neither the titles of rules (`.rules.json`) nor
    what can come later (`.en.refusals.json`): the sentences of refusals, the moments at which one may be asked, what
    comes of acts, what the demos are about, what terms mean.
    /setup/<system>.json is to lay an encounter; /tutorial/<system>.json the same of a lesson, with its steps."""
    catalog = f"/catalog/{system.name}"
    titles, rules, words, said = _titles(system), _rules(system), _words(system), _refusals(system)
    stops, later = _stops(system.stops), {"refusals": said, "moments": _moments(system), **_later(system)}
    yield f"{catalog}.json", {**titles, **rules, **words, **stops, **later}
    yield f"{catalog}.rules.json", rules
    for language in LANGUAGES:
        yield f"{catalog}.{language}.json", {**titles, **words, **_in_one(language, words)}
        yield f"{catalog}.{language}.refusals.json", {**stops, **_in_one(language, later)}
    yield f"/setup/{system.name}.json", setup(system)
    if system.tutorial:
        yield f"/tutorial/{system.name}.json", tutorial(system)


def _titles(system: System) -> dict[str, Any]:
    return {"titles": dict(system.titles)}


def _rules(system: System) -> dict[str, Any]:
    return {"rules": dict(system.rules)}


def _words(system: System) -> dict[str, Any]:
    words = {key: part for key, part in system.catalog.items() if key in WORDS}
    return {**words, "labels": {language: _labels(named, False) for language, named in _named(system)}}


def _stops(stops: Stops | None) -> dict[str, dict[str, tuple[str, ...]]]:
    """The moments at which one may want to be asked, by the preset with which that begins."""
    if stops is None:
        return {}
    return {"stops": {"usual": stops.usual, "mine": stops.mine, "everything": stops.others, "sized": stops.sized}}


def _moments(system: System) -> dict[str, dict[str, str]]:
    """What these moments are called: by language, then by moment."""
    return {
        language: {key.removeprefix(STOP): label for key, label in _labels(named, True).items()}
        for language, named in _named(system)
    }


def _named(system: System) -> ItemsView[str, Mapping[str, str]]:
    """The labels, by language."""
    labels: Mapping[str, Mapping[str, str]] = system.catalog.get("labels", {})
    return labels.items()


def _labels(named: Mapping[str, str], are_moments: bool) -> dict[str, str]:
    """Those of moments, or all others."""
    return {key: label for key, label in named.items() if key.startswith(STOP) is are_moments}


def _in_one(language: str, words: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a catalogue that differ by language, in this one; icons are the same in all."""
    return {key: {language: part[language]} for key, part in words.items() if language in part}


def _later(system: System) -> dict[str, Mapping[str, Any]]:
    """What nobody misses in the first moment, by part, then by language."""
    return {"outcomes": _outcomes(system), "stories": _stories(system), "terms": system.catalog.get("terms", {})}


def _stories(system: System) -> dict[str, dict[str, str]]:
    """What the demos are about: by language, then by title, by every one that a table laid of it may have."""
    stories: Mapping[str, Mapping[str, str]] = system.catalog.get("stories", {})
    names: Mapping[str, Mapping[str, str]] = system.catalog.get("names", {})
    also = [(title, called[title]) for called in names.values() for title in called]
    return {
        language: {**told, **{other: told[title] for title, other in also if title in told}}
        for language, told in stories.items()
    }


def _outcomes(system: System) -> dict[str, dict[str, Any]]:
    """What comes of attacks: by language, then by part. Which dice have hit is no matter of words."""
    parts: Mapping[str, Mapping[str, Any]] = system.catalog.get("outcomes", {})
    return {
        language: {
            part: named if part == "best" else {key: both[at] for key, both in named.items()}
            for part, named in parts.items()
        }
        for at, language in enumerate(LANGUAGES)
    }


def _refusals(system: System) -> dict[str, dict[str, str]]:
    """What people are told for each code that core or the system refuses with, by language."""
    own = system.catalog.get("refusals", {})
    return {"en": {**TEXTS, **system.texts}, "de": {**GERMAN, **own.get("de", {})}}
