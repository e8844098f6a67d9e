"""Somebody joins in the middle of the fight: may it, under which id, who plays it; then its place and what it has.

The GM's intent has what every newcomer has (`Newcomer`); what else it brings, e.g. a sheet, the system adds::

    def check_add(state, intent):                     # in `check`; when it is too late to join only the system knows
        check_newcomer(state, intent, state.play.game.combatants)

    def add(draft, intent):                           # in `decide`
        who = join(draft, CombatantAdded, intent, sheet=intent.sheet)
        if draft.play.phase == "running":
            initiative.join(draft, who)               # its place: `server.kit.order.with_latecomer`
            draft.emit(...)                           # what it has for this round

What a newcomer has until its first turn is the system's: Classic and Ambersteel give none (Ambersteel's first acts in
the next round), Tirakan checks for a quick reaction, Tactics lets it plan. Who leaves: `server.kit.order.without`.
"""

from __future__ import annotations

from collections.abc import Container
from string import ascii_lowercase, digits
from typing import Any, Protocol

from server.core.create import check_name, check_place, check_room
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Added, ControlGiven
from server.core.ids import GM, UNSEEN
from server.core.space import Point
from server.core.state import Piece, State


class Newcomer(Protocol):
    """What an intent says of whom it adds. `who` empty: an id is made; `at` in centimetres."""

    @property
    def who(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def at(self) -> Point | None: ...
    @property
    def seat(self) -> str: ...
    @property
    def hidden(self) -> bool: ...


def check_newcomer(state: State, intent: Newcomer, taken: Container[str]) -> None:
    """Raises Rejected for an id that is `taken`, a name too like another's, no room, no such place or seat."""
    if intent.who in taken or intent.who in (GM, UNSEEN):
        raise Rejected("name_taken", who=intent.who)
    check_name(state, intent.name)
    check_room(state)
    check_place(intent.at)
    seat = state.ledger.seats.get(intent.seat)
    if intent.seat != GM and (seat is None or seat.role == "spectator"):
        raise Rejected("no_such_seat", seat=intent.seat)


def join(draft: Draft, added: type[Added], intent: Newcomer, side: str = "", **own: Any) -> str:
    """Emit who plays it and that it is there; `own` is what the system's event has of its own. Returns its id.

    Its seat is said wherever it is not so already: a rewind leaves an id to who played one of that id before."""
    who = intent.who or id_of(intent.name, draft.act)
    if draft.ledger.controller(who) != intent.seat:
        draft.emit(ControlGiven(who=who, seat=intent.seat))
    piece = Piece(intent.name, side or intent.side, intent.at, () if intent.hidden else None)
    draft.emit(added.of(who, piece, **own))
    return who


def id_of(name: str, act: str) -> str:
    """An id that tells a reader who it is; the act's random id makes it unique."""
    short = "".join(letter for letter in name.lower() if letter in ascii_lowercase + digits).lstrip(digits)
    return f"{short[:20] or 'x'}-{act[:6]}"
