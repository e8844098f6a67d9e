"""Events: weapons, shields, aim, and thrown things. Facts only."""

from __future__ import annotations

from typing import ClassVar, Literal

from server.core.dice import Faces
from server.core.disclosure import IfSeen, Named, OfSheet, Open, Tells, Who
from server.core.events import Event
from server.core.space import Point
from server.core.terms import Term


class AmmoSpent(Event, frozen=True, kw_only=True):
    """Shots fired, or the thrown weapon itself."""

    tells: ClassVar[Tells] = Tells.SHEET
    who: Who
    weapon: Open[str]
    amount: Open[int]
    left: Open[int] = 0


class AmmoReturned(Event, frozen=True, kw_only=True):
    """H-08: no shot was fired after all."""

    tells: ClassVar[Tells] = Tells.SHEET
    who: Who
    weapon: Open[str]
    amount: Open[int]
    left: Open[int] = 0


class WeaponStuck(Event, frozen=True, kw_only=True):
    """T-PROT-10: `who`'s weapon is stuck in the armour of `target`."""

    who: Who
    weapon: IfSeen[str]
    target: Who


class Disarmed(Event, frozen=True, kw_only=True):
    """T-SPEC-DIS-2: the weapon lies at `who`'s feet."""

    who: Who
    weapon: Open[str]


class AimChanged(Event, frozen=True, kw_only=True):
    """T-AIM-2, T-AIM-3. Who sees it sees that it aims, and at whom; its target alone does not."""

    who: Who
    weapon: Open[str]
    target: Named[str]
    bonus: OfSheet[int]


class AccurateChanged(Event, frozen=True, kw_only=True):
    """T-SPEC-ACC-1; 0: used up."""

    who: Who
    weapon: Open[str]
    stacks: Open[int]


class ReloadProgressed(Event, frozen=True, kw_only=True):
    """T-ACT-3."""

    tells: ClassVar[Tells] = Tells.SHEET
    who: Who
    weapon: Open[str]
    progress: Open[int]


class WeaponReadied(Event, frozen=True, kw_only=True):
    """T-ACT-4: in hand, also from the ground."""

    who: Who
    weapon: Open[str]
    hand: Open[Literal["main", "off"]] = "main"


class WeaponFreed(Event, frozen=True, kw_only=True):
    """T-PROT-10."""

    who: Who
    weapon: Open[str]


class WeaponSupported(Event, frozen=True, kw_only=True):
    """T-SPEC-SUP-1."""

    who: Who
    weapon: Open[str]


class WeaponUnsupported(Event, frozen=True, kw_only=True):
    """T-SPEC-SUP-3."""

    who: Who


class ThrowRolled(Event, frozen=True, kw_only=True):
    """T-THROW-1, T-THROW-2."""

    action_id: Open[str]
    who: Who
    target: Who = ""
    dice: Open[tuple[Faces, ...]]
    M: OfSheet[int]
    successes: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class DeviationRolled(Event, frozen=True, kw_only=True):
    """T-THROW-3, T-THROW-4: the clock's hour and metres. `direction`: its dice."""

    action_id: Open[str]
    who: Who
    direction: Open[tuple[int, ...]]
    d12: Open[int]
    d6: Open[int]
    landing: Open[Point | None] = None


class AimLost(Event, frozen=True, kw_only=True):
    """T-AIM-5."""

    who: Who


class AccurateLost(Event, frozen=True, kw_only=True):
    """T-SPEC-ACC-4."""

    who: Who


class ShieldBlockRaised(Event, frozen=True, kw_only=True):
    """T-SHIELD-3."""

    who: Who
    shield: Open[str]
    round: Open[int]


class ShieldBlockLowered(Event, frozen=True, kw_only=True):
    """T-SHIELD-6."""

    who: Who
