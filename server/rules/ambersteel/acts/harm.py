"""Health: what damage does, death's door, dying (A-DMG-*, A-HP-*)."""

from __future__ import annotations

from collections.abc import Sequence

from server.core.draft import Draft
from server.rules.ambersteel.acts.rolls import attribute_roll
from server.rules.ambersteel.acts.statuses import fall, gain, lose
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.state import Combatant, Game, Health
from server.rules.ambersteel.things.items import Armour

MOST_FAILURES = 3
"""A-HP-5."""


def hurt(draft: Draft, who: str, dealt: Sequence[tuple[str, int]], name: str, *, is_hit: bool) -> None:
    """A-ATK-13, A-HP-1, A-HP-2, A-HP-4: damage by type, behind protection. `name`: of what deals it."""
    combatant: Combatant = draft.game.combatants[who]
    if "dead" in combatant.statuses:
        return
    if "deaths_door" in combatant.statuses:
        if is_hit:
            death_save(draft, who, f"{name}.struck")
        return
    amount = sum(final for _, final in dealt)
    if amount > 0:
        _lose(draft, who, amount, is_hit and all(type == "blunt" for type, _ in dealt))


def _lose(draft: Draft, who: str, amount: int, is_blunt: bool) -> None:
    """A-DMG-3: what is blunt alone only knocks out."""
    combatant: Combatant = draft.game.combatants[who]
    floor = min(combatant.hp, draft.game.options.blunt_floor_hp)
    left = max(0, combatant.hp - amount)
    is_knocked = is_blunt and left <= BLUNT_FROM
    hp = floor if is_knocked else left
    health: Health = "down" if is_knocked or hp == 0 else "hurt"
    draft.emit(e.HealthLost(who=who, amount=amount, hp=hp, health=health))
    if is_knocked:
        gain(draft, who, "unconscious")
    elif hp == 0:
        fall(draft, who)


BLUNT_FROM = 1
"""A-DMG-3: from this many health points on, downwards."""


def death_save(draft: Draft, who: str, name: str) -> None:
    """A-HP-3, A-HP-5, A-HP-6."""
    combatant: Combatant = draft.game.combatants[who]
    roll, need = attribute_roll(draft, f"{name}.death", who, "con", "A-HP-3")
    is_critical = roll.kept == draft.game.options.deathsave_crit_face
    succeeds = is_critical or roll.total <= need
    failures = 0 if is_critical else combatant.death_failures + int(not succeeds)
    draft.emit(
        e.DeathSaveRolled(
            who=who, dice=roll.dice, mode=roll.mode, kept=roll.kept, attribute=need, success=succeeds,
            critical=is_critical, failures=failures, terms=roll.terms,
        )
    )  # fmt: skip
    if is_critical:
        lose(draft, who, "deaths_door", "unconscious")
    elif failures >= MOST_FAILURES:
        draft.emit(e.CombatantDied(who=who))


# --- armour ----------------------------------------------------------------------------------------------------------


def topmost(armour: Sequence[Armour]) -> Armour | None:
    """A-ARM-2: the highest layer that is not broken; where all are, the innermost."""
    by_layer = sorted(armour, key=lambda piece: piece.layer, reverse=True)
    whole = next((piece for piece in by_layer if not piece.is_broken), None)
    return whole or (by_layer[-1] if by_layer else None)


def protection(game: Game, who: str, type: str) -> int:
    """A-ARM-1, A-ARM-2, A-DMG-2."""
    armour = game.combatants[who].armour
    if type == "direct":
        return 0
    if game.options.layers == "sum":
        return sum(piece.against(type) for piece in armour)
    piece = topmost(armour)
    return piece.against(type) if piece is not None else 0


def after_protection(draft: Draft, who: str, type: str, raw: int, name: str) -> int:
    """What is left of damage that no attack dealt (A-DMG-4, A-DMG-5)."""
    return max(0, raw - draft.terms.use(name, who, "protection", protection(draft.game, who, type), "A-ARM-1"))
