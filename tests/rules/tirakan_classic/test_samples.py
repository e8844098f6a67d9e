"""Whole sheets that a file only names."""

from typing import Any, get_args

import pytest

from server.core.ids import GM
from server.encounter.file import BadFile, parse_encounter
from server.rules.tirakan_classic import SYSTEM
from server.rules.tirakan_classic.state.sheet import Mode, Weapon, WeaponClass
from server.rules.tirakan_classic.state.state import Combatant
from server.rules.tirakan_classic.words.samples import SHEETS
from server.scenario.rehearsal import Rehearsal

SYSTEMS = {SYSTEM.name: SYSTEM}


def _table(*names: str) -> Rehearsal:
    """One of each name, a metre apart, each for itself."""
    people = "".join(
        f'\n[combatants.{name}]\nname = "{name.title()}"\nside = "{name}"\nat = [{at}, 0]\nsheet = "{name}"\n'
        for at, name in enumerate(names)
    )
    file = f'title = "Samples"\nsystem = "tirakan_classic"\n{people}'
    return Rehearsal(SYSTEM, parse_encounter(file, "samples.toml", SYSTEMS), None)


def test_a_combatant_whose_sheet_is_only_named_is_the_sample() -> None:
    """With all that it carries, loaded; what it strikes with is in hand."""
    people: dict[str, Combatant] = _table("soldier", "robber").state.play.game.combatants
    soldier, robber = people["soldier"], people["robber"]
    assert (soldier.in_hand, soldier.arms["rifle"].ammo, soldier.sheet.shooting) == ("rifle", 30, 4)
    assert robber.sheet.weapons == {"axe": Weapon(name="Axe", wounds_per_hit=2, bonus_wounds=1)}


def test_a_sheet_that_no_sample_has_is_refused_with_those_there_are() -> None:
    """In its place in the file."""
    with pytest.raises(BadFile) as refused:
        _table("dragon")
    assert (refused.value.kind, refused.value.path) == ("not_allowed", "combatants.dragon.sheet")
    assert refused.value.detail["allowed"] == ", ".join(sorted(SHEETS))


def test_every_class_of_weapon_and_every_mode_is_among_the_samples() -> None:
    """To fight with each rule once, nobody has to describe anything."""
    people: list[Any] = list(_table(*SHEETS).state.play.game.combatants.values())
    weapons = [weapon for one in people for weapon in one.sheet.weapons.values()]
    assert {weapon.weapon_class for weapon in weapons} == set(get_args(WeaponClass))
    assert {mode.id for weapon in weapons for mode in weapon.modes} == set(get_args(Mode))
    assert any(len(weapon.modes) == 1 and weapon.reload_actions > 1 for weapon in weapons)
    assert any(thing.effect for one in people for thing in one.sheet.objects.values())


@pytest.mark.parametrize("name", SHEETS)
def test_each_can_strike_at_somebody_beside_it(name: str) -> None:
    """Also with nothing but what it was born with."""
    other = "robber" if name != "robber" else "hound"
    table = _table(name, other)
    table.play(GM, {"type": "start_combat"})
    while table.state.play.game.turn != name:
        table.play(GM, {"type": "end_turn", "who": table.state.play.game.turn})
    have = table.state.play.game.combatants[name].actions
    table.play(GM, {"type": "attack", "who": name, "target": other})
    assert table.state.play.game.combatants[name].actions == have - 1
