"""What the declarations of Tirakan's events and state can't say: sheets, deeds, and acts of somebody hidden.

A player's character is an open book to all who see it. Of an NPC everybody sees what happens (faces, hits, wounds,
actions, conditions, what it holds); its numbers, thresholds and armour are the GM's, unless the table says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.disclosure import ID, NAME, OPEN, WHOLE, Disclosure, seen
from server.core.knowing.viewer import Viewer, Witness
from server.core.state import State
from server.kit.acts.known import circumstances, may_know_whose, rules
from server.kit.between import unperceived_told
from server.rules.tirakan import events as e
from server.rules.tirakan.evolve.frames import SHAPES
from server.rules.tirakan.secrecy.closed_sheet import closed_arms, closed_sheet, without_protection
from server.rules.tirakan.state.state import Arm, Combatant, Game, Strike

Told = dict[str, Any]


def gone(state: State) -> frozenset[str]:
    """Who was taken off the table but still has a place in the order of turns."""
    game, pieces = state.play.game, state.play.pieces
    return frozenset() if len(game.combatants) == len(pieces) else frozenset(game.combatants.keys() - pieces.keys())


# --- combatants ------------------------------------------------------------------------------------------------------


def _combatant(viewer: Viewer, combatant: Combatant, who: str) -> Told:
    sheet = combatant.sheet
    if not viewer.reads(who):
        return {"sheet": closed_sheet(sheet, combatant), "arms": _arms(viewer, closed_arms(combatant))}
    is_quiet = _is_quiet(viewer, who)
    arms = _arms(viewer, combatant.arms)
    if not is_quiet and not combatant.unperceived and arms is combatant.arms:
        return WHOLE
    told: Told = {"sheet": sheet, "arms": arms, "spent": combatant.spent}
    if is_quiet:
        told |= {"sheet": without_protection(sheet), "spent": ()}
    if combatant.unperceived:
        told["unperceived"] = unperceived_told(viewer, combatant.unperceived, who)
    return told


def _arms(viewer: Viewer, arms: dict[str, Arm]) -> dict[str, Arm]:
    """In whose armour a weapon is stuck only those learn who see that one."""
    if all(viewer.sees(arm.stuck_in) for arm in arms.values() if arm.stuck_in):
        return arms
    return {id: replace(arm, stuck_in=viewer.name(arm.stuck_in)) for id, arm in arms.items()}


def _is_quiet(viewer: Viewer, who: str) -> bool:
    """Is it hidden from anybody? Then it protects itself in secret, and only who plays it knows what it has left."""
    return viewer.is_secret(who) and not viewer.plays(who)


def _added(viewer: Viewer, event: e.CombatantAdded, who: str) -> Told:
    return {"sheet": event.sheet if viewer.reads(who) else closed_sheet(event.sheet)}


# --- acts in progress ------------------------------------------------------------------------------------------------


def _strike(viewer: Viewer, strike: Strike, _who: str) -> Told:
    """What has been stopped by protection is the target's."""
    if not strike.stopped or (viewer.reads(strike.target) and not _is_quiet(viewer, strike.target)):
        return WHOLE
    return {}


def _tie(witness: Witness, event: e.InitiativeTieBroken, _who: str) -> Told | None:
    """Between whom somebody hidden finds its place is the GM's alone: who plays one of the tied would else learn
    whether another hidden one is among them."""
    return None if any(map(witness.is_secret, event.who)) else WHOLE


# --- rolls -----------------------------------------------------------------------------------------------------------


def _cover_rolled(viewer: Viewer, event: e.CoverRolled, _who: str) -> Told | None:
    """Of somebody hidden its attacker sees only that hits are gone."""
    if not viewer.sees(event.target):
        return {} if event.hits else None
    return {"terms": event.terms if viewer.reads(event.target) else ()}


def _improved(viewer: Viewer, event: e.RollImproved, who: str) -> Told:
    """Of a defence by somebody hidden only what it changes is seen, not its dice."""
    return WHOLE if viewer.sees(who) or event.roll in ("hit", "check") else {}


def _order(viewer: Viewer, event: e.InitiativeOrderSet, _who: str) -> Told | None:
    """Only totals: what breaks ties is on the sheet."""
    keys = {who: type(key)(key.total) for who, key in event.keys.items() if viewer.sees(who)}
    return None if event.keys and not keys else {"keys": keys}


# --- the GM's words --------------------------------------------------------------------------------------------------

SECRET_VALUES = ("sheet", "boost", "unit", "ammo", "blunt", "supportable", "may_dual_wield")

CIRCUMSTANCES = ("decision", "cost", "check", "difficulty", "refuse", "from_behind", "cover", "distance_cm")
"""What is told of a ruling on the attack of one whose sheet is closed: all but the term."""


def _ruled(witness: Witness, event: e.GMRuled, _who: str) -> Told | None:
    """Rulings are public, but for those on somebody hidden and on numbers of closed sheets."""
    if event.ruling == "attack":
        return circumstances(witness, event, CIRCUMSTANCES)
    if not may_know_whose(witness, event):
        return None
    is_closed = bool(event.subject) and not witness.reads(event.subject)
    if event.ruling == "set" and is_closed and event.value_of in SECRET_VALUES:
        return None
    return WHOLE


def _game(viewer: Viewer, game: Game, _who: str) -> Told:
    return WHOLE if viewer.sees(game.turn) else {}


REDACT: dict[type[Any], Callable[[Any, Any, str], Told | None]] = {
    **rules(SHAPES),
    Game: _game,
    Combatant: _combatant,
    Strike: _strike,
    e.CombatantAdded: _added,
    e.InitiativeTieBroken: _tie,
    e.InitiativeOrderSet: _order,
    e.CoverRolled: _cover_rolled,
    e.RollImproved: _improved,
    e.GMRuled: _ruled,
}

TOPIC: dict[str, Disclosure] = {
    "action": ID,
    "who": NAME,
    "target": NAME,
    "reaction": NAME,
    "roller": NAME,
    "kind": OPEN,
    "normal": OPEN,
    "critical": OPEN,
    "extra": OPEN,
    "piercing": OPEN,
    "weapon": seen(),
    "mode": OPEN,
    "special": OPEN,
    "massive": OPEN,
    "to": OPEN,
    "text": seen(),
    "length_cm": OPEN,
    "object": seen(),
    "roll": OPEN,
    "after": NAME,
}
"""How an act is done stands in a topic only where everybody sees who does it."""
