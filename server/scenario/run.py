"""Plays one scenario step by step, until a step does not come out as written, and says how it differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from server.core.commit import Commit
from server.core.errors import Rejected
from server.core.events import Amended, Event
from server.core.ids import GM
from server.core.secrecy import known
from server.core.view import View
from server.scenario.broken import broken
from server.scenario.file import Scenario, StepFile
from server.scenario.match import events_differ, listing, plain, short, state_differs
from server.scenario.play import CannotPlay, Faces, Played, Player
from server.scenario.trace import Trace, deed

Watch = Callable[[Trace], None]
"""Is told of every step that was played, also of one that did not come out as written."""


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """The first step that did not come out as written. `number` counts from 1."""

    number: int
    label: str
    deed: str
    lines: tuple[str, ...]


def run(scenario: Scenario, watch: Watch = lambda _: None) -> Failure | None:
    """Play the scenario; the first step that does not come out as written."""
    try:
        playing = _Run(scenario)
    except Exception as error:  # the system's code is its author's
        return Failure(number=0, label="", deed="lay the table", lines=tuple(broken(scenario.system, None, error)))
    return playing.run(watch)


class _Run:
    """One scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.player = Player(scenario)
        self.table = self.player.table
        self.views = self._views()

    def run(self, watch: Watch) -> Failure | None:
        """Play all steps."""
        for number, step in enumerate(self.scenario.steps, start=1):
            faces, before = Faces(step.dice), self.table.timeline.version
            lines = self._attempt(step, faces)
            watch(self._trace(number, step, faces, before))
            if lines:
                dice = (
                    f"dice used: {', '.join(map(str, faces.used)) or 'none'}; left: {', '.join(faces.left()) or 'none'}"
                )
                return Failure(number=number, label=step.label, deed=deed(step), lines=(*lines, dice))
        return None

    def _trace(self, number: int, step: StepFile, faces: Faces, before: int) -> Trace:
        refusals = [done.refusal for done in self.player.played[number:] if done.refusal is not None]
        timeline = self.table.timeline
        return Trace(
            number=number, step=step, events=_events(timeline.commits[before:]), dice=tuple(faces.used),
            decisions=timeline.state.play.decisions, refusal="; ".join(map(self._sentence, refusals)),
        )  # fmt: skip

    def _attempt(self, step: StepFile, faces: Faces) -> list[str]:
        """Play a step; what is wrong, in lines, also where the system's code raises what it should not."""
        try:
            return self._step(step, faces)
        except Exception as error:  # the system's code is its author's
            return broken(self.scenario.system, self.table.submitted, error)

    def _step(self, step: StepFile, faces: Faces) -> list[str]:
        """Play a step; what is wrong, in lines."""
        before = self.table.timeline.version
        try:
            done = self.player.take_step(step, faces)
        except CannotPlay as problem:
            return [str(problem), *listing(_events(self.table.timeline.commits[before:]))]
        left = [f"dice are left: {', '.join(faces.left())}"] if faces.left() else []
        return [*left, *self._judge(step, done)] or self._leaks(done)

    def _judge(self, step: StepFile, done: Played) -> list[str]:
        if step.refused:
            return _refusal_differs(step, done)
        if done.refusal is not None:
            return [f"refused: {self._sentence(done.refusal)}"]
        expect = [self._named(event) for event in step.expect]
        events = _events(done.commits, self._audience(step.told_to))
        lines = events_differ(events, expect, [self._named(event) for event in step.never], step.expect_only)
        lines += _until_differs(events, [self._named(event) for event in step.until])
        if step.outcomes is not None and list(done.outcomes or ()) != step.outcomes:
            lines.append(f"outcomes: expected {short(step.outcomes)}, came {short(done.outcomes or ())}")
        audience = self._audience(step.told_to)
        state = known(self.scenario.system, self.table.state, audience)
        return [*lines, *state_differs(state, self.table.view(audience), step.state)]

    def _audience(self, seat: str) -> str:
        return self.table.asker(seat).audience if seat in self.table.state.ledger.seats else GM

    def _named(self, event: dict[str, Any]) -> dict[str, Any]:
        name = event.get("type", "")
        return {**event, "type": self.scenario.alias.get(name, name)} if name else event

    def _sentence(self, refusal: Rejected) -> str:
        return f"{refusal.code} {short(refusal.detail)}: {refusal.text(self.scenario.system.texts)}"

    def _leaks(self, done: Played) -> list[str]:
        """An audience's view may change only by events that it is told."""
        before, self.views = self.views, self._views()
        told = {audience for commit in done.commits for audience in commit.told}
        return [
            f"the view of {audience} changed although it was told nothing"
            for audience, view in self.views.items()
            if audience not in told and view != before.get(audience, view)
        ]

    def _views(self) -> Mapping[str, View]:
        return {audience: self.table.view(audience) for audience in self.table.state.ledger.audiences()}


def _events(commits: Sequence[Commit], audience: str = GM) -> list[Event]:
    """The events of a step as an audience was told them; those of an amendment's steps behind it."""
    events: list[Event] = []
    for commit in commits:
        for event in commit.told_to(audience):
            events.append(event)
            if isinstance(event, Amended):
                events += [inner for step in event.steps for inner in step.events]
    return events


def _until_differs(events: list[Event], until: list[dict[str, Any]]) -> list[str]:
    """Of these one must have come."""
    if not until or any(not events_differ(events, [one], [], False) for one in until):
        return []
    return [f"expected one of {', '.join(map(short, until))}", *listing(events)]


def _refusal_differs(step: StepFile, done: Played) -> list[str]:
    if done.refusal is None:
        return [f"expected the refusal {step.refused}, but it was taken", *listing(_events(done.commits))]
    if done.refusal.code != step.refused:
        return [f"expected the refusal {step.refused}, came {done.refusal.code} {short(plain(done.refusal.detail))}"]
    detail = plain(done.refusal.detail)
    return [
        f"detail.{key}: expected {short(value)}, came {short(detail.get(key))}"
        for key, value in step.detail.items()
        if detail.get(key) != value
    ]


__all__ = ["Failure", "run"]
