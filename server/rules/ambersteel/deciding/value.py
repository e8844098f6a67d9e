"""3.2: what the GM sets, with its bounds."""

from __future__ import annotations

from typing import Any, get_args

from msgspec.structs import replace

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import State
from server.kit.moment import name_of
from server.kit.values import FLAG, Settable, Value, by_key, numbers
from server.rules.ambersteel.acts.statuses import fall, gain, lose
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.derived import hp_max, sp_max, weapon_of
from server.rules.ambersteel.state.sheet import Actions, Flag, Sheet, StatusData
from server.rules.ambersteel.state.state import Combatant
from server.rules.ambersteel.things.samples import ARMOUR

AILMENTS = ("poisoned", "burning")
"""A-DMG-4, A-DMG-5: statuses with an amount; 0: none."""
STATUSES = (
    "unconscious", "prone", "staggered", "stunned", "grappled", "restrained", "overexerted", "maimed", "dead",
    "deaths_door",
)  # fmt: skip
ATTRIBUTES = ("str", "dex", "end", "con", "spd", "perc", "encumbrance_carried")

ACTIONS = {**dict.fromkeys(Actions.__struct_fields__, Value((0, 10), offered=(0, 3))), "movement": Value((0, 1))}


def _statuses(one: Combatant) -> dict[str, Value]:
    own = {name: FLAG for name in one.statuses if name not in AILMENTS}
    return {**dict.fromkeys(STATUSES, FLAG), **dict.fromkeys(AILMENTS, Value((0, 1000), offered=(0, 20))), **own}


def _armour(one: Combatant) -> dict[str, Value]:
    """Each piece that it wears may be taken off, each sample put on."""
    own = {piece.id: Value(choices=("",), name=piece.name) for piece in one.armour}
    return {**{id: Value(choices=(id,), name=piece.name) for id, piece in ARMOUR.items()}, **own}


def _weapons(one: Combatant, *, with_load: bool = False) -> dict[str, Value]:
    """Yes or no of each weapon that it has, or of each that can be empty."""
    weapons = {id: weapon_of(one, id) for id in one.arms}
    return {id: Value(name=weapon.name) for id, weapon in weapons.items() if weapon.has_load or not with_load}


SETTABLE = Settable(
    i.GmSet,
    {
        "hp": lambda one: {"": Value((0, hp_max(one.sheet)))},
        "sp": lambda one: {"": Value((0, sp_max(one.sheet)))},
        "status": _statuses,
        "flag": by_key(dict.fromkeys(get_args(Flag), FLAG)),
        "actions": by_key(ACTIONS),
        "death_failures": by_key({"": Value((0, 2))}),
        "loaded": lambda one: _weapons(one, with_load=True),
        "stuck": _weapons,
        "cp": lambda one: {piece.id: Value((1, piece.cp_max), name=piece.name) for piece in one.armour},
        "armour": _armour,
        "ammo": lambda one: dict.fromkeys(one.ammo, Value((0, 1000), offered=(0, 100))),
        "sheet": by_key(numbers(Sheet, *ATTRIBUTES)),
    },
)  # fmt: skip


def check_set(state: State, intent: i.GmSet) -> None:
    """A-ARM-5: Raises Rejected."""
    SETTABLE.check(state, intent)
    if intent.value_of == "armour" and intent.value:
        layer = ARMOUR[intent.key].layer
        one: Combatant = state.play.game.combatants[intent.who]
        if any(piece.layer == layer and piece.id != intent.key for piece in one.armour):
            raise Rejected("layer_occupied", x=name_of(state.play, intent.who), n=layer)


def set_value(draft: Draft, intent: i.GmSet) -> None:
    """3.2."""
    if intent.value_of == "status":
        _set_status(draft, intent)
        return
    armour = ARMOUR[intent.key] if intent.value_of == "armour" and intent.value else None
    draft.emit(
        e.GmAdjusted(
            who=intent.who, value_of=intent.value_of, key=intent.key, value=intent.value,
            armour=None if armour is None else replace(armour, id=intent.key),
        )
    )  # fmt: skip
    if intent.value_of == "hp":
        _fit(draft, intent.who)


def _set_status(draft: Draft, intent: i.GmSet) -> None:
    """A-STS-*: as if it had come about in the fight."""
    who, name, value = intent.who, intent.key, intent.value
    draft.emit(e.GmAdjusted(who=who, value_of="status", key=name, value=value))
    if not value:
        lose(draft, who, name, *(["unconscious"] if name == "deaths_door" else []))
    elif name == "dead":
        draft.emit(e.CombatantDied(who=who))
    elif name == "deaths_door":
        draft.emit(e.CombatantDown(who=who))
    else:
        amount: Any = value if name in AILMENTS else 0
        gain(draft, who, name, intent.source, StatusData(amount=amount, text=intent.text))


def _fit(draft: Draft, who: str) -> None:
    """A-HP-1, A-HP-2, A-HP-7: healed above 0 it is back; without health it falls."""
    one: Combatant = draft.game.combatants[who]
    if one.hp > 0:
        was_at_door = "deaths_door" in one.statuses
        lose(draft, who, "deaths_door", "dead", *(["unconscious"] if was_at_door else []))
    elif "dead" not in one.statuses and "deaths_door" not in one.statuses:
        fall(draft, who)
