"""`evolve` from tables by event."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from server.core.events import Event
from server.kit.evolving import evolving


class Game(Struct, frozen=True):
    """Two parts, which change with different events."""

    rounds: int = 0
    said: str = ""


class Began(Event, frozen=True, kw_only=True):
    """In both tables."""


class Paused(Event, frozen=True, kw_only=True):
    """In none."""


evolve = evolving(
    {Began: lambda game, _event: replace(game, rounds=game.rounds + 1)},
    {Began: lambda game, _event: replace(game, said=f"round {game.rounds}")},
)


def test_what_each_table_lists_is_applied_in_their_order() -> None:
    """The second sees what the first has changed."""
    assert evolve(Game(), Began()) == Game(rounds=1, said="round 1")


def test_the_game_itself_where_nothing_of_it_changes() -> None:
    """Whoever compares by identity sees that nothing has changed."""
    game = Game()
    assert evolve(game, Paused()) is game
