"""Reading dice: which of them hit, how badly, and what is left after every defence. No dice are thrown here."""

from __future__ import annotations

from collections.abc import Sequence

from server.core.dice import Faces
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.state import Hit, Strike


def successes(dice: Sequence[Faces], minimum: int) -> int:
    """T-DICE-2, T-DICE-4: dice whose total reaches the minimum."""
    return sum(sum(faces) >= minimum for faces in dice)


def read(
    dice: Sequence[Faces], minimum: int, critical: int | None, destiny: Sequence[int] = (),
    destiny_from: int = n.DESTINY_FROM,
) -> tuple[Hit, ...]:  # fmt: skip
    """T-HIT-4, T-CRIT-1, T-CRIT-2, T-MEGA-2: every die that reaches the minimum is one hit; T-DICE-6: and every destiny
    die that shows enough is a normal one."""
    hits: list[Hit] = []
    for index, faces in enumerate(dice):
        total = sum(faces)
        if total >= minimum:
            is_critical = critical is not None and total >= critical
            hits.append(Hit(f"h{len(hits) + 1}", index, total, is_critical, extra_wounds(total) if is_critical else 0))
    for index, face in enumerate(destiny, len(dice)):
        if face >= destiny_from:
            hits.append(Hit(f"h{len(hits) + 1}", index, face))
    return tuple(hits)


def extra_wounds(total: int) -> int:
    """T-MEGA-2: 17 is one, 23 two, and so on; the limits are fixed (H-16)."""
    return max(0, (total - n.CRITICAL_FROM) // n.MEGA_STEP)


def counted(hits: Sequence[Hit]) -> tuple[int, int, int]:
    """N, C and X of T-CRIT-4."""
    critical = sum(hit.critical for hit in hits)
    return len(hits) - critical, critical, sum(hit.extra for hit in hits)


def worst_first(hits: Sequence[Hit]) -> list[Hit]:
    """T-COVER-4: extra wounds, then total, then die."""
    return sorted(hits, key=lambda hit: (-hit.extra, -hit.total, hit.die))


def undefended(strike: Strike) -> tuple[Hit, ...]:
    """3.3 step 8: the hits after dodge and parry."""
    if strike.dodged:
        return ()
    if strike.parry is None:
        return strike.hits
    gone = parried(strike.hits, *strike.parry)
    return tuple(hit for hit in strike.hits if hit.id not in gone)


def parried(hits: Sequence[Hit], normal: int, critical: int) -> set[str]:
    """T-PARRY-3, T-PARRY-4: critical successes on critical hits first, what is left on normal ones."""
    crits = [hit for hit in worst_first(hits) if hit.critical]
    normals = [hit for hit in worst_first(hits) if not hit.critical]
    gone = crits[:critical]
    left = normal + critical - len(gone)
    return {hit.id for hit in (*gone, *normals[:left])}


def left(strike: Strike) -> tuple[Hit, ...]:
    """T-PROT-1: the hits that nothing has prevented so far."""
    gone, hits = (*strike.covered, *strike.stopped), undefended(strike)
    return tuple(hit for hit in hits if hit.id not in gone) if gone else hits


def wounds(strike: Strike) -> int:
    """T-WOUND-1: what the hits that are left do."""
    return sum(strike.wounds_per_hit + hit.extra for hit in left(strike))


def taken_off(hits: Sequence[Hit], count: int) -> tuple[str, ...]:
    """T-COVER-4: the ids of the worst `count` hits."""
    return tuple(hit.id for hit in worst_first(hits)[:count])
