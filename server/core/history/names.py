"""The dice, terms and questions that a walk has met, by the names that edits call them by. What an edit names must be
among them: one that means nothing would be taken for one that makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from server.core import intents as i
from server.core.dice import Rolled, Typed
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.history.recorded_tail import RecordedTail, act_in
from server.core.terms import TermKey
from server.core.timeline.timeline import Timeline

MOST_LISTED = 16
"""A refusal lists no more names than these."""

NAME_BYTES = 160
"""About what a name takes: a tuple in a set, of texts that are there anyway."""


class DieName(NamedTuple):
    """A die of an act."""

    roll: str
    who: str
    number: int
    depth: int

    def __str__(self) -> str:
        name = f"{self.roll}/{self.who}/{self.number}"
        return f"{name}/{self.depth}" if self.depth else name


class Names:
    """What one walk has met, also where it was tried in vain."""

    def __init__(self) -> None:
        self.dice: dict[str, set[DieName]] = {}
        """By act."""
        self.typed: set[DieName] = set()
        """Of whichever act: faces that an edit gave. Dice for what is made up for an act are given there, too."""
        self.terms: set[TermKey] = set()
        self.asked: set[tuple[str, str]] = set()
        """By decision and combatant: who was not asked in the record."""

    @property
    def weight_bytes(self) -> int:
        """About what it takes of the memory."""
        return NAME_BYTES * (len(self.terms) + len(self.asked) + sum(map(len, self.dice.values())))

    def note(self, draft: Draft) -> None:
        """What an act that was decided has thrown and reckoned with."""
        for rolled in draft.evidence:
            name = _name(rolled)
            self.dice.setdefault(rolled.act, set()).add(name)
            if isinstance(rolled.by, Typed):
                self.typed.add(name)
        for roll, who, terms in draft.terms.all():
            self.terms.update((draft.act, roll, who, term.key) for term in terms)


def check_names(
    timeline: Timeline,
    tail: RecordedTail,
    met: Sequence[Names],
    edits: Iterable[i.Edit],
    answers: Iterable[i.GivenAnswer],
) -> None:
    """`met` without the edits, and with them. Raises Rejected: unknown_die, unknown_term or unknown_answer, with what
    there is instead."""
    acts = {timeline.whole(position): act_in(past) for past in tail.acts for position in past.source}
    for edit in edits:
        act = acts[timeline.whole(edit.at)]
        for die in edit.faces:
            _check_die(tail, met, act, edit, DieName(die.roll, die.who, die.index, die.depth))
        for term in edit.terms:
            _check_term(met, act, edit, term)
    asked = {each for names in met for each in names.asked}
    for answer in answers:
        if (answer.decision, answer.who) not in asked:
            known = _listed(f"{decision} {who}" for decision, who in asked)
            raise Rejected("unknown_answer", decision=answer.decision, who=answer.who, known=known)


def _check_die(tail: RecordedTail, met: Sequence[Names], act: str, edit: i.Edit, die: DieName) -> None:
    if any(die in names.typed or die in names.dice.get(act, ()) for names in met):
        return
    known = {DieName(key.roll, key.who, key.number, key.depth) for key, _ in tail.faces if key.act == act}
    if die not in known:
        known |= {one for names in met for one in names.dice.get(act, ())}
        raise Rejected("unknown_die", at=str(edit.at), die=str(die), known=_listed(map(str, known)))


def _check_term(met: Sequence[Names], act: str, edit: i.Edit, term: i.TermEdit) -> None:
    if not any((act, term.roll, term.who, term.key) in names.terms for names in met):
        known = {"/".join(key[1:]) for names in met for key in names.terms if key[0] == act}
        name = f"{term.roll}/{term.who}/{term.key}"
        raise Rejected("unknown_term", at=str(edit.at), term=name, known=_listed(known))


def _name(rolled: Rolled) -> DieName:
    return DieName(rolled.roll, rolled.who, rolled.index, rolled.depth)


def _listed(names: Iterable[str]) -> str:
    found = sorted(names)
    more = ["…"] if len(found) > MOST_LISTED else []
    return ", ".join([*found[:MOST_LISTED], *more]) or "–"
