"""What an audience knows of the fight: built up from nothing. The one place with Tirakan's predicates of secrecy.

A player's character is an open book to all who see it. Of an NPC everybody sees what happens (faces, hits, wounds,
actions, conditions, what it holds); its numbers, thresholds and armour are the GM's, unless the table says otherwise.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from server.core.ids import GM, UNSEEN
from server.core.memo import Memo, Newest
from server.core.secrecy import not_seen_by_all, owns
from server.core.state import State
from server.rules.tirakan.secrecy.closed_sheet import MASKED, closed, without_protection
from server.rules.tirakan.state.intents import Aim, Attack, Deed, ThrowObject, Walk
from server.rules.tirakan.state.state import Combatant, Frame, Game, Rolled, Strike

Hidden = frozenset[str]

PEOPLE, ACTS, CLOSED = Memo(128), Memo(128), Memo(256)
"""What combatants and acts look like, as long as they are the same: to all alike, but for what only owners see."""


def _all_perceived(combatants: dict[str, Combatant]) -> bool:
    return not any(each.unperceived for each in combatants.values())


ALL_PERCEIVED = Newest(_all_perceived)
"""Does each perceive all others? Asked for each audience."""


def is_open(state: State, audience: str, who: str) -> bool:
    """May the audience read this combatant's sheet?"""
    if audience == GM or state.ledger.controller(who) != GM:
        return True
    return bool(state.ledger.table and state.ledger.table.npc_numbers_public)


def _is_quiet(state: State, audience: str, who: str) -> bool:
    """Is it hidden from anybody? Then it protects itself in secret, and only who plays it knows what it has left."""
    piece = state.play.pieces.get(who)
    return piece is not None and piece.seen_by is not None and not owns(state, audience, who)


def known(state: State, audience: str, hidden: Hidden) -> Game:
    """The game as the audience knows it; the same object where it knows all."""
    game: Game = state.play.game
    if audience == GM:
        return game
    if len(game.combatants) != len(state.play.pieces):  # the removed count as hidden: nobody is shown them
        hidden |= game.combatants.keys() - state.play.pieces.keys()
    changes: dict[str, Any] = {}
    quiet = frozenset(who for who in not_seen_by_all(state) if _is_quiet(state, audience, who))
    parts = (game.combatants, state.ledger.control, state.ledger.table)
    marks = ("" if ALL_PERCEIVED.of(game.combatants) else audience, hidden, quiet)
    combatants = PEOPLE.of(parts, marks, _known_combatants, state, audience, hidden)
    if combatants is not game.combatants:
        changes["combatants"] = combatants
    if game.frames:
        parts = (state.ledger.control, state.ledger.table, *game.frames)
        marks = (audience if any(frame.ruling.modifier for frame in game.frames) else "", hidden, quiet)
        frames = ACTS.of(parts, marks, known_frames, state, audience, game.frames, hidden)
        if any(a is not b for a, b in zip_longest(frames, game.frames)):
            changes["frames"] = frames
    if hidden:
        changes |= _without(game, hidden)
    if game.effects:
        changes["effects"] = ()
    return replace(game, **changes) if changes else game


def alike(state: State) -> bool:
    """Do all but the GM know the same of what they see? What one does not perceive, the GM's term, and the protection
    left of somebody whom only some see, owners know."""
    game: Game = state.play.game
    if any(state.play.pieces[who].seen_by for who in not_seen_by_all(state)):
        return False
    return ALL_PERCEIVED.of(game.combatants) and not any(frame.ruling.modifier for frame in game.frames)


def _known_combatants(state: State, audience: str, hidden: Hidden) -> dict[str, Combatant]:
    """Those that it sees; the same dict where it knows all of them."""
    everybody: dict[str, Combatant] = state.play.game.combatants
    found = {
        who: known_combatant(state, audience, who, combatant, hidden)
        for who, combatant in everybody.items()
        if who not in hidden
    }
    same = len(found) == len(everybody) and all(everybody[who] is each for who, each in found.items())
    return everybody if same else found


def _without(game: Game, hidden: Hidden) -> dict[str, Any]:
    distances = {pair: length for pair, length in game.distances.items() if not hidden.intersection(pair.split("|"))}
    enmity = {pair: said for pair, said in game.enmity.items() if not hidden.intersection(pair.split("|"))}
    return {
        "order": tuple(who for who in game.order if who not in hidden),
        "turn": "" if game.turn in hidden else game.turn,
        "last_actor": seen(game.last_actor, hidden),
        "distances": distances,
        "enmity": enmity,
    }


def seen(who: str, hidden: Hidden) -> str:
    """The combatant, or that somebody unseen is it."""
    return UNSEEN if who in hidden else who


# --- combatants ------------------------------------------------------------------------------------------------------


