"""Events: acts, reactions, and dice spent for actions. Facts only. Those that hold no deed are the kit's."""

from __future__ import annotations

from typing import ClassVar, Literal

from server.core.disclosure import ByRule, ForGM, IfSeen, Named, Open, Tells, Who
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


class ReactionDeclared(Answered, frozen=True, kw_only=True):
    """T-REACT-3: announced; one action is reserved."""

    action_id: Open[str]
    reaction: ByRule[Deed]


class ReactionWindowClosed(Event, frozen=True, kw_only=True):
    """T-REACT-7: `order` is that in which the reactions are carried out."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    action_id: Open[str]
    order: Named[tuple[str, ...]]
    distance_cm: ForGM[int | None] = None
    """How far the target of an attack was, before it goes elsewhere while the dice are still to come (T-REACT-9)."""


class AutoProtectSet(Event, frozen=True, kw_only=True):
    """T-PROT-5: how its protection is used from here on."""

    tells: ClassVar[Tells] = Tells.OWNER
    who: Who
    how: Open[Literal["ask", "max", "none"]]


class ActionGained(Event, frozen=True, kw_only=True):
    """T-BONUS-2, T-DEST-3."""

    who: Who
    source: Open[Literal["bonus", "destiny"]]
