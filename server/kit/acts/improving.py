"""Dice spent on a roll once it is seen: whoever has made it may add dice or throw it anew, again and again while it has
any. What the dice are and how they are read is the system's:

    IMPROVING = Improving(stands=RollStands, rolled=rolled, can=has_dice, left=left, throw=throw, topic=topic_of)
    ACTS = Acts(details=Details(rolled=IMPROVING.ask), …)
    QUESTIONS = {IMPROVE: Question(KeepRoll, then=IMPROVING.answered), …}

The roll is kept in the frame of its act (`rolled`) by the system's event `stands`: `what` was rolled, how its dice are
called in the act (`name`), by `who`, and how many `times` it was improved so far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from server.core.disclosure import Open
from server.core.draft import Draft
from server.core.events import Answered, DecisionOpened, Event
from server.core.state import Ask, Decision, Play
from server.kit.acts.frame import newest
from server.kit.frames import asked_about, on_frame, top, with_frame
from server.kit.hidden import is_secret

IMPROVE = "improve"
"""The kind of the question."""
AIMED = ("hit", "throw")
"""What is rolled at somebody; `check` is at nobody, all else a defence."""


class ImprovementChosen(Answered, frozen=True, kw_only=True):
    """What will be spent on the roll. Where the question is secret only who is asked learns of it."""

    action_id: Open[str]
    bonus: Open[int] = 0
    destiny: Open[int] = 0
    reroll: Open[bool] = False


class RollKept(Answered, frozen=True, kw_only=True):
    """Nothing is spent on it."""

    action_id: Open[str]


EVENTS = (ImprovementChosen, RollKept)


def _nothing(_draft: Draft, _frame: Any) -> None:
    """Nothing hangs on it that the roll is not improved any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Improving:
    """Who may improve which rolls, and how.

    stands                              event: who, action_id, roll
    rolled(frame, event) -> roll        the roll that an event tells of; None where it can't be improved
    can(play, who) -> bool              has it dice to spend? Everybody sees how many
    left(play, chosen) -> chosen        what there is of it: the answer to a silent question may be older than the last
                                        change by the GM
    throw(draft, frame, roll, chosen)   throws the dice, and emits what the roll is now
    topic(play, frame)                  what a question about the act says of it
    settle(draft, frame)                the roll stays as it is now
    """

    stands: Callable[..., Event]
    rolled: Callable[[Any, Event], Any]
    can: Callable[[Play, str], bool]
    left: Callable[[Play, ImprovementChosen], ImprovementChosen]
    throw: Callable[[Draft, Any, Any, ImprovementChosen], None]
    topic: Callable[[Play, Any], Mapping[str, Any]]
    settle: Callable[[Draft, Any], None] = _nothing

    def ask(self, draft: Draft, frame: Any, since: int) -> bool:
        """Ask for what was rolled behind that place of the draft; False where there is nothing to ask."""
        found = (self.rolled(frame, event) for _, event, _ in reversed(draft.trail[since:]))
        roll = next((each for each in found if each is not None), None)
        if roll is None:
            return False
        if self._ask(draft, frame, roll):
            return True
        self.settle(draft, frame)
        return False

    def answered(self, draft: Draft, decision: Decision) -> None:
        """The dice are thrown; then there may be more, one after another if one likes."""
        frame = asked_about(draft.game, decision)
        if frame is None or frame.rolled is None:
            return
        if not self._improved(draft, frame, decision):
            self.settle(draft, frame)

    def _improved(self, draft: Draft, frame: Any, decision: Decision) -> bool:
        """True where its roller is asked again."""
        chosen = next((each.answer for each in decision.asks.values()), None)
        if not isinstance(chosen, ImprovementChosen):
            return False
        chosen = self.left(draft.play, chosen)
        if not (chosen.bonus or chosen.destiny or chosen.reroll):
            return False
        self.throw(draft, frame, frame.rolled, chosen)
        roll = newest(draft, frame).rolled
        return roll is not None and self.can(draft.play, roll.who) and self._ask(draft, frame, roll)

    def _ask(self, draft: Draft, frame: Any, roll: Any) -> bool:
        """Of somebody hidden nobody may know whether it is asked: then the act stops in any case."""
        who, secret = roll.who, is_secret(draft.play, roll.who)
        is_asked = self.can(draft.play, who)
        if not is_asked and not secret:
            return False
        draft.emit(self.stands(who=who, action_id=frame.id, roll=roll))
        asks = {who: Ask(must=False, secret=secret)} if is_asked else {}
        topic = {**self.topic(draft.play, newest(draft, frame)), "roller": who, "roll": roll.what}
        draft.open(IMPROVE, f"{IMPROVE}.{roll.name}.{roll.times}", asks, silent=secret, topic=topic)
        return True


def stands(game: Any, event: Any) -> Any:
    """For `evolve`: the roll can be improved now. An act whose window is still to open waits for it."""

    def apply(frame: Any) -> Any:
        return replace(frame, rolled=event.roll, stage="rolled" if frame.stage == "paid" else frame.stage)

    return on_frame(game, event.action_id, apply)


def opened(*windows: str) -> Callable[[Any, DecisionOpened], Any]:
    """For `evolve`: what opens the window of an act whose roll could be improved first."""

    def apply(game: Any, event: DecisionOpened) -> Any:
        frame = top(game)
        if frame is None or frame.stage != "rolled" or event.decision.kind not in windows:
            return game
        return with_frame(game, frame.id, stage="paid")

    return apply


def against(frame: Any, roll: Any) -> str:
    """Who sees what comes of a roll beside those who see the roller: whoever acts sees a defence, at whom the act is
    aimed what is rolled for it."""
    if roll.what == "check":
        return str(frame.target) if roll.who == frame.who else ""
    return str(frame.target if roll.what in AIMED else frame.who)
