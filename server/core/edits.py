"""The edits of an amendment and of those before it: which of them are in force where an act is decided again."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from server.core import intents as i
from server.core.dice import Key
from server.core.recorded import Past
from server.core.tail import Tail, act_in
from server.core.terms import TermKey
from server.core.timeline import Timeline


class Edits:
    """`new`: the edits of this amendment; the older ones stand in the acts of the tail and of the line before it."""

    def __init__(self, timeline: Timeline, tail: Tail, new: Sequence[i.Edit]) -> None:
        self._timeline = timeline
        self._tail = tail
        self._new = {timeline.whole(edit.at): edit for edit in new}
        self._old = {id(past): past.edit for past in tail.edited_before}
        self._old |= {id(past): self._left_of(past, index) for index, past in enumerate(tail.acts)}

    def __bool__(self) -> bool:
        return bool(self._new)

    def of(self, past: Past) -> i.Edit | None:
        """What this and earlier amendments change at a recorded act."""
        return merged(self._old.get(id(past)), self._new_at(past))

    def in_force(
        self, act: str, past: Past, own: i.Edit | None, until: int
    ) -> tuple[dict[Key, int], dict[TermKey, int]]:
        """Faces and terms set for a part of an act; `until`: its place in the tail. An edit changes nothing before its
        position. Earlier amendments' edits were not in force where the act was simply played on behind them."""
        pasts = [placed.past for placed in self._tail.of_act.get(act, ()) if placed.place <= until]
        old = [] if self._was_played(past) else [self._old.get(id(p)) for p in pasts]
        edits = [edit for edit in (*old, *map(self._new_at, pasts), own) if edit is not None]
        faces = {Key(act, d.roll, d.who, d.index, d.depth): d.face for edit in edits for d in edit.faces}
        terms = {(act, t.roll, t.who, t.key): t.value for edit in edits for t in edit.terms}
        return faces, terms

    def _new_at(self, past: Past) -> i.Edit | None:
        return self._new.get(self._timeline.whole(past.source[0])) if past.source else None

    def _was_played(self, past: Past) -> bool:
        """Was it decided by playing, not in an amendment?"""
        version = past.source[0].version if past.source else 0
        return version > 0 and self._timeline.amendment(version) is None and self._timeline.copied(version) is None

    def _left_of(self, past: Past, index: int) -> i.Edit | None:
        """Its older edit without what a newer one, at an earlier position of the same act, sets anew."""
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
    """An earlier amendment's edit without what a newer one, at an earlier position of the same act, sets anew."""
    faces = {(die.roll, die.who, die.index, die.depth) for die in new.faces}
    terms = {(term.roll, term.who, term.key) for term in new.terms}
    return replace(
        old, faces=tuple(die for die in old.faces if (die.roll, die.who, die.index, die.depth) not in faces),
        terms=tuple(term for term in old.terms if (term.roll, term.who, term.key) not in terms),
    )  # fmt: skip
