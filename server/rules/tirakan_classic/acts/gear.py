"""Things: reloading, using something, free acts (L-ACT-4, L-ACT-5, L-ACT-8, L-AMMO-2)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import Play
from server.kit.acts.events import Reloaded
from server.kit.acts.frame import finish
from server.kit.acts.kind import Kind, Moment
from server.rules.tirakan_classic.acts import dice
from server.rules.tirakan_classic.acts.attack import check_in_hand
from server.rules.tirakan_classic.acts.dice import Pool
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state.facts import attacks_with, name_of_thing
from server.rules.tirakan_classic.state.intents import Custom, Reload, UseObject
from server.rules.tirakan_classic.state.sheet import UNARMED
from server.rules.tirakan_classic.state.state import Combatant, Frame

# --- reloading -------------------------------------------------------------------------------------------------------


def _check_reload(play: Play, who: str, deed: Reload, _moment: Moment) -> None:
    """L-AMMO-2."""
    own: Combatant = play.game.combatants[who]
    id = attacks_with(own, deed.weapon)
    check_in_hand(own, id)
    weapon, arm = own.sheet.weapons.get(id), own.arms.get(id)
    if weapon is None or weapon.capacity is None or arm is None or (arm.ammo or 0) >= weapon.capacity:
        raise Rejected("nothing_to_reload", weapon=name_of_thing(own, id))


def _reload_cost(play: Play, who: str, deed: Reload) -> int:
    """L-ACT-4: an action for each step; some weapons need none."""
    own: Combatant = play.game.combatants[who]
    weapon = own.sheet.weapons.get(attacks_with(own, deed.weapon))
    return 0 if weapon is not None and not weapon.reload_actions else 1


def _reload(draft: Draft, frame: Frame) -> None:
    """L-AMMO-2: a step; the last one fills the weapon."""
    own: Combatant = draft.game.combatants[frame.who]
    id = attacks_with(own, frame.deed.weapon if isinstance(frame.deed, Reload) else "")
    weapon, steps = own.sheet.weapons[id], own.arms[id].loading + 1
    if steps < weapon.reload_actions:
        draft.emit(e.ReloadProgressed(who=frame.who, weapon=id, steps=steps))
    else:
        draft.emit(Reloaded(who=frame.who, weapon=id, ammo=weapon.capacity or 0))


# --- using something -------------------------------------------------------------------------------------------------


def _check_use(play: Play, who: str, deed: UseObject, _moment: Moment) -> None:
    """L-ACT-5: what is in hand already can't be taken in hand."""
    own: Combatant = play.game.combatants[who]
    hand = _drawn(own, deed.object)
    if hand is not None and hand == own.in_hand:
        raise Rejected("already_in_hand", weapon=name_of_thing(own, deed.object))


def _drawn(own: Combatant, object: str) -> str | None:
    """L-ACT-5: the weapon that is drawn by using it; empty where the hand is emptied; None where it is no weapon."""
    if object == UNARMED:
        return ""
    return object if object in own.sheet.weapons else None


def _use(draft: Draft, frame: Frame) -> None:
    object = frame.deed.object if isinstance(frame.deed, UseObject) else ""
    hand = _drawn(draft.game.combatants[frame.who], object)
    if hand is None:
        roll_ruled(draft, frame)
        draft.emit(e.ObjectUsed(who=frame.who, object=object))
    else:
        draft.emit(e.WeaponDrawn(who=frame.who, weapon=hand))


# --- anything else ---------------------------------------------------------------------------------------------------


def _anything(_play: Play, _who: str, _deed: Custom, _moment: Moment) -> None:
    """L-ACT-8."""


def ruled_pool(play: Play, who: str, skill: str, walking: bool) -> Pool:
    """L-ACT-8: the dice of a roll that the GM wants."""
    own: Combatant = play.game.combatants[who]
    return dice.pool_of(play.game.options, own, ((skill, "L-ACT-8", getattr(own.sheet, skill)),), walking)


def roll_ruled(draft: Draft, frame: Frame) -> None:
    """L-ACT-8: what the GM wants rolled is known before the window."""
    skill = frame.ruling.roll
    if not skill:
        return
    pool = ruled_pool(draft.play, frame.who, skill, bool(frame.path))
    thrown = dice.throw(draft, f"{frame.name}check", frame.who, pool)
    draft.emit(
        e.CheckRolled(
            action_id=frame.id, who=frame.who, roll=skill, pool=thrown.pool, M=thrown.minimum, faces=thrown.faces,
            hits=thrown.hits, terms=thrown.terms,
        )
    )  # fmt: skip


KINDS: dict[type, Kind] = {
    Reload: Kind(name="reload", check=_check_reload, begin=_reload, effect=finish, cost=_reload_cost),
    UseObject: Kind(name="use_object", check=_check_use, begin=_use, effect=finish, is_free=True),
    Custom: Kind(name="custom", check=_anything, begin=roll_ruled, effect=finish, asks_gm=True),
}
