"""Throwing an object that is no weapon, and where it lands when it misses (T-THROW-*)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.space import Point
from server.core.state import Play
from server.kit.acts.frame import finish, newest
from server.kit.acts.kind import Kind, Moment
from server.kit.paths import landing_at
from server.rules.tirakan import events as e
from server.rules.tirakan.rolls.attribute import check
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.intents import ThrowObject
from server.rules.tirakan.state.state import Frame


def _check(play: Play, who: str, deed: ThrowObject, _moment: Moment) -> None:
    if deed.at is None and (deed.target not in play.pieces or deed.target == who):
        raise Rejected("unknown_target")


def _aimed_at(play: Play, deed: ThrowObject) -> Point | None:
    piece = play.pieces.get(deed.target)
    return deed.at if deed.at is not None or piece is None else piece.at


def _begin(draft: Draft, frame: Frame) -> None:
    """T-THROW-1, T-THROW-2: without dice it fails at once."""
    roll = f"{frame.name}throw"
    dice, minimum, successes = check(draft, roll, frame.who, "throwing", walking=bool(frame.path))
    draft.emit(
        e.ThrowRolled(
            action_id=frame.id, who=frame.who, target=frame.target, dice=dice, M=minimum, successes=successes,
            terms=draft.terms.of(roll, frame.who),
        )
    )  # fmt: skip


def _land(draft: Draft, frame: Frame) -> None:
    """T-THROW-5."""
    frame, deed = newest(draft, frame), frame.deed
    if not isinstance(deed, ThrowObject):
        return
    landing = _aimed_at(draft.play, deed)
    if not frame.successes:
        landing = _deviate(draft, frame, landing)
    draft.emit(e.ObjectLanded(action_id=frame.id, who=frame.who, at=landing))
    finish(draft, frame)


def _deviate(draft: Draft, frame: Frame, target: Point | None) -> Point | None:
    """T-THROW-3, T-THROW-4."""
    is_clock = draft.game.options.deviation_dice == "d12"
    sides, count = (n.CLOCK_SIDES, 1) if is_clock else (n.DIE_SIDES, 2)
    direction = tuple(die[0] for die in draft.roll(f"{frame.name}deviation.direction", frame.who, sides, count))
    metres = draft.roll(f"{frame.name}deviation.distance", frame.who, n.DIE_SIDES, 1)[0][0]
    piece = draft.play.pieces.get(frame.who)
    thrower = piece.at if piece is not None else None
    landing = None if target is None else landing_at(thrower or target, target, sum(direction), metres)
    draft.emit(
        e.DeviationRolled(
            action_id=frame.id, who=frame.who, direction=direction, d12=sum(direction), d6=metres, landing=landing
        )
    )
    return landing


KINDS: dict[type, Kind] = {
    ThrowObject: Kind(name="throw_object", check=_check, begin=_begin, effect=_land, has_dice=True)
}
