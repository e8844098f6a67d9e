"""What an encounter file says about a combatant: sheet, weapons, shields, armour. Nothing here changes in a fight.

Lengths are metres, as in the file. Limits are wide: they only keep nonsense out.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from server.core.errors import Unfit
from server.rules.tirakan.state import numbers as n

Score = Annotated[int, Meta(ge=-20, le=60)]
Count = Annotated[int, Meta(ge=0, le=200)]
MOST_BASE_ACTIONS = 20
Metres = Annotated[float, Meta(gt=0, le=10_000)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Key = Annotated[str, Meta(max_length=200)]
MOST_CARRIED = 512
"""Of each kind of thing on one sheet: as many entries as a message's list may have."""
Level = Annotated[int, Meta(ge=1, le=20)]

ProtectionKind = Literal["N", "C", "H", "B", "P", "F", "S", "R"]
"""T-PROT-10: normal, critical, sticky, bleeding, poison, fire, shock, reflective."""

Protection = Annotated[tuple[ProtectionKind, ...], Meta(max_length=MOST_CARRIED)]

Condition = Literal[
    "hunkered", "unconscious", "sleeping", "dying", "dead", "shocked", "burning", "bleeding", "poisoned"
]
Mode = Literal["melee", "single", "burst", "throw"]
WeaponClass = Literal["melee", "ranged", "thrown"]

MODES_BY_CLASS: dict[str, tuple[Mode, ...]] = {"melee": ("melee",), "ranged": ("single",), "thrown": ("throw",)}
SKILL_BY_CLASS = {"melee": "hand_to_hand", "ranged": "shooting", "thrown": "throwing"}
"""T-ATK-2."""

STRUNG = ("bow", "crossbow", "sling")
"""T-RECOIL-4: types of ranged weapons that have no recoil."""

UNARMED = "unarmed"
"""The id of the weapon that everybody has."""


class Weapon(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon (specification 1.4). `capacity` and `ammo` None: ammunition is not counted."""

    name: Name
    weapon_class: WeaponClass = "melee"
    type: Key = ""
    hands: Annotated[int, Meta(ge=0, le=2)] = 1
    modes: Annotated[tuple[Mode, ...], Meta(max_length=MOST_CARRIED)] = ()
    damage_potential: Score = 0
    piercing: Count = 0
    wounds_per_hit: Count = 1
    range_m: Metres = 1
    capacity: Count | None = None
    ammo: Count | None = None
    reload_actions: Count = 1
    ready_actions: Count = 1
    recoil_compensation: Count = 0
    causes_recoil: bool | None = None
    supportable: bool | None = None
    blunt: bool = False
    encumbrance: Count = 0
    inflicts: dict[Condition, Level] = {}
    ready: bool = True

    def __post_init__(self) -> None:
        if self.weapon_class == "melee" and self.modes not in ((), ("melee",)):
            raise Unfit("melee_modes", "a melee weapon has only the mode melee")

    @property
    def all_modes(self) -> tuple[Mode, ...]:
        """T-MODE-1: the modes it has, the usual one first."""
        return self.modes or MODES_BY_CLASS[self.weapon_class]

    @property
    def recoils(self) -> bool:
        """T-RECOIL-1, T-RECOIL-4."""
        if self.causes_recoil is not None:
            return self.causes_recoil
        return self.weapon_class == "ranged" and self.type not in STRUNG

    @property
    def can_be_supported(self) -> bool:
        """T-SPEC-SUP-1: ranged weapons but bows."""
        return (
            self.supportable if self.supportable is not None else self.weapon_class == "ranged" and self.type != "bow"
        )


class Armour(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A worn piece of armour with its protection units (specification 1.5)."""

    name: Name
    category: Literal["clothing", "light", "medium", "heavy", "limbs"] = "light"
    encumbrance: Count = 0
    protection: Protection = ()


class Shield(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A shield; `cover` 5 is 5+ (T-SHIELD-2). Its protection counts while it is in the hand."""

    name: Name
    cover: Annotated[int, Meta(ge=4, le=6)] = 5
    encumbrance: Count = 0
    protection: Protection = ()


class Sheet(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A combatant (specification 1.3). Attributes are 1 where the sheet is silent, skills 0."""

    strength: Score = 1
    quickness: Score = 1
    deftness: Score = 1
    endurance: Score = 1
    resistance: Score = 1
    apprehension: Score = 1
    willpower: Score = 1
    hand_to_hand: Score = 0
    shooting: Score = 0
    throwing: Score = 0
    perception: Score = 0
    dodge_template: Score = 0
    min_roll: Annotated[int, Meta(ge=-20, le=60)] = n.DEFAULT_MINIMUM  # the sum has the floor, not the sheet
    base_actions: Annotated[int, Meta(ge=0, le=MOST_BASE_ACTIONS)] = n.BASE_ACTIONS
    template_actions: Score = 0
    bonus_dice: Count = 0
    destiny_dice: Count = 0
    rerolls: Count = 0
    max_wounds: Annotated[int, Meta(ge=1, le=1000)] = n.DEFAULT_WOUNDS
    wounds: Count = 0
    boost: Count = 0
    conditions: dict[Condition, Level] = {}
    innate_protection: Protection = ()
    may_dual_wield: bool = False
    auto_protect: Literal["ask", "max", "none"] = "ask"
    weapons: Annotated[dict[Key, Weapon], Meta(max_length=MOST_CARRIED)] = {}
    shields: Annotated[dict[Key, Shield], Meta(max_length=MOST_CARRIED)] = {}
    armour: Annotated[dict[Key, Armour], Meta(max_length=MOST_CARRIED)] = {}
    main_hand: Key = ""
    off_hand: Key = ""

    def __post_init__(self) -> None:
        if self.main_hand and self.main_hand not in self.weapons:
            raise _not_carried("main_hand", self.main_hand, "weapons", sorted(self.weapons))
        if self.off_hand and self.off_hand not in self.weapons and self.off_hand not in self.shields:
            raise _not_carried("off_hand", self.off_hand, "weapons and shields", sorted([*self.weapons, *self.shields]))
        if UNARMED in self.weapons:
            raise Unfit("has_unarmed", f"every combatant has the weapon {UNARMED!r} already", value=UNARMED)


def _not_carried(hand: str, value: str, what: str, carried: list[str]) -> Unfit:
    text = f"{hand} {value!r} is none of the {what} {carried}"
    return Unfit("not_carried", text, value=value, allowed=", ".join(carried) or "–")
