"""From a draft to a commit: which audiences learn of it, and of which events.

This is recorded in the commit before it is appended, so that nobody is ever told anything else of it, whatever becomes
of the rules' code. An audience learns of a commit exactly when at least one event is told to it. Nothing in here shapes
bytes; the heads are filled in by the store's codec, over the stored bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence, Set
from itertools import chain
from typing import Any

from msgspec.structs import replace

from server.core import events as e
from server.core.commit import Commit, Submitted, Telling
from server.core.draft import Draft
from server.core.ids import GM, START, Position
from server.core.knowing.shared import Shared
from server.core.knowing.viewer import Answers
from server.core.secrecy import Hidden, hidden_from, not_seen_by_all, redact_for
from server.core.size import check_commit, steps_of
from server.core.state import Ledger, Play, State
from server.core.telling.asked import Asking
from server.core.telling.asking import asking
from server.core.timeline.evolve import evolve_play, played_on
from server.core.timeline.timeline import Timeline

Trail = Sequence[tuple[State, e.Event, State]]


def told_commit(timeline: Timeline, submitted: Submitted, draft: Draft, at: int) -> Commit:
    """The next commit of the timeline, with what each audience is told (heads still empty). Raises Rejected where it
    is more than a commit may be."""
    making = telling(timeline, submitted, draft, at)
    while True:
        try:
            next(making)
        except StopIteration as made:
            found: Commit = made.value
            return found


def telling(timeline: Timeline, submitted: Submitted, draft: Draft, at: int) -> Generator[None, None, Commit]:
    """`told_commit` by short steps, for callers that let other tables have their turn in between."""
    system, trail = timeline.system, draft.trail
    variants: list[e.Event] = []
    told: dict[str, Telling] = {}
    shared: Shared[tuple[int, ...]] = Shared()
    moments = _moments(trail)
    retold = Retold(timeline, draft.asking)
    for before, event, after in trail:
        if type(event) in _HISTORY:
            for _act in retold.looked_at(before.play, event):
                yield
            retold.check(event, after.play)
    for audience in draft.ledger.audiences():
        unseen = _unseen(moments, audience)
        refs = tuple(range(len(trail))) if audience == GM else shared.of(audience, unseen)
        if refs is None:
            for _act in retold.told_alone(audience):
                yield
            asked: Answers = {}
            refs = _refs(retold, trail, audience, variants, asked, draft.for_gm)
            shared.keep(unseen, asked, refs)
            yield
        if refs:
            last = timeline.ledger.told.get(audience)
            told[audience] = Telling(last.n + 1 if last else 1, b"", refs)
    made = Commit(
        version=timeline.version + 1,
        at=at,
        act=draft.act,
        submitted=submitted,
        events=tuple(draft.events),
        evidence=draft.evidence,
        variants=tuple(variants),
        told=told,
        system=system.name,
        system_version=system.version,
    )
    yield from retold.let_go()
    check_commit(made)
    yield
    return made


def _moments(trail: Trail) -> list[State] | None:
    """Before the first event, and after each that changes who is where, or in whose hands, if anybody is hidden then;
    None where lines of history are moved, of which each audience is told in its own numbers."""
    if any(type(event) in _HISTORY for _, event, _ in trail):
        return None
    changed = [
        after
        for before, _, after in trail
        if before.play.pieces is not after.play.pieces or before.ledger.control is not after.ledger.control
    ]
    return [state for state in (*(before for before, _, _ in trail[:1]), *changed) if not_seen_by_all(state)]


def _unseen(moments: Sequence[State] | None, audience: str) -> tuple[Hidden, ...] | None:
    """Whom the audience does not see, in each of these states; None: it shares with nobody, as the GM does, of whom
    nothing is asked."""
    if moments is None or audience == GM:
        return None
    return tuple([hidden_from(state, audience) for state in moments])


def _refs(
    retold: Retold, trail: Trail, audience: str, variants: list[e.Event], asked: Answers, for_gm: Set[int]
) -> tuple[int, ...]:
    refs = []
    for index, (before, event, after) in enumerate(trail):
        if index in for_gm:
            continue
        told = told_event(retold, before, event, after, audience, asked)
        if told is event:
            refs.append(index)
        elif told is not None:
            if told not in variants:
                variants.append(told)
            refs.append(-variants.index(told) - 1)
    return tuple(refs)


def told_event(
    retold: Retold, before: State, event: e.Event, after: State, audience: str, asked: Answers
) -> e.Event | None:
    """What one audience learns of one event, rewinds and amendments included. `asked` as in `secrecy.redact_for`."""
    of_history = _HISTORY.get(type(event))
    if of_history is None:
        return redact_for(retold.timeline.system, before, event, after, audience, asked)
    return of_history(retold, before.play, event, audience)


class EvolvedStep:
    """One step of an amendment or of a copy, evolved once from `play` for all who may be told of it."""

    def __init__(
        self, timeline: Timeline, play: Play, step: e.Step, ledger: Ledger | None = None, asking: Asking | None = None
    ) -> None:
        ledger = ledger or timeline.ledger
        self._system = timeline.system
        self._step = step
        self._trail: list[tuple[State, e.Event, State]] = []
        before = State(play, ledger)
        for event in step.events:
            after = before if event.ledger else State(
                evolve_play(timeline.system, before.play, event, timeline.play_at), ledger
            )  # fmt: skip
            self._trail.append((before, event, after) if asking is None or not asking.is_over(event) else (
                State(before.play, asking.ledger), event, State(after.play, asking.ledger)
            ))  # fmt: skip
            before = after
        self.play = before.play
        """Where it leads."""
        self._moments = _moments(self._trail)
        if asking is not None and self._moments:
            self._moments = [*self._moments, *(State(each.play, asking.ledger) for each in self._moments)]
        self._shared: Shared[tuple[e.Step | None]] = Shared()
        self._told_to: dict[str, e.Step | None] = {}

    def told_to(self, audience: str) -> e.Step | None:
        """What an audience learns of it; None: nothing."""
        if audience not in self._told_to:
            unseen = _unseen(self._moments, audience)
            told = self._shared.of(audience, unseen)
            if told is None:
                asked: Answers = {}
                seen = (redact_for(self._system, *step, audience, asked) for step in self._trail)
                events = tuple(event for event in seen if event is not None)
                told = (replace(self._step, **_BARE, events=events) if events else None,)
                self._shared.keep(unseen, asked, told)
            self._told_to[audience] = told[0]
        return self._told_to[audience]


class Retold:
    """The acts that the events of one commit contain (amendments and copies do), evolved once for all audiences."""

    def __init__(self, timeline: Timeline, asking: Asking | None = None) -> None:
        """`asking`: of a copy, for which its origin says it."""
        self.timeline = timeline
        self._asking = asking
        self._acts: dict[int, list[EvolvedStep]] = {}
        """By the `id()` of the event that contains them, which the draft keeps alive."""

    def looked_at(self, play: Play, event: e.Event) -> Iterator[EvolvedStep]:
        """Evolve what an event that comes after `play` contains, act by act."""
        if isinstance(event, e.Amended):
            play = self.timeline.play_at(event.base)
        acts = self._acts.setdefault(id(event), [])
        for index, step in enumerate(steps_of(event)):
            asked = self._asking or asking(self.timeline, event, index, self.timeline.ledger)
            acts.append(EvolvedStep(self.timeline, play, step, asking=asked))
            play = acts[-1].play
            yield acts[-1]

    def check(self, event: e.Event, play: Play) -> None:
        """What an amendment was said to lead to must be where its steps lead."""
        acts = self._acts.get(id(event))
        if acts and isinstance(event, e.Amended) and play != played_on(acts[-1].play, event, self.timeline.play_at):
            raise AssertionError("the steps of an amendment lead to another state than was decided")

    def let_go(self) -> Iterator[None]:
        """Free all this act by act: at once it takes as long as a slice may."""
        for acts in self._acts.values():
            while acts:
                acts.pop()
                yield

    def told_alone(self, audience: str) -> Iterator[EvolvedStep]:
        """Work out, act by act, what an audience is told of all of them; `told_to` finds it then."""
        for act in chain.from_iterable(self._acts.values()):
            act.told_to(audience)
            yield act

    def told_to(self, event: e.Event, audience: str) -> list[e.Step]:
        """The acts in an event that an audience is told of, as they are told to it."""
        found = (act.told_to(audience) for act in self._acts[id(event)])
        return [step for step in found if step is not None]


def _requested(retold: Retold, _before: Play, event: e.UndoRequested, audience: str) -> e.Event:
    to = Position(retold.timeline.told_until(event.to.version, audience))
    return event if audience == GM else replace(event, to=to)


def _rewound(retold: Retold, _before: Play, event: e.Rewound, audience: str) -> e.Event | None:
    """Told to those who had been told anything of what is taken back or comes back, in their own numbers."""
    timeline = retold.timeline
    touched = timeline.before.apart(timeline.head, event.to)
    if not any(timeline.was_told(position.version, audience) for position in touched):
        return None
    to = timeline.told_until(event.to.version, audience)
    left = timeline.told_until(event.left.version, audience)
    return replace(event, to=Position(to), left=Position(left), remaining_ms=None)


def _amended(retold: Retold, _before: Play, event: e.Amended, audience: str) -> e.Event | None:
    timeline, steps = retold.timeline, retold.told_to(event, audience)
    if not steps and not _knew(timeline, event, audience):
        return None
    target = Position(timeline.told_until(event.target.version, audience))
    return replace(event, target=target, base=Position(0), left=Position(0), edits=(), steps=tuple(steps))


def _knew(timeline: Timeline, event: e.Amended, audience: str) -> bool:
    """Was the audience told of anything that an amendment takes back?"""
    return any(timeline.was_told(p.version, audience) for p in timeline.before.apart(timeline.head, event.base))


def told_steps(timeline: Timeline, version: int, audience: str) -> list[tuple[int, e.Step]]:
    """The steps of an amendment as an audience was told them, each with its number in the commit.

    Empty where that can't be said any more, because `redact` has changed since."""
    change = timeline.amendment(version)
    told = next((x for x in timeline.commit(version).told_to(audience) if isinstance(x, e.Amended)), None)
    if change is None or told is None:
        return []
    if audience == GM:
        return list(enumerate(change.steps, start=1))
    ledger = timeline.ledger_at(version)
    plays = [timeline.play_at(Position(version, number)) for number in range(1, len(change.steps) + 1)]
    before = [timeline.play_at(change.base), *plays]
    numbers = [
        index + 1
        for index, (step, play) in enumerate(zip(change.steps, before, strict=False))
        if EvolvedStep(timeline, play, step, ledger, asking(timeline, change, index, ledger)).told_to(audience)
    ]
    return list(zip(numbers, told.steps, strict=True)) if len(numbers) == len(told.steps) else []


