"""Checks the entries of an export file one after another: chain, heads, facts, dice. One pass; folds nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from server.archive.dice_check import DiceCheck
from server.archive.export import NO_SALT, Content, Damaged, Row
from server.core.dice import SECRET, Drawn, Kept, Recorded
from server.core.ids import GM
from server.store import chain
from server.store.codec import NO_HEAD, head_of
from server.store.log import ZERO_HASH
from server.store.stored import Fact, Senders, Stored, Thrown, numbers, stored_of


class EntryCheck:
    """One pass over the entries: chain, heads, facts, dice."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.dice = DiceCheck(content.encounter)
        self.heads: dict[str, list[bytes]] = {}
        self.seen: Counter[str] = Counter()
        self.title = ""
        self.origin: str | None = None
        self.unvouched = 0
        """Acts that were copied from a file for which nobody vouched."""
        self._senders = Senders()
        self._thrown: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._before: dict[int, int] = {}

    def rows(self) -> None:
        """Every entry in its order."""
        previous = ZERO_HASH
        for number, row in enumerate(self.content.entries, start=1):
            self._link(number, row, previous)
            previous = row.hash
            try:
                self._commit(number, stored_of(row.body))
            except (Damaged, MemoryError):
                raise
            except Exception as error:  # well-chained nonsense may fail anywhere
                raise Damaged("content", number, f"entry {number} can't be read: {error!r}") from error

    def _link(self, number: int, row: Row, previous: bytes) -> None:
        if row.version != number:
            raise Damaged("chain", number, f"entry {number} is missing; the next one has the number {row.version}")
        if len(row.hash) != len(ZERO_HASH) or len(row.salt) != len(NO_SALT):
            raise Damaged("chain", number, f"entry {number}: a hash has 32 bytes and a salt 16")
        if chain.link(self.content.encounter, number, previous, row.salt, row.body) != row.hash:
            raise Damaged("chain", number, f"entry {number}: its hash is not that of its bytes and its predecessor")

    def _commit(self, at: int, stored: Stored) -> None:
        if stored.version != at:
            raise Damaged("content", at, f"entry {at} holds commit {stored.version}")
        for audience, mark in stored.told.items():
            self._head(at, audience, mark.n, mark.head, stored.told_to(audience))
        events = stored.facts()
        for fact in events:
            self.seen[fact["type"]] += 1
            if fact["type"] == "Created":
                self._created(at, fact)
            self.dice.fact(at, fact)
        self._draws(at, stored, events)
        self._before[at] = at - 1
        for fact in events:
            self._elsewhere(at, fact)

    def _head(self, at: int, audience: str, n: int, head: bytes, events: Sequence[bytes]) -> None:
        before = self.heads.setdefault(audience, [])
        if n != len(before) + 1:
            raise Damaged("heads", at, f"entry {at}: {audience} is told its number {n} after {len(before)}")
        previous = before[-1] if before else NO_HEAD
        if head_of(self.content.encounter, audience, n, previous, events) != head:
            raise Damaged("heads", at, f"entry {at}: the head of {audience} is not made of what it was told")
        before.append(head)

    def _created(self, at: int, fact: Fact) -> None:
        if at != 1 or fact["encounter"] != self.content.encounter or fact["system"] != self.content.system:
            raise Damaged("content", at, f"entry {at} belongs to another encounter or system than the file says")
        if self.seen["Created"] > 1:
            raise Damaged("content", at, f"entry {at} begins the encounter more than once")
        self.title, self.origin = fact["title"], fact.get("origin")

    # --- dice --------------------------------------------------------------------------------------------------------

    def _draws(self, at: int, stored: Stored, events: Sequence[Fact]) -> None:
        sent = self._senders.of(stored)
        own = sent.seat if sent.seat in self.dice.players else GM
        self._throw(at, 0, stored.evidence, events)
        for thrown in stored.evidence:
            by = thrown.by
            if isinstance(by, Drawn):
                if sent.seat and by.stream not in (own, SECRET):
                    raise Damaged("dice", at, f"entry {at}: a die of {sent.seat} is drawn from the stream {by.stream}")
                self.dice.drawn(at, by.stream, by.epoch, by.k, thrown.sides, thrown.face, sent.nonce)

    def _elsewhere(self, at: int, fact: Fact) -> None:
        """Lines, and dice that were thrown in another commit or encounter."""
        if fact["type"] == "Rewound":
            self._before[at] = fact["to"][0]
        elif fact["type"] == "Amended":
            self._before[at] = fact["base"][0]
            for number, step in enumerate(fact.get("steps", []), start=1):
                self._step(at, number, step)
                self._thrown[at, 0] = self._thrown[at, number]
        elif fact["type"] == "Copied":
            evidence = _evidence(fact["step"])
            self._show(at, 0, evidence, fact["step"].get("events", []))
            self.dice.counts["copied"] += len(evidence)
            self.unvouched += bool(fact["step"].get("unvouched") and fact["step"].get("events"))

    def _step(self, at: int, number: int, step: Fact) -> None:
        evidence = _evidence(step)
        if any(isinstance(thrown.by, Drawn) for thrown in evidence):
            raise Damaged("dice", at, f"entry {at}: step {number} has dice that were never drawn in the open")
        self._throw(at, number, evidence, step.get("events", []))

    def _throw(self, at: int, step: int, evidence: Sequence[Thrown], events: Sequence[Fact]) -> None:
        """Dice that are not drawn here are marked and counted; taken over are those of an earlier position."""
        self._show(at, step, evidence, events)
        for thrown in evidence:
            by = thrown.by
            if not (1 if self.content.audience == GM else 0) <= thrown.face <= thrown.sides:
                raise Damaged("dice", at, f"entry {at}: a d{thrown.sides} shows {thrown.face}")
            if isinstance(by, Recorded | Kept):
                self._same(at, thrown, by)
            if not isinstance(by, Drawn):
                self.dice.counts[type(by).__name__.lower()] += 1

    def _show(self, at: int, step: int, evidence: Sequence[Thrown], events: Sequence[Fact]) -> None:
        """Every face of the evidence stands in the events that were decided with it."""
        self._thrown[at, step] = [(thrown.sides, thrown.face) for thrown in evidence]
        missing = Counter(thrown.face for thrown in evidence if thrown.face) - numbers(list(events))
        if missing:
            raise Damaged("dice", at, f"entry {at}: a {min(missing)} was rolled, but its events show no such face")

    def _same(self, at: int, thrown: Thrown, by: Recorded | Kept) -> None:
        then = self._thrown.get((by.position.version, by.position.step), [])
        if by.i >= len(then) or then[by.i] != (thrown.sides, thrown.face):
            what = f"entry {at}: a die is said to be that of {by.position}, which shows another"
            self.dice.late.append(Damaged("dice", at, what))

    def undone(self) -> Counter[str]:
        """Draws on lines that were left, by stream; only the GM's file tells."""
        line, here = set(), len(self.content.entries)
        while here > 0:
            line.add(here)
            here = self._before[here]
        is_whole = self.content.audience == GM
        return Counter(draw.stream for draw in self.dice.draws if is_whole and draw.at not in line)

    # --- the end -----------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """What can be said only at the end."""
        if not self.seen["Created"]:
            raise Damaged("content", 1, "the file does not begin with a first commit")
        if self.content.seeds is not None:
            self.dice.seeds(self.content.seeds)
        self.dice.finish()


def _evidence(step: Fact) -> list[Thrown]:
    return msgspec.convert(step.get("evidence", []), list[Thrown])
