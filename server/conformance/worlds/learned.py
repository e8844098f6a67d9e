"""What audiences learn of a fight, worked out from its events alone: what they are told of each, and what they know.

A view shows only some of what one knows, and what was told is compared elsewhere as it went out. But options, refusals
and answers of the server may come of anything that one knows: so all of it is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from server.core.events import Amended, CombatantHidden, Event, Rewound
from server.core.knowing.viewer import NOBODY, Hidden
from server.core.secrecy import known, redact_for
from server.core.size import steps_of
from server.core.state import State
from server.core.system import System
from server.core.timeline.evolve import evolve
from server.core.timeline.timeline import Timeline

pack = msgspec.msgpack.encode
ABSENT = "nothing"
NOTHING = pack(ABSENT)


class Happened(NamedTuple):
    """An event, the states before and after it, its commit, and the audiences that were told of that."""

    before: State
    event: Event
    after: State
    version: int
    told: frozenset[str]
    is_last: bool
    """Is it the last event of its commit?"""
    vanished: Hidden = NOBODY
    """Who was hidden in the middle of the act that is on: others have heard that he is part of it."""


def happened(timeline: Timeline, until: int | None = None) -> Iterator[Happened]:
    """All events of a fight, or of its commits up to this one."""
    system = timeline.system
    state, vanished, ever = Timeline(system, timeline.ledger.encounter).state, NOBODY, NOBODY
    for commit in timeline.commits[:until]:
        told, last = frozenset(commit.told), len(commit.events)
        vanished = vanished if state.play.decisions else NOBODY
        for number, event in enumerate(commit.events, start=1):
            before, state = state, evolve(system, state, event, timeline.play_at)
            if isinstance(event, CombatantHidden) and before.play.decisions:
                vanished, ever = vanished | {event.who}, ever | {event.who}
            if isinstance(event, Amended | Rewound):  # the act may be on again
                ever |= _hidden_in(event)
                vanished |= ever
            yield Happened(before, event, state, commit.version, told, number == last, vanished)


def _hidden_in(event: Event) -> Hidden:
    """Who was hidden in the steps that it holds, where an act may be on that was over then."""
    return frozenset(each.who for step in steps_of(event) for each in step.events if isinstance(each, CombatantHidden))


def told_of(system: System, here: Happened, audience: str) -> Event | None:
    """What an audience is told of an event; nothing of those that hold others, of which another place tells."""
    if steps_of(here.event):
        return None
    return redact_for(system, here.before, here.event, here.after, audience, {})


def told(system: System, fight: Iterable[Happened], audience: str) -> list[bytes]:
    """All that an audience is told."""
    events = (told_of(system, here, audience) for here in fight)
    return [pack(event) for event in events if event is not None]


def knows(system: System, state: State, audience: str) -> bytes:
    """The game as an audience knows it, and what it knows of what is asked."""
    play = known(system, state, audience).play
    return pack([play.game, [[decision.kind, decision.topic, decision.asks] for decision in play.decisions]])


def moments(one: list[Happened], other: list[Happened], audience: str) -> Iterator[tuple[State, State]]:
    """How it is in both worlds whenever the audience has been told of a commit."""
    both = ((here.after for here in fight if here.is_last and audience in here.told) for fight in (one, other))
    return zip(*both, strict=False)


def unlike(system: System, one: list[Happened], other: list[Happened], audiences: list[str]) -> Iterator[str]:
    """Where one of them is told something else, or knows something else when it has been told of a commit."""
    for audience in audiences:
        both = zip_longest(told(system, one, audience), told(system, other, audience), fillvalue=NOTHING)
        yield from (f"{audience} is told {_apart(*events)}" for events in both if events[0] != events[1])
        for here, there in moments(one, other, audience):
            mine, theirs = knows(system, here, audience), knows(system, there, audience)
            if mine != theirs:
                yield f"{audience} knows {_apart(mine, theirs)}"


def _apart(one: bytes, other: bytes) -> str:
    """The first difference."""
    return "; ".join(difference(msgspec.msgpack.decode(one), msgspec.msgpack.decode(other), "")[:3])


def difference(one: Any, other: Any, path: str) -> list[str]:
    """Where two plain values differ; what only one of them has stands against nothing."""
    if isinstance(one, dict) and isinstance(other, dict) and (one.keys() != other.keys() or list(one) == list(other)):
        both = ((key, one.get(key, ABSENT), other.get(key, ABSENT)) for key in {**one, **other})
        return [d for key, a, b in both for d in difference(a, b, f"{path}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [d for at, (a, b) in enumerate(zip(one, other, strict=True)) for d in difference(a, b, f"{path}[{at}]")]
    return [] if one == other else [f"{path}: {str(one)[:150]} / {str(other)[:150]}"]
