"""Moves: those that close on a foe before the first go, all at once, and those on the own go (specification 2.8)."""

from __future__ import annotations

from math import ceil, dist

import msgspec

from server.core.draft import Draft
from server.core.events import Moved
from server.core.space import Point, path_cm
from server.core.state import Play
from server.kit.between import DistanceSet
from server.kit.order import stop
from server.kit.paths import along, share_gap
from server.rules.tactics.rolls.check import pain, run
from server.rules.tactics.state import events as e
from server.rules.tactics.state.facts import distance, is_able, is_melee, is_near, is_there, move_cm
from server.rules.tactics.state.plan import Action, find
from server.rules.tactics.state.state import Combatant, Game


class Closer(msgspec.Struct, frozen=True, gc=False):
    """Who closes on whom by which move, up to so near, at most so far."""

    who: str
    action: Action
    foe: str
    reach_cm: int
    most_cm: int = 0


# --- who closes ------------------------------------------------------------------------------------------------------


def closing_move(play: Play, who: str) -> Closer | None:
    """D-MOV-9: a move towards a foe that it plans to attack in melee, and that is out of reach."""
    game: Game = play.game
    combatant = game.combatants[who]
    if game.options.movement_mode == "on_go" or combatant.record.closed:
        return None
    for action in combatant.record.left:
        found = _closing(play, who, combatant, action) if action.is_move else None
        if found is not None:
            return found
    return None


def _closing(play: Play, who: str, combatant: Combatant, move: Action) -> Closer | None:
    blow = _blow(combatant, move)
    foe = next((each for each in (*move.among, *(blow.among if blow is not None else ())) if is_there(play, each)), "")
    all_at_once = play.game.options.movement_mode == "simultaneous_start"
    if move.path or not foe or foe == who or (blow is None and not all_at_once):
        return None
    reach = reach_of(combatant, blow)
    if blow is not None and any(is_near(play, who, each, reach) for each in blow.among if is_there(play, each)):
        return None
    return Closer(who, move, foe, reach)


def _blow(combatant: Combatant, move: Action) -> Action | None:
    """The first attack in melee that the move is for."""
    blows = (action for action in combatant.record.left if is_melee(combatant, action))
    return next((blow for blow in blows if not move.among or not blow.among or {*move.among} & {*blow.among}), None)


def reach_of(combatant: Combatant, blow: Action | None) -> int:
    """How near one has to come."""
    item = combatant.item(blow.weapon) if blow is not None else None
    return item.reach_cm if item is not None else 200


def next_closer(play: Play) -> Closer | None:
    """In the order of initiative."""
    found = (closing_move(play, who) for who in play.game.order if is_able(play, who))
    return next((closer for closer in found if closer is not None), None)


# --- closing ---------------------------------------------------------------------------------------------------------


def give(draft: Draft, who: str, wants_pain: bool) -> None:
    """`closing.go`: its checks now, its way together with those of all others."""
    closer = closing_move(draft.play, who)
    if closer is None:
        draft.emit(e.ClosingGiven(who=who))
        return
    action = closer.action
    _checks(draft, who, action, wants_pain)
    draft.emit(e.ActionSpent(who=who, action=action.id, kind=action.kind, closing=True))
    draft.emit(e.ClosingGiven(who=who, action=action.id))


def _checks(draft: Draft, who: str, action: Action, wants_pain: bool) -> None:
    """D-PAIN-1, D-MOV-3: walking needs no check."""
    penalty = pain(draft, who, wants_pain)
    if action.multiplier:
        run(draft, who, action.pace, penalty)


def close_all(draft: Draft) -> None:
    """D-MOV-9: first those who close on each other and share the gap, then the others by initiative."""
    closers = {closer.who: closer for who in draft.game.order if (closer := _given(draft.play, who)) is not None}
    done: set[str] = set()
    for who, closer in closers.items():
        other = closers.get(closer.foe)
        if who not in done and other is not None and other.foe == who:
            _share(draft, closer, other)
            done |= {who, other.who}
    for who, closer in closers.items():
        if who not in done:
            _approach(draft, closer, closer.most_cm)
    draft.emit(e.ClosingEnded())
    stop(draft, "closing.over", ends_act=True)


def _given(play: Play, who: str) -> Closer | None:
    """What was given before, with how far it leads."""
    if not is_able(play, who):
        return None
    combatant: Combatant = play.game.combatants[who]
    record = combatant.record
    move = find(record.plan, record.closing) if record.closing else None
    if move is None:
        return None
    blow = _blow(combatant, move)
    foe = next((each for each in (*move.among, *(blow.among if blow is not None else ())) if is_there(play, each)), "")
    return Closer(who, move, foe, reach_of(combatant, blow), allowance(combatant, move)) if foe else None


def allowance(combatant: Combatant, move: Action) -> int:
    """D-MOV-1, D-MOV-3: how far it goes by this move."""
    if move.multiplier:
        return combatant.record.run_cm if combatant.record.run_cm is not None else move_cm(combatant) * move.multiplier
    return max(0, move_cm(combatant) - combatant.record.walked_cm)


