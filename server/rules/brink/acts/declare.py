"""Declaring an action and paying for it: charges are made here, never at resolution (3.3.3)."""

from __future__ import annotations

from msgspec.structs import replace

from server.core.draft import Draft
from server.core.ids import born
from server.kit.hidden import is_public, public_name
from server.rules.brink.acts.deed_check import actions_of, energy_of
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import has_initiative, is_able
from server.rules.brink.state.state import Action, Combatant, Deed, Frame, Game, Source, skills_of


def declare(draft: Draft, who: str, deed: Deed, source: Source, name: str = "", id: str = "") -> Action:
    """The action opens a frame of its own. `name`: its part of the names of rolls, `id`: of its own id."""
    action = _action(draft, who, deed, source, name or source, id or source)
    draft.emit(e.ActionDeclared(who=who, target=deed.target, action=action))
    _pay(draft, action)
    return action


def announce(draft: Draft, who: str, deed: Deed, frame: Frame | None) -> Action:
    """B-READY-3: a readied action joins the list of a frame, or opens its own."""
    source: Source = "readied"
    action = _action(draft, who, deed, source, f"{source}.{public_name(draft.play, who)}", f"{source}.{who}")
    action = replace(action, seq=frame.announced if frame is not None else 0)
    draft.emit(
        e.ReactionDeclared(
            who=who, target=deed.target, action=action, rank=action.rank, seq=action.seq,
            frame=frame.id if frame is not None else "", again=is_public(draft.play, who, deed.target),
        )
    )  # fmt: skip
    _pay(draft, action)
    return action


def _action(draft: Draft, who: str, deed: Deed, source: Source, name: str, id: str) -> Action:
    game: Game = draft.game
    combatant = game.combatants[who]
    skill = skills_of(game, combatant).get(deed.skill) if deed.kind == "skill" else None
    piece = draft.play.pieces.get(who)
    return Action(
        id=born(draft.act, id), name=name, who=who, deed=deed, source="ep" if deed.pay == "ep" else source,
        initiative=has_initiative(game, who, deed), weapon=combatant.equipped,
        label=skill.name if skill is not None else deed.text, origin=piece.at if piece is not None else None,
        energy=energy_of(game, who, deed, source), actions=actions_of(deed) if source == "standard" else 0,
    )  # fmt: skip


def _pay(draft: Draft, action: Action) -> None:
    """B-SKILL-1, B-ATK-3, B-SWAP-1, B-READY-4: all of it at once."""
    if action.source == "readied":
        left = draft.game.combatants[action.who].std_left
        draft.emit(e.ActionSpent(who=action.who, source="readied", left=left))
    elif action.actions:
        spend_actions(draft, action.who, action.actions)
    bonus = action.deed.ep_bonus
    if action.energy > bonus:
        spend_energy(draft, action.who, action.energy - bonus, "swap" if action.deed.kind == "swap" else "skill")
    if bonus:
        spend_energy(draft, action.who, bonus, "improve")


def spend_actions(draft: Draft, who: str, amount: int) -> None:
    """B-TURN-2."""
    left = max(0, draft.game.combatants[who].std_left - amount)
    draft.emit(e.ActionSpent(who=who, source="standard", left=left, amount=amount))


def spend_energy(draft: Draft, who: str, amount: int, purpose: str) -> None:
    """B-EP-3, B-EP-4."""
    ep = max(0, draft.game.combatants[who].ep - amount)
    draft.emit(e.EnergySpent(who=who, amount=amount, ep=ep, purpose=purpose))


def refund(draft: Draft, action: Action) -> None:
    """All charges of an action are returned (3.2 ActionRefused, B-A-22); no readied action to one who no longer
    fights (B-READY-12)."""
    combatant: Combatant | None = draft.game.combatants.get(action.who)
    if combatant is None:
        return
    paid = action.ruling.cost if action.deed.kind == "custom" and action.ruling is not None else action.actions
    if action.source == "readied":
        if is_able(draft.game, action.who):
            draft.emit(e.ActionReturned(who=action.who, source="readied"))
    elif paid:
        draft.emit(e.ActionReturned(who=action.who, source="standard", amount=paid))
    energy = action.energy + action.extra_ep
    if energy:
        draft.emit(e.EnergyGained(who=action.who, amount=energy, ep=combatant.ep + energy, returned=True))
