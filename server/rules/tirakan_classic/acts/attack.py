"""The attack, whatever it is made with (L-ATK-*): what refuses it, the hit roll, what its hits do."""

from __future__ import annotations

import msgspec

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.space import metres
from server.core.state import Play
from server.kit import between
from server.kit.acts.frame import finish, newest
from server.kit.acts.kind import Judge, Kind, Moment, Parts
from server.kit.moment import name_of
from server.rules.tirakan_classic.acts import dice, harm
from server.rules.tirakan_classic.acts.dice import Pool, Row
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state import facts
from server.rules.tirakan_classic.state import numbers as n
from server.rules.tirakan_classic.state.intents import Attack, Deed, Walk
from server.rules.tirakan_classic.state.sheet import UNARMED, Weapon
from server.rules.tirakan_classic.state.state import Combatant, Frame, Game, Ruling

UNRULED = Ruling()
"""The GM has said nothing of it."""

# --- an attack with all its circumstances ----------------------------------------------------------------------------


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """`distance_cm` None: nobody knows it yet."""

    game: Game
    who: str
    own: Combatant
    target: str
    id: str
    weapon: Weapon
    mode: str
    is_usual: bool
    range_cm: int
    walking: bool
    ruling: Ruling
    distance_cm: int | None
    cover: str

    def at(self, play: Play, target: str) -> Shot:
        """The same at somebody. L-COVER-4: how far it is and what covers it the GM may have said, of this attack."""
        said = self.ruling.distance_cm
        away = between.distance(play, self.who, target) if said is None else said
        cover = self.ruling.cover or facts.cover_of(self.game, target, self.who)
        return msgspec.structs.replace(self, target=target, distance_cm=away, cover=cover)

    @property
    def is_possible(self) -> bool:
        """L-DIST-3, L-COVER-4: neither too far nor completely covered."""
        return self.cover != "full" and not _is_beyond(self, n.REACH_FACTOR)

    @property
    def rounds(self) -> int:
        """L-AMMO-1."""
        return facts.rounds_of(self.weapon, self.mode)

    @property
    def pool(self) -> Pool:
        """L-HIT-1, L-HIT-2."""
        return dice.pool_of(self.game.options, self.own, _rows(self), self.walking)


def shot_of(play: Play, who: str, deed: Attack, walking: bool = False, ruling: Ruling = UNRULED) -> Shot:
    """The attack as it stands; with a nameless thing where there is no such weapon."""
    own: Combatant = play.game.combatants[who]
    id = facts.attacks_with(own, deed.weapon)
    weapon = facts.weapon_of(own, id) or Weapon(name=id)
    usual = facts.usual_mode(weapon)
    shot = Shot(
        game=play.game, who=who, own=own, target="", id=id, weapon=weapon, mode=deed.mode or usual,
        is_usual=deed.mode in ("", usual), range_cm=facts.range_cm(weapon), walking=walking, ruling=ruling,
        distance_cm=None, cover="none",
    )  # fmt: skip
    return shot.at(play, deed.target) if deed.target in play.game.combatants else shot


def armed(own: Combatant, deed: Deed) -> Deed:
    """What it is done with is what is in hand when it is declared, whatever is taken out of it meanwhile: a shot never
    becomes a blow with bare hands (L-REACT-10 (d))."""
    if isinstance(deed, Walk) and deed.with_ is not None:
        return msgspec.structs.replace(deed, with_=armed(own, deed.with_))
    if not isinstance(deed, Attack):
        return deed
    return msgspec.structs.replace(deed, weapon=facts.attacks_with(own, deed.weapon))


def shot_in(play: Play, frame: Frame) -> Shot:
    """The attack of a frame."""
    assert isinstance(frame.deed, Attack)
    return shot_of(play, frame.who, frame.deed, bool(frame.path), frame.ruling)


def _is_beyond(shot: Shot, factor: int) -> bool:
    """L-DIST-1 to L-DIST-3: so many times the range counts as within."""
    return shot.distance_cm is not None and shot.distance_cm > factor * shot.range_cm


# --- the sum ---------------------------------------------------------------------------------------------------------

COVER = {"light": n.LIGHT_COVER, "half": n.HALF_COVER, "almost": n.ALMOST_COVER}
COVER_RULES = {"light": "L-COVER-1", "half": "L-COVER-2", "almost": "L-COVER-3"}
MODES = {"single": n.SINGLE_DICE, "semi": n.SEMI_DICE, "burst": n.BURST_DICE, "full": n.FULL_DICE}
MODE_RULES = {"single": "L-MODE-4", "semi": "L-MODE-5", "burst": "L-MODE-5", "full": "L-FULL-1"}


def _rows(shot: Shot) -> tuple[Row, ...]:
    """L-HIT-1, as far as it is not the same for every roll."""
    skill = facts.SKILLS[shot.weapon.weapon_class]
    return (
        (skill, "L-ATK-2", getattr(shot.own.sheet, skill)),
        ("mode", MODE_RULES.get(shot.mode, "L-MODE-2"), _mode_dice(shot)),
        ("unarmed", "L-UNARM-3", n.UNARMED_DICE if _is_quick(shot) else 0),
        ("cover", COVER_RULES.get(shot.cover, "L-COVER-4"), -_covered(shot)),
        ("distance", "L-DIST-2", -_far(shot)),
        ("ruling", "L-HIT-1", shot.ruling.modifier),
    )


def _covered(shot: Shot) -> int:
    return COVER.get(shot.cover, 0)


def _far(shot: Shot) -> int:
    return n.FAR if _is_beyond(shot, 1) else 0


def _mode_dice(shot: Shot) -> int:
    """L-MODE-2, L-MODE-4, L-MODE-5, L-FULL-1: only in another mode than the usual one."""
    return 0 if shot.is_usual else MODES.get(shot.mode, 0)


