"""Moving (A-TURN-4) out of zones of control (2.13): leg by leg, each to the next border at which somebody is asked.

What hidden owners of zones do nobody may notice: they are asked before a leg is walked, in a question that is put in
any case. Only where one of them strikes does the leg end at its border.
"""

from __future__ import annotations

from collections.abc import Iterator

from server.core.draft import Draft
from server.core.events import Moved
from server.core.ids import born
from server.core.space import Point, path_cm
from server.core.state import Ask, Decision, State
from server.kit.asking import open_window
from server.kit.between import sees
from server.kit.frames import found, name_in
from server.kit.ground import boxes, has_clear_line
from server.kit.hidden import is_secret, public_name
from server.kit.paths import Exit, exits
from server.rules.ambersteel.acts.declare import reaction
from server.rules.ambersteel.acts.topic import topic_of
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.facts import (
    BOUND,
    FIXED,
    in_order,
    is_aware,
    is_in,
    is_surprised,
    place,
    zone_cm,
)
from server.rules.ambersteel.state.state import Combatant, Frame, Game


def declare(draft: Draft, intent: i.Move) -> None:
    """A-TURN-4."""
    who = intent.who
    name = name_in(None, "move", public_name(draft.play, who))
    frame = Frame(
        id=born(draft.act, name), name=name, kind="move", who=who, step="walk", at=place(draft.play, who),
        path=intent.path,
    )  # fmt: skip
    draft.emit(e.MoveDeclared(who=who, frame=frame))


def step(draft: Draft, frame: Frame) -> bool:
    """A-ZOC-3, A-ZOC-7, A-ZOC-8: the next who is asked here, else the next leg."""
    if is_in(draft.game.combatants[frame.who], *FIXED, "prone"):
        draft.emit(e.MoveInterrupted(who=frame.who))
        return _over(draft, frame)
    if frame.offers:
        return _offer(draft, frame, frame.offers[0])
    if not frame.path:
        return _over(draft, frame)
    if not frame.is_scouted:
        return _scout(draft, frame)
    return _walk(draft, frame)


def _over(draft: Draft, frame: Frame) -> bool:
    draft.emit(e.MoveEnded(who=frame.who, frame=frame.id))
    return True


# --- whose zones are left, and where ---------------------------------------------------------------------------------


def owners(state: State, mover: str) -> list[str]:
    """A-ZOC-5, A-ZOC-6: who may strike at it, by initiative."""
    game: Game = state.play.game
    return in_order(game, [who for who in game.combatants if who != mover and may_strike(state, who, mover)])


def may_strike(state: State, who: str, mover: str) -> bool:
    """A-ZOC-6, A-SUR-6."""
    game: Game = state.play.game
    one: Combatant = game.combatants[who]
    is_blind = not is_aware(state, who, mover) or not sees(game, who, mover)
    if who not in state.play.pieces or is_in(one, *BOUND) or is_blind:
        return False
    if is_surprised(game, who) and not game.options.surprised_may_aoo:
        return False
    return game.options.aoo_offer_allies or one.side != game.combatants[mover].side


def _exits(state: State, frame: Frame, people: list[str]) -> Iterator[Exit]:
    """Where the way leaves their zones with nothing solid between (A-ATK-1); of those who have been asked where it
    stands now, not once more from there."""
    circles = {who: (place(state.play, who), zone_cm(state.play.game, who)) for who in people}
    skipped, walls = set(frame.handled), boxes(state.play.game.options.obstacles.values())
    for each in exits(frame.at, frame.path, circles):
        if not has_clear_line(place(state.play, each.whose), each.point, walls):
            continue
        if each.whose in skipped:
            skipped.remove(each.whose)
        else:
            yield each


def _leg(state: State, frame: Frame) -> tuple[tuple[Point, ...], tuple[Point, ...], tuple[str, ...]]:
    """A-ZOC-3: how far the way leads until somebody in sight is asked, what is left of it then, and who is asked."""
    people = [who for who in owners(state, frame.who) if not is_secret(state.play, who)]
    left = list(_exits(state, frame, people))
    if not left:
        return frame.path, (), ()
    first = left[0]
    here = {each.whose for each in left if each.point == first.point and each.index == first.index}
    return *first.split(frame.path), tuple(who for who in people if who in here)


# --- those hidden ----------------------------------------------------------------------------------------------------


