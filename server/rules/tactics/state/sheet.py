"""What an encounter file says about a combatant (specification 1.1, 1.2). Nothing here changes in a fight.

Lengths are metres, as in the file. Limits are wide: they only keep nonsense out. A thing that is only named is the
sample of that name (`samples`).
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import force_setattr

from server.core.errors import Unfit
from server.core.space import cm
from server.rules.tactics.state import samples

SIDES, MORE = (3, 4, 6, 8, 10, 12), ("", "+1", "+2", "+3")

Score = Annotated[int, Meta(ge=-100, le=100)]
Points = Annotated[int, Meta(ge=-1_000, le=1_000)]
Count = Annotated[int, Meta(ge=0, le=1_000)]
Tier = Annotated[int, Meta(ge=1, le=20)]
SizeWord = Literal["tiny", "light", "small", "medium", "heavy", "large", "huge"]
Size = Annotated[int, Meta(ge=1, le=20)] | SizeWord
"""D-GEN-8: a number, or a word for which the house rules have one (`sizes.numbered`)."""
Metres = Annotated[float, Meta(ge=0, le=10_000)]
Name = Annotated[str, Meta(max_length=80)]
Key = Annotated[str, Meta(max_length=200)]
if TYPE_CHECKING:
    Dice = str
else:
    Dice = Literal[
        tuple(f"{n}d{sides}{more}" for n in range(1, 7) for sides in SIDES for more in ("", "+1", "+2", "+3"))
    ]
"""Base damage that is thrown, such as 2d6."""
MOST_CARRIED = 64

ItemKind = Literal["melee", "shield", "ranged", "area"]
Fire = Literal["single", "pump", "semi", "burst", "auto"]
Projectile = Literal["arrow", "bullet", "thrown", "other"]
Range = Literal["contact", "nearby", "close", "short", "medium", "long", "extreme"]
Status = Literal["stunned", "unconscious", "dying", "dead"]

HELPLESS: tuple[Status, ...] = ("dead", "dying", "unconscious", "stunned")
"""D-INC-1: who is one of these can neither act nor defend itself; the worst first."""

SHIELD = "shield"
"""The id of the shield among the items; the id of bare hands is empty."""
DEFAULT_BASE = 10
"""Of a skill that is not on the sheet, which is used untrained (D-DEF-3)."""


class Skill(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """`base` is 10 + stat + rank, without gear."""

    base: Score = DEFAULT_BASE
    rank: Count = 0


class Item(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon or shield. `sizes`: the first is its usual one. `ammo` None: not counted."""

    name: Name = ""
    kind: ItemKind = "melee"
    skill: Name = ""
    tier: Tier = 3
    sizes: Annotated[tuple[Size, ...], Meta(min_length=1, max_length=8)] = (3,)
    q_off: Score = 0
    q_def: Score = 0
    base_W: Points | Dice = 0
    base_S: Points | Dice = 0
    reach_m: Metres = 2.0
    fire: Fire = "single"
    recoil: Annotated[float, Meta(ge=0, le=10)] = 1.0
    ammo: Count | None = None
    projectile: Projectile = "other"
    base_range: Range = "nearby"
    in_hand: bool = True

    @property
    def size(self) -> int:
        """D-GEN-8: its usual one."""
        return self.numbers[0]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Its sizes, once words have become numbers."""
        return tuple(size for size in self.sizes if isinstance(size, int))

    @property
    def reach_cm(self) -> int:
        """D-ATK-9: how far it reaches."""
        return cm(self.reach_m)

    @property
    def is_ranged(self) -> bool:
        """Is it used from afar?"""
        return self.kind in ("ranged", "area")


class Armour(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """D-ARM-1: `size` 2 light, 3 medium, 4 heavy. D-ARM-5: `penalty` is in the wearer's own numbers already.

    `original_value`: what it was before earlier fights, up to which it can be repaired; None: its value."""

    name: Name = ""
    value: Count = 0
    original_value: Count | None = None
    size: Size = 2
    tier: Tier = 3
    natural: bool = False
    penalty: Score = 0

    @property
    def number(self) -> int:
        """Its size, once a word has become a number."""
        return self.size if isinstance(self.size, int) else 0


ITEMS = msgspec.convert(samples.ITEMS, dict[str, Item])
ARMOUR = msgspec.convert(samples.ARMOUR, dict[str, Armour])
if TYPE_CHECKING:
    Carried = Item
    Worn = Armour
else:
    Carried = Item | Literal[tuple(ITEMS)]
    Worn = Armour | Literal[tuple(ARMOUR)]
"""Described, or the name of a sample; once the sheet is read it is described."""


class Sheet(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A combatant. `W`, `S`: what is left of `W_max` and `S_max`; without them all is. `PC`: the stat of which `W_max`
    is made where that is not said (D-WND-1)."""

    tactics: Score = 0
    move_m: Metres = 4.0
    size: Annotated[int, Meta(ge=1, le=20)] = 4
    BOD: Points = 10
    FIN: Points = 10
    NER: Points = 10
    PC: Points = 10
    W: Points | None = None
    W_max: Points | None = None
    S: Points | None = None
    S_max: Points | None = None
    skills: Annotated[dict[Key, Skill], Meta(max_length=MOST_CARRIED)] = {}
    weapons: Annotated[dict[Key, Carried], Meta(max_length=MOST_CARRIED)] = {}
    shield: Carried | None = None
    armour: Worn | None = None
    statuses: Annotated[tuple[Status, ...], Meta(max_length=8)] = ()

    def __post_init__(self) -> None:
        """Samples in place of their names, then what does not fit together."""
        force_setattr(self, "weapons", {id: described(each, ITEMS) for id, each in self.weapons.items()})
        force_setattr(self, "shield", described(self.shield, ITEMS))
        force_setattr(self, "armour", described(self.armour, ARMOUR))
        if self.shield is not None and SHIELD in self.weapons:
            raise Unfit("two_shields", f"one of the weapons is called {SHIELD!r}, and there is a shield", value=SHIELD)

    @property
    def most_W(self) -> int:
        """D-WND-1: of one unhurt."""
        return self.PC if self.W_max is None else self.W_max

    @property
    def most_S(self) -> int:
        """As many as wound points where nothing else is said."""
        return self.most_W if self.S_max is None else self.S_max

    @property
    def items(self) -> dict[str, Item]:
        """All that can be held."""
        return self.weapons if self.shield is None else {**self.weapons, SHIELD: self.shield}

    def skill(self, name: str) -> Skill:
        """D-DEF-3: a skill that is not on the sheet is used untrained."""
        wanted = name.lower()
        return next((skill for key, skill in self.skills.items() if key.lower() == wanted), UNTRAINED)


def described(thing: Any, known: dict[str, Any]) -> Any:
    """The sample of that name, where it is only named."""
    return known[thing] if isinstance(thing, str) else thing


UNTRAINED = Skill()

SHEETS = msgspec.convert(samples.SHEETS, dict[str, Sheet])
if TYPE_CHECKING:
    Brought = Sheet
else:
    Brought = Sheet | Literal[tuple(SHEETS)]
"""Described, or the name of a sample."""
