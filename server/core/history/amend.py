"""Changing one past ruling and deciding again what followed, with the same dice. Previews; appends and rolls nothing.

The walk takes the recorded acts behind the target one after another, at their recorded times, with their recorded
dice and the edits of this and of earlier amendments. Each ends in one outcome:

stands       the same events                      changed    it stands with other numbers
moot         its question no longer exists        falls      the rules now refuse it (with the code)
struck       dropped by the GM                    amended    the disputed act itself
answered     a question that did not arise then, answered by the GM
defaulted    the same, with its default           continued  the server's own step, made anew
standing     the same, by who had no stop there

No new question is answered to make room for a secret act, of which somebody was not told, for that would tell that it
exists. Such an act waits until it can be taken before one that all were told of, or at the end of the tail.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core.errors import Absent, Rejected
from server.core.history.names import Names, check_names
from server.core.history.recorded import act_end, of_play, recorded
from server.core.history.recorded_tail import RecordedTail
from server.core.history.walk import Need, Walk
from server.core.ids import Position
from server.core.size import check_redecided
from server.core.state import Play
from server.core.terms import Term
from server.core.timeline.notes import Note
from server.core.timeline.timeline import Timeline

ACT_BYTES = 2_500
"""About what an act takes in a note, as it was recorded or as it would be decided; measured over long fights."""


class Preview(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What an amendment would do. `digest` confirms exactly this, at this head."""

    steps: tuple[e.Step, ...]
    needs: tuple[Need, ...]
    play: Play
    digest: bytes
    rules_changed: tuple[Position, ...] = ()
    """Acts that come out differently although nothing was edited: the rules' code has changed since."""


PREVIEWED: Note[Preview] = Note()
"""The preview that was made last. Confirming it decides nothing again."""

UNCHANGED: Note[tuple[RecordedTail, tuple[Position, ...], Names]] = Note()
"""By version and target: the tail that was walked without edits, the acts that come out differently although nothing is
edited (see `Preview.rules_changed`), and the names that were met. Another preview of the same act walks only its
edits."""


def digest_of(value: Any) -> bytes:
    """16 bytes that stand for exactly this value."""
    return hashlib.sha256(msgspec.msgpack.encode(value)).digest()[:16]


def preview(
    timeline: Timeline, target: Position, edits: Sequence[i.Edit], answers: Sequence[i.GivenAnswer] = ()
) -> Preview:
    """Decide the tail behind `target` again, which must lie on the line; a parked act is taken from its beginning."""
    making = Previewing(timeline, target, edits, answers)
    while not making.is_done:
        making.step()
    return making.result()


