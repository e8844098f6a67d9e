"""Which deeds a combatant could think of: templates for options. Whether each is allowed is the checks' business."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.options import Param
from server.core.state import Play
from server.rules.tirakan.acts.movement import reach_cm
from server.rules.tirakan.acts.special import HELPLESS as COUP_AGAINST
from server.rules.tirakan.acts.special import armed_with
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import held_weapon, helpless, weapon_of
from server.rules.tirakan.state.sheet import UNARMED, Mode, Weapon
from server.rules.tirakan.state.state import Combatant

MOST_TEXT, MOST_OBJECT = 500, 80
SPECIALS: tuple[i.Special, ...] = ("knockout", "disarm", "coup")


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """A deed with what is still open: `targets` to choose from, fields in `open`, filled by `params`."""

    key: str
    deed: Any
    group: str = "act"
    label: str = ""
    cost: int = 1
    targets: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    params: tuple[Param, ...] = ()


def deeds_of(play: Play, who: str) -> list[Template]:
    """All templates but defences."""
    combatant: Combatant = play.game.combatants[who]
    others = tuple(other for other in _by_nearness(play, who) if other != who)
    found = [*_attacks(play, combatant, others), *_moves(play, who, combatant)]
    if combatant.off_hand in combatant.sheet.shields and combatant.block is None:
        found.append(Template(key="raise_shield_block", deed=i.RaiseShieldBlock(), group="prepare", cost=2))
    return [*found, *preparations(combatant, others), *_free_acts(others, play.pieces[who].at is not None)]


def traits(combatant: Combatant) -> tuple[object, ...]:
    """All that `deeds_of` and the checks of deeds ask of somebody else."""
    return helpless(combatant), armed_with(combatant), armed_with(combatant, "off"), combatant.gone


def defences_of(combatant: Combatant) -> list[Template]:
    """What it could do against an attack on it."""
    found = [Template(key="dodge", deed=i.Dodge(), group="answer")]
    for id, weapon in combatant.sheet.weapons.items():
        if weapon.weapon_class == "melee" and id in (combatant.main_hand, combatant.off_hand):
            found.append(Template(key="parry", deed=i.Parry(weapon=id), group="answer", label=weapon.name))
    thing = Param(name="object", kind="text", label="text", least=1, most=MOST_OBJECT)
    found.append(
        Template(
            key="object_parry", deed=i.Parry(object="something"), group="answer", open=("object",), params=(thing,)
        )
    )
    if combatant.off_hand in combatant.sheet.shields:
        label = combatant.sheet.shields[combatant.off_hand].name
        found.append(Template(key="shield_parry", deed=i.ShieldParry(), group="answer", label=label))
    return found


def _attacks(play: Play, combatant: Combatant, others: tuple[str, ...]) -> list[Template]:
    """Every weapon in hand in each of its modes, and every special attack that it could serve for."""
    if not others:
        return []
    found: list[Template] = []
    for id in dict.fromkeys((combatant.main_hand, combatant.off_hand, UNARMED)):
        weapon = weapon_of(combatant, id)
        if weapon is not None:
            name = "" if id == UNARMED else weapon.name
            found += [_attack(combatant, id, name or id, mode, others) for mode in weapon.all_modes]
            found += _specials(play, combatant, id, weapon, others)
    return found


def _attack(combatant: Combatant, id: str, name: str, mode: Mode, others: tuple[str, ...]) -> Template:
    deed = i.Attack(target="", weapon=id, mode=mode)
    params = _massive(combatant, mode)
    return Template(key="attack", deed=deed, label=name, targets=others, open=("target",), params=params)


def _massive(combatant: Combatant, mode: Mode) -> tuple[Param, ...]:
    """T-SPEC-MASS-1: with as many extra actions as serve."""
    useful = -(-max(0, combatant.sheet.strength) // n.MASSIVE_DICE)
    most = min(combatant.actions - 1, useful) if mode == "melee" else 0
    return (Param(name="massive", kind="number", label="massive", most=most, optional=True),) if most > 0 else ()


def affordable(params: tuple[Param, ...], have: int) -> tuple[Param, ...]:
    """T-SPEC-MASS-1: the attack itself costs one of these actions; the same object if the others suffice."""
    if all(param.label != "massive" or param.most < have for param in params):
        return params
    fewer = [replace(param, most=have - 1) if param.label == "massive" else param for param in params]
    return tuple(param for param in fewer if param.label != "massive" or param.most > 0)


def _specials(play: Play, combatant: Combatant, id: str, weapon: Weapon, others: tuple[str, ...]) -> list[Template]:
    """T-SPEC-KO-1, T-SPEC-DIS-1, T-SPEC-COUP-1: only against whom they make sense."""
    them: dict[str, Combatant] = {who: play.game.combatants[who] for who in others}
    armed = tuple(who for who, other in them.items() if armed_with(other))
    knockout, disarm, coup = (i.Attack(target="", weapon=id, special=each) for each in SPECIALS)
    against = (
        ("knockout", knockout, others if weapon.blunt else ()),
        ("disarm", disarm, armed),
        ("disarm_off_hand", replace(disarm, arm="off"), tuple(who for who in armed if _has_two_weapons(them[who]))),
        ("coup", coup, tuple(who for who, other in them.items() if helpless(other) in COUP_AGAINST)),
    )
    params = _massive(combatant, weapon.all_modes[0])
    return [
        Template(key=key, deed=deed, label=weapon.name, targets=targets, open=("target",), params=params)
        for key, deed, targets in against
        if targets
    ]


def _has_two_weapons(combatant: Combatant) -> bool:
    """Does it make a difference at which arm one strikes (T-SPEC-DIS-1)? A two-handed weapon is in both hands."""
    return armed_with(combatant, "off") not in ("", armed_with(combatant, "main"))


def _by_nearness(play: Play, who: str) -> list[str]:
    """Opponents first."""
    side = play.pieces[who].side
    return sorted(play.pieces, key=lambda other: play.pieces[other].side == side)


def _moves(play: Play, who: str, combatant: Combatant) -> list[Template]:
    if "hunkered" in combatant.conditions:
        return [*_ways(play, who, i.Crawl), Template(key="stand_up", deed=i.StandUp(), group="move")]
    return [*_ways(play, who, i.Walk, i.Run), Template(key="hunker", deed=i.Hunker(), group="move")]


def _ways(play: Play, who: str, *kinds: Any) -> list[Template]:
    """Those that lead anywhere."""
    reach = {kind: reach_cm(play, who, kind) for kind in kinds}
    return [_move(kind(path=()), most) for kind, most in reach.items() if most > 0]


def _move(deed: Any, most: int) -> Template:
    key = str(type(deed).__struct_config__.tag)
    param = Param(name="path", kind="path", label="path", most=most)
    return Template(key=key, deed=deed, group="move", open=("path",), params=(param,))


def _text(name: str = "text") -> Param:
    return Param(name=name, kind="text", label="text", least=1, most=MOST_TEXT)


def _free_acts(others: tuple[str, ...], has_place: bool) -> list[Template]:
    """T-ACT-4, T-THROW-1, T-ARB-1. On the map (`has_place`) something can be thrown at a place as well."""
    throw = Template(
        key="throw_object", deed=i.ThrowObject(target="", text="something"), targets=others, open=("target", "text"),
        params=(_text(),),
    )  # fmt: skip
    place = Param(name="at", kind="point", label="at")
    throw_at = Template(
        key="throw_at", deed=i.ThrowObject(at=(0, 0), text="something"), open=("at", "text"), params=(place, _text()),
    )  # fmt: skip
    use = Template(key="use_item", deed=i.UseItem(text=""), open=("text",), params=(_text(),))
    custom = Template(key="custom", deed=i.Custom(text=""), open=("text",), params=(_text(),))
    return [*([throw] if others else []), *([throw_at] if has_place else []), use, custom]


# --- preparations ----------------------------------------------------------------------------------------------------


def preparations(combatant: Combatant, others: tuple[str, ...]) -> list[Template]:
    """Aim, accurate step, and whatever each weapon lets one do."""
    found: list[Template] = []
    for id in dict.fromkeys((combatant.main_hand, combatant.off_hand)):
        weapon = held_weapon(combatant, id)
        if weapon is not None:
            found += _aiming(id, weapon, others)
    for id, weapon in combatant.sheet.weapons.items():
        found += _handling(combatant, id, weapon)
    return found


def _aiming(id: str, weapon: Weapon, others: tuple[str, ...]) -> list[Template]:
    aim = Template(
        key="aim", deed=i.Aim(target="", weapon=id), group="prepare", label=weapon.name, targets=others,
        open=("target",),
    )  # fmt: skip
    step = Template(key="accurate_step", deed=i.AccurateStep(weapon=id), group="prepare", label=weapon.name)
    return [*([aim] if others else []), step]


def _handling(combatant: Combatant, id: str, weapon: Weapon) -> list[Template]:
    """T-ACT-3, T-ACT-4, T-SPEC-SUP-1, T-PROT-10: only what this weapon's state calls for."""
    arm = combatant.arms[id]
    is_held = id in (combatant.main_hand, combatant.off_hand) and arm.ready

    def template(key: str, deed: i.Deed, cost: int = 1) -> Template:
        return Template(key=key, deed=deed, group="prepare", label=weapon.name, cost=cost)

    if arm.stuck_in:
        return [template("free_weapon", i.FreeWeapon(weapon=id))]
    if arm.lost:
        return [template("pick_up", i.PickUp(weapon=id))]
    if not is_held:
        return [template("ready_weapon", i.ReadyWeapon(weapon=id), weapon.ready_actions)]
    found = []
    if arm.ammo is not None and weapon.capacity is not None and arm.ammo < weapon.capacity:
        found.append(template("reload", i.Reload(weapon=id), min(1, weapon.reload_actions)))
    if weapon.can_be_supported and combatant.supported != id:
        found.append(template("support_weapon", i.SupportWeapon(weapon=id)))
    return found
