"""Rolls on an attribute or skill, which are no hit rolls (T-DICE-2), with all their terms."""

from __future__ import annotations

from server.core.dice import Faces
from server.core.draft import Draft
from server.rules.tirakan import events as e
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.state import Combatant

PHYSICAL = (
    "strength", "quickness", "deftness", "endurance", "resistance", "hand_to_hand", "shooting", "throwing",
)  # fmt: skip
"""T-COND-1: what hunkering hinders."""


def check(
    draft: Draft, roll: str, who: str, attribute: str, difficulty: int = 0, bare: bool = False, walking: bool = False
) -> tuple[tuple[Faces, ...], int, int]:  # fmt: skip
    """T-DICE-2, T-DICE-3: faces, M, successes. `bare`: a save roll, which no condition hinders (T-COND-6)."""
    combatant: Combatant = draft.game.combatants[who]

    def use(key: str, value: int, rule: str) -> int:
        return draft.terms.use(roll, who, key, value, rule)

    hindered = {} if bare else combatant.conditions
    count = use(attribute, getattr(combatant.sheet, attribute), "T-DICE-2")
    count -= use("shocked", hindered.get("shocked", 0), "T-COND-6")
    minimum = use("min_roll", combatant.sheet.min_roll, "T-DICE-2") + use("difficulty", difficulty, "T-DICE-2")
    minimum += use("walking", n.WALKING_MALUS * walking, "T-MOVE-2")
    minimum += use("hunkered", int("hunkered" in hindered and attribute in PHYSICAL), "T-COND-1")
    minimum += use("poisoned", hindered.get("poisoned", 0), "T-COND-6")
    minimum += use("burning", hindered.get("burning", 0) if attribute == "perception" else 0, "T-COND-6")
    minimum = max(n.LEAST_MINIMUM, minimum + draft.terms.use_extra(roll, who))
    dice = draft.roll(roll, who, n.DIE_SIDES, max(0, count), explode=True)
    return dice, minimum, hits.successes(dice, minimum)


def roll_check(
    draft: Draft, roll: str, who: str, attribute: str, purpose: str, *, difficulty: int = 0, needed: int = 1,
    action_id: str = "", bare: bool = False, walking: bool = False,
) -> int:  # fmt: skip
    """A check with its event; how many successes."""
    dice, minimum, successes = check(draft, roll, who, attribute, difficulty, bare, walking)
    draft.emit(
        e.CheckRolled(
            action_id=action_id, who=who, purpose=purpose, attribute=attribute, dice=dice, M=minimum,
            successes=successes, needed=needed, terms=draft.terms.of(roll, who),
        )
    )  # fmt: skip
    return successes