class Previewing:
    """A preview in the making, act by act: whoever drives it can let others have their turn in between.

    First the tail is walked unchanged, then with the edits. Both are noted with the timeline: the confirmation makes
    the same preview again, and finds it there."""

    looks_back = True
    """Commits that were brought back for one step are needed again for the next."""

    def __init__(
        self, timeline: Timeline, target: Position, edits: Sequence[i.Edit], answers: Sequence[i.GivenAnswer] = ()
    ) -> None:
        self._timeline = timeline
        self._version = timeline.version
        self._asked = target, edits, tuple(answers)
        self._next: Callable[[Previewing], None] = Previewing._begin
        """What the next step does. A bound method would hold this object in a cycle and keep it until the next garbage
        collection."""
        self._found: Preview | None = None

    @property
    def is_done(self) -> bool:
        """Is there nothing more to do?"""
        return self._found is not None

    def result(self) -> Preview:
        """The preview, when it is done."""
        if self._found is None:
            raise AssertionError("a preview is asked for its result before it is done")
        return self._found

    def step(self) -> None:
        """Decide one act more. Raises Absent, with nothing changed; Rejected: preview_outdated, or a wrong edit, also
        one that names a die, term or answer that there is not (`check_names`)."""
        if self._timeline.version != self._version:
            raise Rejected("preview_outdated")
        self._next(self)

    def _begin(self) -> None:
        timeline, (target, edits, answers) = self._timeline, self._asked
        self._target = timeline.act_start(target)
        self._edits = [replace(edit, at=self._start(edit.at)) for edit in edits]
        self._key = (self._version, self._target, self._edits, answers)
        self._found = timeline.notes.find(PREVIEWED, self._key)
        if self._found is not None:
            return
        unchanged = timeline.notes.find(UNCHANGED, self._key[:2])
        if unchanged is not None:
            self._begin_edited(*unchanged)
        else:
            self._tail = RecordedTail(timeline, self._target)
            self._filling = self._tail.fill(timeline)
            self._next = Previewing._fill

    def _fill(self) -> None:
        try:
            next(self._filling)
        except StopIteration:
            check_redecided(past.events for past in self._tail.acts)
            self._walk = Walk(self._timeline, self._target, self._tail, (), ())
            self._next = Previewing._walk_unchanged
        except Absent:  # which ends what raises it
            self._filling = self._tail.fill(self._timeline)
            raise

    def _start(self, at: Position) -> Position:
        return self._timeline.act_start(at) if self._timeline.exists(at) else at

    def _walk_unchanged(self) -> None:
        """What comes out differently although nothing is edited shows that the rules have changed since."""
        walk = self._walk
        if not walk.is_done:
            return walk.step()
        self._then = {past.source: past.events for past in walk.tail.acts}
        self._others: list[Position] = []
        self._compared = 0
        self._next = Previewing._compare
        return None

    def _compare(self) -> None:
        """With what was recorded, act by act."""
        walk = self._walk
        if self._compared == len(walk.here.steps):
            others = tuple(self._others)
            weight = len(walk.tail.acts) * ACT_BYTES + walk.names.weight_bytes
            self._timeline.notes.keep(UNCHANGED, self._key[:2], (walk.tail, others, walk.names), weight)
            return self._begin_edited(walk.tail, others, walk.names)
        step = walk.here.steps[self._compared]
        self._compared += 1
        if step.source and step.events != of_play(self._then[step.source]):
            self._others.append(step.source[0])
        return None

    def _begin_edited(self, tail: RecordedTail, changed: tuple[Position, ...], names: Names) -> None:
        self._changed, self._names = changed, names
        _check_places(self._timeline, tail, self._edits)
        self._walk = Walk(self._timeline, self._target, tail, self._edits, self._asked[2])
        self._next = Previewing._walk_edited

    def _walk_edited(self) -> None:
        walk = self._walk
        if not walk.is_done:
            return walk.step()
        if not walk.needs:  # else it has not come to the end
            check_names(self._timeline, walk.tail, (self._names, walk.names), self._edits, self._asked[2])
        check_redecided(step.events for step in walk.here.steps)
        self._digest = hashlib.sha256(msgspec.msgpack.encode([self._timeline.encounter, *self._key]))
        self._hashed = 0
        self._next = Previewing._sum_up
        return None

    def _sum_up(self) -> None:
        """The digest, act by act."""
        walk = self._walk
        if self._hashed < len(walk.here.steps):
            self._digest.update(msgspec.msgpack.encode(walk.here.steps[self._hashed]))
            self._hashed += 1
            return
        self._found = Preview(
            steps=walk.here.steps,
            needs=tuple(walk.needs),
            play=walk.here.play,
            digest=self._digest.digest()[:16],
            rules_changed=self._changed,
        )
        weight = len(self._found.steps) * ACT_BYTES
        self._timeline.notes.keep(PREVIEWED, self._key, self._found, weight)


def _check_places(timeline: Timeline, tail: RecordedTail, edits: Sequence[i.Edit]) -> None:
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
    return Walk(timeline, target, RecordedTail.whole(timeline, target, act_end(timeline, target)), (), ()).terms()


__all__ = ["Need", "Preview", "Previewing", "act_end", "digest_of", "preview", "recorded", "terms_at"]
