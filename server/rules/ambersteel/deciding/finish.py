"""The end of the fight (A-TURN-11): proposed by the server, made by the GM."""

from __future__ import annotations

from server.core.draft import Draft
from server.kit.frames import close_all
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.facts import is_able
from server.rules.ambersteel.state.state import Game


def propose(draft: Draft) -> None:
    """A-TURN-11: once, as soon as all who are able are of one party."""
    game: Game = draft.game
    if game.end_proposed:
        return
    if len({one.side for who, one in game.combatants.items() if is_able(game, who)}) <= 1:
        draft.emit(e.EndProposed())


def end(draft: Draft) -> None:
    """Whatever was open is over."""
    close_all(draft)
    draft.emit(e.EncounterEnded())
