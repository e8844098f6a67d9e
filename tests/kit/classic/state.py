"""Combatants, deeds, acts in progress."""

from typing import Union

import msgspec

from server.core.disclosure import ByRule, ByWho, Named, Open, Parts, PartsByWho
from server.core.intents import Act
from server.core.space import Point
from server.kit.acts import frame as acts


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in hand."""

    melee: bool = True
    range_m: int = 1
    penetration: int = 0
    wounds_per_hit: int = 1
    bonus_wounds: int = 0


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A combatant. `saved`: actions left from before."""

    quickness: int = 1
    deftness: int = 1
    hand_to_hand: int = 0
    shooting: int = 0
    evasion: int = 0
    min_roll: int = 5
    protection: int = 0
    actions_max: int = 2
    bonus_dice: int = 0
    wounds: int = 0
    wound_reduction: int = 0
    saved: int = 0
    weapon: Weapon = Weapon()


class Deed(Act, frozen=True, kw_only=True):
    """What is done for an action."""

    who: str = ""


class Attack(Deed, frozen=True, kw_only=True):
    """Attack with what is in hand."""

    target: str


class Volley(Attack, frozen=True, kw_only=True):
    """Full-auto: four dice more, and all actions left go the same way."""


class Evade(Deed, frozen=True, kw_only=True):
    """Evade a melee attack."""


class Run(Deed, frozen=True, kw_only=True):
    """Run."""

    path: tuple[Point, ...]


class Custom(Deed, frozen=True, kw_only=True):
    """Anything else."""

    text: str


AnyDeed = Union[Attack, Volley, Evade, Run, Custom]  # noqa: UP007  (read at run time)


class Combatant(msgspec.Struct, frozen=True, kw_only=True):
    """As it is now. `bound`: a volley has begun; `round_over`: and taken all actions."""

    sheet: ByRule[Sheet]
    actions: Open[int] = 0
    bonus_dice: Open[int] = 0
    wounds: Open[int] = 0
    status: Open[str] = "ok"
    bound: Open[bool] = False
    round_over: Open[bool] = False
    unperceived: Open[tuple[str, ...]] = ()


class Ruling(acts.Ruling, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The GM's word on an act."""

    from_behind: Open[bool] = False


class Frame(acts.Frame, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One act in progress, with its hits."""

    deed: ByRule[AnyDeed | None] = None
    ruling: Parts[Ruling] = Ruling()
    rulings: ByWho[dict[str, Ruling]] = msgspec.field(default_factory=dict)
    declared: ByRule[dict[str, AnyDeed]] = msgspec.field(default_factory=dict)
    hits: Open[int] = 0


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """The fight."""

    round: Open[int] = 0
    order: Named[tuple[str, ...]] = ()
    turn: Named[str] = ""
    combatants: PartsByWho[dict[str, Combatant]] = {}
    frames: Parts[tuple[Frame, ...]] = ()


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules: none."""
