"""Events: acts, reactions, and dice spent for actions. Facts only."""

from __future__ import annotations

from typing import ClassVar, Literal

from server.core.disclosure import ByRule, ForGM, IfSeen, Named, Open, Tells, Who, Whos
from server.core.events import Answered, Event
from server.core.space import Point
from server.rules.tirakan.state.intents import Deed
from server.rules.tirakan.state.state import FrameKind


class ActionDeclared(Event, frozen=True, kw_only=True):
    """An act, or a reaction that is carried out. `path`: walked meanwhile. The deed's own `who` is empty."""

    action_id: Open[str]
    frame: Open[FrameKind] = "act"
    name: Open[str] = ""
    who: Who
    kind: Open[str]
    target: Who = ""
    deed: ByRule[Deed | None] = None
    path: IfSeen[tuple[Point, ...]] = ()
    cost: Open[int] = 1


class ActionSpent(Event, frozen=True, kw_only=True):
    """Actions were paid. `interrupts`: it breaks a chain of recoil (T-RECOIL-3)."""

    who: Who
    amount: Open[int]
    source: Open[Literal["normal", "quick_reaction"]] = "normal"
    action_id: Open[str]
    interrupts: Open[bool] = True


class ActionRefused(Event, frozen=True, kw_only=True):
    """The GM refused it, or it could not be paid: nothing is charged."""

    who: Who
    target: Who = ""
    action_id: Open[str]
    reason: ByRule[str] = ""


class ActionNullified(Event, frozen=True, kw_only=True):
    """T-REACT-11a."""

    who: Who
    target: Who = ""
    action_id: Open[str]
    reason: Open[str]


class ActionResolved(Event, frozen=True, kw_only=True):
    """An act is over. `wounds`: what it caused."""

    who: Who
    target: Who = ""
    action_id: Open[str]
    wounds: Open[int] = 0
    nullified: Open[bool] = False


class ReactionWindowOpened(Event, frozen=True, kw_only=True):
    """T-REACT-3. Order of `eligible`: initiative."""

    action_id: Open[str]
    eligible: Whos


class ReactionDeclared(Answered, frozen=True, kw_only=True):
    """T-REACT-3: announced; one action is reserved."""

    action_id: Open[str]
    reaction: ByRule[Deed]


class ReactionWithdrawn(Answered, frozen=True, kw_only=True):
    """The announcement is taken back."""

    withdrawn: ClassVar[bool] = True
    action_id: Open[str]


class ReactionPassed(Answered, frozen=True, kw_only=True):
    """No reaction."""

    action_id: Open[str]


class ReactionWindowClosed(Event, frozen=True, kw_only=True):
    """T-REACT-7: `order` is that in which the reactions are carried out."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    action_id: Open[str]
    order: Named[tuple[str, ...]]
    distance_cm: ForGM[int | None] = None
    """How far the target of an attack was, before it goes elsewhere while the dice are still to come (T-REACT-9)."""


class ReactionLapsed(Event, frozen=True, kw_only=True):
    """T-REACT-12: impossible or pointless; costs nothing. `action_id`: the act reacted to."""

    who: Who
    action_id: Open[str]
    reason: Open[str]


class ReactionResolved(Event, frozen=True, kw_only=True):
    """A reaction is over. `action_id`: the reaction's own."""

    who: Who
    target: Who = ""
    action_id: Open[str]
    wounds: Open[int] = 0
    nullified: Open[bool] = False


class BonusDieSpent(Event, frozen=True, kw_only=True):
    """T-BONUS-1."""

    who: Who
    left: Open[int]


class DestinyDieSpent(Event, frozen=True, kw_only=True):
    """T-DEST-1."""

    who: Who
    left: Open[int]


class ActionGained(Event, frozen=True, kw_only=True):
    """T-BONUS-2, T-DEST-3."""

    who: Who
    source: Open[Literal["bonus", "destiny"]]


class ActionStolen(Event, frozen=True, kw_only=True):
    """T-DEST-2. `now`: from the actions that the victim has; `next_turn`: from its next refresh."""

    thief: Who
    victim: Who
    when: Open[Literal["now", "next_turn"]]
