"""Who is there, wherever they stand: all that a menu says of the people whom it names.

ALWAYS = Memo(32)
ALWAYS.of((roster(play), *sheets), "", _always, play)      # made anew when somebody comes or goes, not at each step
"""

from __future__ import annotations

from server.core.memo import Memo
from server.core.state import Piece, Play

Roster = tuple[tuple[str, str, str], ...]
"""Id, name and side of each."""


def roster(play: Play) -> Roster:
    """The same object as long as it is the same. For each whom some are hidden from it is another, and is kept beside
    the others': whatever the game master is offered, nobody's menu takes longer."""
    return _THERE.of((play.pieces,), "", _of, play.pieces)


def _of(pieces: dict[str, Piece]) -> Roster:
    found = tuple((who, piece.name, piece.side) for who, piece in pieces.items())
    return _SAME.of((), found, lambda: found)


_THERE, _SAME = Memo(64), Memo(64)
