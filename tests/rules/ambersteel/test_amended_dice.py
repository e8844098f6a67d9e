"""Amending which damage was chosen: other dice are thrown then, of other sides, under the name of those that were."""

from __future__ import annotations

from server.core.create import CombatantSpec, EncounterSpec
from server.core.history import amend
from server.core.ids import Position
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
