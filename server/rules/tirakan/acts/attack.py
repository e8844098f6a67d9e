"""The attack, whatever it is made with (T-ATK-1): what refuses it, the hit roll, its second reading after reactions.

Hits become wounds in `harm`."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.space import metres
from server.core.state import Play
from server.kit.acts.kind import Judge, Kind, Moment, Parts
from server.kit.between import distance
from server.rules.tirakan import events as e
from server.rules.tirakan.acts.impact import strike_home
from server.rules.tirakan.acts.special import SPECIALS
from server.rules.tirakan.harm.cover import sink_shield
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.rolls.hitroll import MODERN, Shot, dice_of, distance_of, pool, shot_of, thresholds, weapon_in
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import attacks_with, held_weapon, range_cm, weapon_of
from server.rules.tirakan.state.intents import Attack
from server.rules.tirakan.state.sheet import UNARMED, Weapon
from server.rules.tirakan.state.state import Combatant, Frame, Game

# --- may it be done? -------------------------------------------------------------------------------------------------


def _check_before(play: Play, who: str, deed: Attack, _moment: Moment) -> None:
    """T-ATK-4: weapon and mode."""
    _check_weapon(play, play.game.combatants[who], deed)
    _check_mode(play.game, weapon_in(play, who, deed), deed)


def _targets(play: Play, who: str, deed: Attack, _moment: Moment) -> Judge:
    """T-ATK-4: target, special attack, distance."""
    weapon, special = weapon_in(play, who, deed), SPECIALS[deed.special]
    is_massive_shot = deed.massive and (deed.mode or weapon.all_modes[0]) != "melee"  # T-SPEC-MASS-1
    reach = n.REACH_FACTOR * range_cm(weapon)

    def judge(target: str) -> None:
        _check_target(play, who, target)
        if is_massive_shot:
            raise Rejected("melee_only", act="attack.massive")
        special.check(play, weapon, deed, target)
        _check_distance(play, who, target, weapon, reach)

    return judge


def _check_after(play: Play, who: str, deed: Attack, moment: Moment) -> None:
    """T-ATK-4: ammunition, dice, limits."""
    shot = shot_of(play, who, deed, moment.walking)
    _check_ammo(shot)
    _check_dice(shot)
    _check_limits(shot)


CHECK = Parts(before=_check_before, targets=_targets, after=_check_after)
"""In the order of the specification's 2.0."""


def _check_weapon(play: Play, attacker: Combatant, deed: Attack) -> None:
    id = attacks_with(attacker, deed)
    if id == UNARMED:
        return
    check_at_hand(play, attacker, id)
    if id == attacker.off_hand:
        _check_second_weapon(attacker, id)


def _check_second_weapon(attacker: Combatant, id: str) -> None:
    """T-SPEC-DUAL-1, T-SPEC-DUAL-2: beside a weapon in the main hand."""
    main, off = held_weapon(attacker, attacker.main_hand), attacker.sheet.weapons[id]
    if main is None or attacker.main_hand == id:
        return
    if not attacker.sheet.may_dual_wield:
        raise Rejected("not_skilled_in_two_weapons")
    for weapon in (main, off):
        if weapon.hands != 1:
            raise Rejected("not_one_handed", weapon=weapon.name)
    if main.type != off.type:
        raise Rejected("not_same_type")


def check_at_hand(play: Play, attacker: Combatant, id: str) -> None:
    """T-ATK-4: the weapon is in hand, ready, and in nobody's armour."""
    weapon, arm = weapon_of(attacker, id), attacker.arms.get(id)
    if weapon is None or arm is None:
        raise Rejected("weapon_not_ready", weapon=id)
    if arm.stuck_in:
        holder = play.pieces.get(arm.stuck_in)
        raise Rejected("weapon_stuck", weapon=weapon.name, name=holder.name if holder else arm.stuck_in)
    if not arm.ready or arm.lost or id not in (attacker.main_hand, attacker.off_hand):
        raise Rejected("weapon_not_ready", weapon=weapon.name)


