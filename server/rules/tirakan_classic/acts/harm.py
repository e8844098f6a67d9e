"""From hits to wounds: protection and penetration, bonus wounds, the limit (L-PROT-*, L-WND-*, L-BW-*, L-GHIT-1)."""

from __future__ import annotations

import msgspec

from server.core.draft import Draft
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state.facts import protection
from server.rules.tirakan_classic.state.state import Combatant


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """Hits, and what each of them does. `surely`: the bonus needs no other wound (L-A-20)."""

    hits: int
    wounds_per_hit: int
    penetration: int
    bonus_wounds: int
    by: str = ""
    surely: bool = False


def strike(draft: Draft, who: str, blow: Blow, action_id: str) -> None:
    """What the hits do to somebody."""
    own: Combatant = draft.game.combatants[who]
    effective = max(0, protection(own.sheet) - blow.penetration)
    left = max(0, blow.hits - effective)
    draft.emit(
        e.ProtectionUsed(
            action_id=action_id, who=who, by=blow.by, hits=blow.hits, protection=protection(own.sheet),
            penetration=blow.penetration, effective=effective, prevented=blow.hits - left, left=left,
        )
    )  # fmt: skip
    _wound(draft, who, blow, left * blow.wounds_per_hit, action_id)


def _wound(draft: Draft, who: str, blow: Blow, wounds: int, action_id: str) -> None:
    """L-WND-1 to L-WND-3, L-BW-1, L-BW-2."""
    own: Combatant = draft.game.combatants[who]
    bonus = blow.bonus_wounds if wounds >= 1 or blow.surely else 0
    taken = max(0, wounds + bonus - own.sheet.wound_reduction)
    draft.emit(e.WoundsTaken(action_id=action_id, who=who, wounds=taken, bonus=bonus, total=own.wounds + taken))
    fall(draft, who)


def fall(draft: Draft, who: str) -> None:
    """L-WND-4, L-A-26: whoever has too many wounds is dying."""
    own: Combatant = draft.game.combatants[who]
    if draft.game.options.dying == "gm" or own.wounds < own.sheet.max_wounds:
        return
    if own.status not in ("dying", "dead"):
        draft.emit(e.StatusChanged(who=who, status="dying"))
