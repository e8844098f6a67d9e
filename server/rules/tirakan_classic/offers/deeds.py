"""Which deeds a combatant could think of, as wishes. Whether each is allowed is the checks' business."""

from __future__ import annotations

from typing import Any

from server.core.options import Param
from server.core.state import Play
from server.kit.acts.walking import ONE
from server.kit.forms import param, path
from server.kit.offering import Wish, somebody
from server.rules.tirakan_classic.acts.movement import reach_cm
from server.rules.tirakan_classic.state import intents as i
from server.rules.tirakan_classic.state.facts import can_fire, is_able, name_of_thing, usual_mode, weapon_of
from server.rules.tirakan_classic.state.options import Options
from server.rules.tirakan_classic.state.sheet import UNARMED, Mode, Weapon
from server.rules.tirakan_classic.state.state import Combatant

TEXT, OBJECT = param(i.Custom, "text"), Param(name="object", kind="text", label="object", least=1, most=80)


def deeds_of(play: Play, who: str) -> list[Wish]:
    """All deeds but defences."""
    own: Combatant = play.game.combatants[who]
    others = [other for other in _likeliest_first(play, who) if other != who]
    them = somebody(play, others) if others else None
    found = [] if them is None else [*_attacks(play.game.options, who, own, them), *_throws(who, own, them)]
    return [*found, *_moves(play, who, own), *_preparations(who, own), *_free_acts(who)]


def traits(own: Combatant) -> tuple[object, ...]:
    """All that `deeds_of` and the checks of deeds ask of somebody else."""
    return own.status, tuple(own.cover_from.items())


def defences_of(who: str, own: Combatant) -> list[Wish]:
    """What it could do against an attack on it."""
    weapon = own.sheet.weapons.get(own.in_hand)
    found = [Wish(intent=i.Evade(who=who), group="answer", goal="defend", cost=ONE)]
    if weapon is not None and weapon.weapon_class == "melee":
        label = name_of_thing(own, own.in_hand)
        found.append(
            Wish(intent=i.Parry(who=who, weapon=own.in_hand), group="answer", goal="defend", cost=ONE, label=label)
        )
    parry = i.Parry(who=who, object="something")
    return [*found, Wish(intent=parry, key="object_parry", group="answer", goal="defend", cost=ONE, params=(OBJECT,))]


def _likeliest_first(play: Play, who: str) -> list[str]:
    """Opponents before one's own, of each those who can act before the helpless."""
    side, game = play.pieces[who].side, play.game
    return sorted(play.pieces, key=lambda other: (play.pieces[other].side == side, not is_able(game, other)))


# --- attacks and throws ----------------------------------------------------------------------------------------------


def _attacks(options: Options, who: str, own: Combatant, them: Param) -> list[Wish]:
    """What is in hand in each of its modes, the usual one first, and bare hands. Where there are several, each says
    which it is."""
    found: list[Wish] = []
    for id in dict.fromkeys((own.in_hand, UNARMED)):
        weapon = weapon_of(own, id)
        if weapon is None:
            continue
        label = id if id == UNARMED else name_of_thing(own, id)
        others = _other_modes(options, weapon)
        keys: dict[Any, str] = {"": f"attack_{usual_mode(weapon)}" if others else ""}
        keys |= {mode: f"attack_{mode}" for mode in others}
        for mode, key in keys.items():
            attack = i.Attack(who=who, target="", weapon=id, mode=mode)
            found.append(Wish(intent=attack, key=key, goal="harm", cost=ONE, label=label, pick=them))
    return found


def _other_modes(options: Options, weapon: Weapon) -> list[Mode]:
    """L-MODE-1."""
    usual = usual_mode(weapon)
    return [each.id for each in weapon.modes if each.id != usual and can_fire(options, weapon, each.id)]


def _throws(who: str, own: Combatant, them: Param) -> list[Wish]:
    """L-THROW-1: its own objects, or anything else."""
    throws = [(i.ThrowObject(who=who, target="", object=id), each.name or id) for id, each in own.sheet.objects.items()]
    found = [Wish(intent=deed, goal="harm", cost=ONE, label=name, pick=them) for deed, name in throws]
    thing = i.ThrowObject(who=who, target="", object="something")
    return [*found, Wish(intent=thing, key="throw_something", goal="hinder", cost=ONE, pick=them, params=(OBJECT,))]


# --- all else --------------------------------------------------------------------------------------------------------


def _moves(play: Play, who: str, own: Combatant) -> list[Wish]:
    """Those that lead anywhere."""
    is_up = own.posture == "standing"
    ways: tuple[Any, ...] = (i.Walk, i.Run) if is_up else (i.Crawl,)
    if is_up and not play.game.options.crawl_needs_down:
        ways = (*ways, i.Crawl)
    found = [_way(kind(who=who, path=()), most) for kind in ways if (most := reach_cm(play, who, kind)) > 0]
    postures = {"kneeling": i.Kneel(who=who), "prone": i.LieDown(who=who), "standing": i.StandUp(who=who)}
    others = [deed for posture, deed in postures.items() if posture != own.posture]
    return [*found, *(Wish(intent=deed, group="move", cost=ONE) for deed in others)]


def _way(deed: Any, most: int) -> Wish:
    return Wish(intent=deed, group="move", cost=ONE, params=(path(most),))


def _preparations(who: str, own: Combatant) -> list[Wish]:
    """L-ACT-4, L-ACT-5: reload what is in hand, take something else."""
    found = []
    arm, weapon = own.arms.get(own.in_hand), own.sheet.weapons.get(own.in_hand)
    if weapon is not None and weapon.capacity is not None and arm is not None and (arm.ammo or 0) < weapon.capacity:
        label = name_of_thing(own, own.in_hand)
        cost = ONE if weapon.reload_actions else ""
        found.append(Wish(intent=i.Reload(who=who, weapon=own.in_hand), group="prepare", cost=cost, label=label))
    hands = [id for id in own.sheet.weapons if id != own.in_hand]
    draws = [(i.UseObject(who=who, object=id), "draw", name_of_thing(own, id)) for id in hands]
    if own.in_hand:
        draws.append((i.UseObject(who=who, object=UNARMED), "put_away", ""))
    return [*found, *(Wish(intent=d, key=key, group="prepare", cost=ONE, label=label) for d, key, label in draws)]


def _free_acts(who: str) -> list[Wish]:
    """L-ACT-5, L-ACT-8."""
    return [
        Wish(intent=i.UseObject(who=who, object=""), goal="prepare", cost=ONE, params=(OBJECT,)),
        Wish(intent=i.Custom(who=who, text=""), goal="prepare", cost=ONE, params=(TEXT,)),
    ]