def _copied(retold: Retold, _before: Play, event: e.Copied, audience: str) -> e.Event | None:
    """Told where something of it is told, without where it came from."""
    told = retold.told_to(event, audience)
    return replace(event, source=START, origin_h=b"", step=told[0]) if told else None


_HISTORY: dict[type[e.Event], Callable[[Retold, Play, Any, str], e.Event | None]] = {
    e.Rewound: _rewound,
    e.Amended: _amended,
    e.Copied: _copied,
    e.UndoRequested: _requested,
}
"""What moves whole lines of history. Audiences are told of positions in their own numbers, for the versions would tell
how much has happened in secret."""

_BARE: dict[str, object] = {
    "source": (),  # not even in own numbers, for they may tell where the server has gone on beside a secret
    "intent": None,
    "answers": None,
    "act": "",
    "outcome": "",
    "code": "",
    "id": b"",
    "seat": "",
    "nonce": b"",
    "edit": None,
    "evidence": (),
}
"""What nobody but the GM learns of a step."""


def told_of(timeline: Timeline, source: Sequence[Position]) -> set[str]:
    """The audiences that were told anything of an act that stands at these positions."""
    told: set[str] = set()
    for position in source:
        change = timeline.amendment(position.version)
        if change is None:
            told.update(timeline.commit(position.version).told)
            continue
        play, ledger = timeline.play_at(timeline.before[position]), timeline.ledger_at(position.version)
        index = (position.step or len(change.steps)) - 1
        act = EvolvedStep(timeline, play, change.steps[index], ledger, asking(timeline, change, index, ledger))
        told.update(to for to in ledger.audiences() if act.told_to(to))
    return told
