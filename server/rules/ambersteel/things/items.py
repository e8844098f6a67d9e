"""Things (specification 1.2): weapons with their stances, shields, armour, what can be thrown. Lengths in metres.

A mode may be written as in the specification, or in short: `strike: 2d6 crush +str, 2d6+1 pierce`. It is kept in short,
for a message holds no values as deep as those are in a weapon on a sheet.
"""

import re
from functools import cache
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import fields, force_setattr, replace

from server.core.errors import Unfit
from server.core.space import cm

DamageType = Literal["slash", "pierce", "blunt", "crush", "poison", "burn", "direct"]
WEARING: tuple[DamageType, ...] = ("pierce", "crush")
"""A-DMG-1: types that wear armour."""

WeaponClass = Literal["unarmed", "light", "medium", "heavy", "super_heavy"]
CLASSES: tuple[WeaponClass, ...] = ("unarmed", "light", "medium", "heavy", "super_heavy")
"""A-DEF-5: from the lightest to the heaviest."""

Weight = Literal["light", "medium", "heavy", "very_heavy"]
Attribute = Literal["str", "dex"]
RangeType = Literal["melee", "ranged", "thrown"]
Tag = Literal["two_handed", "long_reach", "unbalanced", "static_reload"]
Payment = Literal["standard", "quick", "bonus", "overdrive"]

