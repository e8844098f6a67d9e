"""Applying events to the stack of acts in progress, beside what the kit applies. Facts only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core import events as core
from server.core.events import Event
from server.kit.acts import improving
from server.kit.acts.events import ObjectLanded
from server.kit.acts.evolve import Shapes, folds
from server.kit.frames import cancelled, changed, on_frame, with_frame, with_part
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state.state import Frame, Game, Ruling, Strike

SHAPES = Shapes(
    frame=Frame, declared=e.ActDeclared, spent=e.ActionSpent, reacting=e.ReactionDeclared, closed=e.ReactionWindowClosed
)

# --- hits ------------------------------------------------------------------------------------------------------------


def _rolled(game: Game, event: e.HitsRolled) -> Game:
    strike = Strike(weapon=event.weapon, mode=event.mode, faces=event.faces, minimum=event.M, hits=event.hits)
    return with_frame(game, event.action_id, strike=strike)


def _reevaluated(game: Game, event: e.HitsReevaluated) -> Game:
    """L-GM-1: dice that fell away are kept, so that they come back if need be; those that are left can be improved."""

    def apply(frame: Frame) -> Frame:
        strike, rolled = frame.strike, frame.rolled
        if strike is None:
            return frame
        spare = (strike.faces + strike.spare)[len(event.faces) :]
        strike = replace(strike, faces=event.faces, spare=spare, minimum=event.M, hits=event.hits)
        if rolled is not None and rolled.what in improving.AIMED:
            rolled = replace(rolled, faces=event.faces, minimum=event.M)
        return replace(frame, strike=strike, rolled=rolled)

    return on_frame(game, event.action_id, apply)


# --- dice spent on rolls ---------------------------------------------------------------------------------------------


def _improved(game: Game, event: e.RollImproved) -> Game:
    def apply(frame: Frame) -> Frame:
        rolled = frame.rolled
        if rolled is not None:
            times = rolled.times + 1
            rolled = replace(rolled, faces=event.faces, destiny=event.destiny_faces, minimum=event.M, times=times)
        frame = replace(frame, rolled=rolled)
        if event.roll == "check":
            return replace(frame, successes=event.hits)
        if frame.strike is None:
            return frame
        return replace(frame, strike=replace(frame.strike, **_IMPROVED[event.roll](frame.strike, event)))

    return on_frame(game, event.action_id, apply)


def _of_hits(strike: Strike, event: e.RollImproved) -> dict[str, Any]:
    bonus = strike.bonus + len(event.faces) - len(strike.faces)
    return {"faces": event.faces, "bonus": bonus, "destiny": event.destiny_faces, "hits": event.hits}


_IMPROVED: dict[str, Callable[[Strike, e.RollImproved], dict[str, Any]]] = {
    "hit": _of_hits,
    "throw": _of_hits,
    "evade": lambda _strike, event: {"evaded": event.hits > 0},
    "parry": lambda _strike, event: {"parried": event.hits},
}

# --- rulings ---------------------------------------------------------------------------------------------------------

KEPT = ("cost", "from_behind", "cover", "distance_cm", "modifier")
"""What stays as it was said before where it is left out."""


def _ruled(game: Game, event: e.GMRuled) -> Game:
    def apply(frame: Frame) -> Frame:
        if event.reaction:
            return replace(frame, rulings={**frame.rulings, event.reaction: _merged(Ruling(), event)})
        return replace(frame, ruling=_merged(frame.ruling, event))

    return on_frame(game, event.action_id, apply) if event.ruling in ("act", "custom") else game


def _merged(ruling: Ruling, event: e.GMRuled) -> Ruling:
    said = {field: value for field in KEPT if (value := getattr(event, field)) is not None}
    if event.ruling == "custom":
        said |= {"roll": event.roll, "refuse": event.refuse, "removed": event.removed}
    return replace(ruling, **said)


# --- leaving ---------------------------------------------------------------------------------------------------------


def forget(game: Game, who: str) -> Game:
    """Somebody is off the table: its own acts are over, and what it had announced."""
    for frame in [frame for frame in game.frames if frame.who == who]:
        game = cancelled(game, frame.id)
    return changed(game, lambda frame: _without(frame, who))


def _without(frame: Frame, who: str) -> Frame:
    declared = {other: deed for other, deed in frame.declared.items() if other != who}
    rulings = {other: ruling for other, ruling in frame.rulings.items() if other != who}
    queue = tuple(other for other in frame.queue if other != who)
    return replace(frame, declared=declared, rulings=rulings, queue=queue)


FRAMES: dict[type[Event], Callable[[Game, Any], Game]] = {
    **folds(SHAPES),
    core.DecisionOpened: improving.opened("reaction"),
    e.HitsRolled: _rolled,
    e.HitsReevaluated: _reevaluated,
    e.EvadeRolled: lambda game, event: with_part(game, event.action_id, "strike", evaded=event.success),
    e.ParryRolled: lambda game, event: with_part(game, event.action_id, "strike", parried=event.removed),
    e.CheckRolled: lambda game, event: with_frame(game, event.action_id, successes=event.hits),
    e.DeviationRolled: lambda game, event: with_frame(game, event.action_id, landing=event.landing, is_astray=True),
    ObjectLanded: lambda game, event: with_frame(game, event.action_id, landing=event.at, stage="landed"),
    e.WoundsTaken: lambda game, event: with_frame(game, event.action_id, wounds=event.wounds),
    e.RollStands: improving.stands,
    e.RollImproved: _improved,
    e.GMRuled: _ruled,
}
