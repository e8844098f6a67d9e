"""D-GEN-1 to D-GEN-4: 3d6, of which more dice are thrown the better or worse things stand."""

from __future__ import annotations

import msgspec

from server.core.dice import ThrownDie, thrown, total
from server.core.draft import Draft

SIDES, KEPT = 6, 3


class Throw(msgspec.Struct, frozen=True, gc=False):
    """What came of it. `natural`: the sum of the dice that count; `effective`: what it counts as."""

    dice: tuple[ThrownDie, ...]
    natural: int
    effective: int


def throw(draft: Draft, name: str, who: str, superior: int = 0, *, is_high: bool = False) -> Throw:
    """D-GEN-3: Superior keeps the best of more dice, Inferior (less than 0) the worst. `is_high`: D-GEN-2."""
    wants_low = (superior >= 0) != is_high
    if draft.game.options.superior_mode == "reroll_set" and superior:
        dice = _sets(draft, name, who, abs(superior) + 1, wants_low)
    else:
        rolled = draft.roll(name, who, SIDES, KEPT + abs(superior))
        dice = thrown(SIDES, rolled, KEPT, lowest=wants_low)
    natural = total(dice)
    return Throw(dice, natural, draft.game.options.crit_table.get(str(natural), natural))


def _sets(draft: Draft, name: str, who: str, count: int, wants_low: bool) -> tuple[ThrownDie, ...]:
    """D-AMB-3: all three are thrown again, and the best or worst set counts."""
    rolled = draft.roll(name, who, SIDES, KEPT * count)
    sums = [sum(sum(faces) for faces in rolled[k * KEPT : (k + 1) * KEPT]) for k in range(count)]
    best = sums.index(min(sums) if wants_low else max(sums))
    return tuple(ThrownDie(SIDES, faces, k // KEPT == best) for k, faces in enumerate(rolled))