def _check_mode(game: Game, weapon: Weapon, deed: Attack) -> None:
    """T-MODE-1, T-MODE-2 (switching is free), T-MODE-3, T-MODE-5."""
    mode = deed.mode or weapon.all_modes[0]
    if mode == "burst" and game.options.world != MODERN:
        raise Rejected("mode_not_in_this_world", mode=mode)
    if mode not in weapon.all_modes:
        raise Rejected("mode_not_available", weapon=weapon.name, mode=mode)


def _check_target(play: Play, who: str, target: str) -> None:
    """T-ATK-4: not itself, not the dead."""
    other: Combatant | None = play.game.combatants.get(target)
    if other is None or target not in play.pieces or target == who or "dead" in other.conditions:
        raise Rejected("unknown_target")


def _check_distance(play: Play, who: str, target: str, weapon: Weapon, reach: int) -> None:
    """T-RANGE-3. Where nobody knows the distance the GM will be asked."""
    now = distance(play, who, target)
    if now is not None and now > reach:
        raise Rejected("out_of_range", d=metres(now), weapon=weapon.name, reach=metres(reach))


def _check_ammo(shot: Shot) -> None:
    """T-BURST-2, T-SINGLE-1, H-38."""
    arm = shot.attacker.arms.get(shot.id)
    if arm is not None and arm.ammo is not None and arm.ammo < shot.ammo:
        raise Rejected("not_enough_ammo", weapon=shot.weapon.name, have=arm.ammo, mode=shot.mode, need=shot.ammo)


def _check_dice(shot: Shot) -> None:
    """T-DICE-3."""
    if (dice := dice_of(shot)) < 1:
        raise Rejected("no_dice", v=dice)


