"""Special attacks: what each needs, and what its hits do instead of wounds (T-SPEC-*). One entry each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import Ask, Decision, Play
from server.kit.acts.frame import ask_gm, finish, newest
from server.kit.frames import top
from server.kit.hidden import is_secret
from server.rules.tirakan import events as e
from server.rules.tirakan.asking.questions import topic_of
from server.rules.tirakan.harm.cover import sink_shield
from server.rules.tirakan.harm.wounds import fell, thrown_back, worsen, wound
from server.rules.tirakan.rolls import hits, improve
from server.rules.tirakan.rolls.attribute import roll_check
from server.rules.tirakan.state.facts import held_weapon
from server.rules.tirakan.state.intents import Attack, Hand
from server.rules.tirakan.state.sheet import Weapon
from server.rules.tirakan.state.state import Combatant, Frame, Strike


def _no_need(_play: Play, _weapon: Weapon, _deed: Attack, _target: str) -> None:
    """An ordinary attack needs nothing more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Special:
    """One special attack. `check`, of weapon, attack and target, raises Rejected. `after`: 3.3 step 11; it finishes the
    act or leaves a question open."""

    check: Callable[[Play, Weapon, Attack, str], None] = _no_need
    after: Callable[[Draft, Frame], None] = wound
    has_cover: bool = True
    has_protection: bool = True


def _strike(frame: Frame) -> Strike:
    if frame.strike is None:
        raise AssertionError(f"{frame.id} has no hits")
    return frame.strike


# --- knockout --------------------------------------------------------------------------------------------------------


def _check_blunt(_play: Play, weapon: Weapon, _deed: Attack, _target: str) -> None:
    """T-SPEC-KO-1."""
    if not weapon.blunt:
        raise Rejected("not_blunt", weapon=weapon.name)


def _knock_out(draft: Draft, frame: Frame) -> None:
    """T-SPEC-KO-2, T-SPEC-KO-3, T-SPEC-KO-4 (H-32: the shortfall is the level, never less than there is already)."""
    frame = newest(draft, frame)
    strike, got = _strike(frame), frame.successes
    needed = len(hits.left(strike))
    if needed and got is None:
        since = len(draft.trail)
        got = roll_check(
            draft, f"{frame.name}resist", strike.target, "resistance", "knockout", needed=needed, action_id=frame.id
        )
        if improve.ask(draft, newest(draft, frame), since):
            return
    if got is not None and got < needed:
        level = draft.game.combatants[strike.target].conditions.get("unconscious", 0)
        fell(draft, strike.target, "unconscious", max(level, needed - got))
    if not thrown_back(draft, newest(draft, frame), strike):
        finish(draft, frame)


# --- disarm ----------------------------------------------------------------------------------------------------------


def armed_with(combatant: Combatant, arm: Hand = "") -> str:
    """The weapon that can be struck from this hand, or without a word from either; empty if there is none."""
    if arm != "off" and held_weapon(combatant, combatant.main_hand) is not None:
        return combatant.main_hand
    return combatant.off_hand if arm != "main" and held_weapon(combatant, combatant.off_hand) is not None else ""


def _struck_at(draft: Draft, frame: Frame) -> str:
    """The weapon that a disarming attack would take now."""
    arm: Hand = frame.deed.arm if isinstance(frame.deed, Attack) else ""
    return armed_with(draft.game.combatants[_strike(frame).target], arm)


def _check_armed(play: Play, _weapon: Weapon, deed: Attack, target: str) -> None:
    """T-SPEC-DIS-1."""
    if not armed_with(play.game.combatants[target], deed.arm):
        raise Rejected("target_unarmed", target=play.pieces[target].name)


def _disarm(draft: Draft, frame: Frame) -> None:
    """T-SPEC-DIS-2: the target chooses what it holds on with."""
    frame = newest(draft, frame)
    strike = _strike(frame)
    if frame.successes is not None:
        _drop_or_hold(draft, frame)
        return
    if not hits.left(strike) or not _struck_at(draft, frame):
        finish(draft, frame)
        return
    secret = is_secret(draft.play, frame.who, strike.target)
    asks = {strike.target: Ask(secret=secret)}
    draft.open("disarm", f"{frame.name}disarm.{strike.target}", asks, silent=secret, topic=topic_of(draft.play, frame))


def hold_on(draft: Draft, _decision: Decision) -> None:
    """T-SPEC-DIS-2: the check is made."""
    frame = top(draft.game)
    if frame is None:
        return
    strike, since = _strike(frame), len(draft.trail)
    who, needed = strike.target, len(hits.left(strike))
    attribute: str = frame.choice or stronger(draft.game.combatants[who])
    roll_check(draft, f"{frame.name}hold", who, attribute, "disarm", needed=needed, action_id=frame.id)
    if not improve.ask(draft, newest(draft, frame), since):
        _drop_or_hold(draft, newest(draft, frame))


def _drop_or_hold(draft: Draft, frame: Frame) -> None:
    """T-SPEC-DIS-2, T-SPEC-DIS-3, T-SHIELD-6."""
    strike = _strike(frame)
    who, needed = strike.target, len(hits.left(strike))
    if (frame.successes or 0) < needed:
        draft.emit(e.Disarmed(who=who, weapon=_struck_at(draft, frame)))
        sink_shield(draft, who)
    finish(draft, frame)


def stronger(combatant: Combatant) -> Literal["strength", "deftness"]:
    """What one holds on with who does not say."""
    return "strength" if combatant.sheet.strength >= combatant.sheet.deftness else "deftness"


# --- coup de grace ---------------------------------------------------------------------------------------------------

HELPLESS = ("unconscious", "sleeping", "dying")


def _check_helpless(play: Play, _weapon: Weapon, _deed: Attack, target: str) -> None:
    """T-SPEC-COUP-1."""
    conditions = play.game.combatants[target].conditions
    if not any(condition in conditions for condition in HELPLESS):
        raise Rejected("target_not_helpless", target=play.pieces[target].name)


def _finish_off(draft: Draft, frame: Frame) -> None:
    """T-SPEC-COUP-2 (H-33), T-SPEC-COUP-3, T-SPEC-COUP-4."""
    strike = _strike(newest(draft, frame))
    who, count = strike.target, len(hits.left(strike))
    conditions = draft.game.combatants[who].conditions
    if not count and "sleeping" in conditions:
        ask_gm(draft, frame, "awaken", topic_of(draft.play, frame))
        return
    if count and "dying" in conditions:
        worsen(draft, who, hits.wounds(strike))
    elif count and draft.game.options.coup_result == "dying":
        worsen(draft, who, count)
    elif count:
        fell(draft, who, "dead", count)
    finish(draft, frame)


def awaken(draft: Draft, _decision: Decision) -> None:
    """T-SPEC-COUP-4: probably it wakes."""
    frame = top(draft.game)
    if frame is None:
        return
    if frame.ruling.awaken is not False:
        draft.emit(e.ConditionChanged(who=_strike(frame).target, condition="sleeping", level=0))
    finish(draft, frame)


SPECIALS: dict[str, Special] = {
    "": Special(),
    "knockout": Special(check=_check_blunt, after=_knock_out),
    "disarm": Special(check=_check_armed, after=_disarm, has_protection=False),
    "coup": Special(check=_check_helpless, after=_finish_off, has_cover=False, has_protection=False),
}
