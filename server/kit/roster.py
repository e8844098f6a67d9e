"""Who is there, wherever they stand: all that a menu says of the people whom it names.

ALWAYS = Memo(32)
ALWAYS.of((roster(play), *sheets), "", _always, play)      # made anew when somebody comes or goes, not at each step
"""

from __future__ import annotations

from server.core.memo import Memo, Newest
from server.core.state import Piece, Play

Roster = tuple[tuple[str, str, str], ...]
"""Id, name and side of each."""


def roster(play: Play) -> Roster:
    """The same object as long as it is the same."""
    return _NEWEST.of(play.pieces)  # type: ignore[no-any-return]


def _of(pieces: dict[str, Piece]) -> Roster:
    found = tuple((who, piece.name, piece.side) for who, piece in pieces.items())
    return _SAME.of((), found, lambda: found)


_NEWEST, _SAME = Newest(_of), Memo(8)
