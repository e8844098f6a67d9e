"""Applying events to the stack of frames: what is pushed, how far an act has come, what is popped. Facts only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core import events as core
from server.core.events import Event
from server.kit.acts.evolve import Shapes, closed, folds
from server.kit.frames import changed, on_frame, push, top, with_frame, with_part
from server.rules.tirakan import events as e
from server.rules.tirakan.evolve.gm import ruled
from server.rules.tirakan.state.facts import protection_question
from server.rules.tirakan.state.intents import Attack
from server.rules.tirakan.state.state import Frame, Game, Strike


def still_open(game: Game) -> tuple[Frame, ...]:
    """What a change of turns or phases leaves open: hits on somebody hidden, which wait for an answer that others know
    nothing of."""
    return tuple(frame for frame in game.frames if frame.kind == "hits")


# --- acts ------------------------------------------------------------------------------------------------------------


def _declared(game: Game, event: e.ActionDeclared) -> Game:
    """What was said of the timing is about the next act of an actor: a reaction has no such window (T-REACT-9)."""
    game = _OF_ACTS[e.ActionDeclared](game, event)
    if event.frame == "act" and game.timing:
        game = replace(with_frame(game, event.action_id, timing=game.timing), timing="")
    return game


def has_window(game: Game, frame: Frame) -> bool:
    """T-ACT-9, T-REACT-10, H-05: acts of the actor open one; of reactions, if at all, attacks for their target."""
    return frame.kind == "act" or (game.options.react_to_reactions == "defence_only" and isinstance(frame.deed, Attack))


# --- windows ---------------------------------------------------------------------------------------------------------


def _phase_opened(game: Game, event: e.PhaseWindowOpened) -> Game:
    frame = Frame(
        id=event.action_id, name=event.name, kind="phase", who=event.last_actor, cost=0, stage="paid",
    )  # fmt: skip
    return push(game, frame)


def _closed_with_distance(game: Game, event: e.ReactionWindowClosed) -> Game:
    game = closed(game, event)
    return with_frame(game, event.action_id, distance_cm=event.distance_cm)


# --- hits ------------------------------------------------------------------------------------------------------------


def _hits_rolled(game: Game, event: e.HitsRolled) -> Game:
    strike = Strike(
        who=event.who, target=event.target, weapon=event.weapon, hand=event.hand, mode=event.mode,
        special=event.special, distance_cm=event.distance_cm, from_behind=event.from_behind, dice=event.dice,
        minimum=event.M, critical=event.K, hits=event.hits, piercing=event.piercing,
        wounds_per_hit=event.wounds_per_hit, inflicts=event.inflicts, aim=event.aim, accurate=event.accurate,
        chain=event.chain, recoil=event.recoil,
    )  # fmt: skip
    return with_frame(game, event.action_id, strike=strike)


def _reevaluated(game: Game, event: e.HitsReevaluated) -> Game:
    """T-REACT-11b: while its roller may still improve it, from the same thresholds on (T-DICE-6)."""
    game = with_part(game, event.action_id, "strike", minimum=event.M, critical=event.K, hits=event.hits)

    def apply(frame: Frame) -> Frame:
        rolled = frame.rolled
        if rolled is None or rolled.what != "hit":
            return frame
        return replace(frame, rolled=replace(rolled, minimum=event.M, critical=event.K))

    return on_frame(game, event.action_id, apply)


def _inflicted(game: Game, event: e.HitsInflicted) -> Game:
    strike = Strike(
        who=event.who, target=event.target, hits=event.hits, piercing=event.piercing,
        wounds_per_hit=event.wounds_per_hit, cover_allowed=event.cover_allowed,
    )  # fmt: skip
    frame = Frame(
        id=event.action_id, name=event.name, kind="hits", who=event.who, target=event.target, cost=0,
        stage="reactions", strike=strike,
    )  # fmt: skip
    if event.waits:
        return replace(game, frames=(frame, *game.frames))
    below = top(game)
    if below is not None and below.stage == "protected":
        game = with_frame(game, below.id, stage="harmed")
    return push(game, frame)


def _aim_lost(game: Game, event: e.AimLost) -> Game:
    """T-AIM-5: also that which was taken over into an attack still in progress."""

    def apply(frame: Frame) -> Frame:
        if frame.who != event.who:
            return frame
        strike = frame.strike
        return replace(frame, spoiled=True, strike=None if strike is None else replace(strike, aim=0))

    return changed(game, apply)


def _covered(game: Game, event: e.CoverRolled) -> Game:
    def apply(frame: Frame) -> Frame:
        strike = frame.strike
        return (
            frame if strike is None else replace(frame, strike=replace(strike, covered=(*strike.covered, *event.hits)))
        )

    return on_frame(game, event.action_id, apply)


def _protected(game: Game, event: e.ProtectionUsed) -> Game:
    stopped = tuple(stop.hit for stop in event.stops)
    game = with_part(game, event.action_id, "strike", stopped=stopped, effective=event.effective)
    return with_frame(game, event.action_id, stage="protected")


def _closed(game: Game, event: core.DecisionClosed) -> Game:
    """The question of protection is over, whether or not anybody was asked."""
    frame = top(game)
    if frame is None or frame.strike is None or frame.stage == "protected":
        return game
    is_over = event.decision.endswith(f"/{protection_question(frame, frame.strike)}")
    return with_frame(game, frame.id, stage="protected") if is_over else game


def _wounded(game: Game, event: e.WoundsTaken) -> Game:
    """Counted for the act on top, if it is its target that is wounded."""
    frame = top(game)
    if frame is None or frame.strike is None or frame.strike.target != event.who:
        return game
    return with_frame(game, frame.id, wounds=frame.wounds + event.wounds)


# --- rulings ---------------------------------------------------------------------------------------------------------


def _ruled(game: Game, event: e.GMRuled) -> Game:
    if event.timing:
        return replace(game, timing=event.timing)
    if event.from_behind is not None:
        game = with_part(game, event.action_id, "strike", from_behind=event.from_behind)
    return on_frame(game, event.action_id, lambda frame: ruled(frame, event))


SHAPES = Shapes(
    frame=Frame, declared=e.ActionDeclared, spent=e.ActionSpent, reacting=e.ReactionDeclared,
    closed=e.ReactionWindowClosed, opens=has_window,
)  # fmt: skip
_OF_ACTS = folds(SHAPES)

FRAMES: dict[type[Event], Callable[[Game, Any], Game]] = {
    **_OF_ACTS,
    e.ActionDeclared: _declared,
    e.PhaseWindowOpened: _phase_opened,
    e.PhaseWindowClosed: closed,
    e.ReactionWindowClosed: _closed_with_distance,
    e.HitsRolled: _hits_rolled,
    e.HitsReevaluated: _reevaluated,
    e.HitsInflicted: _inflicted,
    e.AimLost: _aim_lost,
    e.DodgeRolled: lambda game, event: (
        with_part(game, event.action_id, "strike", dodged=True) if event.success else game
    ),
    e.ParryRolled: lambda game, event: with_part(game, event.action_id, "strike", parry=(event.normal, event.critical)),
    e.ShieldParried: lambda game, event: with_frame(game, event.action_id, shield=event.level),
    e.CoverRolled: _covered,
    e.ProtectionUsed: _protected,
    core.DecisionClosed: _closed,
    e.ProtectionDeclined: lambda game, event: with_frame(game, event.action_id, stage="protected"),
    e.WoundsTaken: _wounded,
    e.DisarmAttributeChosen: lambda game, event: with_frame(game, event.action_id, choice=event.attribute),
    e.ThrowRolled: lambda game, event: with_frame(game, event.action_id, successes=event.successes),
    e.GMRuled: _ruled,
}
