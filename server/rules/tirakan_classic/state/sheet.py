"""What an encounter file says about a combatant: sheet, weapons, armour, objects (specification 1).

Lengths are metres, as in the file. Limits are wide: they only keep nonsense out.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from server.core.errors import Unfit
from server.rules.tirakan_classic.state import numbers as n

Score = Annotated[int, Meta(ge=-20, le=60)]
Count = Annotated[int, Meta(ge=0, le=200)]
Metres = Annotated[float, Meta(gt=0, le=10_000)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Key = Annotated[str, Meta(max_length=200)]
MOST_CARRIED = 512
"""Of each kind of thing: as many entries as a message's list may have."""

WeaponClass = Literal["melee", "firearm", "throwing"]
Mode = Literal["single", "semi", "burst", "full"]
Status = Literal["ok", "unconscious", "dying", "dead"]
Posture = Literal["standing", "kneeling", "prone"]

UNARMED = "unarmed"
"""The id of the weapon that everybody has."""


class Base(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Of everything that stands in an encounter file."""


class FireMode(Base, frozen=True):
    """L-MODE-3. `rounds`: used up by one action; where it says nothing as many as usual for the mode."""

    id: Mode
    rounds: Annotated[int, Meta(ge=1, le=200)] | None = None


class Weapon(Base, frozen=True):
    """A weapon. `capacity` None: ammunition is not counted; `ammo` None: it is full. `rounds`: of one attack, where it
    has no modes."""

    name: Name = ""
    weapon_class: WeaponClass = "melee"
    range_m: Metres = 1
    penetration: Count = 0
    wounds_per_hit: Count = 1
    bonus_wounds: Count = 0
    modes: Annotated[tuple[FireMode, ...], Meta(max_length=4)] = ()
    default_mode: Mode | Literal[""] = ""
    capacity: Count | None = None
    ammo: Count | None = None
    rounds: Count = 1
    reload_actions: Count = 1

    def __post_init__(self) -> None:
        ids = [mode.id for mode in self.modes]
        if self.default_mode and self.default_mode not in ids:
            allowed = ", ".join(ids) or "–"
            text = f"default_mode {self.default_mode!r} is none of its modes: {allowed}"
            raise Unfit("no_such_mode", text, value=self.default_mode, allowed=allowed)
        if len(set(ids)) < len(ids):
            raise Unfit("mode_twice", "each mode can stand there once")


class Armour(Base, frozen=True):
    """Worn, or taken along by being. `protection` may be a burden, too."""

    name: Name = ""
    protection: Score = 0


class Effect(Base, frozen=True):
    """L-THROW-6: what a thrown object does where it lands."""

    radius_m: Annotated[float, Meta(ge=0, le=10_000)]
    hits: Count
    wounds_per_hit: Count = 1
    penetration: Count = 0
    bonus_wounds: Count = 0


class Object(Base, frozen=True):
    """Something to use or to throw. `throw_range_m` None: it flies as far as need be."""

    name: Name = ""
    throw_range_m: Metres | None = None
    effect: Effect | None = None


class Sheet(Base, frozen=True):
    """A combatant. `speed` None: its quickness (L-A-01). `actions`, `status` and `posture` are those at the start."""

    strength: Score = 1
    quickness: Score = 1
    deftness: Score = 1
    speed: Score | None = None
    hand_to_hand: Score = 0
    shooting: Score = 0
    throwing: Score = 0
    evasion: Score = 0
    min_roll: Annotated[int, Meta(ge=-20, le=60)] = n.DEFAULT_MINIMUM
    lineage_actions: Annotated[int, Meta(ge=0, le=20)] = n.LINEAGE_ACTIONS
    template_actions: Score = 0
    actions: Annotated[int, Meta(ge=0, le=20)] = 0
    stolen_next: Annotated[int, Meta(ge=0, le=20)] = 0
    base_protection: Score = 0
    armour: Annotated[dict[Key, Armour], Meta(max_length=MOST_CARRIED)] = {}
    bonus_dice: Count = 0
    destiny_dice: Count = 0
    wounds: Count = 0
    max_wounds: Annotated[int, Meta(ge=1, le=1000)] = n.DEFAULT_WOUNDS
    wound_reduction: Count = 0
    status: Status = "ok"
    posture: Posture = "standing"
    weapons: Annotated[dict[Key, Weapon], Meta(max_length=MOST_CARRIED)] = {}
    objects: Annotated[dict[Key, Object], Meta(max_length=MOST_CARRIED)] = {}
    in_hand: Key = ""

    def __post_init__(self) -> None:
        carried = sorted([*self.weapons, *self.objects])
        if self.in_hand and self.in_hand not in carried:
            allowed = ", ".join(carried) or "–"
            text = f"in_hand {self.in_hand!r} is none of the weapons and objects: {allowed}"
            raise Unfit("not_carried", text, value=self.in_hand, allowed=allowed)
        if UNARMED in carried:
            raise Unfit("has_unarmed", f"everybody has the weapon {UNARMED!r} already", value=UNARMED)
