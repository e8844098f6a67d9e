"""May this be done at all? The conditions of each kind of deed (B-ATK-1, B-SKILL-*, B-MOVE-*, B-SWAP-2, B-AMMO-2)."""

from __future__ import annotations

from collections.abc import Callable

from server.core.errors import Rejected
from server.core.space import metres
from server.core.state import Play
from server.kit.between import are_enemies, distance, sees
from server.kit.moment import name_of
from server.rules.brink.state.facts import (
    allowance_cm,
    cost_of_path,
    effect_of,
    is_able,
    is_loaded,
    needs_load,
    reach_cm,
)
from server.rules.brink.state.sheet import AttackEffect
from server.rules.brink.state.state import Combatant, Deed, Game, Source, skills_of

SWAP_EP = 1
"""B-SWAP-1."""


def check_deed(play: Play, who: str, deed: Deed, source: Source) -> None:
    """What it costs, then whether it can be done to that one, in that way. Raises Rejected."""
    check_means(play, who, deed, source)
    check_way(play, who, deed)


def check_means(play: Play, who: str, deed: Deed, source: Source) -> None:
    """Whomever it is aimed at, and with whatever. Raises Rejected."""
    if deed.kind == "skill":
        _check_skill(play, who, deed)
    if source == "standard":
        _check_actions(play, who, deed)
    check_energy(play, who, energy_of(play.game, who, deed, source))


def check_way(play: Play, who: str, deed: Deed) -> None:
    """Conditions of the kind: target, path, weapon. Raises Rejected."""
    if deed.kind in _CHECKS:
        _CHECKS[deed.kind](play, who, deed)


def energy_of(game: Game, who: str, deed: Deed, source: Source) -> int:
    """B-EP-4: what a deed costs in ep; a readied swap is paid by the readied action (B-SWAP-1)."""
    if deed.kind == "swap":
        return SWAP_EP if deed.pay == "ep" and source != "readied" else 0
    skill = skills_of(game, game.combatants[who]).get(deed.skill) if deed.kind == "skill" else None
    return (skill.ep_cost if skill is not None else 0) + deed.ep_bonus


def actions_of(deed: Deed) -> int:
    """B-TURN-2: standard actions; a free-text action is charged by the GM's ruling (B-TURN-6)."""
    return 0 if deed.kind == "custom" or (deed.kind == "swap" and deed.pay == "ep") else 1


def _check_actions(play: Play, who: str, deed: Deed) -> None:
    """B-TURN-2; a free-text action may turn out to be free."""
    left = play.game.combatants[who].std_left
    if actions_of(deed) > left:
        raise Rejected("no_action_left", name=name_of(play, who))


def check_energy(play: Play, who: str, need: int) -> None:
    """B-EP-3."""
    have = play.game.combatants[who].ep
    if need > have:
        raise Rejected("not_enough_ep", name=name_of(play, who), have=have, need=need)


# --- attacks ---------------------------------------------------------------------------------------------------------


def _check_skill(play: Play, who: str, deed: Deed) -> None:
    """B-SKILL-1, B-SKILL-2."""
    game: Game = play.game
    combatant = game.combatants[who]
    skill = skills_of(game, combatant).get(deed.skill)
    if skill is None:
        raise Rejected("unknown_skill", name=name_of(play, who), skill=deed.skill)
    if skill.weapon_type and combatant.weapon.weapon_type != skill.weapon_type:
        raise Rejected("weapon_type_required", skill=skill.name, type=skill.weapon_type)


def _check_attack(play: Play, who: str, deed: Deed) -> None:
    """B-ATK-1, B-AMMO-1. What needs no attack roll needs no target either."""
    game: Game = play.game
    effect = effect_of(game, who, deed)
    if effect is None:
        if deed.target and deed.target not in play.pieces:
            raise Rejected("unknown_combatant", who=deed.target)
        return
    _check_target(play, who, deed.target)
    if (refusal := out_of_reach(play, who, deed.target, effect)) is not None:
        raise refusal
    combatant: Combatant = game.combatants[who]
    if needs_load(effect, combatant.weapon) and not is_loaded(combatant):
        raise Rejected("not_loaded", weapon=combatant.weapon.name)


def _check_target(play: Play, who: str, target: str) -> None:
    if target not in play.pieces:
        raise Rejected("unknown_combatant", who=target or "nobody")
    if not are_enemies(play, who, target):
        raise Rejected("not_an_enemy", target=name_of(play, target))
    if not is_able(play.game, target):
        raise Rejected("target_out_of_fight", target=name_of(play, target))


def out_of_reach(play: Play, who: str, target: str, effect: AttackEffect) -> Rejected | None:
    """B-ATK-1: why the target can't be reached from here; None where it can, or where the GM has to say."""
    game: Game = play.game
    apart, reach = distance(play, who, target), reach_cm(effect, game.combatants[who].weapon)
    if apart is not None and apart > reach:
        return Rejected("out_of_range", target=name_of(play, target), d=f"{metres(apart):.2f}", r=f"{metres(reach):g}")
    if not sees(game, who, target):
        return Rejected("no_line_of_sight", target=name_of(play, target))
    return None


# --- movement and gear -----------------------------------------------------------------------------------------------


def _check_path(play: Play, who: str, deed: Deed) -> None:
    """B-MOVE-1, B-MOVE-2, B-SHIFT-1, B-SHIFT-2."""
    piece = play.pieces.get(who)
    on_map = piece is not None and piece.at is not None
    if not (deed.path if on_map else deed.normal_cm + deed.difficult_cm):
        raise Rejected("path_needed", name=name_of(play, who))
    cost, have = cost_of_path(play, who, deed), allowance_cm(play.game.combatants[who], deed.kind)
    if cost > have:
        raise Rejected("not_enough_movement", cost=f"{metres(cost):g}", have=f"{metres(have):g}")


def _check_swap(play: Play, who: str, deed: Deed) -> None:
    """B-SWAP-2."""
    combatant: Combatant = play.game.combatants[who]
    if deed.weapon and deed.weapon not in combatant.sheet.weapons:
        raise Rejected("weapon_not_carried", name=name_of(play, who), weapon=deed.weapon)
    if deed.weapon == combatant.equipped:
        raise Rejected("already_equipped", weapon=combatant.weapon.name)


def _check_reload(play: Play, who: str, _deed: Deed) -> None:
    """B-AMMO-2, B-AMMO-3."""
    combatant: Combatant = play.game.combatants[who]
    weapon, arm = combatant.weapon, combatant.arms.get(combatant.equipped)
    if not weapon.has_load or arm is None or arm.loaded:
        raise Rejected("nothing_to_reload", weapon=weapon.name)
    if arm.reserve == 0:
        raise Rejected("no_ammunition", weapon=weapon.name)


_CHECKS: dict[str, Callable[[Play, str, Deed], None]] = {
    "attack": _check_attack,
    "skill": _check_attack,
    "move": _check_path,
    "shift": _check_path,
    "swap": _check_swap,
    "reload": _check_reload,
}
"""Conditions by kind; a free-text action has none (B-TURN-6)."""
