"""Applying events to the frames: what is declared, announced, passed, voided, resolved (3.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core import events as core
from server.core.events import Event
from server.core.space import Point
from server.kit.frames import changed, dropped, on_frame, push, top, with_frame
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import next_action, waiting
from server.rules.brink.state.state import Action, Boundary, Frame, Game, Shot

KINDS = ("window", "boundary", "opportunity", "bonus", "custom", "skill", "distance", "brink", "end", "stop")
"""The decisions of this system. A `stop` asks nobody: it only parts what is told from what follows."""


def _with_action(game: Game, id: str, **changes: Any) -> Game:
    def apply(frame: Frame) -> Frame:
        if all(action.id != id for action in frame.pending):
            return frame
        pending = tuple(replace(each, **changes) if each.id == id else each for each in frame.pending)
        return replace(frame, pending=pending)

    return changed(game, apply)


# --- what is declared ------------------------------------------------------------------------------------------------


def _opening(game: Game, action: Action) -> Game:
    return push(game, Frame(id=action.id, pending=(action,), latest=action.name))


def _declared(game: Game, event: e.ActionDeclared) -> Game:
    return _opening(replace(game, end_refused=False), event.action)


def _announced(game: Game, event: e.ReactionDeclared) -> Game:
    """3.3: all passes of the frame are forgotten."""
    if not event.frame:
        if event.again and game.stage == "boundary":
            game = replace(game, boundary=replace(game.boundary, asked=False, passed=()))
        return _opening(game, event.action)
    forgotten: dict[str, Any] = {"window": "", "passed": (), "latest": event.action.name} if event.again else {}

    def apply(frame: Frame) -> Frame:
        pending = (*frame.pending, event.action)
        return replace(frame, pending=pending, announced=frame.announced + 1, **forgotten)

    return on_frame(game, event.frame, apply)


def _passed(game: Game, event: e.ReactionPassed) -> Game:
    frame = waiting(game, event.decision)
    if frame is None:
        return _boundary_passed(game, event) if event.decision in game.waits else game
    return with_frame(game, frame.id, passed=(*frame.passed, f"{event.who}|{frame.window}"))


def _boundary_passed(game: Game, event: e.ReactionPassed | e.DelayKept) -> Game:
    boundary: Boundary = game.boundary
    return replace(game, boundary=replace(boundary, passed=(*boundary.passed, event.who)))


# --- what becomes of it ----------------------------------------------------------------------------------------------


def _done(game: Game, event: e.ActionResolved | e.ActionFizzled | e.ActionRefused) -> Game:
    def apply(frame: Frame) -> Frame:
        left = tuple(action for action in frame.pending if action.id != event.action)
        return frame if len(left) == len(frame.pending) else replace(frame, pending=left)

    return changed(game, apply)


def _rolled(game: Game, event: e.HitsRolled) -> Game:
    if not event.preliminary:
        return game
    return _with_action(game, event.action, shot=Shot(face=event.face, total=event.total, agility=event.agility))


def _energy_added(game: Game, event: e.EnergyAdded) -> Game:
    frame = waiting(game, event.decision)
    return game if frame is None else _with_action(game, frame.window, extra_ep=event.n)


def _opportunity(game: Game, event: e.OpportunityTaken | e.OpportunityDeclined) -> Game:
    """Whoever has answered is asked no more."""
    for frame in game.frames:
        for action in frame.pending:
            if action.id == event.action and action.offers is not None:
                left = tuple(who for who in action.offers if who != event.who)
                game = _with_action(game, action.id, offers=left)
    return game


def _path_left(game: Game, event: e.PathLeft) -> Game:
    """B-A-05: the rest is a move of its own, from where the mover stands now."""
    return _with_deed(game, event.action, event.path, event.origin)


def _with_deed(game: Game, id: str, path: tuple[Point, ...], origin: Point) -> Game:
    action = next(each for frame in game.frames for each in frame.pending if each.id == id)
    return _with_action(game, id, deed=replace(action.deed, path=path), offers=None, origin=origin)


def _ruled(game: Game, event: e.GMRuled) -> Game:
    return game if event.details is None else _with_action(game, event.action, ruling=event.details)


# --- decisions -------------------------------------------------------------------------------------------------------


def _opened(game: Game, event: core.DecisionOpened) -> Game:
    """What waits for it: the frame on top, else the fight. Behind a turn the fight asks, and while the frame on top
    waits already, for what all know of goes on above one of which they don't."""
    decision = event.decision
    if decision.kind not in KINDS:
        return game
    frame = top(game)
    if frame is None or frame.waits or decision.kind == "boundary":
        if decision.kind == "boundary":
            game = replace(game, boundary=replace(game.boundary, asked=True))
        return replace(game, waits=(*game.waits, decision.id))
    window = next_action(game, frame).id if decision.kind == "window" else frame.window
    return with_frame(game, frame.id, window=window, waits=(*frame.waits, decision.id))


def _answered(game: Game, event: core.DecisionClosed) -> Game:
    id = event.decision
    if id in game.waits:
        return replace(game, waits=tuple(each for each in game.waits if each != id))
    return changed(game, lambda frame: _without(frame, id))


def _without(frame: Frame, decision: str) -> Frame:
    if decision not in frame.waits:
        return frame
    return replace(frame, waits=tuple(each for each in frame.waits if each != decision))


FRAMES: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.ActionDeclared: _declared,
    e.ReactionDeclared: _announced,
    e.ReactionPassed: _passed,
    e.DelayKept: _boundary_passed,
    e.ActionGranted: lambda game, event: _with_action(game, event.action, initiative=True),
    e.ActionVoided: lambda game, event: _with_action(game, event.action, void=event.reason),
    e.ActionResolved: _done,
    e.ActionFizzled: _done,
    e.ActionRefused: _done,
    e.FrameClosed: lambda game, event: dropped(game, event.frame),
    e.HitsRolled: _rolled,
    e.EnergyAdded: _energy_added,
    e.MoveProvoked: lambda game, event: _with_action(game, event.action, offers=event.enemies),
    e.OpportunityTaken: _opportunity,
    e.OpportunityDeclined: _opportunity,
    e.PathLeft: _path_left,
    e.GMRuled: _ruled,
    core.DecisionOpened: _opened,
    core.DecisionClosed: _answered,
}
