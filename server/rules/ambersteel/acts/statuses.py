"""What somebody gets into and out of (2.18), and how it falls."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.events import CombatantRevealed
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.sheet import Status, StatusData
from server.rules.ambersteel.state.state import Combatant

NO_DATA = StatusData()


def gain(draft: Draft, who: str, name: str, source: str = "", data: StatusData = NO_DATA) -> None:
    """A-STS-2: who is staggered again is stunned instead. What one is in already stays as it is."""
    combatant: Combatant = draft.game.combatants[who]
    if name == "staggered" and name in combatant.statuses:
        lose(draft, who, "staggered")
        name, data = "stunned", NO_DATA
    if name not in draft.game.combatants[who].statuses or data.amount:
        status = Status(name=name, source=source, since_round=draft.game.round, data=data)
        draft.emit(e.StatusGained(who=who, name=name, status=status))


def lose(draft: Draft, who: str, *names: str) -> None:
    """It is out of these, where it was in them."""
    for name in names:
        if name in draft.game.combatants[who].statuses:
            draft.emit(e.StatusLost(who=who, name=name))


def fall(draft: Draft, who: str) -> None:
    """A-HP-1, A-HP-2: what becomes of one without health."""
    is_pc = draft.game.combatants[who].sheet.is_pc
    draft.emit(e.CombatantDown(who=who) if is_pc else e.CombatantDied(who=who))


def reveal(draft: Draft, *people: str) -> None:
    """3.4: the first that is perceived of somebody hidden shows it to all."""
    for who in people:
        piece = draft.play.pieces.get(who)
        if piece is not None and piece.seen_by is not None:
            draft.emit(CombatantRevealed(who=who))
