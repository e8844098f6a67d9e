"""Applying what happens to acts and reactions to the stack of frames. Facts only.

    SHAPES = Shapes(frame=Frame, declared=ActionDeclared, spent=ActionSpent, reacting=ReactionDeclared, closed=Closed)
    FOLDS = {**folds(SHAPES), HitsRolled: …}      # by class of event: fold(game, event) -> game

What an act is answered by, and what it keeps of that, are the frame's fields `declared` and `queue`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from msgspec.structs import replace

from server.core.events import Answered, Event
from server.kit.acts import events as e
from server.kit.acts.frame import ACT
from server.kit.frames import changed, dropped, on_frame, push, with_frame

Fold = Callable[[Any, Any], Any]


def _of_actor(_game: Any, frame: Any) -> bool:
    """Only acts of the actor are answered."""
    return bool(frame.kind == ACT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shapes:
    """The classes that hold a system's deeds, and which acts are answered. Beside their own fields they have:

    frame     those of `server.kit.acts.frame.Frame`
    declared  action_id, frame (its kind), name, who, kind, target, deed, path, cost
    spent     who, action_id
    reacting  who, decision, action_id, reaction (a deed)
    closed    action_id, order
    """

    frame: type[Any]
    declared: type[Event]
    spent: type[Event]
    reacting: type[Answered]
    closed: type[Event]
    opens: Callable[[Any, Any], bool] = _of_actor
    """opens(game, frame): has this act a window?"""


def folds(shapes: Shapes) -> dict[type[Event], Fold]:
    """What each event does to the frames."""
    return {
        shapes.declared: partial(_declared, shapes.frame),
        shapes.spent: partial(_spent, shapes.opens),
        shapes.reacting: _reacting,
        shapes.closed: closed,
        e.ActionRefused: _over,
        e.ActionResolved: _over,
        e.ActionNullified: lambda game, event: with_frame(game, event.action_id, nullified=True),
        e.ReactionWithdrawn: _not_reacting,
        e.ReactionPassed: _not_reacting,
        e.ReactionLapsed: _lapsed,
        e.ReactionResolved: _reaction_over,
        e.ReactionsFollow: lambda game, event: with_frame(game, event.action_id, stage="follow"),
    }


def _declared(frame: type[Any], game: Any, event: Any) -> Any:
    """The GM may have ruled on a reaction already while it was only announced."""
    said = game.frames[-1].rulings.get(event.who) if game.frames else None
    ruling = {} if said is None else {"ruling": said}
    begun = frame(
        id=event.action_id, name=event.name, kind=event.frame, who=event.who, target=event.target, deed=event.deed,
        path=event.path, cost=event.cost, **ruling,
    )  # fmt: skip
    return push(game, begun)


def _spent(opens: Callable[[Any, Any], bool], game: Any, event: Any) -> Any:
    """Paid; and what was reserved for it is no longer reserved."""

    def apply(frame: Any) -> Any:
        if frame.id == event.action_id and frame.stage == "declared":
            return replace(frame, stage="paid" if opens(game, frame) else "reactions")
        return _without(frame, event.who)

    return changed(game, apply)


def _without(frame: Any, who: str) -> Any:
    """The announced reaction of somebody is over. So is what the GM ruled on it: the next one is another thing."""
    if who not in frame.declared:
        return frame
    declared = {other: deed for other, deed in frame.declared.items() if other != who}
    rulings = {other: ruling for other, ruling in frame.rulings.items() if other != who}
    return replace(frame, declared=declared, rulings=rulings)


def _over(game: Any, event: Any) -> Any:
    return dropped(game, event.action_id)


def _reacting(game: Any, event: Any) -> Any:
    def apply(frame: Any) -> Any:
        return replace(frame, declared={**frame.declared, event.who: event.reaction})

    return on_frame(game, event.action_id, apply)


def _not_reacting(game: Any, event: Any) -> Any:
    return on_frame(game, event.action_id, lambda frame: _without(frame, event.who))


def closed(game: Any, event: Any) -> Any:
    """The window is closed: reactions are carried out in this order."""
    return with_frame(game, event.action_id, stage="reactions", queue=event.order)


def _lapsed(game: Any, event: Any) -> Any:
    return on_frame(game, event.action_id, lambda frame: _reacted(_without(frame, event.who), event.who))


def _reaction_over(game: Any, event: Any) -> Any:
    """The reaction's own frame, if it had one, is gone; below it the next one is in line."""
    return changed(dropped(game, event.action_id), lambda frame: _reacted(frame, event.who))


def _reacted(frame: Any, who: str) -> Any:
    return replace(frame, queue=tuple(other for other in frame.queue if other != who)) if who in frame.queue else frame
