"""Amending which damage was chosen: other dice are thrown then, of other sides, under the name of those that were."""

from __future__ import annotations

import pytest

from server.core.create import CombatantSpec, EncounterSpec
from server.core.history import amend
from server.core.ids import GM, Position
from server.core.intents import Amend, DrawDice, Edit
from server.rules.ambersteel import SYSTEM
from server.scenario.rehearsal import Rehearsal


def test_dice_of_other_sides_are_drawn_once() -> None:
    """Those that were thrown stand beside them, and are there again for who amends it back."""
    people = {
        "anna": CombatantSpec(
            name="Anna", side="blue", at=(0, 0), sheet={"spd": 20, "perc": 20, "wielded": {"main": "longsword"}}
        ),
        "boris": CombatantSpec(name="Boris", side="red", at=(1, 0), sheet={"spd": 1, "default_defence": "allow"}),
    }
    made = Rehearsal(SYSTEM, EncounterSpec(title="A yard", system="ambersteel", combatants=people), None)
    made.play("gm", {"type": "encounter_start"})
    if made.state.play.game.turn == "boris":
        made.play("gm", {"type": "turn_end", "who": "boris"})
    made.play("gm", {"type": "gm_hold", "who": "anna"})
    made.play("gm", {"type": "attack", "who": "anna", "target": "boris"})
    made.play("gm", {"type": "gm_ruling", "modifier": 1})
    asked = made.state.play.decision
    assert asked is not None
    assert asked.kind == "mode"
    made.play("gm", {"type": "damage_choose", "who": "anna", "mode": "pierce"})
    there, hp = made.timeline.head, made.state.play.game.combatants["boris"].hp
    slash = Edit(at=there, intent={"type": "damage_choose", "who": "anna", "mode": "slash"})
    (need,) = amend.preview(made.timeline, there, (slash,)).needs
    assert (need.sides, need.count) == (8, 2)
    made.play("gm", DrawDice(target=there, edits=(slash,)))
    seen = amend.preview(made.timeline, there, (slash,))
    assert (seen.needs, [step.outcome for step in seen.steps]) == ((), ["amended"])
    made.play("gm", Amend(target=there, edits=(slash,), digest=seen.digest, reason="it was a slash"))
    again = Position(made.timeline.version, 1)
    pierce = Edit(at=again, intent={"type": "damage_choose", "who": "anna", "mode": "pierce"})
    seen = amend.preview(made.timeline, again, (pierce,))
    assert seen.needs == ()
    made.play("gm", Amend(target=again, edits=(pierce,), digest=seen.digest, reason="a stab after all"))
    assert made.state.play.game.combatants["boris"].hp == hp


@pytest.mark.parametrize("is_hidden", [False, True])
def test_dice_are_asked_for_also_where_those_who_roll_them_would_tie_for_ever_if_all_showed_the_same(
    is_hidden: bool,
) -> None:
    """Dora does without her turn in the surprise round after all: all roll behind another act than then."""
    sheet = {"spd": 8, "perc": 9}
    people = {
        "anna": CombatantSpec(name="Anna", side="blue", at=(0, 0), sheet=sheet),
        "clara": CombatantSpec(name="Clara", side="blue", at=(50, 0), hidden=is_hidden, sheet=sheet),
        "dorn": CombatantSpec(name="Dorn", side="red", at=(10, 0), sheet=sheet),
        "dora": CombatantSpec(name="Dora", side="red", at=(20, 0), sheet=sheet),
    }
    made = Rehearsal(SYSTEM, EncounterSpec(title="A ford", system="ambersteel", combatants=people), None)
    made.play(GM, {"type": "encounter_start", "surprised_parties": ["blue"]})
    made.play(GM, {"type": "turn_pass", "who": "dorn"})
    claimed = Position(made.timeline.version + 1)
    made.play(GM, {"type": "turn_claim", "who": "dora"})
    made.play(GM, {"type": "turn_end", "who": "dora"})
    seen = amend.preview(made.timeline, claimed, (Edit(at=claimed, intent={"type": "turn_pass", "who": "dora"}),))
    assert [(need.roll, need.who) for need in seen.needs] == [("initiative", who) for who in people]
