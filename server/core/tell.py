"""From a draft to a commit: which audiences learn of it, and of which events, recorded before the append.

An audience learns of a commit exactly when at least one event is told to it. Nothing in here shapes bytes; the heads
are filled in by the store's codec, over the stored bytes.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from server.core import events as e
from server.core.commit import Commit, Submitted, Telling
from server.core.draft import Draft
from server.core.evolve import amended, evolve_play
from server.core.ids import GM, START, Position
from server.core.secrecy import Hidden, hidden_from, is_told_alike, redact
from server.core.state import Ledger, Play, State
from server.core.system import System
from server.core.timeline import Timeline

Trail = Sequence[tuple[State, e.Event, State]]


def commit(timeline: Timeline, submitted: Submitted, draft: Draft, at: int) -> Commit:
    """The next commit of the timeline, with what each audience is told (heads still empty)."""
    system, trail = timeline.system, draft.trail
    variants: list[e.Event] = []
    told: dict[str, Telling] = {}
    found: dict[object, tuple[int, ...]] = {GM: tuple(range(len(trail)))}
    moments = _moments(trail) if all(_is_alike(system, *step) for step in trail) else None
    for audience in draft.ledger.audiences():
        alike = audience if moments is None or audience == GM else _sees(moments, audience)
        if alike not in found:
            found[alike] = _refs(timeline, trail, audience, variants)
        if refs := found[alike]:
            before = timeline.ledger.told.get(audience)
            told[audience] = Telling(before.n + 1 if before else 1, b"", refs)
    return Commit(
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


def _is_alike(system: System, before: State, event: e.Event, after: State) -> bool:
    return type(event) not in _HISTORY and is_told_alike(system, before, event, after)


def _moments(trail: Trail) -> list[State]:
    """Before the first event, and after each that changes who is where, or in whose hands."""
    changed = [
        after
        for before, _, after in trail
        if before.play.pieces is not after.play.pieces or before.ledger.control is not after.ledger.control
    ]
    return [*(before for before, _, _ in trail[:1]), *changed]


def _sees(moments: Sequence[State], audience: str) -> tuple[Hidden, ...]:
    """Whom the audience does not see, all the while."""
    return tuple([hidden_from(state, audience) for state in moments])


def _refs(timeline: Timeline, trail: Trail, audience: str, variants: list[e.Event]) -> tuple[int, ...]:
    refs = []
    for index, (before, event, after) in enumerate(trail):
        told = told_event(timeline, before, event, after, audience)
        if told is event:
            refs.append(index)
        elif told is not None:
            if told not in variants:
                variants.append(told)
            refs.append(-variants.index(told) - 1)
    return tuple(refs)


def told_event(timeline: Timeline, before: State, event: e.Event, after: State, audience: str) -> e.Event | None:
    """What one audience learns of one event, rewinds and amendments included."""
    of_history = _HISTORY.get(type(event))
    if of_history is None:
        return redact(timeline.system, before, event, after, audience)
    return of_history(timeline, before.play, event, audience)


def _requested(timeline: Timeline, _before: Play, event: e.UndoRequested, audience: str) -> e.Event:
    return event if audience == GM else replace(event, to=Position(timeline.told_until(event.to.version, audience)))


def _rewound(timeline: Timeline, _before: Play, event: e.Rewound, audience: str) -> e.Event | None:
    """Told to those who had been told anything of what is taken back or comes back, in their own numbers."""
    touched = timeline.before.apart(timeline.head, event.to)
    if not any(timeline.told(position.version, audience) for position in touched):
        return None
    to = timeline.told_until(event.to.version, audience)
    left = timeline.told_until(event.left.version, audience)
    return replace(event, to=Position(to), left=Position(left), remaining_ms=None)


def _amended(timeline: Timeline, _before: Play, event: e.Amended, audience: str) -> e.Event | None:
    steps = []
    plays = [timeline.play_at(event.base)]
    plays += amended(timeline.system, event, timeline.play_at) if event.steps else []
    for step, play in zip(event.steps, plays, strict=False):
        told = step_events(timeline, play, step, audience)
        if told:
            steps.append(replace(step, **_BARE, events=tuple(told)))
    knew = any(timeline.told(p.version, audience) for p in timeline.before.apart(timeline.head, event.base))
    if not steps and not knew:
        return None
    target = Position(timeline.told_until(event.target.version, audience))
    return replace(event, target=target, base=Position(0), left=Position(0), edits=(), steps=tuple(steps))


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
        number
        for number, (step, play) in enumerate(zip(change.steps, before, strict=False), start=1)
        if step_events(timeline, play, step, audience, ledger)
    ]
    return list(zip(numbers, told.steps, strict=True)) if len(numbers) == len(told.steps) else []


def _copied(timeline: Timeline, before: Play, event: e.Copied, audience: str) -> e.Event | None:
    """Told where something of it is told, without where it came from."""
    told = step_events(timeline, before, event.step, audience)
    if not told:
        return None
    step = replace(event.step, **_BARE, events=tuple(told))
    return replace(event, source=START, origin_h=b"", step=step)


_HISTORY: dict[type[e.Event], Callable[[Timeline, Play, Any, str], e.Event | None]] = {
    e.Rewound: _rewound,
    e.Amended: _amended,
    e.Copied: _copied,
    e.UndoRequested: _requested,
}
"""What moves whole lines of history: told in the audience's own numbers."""

_BARE: dict[str, object] = {
    "source": (),  # even in numbers of its own: what the server goes on with is told beside what happens in secret
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
        step = change.steps[(position.step or len(change.steps)) - 1]
        told.update(to for to in ledger.audiences() if step_events(timeline, play, step, to, ledger))
    return told


def step_events(
    timeline: Timeline, play: Play, step: e.Step, audience: str, ledger: Ledger | None = None
) -> list[e.Event]:
    """What an audience learns of one step of an amendment that starts from `play`."""
    ledger = ledger or timeline.ledger
    told = []
    for event in step.events:
        after = evolve_play(timeline.system, play, event, timeline.play_at)
        seen = redact(timeline.system, State(play, ledger), event, State(after, ledger), audience)
        if seen is not None:
            told.append(seen)
        play = after
    return told
