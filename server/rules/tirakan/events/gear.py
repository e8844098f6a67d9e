"""Events: weapons, shields, aim, and thrown things. Facts only."""

from __future__ import annotations

from typing import Literal

from server.core.dice import Faces
from server.core.events import Event
from server.core.space import Point
from server.core.terms import Term


class AmmoSpent(Event, frozen=True, kw_only=True):
    """Shots fired, or the thrown weapon itself."""

    who: str
    weapon: str
    amount: int
    left: int = 0


class AmmoReturned(Event, frozen=True, kw_only=True):
    """H-08: no shot was fired after all."""

    who: str
    weapon: str
    amount: int
    left: int = 0


class WeaponStuck(Event, frozen=True, kw_only=True):
    """T-PROT-10: `who`'s weapon is stuck in the armour of `target`."""

    who: str
    weapon: str
    target: str


class Disarmed(Event, frozen=True, kw_only=True):
    """T-SPEC-DIS-2: the weapon lies at `who`'s feet."""

    who: str
    weapon: str


class AimChanged(Event, frozen=True, kw_only=True):
    """T-AIM-2, T-AIM-3."""

    who: str
    weapon: str
    target: str
    bonus: int


class AccurateChanged(Event, frozen=True, kw_only=True):
    """T-SPEC-ACC-1; 0: used up."""

    who: str
    weapon: str
    stacks: int


class ReloadProgressed(Event, frozen=True, kw_only=True):
    """T-ACT-3."""

    who: str
    weapon: str
    progress: int


class Reloaded(Event, frozen=True, kw_only=True):
    """T-ACT-3."""

    who: str
    weapon: str
    ammo: int


class WeaponReadied(Event, frozen=True, kw_only=True):
    """T-ACT-4: in hand, also from the ground."""

    who: str
    weapon: str
    hand: Literal["main", "off"] = "main"


class WeaponFreed(Event, frozen=True, kw_only=True):
    """T-PROT-10."""

    who: str
    weapon: str


class WeaponSupported(Event, frozen=True, kw_only=True):
    """T-SPEC-SUP-1."""

    who: str
    weapon: str


class WeaponUnsupported(Event, frozen=True, kw_only=True):
    """T-SPEC-SUP-3."""

    who: str


class ThrowRolled(Event, frozen=True, kw_only=True):
    """T-THROW-1, T-THROW-2."""

    action_id: str
    who: str
    target: str = ""
    dice: tuple[Faces, ...]
    M: int
    successes: int
    terms: tuple[Term, ...] = ()


class DeviationRolled(Event, frozen=True, kw_only=True):
    """T-THROW-3, T-THROW-4: the clock's hour and metres. `direction`: its dice."""

    action_id: str
    who: str
    direction: tuple[int, ...]
    d12: int
    d6: int
    landing: Point | None = None


class ObjectLanded(Event, frozen=True, kw_only=True):
    """T-THROW-5."""

    action_id: str
    who: str
    at: Point | None = None


class AimLost(Event, frozen=True, kw_only=True):
    """T-AIM-5."""

    who: str


class AccurateLost(Event, frozen=True, kw_only=True):
    """T-SPEC-ACC-4."""

    who: str


class ShieldBlockRaised(Event, frozen=True, kw_only=True):
    """T-SHIELD-3."""

    who: str
    shield: str
    round: int


class ShieldBlockLowered(Event, frozen=True, kw_only=True):
    """T-SHIELD-6."""

    who: str
