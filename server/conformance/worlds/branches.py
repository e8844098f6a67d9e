"""Branches of the two worlds, made as `server.lobby.copying` makes them but with the same ids and seeds in both. Only
the GM makes a branch and learns how; but all seats come along, and what they are told there must not tell either.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy as shallow
from typing import TypeVar

from server.core.commit import Submitted
from server.core.deciding.intake import empty_draft
from server.core.draft import Draft
from server.core.history import copy
from server.core.ids import Position
from server.core.intents import Copy, Create, Intent, Open
from server.core.telling.tell import told_commit
from server.core.timeline.timeline import Timeline
from server.scenario.rehearsal import ENCOUNTER, Rehearsal

T = TypeVar("T", bound=Rehearsal)


def branched(table: T, last: Position | None = None, secret: bytes = b"") -> T:
    """The encounter that begins where this one stands, or at a position of its past. `secret`: stands for the hashes of
    links and of the origin's log."""
    there, made = table.timeline, shallow(table)
    last = last or there.head
    made.timeline, made.sealed, made.log = Timeline(table.system, ENCOUNTER), [], []
    new = copy.created(ENCOUNTER, there.ledger.title, there, there.ledger.tips)
    tokens = dict.fromkeys(copy.seats_of(there), secret)
    _add(made, Create(), lambda draft: copy.create(draft, there, last, secret, new, tokens))
    originals = list(copy.originals(there, list(there.before.line(last))[::-1]))
    for original in originals:
        _add(made, Copy(), lambda draft, one=original: copy.copy(draft, one, b""), original.act)  # type: ignore[misc]
    _add(made, Open(), lambda draft: copy.open_table(draft, copy.begun_of(there, originals, last)))
    return made


def _add(made: Rehearsal, intent: Intent, emit: Callable[[Draft], None], act: str = "") -> None:
    """One commit of the server's with what `emit` emits."""
    submitted = Submitted(id=bytes(16), seat="server", nonce=bytes(16), intent=intent)
    draft = empty_draft(made.timeline, submitted, made.now, act=act)
    emit(draft)
    made.take(told_commit(made.timeline, submitted, draft, made.now))
