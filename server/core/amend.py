"""Changing one past ruling and deciding again what followed, with the same dice. Previews; appends and rolls nothing.

The walk takes the recorded acts behind the target one after another, at their recorded times, with their recorded
dice and the edits of this and of earlier amendments. Each ends in one outcome:

stands       the same events                      changed    it stands with other numbers
moot         its question no longer exists        falls      the rules now refuse it (with the code)
struck       dropped by the GM                    amended    the disputed act itself
answered     a question that did not arise then, answered by the GM
defaulted    the same, with its default           continued  the server's own step, made anew
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core.errors import Rejected
from server.core.ids import Position
from server.core.recorded import Past, of_play, recorded
from server.core.state import Play
from server.core.tail import Tail
from server.core.terms import Term
from server.core.timeline import Timeline
from server.core.walk import Need, Walk


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What an amendment would do. `digest` confirms exactly this, at this head."""

    steps: tuple[e.Step, ...]
    needs: tuple[Need, ...]
    play: Play
    digest: bytes
    rules_changed: tuple[Position, ...] = ()
    """Acts that come out differently although nothing was edited: the rules' code has changed since."""


def digest_of(value: Any) -> bytes:
    """16 bytes that stand for exactly this value."""
    return hashlib.sha256(msgspec.msgpack.encode(value)).digest()[:16]


def preview(
    timeline: Timeline, target: Position, edits: Sequence[i.Edit], answers: Sequence[i.GivenAnswer] = ()
) -> Preview:
    """Decide the tail behind `target` again, which must lie on the line; a parked act is taken from its beginning."""
    target = timeline.act_start(target)
    edits = [replace(edit, at=timeline.act_start(edit.at)) if timeline.exists(edit.at) else edit for edit in edits]
    asked = (timeline.version, target, edits, tuple(answers))
    if timeline.previewed[0] != asked:
        timeline.previewed = asked, _previewed(timeline, target, edits, answers)
    found: Preview = timeline.previewed[1]
    return found


def _previewed(
    timeline: Timeline, target: Position, edits: Sequence[i.Edit], answers: Sequence[i.GivenAnswer]
) -> Preview:
    if timeline.unchanged[0] != (timeline.version, target):
        timeline.unchanged = (timeline.version, target), _unchanged(timeline, target)
    tail, changed = timeline.unchanged[1]
    _check_places(timeline, tail, edits)
    walk = Walk(timeline, target, tail, edits, answers)
    walk.run()
    digest = digest_of([timeline.encounter, timeline.version, target, edits, answers, walk.steps])
    return Preview(
        steps=tuple(walk.steps),
        needs=tuple(walk.needs),
        play=walk.play,
        digest=digest,
        rules_changed=changed,
    )


def _unchanged(timeline: Timeline, target: Position) -> tuple[Tail, tuple[Position, ...]]:
    """The tail, and which of its acts come out differently although nothing is edited."""
    tail = Tail(timeline, target)
    walk = Walk(timeline, target, tail, (), ())
    walk.run()
    then = {past.source: of_play(past.events) for past in tail.acts}
    return tail, tuple(step.source[0] for step in walk.steps if step.source and step.events != then[step.source])


def _check_places(timeline: Timeline, tail: Tail, edits: Sequence[i.Edit]) -> None:
    """Raises Rejected for an edit of what is no act behind the target."""
    places = {timeline.whole(position) for past in tail.acts for position in past.source}
    for edit in edits:
        if timeline.whole(edit.at) not in places:
            raise Rejected("unknown_position", to=str(edit.at), head=str(timeline.head))


def terms_at(timeline: Timeline, position: Position) -> list[tuple[str, str, tuple[Term, ...]]]:
    """The terms of every roll of the act at a position, which can be amended: roll, roller, terms.

    They are found by deciding it once more, for events need not name their rolls, and a roll whose terms were all 0 may
    have no event at all. Raises NeedsDice, Rejected where the rules' code has changed too much since."""
    target = timeline.act_start(position)
    return Walk(timeline, target, Tail(timeline, target), (), ()).terms()


__all__ = ["Need", "Past", "Preview", "digest_of", "preview", "recorded", "terms_at"]
