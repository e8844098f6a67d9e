"""Taking time for the next attack: aiming and the accurate attack (T-ACT-6, T-AIM-*, T-SPEC-ACC-*)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import Play
from server.kit.acts.frame import finish, newest
from server.kit.acts.kind import Kind, Moment
from server.rules.tirakan import events as e
from server.rules.tirakan.acts.attack import check_at_hand
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import main_weapon, weapon_of
from server.rules.tirakan.state.intents import AccurateStep, Aim
from server.rules.tirakan.state.sheet import UNARMED
from server.rules.tirakan.state.state import Combatant, Frame


def _weapon(combatant: Combatant, deed: Aim | AccurateStep) -> str:
    return deed.weapon or main_weapon(combatant)


def _check_in_hand(play: Play, who: str, deed: Aim | AccurateStep) -> Combatant:
    combatant: Combatant = play.game.combatants[who]
    id = _weapon(combatant, deed)
    if id != UNARMED:
        check_at_hand(play, combatant, id)
    return combatant


# --- aiming ----------------------------------------------------------------------------------------------------------


def _check_aim(play: Play, who: str, deed: Aim, _moment: Moment) -> None:
    combatant = _check_in_hand(play, who, deed)
    _check_mode(play, combatant, _weapon(combatant, deed))
    if deed.target == who or deed.target not in play.pieces or deed.target not in play.game.combatants:
        raise Rejected("unknown_target")
    if _next_bonus(combatant, deed) <= _bonus(combatant, deed):
        raise Rejected("aim_at_maximum", perception=combatant.sheet.perception)


def _check_mode(play: Play, combatant: Combatant, id: str) -> None:
    """T-AIM-1 (H-19: in the modern world no thrown weapon)."""
    weapon = weapon_of(combatant, id)
    if weapon is None or play.game.options.world != "modern":
        return
    if set(weapon.all_modes) == {"burst"}:
        raise Rejected("no_aim_in_burst")
    if not {"melee", "single"}.intersection(weapon.all_modes):
        raise Rejected("aim_not_possible", weapon=weapon.name)


def _bonus(combatant: Combatant, deed: Aim) -> int:
    """T-AIM-4: what is collected for this weapon and target."""
    aim = combatant.aim
    fits = aim is not None and aim.weapon == _weapon(combatant, deed) and aim.target == deed.target
    return aim.bonus if aim is not None and fits else 0


def _next_bonus(combatant: Combatant, deed: Aim) -> int:
    """T-AIM-2, T-AIM-3."""
    return min(_bonus(combatant, deed) + n.AIM_STEP, max(0, combatant.sheet.perception))


def _aim(draft: Draft, frame: Frame) -> None:
    """T-AIM-5, T-ACT-10: whoever is hit meanwhile loses this step too."""
    frame, deed = newest(draft, frame), frame.deed
    if isinstance(deed, Aim) and not frame.spoiled:
        combatant: Combatant = draft.game.combatants[frame.who]
        bonus = _next_bonus(combatant, deed)
        draft.emit(e.AimChanged(who=frame.who, weapon=_weapon(combatant, deed), target=deed.target, bonus=bonus))
    finish(draft, frame)


# --- the accurate attack ---------------------------------------------------------------------------------------------


def _check_accurate(play: Play, who: str, deed: AccurateStep, moment: Moment) -> None:
    """T-SPEC-ACC-3, T-SPEC-ACC-5."""
    combatant = _check_in_hand(play, who, deed)
    if moment.walking:
        raise Rejected("accurate_not_possible", thing="walking")
    most = max(0, combatant.sheet.perception)
    if _stacks(combatant, deed) >= most:
        raise Rejected("accurate_at_maximum", n=most)


def _stacks(combatant: Combatant, deed: AccurateStep) -> int:
    accurate = combatant.accurate
    return accurate.stacks if accurate is not None and accurate.weapon == _weapon(combatant, deed) else 0


def _step(draft: Draft, frame: Frame) -> None:
    """T-SPEC-ACC-1, T-SPEC-ACC-2."""
    deed = frame.deed
    if isinstance(deed, AccurateStep):
        combatant: Combatant = draft.game.combatants[frame.who]
        weapon, stacks = _weapon(combatant, deed), _stacks(combatant, deed) + 1
        draft.emit(e.AccurateChanged(who=frame.who, weapon=weapon, stacks=stacks))
    finish(draft, frame)


KINDS: dict[type, Kind] = {
    Aim: Kind(name="aim", check=_check_aim, effect=_aim),
    AccurateStep: Kind(name="accurate_step", check=_check_accurate, effect=_step),
}
