"""What an encounter file says about a combatant: sheet, weapons, skills. Nothing here changes in a fight.

Lengths are metres, as in the file. Limits are wide: they only keep nonsense out.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from server.core.errors import Unfit
from server.core.space import cm

Score = Annotated[int, Meta(ge=-100, le=100)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Metres = Annotated[float, Meta(gt=0, le=10_000)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Key = Annotated[str, Meta(max_length=200)]
Tally = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
MOST_CARRIED = 512
"""Of each kind of thing on one sheet: as many entries as a message's list may have."""

WeaponKind = Literal["melee", "bow", "firearm", "other"]
Status = Literal["active", "at_brink", "forfeited", "down", "dead"]

ABLE: tuple[Status, ...] = ("active", "at_brink")
LOADED: tuple[WeaponKind, ...] = ("bow", "firearm")
"""B-AMMO-1, B-AMMO-3: kinds of weapons that have a load."""

UNARMED = "unarmed"
"""The type of bare hands."""

MELEE_M = 1.0


class Weapon(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon (specification 1). `reserve` None: not counted. `range_m` is 1 for melee, else it must be given."""

    name: Name
    weapon_type: Key = ""
    kind: WeaponKind = "melee"
    range_m: Metres | None = None
    accuracy: Score = 0
    might: Score = 0
    loaded: bool = True
    physical: bool = True
    reserve: Count | None = None
    initiative: bool = False

    def __post_init__(self) -> None:
        if self.kind != "melee" and self.range_m is None:
            raise Unfit("needs_range", f"a weapon of kind {self.kind!r} needs range_m", value=self.kind)

    @property
    def reach_cm(self) -> int:
        """B-ATK-1: how far it reaches."""
        return cm(MELEE_M if self.range_m is None else self.range_m)

    @property
    def has_load(self) -> bool:
        """B-AMMO-3: does it have to be reloaded?"""
        return self.kind in LOADED


BARE_HANDS = Weapon(name=UNARMED, weapon_type=UNARMED)
"""What everybody has whose hand is empty."""


class AttackEffect(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="attack"
):
    """B-SKILL-4: a basic attack with these numbers added; `range_m` replaces the weapon's."""

    accuracy: Score = 0
    might: Score = 0
    range_m: Metres | None = None
    physical: bool = True


class GmEffect(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="gm"
):
    """B-SKILL-4: the GM rules what this text means."""

    text: Annotated[str, Meta(max_length=4_096)] = ""


class Skill(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A skill. `weapon_type`: needed in hand, empty for any; `discipline`: known only with it (B-SKILL-3)."""

    name: Name
    ep_cost: Count = 1
    weapon_type: Key = ""
    discipline: Key = ""
    initiative: bool = False
    effect: AttackEffect | GmEffect = AttackEffect()

    @property
    def is_attack(self) -> bool:
        """Does it hit somebody, or is it for the GM to rule?"""
        return isinstance(self.effect, AttackEffect)


class Sheet(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A combatant (specification 1). `group`: shares initiative with the others of it (B-INIT-3)."""

    health_max: Annotated[int, Meta(ge=1, le=100_000)]
    health: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    group: Key = ""
    ep: Count = 0
    ep_max: Count | None = None
    ep_regain: Count = 1
    might: Count = 1
    accuracy: Score = 0
    agility: Score = 10
    protection: Count = 0
    move_m: Metres = 5
    weapons: Annotated[dict[Key, Weapon], Meta(max_length=MOST_CARRIED)] = {}
    equipped: Key = ""
    skills: Annotated[dict[Key, Skill], Meta(max_length=MOST_CARRIED)] = {}
    disciplines: Annotated[tuple[Key, ...], Meta(max_length=MOST_CARRIED)] = ()
    morale: Tally = 0
    status: Status = "active"

    def __post_init__(self) -> None:
        if self.equipped and self.equipped not in self.weapons:
            carried = sorted(self.weapons)
            text = f"equipped {self.equipped!r} is none of the weapons {carried}"
            raise Unfit("not_carried", text, value=self.equipped, allowed=", ".join(carried) or "–")
        if self.health is not None and self.health > self.health_max:
            text = f"health {self.health} is more than health_max {self.health_max}"
            raise Unfit("too_healthy", text, value=self.health, most=self.health_max)

    @property
    def first_health(self) -> int:
        """Health at the beginning: all of it where the sheet is silent."""
        return self.health_max if self.health is None else self.health

    @property
    def first_status(self) -> Status:
        """B-BRINK-1: without health it is at the brink."""
        return "at_brink" if self.status == "active" and self.first_health == 0 else self.status
