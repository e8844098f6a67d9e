"""D-MOV-8: what a run towards somebody adds to a blow."""

from __future__ import annotations

from math import hypot

from server.core.space import Point
from server.core.state import Play
from server.rules.tactics.state.facts import multiplier
from server.rules.tactics.state.state import Combatant, Deed

STRAIGHT_CM = 400


def charge(play: Play, deed: Deed, target: str) -> int:
    """The wounds that it adds: of the first blow at that target, after at least 4 m straight towards it."""
    combatant: Combatant = play.game.combatants[deed.who]
    item, record = combatant.item(deed.weapon), combatant.record
    if deed.kind != "attack" or item is None or item.is_ranged or record.run_cm is None:
        return 0
    if target in record.struck and play.game.options.charge_applies == "first_attack":
        return 0
    straight = record.straight_cm >= STRAIGHT_CM
    return multiplier(combatant) if straight and _leads_to(play, combatant, deed.who, target, item.reach_cm) else 0


def _leads_to(play: Play, combatant: Combatant, who: str, target: str, reach_cm: int) -> bool:
    """Did the last straight part of its run lead to this one?"""
    record = combatant.record
    if record.run_at == target:
        return True
    start, end, other = record.ran_from, play.pieces[who].at, play.pieces[target].at
    return start is not None and end is not None and other is not None and _aims(start, end, other, reach_cm)


def _aims(start: Point, end: Point, other: Point, wide_cm: int) -> bool:
    """Does the line, run on, pass within so much of the other, and come nearer to it?"""
    along, towards = (end[0] - start[0], end[1] - start[1]), (other[0] - start[0], other[1] - start[1])
    ahead = along[0] * towards[0] + along[1] * towards[1]
    aside = abs(along[0] * towards[1] - along[1] * towards[0])
    return ahead > 0 and aside <= wide_cm * hypot(*along)
