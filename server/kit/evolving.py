"""`evolve` from tables by event, one for each part of the game.

FRAMES = {e.Struck: lambda game, event: push(game, Frame(id=event.blow)), …}
TURNS = {e.TurnStarted: _turn, …}

evolve = evolving(FRAMES, TURNS)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from server.core.events import Event

G = TypeVar("G")


def evolving(*tables: Mapping[type[Event], Callable[[G, Any], G]]) -> Callable[[G, Event], G]:
    """A system's `evolve`: what each table lists for the event, in this order. Several parts of the game may change
    with one event; the game itself where none does."""
    applies = {kind: tuple(table[kind] for table in tables if kind in table) for table in tables for kind in table}

    def evolve(game: G, event: Event) -> G:
        for apply in applies.get(type(event), ()):
            game = apply(game, event)
        return game

    return evolve
