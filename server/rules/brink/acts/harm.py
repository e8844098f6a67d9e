"""Damage and what it does: health, the brink, falling (B-ATK-6, B-ATK-7, B-BRINK-*)."""

from __future__ import annotations

from server.core.draft import Draft
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import is_able
from server.rules.brink.state.state import Combatant, Game

DIE_SIDES = 20


def harm(draft: Draft, target: str, dealt: int, name: str) -> None:
    """B-ATK-7, B-BRINK-1 to B-BRINK-3. `name`: of the roll at the brink."""
    combatant: Combatant = draft.game.combatants[target]
    if dealt <= 0 or combatant.status in ("down", "dead"):
        return
    was = combatant.health
    draft.emit(e.HealthLost(who=target, amount=dealt, health=max(0, was - dealt)))
    if was == 0:
        _roll_at_brink(draft, target, name)
    elif was <= dealt and is_able(draft.game, target):
        draft.emit(e.StatusChanged(who=target, status="at_brink"))


def _roll_at_brink(draft: Draft, who: str, name: str) -> None:
    """B-BRINK-3, B-BRINK-4: one roll for each damage."""
    game: Game = draft.game
    target = draft.terms.use(name, who, "brink_target", game.options.brink_target, "B-BRINK-4")
    extra = draft.terms.use_extra(name, who)
    face = draft.roll(name, who, DIE_SIDES, 1)[0][0]
    stays = face + extra >= target
    draft.emit(e.BrinkRolled(who=who, face=face, target=target, stays=stays, terms=draft.terms.of(name, who)))
    if stays:
        return
    failure = game.options.brink_failure
    draft.emit(e.StatusChanged(who=who, status="dead" if failure == "dead" else "down"))
    if failure == "gm":
        draft.emit(e.FateDoubted(who=who))
