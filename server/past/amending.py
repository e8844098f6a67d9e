"""What an amendment would do: the acts behind it with their outcomes, and the difference in the table's words.

Made act by act, so that other tables go on meanwhile. Reads the timeline; appends, rolls and sends nothing.
"""

from __future__ import annotations

from typing import Any

import msgspec

from server.core import events as e
from server.core import intents as i
from server.core.errors import Rejected
from server.core.history import amend, history
from server.core.ids import GM, Position
from server.core.options import Option
from server.core.state import Play, State
from server.core.system import Asker
from server.core.telling.difference import Change, difference
from server.core.timeline.evolve import evolve_play
from server.core.timeline.timeline import Timeline
from server.encounter.state_bounds import StateBounds
from server.past.question import Question
from server.past.replay import view_of
from server.process.work import at_once


class PreviewAmend(Question, frozen=True, kw_only=True):
    """GM: what would an amendment do?"""

    target: Position
    edits: tuple[i.Edit, ...] = ()
    answers: tuple[i.GivenAnswer, ...] = ()


class StepShown(msgspec.Struct, frozen=True, kw_only=True):
    """One step of an amendment's preview."""

    source: tuple[Position, ...]
    outcome: str
    code: str
    intent: Any
    events: list[Any]
    decision: str = ""
    """Of an answer: the question that it answers."""
    options: list[Option] = []
    """Of an answer that was never given before: what else may be answered."""


class PreviewShown(msgspec.Struct, frozen=True, kw_only=True):
    """What would change; `digest` confirms exactly this."""

    digest: bytes
    changes: list[Change]
    steps: list[StepShown] = []
    needs: list[amend.Need] = []
    """Dice that were never rolled: give their faces in an edit of the act at `at`, or have them drawn (`draw_dice`)."""
    rules_changed: list[Position] = []


def preview_amend(timeline: Timeline, question: PreviewAmend) -> PreviewShown:
    """What an amendment would do, made at once. Raises Rejected."""
    shown: PreviewShown = at_once(Amending(timeline, question))
    return shown


class Amending:
    """An amendment's preview in the making: a Work. Its steps raise Rejected, `preview_outdated` where the table has
    moved since it began."""

    looks_back = True

    def __init__(self, timeline: Timeline, question: PreviewAmend) -> None:
        self._timeline = timeline
        self._version = timeline.version
        self._question = question
        self._making = amend.Previewing(timeline, question.target, question.edits, question.answers)
        self._play: Play | None = None
        """Before the next step to be shown."""
        self._taken = 0
        self._steps: list[StepShown] = []

    @property
    def is_done(self) -> bool:
        """Are all steps shown?"""
        return self._making.is_done and self._taken == len(self._making.result().steps)

    def step(self) -> None:
        """Decide one act more or, when all are decided, show one more. Raises Absent, Rejected."""
        self._check_head()
        if self._play is None:
            timeline, target = self._timeline, self._question.target
            history.check_target(timeline, target)
            self._play = timeline.play_at(timeline.before[timeline.act_start(target)])
        elif not self._making.is_done:
            self._making.step()
        else:
            self._show(self._play, self._making.result().steps[self._taken])

    def _show(self, play: Play, step: e.Step) -> None:
        timeline = self._timeline
        is_ours = step.outcome == "moot" and isinstance(step.intent, i.Continue)  # the server's own: nobody misses it
        shown = [] if is_ours else [_step_shown(timeline, play, step)]
        for event in step.events:
            play = evolve_play(timeline.system, play, event, timeline.play_at)
        self._play = play
        self._steps += shown
        self._taken += 1

    def result(self) -> PreviewShown:
        """The preview, when it is done. Raises Rejected where the table has moved, or what comes of it is beyond all
        bounds."""
        self._check_head()
        timeline, seen = self._timeline, self._making.result()
        state = State(seen.play, timeline.ledger)
        StateBounds(timeline.system).check_edit(timeline.state, state, self._version + 1)
        now, then = view_of(timeline, timeline.state, GM), view_of(timeline, state, GM)
        return PreviewShown(
            digest=seen.digest,
            changes=difference(now, then),
            steps=self._steps,
            needs=list(seen.needs),
            rules_changed=list(seen.rules_changed),
        )

    def _check_head(self) -> None:
        if self._timeline.version != self._version:
            raise Rejected("preview_outdated")


def _step_shown(timeline: Timeline, play: Play, step: e.Step) -> StepShown:
    is_new = step.outcome in ("answered", "defaulted", "standing")
    who = getattr(step.intent, "who", "")
    found = offered_to(timeline, play, step.at, who) if is_new else []
    return StepShown(
        source=step.source,
        outcome=step.outcome,
        code=step.code,
        intent=step.intent,
        events=list(step.events),
        decision=step.answers or "" if is_new else "",
        options=[option for option in found if option.answers],
    )


def offered_to(timeline: Timeline, play: Play, at: int, who: str) -> list[Option]:
    """All that the GM may do for a combatant in a state; what is greyed is left out."""
    options = timeline.system.options(State(play, timeline.ledger), Asker(GM, GM, GM, at))
    return [option for option in options if option.who == who and option.reason is None]
