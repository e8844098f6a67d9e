"""The history of one encounter: its commits, `play` at every position, and the one ledger. Nothing in here decides.

A rewind or an amendment begins a new line and leaves the old one beside it. The line that is played runs from the head
back over `before`: a rewind was played from the position that it went to, an amendment from the one before its target.

Always in memory are the head, the ledger and what `server.core.timeline.lines` packs. Older commits and plays may be
let go: whoever asks for one gets Absent, has it brought back from the log (`take_back`, `bring`) and asks again.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from operator import attrgetter, itemgetter
from typing import overload

from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core.commit import Commit
from server.core.dice import MAX_EPOCHS, Kept, next_counters
from server.core.errors import Absent
from server.core.ids import PUBLIC, START, Position
from server.core.memo import Shelf
from server.core.state import DrawnFace, Ledger, Looks, Play, State, Told
from server.core.system import System
from server.core.timeline.evolve import amended, evolve, evolve_play
from server.core.timeline.lines import Before, Ids, Jump, Numbers
from server.core.timeline.marked import Marked, marks_of, may_mark
from server.core.timeline.notes import Notes

KEEP_NEWEST = 128
KEEP_EVERY = 32
"""`play` is kept at so many of the newest versions and every so many before; others are folded again from there."""


COMMIT_BYTES, PLAY_BYTES = 6_000, 10_000
"""About what a kept commit and a kept play take. Neighbouring plays share most of what they hold."""

LATELY = 8
"""So many plays are kept that were folded again."""


class Commits(Sequence[Commit]):
    """The commits by their place (version - 1), as far as they are kept. Raises Absent for others."""

    def __init__(self) -> None:
        self.kept: dict[int, Commit] = {}
        """By version."""
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Commit: ...
    @overload
    def __getitem__(self, index: slice) -> list[Commit]: ...
    def __getitem__(self, index: int | slice) -> Commit | list[Commit]:
        if isinstance(index, slice):
            return [self.of(at + 1) for at in range(*index.indices(self._count))]
        at = index + self._count if index < 0 else index
        if not 0 <= at < self._count:
            raise IndexError(index)
        return self.of(at + 1)

    def of(self, version: int) -> Commit:
        """The commit of this version (from 1)."""
        try:
            return self.kept[version]
        except KeyError:
            raise Absent(version, version) from None

    def need(self, first: int, last: int) -> None:
        """Raises Absent for all that is missing of these versions at once."""
        self.need_all(range(first, last + 1))

    def need_all(self, versions: Iterable[int]) -> None:
        """Raises Absent from the first to the last of these that are missing."""
        missing = [version for version in versions if version not in self.kept]
        if missing:
            raise Absent(min(missing), max(missing))

    def append(self, commit: Commit) -> None:
        """The next one."""
        self._count += 1
        self.kept[commit.version] = commit

    def skip(self, count: int) -> None:
        """There are so many, none of them here."""
        self._count = count


class Timeline:
    """Folded history; `fold` is the only thing that changes it."""

    def __init__(self, system: System, encounter: str) -> None:
        self.system = system
        self.encounter = encounter
        self.shelf = Shelf()
        """Taken up for whatever is done at its head."""
        self.notes = Notes()
        self.commits = Commits()
        self.ledger = Ledger(encounter=encounter)
        self.head = START
        self.before = Before()
        self.ids = Ids()
        """The accepted intents, so that none is decided twice; not the server's own, which come only once."""
        self.numbers: dict[str, Numbers] = {}
        """By audience: the versions of which it was told; entry n-1 is its number n."""
        self.times = array("Q")
        """By version - 1: when it was appended (ms); never falls."""
        self.aside = Numbers()
        """The versions that changed the ledger alone: they stay, whatever is taken back."""
        self.marked = Marked()
        """What is marked on each audience's way, but for amendments."""
        self.again: list[tuple[int, Kept]] = []
        """The dice of abandoned lines that came again, each with the version where it did."""
        self.turns = array("I")
        """The versions at which the public was told that a turn ended, undone ones included. Secret turns are counted
        for nobody, not even for the GM: from what happens after a number of turns, others could count them."""
        self.ledgers: list[tuple[int, Ledger]] = []
        """The ledgers that looked different from the one before, each with its version."""
        self._plays: dict[Position, Play] = {START: Play()}
        self._lately: dict[Position, Play] = {}
        """What was folded again last. Whoever walks along a line finds the play before, and folds one commit only."""
        self._steps: tuple[int, list[Play]] = (0, [])
        """The plays after each step of the amendment that was looked at last."""

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
        """The commit of this version (from 1). Raises Absent where it is not kept."""
        return self.commits.of(version)

    def was_told(self, version: int, audience: str) -> bool:
        """Was the audience told anything of this version?"""
        numbers = self.numbers.get(audience)
        return numbers is not None and version in numbers

    def exists(self, position: Position) -> bool:
        """Is there such a position?"""
        if position == START:
            return True
        if not 1 <= position.version <= self.version:
            return False
        return position.step == 0 or position in self.before

    def play_at(self, position: Position) -> Play:
        """`play` as it was at a position; folded again where it is no longer kept. Raises Absent where it can't be."""
        position = self.whole(position)
        found = self._plays.get(position)
        if found is not None:
            return found
        missing = []
        for here in self._way_to(position):
            if here.version not in self.commits.kept:
                raise Absent(here.version, here.version, position)
            missing.append(here)
        play = self._here(self.whole(self.before[missing[-1]])) if missing else self._lately[position]
        for here in reversed(missing):
            play = self._replay(here, play)
            if here.version in self.before.jumps and not here.step:
                self._plays[here] = play  # it takes two other positions to fold, so it is done once
        self._lately[position] = play
        if len(self._lately) > LATELY:
            del self._lately[next(iter(self._lately))]
        return play

    def _here(self, position: Position) -> Play:
        found = self._plays.get(position)
        return self._lately[position] if found is None else found

    def missing(self, position: Position, most: int | None = None) -> list[Position]:
        """What has to be folded again to reach it, newest first, or so many of it; empty where it is kept."""
        return list(islice(self._way_to(position), most))

    def _way_to(self, position: Position) -> Iterator[Position]:
        here = self.whole(position)
        while here not in self._plays and here not in self._lately:
            yield here
            here = self.whole(self.before[here])

    def ledger_at(self, version: int) -> Ledger:
        """The ledger as people saw it at a version (from 1): its seats, controllers, requests and stage are of then,
        its counters and heads may be older."""
        return self.ledgers[bisect_right(self.ledgers, version, key=itemgetter(0)) - 1][1]

    def after(self, position: Position, play: Play) -> Play:
        """`play` at a position, for callers that have it as it was before."""
        found = self._plays.get(self.whole(position))
        return self._replay(position, play) if found is None else found

    def _replay(self, position: Position, play: Play) -> Play:
        commit = self.commit(position.version)
        if position.version == 1:
            return self._evolved(State(play, Ledger(encounter=self.encounter)), commit).play
        if position.step and (change := self.amendment(position.version)):
            return self._stepped(position.version, change)[position.step - 1]
        for event in commit.events:
            if not event.ledger:
                play = evolve_play(self.system, play, event, self.play_at)
        return play

    def _stepped(self, version: int, change: e.Amended) -> list[Play]:
        if self._steps[0] != version:
            self._steps = version, amended(self.system, change, self.play_at)
        return self._steps[1]

    def whole(self, position: Position) -> Position:
        """The position under which `play` is kept: an amendment's last step is the whole commit."""
        return self.before.whole(position) if position.step else position

    def amendment(self, version: int) -> e.Amended | None:
        """The amendment that a commit is, if it is one."""
        jump = self.before.jumps.get(version)
        if jump is None or not jump.steps:
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
        return copied.step.at if copied is not None else self.times[position.version - 1]

    def line(self) -> Iterator[Position]:
        """The positions of the line that is played, newest first, down to the first commit."""
        return self.before.line(self.head)

    def is_on_line(self, position: Position) -> bool:
        """Is it on the line that is played?"""
        return self.before.leads(position, self.head)

    def told_until(self, version: int, audience: str) -> int:
        """The audience's number at a version: how many commits until then it was told of."""
        numbers = self.numbers.get(audience)
        return numbers.until(version) if numbers is not None else 0

    def version_of(self, audience: str, n: int) -> int:
        """The version of an audience's n-th telling (from 1); 0 for none."""
        return self.numbers[audience][n - 1] if n else 0

    @property
    def newest_at(self) -> int:
        """When the newest commit was appended (ms); 0: there is none."""
        return self.times[-1] if self.times else 0

    # --- folding -----------------------------------------------------------------------------------------------------

    def folded(self, commit: Commit) -> State:
        """The state that the next commit's events lead to."""
        return self._evolved(self.state, commit)

    def _evolved(self, state: State, commit: Commit) -> State:
        for event in commit.events:
            state = evolve(self.system, state, event, self.play_at)
        return state

    def fold(self, commit: Commit, state: State | None = None) -> None:
        """Take in the next commit. `state`: where its events lead, for callers that have just decided them; without it
        raises Absent, with nothing changed, where older positions are needed that are not kept."""
        if commit.version != self.version + 1:
            raise AssertionError(f"commit {commit.version} after {self.version}")
        state = self.folded(commit) if state is None else state
        notable = _notable(commit)
        self._note(commit, notable)
        self.notes.forget()
        self.head = Position(commit.version)
        self._plays[self.head] = state.play
        self.ledger = self._after(state, commit, notable)
        if not self.ledgers or not _looks_like(self.ledger, self.ledgers[-1][1]):
            self.ledgers.append((commit.version, self.ledger))
        self._forget()

    def _note(self, commit: Commit, notable: list[e.Event]) -> None:
        """What stays of a commit even where nothing else does."""
        version = commit.version
        self.commits.append(commit)
        self.times.append(commit.at)
        self.before.versions = version
        for event in notable:
            if isinstance(event, e.Rewound):
                self.before.jumps[version] = Jump(event.to, 0, event.redo)
            elif isinstance(event, e.Amended):
                self.before.jumps[version] = Jump(event.base, max(1, len(event.steps)))
        if notable and _has(notable, e.TurnOver) and _has(commit.told_to(PUBLIC), e.TurnOver):
            self.turns.append(version)
        if _is_aside(commit):
            self.aside.append(version)
        numbers = self.numbers
        for audience in commit.told:
            if audience not in numbers:
                numbers[audience] = Numbers()
            numbers[audience].append(version)
        if version not in self.before.jumps or not self.before.jumps[version].steps:
            self._mark(commit)
        self.again += [(version, rolled.by) for rolled in commit.evidence if isinstance(rolled.by, Kept)]
        intent = commit.submitted.intent
        if intent.by != "server" or isinstance(intent, i.Continue):  # a `continue` may be the GM's
            self.ids.add(commit.submitted.id, version)

    def _mark(self, commit: Commit) -> None:
        if not may_mark(self.system, (*commit.events, *commit.variants)):
            return
        marks: dict[tuple[int, ...], list[tuple[str, str]]] = {}
        for audience, telling in commit.told.items():  # most are told the same
            refs = tuple(telling.refs)
            if refs not in marks:
                marks[refs] = list(marks_of(self.system, commit.told_to(audience)))
            self.marked.note(audience, len(self.numbers[audience]), marks[refs])

    def _after(self, state: State, commit: Commit, notable: list[e.Event]) -> Ledger:
        ledger = state.ledger
        told = {**ledger.told, **{to: Told(telling.n, telling.head) for to, telling in commit.told.items()}}
        counters = next_counters(ledger.counters, commit.evidence) if commit.evidence else ledger.counters
        ended_at = (ledger.ended_at or commit.at) if state.play.phase == "ended" else 0
        redo = _redo(ledger, notable, commit)
        after = replace(ledger, told=told, counters=counters, redo=redo, ended_at=ended_at)
        return _with_notable(after, notable, commit) if notable else after

    def _forget(self) -> None:
        old = self.version - KEEP_NEWEST
        if old > 1 and old % KEEP_EVERY and old not in self.before.jumps:
            self._plays.pop(Position(old), None)

    # --- letting go and bringing back --------------------------------------------------------------------------------

    def let_go(self, newest: int = 0) -> None:
        """Keep only so many of the newest commits; without any, of the plays the head alone."""
        kept = self.commits.kept
        for version in [version for version in kept if version <= self.version - newest]:
            del kept[version]
        if not newest:
            self._plays = {START: self._plays[START], self.head: self._plays[self.head]}
            self._steps = (0, [])
            self._lately.clear()
            self.notes.forget()
            self.shelf.clear()

    @property
    def weight_bytes(self) -> int:
        """About what the kept commits, plays and notes take, and what rules remember; measured over long fights."""
        plays = len(self._plays) + len(self._lately) + len(self._steps[1])
        kept = len(self.commits.kept) * COMMIT_BYTES + plays * PLAY_BYTES
        return kept + self.notes.weight_bytes + self.shelf.weight_bytes

    def take_back(self, commits: Sequence[Commit]) -> None:
        """Put back commits that were let go."""
        self.commits.kept.update((commit.version, commit) for commit in commits)

    def bring(self, position: Position, play: Play) -> None:
        """Put back a play that was let go."""
        self._plays[position] = play

    def leave(self, position: Position) -> None:
        """Let a play go again that was brought only to fold on from it."""
        self._plays.pop(position, None)


