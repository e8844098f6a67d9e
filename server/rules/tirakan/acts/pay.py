"""Paying for an act (3.3 step 2)."""

from __future__ import annotations

from server.core.draft import Draft
from server.rules.tirakan import events as e
from server.rules.tirakan.rolls.hitroll import shot_of
from server.rules.tirakan.state.intents import AccurateStep, Attack, Deed
from server.rules.tirakan.state.state import Combatant


def pay(draft: Draft, who: str, amount: int, action_id: str, deed: Deed) -> None:
    """T-QUICK-3: a quick reaction goes first; it is held only before the own first turn, so only reactions use it.

    T-SPEC-ACC-4: any other act discards the steps of an accurate attack."""
    combatant: Combatant = draft.game.combatants[who]
    quick = combatant.quick_reaction and amount == 1
    draft.emit(
        e.ActionSpent(
            who=who, amount=amount, source="quick_reaction" if quick else "normal", action_id=action_id,
            interrupts=amount > 0 and not _recoils(draft, who, deed),
        )
    )  # fmt: skip
    if combatant.accurate is not None and not isinstance(deed, AccurateStep | Attack):
        draft.emit(e.AccurateLost(who=who))


def _recoils(draft: Draft, who: str, deed: Deed) -> bool:
    """T-RECOIL-2, T-RECOIL-3: another attack with recoil goes on with the chain."""
    return isinstance(deed, Attack) and shot_of(draft.play, who, deed).recoils
