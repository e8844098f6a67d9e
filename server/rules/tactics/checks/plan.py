"""D-DECL-5: what no plan may hold, at its declaration and after every change."""

from __future__ import annotations

from server.core.errors import Rejected
from server.core.state import State
from server.kit.moment import name_of
from server.rules.tactics.state.facts import FULL_BURST, attack_limit, is_melee, listed, usable
from server.rules.tactics.state.plan import Action, Plan
from server.rules.tactics.state.sheet import Item
from server.rules.tactics.state.state import BARE_HANDS, Combatant

RANGED_KINDS = {"burst": "ranged", "spray": "ranged", "area": "area"}
"""What kind of weapon an action needs."""


def check_plan(state: State, who: str, plan: Plan, performed: tuple[str, ...] = (), news: Plan | None = None) -> None:
    """Raises Rejected. `performed`: what can't be otherwise any more; `news`: the actions that are new in it."""
    combatant: Combatant = state.play.game.combatants[who]
    fresh = plan if news is None else news
    _check_ids(plan)
    for action in fresh:
        _check_targets(state, who, action)
    _check_full_defense(state, who, plan, performed)
    _check_paces(plan)
    _check_weapons(combatant, plan, performed)
    _check_attacks(combatant, plan)


def _check_ids(plan: Plan) -> None:
    ids = [action.id for action in plan if action.id]
    for place, id in enumerate(ids, 1):
        if id in ids[: place - 1]:
            raise Rejected("listed_twice", place=place, first=ids.index(id) + 1)


def _check_targets(state: State, who: str, action: Action) -> None:
    """3.6: somebody hidden is refused like somebody invented."""
    for target in action.among:
        check_target(state, who, target)


def check_target(state: State, who: str, target: str) -> None:
    """Raises Rejected."""
    game = state.play.game
    if target == who or (
        target not in game.objects and (target not in state.play.pieces or target not in game.combatants)
    ):
        raise Rejected("target_unknown")


def _check_full_defense(state: State, who: str, plan: Plan, performed: tuple[str, ...]) -> None:
    """D-FD-1, D-FD-2."""
    if all(action.kind != "full_defense" for action in plan):
        return
    others = [action for action in plan if not action.is_move and action.kind != "full_defense"]
    if any(action.id in performed for action in others):
        raise Rejected("full_defense_too_late", name=name_of(state.play, who))
    if others:
        raise Rejected("full_defense_exclusive")


def _check_paces(plan: Plan) -> None:
    if sum(action.multiplier > 0 for action in plan) > 1:
        raise Rejected("one_pace")


def _check_weapons(combatant: Combatant, plan: Plan, performed: tuple[str, ...]) -> None:
    """What is drawn or loaded by an earlier action of the plan counts."""
    drawn: set[str] = set()
    loaded: set[str] = set()
    for action in plan:
        if action.id not in performed:
            _check_weapon(combatant, action, drawn, loaded)
        if action.kind == "draw":
            drawn.add(action.weapon)
        if action.kind == "reload":
            loaded.add(action.weapon)


def _check_weapon(combatant: Combatant, action: Action, drawn: set[str], loaded: set[str]) -> None:
    if action.kind in ("draw", "reload"):
        if action.weapon not in combatant.gear or combatant.gear[action.weapon].broken:
            raise Rejected("weapon_unusable", weapon=weapon_name(combatant, action.weapon))
        return
    if not action.is_strike:
        return
    check_usable(combatant, action, action.weapon in drawn)
    _check_kind(combatant, action)
    if action.weapon not in loaded:
        check_loaded(combatant, action.weapon)


def check_usable(combatant: Combatant, action: Action, is_drawn: bool = False) -> None:
    """Broken, or neither in hand nor drawn before."""
    gear = combatant.gear.get(action.weapon)
    if usable(combatant, action.weapon) or (is_drawn and gear is not None and not gear.broken):
        return
    raise Rejected("weapon_unusable", weapon=weapon_name(combatant, action.weapon))


def check_loaded(combatant: Combatant, weapon: str) -> None:
    """D-AMMO-3."""
    gear = combatant.gear.get(weapon)
    if gear is not None and gear.ammo == 0:
        raise Rejected("out_of_ammo", weapon=weapon_name(combatant, weapon))


def _check_kind(combatant: Combatant, action: Action) -> None:
    """An area attack needs such a weapon, a burst or spray one that shoots; D-BURST-4."""
    item = listed(combatant, action.weapon)
    assert item is not None, "checked"
    wanted = RANGED_KINDS.get(action.kind)
    if (wanted is not None and item.kind != wanted) or (action.kind == "attack" and item.kind == "area"):
        raise Rejected("wrong_weapon", weapon=weapon_name(combatant, action.weapon), kind=action.kind)
    if action.kind in ("burst", "spray"):
        _check_burst(item, action, weapon_name(combatant, action.weapon))


def _check_burst(item: Item, action: Action, name: str) -> None:
    most = FULL_BURST[item.fire]
    if action.count > most:
        raise Rejected("burst_too_long", n=action.count, m=most, weapon=name)
    if action.kind == "burst" and action.count < 2:
        raise Rejected("burst_too_short", n=action.count)


def _check_attacks(combatant: Combatant, plan: Plan) -> None:
    """D-MULT-3, D-SPRAY-2: of the whole round. A weapon's limit holds for it together with all that allow no more."""
    melee = [each.weapon for each in plan if is_melee(combatant, each)]
    limits = {weapon: attack_limit(combatant, weapon) for weapon in melee}
    for weapon, most in limits.items():
        n = sum(limits[each] <= most for each in melee)
        if n > most:
            raise Rejected("too_many_attacks", n=n, m=most, weapon=weapon_name(combatant, weapon))
    _check_sprays(combatant, plan)


def _check_sprays(combatant: Combatant, plan: Plan) -> None:
    shots: dict[str, int] = {}
    for action in plan:
        if action.kind == "spray":
            shots[action.weapon] = shots.get(action.weapon, 0) + action.count
    for weapon, n in shots.items():
        item = listed(combatant, weapon)
        most = FULL_BURST[item.fire] if item is not None else 0
        if n > most:
            raise Rejected("burst_too_long", n=n, m=most, weapon=weapon_name(combatant, weapon))


def weapon_name(combatant: Combatant, id: str) -> str:
    """What it is called; an item that is not there by what was said."""
    item = combatant.sheet.items.get(id)
    return "unarmed" if id == BARE_HANDS else item.name or id if item is not None else id
