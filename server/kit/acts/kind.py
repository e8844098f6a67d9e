"""What acts have to know of a kind of deed: what refuses it, what it costs, what it rolls, what comes of it.

A deed is what is done for actions: an intent of the system's own, alone in the own turn, as a reaction, or while
walking. Each kind is a value in the file of its rules; a system gathers them by class:

    KINDS = {
        Strike: Kind(name="strike", check=check_strike, begin=roll_hits, effect=wound, has_dice=True),
        Evade: Kind(name="evade", check=check_evade, answer=roll_evasion),
        Reload: Kind(name="reload", check=check_reload, effect=reload),
    }
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.draft import Draft
from server.core.state import Play


class Moment(msgspec.Struct, frozen=True):
    """When a deed is done: while walking, and in answer to which frame (None in the own turn)."""

    walking: bool = False
    frame: Any = None
    """A `Frame` as the system's own class has it."""


def nothing(_draft: Draft, _frame: Any) -> None:
    """Nothing happens."""


def one(_play: Play, _who: str, _deed: Any) -> int:
    """Most deeds cost one action."""
    return 1


def never(_play: Play, _frame: Any) -> str:
    """Nothing makes it void but what befalls the actor."""
    return ""


def sure(_play: Play, _deed: Any) -> bool:
    """Nobody has to be asked."""
    return False


def at_any_time(_play: Play, _who: str, _deed: Any) -> bool:
    """It can be a reaction too."""
    return False


def in_own_turn(_play: Play, _who: str, _deed: Any) -> bool:
    """It is never a reaction."""
    return True


Answer = Callable[[Draft, Any, str, Any, bool], None]
"""answer(draft, frame, who, deed, walking): what a defence does to the frame that it answers."""


Check = Callable[[Play, str, Any, Moment], None]
"""check(play, who, deed, moment): raises Rejected."""


Judge = Callable[[str], None]
"""judge(target): raises Rejected."""


def anything(_play: Play, _who: str, _deed: Any, _moment: Moment) -> None:
    """Nothing is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """A check that many targets share, cut where they differ: in this order it is the whole check."""

    targets: Callable[[Play, str, Any, Moment], Judge]
    """targets(play, who, deed, moment): what judges each of them, with all at hand that they have in common."""
    before: Check = anything
    after: Check = anything

    def whole(self, play: Play, who: str, deed: Any, moment: Moment) -> None:
        """All of it."""
        self.before(play, who, deed, moment)
        self.targets(play, who, deed, moment)(deed.target)
        self.after(play, who, deed, moment)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of deed.

    check(play, who, deed, moment)  raises Rejected for conditions of this deed; cost and turn are checked elsewhere
    begin(draft, frame)             what is known before the window: dice
    effect(draft, frame)            what follows after it, up to the next question
    void(play, frame)               why it can no longer be done, empty if it can
    undo(draft, frame)              gives back what it used beside actions, if nothing comes of it
    """

    name: str
    check: Check
    parts: Parts | None = None
    """`check` cut into parts, so that options with many targets do the common part once."""
    effect: Callable[[Draft, Any], None] = nothing
    begin: Callable[[Draft, Any], None] = nothing
    cost: Callable[[Play, str, Any], int] = one
    void: Callable[[Play, Any], str] = never
    undo: Callable[[Draft, Any], None] = nothing
    answer: Answer | None = None
    """Set for defences: they are done inside the frame that they answer."""
    is_doubtful: Callable[[Play, Any], bool] = sure
    """is_doubtful(play, deed): must the GM allow this defence?"""
    asks_gm: bool = False
    """The GM rules before it is paid."""
    is_free: bool = False
    """As a reaction the GM may rule on it, as on what `asks_gm`, while it is only announced."""
    waits_for_dice: bool = False
    """A defence that needs to know the hits."""
    own_turn_only: Callable[[Play, str, Any], bool] = at_any_time
    """own_turn_only(play, who, deed): is this never a reaction?"""
    is_move: bool = False
    has_dice: bool = False

    @property
    def cut(self) -> Parts:
        """Its check in parts; where it has none all of it depends on the target."""
        return self.parts or Parts(targets=self._judge)

    def _judge(self, play: Play, who: str, deed: Any, moment: Moment) -> Judge:
        return lambda target: self.check(play, who, replace(deed, target=target), moment)

    @property
    def is_defence(self) -> bool:
        """Only possible as a reaction of the one who is attacked."""
        return self.answer is not None

    def is_ruled(self, play: Play, deed: Any) -> bool:
        """Is its course, as a reaction, the GM's to say?"""
        return self.asks_gm or self.is_free or self.is_doubtful(play, deed)
