"""Whatever Tirakan puts before people has words in English and German: labels, lines, refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from server import kit
from server.core.errors import TEXTS as CORE
from server.kit.acts.machine import CUSTOM
from server.kit.acts.reactions import SERVES, WINDOWS
from server.kit.texts import TEXTS as KITS
from server.rules import tirakan
from server.rules.tirakan.acts.kinds import DEEDS
from server.rules.tirakan.acts.machine import DISTANCE, NULLIFY
from server.rules.tirakan.events.registry import EVENTS, INTENTS
from server.rules.tirakan.harm.protection import KINDS as UNITS
from server.rules.tirakan.rolls.hitroll import MINIMUM, POOL
from server.rules.tirakan.state.intents import Check, Special, Value
from server.rules.tirakan.state.sheet import Condition, Mode, ProtectionKind
from server.rules.tirakan.words.catalog import CATALOG
from server.rules.tirakan.words.show import ATTRIBUTES
from server.rules.tirakan.words.texts import GERMAN, TEXTS
from tests.rules.tirakan.fights.transcripts import FIGHTS
from tests.rules.transcripts import stored

LANGUAGES = ("en", "de")


def sources(home: Path) -> dict[str, str]:
    """Every file by its place."""
    return {path.relative_to(home).with_suffix("").as_posix(): path.read_text("utf-8") for path in home.rglob("*.py")}


KIT = sources(Path(kit.__file__).parent / "acts")
SOURCES = {**{f"kit/{name}": text for name, text in KIT.items()}, **sources(Path(tirakan.__file__).parent)}
WORDS = ("kit/texts", "words/texts", "words/labels", "words/catalog", "words/option_words")
CODE = "\n".join(text for name, text in SOURCES.items() if name not in WORDS)

GAP = re.compile(r"\{(\w+)[} ]")
KEY = re.compile(r"^[a-z][a-z0-9]*([._][a-z0-9]+)*$")
"""What the client would make readable by itself, in English only."""

TOLD_BY_OTHERS = {"gm", "yes", "no", "none"}
"""Keys of the client itself."""


def found(pattern: str, text: str = CODE) -> set[str]:
    """All that a pattern finds in the sources."""
    return set(re.findall(pattern, text))


def lapses() -> set[str]:
    """Why a reaction may lapse, an act come to nothing or be refused: what checks of deeds say, and what is said at
    once."""
    deeds = ("aiming", "attack", "defence", "gear", "movement", "special", "throwing")
    names = (*(f"acts/{deed}" for deed in deeds), "kit/deeds")
    codes = {code for name in names for code in found(r'Rejected\(\s*"(\w+)"', SOURCES[name])}
    said = found(r'reason="([\w ]+)"') | found(r'return "([\w ]+)"', SOURCES["acts/machine"]) | {"nullified", "refused"}
    return codes | said | found(r'return "([\w ]+)"', SOURCES["acts/attack"]) | found(r': "([\w ]+)"', _gone())


def _gone() -> str:
    return next(line for line in SOURCES["acts/machine"].splitlines() if line.startswith("GONE"))


def keys() -> dict[str, set[str]]:
    """Every key that can be put before people, by where it comes from."""
    rows = {key for key, _, _ in (*POOL, *MINIMUM)} | found(r'(?<!terms\.)use\("(\w+)"')
    rows |= found(r'terms\.use\([^,]+, [^,]+, "(\w+)"')
    return {
        "intents": {str(kind.__struct_config__.tag) for kind in INTENTS},
        "kinds of acts": {kind.name for kind in DEEDS.kinds.values()},
        "options": found(r'key="(\w+)"') | found(r'_option\(\s*"(\w+)"') - {"type"},
        "parameters": found(r'label="(\w+)"') | found(r'_(?:number|choice|people|text)\(\s*(?:state, )?"(\w+)"'),
        "questions": found(r'"(\w+)": (?:rounds|special)\.', SOURCES["deciding/decide"])
        | {*WINDOWS, CUSTOM, DISTANCE, NULLIFY, SERVES, "protection"},
        "terms": rows | found(r'\("(\w+)", "T-COVER') | {"surroundings", "shield_block", "shield_parry", "hunkered"},
        "attributes": {*get_args(Check), *ATTRIBUTES} - {""},
        "conditions": {*get_args(Condition)},
        "modes": {*get_args(Mode), *get_args(Special)} - {""},
        "values": {*get_args(Value)},
        "protection": {*get_args(ProtectionKind), *UNITS.values()},
        "timing": {"after_roll", "before_roll"},
        "details": found(r'act="([\w.]+)"') | {"walking", "burst"},
        "phases": {"setup", "start", "turn", "act", "end", "ended"},
        "rulings": found(r'ruling="(\w+)"'),
        "facts": {"dodge", "weapon", "shield", "protection"},
        "reasons": lapses(),
        "costs": {"cost.action", "cost.actions"},
    }  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(keys()))
def test_every_key_has_a_label(kind: str, language: str) -> None:
    """Of whatever kind it is, in both languages."""
    labels = CATALOG["labels"][language]
    lacking = {key for key in keys()[kind] if key not in labels and f"term.{key}" not in labels} - TOLD_BY_OTHERS
    assert not lacking


def test_a_number_of_a_sum_is_not_called_by_a_question() -> None:
    """Where a key is a question too the term has a label of its own."""
    for language in LANGUAGES:
        labels = CATALOG["labels"][language]
        assert not [key for key in keys()["terms"] if labels.get(f"term.{key}", labels.get(key, "?")).endswith("?")]


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
    elif isinstance(value, str):
        yield value


NAMES = frozenset({"mentions", "id", "unit", "hit", "text"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_recorded_fights_is_written(language: str) -> None:
    """What lines of the log and why-cards fill in is labelled."""
    labels, lines = CATALOG["labels"][language], CATALOG["lines"][language]
    lacking = set()
    for name in FIGHTS:
        for line in stored(name, "told"):
            if line.startswith("view"):
                continue
            event = json.loads(line.split(" ", 2)[2])
            filled = GAP.findall(lines.get(event["type"], ""))
            words = {word for field in filled for word in _strings(event.get(field))}
            terms = {term["key"] for term in event.get("terms", ())}
            wanted = {word for word in words if KEY.match(word) and "_" in word} | terms
            lacking |= {key for key in wanted - TOLD_BY_OTHERS if key not in labels and f"term.{key}" not in labels}
    assert not lacking


def test_every_event_has_a_line() -> None:
    """An empty one says that it is not worth a line."""
    for language in LANGUAGES:
        assert not {kind.__name__ for kind in EVENTS} - set(CATALOG["lines"][language])


def test_lines_fill_in_only_what_their_event_has() -> None:
    """And the same in both languages."""
    fields = {kind.__name__: set(kind.__struct_fields__) for kind in EVENTS}
    for event in fields:
        english, german = (CATALOG["lines"][language][event] for language in LANGUAGES)
        gaps = set(re.findall(r"\{(\w+)", english))
        assert gaps <= fields[event], event
        assert gaps == set(re.findall(r"\{(\w+)", german)), event


def test_every_refusal_is_written_in_both_languages() -> None:
    """With the same numbers; and none is written that nobody says."""
    said = (
        found(r'Rejected\(\s*"(\w+)"')
        | found(r'return "(\w+)"', SOURCES["asking/eligibility"])
        | found(r'Reason\("(\w+)"')
    )
    said |= found(r'else "(\w{6,})"', SOURCES["asking/eligibility"])
    said -= {"main", "off"}
    assert set(TEXTS) == set(GERMAN)
    assert said <= {*TEXTS, *CORE}
    assert TEXTS.keys() - KITS.keys() <= said
    for code, text in TEXTS.items():
        assert set(GAP.findall(text)) == set(GAP.findall(GERMAN[code])), code


def test_what_a_refusal_names_is_named_in_every_language() -> None:
    """A detail that the rules write down is a key with a label, no English word."""
    named = found(r'Rejected\(\s*"\w+",[^)]*?\b\w+="([^"]+)"')
    assert {"dodge", "parry"} <= named
    for language in LANGUAGES:
        assert named <= CATALOG["labels"][language].keys()


@pytest.mark.parametrize(("language", "hit"), [("en", "hit"), ("de", "Treffer")])
@pytest.mark.parametrize("question", ["reaction", "defence", "protection"])
def test_a_question_says_of_what_there_are_so_many(question: str, language: str, hit: str) -> None:
    """Two hits, not two normal."""
    counts = re.findall(r"\[ · \{(?:normal|critical)\b[^\]]*\]", CATALOG["lines"][language][question])
    assert len(counts) == 2
    assert [count for count in counts if hit not in count] == []
