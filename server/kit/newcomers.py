"""Somebody joins, before the fight or in the middle of it: the GM's intent, what refuses it, who plays the newcomer.

A system derives its intent from `AddCombatant`, adds the sheet, and calls the class `AddCombatant` too. The tag
`add_combatant` and the names of the fields are a contract:

- An option with the key `add_combatant` tells the browser that somebody may be added now. It then lets the GM choose a
  sheet too (one that the option offers, of somebody who was there, or from a file) and sends `who`, `name`, `side`,
  `at`, `seat`, `hidden` and `sheet`, whatever else the option leaves open.
- The sheets of those who were there it finds in events called `CombatantAdded`, beside their `name`.
- The conformance suite adds people with these fields, too.

So a system that takes the intent offers it (`offer`). When it is too late, and what a newcomer has, it says itself::

    class AddCombatant(newcomers.AddCombatant, frozen=True, kw_only=True):
        sheet: Sheet = Sheet()

    def check_add(state, intent):                     # in `check`, behind what the moment forbids
        check_newcomer(state, intent, state.play.game.combatants)

    def add(draft, intent):                           # in `decide`
        who = join(draft, CombatantAdded, intent, sheet=intent.sheet)
        if draft.play.phase == "running":
            initiative.join(draft, who)               # its place in the order: `server.kit.order.with_latecomer`
            draft.emit(...)                           # what it has for this round

Until its first turn a newcomer has nothing in Classic and Ambersteel (in Ambersteel that comes with the next round),
Tirakan checks for a quick reaction, Tactics lets it plan. Who leaves an order again: `server.kit.order.without`.
"""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256
from string import ascii_lowercase, digits
from typing import Annotated, Any

from msgspec import Meta

from server.core.create import check_name, check_place, check_room, has_room
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Added, ControlGiven
from server.core.ids import GM, UNSEEN
from server.core.intents import Intent
from server.core.memo import Memo
from server.core.options import Option
from server.core.space import Point
from server.core.state import Piece, Play, State
from server.kit.forms import Side, needed, option
from server.kit.roster import roster

OFFERS = Memo(32)


class AddCombatant(Intent, frozen=True, kw_only=True):
    """Base of a system's `add_combatant`. `seat` plays it; `at` in centimetres."""

    who: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    side: Annotated[Side, Meta(min_length=1, max_length=40)]
    at: Point | None = None
    seat: str = GM
    hidden: bool = False


def check_newcomer(state: State, intent: AddCombatant, taken: Collection[str]) -> None:
    """Raises Rejected where nobody of that id, name or place can come, or nobody has that seat. `taken`: the ids that
    the system knows, also of those who are off the table."""
    if intent.who in taken or intent.who in (GM, UNSEEN):
        raise Rejected("name_taken", who=intent.who)
    check_name(state, intent.name)
    check_room(state)
    check_place(intent.at)
    seat = state.ledger.seats.get(intent.seat)
    if intent.seat != GM and (seat is None or seat.role == "spectator"):
        raise Rejected("no_such_seat", seat=intent.seat)


def offer(kind: type[AddCombatant], state: State, taken: Collection[str], *fields: str) -> list[Option]:
    """That somebody may be added, with these fields open beside place and secrecy; nothing where there is no room, or
    nobody whose side it could be on. Where the type wants an id, one is made."""
    if not state.play.pieces or not has_room(state):
        return []
    id = _fresh_id(state, taken) if "who" in needed(kind) else ""
    return OFFERS.of((roster(state.play),), (kind, fields, id), _offer, kind, state.play, fields, id)


def _offer(kind: type[AddCombatant], play: Play, fields: tuple[str, ...], id: str) -> list[Option]:
    return [option(kind, *fields, "at?", "hidden?", play=play, fixed={"who": id} if id else {})]


def _fresh_id(state: State, taken: Collection[str]) -> str:
    """A number would tell how many came unseen before. So the id is made of all ids there are, and of something that
    only the GM has: nobody else can work out of what."""
    gm = state.ledger.seats.get(GM)
    known = " ".join(taken).encode()
    return f"late_{sha256((gm.token if gm is not None else b'') + known).hexdigest()[:8]}"


def join(draft: Draft, added: type[Added], intent: AddCombatant, side: str = "", **own: Any) -> str:
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
