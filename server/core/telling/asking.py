"""Who was asked in an act that is decided again, or copied behind that: whoever has been given a combatant since must
not learn what was asked of it before.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from server.core import events as e
from server.core.ids import Position
from server.core.memo import Newest
from server.core.state import Ledger
from server.core.telling.asked import Asking
from server.core.timeline.timeline import Timeline


def asking(timeline: Timeline, event: e.Event, index: int, ledger: Ledger) -> Asking | None:
    """What tells who was asked in one act of those that an event contains; None where all are still played by whoever
    played them then."""
    if not isinstance(event, e.Amended):
        return None
    version = amended_at(timeline, event.steps, index)
    then = timeline.ledger_at(version) if version else ledger
    return None if then.control == ledger.control else Asking(then, CLOSED.of(event.steps))


def amended_at(timeline: Timeline, steps: Sequence[e.Step], index: int) -> int:
    """The version at which an amendment's step was decided first. What it made up was decided as the act that it was
    made up for, which comes next; 0: there is none."""
    versions = (decided_at(timeline, steps[place].source) for place in range(index, len(steps)))
    return next(filter(None, versions), 0)


def decided_at(timeline: Timeline, source: Sequence[Position]) -> int:
    """The version at which the act that stands at these positions was decided first; 0: an amendment made it up."""
    while source and (change := timeline.amendment(source[0].version)) is not None:
        source = change.steps[(source[0].step or len(change.steps)) - 1].source
    return _copied_as_of(timeline, source[0].version) if source else 0


def _copied_as_of(timeline: Timeline, version: int) -> int:
    """The same version; of a copy of what was decided again after a hand-over, the one at which whoever played the
    combatants when it was decided first had come to do so here (see `copy.Original.asked`)."""
    copied = timeline.copied(version)
    if copied is None or len(copied.step.source) < 2:
        return version
    as_of = copied.step.source[1].version
    changes = (here for here, _ in reversed(timeline.ledgers) if here < version)
    return next((here for here in changes if _is_of(timeline, here, as_of)), 1)


def _is_of(timeline: Timeline, here: int, as_of: int) -> bool:
    copied = timeline.copied(here)
    return copied is None or copied.source.version <= as_of


def _closed_in(steps: tuple[e.Step, ...]) -> frozenset[str]:
    """The questions that these acts close."""
    events = chain.from_iterable(step.events for step in steps)
    return frozenset(each.decision for each in events if isinstance(each, e.DecisionClosed))


CLOSED = Newest(_closed_in)
"""The questions that these acts close; remembered, for it is asked for each act of an amendment."""
