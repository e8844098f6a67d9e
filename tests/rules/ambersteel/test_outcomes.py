"""What is said in a few words of an act's outcome, where nobody loses health."""

from __future__ import annotations

from typing import Any

from server.rules.ambersteel.words.catalog import CATALOG
from server.rules.ambersteel.words.outcomes import OUTCOMES
from tests.rules.ambersteel.test_offers import table

NAMED = {key.partition(":")[0] for part in ("harm", "fate") for key in OUTCOMES[part]}


def test_who_is_hit_at_deaths_door_is_not_said_to_be_unhurt() -> None:
    """A-HP-4: the hit costs no health, but a check, and perhaps the life. Of whom no harm is told, that is said."""
    dying = {"is_pc": True, "hp": 0, "statuses": ["deaths_door", "unconscious"]}
    made = table(clara=dying, boris={"spd": 20, "perc": 20})
    made.play("gm", {"type": "encounter_start"})
    while made.state.play.game.turn != "boris":
        made.play("gm", {"type": "turn_end", "who": made.state.play.game.turn})
    commits = made.play("gm", {"type": "attack", "who": "boris", "target": "clara"})
    told = [type(event).__name__ for commit in commits for event in commit.events]
    assert "AttackHit" in told
    assert "HealthLost" not in told
    assert NAMED.intersection(told)


def test_a_check_says_what_was_checked() -> None:
    """Beside the blow for which it was rolled, "fails" alone would be a riddle."""
    assert all(text.count("{check}") == 2 for text in OUTCOMES["check"]["CheckRolled"])


def test_whoever_loses_consciousness_is_said_to() -> None:
    """A-STA-4: somebody may be out of the fight with hardly a wound; the outcome says why."""
    assert OUTCOMES["fate"]["StatusGained:name=unconscious"] == ("unconscious", "bewusstlos")


def test_a_line_says_what_was_dealt_and_how_armour_protects_not_what_there_was() -> None:
    """A-HP-2: a blow may be worth more than the health that was left; A-ATK-13: armour more than the blow."""
    lines: Any = CATALOG["lines"]
    english, german = lines["en"], lines["de"]
    assert (english["HealthLost"], german["HealthLost"]) == (
        "{who} takes damage[: {amount}] ({health}).",
        "{who} erleidet Schaden[: {amount}] ({health}).",
    )
    assert (english["ProtectionUsed"], german["ProtectionUsed"]) == (
        "[{target}'s armour protects with {protection}.]",
        "[Die Rüstung von {target} schützt mit {protection}.]",
    )
