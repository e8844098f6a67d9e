"""Ripostes (2.7): what a critical parry offers."""

from __future__ import annotations

from server.core.draft import Draft
from server.rules.ambersteel.acts.declare import made
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import melee_weapon, weapon_of
from server.rules.ambersteel.state.facts import BOUND, is_in, is_within
from server.rules.ambersteel.state.state import Frame, Game


def offer(draft: Draft, parried: Frame) -> None:
    """A-RIP-1, A-RIP-5, A-RIP-6: against whoever attacked, with the main weapon or bare hands, where it reaches."""
    if not is_due(draft, parried):
        return
    who, target = parried.target, parried.who
    weapon = draft.game.combatants[who].main
    frame = made(
        draft, "riposte", parried, who, target, weapon, source="riposte", step="offered", chain=parried.chain + 1,
        heaviness=weapon_of(draft.game.combatants[who], weapon).heaviness,
    )  # fmt: skip
    draft.emit(e.RiposteOffered(who=who, target=target, frame=frame))


def is_due(draft: Draft, parried: Frame) -> bool:
    """A-RIP-1, A-RIP-5, A-RIP-6."""
    game: Game = draft.game
    defence = parried.defence
    if defence is None or defence.kind != "parry" or defence.nat != "crit" or parried.how != "melee":
        return False
    one, other = game.combatants[parried.target], game.combatants[parried.who]
    is_ready = one.main == melee_weapon(one) and parried.chain < game.options.riposte_chain_max
    can = not is_in(one, *BOUND) and not is_in(other, "dead")
    reach = weapon_of(one, one.main).reach_cm
    return is_ready and can and is_within(draft.play, parried.target, parried.who, reach)
