"""Reloading, drawing, stances, freeing a weapon, standing up, breaking free (A-RNG-3, A-TURN-13, A-STS-4)."""

from __future__ import annotations

from server.core.draft import Draft
from server.kit.frames import name_in
from server.kit.hidden import public_name
from server.rules.ambersteel.acts.declare import in_hand
from server.rules.ambersteel.acts.rolls import check
from server.rules.ambersteel.acts.stamina import pay
from server.rules.ambersteel.acts.statuses import lose
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.derived import cost_of, item_name, weapon_of
from server.rules.ambersteel.state.state import Combatant


def reload(draft: Draft, intent: i.Reload) -> None:
    """A-RNG-3, A-RNG-8, A-RNG-10: each step costs an action; stamina and ammunition go with the first. Who faints by
    the effort (A-STA-4) takes no ammunition any more."""
    who = intent.who
    one: Combatant = draft.game.combatants[who]
    id = in_hand(one, intent.weapon)
    weapon, progress = weapon_of(one, id), one.arms[id].progress
    label, count = item_name(one, id), weapon.reload.count
    draft.emit(e.ActionSpent(who=who, action=paid_with(intent, weapon.reload.action), purpose="reload"))
    if progress == 0:
        name = name_in(None, "reload", public_name(draft.play, who))
        if pay(draft, who, cost_of(one, weapon.cost_reload, weapon), "reload", name).is_aborted:
            return
        if weapon.ammo_item:
            draft.emit(e.AmmoTaken(who=who, ammo=weapon.ammo_item, left=one.ammo.get(weapon.ammo_item, 0) - 1))
    draft.emit(e.ReloadProgressed(who=who, weapon=id, label=label, progress=progress + 1, count=count))
    if progress + 1 >= count:
        draft.emit(e.WeaponLoaded(who=who, weapon=id, label=label))


def paid_with(intent: i.Reload, action: str) -> str:
    """A-RNG-3: quick reloads cost quick actions."""
    return "quick" if action == "quick" else intent.action


def abandon(draft: Draft, intent: i.AbandonReload) -> None:
    """A-RNG-9: unloaded; neither stamina nor ammunition comes back."""
    one: Combatant = draft.game.combatants[intent.who]
    id = in_hand(one, intent.weapon)
    draft.emit(e.ReloadAbandoned(who=intent.who, weapon=id, label=item_name(one, id)))


def stance(draft: Draft, intent: i.Stance) -> None:
    """A-TURN-13."""
    weapon = in_hand(draft.game.combatants[intent.who], intent.weapon)
    draft.emit(e.ActionSpent(who=intent.who, action="quick", purpose="stance"))
    draft.emit(e.StanceChanged(who=intent.who, weapon=weapon, stance=intent.stance))


def draw(draft: Draft, intent: i.Draw) -> None:
    """A-TURN-13: what was in the hand is put away; a two-handed weapon needs both."""
    who = intent.who
    one: Combatant = draft.game.combatants[who]
    draft.emit(e.ActionSpent(who=who, action="quick", purpose="draw"))
    label = item_name(one, intent.item)
    draft.emit(e.WeaponReadied(who=who, hand=intent.hand, item=intent.item, label=label))


def free_weapon(draft: Draft, intent: i.FreeWeapon) -> None:
    """A-CRIT-7."""
    one: Combatant = draft.game.combatants[intent.who]
    draft.emit(e.ActionSpent(who=intent.who, action=intent.action, purpose="free_weapon"))
    draft.emit(e.WeaponFreed(who=intent.who, weapon=stuck(one, intent.weapon)))


def stuck(combatant: Combatant, weapon: str | None) -> str:
    """The weapon that is stuck: this one, else the first; empty where none is."""
    found = [id for id, arm in combatant.arms.items() if arm.stuck and weapon in (None, id)]
    return found[0] if found else ""


def stand_up(draft: Draft, intent: i.StandUp) -> None:
    """A-TURN-10."""
    draft.emit(e.ActionSpent(who=intent.who, action="movement", purpose="stand_up"))
    lose(draft, intent.who, "prone")


def break_free(draft: Draft, intent: i.BreakFree) -> None:
    """A-STS-4, A-STS-5: a strength check."""
    who = intent.who
    draft.emit(e.ActionSpent(who=who, action=intent.action, purpose="break_free"))
    name = name_in(None, "break_free", public_name(draft.play, who))
    if check(draft, f"{name}.strength", who, "str", "A-STS-4"):
        lose(draft, who, held_by(draft.game.combatants[who]))


def held_by(combatant: Combatant) -> str:
    """A-STS-4, A-STS-5: what holds it first."""
    return "grappled" if "grappled" in combatant.statuses else "restrained"