def _share(draft: Draft, one: Closer, other: Closer) -> None:
    """The second goes as far as is left then, for places are whole centimetres."""
    gap = _gap(draft.play, one.who, other.who)
    if gap is None:
        return
    reach = min(one.reach_cm, other.reach_cm)
    first, second = share_gap(gap, one.most_cm, other.most_cm, reach)
    meets = first + second >= gap - reach
    _go_straight(draft, one, first, draft.play.pieces[other.who].at, reach)
    left = gap - first if _is_off_map(draft.play, one.who, other.who) else _gap(draft.play, one.who, other.who) or 0
    second = min(other.most_cm, max(0, left - reach)) if meets else second
    _go_straight(draft, other, second, draft.play.pieces[one.who].at, reach)
    _say_distance(draft, one.who, other.who, left - second)


def _approach(draft: Draft, closer: Closer, most_cm: int) -> None:
    gap = _gap(draft.play, closer.who, closer.foe)
    if gap is None or gap <= closer.reach_cm:
        return
    way = min(most_cm, gap - closer.reach_cm)
    _go_straight(draft, closer, way, draft.play.pieces[closer.foe].at, closer.reach_cm)
    _say_distance(draft, closer.who, closer.foe, gap - way)


def _gap(play: Play, a: str, b: str) -> int | None:
    """Centimetres between two, rounded up: who is a hair beyond a reach is beyond it."""
    first, second = play.pieces[a].at, play.pieces[b].at
    is_said = f"{min(a, b)}|{max(a, b)}" in play.game.distances
    return distance(play, a, b) if is_said or first is None or second is None else ceil(dist(first, second))


def _is_off_map(play: Play, a: str, b: str) -> bool:
    return play.pieces[a].at is None or play.pieces[b].at is None


def _go_straight(draft: Draft, closer: Closer, way_cm: int, goal: Point | None, reach_cm: int) -> None:
    """So far towards a place; D-MOV-8: the whole of it is straight."""
    start = draft.play.pieces[closer.who].at
    pace = closer.action.pace
    if start is not None and goal is not None and start != goal:
        path = (_towards(start, goal, way_cm, reach_cm),)
        draft.emit(Moved(who=closer.who, path=path, length_cm=path_cm(start, path)))
    draft.emit(e.Ran(who=closer.who, pace=pace, length_cm=way_cm, straight_cm=way_cm, origin=start, towards=closer.foe))


def _towards(start: Point, goal: Point, way_cm: int, reach_cm: int) -> Point:
    """A whole centimetre on the line; one that is not a hair's breadth out of reach."""
    whole = dist(start, goal)
    point = along(start, goal, min(way_cm, whole), whole)
    if whole - way_cm <= reach_cm < dist(point, goal):
        point = along(start, goal, min(way_cm + 1, whole), whole)
    return point


def _say_distance(draft: Draft, a: str, b: str, gap: int) -> None:
    """Where no map tells it."""
    if _is_off_map(draft.play, a, b):
        draft.emit(DistanceSet(a=a, b=b, distance_cm=max(0, gap)))


# --- on the own go ---------------------------------------------------------------------------------------------------


def move(draft: Draft, who: str, action: Action, target: str, path: tuple[Point, ...], wants_pain: bool) -> None:
    """D-MOV-1, D-MOV-3: along a path, or towards somebody to within reach; a run ends where its check says."""
    draft.emit(e.ActionSpent(who=who, action=action.id, kind=action.kind))
    _checks(draft, who, action, wants_pain)
    combatant: Combatant = draft.game.combatants[who]
    most, way = allowance(combatant, action), path or action.path
    if way:
        _walk(draft, who, action, _cut(draft.play.pieces[who].at, way, most))
    elif target and is_there(draft.play, target):
        _approach(draft, Closer(who, action, target, reach_of(combatant, _blow(combatant, action))), most)


def _walk(draft: Draft, who: str, action: Action, path: tuple[Point, ...]) -> None:
    start = draft.play.pieces[who].at
    if not path or start is None:
        return
    last = path[-2] if len(path) > 1 else start
    draft.emit(Moved(who=who, path=path, length_cm=path_cm(start, path)))
    draft.emit(
        e.Ran(
            who=who, pace=action.pace, length_cm=path_cm(start, path), straight_cm=path_cm(last, path[-1:]), origin=last
        )
    )


def _cut(start: Point | None, path: tuple[Point, ...], most_cm: int) -> tuple[Point, ...]:
    """As much of a path as is no longer than that."""
    if start is None:
        return path
    way: list[Point] = []
    left, here = float(most_cm), start
    for point in path:
        length = dist(here, point)
        if length > left:
            cut = along(here, point, left, length)
            return tuple(way) if cut == here else (*way, cut)
        left, here = left - length, point
        way.append(point)
    return tuple(way)
