"""Throwing an object that is no weapon, where it lands, and what it does there (L-THROW-*)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.space import Point, cm, distance_cm, metres
from server.core.state import Play
from server.kit import asking, between
from server.kit.acts.events import ObjectLanded
from server.kit.acts.frame import finish, newest
from server.kit.acts.kind import Judge, Kind, Moment, Parts
from server.kit.frames import name_in
from server.kit.moment import name_of
from server.kit.paths import landing_at
from server.rules.tirakan_classic.acts import attack, dice
from server.rules.tirakan_classic.acts.dice import Pool, Row
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state import facts
from server.rules.tirakan_classic.state import numbers as n
from server.rules.tirakan_classic.state.intents import GmInflictHits, ThrowObject
from server.rules.tirakan_classic.state.sheet import Effect, Object
from server.rules.tirakan_classic.state.state import Combatant, Frame, Ruling

BLAST = "blast"
"""The kind of the question what a thrown object does."""

# --- may it be thrown? -----------------------------------------------------------------------------------------------


def _thing(own: Combatant, deed: ThrowObject) -> Object:
    return own.sheet.objects.get(deed.object) or Object(name=deed.object[:80])


def _pool(play: Play, who: str, object: Object, target: str, walking: bool, ruling: Ruling) -> Pool:
    """L-THROW-1, L-A-24."""
    own: Combatant = play.game.combatants[who]
    cover = ruling.cover or (facts.cover_of(play.game, target, who) if target in play.game.combatants else "none")
    covered = attack.COVER.get(cover, 0) if play.game.options.throw_modifiers else 0
    is_far = _is_beyond(object, _away(play, who, target, ruling), 1)
    rows: tuple[Row, ...] = (
        ("throwing", "L-THROW-1", own.sheet.throwing),
        ("cover", attack.COVER_RULES.get(cover, "L-COVER-4"), -covered),
        ("distance", "L-DIST-2", -n.FAR if is_far else 0),
        ("ruling", "L-HIT-1", ruling.modifier),
    )
    return dice.pool_of(play.game.options, own, rows, walking)


def _away(play: Play, who: str, target: str, ruling: Ruling) -> int | None:
    """How far it is; of this throw the GM may have said it."""
    return between.distance(play, who, target) if ruling.distance_cm is None else ruling.distance_cm


def _is_beyond(object: Object, away: int | None, factor: int) -> bool:
    """L-DIST-1 to L-DIST-3, where the object has a range."""
    return away is not None and object.throw_range_m is not None and away > factor * cm(object.throw_range_m)


def _targets(play: Play, who: str, deed: ThrowObject, moment: Moment) -> Judge:
    """L-THROW-1."""
    object = _thing(play.game.combatants[who], deed)

    def judge(target: str) -> None:
        if target == who or target not in play.pieces:
            raise Rejected("unknown_target", target=name_of(play, target))
        _check_flight(play, who, object, target, moment.walking, attack.UNRULED)

    return judge


def _check_flight(play: Play, who: str, object: Object, target: str, walking: bool, ruling: Ruling) -> None:
    away = _away(play, who, target, ruling)
    if away is not None and _is_beyond(object, away, n.REACH_FACTOR):
        raise Rejected("out_of_range", d=metres(away), r=object.throw_range_m)
    if play.game.options.throw_modifiers and (ruling.cover or facts.cover_of(play.game, target, who)) == "full":
        raise Rejected("full_cover", target=play.pieces[target].name)
    dice.check_pool(play.game.options, _pool(play, who, object, target, walking, ruling))


def judge_again(play: Play, frame: Frame) -> None:
    """L-DIST-3, L-DICE-4, with what the GM has said of it before it is paid."""
    _check_flight(play, frame.who, _flight(play, frame)[0], frame.target, bool(frame.path), frame.ruling)


CHECK = Parts(targets=_targets)

# --- the roll, and where it goes -------------------------------------------------------------------------------------


def pool_in(play: Play, frame: Frame) -> Pool:
    """By a ruling while it is in progress it can have become impossible: then no die is left of it."""
    pool, is_too_far = _pool_of(play, frame), _is_beyond(*_flight(play, frame), n.REACH_FACTOR)
    impossible: Row = ("impossible", "L-DIST-3", -max(0, pool.dice) if is_too_far else 0)
    return Pool((*pool.rows, impossible), pool.minimum)


def _pool_of(play: Play, frame: Frame) -> Pool:
    object, _ = _flight(play, frame)
    return _pool(play, frame.who, object, frame.target, bool(frame.path), frame.ruling)


def is_unmeasured(play: Play, frame: Frame) -> bool:
    """L-DIST-2: has the object a range, and nobody knows how far it is?"""
    object, away = _flight(play, frame)
    return object.throw_range_m is not None and away is None


def _flight(play: Play, frame: Frame) -> tuple[Object, int | None]:
    """What is thrown, and how far."""
    assert isinstance(frame.deed, ThrowObject)
    away = _away(play, frame.who, frame.target, frame.ruling)
    return _thing(play.game.combatants[frame.who], frame.deed), away


def _begin(draft: Draft, frame: Frame) -> None:
    """3.3 step 2."""
    thrown = dice.throw(draft, f"{frame.name}throw", frame.who, _pool_of(draft.play, frame))
    draft.emit(
        e.HitsRolled(
            action_id=frame.id, who=frame.who, target=frame.target, purpose="throw", pool=thrown.pool, M=thrown.minimum,
            faces=thrown.faces, hits=thrown.hits, terms=thrown.terms,
        )
    )  # fmt: skip
    if not draft.game.options.dice_in_combat_rolls:
        deviate(draft, frame)


def deviate(draft: Draft, frame: Frame) -> None:
    """L-THROW-3, L-THROW-4: a throw without success goes astray, once."""
    frame = newest(draft, frame)
    if not _missed(frame) or frame.is_astray:
        return
    hour = draft.roll(f"{frame.name}deviation.direction", frame.who, n.CLOCK_SIDES, 1)[0][0]
    length = draft.roll(f"{frame.name}deviation.distance", frame.who, n.DIE_SIDES, 1)[0][0]
    landing = _astray(draft.play, frame, hour, length)
    draft.emit(e.DeviationRolled(action_id=frame.id, who=frame.who, d12=hour, d6=length, landing=landing))


def _astray(play: Play, frame: Frame, hour: int, length: int) -> Point | None:
    """Where nobody has a place, or the target has been taken off the table, it lands nowhere."""
    target, thrower = play.pieces.get(frame.target), play.pieces[frame.who]
    if target is None or target.at is None:
        return None
    return landing_at(thrower.at or target.at, target.at, hour, length)


# --- what it does there ----------------------------------------------------------------------------------------------


def _land(draft: Draft, frame: Frame) -> None:
    """L-THROW-2, L-THROW-6: the GM is asked what an object does that has an effect. Nobody else learns of that: it can
    be about somebody hidden."""
    frame = newest(draft, frame)
    piece = draft.play.pieces.get(frame.target)
    at = frame.landing if _missed(frame) or piece is None else piece.at
    draft.emit(ObjectLanded(action_id=frame.id, who=frame.who, at=at))
    if effect_of(draft.play, frame) is None:
        finish(draft, frame)
    else:
        thing = facts.name_of_thing(draft.game.combatants[frame.who], object_of(frame))
        topic = {"action": frame.id, "who": frame.who, "target": frame.target, "object": thing}
        asking.ask_gm(draft, BLAST, name_in(frame, BLAST), topic, secret=True)


def _missed(frame: Frame) -> bool:
    return frame.strike is None or not frame.strike.hits


def object_of(frame: Frame) -> str:
    """What the player called it."""
    return frame.deed.object if isinstance(frame.deed, ThrowObject) else ""


def effect_of(play: Play, frame: Frame) -> Effect | None:
    """What the thrown object does."""
    own: Combatant | None = play.game.combatants.get(frame.who)
    thrown = own.sheet.objects.get(object_of(frame)) if own is not None else None
    return thrown.effect if thrown is not None else None


def proposal(play: Play, frame: Frame) -> GmInflictHits | None:
    """L-THROW-6: the effect for everybody within its radius; where nobody has a place, for the one it has hit."""
    effect = effect_of(play, frame)
    if effect is None:
        return None
    at, radius_cm = frame.landing, cm(effect.radius_m)
    people = [who for who, each in play.pieces.items() if at and each.at and distance_cm(at, each.at) <= radius_cm]
    if at is None and not _missed(frame) and frame.target in play.pieces:
        people = [frame.target]
    return GmInflictHits(
        targets=tuple(people[:100]), hits=effect.hits, wounds_per_hit=effect.wounds_per_hit,
        penetration=effect.penetration, bonus_wounds=effect.bonus_wounds,
    )  # fmt: skip


KINDS: dict[type, Kind] = {
    ThrowObject: Kind(
        name="throw_object", check=CHECK.whole, parts=CHECK, begin=_begin, effect=_land, has_dice=True
    )
}  # fmt: skip
