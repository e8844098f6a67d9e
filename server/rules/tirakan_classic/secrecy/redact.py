"""What the declarations of events and state can't say: sheets, deeds, and acts of somebody hidden.

A player's character is an open book to all who see it. Of an NPC everybody sees what happens (faces, hits, wounds,
actions, status, what it holds); its numbers, minimum roll and protection are the GM's, unless the table says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.disclosure import ID, NAME, OPEN, WHOLE, Disclosure, seen
from server.core.knowing.viewer import NOBODY, Hidden, Viewer, Witness
from server.core.state import State
from server.kit.acts.known import circumstances, may_know_whose, rules
from server.kit.between import unperceived_told
from server.kit.order import order_told
from server.rules.tirakan_classic.evolve.frames import SHAPES
from server.rules.tirakan_classic.secrecy.closed_sheet import closed_arms, closed_sheet
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state.state import Combatant, Game, Rolled

Told = dict[str, Any]


def gone(state: State) -> Hidden:
    """Who was taken off the table, but is still the target of an act in progress."""
    game: Game = state.play.game
    if not game.frames:
        return NOBODY
    return frozenset({frame.target for frame in game.frames if frame.target} - state.play.pieces.keys())


# --- combatants ------------------------------------------------------------------------------------------------------


def _combatant(viewer: Viewer, own: Combatant, who: str) -> Told:
    if not viewer.reads(who):
        return {"sheet": closed_sheet(own.sheet, own), "arms": closed_arms(own)}
    if not own.unperceived:
        return WHOLE
    told = unperceived_told(viewer, own.unperceived, who)
    return {"sheet": own.sheet, "arms": own.arms, "unperceived": told}


def _added(viewer: Viewer, event: e.CombatantAdded, who: str) -> Told:
    return {"sheet": event.sheet if viewer.reads(who) else closed_sheet(event.sheet)}


def _game(viewer: Viewer, game: Game, _who: str) -> Told:
    return WHOLE if viewer.sees(game.turn) else {}


def _order(witness: Witness, event: e.InitiativeOrderSet, _who: str) -> Told | None:
    return order_told(witness, event, witness.hidden)


# --- rolls -----------------------------------------------------------------------------------------------------------


def _rolled(viewer: Viewer, _rolled: Rolled, who: str) -> Told | None:
    """A roll that may be improved: its faces are public, not from which face a die counts."""
    return {} if viewer.sees(who) else None


def _improved(viewer: Viewer, event: e.RollImproved, who: str) -> Told:
    """Of a defence by somebody hidden only what it changes is seen, not its dice."""
    return WHOLE if viewer.sees(who) or event.roll in ("hit", "throw") else {}


# --- the GM's words --------------------------------------------------------------------------------------------------

SECRET_VALUES = ("sheet", "ammo")

CIRCUMSTANCES = ("decision", "from_behind", "cover", "distance_cm")
"""What is told of a ruling on the act of one whose sheet is closed: all but the number."""


def _ruled(witness: Witness, event: e.GMRuled, _who: str) -> Told | None:
    """Rulings are public, but for those on somebody hidden and on numbers of closed sheets."""
    if event.ruling == "act":
        return circumstances(witness, event, CIRCUMSTANCES)
    if event.ruling == "effect" or not may_know_whose(witness, event):
        return None
    is_closed = bool(event.subject) and not witness.reads(event.subject)
    if event.ruling == "set" and is_closed and event.value_of in SECRET_VALUES:
        return None
    return WHOLE


REDACT: dict[type[Any], Callable[[Any, Any, str], Told | None]] = {
    **rules(SHAPES),
    Game: _game,
    Combatant: _combatant,
    Rolled: _rolled,
    e.CombatantAdded: _added,
    e.InitiativeOrderSet: _order,
    e.RollImproved: _improved,
    e.GMRuled: _ruled,
}

TOPIC: dict[str, Disclosure] = {
    "action": ID, "who": NAME, "target": NAME, "reaction": NAME, "roller": NAME,
    **dict.fromkeys(("kind", "hits", "mode", "to", "length_cm", "roll"), OPEN),
    **dict.fromkeys(("weapon", "text", "object"), seen()),
}  # fmt: skip
"""How an act is done stands in a topic only where everybody sees who does it."""
