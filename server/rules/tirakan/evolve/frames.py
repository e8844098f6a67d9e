"""Applying events to the stack of frames: what is pushed, how far an act has come, what is popped. Facts only."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any

from msgspec.structs import replace

from server.core import events as core
from server.core.events import Event
from server.rules.tirakan import events as e
from server.rules.tirakan.evolve.gm import ruled
from server.rules.tirakan.state.facts import protection_question
from server.rules.tirakan.state.intents import Attack
from server.rules.tirakan.state.options import Options
from server.rules.tirakan.state.state import Frame, Game, Ruling, Strike


def _push(game: Game, frame: Frame) -> Game:
    return replace(game, frames=(*game.frames, frame))


def on_frame(game: Game, action_id: str, apply: Callable[[Frame], Frame]) -> Game:
    """The game with one frame changed; `game` itself where it stays the same."""
    return _framed(game, tuple(apply(frame) if frame.id == action_id else frame for frame in game.frames))


def _framed(game: Game, frames: tuple[Frame, ...]) -> Game:
    same = len(frames) == len(game.frames) and all(map(is_, frames, game.frames))
    return game if same else replace(game, frames=frames)


def still_open(game: Game) -> tuple[Frame, ...]:
    """What a change of turns or phases leaves open: hits on somebody hidden, which wait for an answer that others know
    nothing of."""
    return tuple(frame for frame in game.frames if frame.kind == "hits")


def _set(game: Game, action_id: str, **changes: Any) -> Game:
    return on_frame(game, action_id, lambda frame: replace(frame, **changes))


def _strike(game: Game, action_id: str, **changes: Any) -> Game:
    def apply(frame: Frame) -> Frame:
        return frame if frame.strike is None else replace(frame, strike=replace(frame.strike, **changes))

    return on_frame(game, action_id, apply)


# --- acts ------------------------------------------------------------------------------------------------------------


def _declared(game: Game, event: e.ActionDeclared) -> Game:
    """The GM may have ruled on a reaction already while it was only announced. What was said of the timing is about
    the next act of an actor, since a reaction has no such window (T-REACT-9)."""
    below = game.frames[-1].rulings if game.frames else {}
    frame = Frame(
        id=event.action_id, name=event.name, kind=event.frame, who=event.who, target=event.target, deed=event.deed,
        path=event.path, cost=event.cost, ruling=below.get(event.who, Ruling()),
    )  # fmt: skip
    if event.frame == "act" and game.timing:
        frame, game = replace(frame, timing=game.timing), replace(game, timing="")
    return _push(game, frame)


def _spent(game: Game, event: e.ActionSpent) -> Game:
    """Paid; and what was reserved for it is no longer reserved."""

    def apply(frame: Frame) -> Frame:
        if frame.id == event.action_id and frame.stage == "declared":
            return replace(frame, stage="paid" if has_window(game.options, frame) else "reactions")
        return _without(frame, event.who)

    return _framed(game, tuple(apply(frame) for frame in game.frames))


def has_window(options: Options, frame: Frame) -> bool:
    """T-ACT-9, T-REACT-10, H-05: acts of the actor open one; of reactions, if at all, attacks for their target."""
    return frame.kind == "act" or (options.react_to_reactions == "defence_only" and isinstance(frame.deed, Attack))


def _without(frame: Frame, who: str) -> Frame:
    """The announced reaction of somebody is over. So is what the GM ruled on it: the next one is another thing."""
    if who not in frame.declared:
        return frame
    declared = {other: deed for other, deed in frame.declared.items() if other != who}
    rulings = {other: ruling for other, ruling in frame.rulings.items() if other != who}
    return replace(frame, declared=declared, rulings=rulings)


def _resolved(game: Game, event: e.ActionResolved | e.ActionRefused) -> Game:
    return replace(game, frames=tuple(frame for frame in game.frames if frame.id != event.action_id))


# --- windows ---------------------------------------------------------------------------------------------------------


def _phase_opened(game: Game, event: e.PhaseWindowOpened) -> Game:
    frame = Frame(
        id=event.action_id, name=event.name, kind="phase", who=event.last_actor, cost=0, stage="paid",
    )  # fmt: skip
    return _push(game, frame)


def _reacting(game: Game, event: e.ReactionDeclared) -> Game:
    def apply(frame: Frame) -> Frame:
        return replace(frame, declared={**frame.declared, event.who: event.reaction})

    return on_frame(game, event.action_id, apply)


def _not_reacting(game: Game, event: e.ReactionWithdrawn | e.ReactionPassed) -> Game:
    return on_frame(game, event.action_id, lambda frame: _without(frame, event.who))


def _lapsed(game: Game, event: e.ReactionLapsed) -> Game:
    return on_frame(game, event.action_id, lambda frame: _reacted(_without(frame, event.who), event.who))


def _reaction_resolved(game: Game, event: e.ReactionResolved) -> Game:
    """The reaction's own frame, if it had one, is gone; below it the next one is in line."""
    frames = [frame for frame in game.frames if frame.id != event.action_id]
    return replace(game, frames=tuple(_reacted(frame, event.who) for frame in frames))