def _check_limits(shot: Shot) -> None:
    """T-SPEC-ACC-5, T-SPEC-MASS-2."""
    if shot.accurate and (shot.walking or shot.mode == "burst"):
        raise Rejected("accurate_not_possible", thing="walking" if shot.walking else "burst")
    strength = max(0, shot.attacker.sheet.strength)
    useful = -(-strength // n.MASSIVE_DICE)
    if shot.massive > useful:
        raise Rejected("massive_too_many_actions", s=strength, n=useful)


# --- the hit roll ----------------------------------------------------------------------------------------------------


def shot_in(play: Play, frame: Frame) -> Shot:
    """The attack of a frame."""
    return shot_of(play, frame.who, _attack_of(frame), bool(frame.path), frame)


def _attack_of(frame: Frame) -> Attack:
    if not isinstance(frame.deed, Attack):
        raise AssertionError(f"{frame.id} is no attack")
    return frame.deed


def _begin(draft: Draft, frame: Frame) -> None:
    """3.3 steps 2 and 4: ammunition, then the dice."""
    shot = shot_in(draft.play, frame)
    accurate = shot.attacker.accurate
    _take_ammo(draft, shot)
    _roll(draft, frame, shot)
    if accurate is not None:
        draft.emit(e.AccurateChanged(who=shot.who, weapon=accurate.weapon, stacks=0))


def _take_ammo(draft: Draft, shot: Shot) -> None:
    arm = shot.attacker.arms.get(shot.id)
    if arm is None or not shot.ammo or (arm.ammo is None and shot.mode != "throw"):
        return
    left = 0 if arm.ammo is None else arm.ammo - shot.ammo
    draft.emit(e.AmmoSpent(who=shot.who, weapon=shot.id, amount=shot.ammo, left=left))
    sink_shield(draft, shot.who)


def _roll(draft: Draft, frame: Frame, shot: Shot) -> None:
    """T-HIT-1 to T-HIT-4."""
    roll = f"{frame.name}hit"
    behind = draft.terms.use(roll, shot.who, "from_behind", int(bool(shot.ruling.from_behind)), "T-DODGE-2")
    minimum, critical = thresholds(draft, roll, shot)
    dice = draft.roll(roll, shot.who, n.DIE_SIDES, max(0, pool(draft, roll, shot)), explode=True)
    found = hits.read(dice, minimum, critical)
    normal, crits, extra = hits.counted(found)
    draft.emit(
        e.HitsRolled(
            action_id=frame.id, who=shot.who, target=shot.target, weapon=shot.id, hand=shot.hand, mode=shot.mode,
            special=shot.special, distance_cm=shot.distance_cm or 0, from_behind=bool(behind), pool=len(dice),
            dice=dice, M=minimum, K=critical, hits=found, N=normal, C=crits, X=extra, aim=shot.aim,
            accurate=shot.accurate, chain=shot.chain, recoil=shot.recoils, piercing=shot.weapon.piercing,
            wounds_per_hit=shot.weapon.wounds_per_hit, inflicts=shot.inflicts,
            terms=draft.terms.of(roll, shot.who),
        )
    )  # fmt: skip


def read_again(draft: Draft, frame: Frame) -> None:
    """T-REACT-11b: the same dice with the thresholds of now."""
    strike = frame.strike
    if strike is None or not strike.dice or not isinstance(frame.deed, Attack):
        return
    roll = f"{frame.name}hit"
    minimum, critical = thresholds(draft, roll, shot_in(draft.play, frame))
    if (minimum, critical) == (strike.minimum, strike.critical):
        return
    found = hits.read(strike.dice, minimum, critical, strike.destiny, strike.destiny_from)
    normal, crits, extra = hits.counted(found)
    draft.emit(
        e.HitsReevaluated(
            action_id=frame.id, who=frame.who, target=frame.target, M=minimum, K=critical, hits=found, N=normal,
            C=crits, X=extra, reason="thresholds changed", terms=draft.terms.of(roll, frame.who),
        )
    )  # fmt: skip


def _void(play: Play, frame: Frame) -> str:
    """T-REACT-11a: weapon or target gone. (Out of reach is the GM's to judge.)"""
    attacker: Combatant = play.game.combatants[frame.who]
    arm = attacker.arms.get(attacks_with(attacker, _attack_of(frame)))
    thrown = frame.strike is not None and frame.strike.mode == "throw"
    if arm is not None and not thrown and (arm.lost or arm.stuck_in or not arm.ready):
        return "weapon lost"
    target = play.game.combatants.get(frame.target)
    return "target gone" if target is None or target.gone or "dead" in target.conditions else ""


def is_out_of_reach(play: Play, frame: Frame) -> bool:
    """H-09: has the target moved beyond twice the range?"""
    if not isinstance(frame.deed, Attack):
        return False
    now = distance_of(play, frame.who, frame.target, frame.ruling)
    return now is not None and now > n.REACH_FACTOR * range_cm(weapon_in(play, frame.who, frame.deed))


def _give_back_ammo(draft: Draft, frame: Frame) -> None:
    """H-08: what a nullified shot had taken."""
    if not isinstance(frame.deed, Attack) or frame.strike is None:
        return
    shot = shot_in(draft.play, frame)
    arm = shot.attacker.arms.get(shot.id)
    if arm is not None and shot.ammo and (arm.ammo is not None or shot.mode == "throw"):
        left = (arm.ammo or 0) + shot.ammo
        draft.emit(e.AmmoReturned(who=frame.who, weapon=shot.id, amount=shot.ammo, left=left))


def _cost(_play: Play, _who: str, deed: Attack) -> int:
    """T-ACT-1, T-SPEC-MASS-1."""
    return 1 + deed.massive


ATTACK = Kind(
    name="attack", check=CHECK.whole, parts=CHECK, begin=_begin, effect=strike_home, cost=_cost, void=_void,
    undo=_give_back_ammo, has_dice=True,
)  # fmt: skip

KINDS: dict[type, Kind] = {Attack: ATTACK}
