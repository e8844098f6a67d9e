"""The defences of one who is attacked: dodge, parry, shield parry; and the raised shield (T-DODGE-*, T-PARRY-*,
T-SHIELD-*)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import Play
from server.kit.acts.frame import finish
from server.kit.acts.kind import Kind, Moment, in_own_turn
from server.rules.tirakan import events as e
from server.rules.tirakan.acts.attack import check_at_hand
from server.rules.tirakan.harm.cover import best, block_level, sources
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import (
    attacks_with,
    base_dodge,
    hand_of,
    is_shield_usable,
    load,
    shield_of,
    weapon_of,
)
from server.rules.tirakan.state.intents import Attack, Dodge, Parry, RaiseShieldBlock, ShieldParry
from server.rules.tirakan.state.options import OBJECT_PARRY
from server.rules.tirakan.state.sheet import UNARMED
from server.rules.tirakan.state.state import Combatant, Frame

# --- what all defences need ------------------------------------------------------------------------------------------


def _check_target(who: str, moment: Moment, act: str) -> Frame:
    """T-DODGE-1, T-PARRY-1, T-SHIELD-7: only the one who is attacked."""
    frame: Frame | None = moment.frame
    if frame is None or frame.target != who or (frame.strike is None and not isinstance(frame.deed, Attack)):
        raise Rejected("not_the_target", act=act)
    return frame


def _check_hits(frame: Frame) -> None:
    """Pointless without hits; before the dice (H-06) nobody knows."""
    if frame.strike is not None and not hits.left(frame.strike):
        raise Rejected("nothing_to_defend")


def _is_melee(play: Play, frame: Frame) -> bool:
    """T-MODE-4: only melee attacks can be dodged and parried."""
    if frame.strike is not None:
        return frame.strike.mode == "melee"
    deed, attacker = frame.deed, play.game.combatants.get(frame.who)
    if not isinstance(deed, Attack) or deed.mode or attacker is None:
        return isinstance(deed, Attack) and deed.mode == "melee"
    weapon = weapon_of(attacker, attacks_with(attacker, deed))
    return weapon is not None and weapon.all_modes[0] == "melee"


def _minimum(draft: Draft, roll: str, who: str, hand: str, more: int, walking: bool) -> int:
    """T-PARRY-2, T-DODGE-5: minimum roll and what hinders the defender."""
    combatant: Combatant = draft.game.combatants[who]

    def use(key: str, value: int, rule: str) -> int:
        return draft.terms.use(roll, who, key, value, rule)

    total = use("min_roll", combatant.sheet.min_roll, "T-HIT-2") + more
    total += use("walking", n.WALKING_MALUS * walking, "T-MOVE-2")
    total += use("hunkered", n.HUNKERED_MALUS * ("hunkered" in combatant.conditions), "T-COND-1")
    total += use("off_hand", n.OFF_HAND_MALUS * (hand == "off"), "T-SPEC-DUAL-4")
    total += use("poisoned", combatant.conditions.get("poisoned", 0), "T-COND-6")
    return max(n.LEAST_MINIMUM, total + draft.terms.use_extra(roll, who))


# --- dodge -----------------------------------------------------------------------------------------------------------


def dodge_value(combatant: Combatant) -> int:
    """T-DODGE-3, T-DODGE-4, T-COND-6: dice of a dodge."""
    return combatant.sheet.dodge_template + base_dodge(combatant) - load(combatant) - _shocked(combatant)


def _shocked(combatant: Combatant) -> int:
    return combatant.conditions.get("shocked", 0)


def _check_dodge(play: Play, who: str, _deed: Dodge, moment: Moment) -> None:
    frame = _check_target(who, moment, "dodge")
    if not _is_melee(play, frame):
        raise Rejected("not_melee", act="dodge")
    if frame.strike.from_behind if frame.strike is not None else frame.ruling.from_behind:
        raise Rejected("from_behind")
    _check_hits(frame)
    combatant: Combatant = play.game.combatants[who]
    if (value := dodge_value(combatant)) < 1:
        raise Rejected("no_dodge_dice", name=play.pieces[who].name, v=value)


def _dodge(draft: Draft, frame: Frame, who: str, _deed: Dodge, walking: bool) -> None:
    """T-DODGE-5, T-DODGE-6: one success is enough; every hit makes it harder."""
    combatant: Combatant = draft.game.combatants[who]
    roll = f"{frame.name}dodge"

    def use(key: str, value: int, rule: str) -> int:
        return draft.terms.use(roll, who, key, value, rule)

    count = use("dodge_template", combatant.sheet.dodge_template, "T-DODGE-3")
    count += use("quickness_and_deftness", base_dodge(combatant), "T-DODGE-3")
    count -= use("load", load(combatant), "T-DODGE-4") + use("shocked", _shocked(combatant), "T-COND-6")
    left = len(hits.left(frame.strike)) if frame.strike is not None else 0
    minimum = _minimum(draft, roll, who, "", use("hits", left, "T-DODGE-5"), walking)
    dice = draft.roll(roll, who, n.DIE_SIDES, max(0, count), explode=True)
    successes = hits.successes(dice, minimum)
    draft.emit(
        e.DodgeRolled(
            action_id=frame.id, who=who, dice=dice, M=minimum, successes=successes, success=successes > 0,
            terms=draft.terms.of(roll, who),
        )
    )  # fmt: skip


# --- parry -----------------------------------------------------------------------------------------------------------


def _parrying(combatant: Combatant, deed: Parry) -> str:
    return "" if deed.object else deed.weapon or combatant.main_hand


def _check_parry(play: Play, who: str, deed: Parry, moment: Moment) -> None:
    """T-ACT-2, T-PARRY-1 (H-26: also from behind). Whether an object will do the GM says (H-35)."""
    frame = _check_target(who, moment, "parry")
    if not _is_melee(play, frame):
        raise Rejected("not_melee", act="parry")
    combatant: Combatant = play.game.combatants[who]
    if not deed.object:
        _check_parrying(play, who, combatant, _parrying(combatant, deed))
    _check_hits(frame)
    dice = combatant.sheet.hand_to_hand + _parry_bonus(combatant, deed) - _shocked(combatant)
    if dice < 1:
        raise Rejected("no_dice", v=dice)


def _check_parrying(play: Play, who: str, combatant: Combatant, id: str) -> None:
    """T-PARRY-1: a melee weapon at hand."""
    weapon = weapon_of(combatant, id)
    if weapon is None or id == UNARMED or weapon.weapon_class != "melee":
        raise Rejected("no_suitable_weapon", name=play.pieces[who].name)
    check_at_hand(play, combatant, id)


def _parry_bonus(combatant: Combatant, deed: Parry) -> int:
    """T-PARRY-2; an object has none."""
    return 0 if deed.object else combatant.sheet.weapons[_parrying(combatant, deed)].damage_potential


def _needs_ruling(_play: Play, deed: object) -> bool:
    """H-35: the GM says whether the object serves."""
    return isinstance(deed, Parry) and bool(deed.object) and OBJECT_PARRY == "gm"


def _parry(draft: Draft, frame: Frame, who: str, deed: Parry, walking: bool) -> None:
    """T-PARRY-2 to T-PARRY-4."""
    combatant: Combatant = draft.game.combatants[who]
    id, roll = _parrying(combatant, deed), f"{frame.name}parry"

    def use(key: str, value: int, rule: str) -> int:
        return draft.terms.use(roll, who, key, value, rule)

    count = use("hand_to_hand", combatant.sheet.hand_to_hand, "T-PARRY-2")
    count += use("damage_potential", _parry_bonus(combatant, deed), "T-PARRY-2")
    count -= use("shocked", _shocked(combatant), "T-COND-6")
    minimum = _minimum(draft, roll, who, hand_of(combatant, id, ""), 0, walking)
    critical = use("critical", n.CRITICAL_FROM, "T-PARRY-4")
    dice = draft.roll(roll, who, n.DIE_SIDES, max(0, count), explode=True)
    crits = hits.successes(dice, max(minimum, critical))
    normal = hits.successes(dice, minimum) - crits
    gone = hits.parried(frame.strike.hits, normal, crits) if frame.strike is not None else set()
    draft.emit(
        e.ParryRolled(
            action_id=frame.id, who=who, weapon=id, dice=dice, M=minimum, K=critical, normal=normal, critical=crits,
            removed=len(gone), terms=draft.terms.of(roll, who),
        )
    )  # fmt: skip


# --- shields ---------------------------------------------------------------------------------------------------------


def _check_shield(play: Play, who: str) -> Combatant:
    """T-SHIELD-1."""
    combatant: Combatant = play.game.combatants[who]
    if shield_of(combatant) is None:
        raise Rejected("no_shield", name=play.pieces[who].name)
    if not is_shield_usable(play.game, combatant):
        raise Rejected("shield_not_usable")
    return combatant


def _check_shield_parry(play: Play, who: str, _deed: ShieldParry, moment: Moment) -> None:
    """T-SHIELD-7 (H-23: also against shots)."""
    frame = _check_target(who, moment, "parry with the shield")
    combatant = _check_shield(play, who)
    _check_hits(frame)
    shield = shield_of(combatant)
    blocked = block_level(play.game, combatant)
    found = sources(play.game, who, frame.who, frame.ruling, 0)
    already = best([level for _, _, level in found])
    if play.game.options.cover_stacking == "sequential":
        already = blocked
    if shield is not None and already and already <= shield.cover:
        raise Rejected("cover_already_as_good", name=play.pieces[who].name, x=already)


def _shield_parry(draft: Draft, frame: Frame, who: str, _deed: ShieldParry, _walking: bool) -> None:
    combatant: Combatant = draft.game.combatants[who]
    shield = shield_of(combatant)
    level = shield.cover if shield is not None else 0
    draft.emit(e.ShieldParried(action_id=frame.id, who=who, shield=combatant.off_hand, level=level))


def _check_raise(play: Play, who: str, _deed: RaiseShieldBlock, _moment: Moment) -> None:
    """T-SHIELD-3."""
    if _check_shield(play, who).block is not None:
        raise Rejected("already_raised", name=play.pieces[who].name)


def _raise(draft: Draft, frame: Frame) -> None:
    shield = draft.game.combatants[frame.who].off_hand
    draft.emit(e.ShieldBlockRaised(who=frame.who, shield=shield, round=draft.game.round))
    finish(draft, frame)


def _raise_cost(_play: Play, _who: str, _deed: RaiseShieldBlock) -> int:
    return n.SHIELD_BLOCK_COST


KINDS: dict[type, Kind] = {
    Dodge: Kind(name="dodge", check=_check_dodge, answer=_dodge, waits_for_dice=True),
    Parry: Kind(name="parry", check=_check_parry, answer=_parry, is_doubtful=_needs_ruling, waits_for_dice=True),
    ShieldParry: Kind(name="shield_parry", check=_check_shield_parry, answer=_shield_parry),
    RaiseShieldBlock: Kind(
        name="raise_shield_block", check=_check_raise, effect=_raise, cost=_raise_cost, own_turn_only=in_own_turn
    ),
}
