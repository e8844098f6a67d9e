"""Events: The GM's words, and the end. Facts only."""

from __future__ import annotations

from typing import ClassVar, Literal

from server.core.events import Answered, Event, Finished


class GMRuled(Answered, frozen=True, kw_only=True):
    """The GM's word (T-GM-1). `ruling` says on what; of the other fields only those count that belong to it."""

    mentions: ClassVar[tuple[str, ...]] = ()
    who: str = "gm"
    decision: str = ""
    ruling: Literal["attack", "custom", "nullify", "awaken", "set", "skip", "timing"]
    action_id: str = ""
    subject: str = ""
    """The combatant that it concerns."""
    reaction: str = ""
    cost: int | None = None
    check: str = ""
    difficulty: int = 0
    refuse: bool = False
    nullify: bool | None = None
    awaken: bool | None = None
    from_behind: bool | None = None
    cover: int | None = None
    distance_cm: int | None = None
    modifier: int | None = None
    value_of: str = ""
    key: str = ""
    value: int = 0
    timing: str = ""


class PerceptionSet(Event, frozen=True, kw_only=True):
    """T-REACT-1."""

    mentions: ClassVar[tuple[str, ...]] = ("who", "other")
    who: str
    other: str
    perceives: bool


class CoverSet(Event, frozen=True, kw_only=True):
    """T-COVER-1. `source`: the attacker, `*` for all; `level` 0: none."""

    target: str
    source: str
    level: int


class DistanceSet(Event, frozen=True, kw_only=True):
    """T-RANGE-4."""

    mentions: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str
    distance_cm: int


class EnmitySet(Event, frozen=True, kw_only=True):
    """T-DEST-1: who is an opponent of whom, beside what the sides say."""

    mentions: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str
    enemies: bool


class CombatEnded(Finished, frozen=True, kw_only=True):
    """T-END-1: protection is whole again, what belonged to the fight is over."""

    mentions: ClassVar[tuple[str, ...]] = ()