def _reacted(frame: Frame, who: str) -> Frame:
    return replace(frame, queue=tuple(other for other in frame.queue if other != who)) if who in frame.queue else frame


# --- hits ------------------------------------------------------------------------------------------------------------


def _hits_rolled(game: Game, event: e.HitsRolled) -> Game:
    strike = Strike(
        who=event.who, target=event.target, weapon=event.weapon, hand=event.hand, mode=event.mode,
        special=event.special, distance_cm=event.distance_cm, from_behind=event.from_behind, dice=event.dice,
        minimum=event.M, critical=event.K, hits=event.hits, piercing=event.piercing,
        wounds_per_hit=event.wounds_per_hit, inflicts=event.inflicts, aim=event.aim, accurate=event.accurate,
        chain=event.chain, recoil=event.recoil,
    )  # fmt: skip
    return _set(game, event.action_id, strike=strike)


def _reevaluated(game: Game, event: e.HitsReevaluated) -> Game:
    return _strike(game, event.action_id, minimum=event.M, critical=event.K, hits=event.hits)


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
    below = game.frames[-1] if game.frames else None
    if below is not None and below.stage == "protected":
        game = _set(game, below.id, stage="harmed")
    return _push(game, frame)


def _aim_lost(game: Game, event: e.AimLost) -> Game:
    """T-AIM-5: also that which was taken over into an attack still in progress."""

    def apply(frame: Frame) -> Frame:
        if frame.who != event.who:
            return frame
        strike = frame.strike
        return replace(frame, spoiled=True, strike=None if strike is None else replace(strike, aim=0))

    return _framed(game, tuple(apply(frame) for frame in game.frames))


def _covered(game: Game, event: e.CoverRolled) -> Game:
    def apply(frame: Frame) -> Frame:
        strike = frame.strike
        return (
            frame if strike is None else replace(frame, strike=replace(strike, covered=(*strike.covered, *event.hits)))
        )

    return on_frame(game, event.action_id, apply)


def _protected(game: Game, event: e.ProtectionUsed) -> Game:
    stopped = tuple(stop.hit for stop in event.stops)
    game = _strike(game, event.action_id, stopped=stopped, effective=event.effective)
    return _set(game, event.action_id, stage="protected")


def _closed(game: Game, event: core.DecisionClosed) -> Game:
    """The question of protection is over, whether or not anybody was asked."""
    frame = game.frames[-1] if game.frames else None
    if frame is None or frame.strike is None or frame.stage == "protected":
        return game
    is_over = event.decision.endswith(f"/{protection_question(frame, frame.strike)}")
    return _set(game, frame.id, stage="protected") if is_over else game


def _wounded(game: Game, event: e.WoundsTaken) -> Game:
    """Counted for the act on top, if it is its target that is wounded."""
    frame = game.frames[-1] if game.frames else None
    if frame is None or frame.strike is None or frame.strike.target != event.who:
        return game
    return _set(game, frame.id, wounds=frame.wounds + event.wounds)


# --- rulings ---------------------------------------------------------------------------------------------------------


def _ruled(game: Game, event: e.GMRuled) -> Game:
    if event.timing:
        return replace(game, timing=event.timing)
    if event.from_behind is not None:
        game = _strike(game, event.action_id, from_behind=event.from_behind)
    return on_frame(game, event.action_id, lambda frame: ruled(frame, event))


FRAMES: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.ActionDeclared: _declared,
    e.ActionSpent: _spent,
    e.ActionRefused: _resolved,
    e.ActionResolved: _resolved,
    e.ActionNullified: lambda game, event: _set(game, event.action_id, nullified=True),
    e.PhaseWindowOpened: _phase_opened,
    e.PhaseWindowClosed: lambda game, event: _set(game, event.action_id, stage="reactions", queue=event.order),
    e.ReactionDeclared: _reacting,
    e.ReactionWithdrawn: _not_reacting,
    e.ReactionPassed: _not_reacting,
    e.ReactionWindowClosed: lambda game, event: _set(
        game, event.action_id, stage="reactions", queue=event.order, distance_cm=event.distance_cm
    ),
    e.ReactionLapsed: _lapsed,
    e.ReactionResolved: _reaction_resolved,
    e.HitsRolled: _hits_rolled,
    e.HitsReevaluated: _reevaluated,
    e.HitsInflicted: _inflicted,
    e.AimLost: _aim_lost,
    e.DodgeRolled: lambda game, event: _strike(game, event.action_id, dodged=True) if event.success else game,
    e.ParryRolled: lambda game, event: _strike(game, event.action_id, parry=(event.normal, event.critical)),
    e.ShieldParried: lambda game, event: _set(game, event.action_id, shield=event.level),
    e.CoverRolled: _covered,
    e.ProtectionUsed: _protected,
    core.DecisionClosed: _closed,
    e.ProtectionDeclined: lambda game, event: _set(game, event.action_id, stage="protected"),
    e.WoundsTaken: _wounded,
    e.DisarmAttributeChosen: lambda game, event: _set(game, event.action_id, choice=event.attribute),
    e.ThrowRolled: lambda game, event: _set(game, event.action_id, successes=event.successes),
    e.GMRuled: _ruled,
}
