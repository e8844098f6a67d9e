"""What happens to acts and reactions. Facts only; a system lists them among its own: `EVENTS = (*acts.EVENTS, …)`.

Four more it declares itself, because they hold its deeds or say more, and names them in `Shapes`: `ActionDeclared`,
`ActionSpent`, `ReactionDeclared`, `ReactionWindowClosed`.
"""

from __future__ import annotations

from typing import ClassVar

from server.core.disclosure import ByRule, Open, Tells, Who, Whos
from server.core.events import Answered, Event
from server.core.space import Point
from server.core.system import declared


class ActionRefused(Event, frozen=True, kw_only=True):
    """The GM refused it, or it could not be paid: nothing is charged."""

    who: Who
    target: Who = ""
    action_id: Open[str]
    reason: ByRule[str] = ""


class ActionNullified(Event, frozen=True, kw_only=True):
    """It can no longer be done, or the GM says that nothing comes of it."""

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
    """Who may react to the act. Order of `eligible`: initiative."""

    action_id: Open[str]
    eligible: Whos


class ReactionWithdrawn(Answered, frozen=True, kw_only=True):
    """The announcement is taken back."""

    withdrawn: ClassVar[bool] = True
    action_id: Open[str]


class ReactionPassed(Answered, frozen=True, kw_only=True):
    """No reaction."""

    action_id: Open[str]


class ReactionLapsed(Event, frozen=True, kw_only=True):
    """Impossible or pointless; costs nothing. `action_id`: the act reacted to."""

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


class ActionsRefreshed(Event, frozen=True, kw_only=True):
    """A turn begins: the actions are set, not added. `stolen`: those that others took beforehand."""

    who: Who
    max: Open[int]
    stolen: Open[int]
    available: Open[int]


class Reloaded(Event, frozen=True, kw_only=True):
    """A weapon is full again."""

    tells: ClassVar[Tells] = Tells.SHEET
    who: Who
    weapon: Open[str]
    ammo: Open[int]


class ObjectLanded(Event, frozen=True, kw_only=True):
    """What was thrown lies there; without a place where nobody has one."""

    action_id: Open[str]
    who: Who
    at: Open[Point | None] = None


class ReactionsFollow(Event, frozen=True, kw_only=True):
    """The effect of an act is over; the reactions that come after it follow. The GM's: that somebody hidden is among
    those who react must not show in there being such an event."""

    tells: ClassVar[Tells] = Tells.GM
    who: Who
    target: Who = ""
    action_id: Open[str]


EVENTS = tuple(event for event in declared(globals(), Event) if event is not ReactionsFollow)
"""`ReactionsFollow` is listed beside them by systems in which reactions come after the effect."""
