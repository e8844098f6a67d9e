"""What an encounter file says about a combatant (specification 1.1). Lengths in metres. Nothing changes in a fight.

A thing that is only named (in hand, worn, to throw) and not described is the sample of that name (`things.samples`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import force_setattr, replace

from server.core.disclosure import Named, Open
from server.core.errors import Unfit
from server.rules.ambersteel.things.items import (
    MOST_THINGS,
    UNARMED,
    Armour,
    Count,
    Key,
    Shield,
    Thing,
    Throwable,
    Weapon,
    in_stance,
)
from server.rules.ambersteel.things.samples import ARMOUR, OBJECTS, SHIELDS, WEAPONS

Score = Annotated[int, Meta(ge=1, le=20)]
Points = Annotated[int, Meta(ge=0, le=1000)]
AooPolicy = Literal["ask", "hostile_only", "never"]
DefencePolicy = Literal["ask", "allow", "parry", "dodge"]
Flag = Literal["cover", "invisible", "broken_arm", "attacking_backwards", "cramped", "unaware", "helpless"]
StatusName = Annotated[str, Meta(min_length=1, max_length=40)]


class StatusData(Thing, frozen=True, gc=False, kw_only=True):
    """`amount`: of poison or fire each turn; `turns`: it ends with so many of the combatant's turns, 0: not so."""

    amount: Annotated[int, Meta(ge=0, le=1000)] = 0
    turns: Annotated[int, Meta(ge=0, le=100)] = 0
    text: Annotated[str, Meta(max_length=200)] = ""


class Status(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody is in. `source`: whom or what it comes from."""

    name: Open[StatusName]
    source: Named[str] = ""
    since_round: Open[int] = 0
    data: Open[StatusData] = StatusData()


class Wielded(Thing, frozen=True, gc=False, kw_only=True):
    """What is in the hands; empty: nothing. A two-handed weapon occupies both."""

    main: Key | None = None
    off: Key | None = None


class Actions(Thing, frozen=True, gc=False, kw_only=True):
    """A-TURN-2, A-TURN-14: what a turn has; of overdrive how often it can still be used."""

    standard: Count = 1
    quick: Count = 1
    movement: Annotated[int, Meta(ge=0, le=1)] = 1
    bonus: Count = 0
    overdrive: Count = 0


Things = Meta(max_length=MOST_THINGS)


class Sheet(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A combatant. Attributes are 1 to 20; what is None follows from them."""

    is_pc: bool = False
    str: Score = 10
    dex: Score = 10
    end: Score = 10
    con: Score = 10
    spd: Score = 10
    perc: Score = 10
    hp: Points | None = None
    hp_max: Points | None = None
    sp: Points | None = None
    sp_max: Points | None = None
    sp_regen: Points | None = None
    encumbrance_carried: Count = 0
    zoc_radius_m: Annotated[float, Meta(ge=0, le=100)] | None = None
    wielded: Wielded = Wielded()
    weapons: Annotated[dict[Key, Weapon], Things] = {}
    shields: Annotated[dict[Key, Shield], Things] = {}
    objects: Annotated[dict[Key, Throwable], Things] = {}
    ammo: Annotated[dict[Key, Count], Things] = {}
    stances: Annotated[dict[Key, Key], Things] = {}
    """In which stance it holds a weapon first."""
    carried: Annotated[tuple[Key, ...], Things] = ()
    """Samples that it has with it, by their names."""
    armour: Annotated[tuple[Armour | Key, ...], Things] = ()
    statuses: Annotated[tuple[Status | StatusName, ...], Things] = ()
    flags: tuple[Flag, ...] = ()
    aware_of: Annotated[tuple[Key, ...], Things] | None = None
    actions: Actions = Actions()
    death_failures: Annotated[int, Meta(ge=0, le=3)] = 0
    aoo_policy: AooPolicy = "hostile_only"
    default_defence: DefencePolicy = "ask"

    def __post_init__(self) -> None:
        """Samples in place of their names, then what does not fit together."""
        named = [key for key in (self.wielded.main, self.wielded.off, *self.carried) if key]
        weapons = _with_samples(self.weapons, WEAPONS, named)
        force_setattr(self, "weapons", {key: _held(weapon, self.stances.get(key)) for key, weapon in weapons.items()})
        force_setattr(self, "shields", _with_samples(self.shields, SHIELDS, named))
        force_setattr(self, "objects", _with_samples(self.objects, OBJECTS, named))
        force_setattr(self, "armour", tuple(_worn(piece, at) for at, piece in enumerate(self.armour)))
        force_setattr(self, "statuses", tuple(map(_status, self.statuses)))
        _check_hands(self)
        _check_layers(self)

    @property
    def worn(self) -> tuple[Armour, ...]:
        """Its armour, with samples in place of names."""
        return self.armour  # type: ignore[return-value]

    @property
    def first_statuses(self) -> tuple[Status, ...]:
        """What it is in at the beginning."""
        return self.statuses  # type: ignore[return-value]


def _with_samples(own: dict[str, Any], samples: dict[str, Any], named: list[str]) -> dict[str, Any]:
    return {**own, **{key: samples[key] for key in named if key in samples and key not in own}}


def _held(weapon: Weapon, stance: Key | None) -> Weapon:
    return weapon if stance is None else replace(weapon, stance=stance)


def _worn(piece: Armour | str, at: int) -> Armour:
    if isinstance(piece, Armour):
        return piece if piece.id else replace(piece, id=f"armour_{at + 1}")
    if piece not in ARMOUR:
        raise Unfit("no_such_armour", f"there is no sample armour {piece!r}", value=piece, allowed=", ".join(ARMOUR))
    return ARMOUR[piece]


def _status(status: Status | str) -> Status:
    return Status(name=status) if isinstance(status, str) else status


def _check_hands(sheet: Sheet) -> None:
    main, off = sheet.wielded.main, sheet.wielded.off
    if main and main not in sheet.weapons:
        raise Unfit("not_carried", f"{main!r} is none of its weapons", value=main)
    if off and off not in sheet.shields and off not in sheet.weapons:
        raise Unfit("not_carried", f"{off!r} is neither a shield nor a weapon that it has", value=off)
    weapon = in_stance(sheet.weapons[main], sheet.weapons[main].stance) if main else UNARMED
    if off and "two_handed" in weapon.tags:
        raise Unfit("two_handed", f"{main!r} takes both hands", value=main or "")


def _check_layers(sheet: Sheet) -> None:
    """A-ARM-5."""
    layers = [piece.layer for piece in sheet.worn]
    double = next((layer for layer in layers if layers.count(layer) > 1), None)
    if double is not None:
        raise Unfit("layer_occupied", f"two pieces of armour are on layer {double}", value=double)
