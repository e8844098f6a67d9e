"""What the declarations of Brink's events and state can't say: what is left of a sheet, slots, and ties.

A player's character is an open book to all who see it. Of an NPC everybody sees what happens (faces, totals, damage
dealt, energy, actions, what is in its hand); its numbers are the GM's, unless the table says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.disclosure import NAME, OPEN, WHOLE, Disclosure
from server.core.ids import UNSEEN
from server.core.knowing.viewer import NOBODY, Hidden, Viewer, Witness
from server.core.state import State
from server.kit.order import order_told
from server.rules.brink.secrecy.closed_sheet import closed_sheet
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import members, slot_of
from server.rules.brink.state.state import Action, Boundary, Combatant, Delay, Frame, Game

Told = dict[str, Any]

TARGETS_TERMS = ("agility", "protection")
"""Terms of a roll that are on the target's sheet."""
BETWEEN_TERMS = ("distance_cm", "sight")
"""Terms that say where the one stands to the other."""


# --- combatants and acts in progress ---------------------------------------------------------------------------------


def _combatant(viewer: Viewer, combatant: Combatant, who: str) -> Told:
    """Of a stranger: what is in its hand, and how it is loaded."""
    if viewer.reads(who):
        return WHOLE
    arm = combatant.arms.get(combatant.equipped)
    arms = {combatant.equipped: replace(arm, reserve=None)} if arm is not None else {}
    return {"sheet": closed_sheet(combatant.sheet, combatant.equipped), "arms": arms}


def _added(viewer: Viewer, event: e.CombatantAdded, who: str) -> Told:
    return {"sheet": event.sheet if viewer.reads(who) else closed_sheet(event.sheet)}


def _action(viewer: Viewer, action: Action, who: str) -> Told | None:
    """Seen where its doer or its target is."""
    target = action.deed.target
    if not any(viewer.sees(one) for one in (who, target) if one):
        return None
    shot = action.shot
    if shot is None or not viewer.sees(who):
        return {}
    return {"shot": shot if viewer.reads(target) else replace(shot, agility=0)}


def _frame(viewer: Viewer, frame: Frame, _who: str) -> Told | None:
    """Seen where one of its actions is."""
    return {} if any(_action(viewer, action, action.who) is not None for action in frame.pending) else None


# --- slots -----------------------------------------------------------------------------------------------------------


def hidden_slots(game: Game, hidden: Hidden) -> frozenset[str]:
    """Slots of which nobody is seen, those also that somebody hidden has left for a group."""
    slots = hidden | {slot_of(game, who) for who in hidden}
    return frozenset(slot for slot in slots if _is_hidden(game, slot, hidden))


def _is_hidden(game: Game, slot: str, hidden: Hidden) -> bool:
    people = members(game, slot)
    return hidden.issuperset(people) if people else slot in hidden


def _game(viewer: Viewer, game: Game, _who: str) -> Told:
    """A turn of somebody hidden looks like what is between two turns."""
    unseen = hidden_slots(game, viewer.hidden) if viewer.hidden else frozenset()
    order = tuple(slot for slot in game.order if slot not in unseen)
    # Who has left the order may have been hidden.
    started = {slot: round for slot, round in game.started.items() if slot in order}
    told: Told = {"stage": game.stage, "turn": game.turn, "order": order, "started": started}
    told |= {"boundary": _boundary(viewer, game, unseen), "delays": game.delays}
    if not unseen:
        return told
    told["delays"] = {slot: _delay(delay, unseen) for slot, delay in game.delays.items() if slot not in unseen}
    return told | {"stage": "boundary", "turn": ""} if game.stage == "turn" and game.turn in unseen else told


NO_BOUNDARY = Boundary()


def _boundary(viewer: Viewer, game: Game, unseen: frozenset[str]) -> Boundary:
    """What those need to answer who see that it asks somebody. To others, or longer than that, it would tell how the
    last turn ended, also where nobody saw that one."""
    if not any(viewer.sees_question(id) for id in game.waits if "/boundary." in id):
        return NO_BOUNDARY
    ended = game.boundary.ended
    return Boundary(ended=UNSEEN if ended in unseen else ended, resolved=game.boundary.resolved)


