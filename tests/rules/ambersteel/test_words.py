"""The log speaks of harm and of its kind in sentences, and of nobody who does nothing."""

from __future__ import annotations

from typing import Any

import pytest

from server.cli.sentences import Sentences
from server.rules.ambersteel import SYSTEM

HARM: list[tuple[dict[str, Any], str, str]] = [
    ({"type": "DamageRolled", "who": "anna", "target": "emil", "raw": 14, "damage_type": "slash"},
     "14 damage against Emil (Slash).", "14 Schaden gegen Emil (Schnitt)."),
    ({"type": "DamageTaken", "who": "emil", "final": 6, "damage_type": "slash"},
     "Emil suffers damage: 6 (Slash).", "Emil erleidet Schaden: 6 (Schnitt)."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "english", "german"), HARM)
def test_how_much_harm_is_told_before_of_which_kind(event: dict[str, Any], english: str, german: str) -> None:
    """A number and the name of a kind alone make no sentence."""
    for language, said in (("en", english), ("de", german)):
        sentences = Sentences(SYSTEM.catalog, language)
        sentences.names.update(anna="Anna", emil="Emil")
        assert sentences.of(event) == said


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_lets_an_attack_go_by_is_not_told_of(language: str) -> None:
    """As in every system a pass says nothing to who waits for it: what comes of it is told, and who strikes."""
    sentences = Sentences(SYSTEM.catalog, language)
    sentences.names["boris"] = "Boris"
    declared = {"type": "ReactionDeclared", "who": "boris", "label": ""}
    assert not sentences.of({**declared, "kind": "decline"})
    assert "Boris" in (sentences.of({**declared, "kind": "opportunity"}) or "")
