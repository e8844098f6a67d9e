"""Which deeds a combatant could think of, as wishes. Whether each is allowed is the checks' business."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from server.core.options import Goal, Param
from server.core.state import Play
from server.kit.acts.walking import ONE
from server.kit.forms import number, param, path
from server.kit.offering import Wish, somebody
from server.rules.tirakan.acts.movement import reach_cm
from server.rules.tirakan.acts.special import HELPLESS as COUP_AGAINST
from server.rules.tirakan.acts.special import armed_with
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import held_weapon, helpless, weapon_of
from server.rules.tirakan.state.sheet import UNARMED, Mode, Weapon
from server.rules.tirakan.state.state import Combatant

TEXT, PLACE = param(i.Custom, "text"), param(i.ThrowObject, "at")
THING = Param(name="object", kind="text", label="text", least=1, most=80)
SPECIALS: tuple[i.Special, ...] = ("knockout", "disarm", "coup")


def deeds_of(play: Play, who: str) -> list[Wish]:
    """All deeds but defences."""
    combatant: Combatant = play.game.combatants[who]
    others = [other for other in _by_nearness(play, who) if other != who]
    them = somebody(play, others) if others else None
    found = [*_attacks(play, who, others, them), *_moves(play, who, combatant)]
    if combatant.off_hand in combatant.sheet.shields and combatant.block is None:
        found.append(Wish(intent=i.RaiseShieldBlock(who=who), group="prepare", goal="defend", cost=_actions(2)))
    return [*found, *_preparations(who, combatant, them), *_free_acts(who, them, play.pieces[who].at is not None)]


def _actions(cost: int) -> str:
    """What it costs, for people."""
    return ONE if cost == 1 else f"{cost} actions" if cost else ""


def traits(combatant: Combatant) -> tuple[object, ...]:
    """All that `deeds_of` and the checks of deeds ask of somebody else."""
    return helpless(combatant), armed_with(combatant), armed_with(combatant, "off"), combatant.gone


def defences_of(who: str, combatant: Combatant) -> list[Wish]:
    """What it could do against an attack on it."""
    defence = Wish(intent=i.Dodge(who=who), group="answer", goal="defend", cost=ONE)
    found = [defence]
    for id, weapon in combatant.sheet.weapons.items():
        if weapon.weapon_class == "melee" and id in (combatant.main_hand, combatant.off_hand):
            found.append(replace(defence, intent=i.Parry(who=who, weapon=id), label=weapon.name))
    parry = i.Parry(who=who, object="something")
    found.append(replace(defence, intent=parry, key="object_parry", params=(THING,)))
    if combatant.off_hand in combatant.sheet.shields:
        label = combatant.sheet.shields[combatant.off_hand].name
        found.append(replace(defence, intent=i.ShieldParry(who=who), label=label))
    return found


def _attacks(play: Play, who: str, others: list[str], them: Param | None) -> list[Wish]:
    """Every weapon in hand in each of its modes, and every special attack that it could serve for."""
    if them is None:
        return []
    combatant: Combatant = play.game.combatants[who]
    found: list[Wish] = []
    for id in dict.fromkeys((combatant.main_hand, combatant.off_hand, UNARMED)):
        weapon = weapon_of(combatant, id)
        if weapon is not None:
            name = id if id == UNARMED else weapon.name or id
            for mode in weapon.all_modes:
                attack = i.Attack(who=who, target="", weapon=id, mode=mode)
                massive = _massive(combatant, mode)
                found.append(Wish(intent=attack, goal="harm", cost=ONE, label=name, pick=them, params=massive))
            found += _specials(play, who, id, weapon, others)
    return found


def _massive(combatant: Combatant, mode: Mode) -> tuple[Param, ...]:
    """T-SPEC-MASS-1: with as many extra actions as serve."""
    useful = -(-max(0, combatant.sheet.strength) // n.MASSIVE_DICE)
    most = min(combatant.actions - 1, useful) if mode == "melee" else 0
    return (number("massive", 0, most, optional=True),) if most > 0 else ()


def affordable(params: tuple[Param, ...], have: int) -> tuple[Param, ...]:
    """T-SPEC-MASS-1: the attack itself costs one of these actions; the same object if the others suffice."""
    if not params or params[-1].label != "massive" or params[-1].most < have:
        return params
    return (*params[:-1], replace(params[-1], most=have - 1)) if have > 1 else params[:-1]


def _specials(play: Play, who: str, id: str, weapon: Weapon, others: list[str]) -> list[Wish]:
    """T-SPEC-KO-1, T-SPEC-DIS-1, T-SPEC-COUP-1: only against whom they make sense."""
    them: dict[str, Combatant] = {other: play.game.combatants[other] for other in others}
    armed = [other for other, one in them.items() if armed_with(one)]
    two_armed = [other for other in armed if _has_two_weapons(them[other])]
    knockout, disarm, coup = (i.Attack(who=who, target="", weapon=id, special=each) for each in SPECIALS)
    against: tuple[tuple[str, Goal, i.Attack, list[str]], ...] = (
        ("knockout", "harm", knockout, others if weapon.blunt else []),
        ("disarm", "hinder", disarm, armed),
        ("disarm_off_hand", "hinder", replace(disarm, arm="off"), two_armed),
        ("coup", "harm", coup, [other for other, one in them.items() if helpless(one) in COUP_AGAINST]),
    )
    massive = _massive(play.game.combatants[who], weapon.all_modes[0])
    wish = Wish(intent=knockout, cost=ONE, label=weapon.name, params=massive)
    return [
        replace(wish, intent=deed, key=key, goal=goal, pick=somebody(play, targets))
        for key, goal, deed, targets in against
        if targets
    ]


def _has_two_weapons(combatant: Combatant) -> bool:
    """Does it make a difference at which arm one strikes (T-SPEC-DIS-1)? A two-handed weapon is in both hands."""
    off = armed_with(combatant, "off")
    return bool(off) and off != armed_with(combatant, "main")


def _by_nearness(play: Play, who: str) -> list[str]:
    """Opponents first."""
    side = play.pieces[who].side
    return sorted(play.pieces, key=lambda other: play.pieces[other].side == side)


def _moves(play: Play, who: str, combatant: Combatant) -> list[Wish]:
    """Those that lead anywhere."""
    is_down = "hunkered" in combatant.conditions
    ways: tuple[Any, ...] = (i.Crawl,) if is_down else (i.Walk, i.Run)
    found = [_way(kind(who=who, path=()), most) for kind in ways if (most := reach_cm(play, who, kind)) > 0]
    stand, hunker = Wish(intent=i.StandUp(who=who), group="move", cost=ONE), i.Hunker(who=who)
    return [*found, stand if is_down else replace(stand, intent=hunker, goal="defend")]


def _way(deed: Any, most: int) -> Wish:
    return Wish(intent=deed, group="move", cost=ONE, params=(path(most),))


def _free_acts(who: str, them: Param | None, has_place: bool) -> list[Wish]:
    """T-ACT-4, T-THROW-1, T-ARB-1. On the map (`has_place`) something can be thrown at a place as well."""
    throw = i.ThrowObject(who=who, target="", text="something")
    throw_at = i.ThrowObject(who=who, at=(0, 0), text="something")
    return [
        *([Wish(intent=throw, goal="hinder", cost=ONE, pick=them, params=(TEXT,))] if them is not None else []),
        *([Wish(intent=throw_at, key="throw_at", goal="hinder", cost=ONE, params=(PLACE, TEXT))] if has_place else []),
        Wish(intent=i.UseItem(who=who, text=""), goal="prepare", cost=ONE, params=(TEXT,)),
        Wish(intent=i.Custom(who=who, text=""), goal="prepare", cost=ONE, params=(TEXT,)),
    ]


# --- preparations ----------------------------------------------------------------------------------------------------


def _preparations(who: str, combatant: Combatant, them: Param | None) -> list[Wish]:
    """Aim, accurate step, and whatever each weapon lets one do."""
    found: list[Wish] = []
    for id in dict.fromkeys((combatant.main_hand, combatant.off_hand)):
        weapon = held_weapon(combatant, id)
        if weapon is not None:
            aim, step = i.Aim(who=who, target="", weapon=id), i.AccurateStep(who=who, weapon=id)
            found += [_handling(aim, weapon, pick=them)] if them is not None else []
            found.append(_handling(step, weapon))
    for id, weapon in combatant.sheet.weapons.items():
        found += _with_weapon(who, combatant, id, weapon)
    return sorted(found, key=lambda wish: not _fills_what_is_empty(combatant, wish))  # with nothing left nobody shoots


def _fills_what_is_empty(combatant: Combatant, wish: Wish) -> bool:
    return isinstance(wish.intent, i.Reload) and combatant.arms[wish.intent.weapon].ammo == 0


def _handling(deed: Any, weapon: Weapon, cost: int = 1, pick: Param | None = None) -> Wish:
    return Wish(intent=deed, group="prepare", label=weapon.name, cost=_actions(cost), pick=pick)


def _with_weapon(who: str, combatant: Combatant, id: str, weapon: Weapon) -> list[Wish]:
    """T-ACT-3, T-ACT-4, T-SPEC-SUP-1, T-PROT-10: only what this weapon's state calls for."""
    arm = combatant.arms[id]
    if arm.stuck_in:
        return [_handling(i.FreeWeapon(who=who, weapon=id), weapon)]
    if arm.lost:
        return [_handling(i.PickUp(who=who, weapon=id), weapon)]
    if not (id in (combatant.main_hand, combatant.off_hand) and arm.ready):
        return [_handling(i.ReadyWeapon(who=who, weapon=id), weapon, weapon.ready_actions)]
    found = []
    if arm.ammo is not None and weapon.capacity is not None and arm.ammo < weapon.capacity:
        found.append(_handling(i.Reload(who=who, weapon=id), weapon, min(1, weapon.reload_actions)))
    if weapon.can_be_supported and combatant.supported != id:
        found.append(_handling(i.SupportWeapon(who=who, weapon=id), weapon))
    return found
