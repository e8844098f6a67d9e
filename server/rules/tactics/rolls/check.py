"""D-GEN-1: checks of a character beside attacks: Run, pain, skills."""

from __future__ import annotations

from typing import Any

from server.core.draft import Draft
from server.rules.tactics.rolls.throw import throw
from server.rules.tactics.state import events as e
from server.rules.tactics.state.facts import condition_penalty, move_cm
from server.rules.tactics.state.plan import PACES, Action
from server.rules.tactics.state.state import Combatant


def pain(draft: Draft, who: str, wanted: bool) -> int:
    """D-PAIN-1 to D-PAIN-3: the condition penalty of this action, after the check against it where that is wished."""
    combatant: Combatant = draft.game.combatants[who]
    penalty: int = condition_penalty(combatant, draft.game.options.cp_mode)
    if not wanted or not penalty:
        return penalty
    name = "pain"
    use = _user(draft, name, who)
    use("NER", combatant.sheet.NER, "D-PAIN-1")
    use("change", -combatant.record.penalty, "D-ACT-4")
    made = _made(draft, name, who)
    penalty = 0 if made["success"] else penalty + int(made["s"])
    draft.emit(e.PainChecked(who=who, cp=penalty, **made))
    return penalty


def run(draft: Draft, who: str, pace: str, penalty: int) -> int:
    """D-MOV-3: how far it gets, in centimetres. `penalty`: of its condition."""
    combatant = draft.game.combatants[who]
    name = "run"
    use = _user(draft, name, who)
    use("skill", combatant.sheet.skill("run").base, "D-MOV-3")
    _common(draft, name, combatant, who, penalty)
    made = _made(draft, name, who)
    far: int = max(0, move_cm(combatant) * PACES[pace] + 100 * made["s"])
    draft.emit(e.RunChecked(who=who, pace=pace, distance_cm=far, **made))
    return far


def use_skill(draft: Draft, who: str, action: Action, penalty: int) -> None:
    """D-GEN-1: any other skill, or an action of which the GM has said that it needs a check."""
    combatant = draft.game.combatants[who]
    name = f"skill.{action.id}"
    use = _user(draft, name, who)
    use("skill", combatant.sheet.skill(action.skill).base, "D-GEN-1")
    _common(draft, name, combatant, who, penalty)
    draft.emit(e.SkillChecked(who=who, skill=action.skill, **_made(draft, name, who)))


def multi(combatant: Combatant) -> int:
    """D-ACT-2, D-ACT-3: of several check actions, each has as much against it as there are."""
    return -combatant.record.committed if combatant.record.committed >= 2 else 0


def _common(draft: Draft, name: str, combatant: Combatant, who: str, penalty: int) -> None:
    use = _user(draft, name, who)
    use("multi", multi(combatant), "D-ACT-2")
    use("change", -combatant.record.penalty, "D-ACT-4")
    use("cp", penalty, "D-WND-7")


def _user(draft: Draft, name: str, who: str) -> Any:
    return lambda key, value, rule: draft.terms.use(name, who, key, value, rule)


def _made(draft: Draft, name: str, who: str) -> dict[str, Any]:
    """D-GEN-1: the fields of a check, with its terms made up."""
    draft.terms.use_extra(name, who)
    terms = draft.terms.of(name, who)
    target, rolled = sum(term.value for term in terms), throw(draft, name, who)
    s = target - rolled.effective
    return {
        "dice": rolled.dice, "natural": rolled.natural, "effective": rolled.effective, "T": target, "s": s,
        "success": s >= 0, "terms": terms,
    }  # fmt: skip
