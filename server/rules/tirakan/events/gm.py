"""Events: The GM's words, and the end. Facts only."""

from __future__ import annotations

from typing import ClassVar, Literal

from server.core.disclosure import ByRule, Named, Open, Tells, Who
from server.core.events import Answered, Event, Finished


class GMRuled(Answered, frozen=True, kw_only=True):
    """The GM's word (T-GM-1). `ruling` says on what; of the other fields only those count that belong to it."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    who: Open[str] = "gm"
    decision: ByRule[str] = ""
    ruling: Open[Literal["attack", "custom", "nullify", "awaken", "set", "skip", "timing"]]
    action_id: Open[str] = ""
    subject: Named[str] = ""
    """The combatant that it concerns."""
    reaction: ByRule[str] = ""
    cost: ByRule[int | None] = None
    check: ByRule[str] = ""
    difficulty: ByRule[int] = 0
    refuse: ByRule[bool] = False
    nullify: ByRule[bool | None] = None
    awaken: ByRule[bool | None] = None
    from_behind: ByRule[bool | None] = None
    cover: ByRule[int | None] = None
    distance_cm: ByRule[int | None] = None
    modifier: ByRule[int | None] = None
    value_of: ByRule[str] = ""
    key: ByRule[str] = ""
    value: ByRule[int] = 0
    timing: ByRule[str] = ""


class CoverSet(Event, frozen=True, kw_only=True):
    """T-COVER-1. `source`: the attacker, `*` for all; `level` 0: none."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    target: Who
    source: Named[str]
    level: Open[int]


class CombatEnded(Finished, frozen=True, kw_only=True):
    """T-END-1: protection is whole again, what belonged to the fight is over."""
