"""Declaring an act and paying for it (3.3 step 2)."""

from __future__ import annotations

from server.core.draft import Draft
from server.rules.tirakan import events as e
from server.rules.tirakan.acts.kinds import cost_of, kind_of, main_deed
from server.rules.tirakan.rolls.hitroll import shot_of
from server.rules.tirakan.secrecy.hidden import is_secret
from server.rules.tirakan.state.intents import AccurateStep, Aim, Attack, Deed, Walk, plain
from server.rules.tirakan.state.state import Combatant, FrameKind


def declare(draft: Draft, who: str, deed: Deed, action_id: str, frame: FrameKind, name: str) -> None:
    """The act is announced: its frame is pushed. What is walked meanwhile is the frame's path."""
    main = plain(main_deed(deed))
    path = deed.path if isinstance(deed, Walk) and deed.with_ is not None else ()
    draft.emit(
        e.ActionDeclared(
            action_id=action_id, frame=frame, name=name, who=who, kind=kind_of(main).name,
            target=_target(draft, who, main), deed=main, path=path, cost=cost_of(draft.play, who, deed),
        )
    )  # fmt: skip


def _target(draft: Draft, who: str, deed: Deed) -> str:
    """Whom the act befalls. Nobody feels that somebody hidden takes aim."""
    return "" if isinstance(deed, Aim) and is_secret(draft.play, who) else getattr(deed, "target", "")


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
