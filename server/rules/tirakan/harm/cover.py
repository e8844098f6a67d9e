"""Cover: where it comes from, when a raised shield sinks, and the cover roll (T-COVER-1 to T-COVER-7, T-SHIELD-4,
T-SHIELD-6, T-SHIELD-8)."""

from __future__ import annotations

from server.core.draft import Draft
from server.kit.acts.frame import newest
from server.rules.tirakan import events as e
from server.rules.tirakan.rolls import hits
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import helpless, is_shield_usable, shield_of
from server.rules.tirakan.state.state import Combatant, Frame, Game, Hit, Ruling

Source = tuple[str, str, int]
"""(key, rule, level); level 0 is no cover."""


def block_level(game: Game, combatant: Combatant) -> int:
    """T-SHIELD-4: a raised shield covers from the round after it was raised (H-25)."""
    shield, block = shield_of(combatant), combatant.block
    effective = shield is not None and block is not None and game.round > block.round
    return shield.cover if effective and shield is not None and is_shield_usable(game, combatant) else 0


def surroundings(combatant: Combatant, attacker: str, ruling: Ruling) -> int:
    """T-COVER-1: what the GM has set: for this attack, else against this attacker, else against all."""
    if ruling.cover is not None:
        return ruling.cover
    return combatant.cover_from.get(attacker, combatant.cover_from.get("*", 0))


def sources(game: Game, target: str, attacker: str, ruling: Ruling, shield_parry: int) -> list[Source]:
    """Every possible source in the order of T-COVER-7; a shield counts once."""
    combatant = game.combatants[target]
    hunkered = n.HUNKERED_COVER if "hunkered" in combatant.conditions else 0
    return [
        ("surroundings", "T-COVER-1", surroundings(combatant, attacker, ruling)),
        ("hunkered", "T-COVER-6", hunkered),
        ("shield_block", "T-SHIELD-4", block_level(game, combatant)),
        ("shield_parry", "T-SHIELD-7", shield_parry),
    ]


def best(levels: list[int]) -> int:
    """T-COVER-7: the lowest level counts; 0 is none."""
    return min((level for level in levels if level), default=0)


def roll_cover(draft: Draft, frame: Frame) -> None:
    """3.3 step 9: always rolled where there are hits and cover (T-COVER-2). Its terms are there also where nobody has
    claimed cover, so that a GM can still allow it afterwards: the dice are then asked for."""
    strike = frame.strike
    if strike is None or not hits.left(strike):
        return
    roll = f"{frame.name}cover"
    is_pointless = draft.terms.use(roll, strike.target, "cover_is_pointless", int(not strike.cover_allowed), "T-PROT-2")
    found = [
        (key, draft.terms.use(roll, strike.target, key, level, rule))
        for key, rule, level in sources(draft.game, strike.target, strike.who, frame.ruling, frame.shield)
    ]
    effective = [(key, level) for key, level in found if level and not is_pointless]
    if not effective:
        return
    if draft.game.options.cover_stacking == "best":
        _roll(draft, frame, roll, min(effective, key=lambda source: source[1]))
        return
    for source in _each_once(effective):
        _roll(draft, newest(draft, frame), roll, source, f".{source[0]}")


def _each_once(found: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """H-20 sequential: block or parry of the one shield, not both."""
    parried = any(key == "shield_parry" for key, _ in found)
    return [(key, level) for key, level in found if not (parried and key == "shield_block")]


def _roll(draft: Draft, frame: Frame, roll: str, source: tuple[str, int], suffix: str = "") -> None:
    """T-CRIT-6, T-COVER-3 to T-COVER-5: first for the critical hits, then for the normal ones."""
    strike = frame.strike
    left = hits.left(strike) if strike is not None else ()
    if strike is None or not left:
        return
    key, level = source
    crits, normals = [hit for hit in left if hit.critical], [hit for hit in left if not hit.critical]
    critical_faces = _faces(draft, f"{roll}{suffix}.critical", strike.target, crits)
    normal_faces = _faces(draft, f"{roll}{suffix}.normal", strike.target, normals)
    gone = (*_gone(crits, critical_faces, level), *_gone(normals, normal_faces, level))
    draft.emit(
        e.CoverRolled(
            action_id=frame.id, who=strike.who, target=strike.target, level=level, source=key,
            critical_faces=critical_faces, normal_faces=normal_faces, removed=len(gone), hits=gone,
            terms=draft.terms.of(roll, strike.target),
        )
    )  # fmt: skip


def _faces(draft: Draft, name: str, who: str, group: list[Hit]) -> tuple[int, ...]:
    return tuple(die[0] for die in draft.roll(name, who, n.DIE_SIDES, len(group))) if group else ()


def _gone(group: list[Hit], faces: tuple[int, ...], level: int) -> tuple[str, ...]:
    return hits.taken_off(group, sum(face >= level for face in faces))


def sink_shield(draft: Draft, who: str) -> None:
    """T-SHIELD-6: a raised shield sinks where it can no longer be used."""
    combatant = draft.game.combatants[who]
    if combatant.block is not None and (helpless(combatant) or not is_shield_usable(draft.game, combatant)):
        draft.emit(e.ShieldBlockLowered(who=who))
