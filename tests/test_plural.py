"""Numbers with their nouns: one and many, in every sentence of every system, of core and of the browser client."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.cli.sentences import Sentences
from server.core.errors import TEXTS, Rejected
from server.core.words.german import GERMAN
from server.core.words.plural import GAP, noun
from server.encounter.installed import systems

CLIENT = Path(__file__).resolve().parents[1] / "client_demo/src/words"
COUNTS = (
    r"amount|available|count|C|hearts|have|left|N|n|need|players|removed|rewinds|amendments|stopped|successes|total|v|"
    r"wasted|wounds|normal|critical|extra|dice\.length|saved|p"
)
"""Fields that count something."""
UNITS = {"m", "s", "KB", "W", "ep", "EP", "damage", "Schaden", "health", "Gesundheit", "energy", "Energie"}
UNITS |= {"stamina", "Ausdauer", "Treffer", "Schuss"}
"""What is the same for one and for many."""
PLAIN = re.compile(rf"\{{({COUNTS})\}}-?[ ]?(\w+)")
NO_NOUN = {
    "against",
    "gegen",
    "and",
    "und",
    "by",
    "connected",
    "for",
    "more",
    "normal",
    "critical",
    "watching",
    "noch",
    "weitere",
    "verbunden",
}
NO_NOUN |= {"schauen", "geändert", "changed", "needed", "gibt", "anders", "mal", "Würfel", "d", "sehen"}


def sentences() -> Iterator[tuple[str, str]]:
    """Everything that is said, with where it comes from."""
    yield from ((f"core.{code}", text) for texts in (TEXTS, GERMAN) for code, text in texts.items())
    for system in systems().values():
        yield from ((f"{system.name}.{code}", text) for code, text in system.texts.items())
        for part in ("lines", "refusals", "problems"):
            for language, words in system.catalog.get(part, {}).items():
                yield from ((f"{system.name}.{language}.{key}", text) for key, text in words.items())
        for part, named in system.catalog.get("outcomes", {}).items():
            if part != "best":
                yield from ((f"{system.name}.{part}.{key}", text) for key, both in named.items() for text in both)
    for file in CLIENT.glob("*words*.ts"):
        found = re.findall(r'"?([\w.]+)"?:\s+"((?:[^"\\]|\\.)*)"', file.read_text("utf-8"))
        yield from ((f"{file.name}.{key}", text) for key, text in found)


def test_no_number_stands_before_a_noun_that_does_not_follow_it() -> None:
    """`{wounds} wounds` would say `1 wounds`: it must be `{wounds wound|wounds}`."""
    found = [
        (where, match[0])
        for where, text in sentences()
        for match in PLAIN.finditer(text)
        if match[2] not in UNITS | NO_NOUN
    ]
    assert found == []


def test_both_forms_stand_in_every_language() -> None:
    """No form is empty, and the two differ."""
    gaps = [(where, gap) for where, text in sentences() for gap in GAP.finditer(text) if gap[2] is not None]
    assert len(gaps) > 40
    assert [where for where, gap in gaps if not gap[2].strip() or gap[2] == gap[3]] == []


@pytest.mark.parametrize(("count", "said"), [(0, " hits"), (1, " hit"), (2, " hits"), (1.5, " hits")])
def test_one_is_one_and_everything_else_is_many(count: float, said: str) -> None:
    """In English and German."""
    assert noun(count, "hit", "hits") == said


def test_a_line_and_a_refusal_count_right() -> None:
    """In the terminal and in what the server says."""
    english, german = (Sentences(systems()["tirakan"].catalog, language) for language in ("en", "de"))
    event = {"type": "WoundsTaken", "who": "x", "now": 3}
    assert english.of({**event, "wounds": 1}) == "x takes 1 wound, now 3."
    assert english.of({**event, "wounds": 2}) == "x takes 2 wounds, now 3."
    assert german.of({**event, "wounds": 1}) == "x erleidet 1 Wunde, jetzt 3."
    stopped = {"type": "ProtectionUsed", "who": "x", "stopped": 1}
    assert english.of(stopped) == "x's armour stops 1 hit."
    assert english.of({**stopped, "stopped": 0, "left": 1}) == "x's armour stops nothing, 1 goes through."
    assert german.of({**stopped, "left": 2}) == "Die Rüstung von x: 1 Treffer prallt ab, 2 gehen durch."
    assert english.of({**event, "wounds": 0}) == "x is unhurt."
    rolled = Sentences(systems()["brink"].catalog, "en")
    attack = {"type": "HitsRolled", "who": "x", "target": "y", "total": 9}
    assert rolled.of({**attack, "hit": True}) == "x attacks y: 9, hits."
    assert rolled.of({**attack, "hit": False}) == "x attacks y: 9, misses."
    short = Rejected("no_action_left", name="Hagen", need=1, have=0)
    assert short.text(systems()["tirakan"].texts) == "Hagen needs 1 action but has 0."
    assert Rejected("needs_dice", count=2).text({}) == "This amendment needs 2 dice that were never rolled."
    assert Rejected("needs_dice").text({}) == "This amendment needs (count die that was|dice that were) never rolled."


def test_behind_one_name_stands_the_verb_for_one_and_what_people_have_written_is_no_key() -> None:
    """A reason may be the same as a key that has a label: it is not translated."""
    german = Sentences(systems()["brink"].catalog, "de")
    assert german.of({"type": "EnergyGained", "who": "Ida", "ep": 1}) == "Ida hat 1 Energie."
    ruled = {"type": "GMRuled", "subject": "Ida"}
    assert german.of({**ruled, "text": "morale"}) == "Entscheid zu Ida: morale."
    refused = {"type": "ActionRefused", "who": "Ida"}
    assert german.of({**refused, "reason": "morale"}) == "Die Aktion von Ida gilt nicht: morale."
    assert german.of({**refused, "reason": "out_of_range"}) == "Die Aktion von Ida gilt nicht: außer Reichweite."
