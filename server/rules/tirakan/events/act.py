"""Events: acts, reactions, and dice spent for actions. Facts only."""

from __future__ import annotations

from typing import ClassVar, Literal

from server.core.events import Answered, Event
from server.core.space import Point
from server.rules.tirakan.state.intents import Deed
from server.rules.tirakan.state.state import FrameKind


class ActionDeclared(Event, frozen=True, kw_only=True):
    """An act, or a reaction that is carried out. `path`: walked meanwhile. The deed's own `who` is empty."""

    action_id: str
    frame: FrameKind = "act"
    name: str = ""
    who: str
    kind: str
    target: str = ""
    deed: Deed | None = None
    path: tuple[Point, ...] = ()
    cost: int = 1


class ActionSpent(Event, frozen=True, kw_only=True):
    """Actions were paid. `interrupts`: it breaks a chain of recoil (T-RECOIL-3)."""

    who: str
    amount: int
    source: Literal["normal", "quick_reaction"] = "normal"
    action_id: str
    interrupts: bool = True


class ActionRefused(Event, frozen=True, kw_only=True):
    """The GM refused it, or it could not be paid: nothing is charged."""

    who: str
    target: str = ""
    action_id: str
    reason: str = ""


class ActionNullified(Event, frozen=True, kw_only=True):
    """T-REACT-11a."""

    who: str
    target: str = ""
    action_id: str
    reason: str


class ActionResolved(Event, frozen=True, kw_only=True):
    """An act is over. `wounds`: what it caused."""

    who: str
    target: str = ""
    action_id: str
    wounds: int = 0
    nullified: bool = False


class ReactionWindowOpened(Event, frozen=True, kw_only=True):
    """T-REACT-3. Order of `eligible`: initiative."""

    mentions: ClassVar[tuple[str, ...]] = ("eligible",)
    action_id: str
    eligible: tuple[str, ...]


class ReactionDeclared(Answered, frozen=True, kw_only=True):
    """T-REACT-3: announced; one action is reserved."""

    action_id: str
    reaction: Deed


class ReactionWithdrawn(Answered, frozen=True, kw_only=True):
    """The announcement is taken back."""

    withdrawn: ClassVar[bool] = True
    action_id: str


class ReactionPassed(Answered, frozen=True, kw_only=True):
    """No reaction."""

    action_id: str


class ReactionWindowClosed(Event, frozen=True, kw_only=True):
    """T-REACT-7: `order` is that in which the reactions are carried out."""

    mentions: ClassVar[tuple[str, ...]] = ()
    action_id: str
    order: tuple[str, ...]


class ReactionLapsed(Event, frozen=True, kw_only=True):
    """T-REACT-12: impossible or pointless; costs nothing. `action_id`: the act reacted to."""

    who: str
    action_id: str
    reason: str


class ReactionResolved(Event, frozen=True, kw_only=True):
    """A reaction is over. `action_id`: the reaction's own."""

    who: str
    target: str = ""
    action_id: str
    wounds: int = 0
    nullified: bool = False


class BonusDieSpent(Event, frozen=True, kw_only=True):
    """T-BONUS-1."""

    who: str
    left: int


class DestinyDieSpent(Event, frozen=True, kw_only=True):
    """T-DEST-1."""

    who: str
    left: int


class ActionGained(Event, frozen=True, kw_only=True):
    """T-BONUS-2, T-DEST-3."""

    who: str
    source: Literal["bonus", "destiny"]


class ActionStolen(Event, frozen=True, kw_only=True):
    """T-DEST-2. `now`: from the actions that the victim has; `next_turn`: from its next refresh."""

    mentions: ClassVar[tuple[str, ...]] = ("thief", "victim")
    thief: str
    victim: str
    when: Literal["now", "next_turn"]