def _looks_like(one: Ledger, other: Ledger) -> bool:
    """Is all of it equal that a view shows or that says who sees what?"""
    return bool(_looks(one) == _looks(other))


_looks = attrgetter(*Looks.__struct_fields__)


@cache
def _is_notable(kind: type[e.Event]) -> bool:
    """Does the timeline itself have to do with events of this class? Most only change `play`."""
    return issubclass(kind, _NOTABLE)


_NOTABLE = (e.Rewound, e.Amended, e.TurnOver, e.RoundOver, e.Closed, e.DiceDrawn, e.Opened, e.SaltFixed)


def _notable(commit: Commit) -> list[e.Event]:
    return [event for event in commit.events if _is_notable(type(event))]


def _has(events: list[e.Event], *kinds: type[e.Event]) -> bool:
    return any(isinstance(event, kinds) for event in events)


def _with_notable(ledger: Ledger, notable: list[e.Event], commit: Commit) -> Ledger:
    """What most commits leave as it is."""
    return replace(
        ledger,
        epoch_over=ledger.epoch < MAX_EPOCHS and (ledger.epoch_over or _has(notable, e.RoundOver, e.Amended, e.Closed)),
        begun=_begun(ledger, notable, commit.version),
        drawn=(*ledger.drawn, *_drawn(commit)) if _has(notable, e.DiceDrawn) else ledger.drawn,
        copying=ledger.copying and not _has(notable, e.Opened),
    )


def _redo(ledger: Ledger, notable: list[e.Event], commit: Commit) -> tuple[Position, ...]:
    for event in notable:
        if isinstance(event, e.Rewound):
            return ledger.redo[:-1] if event.redo else (*ledger.redo, event.left)
        if isinstance(event, e.Amended):
            return (*ledger.redo, event.left)
    return ledger.redo if not ledger.redo or _is_aside(commit) else ()


def _is_aside(commit: Commit) -> bool:
    """Does it change the ledger alone?"""
    return all(event.ledger for event in commit.events)


def _drawn(commit: Commit) -> list[DrawnFace]:
    """The faces that a commit draws for an amendment."""
    return [
        DrawnFace(
            act=rolled.act, roll=rolled.roll, who=rolled.who, index=rolled.index, depth=rolled.depth,
            sides=rolled.sides, face=rolled.face, at=Position(commit.version), i=number,
        )
        for number, rolled in enumerate(commit.evidence)
    ]  # fmt: skip


def _begun(ledger: Ledger, notable: list[e.Event], version: int) -> int:
    for event in notable:
        if isinstance(event, e.Opened):
            return event.begun
    return version if _has(notable, e.SaltFixed) else ledger.begun
