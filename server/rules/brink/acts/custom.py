"""What the GM rules on: free-text actions (B-TURN-6) and skills whose text is no attack (B-SKILL-4)."""

from __future__ import annotations

from server.core.draft import Draft
from server.rules.brink.acts.done import done
from server.rules.brink.acts.harm import DIE_SIDES, harm
from server.rules.brink.acts.question import ask_gm
from server.rules.brink.state import events as e
from server.rules.brink.state.state import Action, Ruling


def resolve(draft: Draft, action: Action) -> bool:
    """The GM's roll and effect; a skill waits for the ruling here, a free-text action has it since its declaration."""
    if action.ruling is None:
        ask_gm(draft, action, "skill")
        return False
    if _succeeds(draft, action, action.ruling):
        for who, amount in action.ruling.damage.items():
            if who in draft.game.combatants:
                harm(draft, who, amount, f"{action.name}.brink")
    return done(draft, action)


def _succeeds(draft: Draft, action: Action, ruling: Ruling) -> bool:
    """A roll only where the GM wants one."""
    if ruling.need is None:
        return True
    roll, who = f"{action.name}.check", action.who
    modifier = draft.terms.use(roll, who, "modifier", ruling.modifier, "B-TURN-6") + draft.terms.use_extra(roll, who)
    need = draft.terms.use(roll, who, "need", ruling.need, "B-TURN-6")
    face = draft.roll(roll, who, DIE_SIDES, 1)[0][0]
    total = face + modifier
    draft.emit(
        e.CustomRolled(
            who=who, action=action.id, face=face, total=total, need=need, success=total >= need,
            terms=draft.terms.of(roll, who),
        )
    )  # fmt: skip
    return total >= need