Key = Annotated[str, Meta(max_length=80)]
Name = Annotated[str, Meta(max_length=80)]
DiceText = Annotated[str, Meta(pattern=r"^([1-9][0-9]?d[1-9][0-9]{0,2})?$")]
"""`2d8`; empty: no die."""
Small = Annotated[int, Meta(ge=-100, le=100)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Metres = Annotated[float, Meta(gt=0, le=10_000)]
MOST_THINGS = 64

REACH_M, LONG_REACH_M = 1.5, 2.5


class Thing(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all that stands on a sheet."""


def dice_of(text: str) -> tuple[int, int]:
    """How many dice, and of how many sides; none where the text is empty."""
    count, _, sides = text.partition("d")
    return (int(count), int(sides)) if text else (0, 0)


class Part(Thing, frozen=True, gc=False, kw_only=True):
    """One damage roll of one type."""

    dice: DiceText = ""
    flat: Small = 0
    type: DamageType
    add_str_mod: bool = False


class Mode(Thing, frozen=True, gc=False, kw_only=True):
    """Parts that are dealt together."""

    id: Key
    parts: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=8)]


ModeText = Annotated[str, Meta(max_length=200)]
Modes = Annotated[tuple[Mode | ModeText, ...], Meta(max_length=16)]

_PART = re.compile(r"(?P<dice>[1-9][0-9]?d[1-9][0-9]{0,2})?(?P<flat>[+-][0-9]{1,3})? ?(?P<type>[a-z]+)(?P<str> \+str)?")


@cache
def mode_of(text: str) -> Mode:
    """A mode that is written in short. Raises Unfit."""
    id, _, written = text.partition(":")
    found = [_PART.fullmatch(part.strip()) for part in written.split(",")]
    if not id or not all(each is not None and each["type"] in get_args(DamageType) for each in found):
        raise Unfit("bad_mode", f"{text!r} is no damage mode such as 'slash: 2d8 slash +str'", value=text)
    return Mode(id=id, parts=tuple(_part(each) for each in found if each is not None))


def _part(found: re.Match[str]) -> Part:
    type: Any = found["type"]
    return Part(dice=found["dice"] or "", flat=int(found["flat"] or 0), type=type, add_str_mod=bool(found["str"]))


def written(mode: Mode | str) -> str:
    """A mode in short; it can be read again."""
    if isinstance(mode, str):
        mode_of(mode)
        return mode
    return f"{mode.id}: {', '.join(map(_written, mode.parts))}"


def _written(part: Part) -> str:
    flat, strength = f"{part.flat:+}" if part.flat else "", " +str" if part.add_str_mod else ""
    return f"{part.dice}{flat} {part.type}{strength}".strip()


class StaminaDamage(Thing, frozen=True, gc=False, kw_only=True):
    """A-ATK-15: what a hit takes of the defender's stamina."""

    dice: DiceText = ""
    flat: Small = 0
    add_str_mod: bool = False


class Cost(Thing, frozen=True, gc=False, kw_only=True):
    """A-STA-1: stamina, and whether the encumbrance penalty comes on top."""

    base: Count
    esp: bool


class Reload(Thing, frozen=True, gc=False, kw_only=True):
    """A-RNG-3: so many actions of this kind; `static`: A-RNG-9."""

    action: Literal["standard", "quick", "none"] = "none"
    count: Annotated[int, Meta(ge=0, le=20)] = 0
    static: bool = False


class ThrowProfile(Thing, frozen=True, gc=False, kw_only=True):
    """A-THR-8: how a weapon made for it is thrown; what is None is as for an improvised object."""

    distance_mult_m: Metres | None = None
    damage_mult: Count | None = None
    type: DamageType | None = None
    cost: Cost | None = None
    attribute: Attribute | None = None


class Stance(Thing, frozen=True, gc=False, kw_only=True):
    """What a stance changes of its weapon; None: nothing."""

    attribute: Attribute | None = None
    weapon_class: WeaponClass | None = None
    range_types: tuple[RangeType, ...] | None = None
    modes: Modes | None = None
    stamina_damage: StaminaDamage | None = None
    cost_attack: Cost | None = None
    cost_parry: Cost | None = None
    cost_reload: Cost | None = None
    attack_mod: Small | None = None
    parry_mod: Small | None = None
    reach_m: Metres | None = None
    effective_range_m: Metres | None = None
    reload: Reload | None = None
    tags: tuple[Tag, ...] | None = None
    weight: Weight | None = None

    def __post_init__(self) -> None:
        if self.modes is not None:
            force_setattr(self, "modes", tuple(map(written, self.modes)))


class Weapon(Thing, frozen=True, gc=False, kw_only=True):
    """A weapon. `stance`: the one in which it is held first."""

    name: Name = ""
    attribute: Attribute = "str"
    weapon_class: WeaponClass = "medium"
    range_types: tuple[RangeType, ...] = ("melee",)
    modes: Modes = ()
    stamina_damage: StaminaDamage = StaminaDamage()
    cost_attack: Cost | None = None
    cost_parry: Cost | None = None
    cost_reload: Cost | None = None
    attack_mod: Small = 0
    parry_mod: Small = 0
    reach_m: Metres | None = None
    effective_range_m: Metres | None = None
    reload: Reload = Reload()
    loaded: bool = True
    reload_progress: Annotated[int, Meta(ge=0, le=20)] = 0
    ammo_item: Key = ""
    tags: tuple[Tag, ...] = ()
    stances: Annotated[dict[Key, Stance], Meta(max_length=MOST_THINGS)] = {}
    stance: Key = ""
    throw_profile: ThrowProfile | None = None
    weight: Weight | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "modes", tuple(map(written, self.modes)))

    @property
    def damage_modes(self) -> tuple[Mode, ...]:
        """A-ATK-11: how it can hurt; bare hands' way where it has none of its own."""
        return tuple(mode_of(written(mode)) for mode in self.modes or UNARMED.modes)

    @property
    def reach_cm(self) -> int:
        """How far it reaches in melee."""
        return cm(self.reach_m or (LONG_REACH_M if "long_reach" in self.tags else REACH_M))

    @property
    def heaviness(self) -> int:
        """A-DEF-5: 0 (bare hands) to 4."""
        return CLASSES.index(self.weapon_class)

    @property
    def has_load(self) -> bool:
        """A-RNG-3: does it have to be reloaded?"""
        return self.reload.count > 0

    @property
    def is_static(self) -> bool:
        """A-RNG-9."""
        return self.reload.static or "static_reload" in self.tags

    @property
    def thrown_as(self) -> Weight:
        """A-THR-8: how heavy it is to throw."""
        by_class: dict[WeaponClass, Weight] = {"heavy": "heavy", "medium": "medium", "super_heavy": "very_heavy"}
        return self.weight or by_class.get(self.weapon_class, "light")


UNARMED = Weapon(
    weapon_class="unarmed",
    modes=(Mode(id="fist", parts=(Part(dice="1d4", type="blunt", add_str_mod=True),)),),
    stamina_damage=StaminaDamage(dice="2d2", add_str_mod=True),
    cost_attack=Cost(base=2, esp=True),
    cost_parry=Cost(base=2, esp=True),
)
"""What everybody has who wields nothing."""

_STANCE_FIELDS = tuple(field.name for field in fields(Stance))


def in_stance(weapon: Weapon, name: str) -> Weapon:
    """The weapon with what a stance changes of it."""
    stance = weapon.stances.get(name)
    if stance is None:
        return weapon
    said = {field: getattr(stance, field) for field in _STANCE_FIELDS}
    return replace(weapon, **{field: value for field, value in said.items() if value is not None})


class Shield(Thing, frozen=True, gc=False, kw_only=True):
    """A shield, held in the off hand."""

    name: Name = ""
    parry_bonus: Small = 0
    cost_parry: Cost | None = None
    blocks_projectiles: bool = True
    weapon_class: WeaponClass = "light"

    @property
    def heaviness(self) -> int:
        """A-DEF-5."""
        return CLASSES.index(self.weapon_class)


class Protection(Thing, frozen=True, gc=False, kw_only=True):
    """A-ARM-1: against one type, while the armour is whole, and what each lost point of condition takes of it."""

    max: Annotated[int, Meta(ge=0, le=1000)]
    per_cp: Annotated[float, Meta(ge=0, le=1000)] | None = None


class Armour(Thing, frozen=True, gc=False, kw_only=True):
    """Armour that is worn. `cp` None: whole."""

    id: Key = ""
    name: Name = ""
    class_: Key = msgspec.field(default="", name="class")
    encumbrance: Count = 0
    cp_max: Annotated[int, Meta(ge=1, le=1000)] = 1
    cp: Annotated[int, Meta(ge=1, le=1000)] | None = None
    layer: Annotated[int, Meta(ge=0, le=100)] = 1
    protections: Annotated[dict[DamageType, Protection], Meta(max_length=16)] = {}

    @property
    def condition(self) -> int:
        """Its condition points now."""
        return self.cp_max if self.cp is None else min(self.cp, self.cp_max)

    @property
    def is_broken(self) -> bool:
        """A-ARM-4."""
        return self.condition <= 1

    def against(self, type: str) -> int:
        """A-ARM-1, A-GEN-1: rounded down once it is computed."""
        found = self.protections.get(type)  # type: ignore[call-overload]
        if found is None:
            return 0
        lost = (self.cp_max - self.condition) * (found.per_cp or 0)
        return max(0, int(round(found.max - lost, 6) // 1))


class Throwable(Thing, frozen=True, gc=False, kw_only=True):
    """Something that was not made to be thrown."""

    name: Name = ""
    weight: Weight = "medium"
