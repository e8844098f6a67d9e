"""Who acts when: initiative, its ties, late-comers (L-INIT-*). Who is hidden never shows in it."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.state import Ask, State
from server.kit.order import Initiative, ahead, first_order, ranked, tied, with_latecomer
from server.rules.tirakan_classic.state import events as e
from server.rules.tirakan_classic.state import intents as i
from server.rules.tirakan_classic.state import numbers as n
from server.rules.tirakan_classic.state.facts import speed
from server.rules.tirakan_classic.state.state import Game

TIE = "tie"
"""The kind of the question in which order those act who tie."""
RESULTS = 3
"""Entries of a score before any die parts it: total, quickness, deftness."""


def roll_all(draft: Draft) -> None:
    """L-INIT-1 for everybody; L-A-03: the GM may have to break ties. It stops in any case: that it does so for somebody
    hidden must not show."""
    for who in draft.play.pieces:
        _roll(draft, who)
    if draft.game.options.tie == "gm":
        asks = {GM: Ask(secret=True)} if tied(draft.game.scores) else {}
        draft.open(TIE, TIE, asks, silent=True)


def set_order(draft: Draft) -> None:
    """L-INIT-2 to L-INIT-4."""
    is_ruled = draft.game.options.tie == "gm"
    order = tuple(ranked(draft.game.scores)) if is_ruled else first_order(draft, INITIATIVE)
    draft.emit(e.InitiativeOrderSet(order=order))


def join(draft: Draft, who: str) -> None:
    """L-INIT-6: a late-comer is inserted; nobody else changes places."""
    _roll(draft, who)
    game: Game = draft.game
    to_come = ahead(game.order, game.place)
    order = with_latecomer(draft, INITIATIVE, game.order, who, had_turn=lambda other: other not in to_come)
    draft.emit(e.InitiativeOrderSet(order=order))


def _roll(draft: Draft, who: str) -> None:
    """L-INIT-1, L-A-02."""
    value = draft.terms.use("initiative", who, "speed", speed(draft.game.combatants[who].sheet), "L-INIT-1")
    extra = draft.terms.use_extra("initiative", who)
    explode = draft.game.options.explode_initiative
    (first, *more), *_ = draft.roll("initiative", who, n.DIE_SIDES, 1, explode=explode)
    draft.emit(
        e.InitiativeRolled(
            who=who, face=first, more_faces=tuple(more), speed=value, total=first + sum(more) + value + extra,
            terms=draft.terms.of("initiative", who),
        )
    )  # fmt: skip


# --- ties ------------------------------------------------------------------------------------------------------------


def _throw(draft: Draft, name: str, who: str) -> int:
    """L-INIT-4."""
    return draft.roll(name, who, n.DIE_SIDES, 1)[0][0]


def _told(draft: Draft, group: list[str], faces: dict[str, int], unseen: bool) -> None:
    """Of a tied group those are named who threw."""
    draft.emit(e.InitiativeTieBroken(who=tuple(faces), faces=tuple(faces.values()), unseen=unseen))


INITIATIVE = Initiative(scores=lambda game: game.scores, throw=_throw, told=_told, results=RESULTS)


def tied_people(game: Game) -> list[str]:
    """All who tie, those before who have rolled more."""
    return [who for group in tied(game.scores) for who in group]


def check_tie(state: State, intent: i.GmBreakTie) -> None:
    """L-A-03. Raises Rejected: all who tie, each once."""
    if sorted(intent.order) != sorted(tied_people(state.play.game)):
        raise Rejected("not_those_who_tie")
