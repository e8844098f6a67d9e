"""Handling weapons and things: reload, ready, pick up, free, support, use (T-ACT-3, T-ACT-4, T-SPEC-SUP-*)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import Play
from server.kit.acts.frame import finish
from server.kit.acts.kind import Kind, Moment
from server.rules.tirakan import events as e
from server.rules.tirakan.acts.attack import check_at_hand
from server.rules.tirakan.acts.custom import roll_ruled
from server.rules.tirakan.harm.cover import sink_shield
from server.rules.tirakan.state.intents import FreeWeapon, PickUp, ReadyWeapon, Reload, SupportWeapon, UseItem
from server.rules.tirakan.state.sheet import Weapon
from server.rules.tirakan.state.state import Arm, Combatant, Frame

Handling = Reload | ReadyWeapon | PickUp | FreeWeapon | SupportWeapon


def _handled(play: Play, who: str, deed: Handling) -> tuple[Combatant, str, Weapon, Arm]:
    """The weapon of a deed; by default that in the main hand."""
    combatant: Combatant = play.game.combatants[who]
    id = deed.weapon or combatant.main_hand
    weapon, arm = combatant.sheet.weapons.get(id), combatant.arms.get(id)
    if weapon is None or arm is None:
        raise Rejected("weapon_not_ready", weapon=id or "no weapon")
    return combatant, id, weapon, arm


def _id(draft: Draft, frame: Frame) -> str:
    deed = frame.deed
    main: str = draft.game.combatants[frame.who].main_hand
    return (deed.weapon if isinstance(deed, Handling) else "") or main


# --- reload ----------------------------------------------------------------------------------------------------------


def _check_reload(play: Play, who: str, deed: Reload, _moment: Moment) -> None:
    combatant, id, weapon, arm = _handled(play, who, deed)
    check_at_hand(play, combatant, id)
    if arm.ammo is None or weapon.capacity is None or arm.ammo >= weapon.capacity:
        raise Rejected("nothing_to_reload", weapon=weapon.name)


def _reload_cost(play: Play, who: str, deed: Reload) -> int:
    combatant: Combatant = play.game.combatants[who]
    weapon = combatant.sheet.weapons.get(deed.weapon or combatant.main_hand)
    return 0 if weapon is not None and weapon.reload_actions == 0 else 1


def _reload(draft: Draft, frame: Frame) -> None:
    """T-ACT-3: a step; the last one fills the weapon."""
    id = _id(draft, frame)
    combatant: Combatant = draft.game.combatants[frame.who]
    weapon, progress = combatant.sheet.weapons[id], combatant.arms[id].reload_progress + 1
    if progress < weapon.reload_actions:
        draft.emit(e.ReloadProgressed(who=frame.who, weapon=id, progress=progress))
    else:
        draft.emit(e.Reloaded(who=frame.who, weapon=id, ammo=weapon.capacity or 0))
    finish(draft, frame)


# --- in hand ---------------------------------------------------------------------------------------------------------


def _check_ready(play: Play, who: str, deed: ReadyWeapon, _moment: Moment) -> None:
    combatant, id, weapon, arm = _handled(play, who, deed)
    if arm.stuck_in:
        check_at_hand(play, combatant, id)
    if arm.lost:
        raise Rejected("weapon_not_ready", weapon=weapon.name)
    if arm.ready and id in (combatant.main_hand, combatant.off_hand):
        raise Rejected("already_ready", weapon=weapon.name)


def _ready_cost(play: Play, who: str, deed: ReadyWeapon) -> int:
    """T-ACT-4."""
    weapon = play.game.combatants[who].sheet.weapons.get(deed.weapon)
    return weapon.ready_actions if weapon is not None else 1


def _check_pick_up(play: Play, who: str, deed: PickUp, _moment: Moment) -> None:
    _, _, weapon, arm = _handled(play, who, deed)
    if not arm.lost:
        raise Rejected("not_on_the_ground", weapon=weapon.name)


def _take(draft: Draft, frame: Frame) -> None:
    """In hand."""
    deed, id = frame.deed, _id(draft, frame)
    combatant: Combatant = draft.game.combatants[frame.who]
    hand = deed.hand if isinstance(deed, ReadyWeapon) else "off" if id == combatant.off_hand else "main"
    draft.emit(e.WeaponReadied(who=frame.who, weapon=id, hand=hand))
    sink_shield(draft, frame.who)
    finish(draft, frame)


def _check_free(play: Play, who: str, deed: FreeWeapon, _moment: Moment) -> None:
    """T-PROT-10."""
    _, _, weapon, arm = _handled(play, who, deed)
    if not arm.stuck_in:
        raise Rejected("not_stuck", weapon=weapon.name)


def _free(draft: Draft, frame: Frame) -> None:
    draft.emit(e.WeaponFreed(who=frame.who, weapon=_id(draft, frame)))
    finish(draft, frame)


# --- support and use -------------------------------------------------------------------------------------------------


def _check_support(play: Play, who: str, deed: SupportWeapon, _moment: Moment) -> None:
    """T-SPEC-SUP-1."""
    combatant, id, weapon, _arm = _handled(play, who, deed)
    check_at_hand(play, combatant, id)
    if not weapon.can_be_supported:
        raise Rejected("not_supportable", weapon=weapon.name)
    if combatant.supported == id:
        raise Rejected("already_supported", weapon=weapon.name)


def _support(draft: Draft, frame: Frame) -> None:
    draft.emit(e.WeaponSupported(who=frame.who, weapon=_id(draft, frame)))
    finish(draft, frame)


def _check_use(_play: Play, _who: str, _deed: UseItem, _moment: Moment) -> None:
    """T-ACT-4: the GM says what comes of it."""


KINDS: dict[type, Kind] = {
    Reload: Kind(name="reload", check=_check_reload, effect=_reload, cost=_reload_cost),
    ReadyWeapon: Kind(name="ready_weapon", check=_check_ready, effect=_take, cost=_ready_cost),
    PickUp: Kind(name="pick_up", check=_check_pick_up, effect=_take),
    FreeWeapon: Kind(name="free_weapon", check=_check_free, effect=_free),
    SupportWeapon: Kind(name="support_weapon", check=_check_support, effect=_support),
    UseItem: Kind(name="use_item", check=_check_use, begin=roll_ruled, effect=finish, is_free=True),
}
