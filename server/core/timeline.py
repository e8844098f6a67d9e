"""The history of one encounter: its commits, `play` at every position, on one or more lines, and the one ledger.

The line that is played runs from the head back over `before`. A rewind begins at the position it went to, an amendment
at the position before its target. Nothing in here decides; it folds and remembers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from msgspec.structs import replace

from server.core import events as e
from server.core.commit import Commit
from server.core.dice import MAX_EPOCHS, next_counters
from server.core.evolve import amended, evolve, evolve_play
from server.core.ids import START, Position
from server.core.state import Control, Ledger, Play, State, Told
from server.core.system import System

KEEP_NEWEST = 128
KEEP_EVERY = 32
"""Kept in memory are the head, the newest positions and every so manyth; others are folded again from there."""

FIRST = Position(1)
"""Never forgotten: its `Created` sets up the system's state beside the ledger; nothing is folded from before it."""


class Known(NamedTuple):
    """An intent that was accepted: where, and a digest of its content."""

    version: int
    digest: bytes


class Timeline:
    """Folded history; `fold` is the only thing that changes it."""

    def __init__(self, system: System, encounter: str) -> None:
        self.system = system
        self.encounter = encounter
        self.commits: list[Commit] = []
        self.ledger = Ledger(encounter=encounter)
        self.head = START
        self.before: dict[Position, Position] = {}
        self.intents: dict[bytes, Known] = {}
        self.numbers: dict[str, list[int]] = {}
        """By audience: the versions of which it was told; entry n-1 is its number n."""
        self.turns: list[int] = []
        """The versions at which a turn ended, undone ones included."""
        self._plays: dict[Position, Play] = {START: Play()}
        self._ledgers: list[tuple[int, Ledger]] = []
        """By version: the ledgers that looked different from the one before."""

    # --- reading -----------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Number of commits."""
        return len(self.commits)

    @property
    def state(self) -> State:
        """The state at the head."""
        return State(self._plays[self.head], self.ledger)

    def commit(self, version: int) -> Commit:
        """The commit of this version (from 1)."""
        return self.commits[version - 1]

    def exists(self, position: Position) -> bool:
        """Is there such a position?"""
        if position == START:
            return True
        if not 1 <= position.version <= self.version:
            return False
        return position.step == 0 or position in self.before

    def play_at(self, position: Position) -> Play:
        """`play` as it was at a position; folded again where it is no longer kept."""
        position = self.whole(position)
        found = self._plays.get(position)
        if found is not None:
            return found
        missing = [position]
        while (before := self.whole(self.before[missing[-1]])) not in self._plays:
            missing.append(before)
        play = self._plays[before]
        for here in reversed(missing):
            play = self._replay(here, play)
        return play

    def ledger_at(self, version: int) -> Ledger:
        """The ledger as people saw it at a version (from 1): its seats, controllers, requests and stage are of then,
        its counters and heads may be older."""
        return self._ledgers[bisect_right(self._ledgers, version, key=itemgetter(0)) - 1][1]

    def _replay(self, position: Position, play: Play) -> Play:
        if position.step and (change := self.amendment(position.version)):
            return amended(self.system, change, self.play_at)[position.step - 1]
        for event in self.commit(position.version).events:
            if not event.ledger:
                play = evolve_play(self.system, play, event, self.play_at)
        return play

    def whole(self, position: Position) -> Position:
        """The position under which `play` is kept: an amendment's last step is the whole commit."""
        if position.step and (change := self.amendment(position.version)) and position.step == len(change.steps):
            return Position(position.version)
        return position

    def amendment(self, version: int) -> e.Amended | None:
        """The amendment that a commit is, if it is one."""
        if not 1 <= version <= self.version:
            return None
        events = self.commit(version).events
        return next((event for event in events if isinstance(event, e.Amended)), None)

    def copied(self, version: int) -> e.Copied | None:
        """The copy that a commit is, if it is one."""
        if not 1 <= version <= self.version:
            return None
        first = next(iter(self.commit(version).events), None)
        return first if isinstance(first, e.Copied) else None

    def act_start(self, position: Position) -> Position:
        """Where the act at a position began: an act that waited for typed dice spans several commits."""
        while position in self.before and self.play_at(self.before[position]).parked is not None:
            position = self.before[position]
        return position

    def at(self, position: Position) -> int:
        """When that was decided (ms); a copy's or a step's time is the original's."""
        change = self.amendment(position.version) if position.step else None
        if change is not None and self.whole(position) == position:
            return change.steps[position.step - 1].at
        copied = self.copied(position.version)
        return copied.step.at if copied is not None else self.commit(position.version).at

    def line(self) -> Iterator[Position]:
        """The positions of the line that is played, newest first, down to the first commit."""
        here = self.head
        while here != START:
            yield here
            here = self.before[here]

    def told_until(self, version: int, audience: str) -> int:
        """The audience's number at a version: how many commits until then it was told of."""
        return bisect_right(self.numbers.get(audience, []), version)

    def version_of(self, audience: str, n: int) -> int:
        """The version of an audience's n-th telling (from 1); 0 for none."""
        return self.numbers[audience][n - 1] if n else 0

    # --- folding -----------------------------------------------------------------------------------------------------

    def folded(self, commit: Commit) -> State:
        """The state that the next commit's events lead to."""
        state = self.state
        for event in commit.events:
            state = evolve(self.system, state, event, self.play_at)
        return state

    def fold(self, commit: Commit, state: State | None = None) -> None:
        """Take in the next commit. `state`: where its events lead, for one who has just decided them."""
        if commit.version != self.version + 1:
            raise AssertionError(f"commit {commit.version} after {self.version}")
        state = self.folded(commit) if state is None else state
        self.commits.append(commit)
        for audience in commit.told:
            self.numbers.setdefault(audience, []).append(commit.version)
        if _has(commit, e.TurnOver):
            self.turns.append(commit.version)
        self._place(commit, state.play)
        self.ledger = self._after(state.ledger, commit)
        if not self._ledgers or not _looks_like(self.ledger, self._ledgers[-1][1]):
            self._ledgers.append((commit.version, self.ledger))
        self._forget()

    def _place(self, commit: Commit, play: Play) -> None:
        here = Position(commit.version)
        self.before[here] = self.head
        for event in commit.events:
            if isinstance(event, e.Rewound):
                self.before[here] = event.to
            elif isinstance(event, e.Amended):
                self._place_steps(here, event)
        self._plays[here] = play
        self.head = here

    def _place_steps(self, here: Position, event: e.Amended) -> None:
        last = event.base
        plays = amended(self.system, event, self.play_at)
        for number, play in enumerate(plays[:-1], start=1):
            step = Position(here.version, number)
            self.before[step] = last
            self._plays[step] = play
            last = step
        final = Position(here.version, max(1, len(event.steps)))
        self.before[final] = last
        self.before[here] = last

    def _after(self, ledger: Ledger, commit: Commit) -> Ledger:
        told = {**ledger.told, **{to: Told(telling.n, telling.head) for to, telling in commit.told.items()}}
        counters = next_counters(ledger.counters, commit.evidence) if commit.evidence else ledger.counters
        return replace(
            ledger,
            told=told,
            counters=counters,
            redo=self._redo(ledger, commit),
            control=_since(ledger, commit),
            epoch_over=ledger.epoch < MAX_EPOCHS
            and (ledger.epoch_over or _has(commit, e.RoundOver, e.Amended, e.Closed)),
            begun=_begun(ledger, commit),
            copying=ledger.copying and not _has(commit, e.Opened),
        )

    def _redo(self, ledger: Ledger, commit: Commit) -> tuple[Position, ...]:
        for event in commit.events:
            if isinstance(event, e.Rewound):
                return ledger.redo[:-1] if event.redo else (*ledger.redo, event.left)
            if isinstance(event, e.Amended):
                return (*ledger.redo, event.left)
        plays_on = any(not event.ledger for event in commit.events)
        return () if plays_on else ledger.redo

    def remember(self, commit: Commit, digest: bytes) -> None:
        """Note an accepted intent for exactly-once; the server's own need no memory."""
        if commit.submitted.intent.by != "server":
            self.intents[commit.submitted.id] = Known(commit.version, digest)

    def _forget(self) -> None:
        old = Position(self.version - KEEP_NEWEST)
        if (
            old.version > FIRST.version
            and old.version % KEEP_EVERY
            and not _has(self.commit(old.version), e.Amended, e.Rewound)
        ):
            self._plays.pop(old, None)


def _since(ledger: Ledger, commit: Commit) -> dict[str, Control]:
    """Controllers with the version since when, for those who changed in this commit."""
    given = [event.who for event in commit.events if isinstance(event, e.ControlGiven)]
    if not given:
        return ledger.control
    return {**ledger.control, **{who: Control(ledger.control[who].seat, commit.version) for who in given}}


def _looks_like(one: Ledger, other: Ledger) -> bool:
    """Is all of it the same that a view shows or that says who sees what? What has not changed is shared."""
    return all(getattr(one, field) is getattr(other, field) for field in _LOOKS)


_LOOKS = ("title", "options", "table", "seats", "control", "redo", "requests", "closed")


def _begun(ledger: Ledger, commit: Commit) -> int:
    for event in commit.events:
        if isinstance(event, e.Opened):
            return event.begun
    return commit.version if _has(commit, e.SaltFixed) else ledger.begun


def _has(commit: Commit, *kinds: type[e.Event]) -> bool:
    return any(isinstance(event, kinds) for event in commit.events)