def _delay(delay: Delay, unseen: frozenset[str]) -> Delay:
    return replace(delay, after=UNSEEN) if delay.after in unseen else delay


def _tie(witness: Witness, event: e.InitiativeTieBroken, _who: str) -> Told | None:
    """Combatants in sight tie among themselves; older logs have ties with somebody hidden, told anew in a copy.
    With only one of the tied in sight, the tie itself would tell of another."""
    unseen = hidden_slots(witness.before.play.game, witness.hidden)
    slots = tuple(slot for slot in event.slots if slot not in unseen)
    if len(slots) < 2:
        return None
    return {"slots": slots, "faces": {slot: face for slot, face in event.faces.items() if slot in slots}}


def gone(state: State) -> Hidden:
    """Who was taken off the table, but is still part of an act in progress or of a question about it, or behind whose
    turn it goes on."""
    game: Game = state.play.game
    actions = (action for frame in game.frames for action in frame.pending)
    named = {*game.doubtful, *(who for action in actions for who in (action.who, action.deed.target) if who)}
    behind = {game.boundary.ended, *(delay.after for delay in game.delays.values())}
    named.update(slot for slot in behind if slot and not members(game, slot))
    return frozenset(named - state.play.pieces.keys()) if named else NOBODY


def _unseen_tie(witness: Witness, event: e.UnseenTieBroken, _who: str) -> Told | None:
    """Told to those who see all of them."""
    if hidden_slots(witness.before.play.game, witness.hidden).intersection(event.slots):
        return None
    return WHOLE


def _order(witness: Witness, event: e.InitiativeOrderSet, _who: str) -> Told | None:
    return order_told(witness, event, hidden_slots(witness.before.play.game, witness.hidden))


def _after(witness: Witness, event: e.ReinsertPlanned | e.TurnReinserted, _who: str) -> Told:
    return {"after": UNSEEN if event.after in hidden_slots(witness.before.play.game, witness.hidden) else event.after}


# --- rolls and rulings -----------------------------------------------------------------------------------------------


def _terms(viewer: Viewer, event: e.HitsRolled | e.ProtectionUsed | e.ActionFizzled, who: str) -> Told:
    """Where somebody unseen stands must not show in how far away it is from one in sight."""
    mine, theirs = viewer.reads(who), viewer.reads(event.target)
    both = mine and viewer.sees(who, event.target)
    may_know = {**dict.fromkeys(TARGETS_TERMS, theirs), **dict.fromkeys(BETWEEN_TERMS, both)}
    return {"terms": tuple(term for term in event.terms if may_know.get(term.key, mine))}


SECRET_VALUES = ("health", "sheet", "reserve")


def _ruled(viewer: Viewer, event: e.GMRuled, _who: str) -> Told | None:
    """Rulings are public, but for those on somebody hidden and on numbers of closed sheets."""
    if not viewer.sees(event.subject):
        return None
    is_closed = bool(event.subject) and not viewer.reads(event.subject)
    return None if event.ruling == "end" or (is_closed and event.value_of in SECRET_VALUES) else {}


REDACT: dict[type[Any], Callable[[Any, Any, str], Told | None]] = {
    Combatant: _combatant,
    Action: _action,
    Frame: _frame,
    Game: _game,
    e.CombatantAdded: _added,
    e.InitiativeTieBroken: _tie,
    e.UnseenTieBroken: _unseen_tie,
    e.InitiativeOrderSet: _order,
    e.ReinsertPlanned: _after,
    e.TurnReinserted: _after,
    e.HitsRolled: _terms,
    e.ProtectionUsed: _terms,
    e.ActionFizzled: _terms,
    e.GMRuled: _ruled,
}

TOPIC: dict[str, Disclosure] = {"who": NAME, "target": NAME, "mover": NAME, "kind": OPEN, "label": OPEN}
