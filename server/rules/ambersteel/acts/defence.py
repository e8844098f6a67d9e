"""The target of an attack defends itself (2.6): may it, with what, what it costs, how it comes out."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.state import Ask
from server.rules.ambersteel.acts.circumstances import of_defence
from server.rules.ambersteel.acts.rolls import D20, d20
from server.rules.ambersteel.acts.stamina import Paid, pay, refund
from server.rules.ambersteel.acts.topic import topic_of
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import DODGE, cost_of, item_name, parries_with
from server.rules.ambersteel.state.facts import BOUND, first_of, is_surprised
from server.rules.ambersteel.state.state import Combatant, Defence, Frame, Game
from server.rules.ambersteel.things.items import Weapon

AVOIDED = ("defended", "defence_crit")
"""A-ATK-8, A-CRIT-4, A-CRIT-5."""

# --- may it? ---------------------------------------------------------------------------------------------------------


def obstacle(game: Game, who: str) -> str:
    """A-DEF-7, A-SUR-6: what keeps it from defending itself; empty: nothing."""
    combatant = game.combatants[who]
    bound = first_of(combatant, BOUND)
    if bound or not is_surprised(game, who) or game.options.surprise_defence == "normal":
        return bound
    is_first = game.options.surprise_defence == "none" or not combatant.was_attacked
    return "surprised" if is_first else ""


def may(game: Game, who: str) -> bool:
    """A-DEF-7."""
    return not obstacle(game, who)


def check_parry(game: Game, frame: Frame, item: str) -> None:
    """A-DEF-4, A-DEF-10, A-RNG-1, A-RNG-2: Raises Rejected."""
    combatant = game.combatants[frame.target]
    shield, label = combatant.sheet.shields.get(item), item_name(combatant, item)
    arm = combatant.arms.get(item)
    if item and (item not in (combatant.main, combatant.off) or (arm is not None and arm.stuck)):
        raise Rejected("weapon_not_ready", w=label)
    if frame.how != "melee":
        if shield is None or not shield.blocks_projectiles or not game.options.shield_parries_projectiles:
            raise Rejected("parry_vs_ranged", w=label or "bare hands")
        return
    if not item and frame.heaviness > 0:
        raise Rejected("unarmed_parry")
    weapon = parries_with(combatant, item)
    if isinstance(weapon, Weapon) and "melee" not in weapon.range_types:
        raise Rejected("no_parry_item", w=label)


def parries(game: Game, frame: Frame) -> list[str]:
    """What it could parry this attack with."""
    combatant = game.combatants[frame.target]
    hands = [combatant.main, *([combatant.off] if combatant.off else [])]
    return [item for item in dict.fromkeys(hands) if _is_possible(game, frame, item)]


def _is_possible(game: Game, frame: Frame, item: str) -> bool:
    try:
        check_parry(game, frame, item)
    except Rejected:
        return False
    return True


# --- asked -----------------------------------------------------------------------------------------------------------


def ask(draft: Draft, frame: Frame) -> bool:
    """A-ATK-5, A-DEF-9: at once where its player has said so once and for all."""
    policy = draft.game.combatants[frame.target].default_defence
    if policy != "ask":
        declare(draft, frame, chosen(draft.game, frame, policy), "", "policy")
        return True
    assert frame.shot is not None
    draft.emit(e.DefenceRequested(who=frame.target, attacker=frame.who, total=frame.shot.total))
    draft.open("defence", f"{frame.name}.defence", {frame.target: Ask()}, topic=topic_of(frame))
    return False


def chosen(game: Game, frame: Frame, policy: str) -> Defence:
    """A-DEF-9: the defence that is meant; one that is not possible means to allow it."""
    if policy == "parry":
        items = parries(game, frame)
        return Defence(kind="parry", item=items[0]) if items else Defence(kind="allow")
    return Defence(kind=policy if policy == "dodge" else "allow")


def declare(draft: Draft, frame: Frame, chosen: Defence, decision: str, by: str) -> None:
    """3.2."""
    label = item_name(draft.game.combatants[frame.target], chosen.item)
    draft.emit(
        e.ReactionDeclared(
            who=frame.target, decision=decision, attack=frame.id, kind=chosen.kind, item=chosen.item, label=label,
            declared_by=by,
        )
    )  # fmt: skip


# --- resolved --------------------------------------------------------------------------------------------------------


def cost(combatant: Combatant, kind: str, item: str) -> int:
    """A-DEF-1 to A-DEF-3."""
    if kind == "parry":
        thing = parries_with(combatant, item)
        return cost_of(combatant, thing.cost_parry, thing)
    return cost_of(combatant, DODGE) if kind == "dodge" else 0


def outcome(draft: Draft, frame: Frame) -> str:
    """A-ATK-6 to A-ATK-10: why it is hit, or not. Who falls unconscious by the effort is hit (3.3)."""
    defence, who = frame.defence, frame.target
    assert defence is not None
    if defence.kind == "allow":
        return "uncontested"
    price = cost(draft.game.combatants[who], defence.kind, defence.item)
    paid = pay(draft, who, price, defence.kind, f"{frame.name}.defence")
    if paid.is_aborted:
        return "uncontested"
    return _compared(draft, frame, _rolled(draft, frame, defence), paid)


def _rolled(draft: Draft, frame: Frame, defence: Defence) -> D20:
    circumstances, numbers = of_defence(draft.state, frame, defence)
    roll = d20(draft, f"{frame.name}.{defence.kind}", frame.target, circumstances, numbers)
    draft.emit(
        e.DefenceRolled(
            who=frame.target, attack=frame.id, kind=defence.kind, dice=roll.dice, mode=roll.mode, kept=roll.kept,
            modifier=roll.modifier, total=roll.total, nat=roll.nat, terms=roll.terms,
        )
    )  # fmt: skip
    return roll


def _compared(draft: Draft, frame: Frame, roll: D20, paid: Paid) -> str:
    """A-CRIT-4, A-CRIT-5, A-CRIT-8, A-ATK-8 to A-ATK-10."""
    assert frame.defence is not None
    assert frame.shot is not None
    if roll.nat == "crit":
        if frame.defence.kind == "dodge":
            refund(draft, frame.target, paid)
        return "defence_crit"
    if roll.nat == "fumble":
        return "defence_fumble"
    if roll.total == frame.shot.total:
        return "tie" if draft.game.options.tie_winner == "attacker" else "defended"
    return "defended" if roll.total > frame.shot.total else "beaten"
