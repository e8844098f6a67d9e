"""The edits of an amendment and of those before it: which of them are in force where an act is decided again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core.dice import Key
from server.core.history.recorded import RecordedAct
from server.core.history.recorded_tail import RecordedTail, act_in
from server.core.ids import Position, act_of
from server.core.terms import TermKey
from server.core.timeline.timeline import Timeline


class _Placed(NamedTuple):
    """An edit of an earlier amendment: of which act, at which of its steps."""

    act: str
    place: int
    edit: i.Edit

    def is_of(self, act: str, until: int) -> bool:
        """Is it of this act, and not behind this step?"""
        return self.act == act and self.place <= until


def _by_place(timeline: Timeline, edits: Sequence[i.Edit]) -> dict[Position, i.Edit]:
    """One edit for each position: faces of the same parked act may be named by any of its commits."""
    found: dict[Position, i.Edit] = {}
    for edit in edits:
        at = timeline.whole(edit.at)
        before = found.get(at, edit)
        found[at] = replace(merged(before, edit) or edit, struck=before.struck or edit.struck)
    return found


def _act_of(step: e.Step) -> str:
    return step.answers.split("/", 1)[0] if step.answers else act_of(step.id)


def _placed(timeline: Timeline, change: e.Amended) -> list[_Placed]:
    edits = _by_place(timeline, change.edits)
    return [
        _Placed(_act_of(step), place, edits[timeline.whole(position)])
        for place, step in enumerate(change.steps, start=1)
        for position in step.source
        if timeline.whole(position) in edits
    ]


def in_force_at(timeline: Timeline, position: Position) -> i.Edit | None:
    """The edit of an amendment's step with all faces and terms that were in force there, whichever amendment set them:
    for a copy of the step, which has no amendments before it."""
    found: list[i.Edit | None] = []
    here, own, act = position, None, ""
    while (change := timeline.amendment(here.version)) is not None:
        place = here.step or len(change.steps)
        step = change.steps[place - 1]
        own, act = (step.edit, _act_of(step)) if not act else (own, act)
        found[:0] = [one.edit for one in _placed(timeline, change) if one.is_of(act, place)]
        if not step.source:
            found[:0] = [earlier.edit for earlier in change.steps[:place] if _act_of(earlier) == act]
            break
        here = step.source[0]
    copied = timeline.copied(here.version)
    whole: i.Edit | None = None
    for edit in (copied.step.edit if copied is not None else None, *found, own):
        bare = replace(edit, at=position, intent=None, struck=False) if edit is not None else None
        whole = merged(whole, bare) if bare is not None else whole
    if whole is None or not (whole.faces or whole.terms or own):
        return own
    return replace(whole, intent=own.intent, struck=own.struck) if own is not None else whole


class Edits:
    """All edits that count in a walk. `new`: this amendment's; older ones stand in the acts of the tail and before."""

    def __init__(self, timeline: Timeline, tail: RecordedTail, new: Sequence[i.Edit]) -> None:
        self._timeline = timeline
        self._tail = tail
        self._new = _by_place(timeline, new)
        self._placed: dict[int, list[_Placed]] = {}
        self._old = {id(past): past.edit for past in tail.edited_before}
        self._old |= {id(past): self._left_of(past, index) for index, past in enumerate(tail.acts)}

    def __bool__(self) -> bool:
        return bool(self._new)

    def of(self, past: RecordedAct) -> i.Edit | None:
        """What this and earlier amendments change at a recorded act."""
        return merged(self._old.get(id(past)), self._new_at(past))

    def in_force(
        self, act: str, past: RecordedAct, own: i.Edit | None, until: int, is_made_up: bool = False
    ) -> tuple[dict[Key, int], dict[TermKey, int]]:
        """Faces and terms set for a part of an act; `until`: its place in the tail. An edit changes nothing before its
        position, but for one thing: in what `is_made_up` for the act at that place, faces that it sets count, too, for
        nowhere else could missing dice be typed."""
        all_of_it = self._until(act, past, own, until)
        before = self._until(act, past, own, until - 1) if is_made_up else all_of_it
        faces = {Key(act, d.roll, d.who, d.index, d.depth): d.face for edit in all_of_it for d in edit.faces}
        terms = {(act, t.roll, t.who, t.key): t.value for edit in before for t in edit.terms}
        return faces, terms

    def _until(self, act: str, past: RecordedAct, own: i.Edit | None, until: int) -> list[i.Edit]:
        pasts = [placed.past for placed in self._tail.of_act.get(act, ()) if placed.place <= until]
        edits = (*self._older(act, past, pasts), *map(self._new_at, pasts), own)
        return [edit for edit in edits if edit is not None]

    def _new_at(self, past: RecordedAct) -> i.Edit | None:
        return self._new.get(self._timeline.whole(past.source[0])) if past.source else None

    def _older(self, act: str, past: RecordedAct, pasts: Sequence[RecordedAct]) -> list[i.Edit | None]:
        """Earlier amendments' edits of the act that were in force where this part of it was decided: all, or, if it was
        once simply played on behind some of them, those of the amendments that have decided it again since."""
        since: list[i.Edit | None] = []
        position = past.source[-1] if past.source else None
        while position is not None:
            change = self._timeline.amendment(position.version)
            if change is None:
                return since  # played, or copied with all that was in force
            place = position.step or len(change.steps)
            since[:0] = [one.edit for one in self._edits_in(position.version, change) if one.is_of(act, place)]
            position = next(iter(change.steps[place - 1].source), None)
        return self._all_of(pasts)

    def _all_of(self, pasts: Sequence[RecordedAct]) -> list[i.Edit | None]:
        return [self._old.get(id(past)) for past in pasts]

    def _edits_in(self, version: int, change: e.Amended) -> list[_Placed]:
        """An earlier amendment's own edits, with the act and the step that each is of; found once."""
        if version not in self._placed:
            self._placed[version] = _placed(self._timeline, change)
        return self._placed[version]

    def _left_of(self, past: RecordedAct, index: int) -> i.Edit | None:
        """The act's older edit without what a new one, at an earlier position of the same act, sets differently."""
        old = past.edit
        for place, earlier in self._tail.of_act[act_in(past)] if old is not None else ():
            newer = self._new_at(earlier) if 0 <= place < index else None
            if old is not None and newer is not None:
                old = without(old, newer)
        return old


def merged(old: i.Edit | None, new: i.Edit | None) -> i.Edit | None:
    """An earlier amendment's edit with a newer one on top."""
    if old is None or new is None:
        return new if old is None else old
    faces = {(die.roll, die.who, die.index, die.depth): die for die in (*old.faces, *new.faces)}
    terms = {(term.roll, term.who, term.key): term for term in (*old.terms, *new.terms)}
    return i.Edit(
        at=new.at,
        intent=new.intent if new.intent is not None else old.intent,
        faces=tuple(faces.values()),
        terms=tuple(terms.values()),
        struck=new.struck,
    )


def without(old: i.Edit, new: i.Edit) -> i.Edit:
    """An older edit without the faces and terms that a newer one sets, too."""
    faces = {(die.roll, die.who, die.index, die.depth) for die in new.faces}
    terms = {(term.roll, term.who, term.key) for term in new.terms}
    return replace(
        old, faces=tuple(die for die in old.faces if (die.roll, die.who, die.index, die.depth) not in faces),
        terms=tuple(term for term in old.terms if (term.roll, term.who, term.key) not in terms),
    )  # fmt: skip
