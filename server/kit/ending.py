"""Is the fight over? Where a side is out the GM is told, and offered to end it; nobody else is.

    BEATEN = beaten_by(is_able)                                      # System(…, beaten=BEATEN)
    end = option(EndFight, group="end")
    [*found, *suggested(state.play, BEATEN, end), end]               # among the GM's options

It is the GM's word, for somebody may be hidden, or lie in wait. So it is no question, which others would see or wait
for, but an option beside the usual one, made of the same intent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.options import Option
from server.core.state import Play

SIDE_OUT = "side_out"
"""The key of the suggestion, which the browser knows."""

Beaten = Callable[[Play], tuple[str, ...]]
"""The sides of which nobody fights any more."""


def beaten_by(is_able: Callable[[Any, str], bool]) -> Beaten:
    """Sides that have somebody on the table, but nobody of whom is_able(game, who) holds."""

    def beaten(play: Play) -> tuple[str, ...]:
        fighting = {piece.side for who, piece in play.pieces.items() if is_able(play.game, who)}
        return tuple(dict.fromkeys(piece.side for piece in play.pieces.values() if piece.side not in fighting))

    return beaten


def left(play: Play, beaten: Beaten) -> tuple[str, ...]:
    """The sides that still fight."""
    return _others(play, beaten(play))


def suggested(play: Play, beaten: Beaten, end: Option) -> list[Option]:
    """To end the fight as `end` does, where of several sides at most one still fights."""
    out = beaten(play) if play.phase == "running" else ()
    if not out or len(_others(play, out)) > 1:
        return []
    return [replace(end, key=SIDE_OUT, sides=out)]


def _others(play: Play, out: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.side for piece in play.pieces.values() if piece.side not in out))
