"""Who is hidden, and what may be said of them where everybody reads it."""

from __future__ import annotations

from server.core.state import Play


def is_secret(play: Play, *people: str) -> bool:
    """Is anybody of these hidden from somebody?"""
    pieces = [play.pieces.get(who) for who in people if who]
    return any(piece is not None and piece.seen_by is not None for piece in pieces)


def public_name(play: Play, who: str) -> str:
    """What may stand in a name that everybody reads."""
    return "unseen" if is_secret(play, who) else who
