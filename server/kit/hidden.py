"""Who is hidden from somebody, and what may be said where everybody reads it.

Whatever everybody is told must be the same whether or not somebody hidden is there. So ask here before a name, a roll,
a question or the order of turns depends on a combatant::

    secret = not is_public(draft.play, who, target)     # nobody may notice that they are asked
    draft.open("window", f"window.{public_name(draft.play, who)}", {other: Ask(secret=secret)}, silent=True)

These ask what is on the table for all. What one player sees is `player_sees`; whether one combatant notices another,
where that is a rule of the game, says `server.core.secrecy.is_aware`.
"""

from __future__ import annotations

from collections.abc import Sequence

from server.core.ids import GM, UNSEEN, audience_of
from server.core.secrecy import hidden_from
from server.core.state import Play, State


def is_secret(play: Play, *people: str) -> bool:
    """Is anybody of these hidden from somebody? Who is not on the table hides from nobody."""
    pieces = [play.pieces.get(who) for who in people if who]
    return any(piece is not None and piece.seen_by is not None for piece in pieces)


def is_public(play: Play, *people: str) -> bool:
    """Does everybody see at least one of these? Nobody sees who is not on the table."""
    return any(who in play.pieces and play.pieces[who].seen_by is None for who in people if who)


def most_public(play: Play, people: Sequence[str]) -> str:
    """One of these who is to speak or roll for all of them: one whom everybody sees, if there is one."""
    return next((who for who in people if is_public(play, who)), people[0])


def public_name(play: Play, who: str) -> str:
    """What may stand for the combatant in a name that everybody reads."""
    return who if is_public(play, who) else UNSEEN


def player_sees(state: State, who: str, *people: str) -> bool:
    """Does the player of `who` see at least one of these? The GM, and so the GM's combatants, see all."""
    seat = state.ledger.controller(who)
    if seat == GM:
        return True
    hidden = hidden_from(state, audience_of(seat, "player"))
    return any(one not in hidden for one in people if one)