def _is_quick(shot: Shot) -> bool:
    return shot.id == UNARMED and shot.own.sheet.quickness > n.UNARMED_ABOVE


# --- may it be done? -------------------------------------------------------------------------------------------------


def _check_before(play: Play, who: str, deed: Attack, moment: Moment) -> None:
    """L-ATK-3: weapon, mode, ammunition; L-FULL-5."""
    shot = shot_of(play, who, deed)
    check_in_hand(shot.own, shot.id)
    if not facts.can_fire(shot.game.options, shot.weapon, shot.mode):
        raise Rejected("mode_not_available", weapon=facts.name_of_thing(shot.own, shot.id), mode=shot.mode)
    check_ammo(shot)


def check_in_hand(own: Combatant, id: str) -> None:
    """L-ATK-3. Bare hands always are."""
    if id != UNARMED and (id != own.in_hand or id not in own.sheet.weapons):
        raise Rejected("weapon_not_in_hand", weapon=facts.name_of_thing(own, id))


def check_ammo(shot: Shot) -> None:
    """L-AMMO-1."""
    arm = shot.own.arms.get(shot.id)
    if arm is not None and arm.ammo is not None and arm.ammo < shot.rounds:
        weapon = facts.name_of_thing(shot.own, shot.id)
        raise Rejected("not_enough_ammo", weapon=weapon, left=arm.ammo, needed=shot.rounds)


def _targets(play: Play, who: str, deed: Attack, moment: Moment) -> Judge:
    """L-ATK-3: target, distance, cover; the dice that they leave, of which there are fewer while walking (L-MOVE-2)."""
    shot = shot_of(play, who, msgspec.structs.replace(deed, target=""), moment.walking)
    unhindered = shot.pool.dice

    def judge(target: str) -> None:
        check_target(play, who, target)
        _check_shot(play, shot.at(play, target), unhindered)

    return judge


def check_target(play: Play, who: str, target: str) -> None:
    """L-ATK-3: not itself, not the dead; allies and the helpless may be attacked."""
    other: Combatant | None = play.game.combatants.get(target)
    if other is None or target not in play.pieces or target == who or other.status == "dead":
        raise Rejected("unknown_target", target=name_of(play, target))


def _check_shot(play: Play, shot: Shot, unhindered: int) -> None:
    """`unhindered`: so many dice at least there are without cover and distance; with enough of them none is summed."""
    if shot.distance_cm is not None and _is_beyond(shot, n.REACH_FACTOR):
        raise Rejected("out_of_range", d=metres(shot.distance_cm), r=metres(shot.range_cm))
    if shot.cover == "full":
        raise Rejected("full_cover", target=play.pieces[shot.target].name)
    if unhindered - _covered(shot) - _far(shot) < 1:
        dice.check_pool(shot.game.options, shot.pool)


def judge_again(play: Play, frame: Frame) -> None:
    """L-ATK-3, L-DICE-4, with what the GM has said of it before it is paid."""
    _check_shot(play, shot_in(play, frame), 0)


CHECK = Parts(before=_check_before, targets=_targets)


def is_binding(play: Play, who: str, deed: Attack) -> bool:
    """L-FULL-2, L-FULL-5: then it is no reaction."""
    shot = shot_of(play, who, deed)
    return facts.binds(shot.game.options, shot.weapon, shot.mode)


# --- the hit roll ----------------------------------------------------------------------------------------------------


def _begin(draft: Draft, frame: Frame) -> None:
    """3.3 step 2."""
    shot, roll = shot_in(draft.play, frame), f"{frame.name}hit"
    thrown = dice.throw(draft, roll, frame.who, pool_in(draft.play, frame))
    draft.emit(
        e.HitsRolled(
            action_id=frame.id, who=frame.who, target=frame.target, weapon=shot.id, mode=shot.mode,
            distance_cm=shot.distance_cm or 0, pool=thrown.pool, M=thrown.minimum, faces=thrown.faces,
            hits=thrown.hits, terms=thrown.terms,
        )
    )  # fmt: skip


def pool_in(play: Play, frame: Frame) -> Pool:
    """By a ruling while it is in progress it can have become impossible: then no die is left of it."""
    shot = shot_in(play, frame)
    pool = shot.pool
    impossible: Row = ("impossible", "L-ATK-3", 0 if shot.is_possible else -max(0, pool.dice))
    return Pool((*pool.rows, impossible), pool.minimum)


# --- what its hits do ------------------------------------------------------------------------------------------------


def _strike_home(draft: Draft, frame: Frame) -> None:
    """3.3 step 5."""
    frame = newest(draft, frame)
    strike = frame.strike
    if strike is not None and strike.left and frame.target in draft.game.combatants:
        harm.strike(draft, frame.target, _blow(shot_in(draft.play, frame), strike.left), frame.id)
    finish(draft, frame)


def _blow(shot: Shot, hits: int) -> harm.Blow:
    """L-WND-1, L-BW-1, L-UNARM-2."""
    is_strong = shot.id == UNARMED and shot.own.sheet.strength > n.UNARMED_ABOVE
    bonus = n.UNARMED_WOUNDS if is_strong else shot.weapon.bonus_wounds
    return harm.Blow(
        hits=hits, wounds_per_hit=shot.weapon.wounds_per_hit, penetration=shot.weapon.penetration, bonus_wounds=bonus,
        by=shot.who, surely=is_strong and shot.game.options.unarmed_bonus_always,
    )  # fmt: skip


KINDS: dict[type, Kind] = {
    Attack: Kind(
        name="attack", check=CHECK.whole, parts=CHECK, begin=_begin, effect=_strike_home, has_dice=True,
        own_turn_only=is_binding,
    )
}  # fmt: skip
