"""Stamina: what is paid, what is lost, and overexertion (A-STA-*)."""

from __future__ import annotations

from typing import NamedTuple

from server.core.draft import Draft
from server.rules.ambersteel.acts.rolls import check
from server.rules.ambersteel.acts.statuses import gain, lose
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.facts import LYING, is_in
from server.rules.ambersteel.state.state import Combatant


class Paid(NamedTuple):
    """What a payment took, and what came of it."""

    cost: int = 0
    taken: int = 0
    gained: tuple[str, ...] = ()

    @property
    def is_aborted(self) -> bool:
        """A-STA-4: what was to be paid for does not come about."""
        return "unconscious" in self.gained


def pay(draft: Draft, who: str, cost: int, purpose: str, name: str) -> Paid:
    """A-STA-1, A-STA-2: never refused, and never below 0. `name`: of what is paid for."""
    if cost <= 0:
        return Paid()
    before: Combatant = draft.game.combatants[who]
    draft.emit(e.StaminaSpent(who=who, amount=cost, sp=max(0, before.sp - cost), purpose=purpose))
    _strain(draft, before, who, cost, name)
    after: Combatant = draft.game.combatants[who]
    gained = tuple(status for status in after.statuses if status not in before.statuses)
    return Paid(cost, before.sp - after.sp, gained)


def refund(draft: Draft, who: str, paid: Paid) -> None:
    """A-CRIT-5, A-STA-8: exactly what was taken, and what came of paying it."""
    if not paid.cost:
        return
    sp = draft.game.combatants[who].sp + paid.taken
    draft.emit(e.StaminaRefunded(who=who, cost=paid.cost, amount=paid.taken, sp=sp))
    revoked = ["prone"] if "prone" in paid.gained else []
    revoked += ["overexerted"] if sp > 0 and "overexerted" in paid.gained else []
    lose(draft, who, *revoked)


def lost(draft: Draft, event: e.StaminaLost, name: str) -> None:
    """A-ATK-15: by a hit. The dead need no check."""
    before: Combatant = draft.game.combatants[event.who]
    draft.emit(event)
    if "dead" not in before.statuses and event.amount > 0:
        _strain(draft, before, event.who, event.amount, name)


def _strain(draft: Draft, before: Combatant, who: str, amount: int, name: str) -> None:
    """A-STA-3, A-STA-4, A-STA-5: overexerted at 0; who was so already may fall down."""
    if "overexerted" in before.statuses:
        _endure(draft, who, name)
    elif draft.game.combatants[who].sp == 0:
        gain(draft, who, "overexerted")
        if draft.game.options.overdraw_triggers_check and amount > before.sp:
            _endure(draft, who, name)


def _endure(draft: Draft, who: str, name: str) -> None:
    """A-STA-4: one check for each loss."""
    if check(draft, f"{name}.endurance", who, "end", "A-STA-4"):
        return
    was_prone = is_in(draft.game.combatants[who], "prone", *LYING)
    gain(draft, who, "unconscious" if was_prone else "prone")
