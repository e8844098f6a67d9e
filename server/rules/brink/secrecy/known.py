"""What an audience knows of the fight: built up from nothing. The one place with Brink's predicates of secrecy.

A player's character is an open book to all who see it. Of an NPC everybody sees what happens (faces, totals, damage
dealt, energy, actions, what is in its hand); its numbers are the GM's, unless the table says otherwise.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from server.core.ids import GM, UNSEEN
from server.core.state import State
from server.rules.brink.state.facts import is_open, members, slot_of
from server.rules.brink.state.sheet import Sheet, Weapon
from server.rules.brink.state.state import Action, Boundary, Combatant, Deed, Frame, Game

Hidden = frozenset[str]

MASKED = 0
"""Stands for a number that the audience does not know."""


def known(state: State, audience: str, hidden: Hidden) -> Game:
    """The game as the audience knows it; the same object where it knows all."""
    game: Game = state.play.game
    if audience == GM:
        return game
    changes: dict[str, Any] = {}
    combatants = {
        who: each if is_open(state, audience, who) else closed(each)
        for who, each in game.combatants.items()
        if who not in hidden
    }
    if len(combatants) != len(game.combatants) or any(game.combatants[who] is not c for who, c in combatants.items()):
        changes["combatants"] = combatants
    if game.frames:
        changes["frames"] = known_frames(state, audience, game.frames, hidden)
    if hidden:
        changes |= _without(game, hidden)
    return replace(game, **changes) if changes else game


def is_hidden_slot(game: Game, slot: str, hidden: Hidden) -> bool:
    """Nobody of the slot is seen."""
    people = members(game, slot)
    return bool(people) and all(who in hidden for who in people)


def hidden_slots(game: Game, hidden: Hidden) -> frozenset[str]:
    """Slots of which nobody is seen."""
    return frozenset(slot for slot in {slot_of(game, who) for who in hidden} if is_hidden_slot(game, slot, hidden))


def _without(game: Game, hidden: Hidden) -> dict[str, Any]:
    """A turn of somebody hidden looks like the boundary before it."""
    unseen = hidden_slots(game, hidden)
    changes: dict[str, Any] = {
        "order": tuple(slot for slot in game.order if slot not in unseen),
        "place": "" if game.place in unseen else game.place,
        "boundary": _boundary(game.boundary, unseen, hidden),
        "doubtful": tuple(who for who in game.doubtful if who not in hidden),
        "blocked": tuple(key for key in game.blocked if not hidden.intersection(key.split("|"))),
    }
    for field in ("faces", "started", "delays"):
        changes[field] = {slot: value for slot, value in getattr(game, field).items() if slot not in unseen}
    for field in ("distances", "enmity"):
        pairs = getattr(game, field)
        changes[field] = {key: value for key, value in pairs.items() if not hidden.intersection(key.split("|"))}
    if game.stage == "turn" and game.turn in unseen:
        changes |= {"stage": "boundary", "turn": ""}
    return changes


def _boundary(boundary: Boundary, unseen: frozenset[str], hidden: Hidden) -> Boundary:
    ended = "" if boundary.ended in unseen else boundary.ended
    return replace(boundary, ended=ended, passed=tuple(who for who in boundary.passed if who not in hidden))


# --- combatants ------------------------------------------------------------------------------------------------------


def closed(combatant: Combatant) -> Combatant:
    """What everybody sees of a stranger."""
    arm = combatant.arms.get(combatant.equipped)
    return replace(
        combatant, sheet=closed_sheet(combatant.sheet, combatant.equipped), health=MASKED,
        arms={combatant.equipped: replace(arm, reserve=None)} if arm is not None else {},
    )  # fmt: skip


def closed_sheet(sheet: Sheet, equipped: str | None = None) -> Sheet:
    """What it holds, nothing about how well it fights."""
    in_hand = sheet.equipped if equipped is None else equipped
    weapon = sheet.weapons.get(in_hand)
    shown = {in_hand: _closed_weapon(weapon)} if weapon is not None else {}
    return Sheet(
        health_max=1, health=1, group=sheet.group, ep=sheet.ep, weapons=shown,
        equipped=in_hand if shown else "", morale=sheet.morale, status=sheet.first_status,
    )  # fmt: skip


def _closed_weapon(weapon: Weapon) -> Weapon:
    reach = None if weapon.kind == "melee" else 1.0
    return Weapon(
        name=weapon.name, weapon_type=weapon.weapon_type, kind=weapon.kind, range_m=reach, loaded=weapon.loaded
    )


# --- actions in progress ---------------------------------------------------------------------------------------------


def known_frames(state: State, audience: str, frames: tuple[Frame, ...], hidden: Hidden) -> tuple[Frame, ...]:
    """The frames of which the audience sees an action."""
    found = (known_frame(state, audience, frame, hidden) for frame in frames)
    return tuple(frame for frame in found if frame.pending)


def known_frame(state: State, audience: str, frame: Frame, hidden: Hidden) -> Frame:
    """A frame with the actions that the audience sees."""
    seen = tuple(known_action(state, audience, action, hidden) for action in frame.pending if is_seen(action, hidden))
    return replace(
        frame, pending=seen, id=known_id(frame.id, hidden), window=known_id(frame.window, hidden), announced=MASKED,
        passed=tuple(known_id(passed, hidden) for passed in frame.passed if passed.split("|")[0] not in hidden),
    )  # fmt: skip


def is_seen(action: Action, hidden: Hidden) -> bool:
    """Is its doer or its target seen?"""
    return any(who not in hidden for who in (action.who, action.deed.target) if who)


def known_action(state: State, audience: str, action: Action, hidden: Hidden) -> Action:
    """An action without the people and numbers that the audience does not know."""
    if audience == GM:
        return action
    action = replace(action, id=known_id(action.id, hidden), seq=MASKED, offers=None, ruling=None)
    if action.shot is not None and not is_open(state, audience, action.deed.target):
        action = replace(action, shot=replace(action.shot, agility=MASKED))
    deed = action.deed
    if deed.target in hidden:
        action = replace(action, deed=replace(deed, target=UNSEEN))
    if action.who in hidden:
        action = Action(
            id=action.id, name=action.name, who=UNSEEN, deed=Deed(kind=deed.kind, target=action.deed.target),
            source=action.source, initiative=action.initiative,
        )  # fmt: skip
    return action


def known_id(id: str, hidden: Hidden) -> str:
    """An action's id without the names of those who are hidden."""
    if not hidden:
        return id
    act, slash, name = id.partition("/")
    return act + slash + ".".join(UNSEEN if part in hidden else part for part in name.split("."))


def seen(who: str, hidden: Hidden) -> str:
    """The combatant, or that somebody unseen is it."""
    return UNSEEN if who in hidden else who
