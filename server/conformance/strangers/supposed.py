"""What strangers would learn of a fight: of every event in it, and of the game behind every commit, as they are, were
all sheets closed, and were those hidden whom the event names. Nothing else of the fight changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from server.conformance.worlds.learned import Happened, knows, pack, told_of
from server.conformance.worlds.unnamed import named
from server.core.ids import PUBLIC
from server.core.state import State
from server.core.system import System

ONLOOKER = "onlooker"


def digest(system: System, fight: Iterable[Happened]) -> str:
    """Of all that would be learned of it."""
    found = hashlib.sha256()
    for here in fight:
        for part in learned(system, here):
            found.update(part)
    return found.hexdigest()[:16]


def learned(system: System, here: Happened) -> Iterator[bytes]:
    """What one is told of an event in each case, and knows behind a commit, also of those whom it does not name."""
    people = frozenset((*here.before.play.pieces, *here.after.play.pieces))
    for each, audience in variants(here, sorted(named(here.event, people, here))):
        yield pack(told_of(system, each, audience))
    if here.is_last and here.after.play.game is not None:
        for each, audience in variants(here, sorted(here.after.play.pieces)):
            yield knows(system, each.after, audience)


# --- supposing -------------------------------------------------------------------------------------------------------


def variants(here: Happened, people: list[str]) -> Iterator[tuple[Happened, str]]:
    """As it is; with all sheets closed; with these hidden, all or one of them, and that one seen by one who looks on.
    With who looks on."""
    yield here, PUBLIC
    yield _with(here, _closed), PUBLIC
    yield _with(here, partial(_hiding, people, ())), PUBLIC
    for who in people:
        yield _with(here, partial(_hiding, [who], ())), PUBLIC
        yield _with(here, partial(_hiding, [who], (ONLOOKER,))), f"seat:{ONLOOKER}"


def _with(here: Happened, supposed: Callable[[State], State]) -> Happened:
    return here._replace(before=supposed(here.before), after=supposed(here.after))


def _closed(state: State) -> State:
    """The GM plays all, and opens no sheets."""
    ledger = state.ledger
    table = None if ledger.table is None else replace(ledger.table, npc_numbers_public=False)
    return State(state.play, replace(ledger, control={}, table=table))


def _hiding(people: list[str], seen_by: tuple[str, ...], state: State) -> State:
    """Nobody sees these, who are the GM's, but those."""
    pieces = state.play.pieces
    hidden = {who: replace(pieces[who], seen_by=seen_by, aware=()) for who in people if who in pieces}
    control = {each: seat for each, seat in state.ledger.control.items() if each not in people}
    return State(replace(state.play, pieces=pieces | hidden), replace(state.ledger, control=control))
