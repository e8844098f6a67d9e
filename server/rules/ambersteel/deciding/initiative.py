"""Who acts when (A-INIT-*). Who is hidden never shows in it."""

from __future__ import annotations

from server.core.dice import ThrownDie, thrown
from server.core.draft import Draft
from server.core.terms import Term
from server.kit.order import Initiative, first_order, with_latecomer
from server.rules.ambersteel.acts.rolls import SIDES, d20, strained
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import initiative_mod
from server.rules.ambersteel.state.state import Combatant, Game


def set_order(draft: Draft) -> None:
    """A-INIT-1, A-INIT-2, A-INIT-3: everybody who lives rolls once for the whole fight."""
    game: Game = draft.game
    for who in draft.play.pieces:
        if "dead" not in game.combatants[who].statuses and who not in game.scores:
            _roll(draft, who)
    draft.emit(e.OrderSet(order=first_order(draft, INITIATIVE)))


def join(draft: Draft, who: str) -> None:
    """A-INIT-4."""
    _roll(draft, who)
    draft.emit(e.OrderSet(order=with_latecomer(draft, INITIATIVE, draft.game.order, who)))


def _roll(draft: Draft, who: str) -> None:
    one: Combatant = draft.game.combatants[who]
    modifier = Term("initiative", initiative_mod(one.sheet), "A-ATT-3")
    roll = d20(draft, "initiative", who, [strained(one)], [modifier])
    draft.emit(
        e.InitiativeRolled(who=who, dice=roll.dice, mode=roll.mode, kept=roll.kept, total=roll.total, terms=roll.terms)
    )


def _throw(draft: Draft, name: str, who: str) -> int:
    """A-INIT-3, A-STA-6: the modifier counts again, and so does overexertion."""
    one: Combatant = draft.game.combatants[who]
    faces = draft.roll(name, who, SIDES, 2 if strained(one).value else 1)
    return min(face for (face,) in faces) + initiative_mod(one.sheet)


def _told(draft: Draft, tied: list[str], totals: dict[str, int], unseen: bool) -> None:
    faces = {who: total - initiative_mod(draft.game.combatants[who].sheet) for who, total in totals.items()}
    draft.emit(e.InitiativeTieRerolled(tied=tuple(tied), totals=totals, faces=faces, unseen=unseen))
    for who in () if unseen else faces:
        draft.emit(e.TieDieRolled(who=who, dice=_thrown_last(draft, who), total=totals[who]))


def _thrown_last(draft: Draft, who: str) -> tuple[ThrownDie, ...]:
    """All dice of its last roll, for the order keeps no more of them than what counts."""
    own = [rolled for rolled in draft.evidence if rolled.who == who]
    return thrown(SIDES, [(rolled.face,) for rolled in own if rolled.roll == own[-1].roll], 1, lowest=True)


INITIATIVE = Initiative(scores=lambda game: game.scores, throw=_throw, told=_told)
