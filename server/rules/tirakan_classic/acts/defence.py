"""The defences of one who is attacked: evading and parrying (L-EVADE-*, L-PARRY-*)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import Play
from server.kit.acts.kind import Kind, Moment
from server.rules.tirakan_classic.acts import dice
from server.rules.tirakan_classic.acts.attack import check_in_hand
from server.rules.tirakan_classic.acts.dice import Pool
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state import facts
from server.rules.tirakan_classic.state.intents import Attack, Evade, Parry, ThrowObject
from server.rules.tirakan_classic.state.sheet import Weapon
from server.rules.tirakan_classic.state.state import Combatant, Frame

# --- what both need --------------------------------------------------------------------------------------------------


def _check_attacked(play: Play, who: str, moment: Moment) -> Frame:
    """L-EVADE-1, L-PARRY-1: only the attacked one, and only in melee."""
    frame: Frame | None = moment.frame
    if frame is None or frame.target != who or not isinstance(frame.deed, Attack | ThrowObject):
        raise Rejected("not_the_target")
    if not _is_melee(play, frame):
        raise Rejected("not_melee")
    return frame


def _is_melee(play: Play, frame: Frame) -> bool:
    attacker: Combatant | None = play.game.combatants.get(frame.who)
    if attacker is None or not isinstance(frame.deed, Attack):
        return False
    weapon = facts.weapon_of(attacker, frame.strike.weapon if frame.strike is not None else "") or Weapon()
    return weapon.weapon_class == "melee"


def _check_hits(frame: Frame) -> None:
    if frame.strike is None or not frame.strike.left:
        raise Rejected("nothing_to_evade")


# --- evading ---------------------------------------------------------------------------------------------------------


def _evasion(play: Play, who: str, frame: Frame, walking: bool) -> Pool:
    """L-EVADE-3, L-A-18."""
    own: Combatant = play.game.combatants[who]
    hits = frame.strike.hits if frame.strike is not None and play.game.options.evade_harder_by_hits else 0
    rows = (("evasion", "L-EVADE-3", own.sheet.evasion),)
    return dice.pool_of(play.game.options, own, rows, walking, harder=hits)


def _check_evade(play: Play, who: str, _deed: Evade, moment: Moment) -> None:
    """L-EVADE-1 to L-EVADE-3."""
    frame = _check_attacked(play, who, moment)
    if frame.ruling.from_behind:
        raise Rejected("from_behind")
    _check_hits(frame)
    dice.check_pool(play.game.options, _evasion(play, who, frame, moment.walking))


def _evade(draft: Draft, frame: Frame, who: str, _deed: Evade, walking: bool) -> None:
    """L-EVADE-4."""
    thrown = dice.throw(draft, f"{frame.name}evade", who, _evasion(draft.play, who, frame, walking))
    draft.emit(
        e.EvadeRolled(
            action_id=frame.id, who=who, M=thrown.minimum, faces=thrown.faces, hits=thrown.hits,
            success=thrown.hits > 0, terms=thrown.terms,
        )
    )  # fmt: skip


# --- parrying --------------------------------------------------------------------------------------------------------


def _parrying(own: Combatant, deed: Parry) -> str:
    return "" if deed.object else deed.weapon or own.in_hand


def _check_parry(play: Play, who: str, deed: Parry, moment: Moment) -> None:
    """L-PARRY-1, L-A-19, L-A-21. Whether an object will do the GM says."""
    options = play.game.options
    if options.parry == "off":
        raise Rejected("parry_off")
    frame = _check_attacked(play, who, moment)
    if frame.ruling.from_behind and options.behind_blocks_parry:
        raise Rejected("from_behind")
    own: Combatant = play.game.combatants[who]
    if not deed.object:
        _check_tool(play, who, own, _parrying(own, deed))
    _check_hits(frame)
    if options.parry == "roll":
        dice.check_pool(options, _parry_pool(play, who, moment.walking))


def _check_tool(play: Play, who: str, own: Combatant, id: str) -> None:
    weapon = own.sheet.weapons.get(id)
    if weapon is None or weapon.weapon_class != "melee":
        raise Rejected("no_parry_tool", name=play.pieces[who].name)
    check_in_hand(own, id)


def _parry_pool(play: Play, who: str, walking: bool) -> Pool:
    """L-PARRY-2."""
    own: Combatant = play.game.combatants[who]
    rows = (("hand_to_hand", "L-PARRY-2", own.sheet.hand_to_hand),)
    return dice.pool_of(play.game.options, own, rows, walking)


def _is_doubtful(play: Play, deed: Parry) -> bool:
    """L-PARRY-1, L-A-19: must the GM say something to it?"""
    return bool(deed.object) or play.game.options.parry == "gm"


def _parry(draft: Draft, frame: Frame, who: str, deed: Parry, walking: bool) -> None:
    """L-PARRY-2: each success takes one hit; or the GM has said how many."""
    weapon, left = _parrying(draft.game.combatants[who], deed), frame.strike.left if frame.strike is not None else 0
    if draft.game.options.parry == "gm":
        removed = min(left, frame.rulings[who].removed)
        minimum = draft.game.combatants[who].sheet.min_roll
        draft.emit(
            e.ParryRolled(action_id=frame.id, who=who, weapon=weapon, M=minimum, faces=(), hits=0, removed=removed)
        )
        return
    thrown = dice.throw(draft, f"{frame.name}parry", who, _parry_pool(draft.play, who, walking))
    draft.emit(
        e.ParryRolled(
            action_id=frame.id, who=who, weapon=weapon, M=thrown.minimum, faces=thrown.faces, hits=thrown.hits,
            removed=min(left, thrown.hits), terms=thrown.terms,
        )
    )  # fmt: skip


KINDS: dict[type, Kind] = {
    Evade: Kind(name="evade", check=_check_evade, answer=_evade, waits_for_dice=True),
    Parry: Kind(name="parry", check=_check_parry, answer=_parry, is_doubtful=_is_doubtful, waits_for_dice=True),
}
