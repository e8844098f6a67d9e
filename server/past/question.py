"""The base of all questions, and through whose eyes an asker may look. What is answered is not decided here."""

import msgspec

from server.core.errors import Rejected
from server.core.ids import GM, PUBLIC
from server.core.intents import snake
from server.core.system import Asker
from server.core.timeline.timeline import Timeline


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag=snake):
    """Base of all questions; `type` is the class name in lower_snake."""


def sees_all(timeline: Timeline, asker: Asker) -> bool:
    """The GM always; everybody once the encounter is closed and its table reveals it."""
    return asker.audience == GM or timeline.ledger.is_revealed


def eyes(timeline: Timeline, asker: Asker, audience: str | None) -> tuple[str, int]:
    """Whose eyes the asker looks through (by default its own), and the newest number that it may know of.

    Raises Rejected: not_revealed, no_such_seat."""
    own = audience is None or audience == asker.audience
    wanted = asker.audience if audience is None else audience
    if not own and not sees_all(timeline, asker):
        table = timeline.ledger.table
        raise Rejected("not_revealed", audience=wanted, reveal=table.reveal if table is not None else "never")
    if wanted not in timeline.ledger.audiences():
        raise Rejected("no_such_seat", seat=wanted)
    newest = len(timeline.numbers.get(wanted, ()))
    if wanted == PUBLIC == asker.audience:
        return wanted, newest if asker.until is None else min(asker.until, newest)
    return wanted, newest
