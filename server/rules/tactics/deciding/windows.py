"""Answers to an attack: the target's, helpers', and the attacker's choice after a block (specification 3.3a)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.state import Decision, State
from server.kit.moment import owes
from server.rules.tactics.deciding.change import take_full_defense
from server.rules.tactics.state import events as e
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.facts import bonus, in_hand, is_shield
from server.rules.tactics.state.state import BARE_HANDS, Attack, Combatant, Role

OFFERED = ("parry", "block")


def defend(draft: Draft, intent: i.Defend) -> None:
    """D-DEF-1; D-FD-3: a change to full defence comes first."""
    if intent.full_defense:
        take_full_defense(draft, intent.who)
    _answer(draft, intent.who, "defend", intent.kind, intent.item)


def interfere(draft: Draft, intent: i.Interfere) -> None:
    """D-RPB-2."""
    _answer(draft, intent.who, "interfere", intent.kind, intent.item)


def guard(draft: Draft, intent: i.Guard) -> None:
    """D-INC-3."""
    _answer(draft, intent.who, "guard", intent.kind, intent.item)


def shield_body(draft: Draft, intent: i.ShieldBody) -> None:
    """D-INC-5."""
    _answer(draft, intent.who, "shield_body", "block" if intent.item else "none", intent.item)


def stay_out(draft: Draft, intent: i.StayOut) -> None:
    """3.3a.4."""
    _answer(draft, intent.who, "stay_out", "none", "")


def _answer(draft: Draft, who: str, role: Role, kind: str, item: str) -> None:
    decision = owes(draft.play, who, "defence")
    attack: Attack | None = draft.game.attack
    if decision is None or attack is None:
        return
    D = bonus(draft.game.combatants[who], kind, item)
    draft.emit(
        e.ReactionDeclared(who=who, decision=decision.id, attack=attack.id, role=role, kind=kind, item=item, D=D)  # type: ignore[arg-type]
    )


def choose(draft: Draft, intent: i.BlockChoice) -> None:
    """D-SUND-7."""
    decision, attack = owes(draft.play, intent.who, "block"), draft.game.attack
    if decision is not None and attack is not None:
        sunders = intent.choice == "sunder"
        draft.emit(e.ReactionDeclared(who=intent.who, decision=decision.id, attack=attack.id, sunder=sunders))


# --- what is answered where nobody answers ---------------------------------------------------------------------------


def default(state: State, _decision: Decision, who: str) -> i.Defend | i.StayOut:
    """D-DEF-1: of the target the defence with the highest bonus; helpers do nothing."""
    attack: Attack | None = state.play.game.attack
    if attack is None or attack.target != who:
        return i.StayOut(who=who)
    return best(state.play.game.combatants[who], attack, who)


def best(combatant: Combatant, attack: Attack, who: str) -> i.Defend:
    """The highest bonus of all that it may do."""
    found = [i.Defend(who=who, kind="dodge"), *(defences(combatant, attack, who))]
    return max(found, key=lambda each: (bonus(combatant, each.kind, each.item), _blocks(combatant, each)))


def _blocks(combatant: Combatant, each: i.Defend) -> bool:
    """Of equal defences the one that a shield is made for."""
    return each.kind == "block" and is_shield(combatant, each.item)


def defences(combatant: Combatant, attack: Attack, who: str) -> list[i.Defend]:
    """Parries and blocks that it has for this attack."""
    if attack.kind == "area":  # D-AREA-3
        return [i.Defend(who=who, kind="block", item=id) for id in in_hand(combatant) if is_shield(combatant, id)]
    items = in_hand(combatant) + ([] if who in attack.refused else [BARE_HANDS])
    return [i.Defend(who=who, kind=kind, item=id) for kind in OFFERED for id in items]  # type: ignore[arg-type]
