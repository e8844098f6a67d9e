"""Wounds, dying and conditions as consequences of hits (T-WOUND-*, T-COND-3, T-COND-6). Nothing is chosen here."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.ids import born
from server.kit.acts.frame import finish, newest
from server.rules.tirakan import events as e
from server.rules.tirakan.harm.cover import sink_shield
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import helpless
from server.rules.tirakan.state.intents import Aim
from server.rules.tirakan.state.state import Combatant, Frame, Hit, Strike

SHIELDS_FROM = {"bleeding": "B", "poisoned": "P", "burning": "F", "shocked": "S"}
"""T-PROT-10: which kind of protection keeps which condition off."""


def wound(draft: Draft, frame: Frame) -> None:
    """3.3 step 11 of an ordinary attack: wounds, conditions, and what the armour does to the attacker."""
    frame = newest(draft, frame)
    strike = frame.strike
    if strike is None:
        return
    taken = hurt(draft, strike.target, hits.wounds(strike))
    if taken and draft.game.options.aim_lost_on == "wound":
        lose_aim(draft, strike.target)
    if taken:
        _inflict(draft, strike)
    if not thrown_back(draft, frame, strike):
        finish(draft, frame)


def hurt(draft: Draft, who: str, amount: int) -> int:
    """T-WOUND-2, T-WOUND-3: boost first, surplus dropped; how many wounds it really took."""
    if amount < 1:
        return 0
    combatant: Combatant = draft.game.combatants[who]
    boost = min(combatant.boost, amount)
    now = min(combatant.sheet.max_wounds, combatant.wounds + amount - boost)
    draft.emit(e.WoundsTaken(who=who, wounds=amount, boost_used=boost, now=now))
    if amount > boost:
        _consequences(draft, who, amount - boost)
    return amount - boost


def _consequences(draft: Draft, who: str, amount: int) -> None:
    """T-WOUND-3, T-COND-3, T-COND-5."""
    combatant = draft.game.combatants[who]
    if "dying" in combatant.conditions:
        worsen(draft, who, amount)
    elif combatant.wounds >= combatant.sheet.max_wounds and "dead" not in combatant.conditions:
        worsen(draft, who, 1)
    elif "sleeping" in combatant.conditions:
        draft.emit(e.ConditionChanged(who=who, condition="sleeping", level=0))


def worsen(draft: Draft, who: str, levels: int) -> None:
    """T-COND-3, T-WOUND-3: dying begins, and all other conditions end; or it goes on. Its sixth level is death."""
    if "dying" not in draft.game.combatants[who].conditions:
        for condition in draft.game.combatants[who].conditions:
            draft.emit(e.ConditionChanged(who=who, condition=condition, level=0))
    level = draft.game.combatants[who].conditions.get("dying", 0) + levels
    fell(draft, who, "dying", min(level, n.DEADLY_LEVEL))
    if level >= n.DEADLY_LEVEL:
        draft.emit(e.ConditionChanged(who=who, condition="dying", level=0))
        draft.emit(e.ConditionChanged(who=who, condition="dead", level=level))


def fell(draft: Draft, who: str, condition: str, level: int) -> None:
    """A condition that takes all actions; a raised shield sinks (T-SHIELD-6)."""
    draft.emit(e.ConditionChanged(who=who, condition=condition, level=level))
    sink_shield(draft, who)


def lose_aim(draft: Draft, who: str) -> None:
    """T-AIM-5: the collected bonus, and that of an attack in progress."""
    aims = any(frame.who == who and _aims(frame) for frame in draft.game.frames)
    if aims or draft.game.combatants[who].aim is not None:
        draft.emit(e.AimLost(who=who))


def _aims(frame: Frame) -> bool:
    """An attack with an aiming bonus, or a step of aiming that is not spoiled yet."""
    return bool(frame.strike.aim) if frame.strike is not None else isinstance(frame.deed, Aim) and not frame.spoiled


def _inflict(draft: Draft, strike: Strike) -> None:
    """T-COND-6: what the weapon does beside wounds, unless armour kept it off or the victim no longer feels it."""
    victim = draft.game.combatants[strike.target]
    if helpless(victim) in ("dying", "dead"):
        return
    for condition, level in strike.inflicts.items():
        if SHIELDS_FROM.get(condition) not in strike.effective:
            level += victim.conditions.get(condition, 0)
            draft.emit(e.ConditionChanged(who=strike.target, condition=condition, level=level))


def thrown_back(draft: Draft, frame: Frame, strike: Strike) -> bool:
    """T-PROT-10: sticky and reflective protection. True where the attacker has hits to bear first."""
    if not strike.who:
        return False
    arm = draft.game.combatants[strike.who].arms.get(strike.weapon)
    if "H" in strike.effective and arm is not None and not arm.lost:
        draft.emit(e.WeaponStuck(who=strike.who, weapon=strike.weapon, target=strike.target))
    count = strike.effective.count("R")
    if not count:
        return False
    name = f"{frame.name}reflected."
    thrown = tuple(Hit(f"h{number + 1}", number, 0) for number in range(count))
    draft.emit(
        e.HitsInflicted(
            action_id=born(draft.act, name[:-1]), name=name, who=strike.target, target=strike.who, hits=thrown
        )
    )
    return True