def known_combatant(state: State, audience: str, who: str, combatant: Combatant, hidden: Hidden) -> Combatant:
    """A visible combatant: all of it, or what everybody sees."""
    changes: dict[str, Any] = {}
    if not is_open(state, audience, who):
        combatant = CLOSED.of((combatant,), "", closed, combatant)
    elif _is_quiet(state, audience, who):
        combatant = CLOSED.of((combatant,), "quiet", without_protection, combatant)
    if combatant.unperceived and not owns(state, audience, who):
        changes["unperceived"] = ()
    if hidden:
        changes |= _no_trace(combatant, hidden)
    return replace(combatant, **changes) if changes else combatant


def _no_trace(combatant: Combatant, hidden: Hidden) -> dict[str, Any]:
    """Nothing that names somebody hidden."""
    changes: dict[str, Any] = {}
    if hidden.intersection(combatant.cover_from):
        changes["cover_from"] = {who: level for who, level in combatant.cover_from.items() if who not in hidden}
    if hidden.intersection(combatant.unperceived):
        changes["unperceived"] = tuple(who for who in combatant.unperceived if who not in hidden)
    if combatant.aim is not None and combatant.aim.target in hidden:
        changes["aim"] = replace(combatant.aim, target=UNSEEN)
    return changes


# --- acts in progress ------------------------------------------------------------------------------------------------


def known_frames(state: State, audience: str, frames: tuple[Frame, ...], hidden: Hidden) -> tuple[Frame, ...]:
    """The acts in progress that the audience sees."""
    return tuple(known_frame(state, audience, frame, hidden) for frame in frames if is_seen(frame, hidden))


def is_seen(frame: Frame, hidden: Hidden) -> bool:
    """A phase is always seen; an act where its actor or its target is."""
    if frame.kind == "phase" or not hidden:
        return True
    people = [who for who in (frame.who, frame.target) if who]
    return not people or any(who not in hidden for who in people)


def known_frame(state: State, audience: str, frame: Frame, hidden: Hidden) -> Frame:
    """An act in progress without the numbers and people that the audience does not know."""
    changes: dict[str, Any] = {}
    if (strike := frame.strike and known_strike(state, audience, frame.strike, hidden)) is not frame.strike:
        changes["strike"] = strike
    if (rolled := frame.rolled and known_roll(state, audience, frame.rolled, hidden)) is not frame.rolled:
        changes["rolled"] = rolled
    if audience != GM and not owns(state, audience, frame.who) and frame.ruling.modifier:
        changes["ruling"] = replace(frame.ruling, modifier=MASKED)
    if hidden:
        changes |= {
            "who": seen(frame.who, hidden),
            "target": seen(frame.target, hidden),
            "deed": known_deed(frame.deed, frame.who, hidden),
            "declared": _reactions(frame.declared, hidden),
            "rulings": {who: ruling for who, ruling in frame.rulings.items() if who not in hidden},
            "queue": tuple(who for who in frame.queue if who not in hidden),
        }
        if frame.who in hidden:
            changes["path"] = ()
    return replace(frame, **changes) if changes else frame


def known_roll(state: State, audience: str, rolled: Rolled, hidden: Hidden) -> Rolled | None:
    """A roll that may be improved: its faces are public, not from which total a die counts."""
    if rolled.who in hidden:
        return None
    return rolled if is_open(state, audience, rolled.who) else replace(rolled, minimum=MASKED, critical=MASKED)


def _reactions(declared: dict[str, Deed], hidden: Hidden) -> dict[str, Deed]:
    return {who: known_deed(deed, who, hidden) or deed for who, deed in declared.items() if who not in hidden}


def known_deed(deed: Deed | None, who: str, hidden: Hidden) -> Deed | None:
    """A deed by or against somebody hidden: of an unseen attacker's attack no more than whom it hits."""
    if isinstance(deed, Walk) and deed.with_ is not None:
        return replace(deed, with_=known_deed(deed.with_, who, hidden))
    if not isinstance(deed, Attack | Aim | ThrowObject) or not hidden:
        return deed
    if who in hidden:
        return type(deed)(target=seen(deed.target, hidden))
    return replace(deed, target=UNSEEN) if deed.target in hidden else deed


def known_strike(state: State, audience: str, strike: Strike, hidden: Hidden) -> Strike:
    """Faces and hits are public; thresholds and the weapon's numbers are the attacker's."""
    changes: dict[str, Any] = {}
    if strike.who and not is_open(state, audience, strike.who):
        changes = {"minimum": MASKED, "critical": MASKED, "aim": MASKED, "accurate": MASKED, "chain": MASKED}
    if strike.stopped and (not is_open(state, audience, strike.target) or _is_quiet(state, audience, strike.target)):
        changes |= {"stopped": (), "effective": ()}
    if hidden.intersection((strike.who, strike.target)):
        changes |= {"who": seen(strike.who, hidden), "target": seen(strike.target, hidden)}
    if strike.who in hidden:
        changes |= {"weapon": "", "hand": "main", "distance_cm": 0}
    return replace(strike, **changes) if changes else strike