def _scout(draft: Draft, frame: Frame) -> bool:
    """Hidden owners whose zones the next leg leaves, and whose orders don't let them be; the question is there in any
    case."""
    walked, _, _ = _leg(draft.state, frame)
    able = [who for who in _lurking(draft, frame) if not _declines(draft.game, who, frame.who)]
    asked = dict.fromkeys(each.whose for each in _exits(draft.state, frame, able) if _is_on(frame, each, walked))
    count = sum(not is_secret(draft.play, who) for who in frame.handled)
    name = name_in(frame, f"zones.{len(frame.path)}.{frame.at[0]}x{frame.at[1]}.{count}")
    open_window(draft, "zones", name, list(asked), topic=topic_of(frame), secret=True)
    return False


def _lurking(draft: Draft, frame: Frame) -> list[str]:
    return [who for who in owners(draft.state, frame.who) if is_secret(draft.play, who)]


def _is_on(frame: Frame, exit: Exit, walked: tuple[Point, ...]) -> bool:
    """Does it lie on the part of the way that is walked now?"""
    to_there = path_cm(frame.at, exit.split(frame.path)[0])
    return to_there <= path_cm(frame.at, walked)


def scouted(draft: Draft, decision: Decision) -> None:
    """They have answered, or nobody was asked."""
    frame = found(draft.game, decision.topic.get("action"))
    takers = tuple(who for who, ask in decision.asks.items() if getattr(ask.answer, "kind", "") == "opportunity")
    if frame is not None:
        draft.emit(e.LegPlanned(frame=frame.id, takers=takers))


# --- walking ---------------------------------------------------------------------------------------------------------


def _walk(draft: Draft, frame: Frame) -> bool:
    walked, rest, asked = _leg(draft.state, frame)
    left = list(_exits(draft.state, frame, _lurking(draft, frame)))
    strikes = next((each for each in left if each.whose in frame.takers and _is_on(frame, each, walked)), None)
    if strikes is not None:
        walked, rest = strikes.split(frame.path)
        asked = ()
    _go(draft, frame, walked)
    spared = tuple(
        each.whose for each in left if each.whose not in frame.takers and each.split(frame.path)[0] == walked
    )
    handled = (*asked, *spared, *((strikes.whose,) if strikes is not None else ()))
    draft.emit(e.LegWalked(frame=frame.id, at=walked[-1], path=rest, offers=asked, handled=handled))
    if strikes is not None:
        _strike(draft, frame, strikes.whose, walked[-1], len(rest))
    return True


def _go(draft: Draft, frame: Frame, walked: tuple[Point, ...]) -> None:
    """No path that leads nowhere is told."""
    length = path_cm(frame.at, walked)
    if length:
        draft.emit(Moved(who=frame.who, path=walked, length_cm=length, act=frame.id))


# --- asked at a border -----------------------------------------------------------------------------------------------


def _offer(draft: Draft, frame: Frame, who: str) -> bool:
    """A-ZOC-5, A-ZOC-7: one owner after the other."""
    draft.emit(e.OfferMade(frame=frame.id, who=who))
    if not may_strike(draft.state, who, frame.who):
        return True
    draft.emit(e.OpportunityOffered(who=who, mover=frame.who))
    if _declines(draft.game, who, frame.who):
        draft.emit(e.ReactionDeclared(who=who, decision="", attack=frame.id, kind="decline", declared_by="policy"))
        return True
    is_hidden = is_secret(draft.play, frame.who)
    ask = Ask(about=(frame.who,)) if is_hidden else Ask()
    name = name_in(frame, f"opportunity.{len(frame.path)}.{frame.at[0]}x{frame.at[1]}", public_name(draft.play, who))
    draft.open("opportunity", name, {who: ask}, silent=is_hidden, topic=topic_of(frame))
    return False


def _declines(game: Game, who: str, mover: str) -> bool:
    """A-ZOC-5: by its policy, without being asked."""
    policy = game.combatants[who].aoo_policy
    is_ally = game.combatants[who].side == game.combatants[mover].side
    return policy == "never" or (policy == "hostile_only" and is_ally)


def opportunity(draft: Draft, frame: Frame, who: str, intent: i.ReactionOpportunity) -> None:
    """A-ZOC-4: the attack lies on the move."""
    part, effect = (intent.aim, "") if isinstance(intent.aim, str) else (intent.aim.part, intent.aim.effect)
    _strike(
        draft, frame, who, frame.at, len(frame.path), mode=intent.mode, aim=part, effect=effect,
        asks_ruling=intent.request_ruling,
    )  # fmt: skip


def _strike(draft: Draft, frame: Frame, who: str, at: Point, left: int, **more: object) -> None:
    reaction(draft, frame, "opportunity", who, frame.who, f".{left}.{at[0]}x{at[1]}", **more)
