"""Swapping and reloading (B-SWAP-*, B-AMMO-2): done at once when their turn comes."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import Play
from server.rules.brink.acts.deed_check import check_deed
from server.rules.brink.acts.done import done
from server.rules.brink.state import events as e
from server.rules.brink.state.state import Action, Combatant


def impossible(play: Play, action: Action) -> str:
    """B-READY-9: the same conditions as at its declaration."""
    if action.deed.kind == "custom":
        return ""
    try:
        check_deed(play, action.who, action.deed, "readied")
    except Rejected as rejected:
        return rejected.code
    return ""


def swap(draft: Draft, action: Action) -> bool:
    """B-SWAP-2: one weapon away, one (or none) in hand."""
    sheet = draft.game.combatants[action.who].sheet
    weapon = sheet.weapons.get(action.deed.weapon)
    name = weapon.name if weapon is not None else ""
    draft.emit(e.WeaponSwapped(who=action.who, weapon=action.deed.weapon, name=name))
    return done(draft, action)


def reload(draft: Draft, action: Action) -> bool:
    """B-AMMO-2."""
    combatant: Combatant = draft.game.combatants[action.who]
    reserve = combatant.arms[combatant.equipped].reserve
    left = None if reserve is None else reserve - 1
    draft.emit(e.Reloaded(who=action.who, weapon=combatant.equipped, reserve=left))
    return done(draft, action)
