"""The table of a scenario: submits what a step says, with the dice of that step. Judges nothing.

Dice come in the order in which they are drawn, or by the names of the rolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from server.core import intents as i
from server.core.commit import Commit
from server.core.deciding.decide import parse_intent
from server.core.dice import Key, Origin, Scripted
from server.core.errors import Rejected
from server.core.history import amend, history
from server.core.ids import GM, Position, act_of, born
from server.scenario.file import AmendFile, EditFile, Scenario, StepFile
from server.scenario.match import in_cm
from server.scenario.rehearsal import Rehearsal

OPEN = "@"
"""In an intent: the open decision's id; `@label`: that which was open after a step; `@label/name`: what was born under
this name in the act that the step began."""


class CannotPlay(Exception):
    """A step can't be played as it is written: what is wrong with it."""


class Throw(NamedTuple):
    """A die of the script that was used."""

    roll: str
    who: str
    sides: int
    face: int

    def __str__(self) -> str:
        """As people read it."""
        return f"{self.roll}|{self.who}: {self.face}"


class Faces:
    """The dice of one step; notes what was used."""

    def __init__(self, dice: list[int] | dict[str, list[int]]) -> None:
        self._named = isinstance(dice, dict)
        self._left = {name: list(faces) for name, faces in dice.items()} if isinstance(dice, dict) else {"": list(dice)}
        self.used: list[Throw] = []

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The next face for this roll. Raises CannotPlay where there is none, or an impossible one."""
        names = (f"{key.roll}|{key.who}", key.roll) if self._named else ("",)
        left = next((self._left[name] for name in names if self._left.get(name)), None)
        if left is None:
            raise CannotPlay(f"dice are lacking: {key.who} rolls a d{sides} for {key.roll} (die {key.number + 1})")
        face = left.pop(0)
        if not 1 <= face <= sides:
            raise CannotPlay(f"{key.who} rolls a d{sides} for {key.roll}; it can't show {face}")
        self.used.append(Throw(key.roll, key.who, sides, face))
        return face, Scripted()

    def fix_salt(self, salt: bytes) -> None:
        """A script needs no salt."""

    def left(self) -> list[str]:
        """What was not used, for people."""
        return [f"{name}: {face}".removeprefix(": ") for name, faces in self._left.items() for face in faces]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a step. `head`: the position behind it; `decision`: what was open then."""

    commits: tuple[Commit, ...]
    head: Position
    decision: str
    refusal: Rejected | None = None
    outcomes: tuple[str, ...] | None = None


