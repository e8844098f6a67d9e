"""3.3 resolve: an action is checked again, then done. Returns False where it has to wait for an answer."""

from __future__ import annotations

from collections.abc import Callable

from server.core.draft import Draft
from server.rules.brink.acts import attack, custom, gear, movement
from server.rules.brink.acts.declare import refund
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import effect_of, is_able
from server.rules.brink.state.state import Action


def resolve(draft: Draft, action: Action) -> bool:
    """B-READY-9: impossible actions fizzle; of the others, one step."""
    reason = action.void or _impossible(draft, action)
    if reason:
        fizzle(draft, action, reason)
        return True
    return _RESOLVES[action.deed.kind](draft, action)


def _impossible(draft: Draft, action: Action) -> str:
    if not is_able(draft.game, action.who):
        return "mover_unable" if action.deed.kind == "move" else "unable"
    if effect_of(draft.game, action.who, action.deed) is not None:
        return attack.impossible(draft, action)
    if action.deed.kind == "skill":
        return "skill_lost" if attack.has_lost_skill(draft.game, action) else ""
    if action.deed.kind in ("move", "shift"):
        return movement.impossible(draft.play, action)
    return gear.impossible(draft.play, action)


def fizzle(draft: Draft, action: Action, reason: str) -> None:
    """B-READY-9: action and ep stay spent (B-A-22), nothing is rolled."""
    terms = draft.terms.of(f"{action.name}.hit", action.who)
    draft.emit(e.ActionFizzled(who=action.who, target=action.deed.target, action=action.id, reason=reason, terms=terms))
    if draft.game.options.refund_on_fizzle:
        refund(draft, action)


_RESOLVES: dict[str, Callable[[Draft, Action], bool]] = {
    "attack": attack.resolve,
    "skill": attack.resolve,
    "move": movement.move,
    "shift": movement.shift,
    "swap": gear.swap,
    "reload": gear.reload,
    "custom": custom.resolve,
}