class Player:
    """One scenario's table and what came of each step so far; `played[0]` is the table as it was laid."""

    def __init__(self, scenario: Scenario) -> None:
        self.system = scenario.system
        self.table = Rehearsal(scenario.system, scenario.spec)
        self.played: list[Played] = [self._done([])]
        self.labels: dict[str, int] = {}

    def take_step(self, step: StepFile, faces: Faces) -> Played:
        """Play a step. Raises CannotPlay."""
        self.table.dice = faces
        done = self._play(step)
        self.played.append(done)
        if step.label:
            self.labels[step.label] = len(self.played) - 1
        return done

    def _play(self, step: StepFile) -> Played:
        commits: list[Commit] = []
        outcomes = None
        try:
            for seat, intent in self._submissions(step):
                commits.append(self.table.submit(seat, intent, self._meant(step), self._seen(step, seat)))
                if step.goes_on:
                    commits += self.table.go_on()
            if step.amend is not None:
                outcomes = self._amend(step.by or GM, step.amend, commits)
        except Rejected as refusal:
            return self._done(commits, refusal)
        return self._done(commits, None, outcomes)

    def _done(
        self, commits: Sequence[Commit], refusal: Rejected | None = None, outcomes: tuple[str, ...] | None = None
    ) -> Played:
        decision = self.table.state.play.decision
        return Played(
            commits=tuple(commits), head=self.table.timeline.head, decision=decision.id if decision else "",
            refusal=refusal, outcomes=outcomes,
        )  # fmt: skip

    def _submissions(self, step: StepFile) -> list[tuple[str, i.Intent]]:
        """The seats and intents that a step submits."""
        if step.do is not None:
            intent = self._intent(self._named(step.do, step.by))
            return [(step.by or self._sender(intent), intent)]
        if step.rewind is not None:
            return [(step.by or GM, i.Rewind(to=self._back_to(step.rewind)))]
        if step.redo:
            return [(step.by or GM, i.Redo())]
        if step.timeout:
            return [("server", self._expiry())]
        return [(step.by or GM, self._intent(raw)) for raw in step.set]

    def _intent(self, raw: dict[str, Any]) -> i.Intent:
        try:
            return parse_intent(self.system, in_cm(self._resolved(raw)))
        except msgspec.ValidationError as error:
            raise CannotPlay(f"this is no intent of {self.system.name}: {error}") from error

    def _named(self, raw: dict[str, Any], seat: str) -> dict[str, Any]:
        """What a combatant does, with its name where the sender plays but one."""
        ledger, pieces = self.table.state.ledger, self.table.state.play.pieces
        mine = [who for who in pieces if ledger.controller(who) == seat]
        acts = {kind.__struct_config__.tag for kind in self.system.intents if issubclass(kind, i.Act)}
        return {**raw, "who": mine[0]} if "who" not in raw and raw.get("type") in acts and len(mine) == 1 else raw

    def _resolved(self, raw: Any) -> Any:
        """An intent with the ids of the decisions and acts that it names by `@`."""
        if isinstance(raw, dict):
            return {key: self._resolved(value) for key, value in raw.items()}
        if isinstance(raw, list):
            return [self._resolved(value) for value in raw]
        return self._decision(raw[1:]) if isinstance(raw, str) and raw.startswith(OPEN) else raw

    def _decision(self, label: str) -> str:
        label, slash, name = label.partition("/")
        if slash:
            return born(act_of(self._labelled(label).commits[0].submitted.id), name)
        return self._labelled(label).decision if label else self.played[-1].decision

    def _meant(self, step: StepFile) -> str | None:
        return self._decision(step.decision.removeprefix(OPEN)) if step.decision else None

    def _seen(self, step: StepFile, seat: str) -> int | None:
        """How far the sender had been told behind the step that it had seen."""
        if not step.seen:
            return None
        return self.table.timeline.told_until(self._labelled(step.seen).head.version, self.table.asker(seat).audience)

    def _sender(self, intent: i.Intent) -> str:
        """Who sends it by default: the server its own, the controller what a combatant does, else the GM."""
        who = getattr(intent, "who", None)
        if intent.by == "server":
            return "server"
        return self.table.state.ledger.controller(who) if intent.by == "owner" and who else GM

    def _expiry(self) -> i.Intent:
        decision = self.table.state.play.decision
        if decision is None or decision.remaining_ms is None:
            raise CannotPlay("no clock runs")
        self.table.now = max(self.table.now, decision.opened_at + decision.remaining_ms)
        return i.Expire(decision=decision.id, opened_at=decision.opened_at)

    # --- history -----------------------------------------------------------------------------------------------------

    def _labelled(self, label: str) -> Played:
        if label not in self.labels:
            raise CannotPlay(f"no step before this one has the label {label!r}")
        return self.played[self.labels[label]]

    def _back_to(self, to: int | str) -> Position:
        """The position behind a labelled step, or before the last so many steps that changed anything."""
        if isinstance(to, str):
            return self._labelled(to).head
        heads = [self.played[0].head, *(done.head for done in self.played[1:] if done.commits)]
        if not 1 <= to < len(heads):
            raise CannotPlay(f"can't go {to} steps back after {len(heads) - 1}")
        return heads[-1 - to]

    def _amend(self, seat: str, wanted: AmendFile, commits: list[Commit]) -> tuple[str, ...]:
        timeline = self.table.timeline
        edits = tuple(self._edit(edit) for edit in (wanted, *wanted.also))
        target = edits[0].at
        history.check_target(timeline, target)
        answers = tuple(
            i.GivenAnswer(decision=born(self._act(each.step or wanted.step), each.decision), who=each.who,
                     intent=in_cm(each.intent))
            for each in wanted.answers
        )  # fmt: skip
        seen = amend.preview(timeline, target, edits, answers)
        intent = i.Amend(target=target, edits=edits, answers=answers, digest=seen.digest)
        commits.append(self.table.submit(seat, intent))
        return tuple(f"{step.outcome} {step.code}".rstrip() for step in seen.steps)

    def _edit(self, edit: EditFile) -> i.Edit:
        commits = self._labelled(edit.step).commits
        if not 1 <= edit.part <= len(commits):
            raise CannotPlay(f"step {edit.step!r} has {len(commits)} commits, none is number {edit.part}")
        return i.Edit(
            at=self._now_at(Position(commits[edit.part - 1].version)), faces=tuple(edit.faces), struck=edit.strike,
            terms=tuple(edit.terms), intent=None if edit.intent is None else in_cm(self._resolved(edit.intent)),
        )  # fmt: skip

    def _act(self, label: str) -> str:
        commits = self._labelled(label).commits
        return commits[0].act if commits else ""

    def _now_at(self, position: Position) -> Position:
        """Where the act of a position stands on the line that is played: amendments move it."""
        timeline = self.table.timeline
        for here in reversed(list(timeline.line())):
            change = timeline.amendment(here.version)
            step = change.steps[(here.step or len(change.steps)) - 1] if change is not None and change.steps else None
            if step is not None and position in step.source:
                position = here
        return position
