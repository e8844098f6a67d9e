"""What the people at the table ask for (specification 3.2). A deed is what is done in combat for actions.

The same deed is sent alone in one's own turn, inside `declare_reaction`, or as what is done while walking; inside
another intent it leaves `who` out. Lengths and points are whole centimetres.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Union

import msgspec
from msgspec import Meta

from server.core.intents import Act, Intent, Start
from server.core.space import Point
from server.kit import between, newcomers, values
from server.kit.forms import Somebody
from server.rules.tirakan_classic.state.sheet import Mode, Sheet

Id = Annotated[str, Meta(max_length=200)]
Who = Annotated[Somebody, Meta(max_length=200)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
Path = Annotated[tuple[Point, ...], Meta(min_length=1, max_length=64)]
Cover = Literal["none", "light", "half", "almost", "full"]
Roll = Literal["", "strength", "quickness", "deftness", "hand_to_hand", "shooting", "throwing", "evasion"]
MOST_ACTIONS = 20


class StartCombat(Start, frozen=True, kw_only=True):
    """The GM begins (L-START-1)."""


# --- deeds -----------------------------------------------------------------------------------------------------------


class DeedBase(Act, frozen=True, kw_only=True):
    """Base of all deeds."""

    who: Id = ""


class Attack(DeedBase, frozen=True, kw_only=True):
    """L-ACT-2: attack, by default with what is in hand, else with bare hands, in the weapon's usual mode."""

    target: Id
    weapon: Id = ""
    mode: Mode | Literal[""] = ""


class Walk(DeedBase, frozen=True, kw_only=True):
    """L-MOVE-1, L-MOVE-2: walk, and perhaps do something else meanwhile."""

    path: Path
    with_: Deed | None = msgspec.field(default=None, name="with")


class Run(DeedBase, frozen=True, kw_only=True):
    """L-MOVE-3."""

    path: Path


class Crawl(DeedBase, frozen=True, kw_only=True):
    """L-MOVE-4."""

    path: Path


class Kneel(DeedBase, frozen=True, kw_only=True):
    """L-ACT-7."""


class LieDown(DeedBase, frozen=True, kw_only=True):
    """L-ACT-7."""


class StandUp(DeedBase, frozen=True, kw_only=True):
    """L-ACT-7."""


class Reload(DeedBase, frozen=True, kw_only=True):
    """L-ACT-4: one step of reloading what is in hand."""

    weapon: Id = ""


class UseObject(DeedBase, frozen=True, kw_only=True):
    """L-ACT-5: use something. To use an own weapon is to take it in hand; `unarmed` puts away what is in hand."""

    object: Annotated[str, Meta(max_length=500)] = ""


class ThrowObject(DeedBase, frozen=True, kw_only=True):
    """L-THROW-1: throw one of the own objects, or whatever is at hand."""

    target: Id
    object: Text = ""


class Custom(DeedBase, frozen=True, kw_only=True):
    """L-ACT-8: anything else; the GM rules what it costs and what is rolled."""

    text: Text


class Evade(DeedBase, frozen=True, kw_only=True):
    """L-EVADE-1."""


class Parry(DeedBase, frozen=True, kw_only=True):
    """L-PARRY-1: with the weapon in hand, or with an object that the GM accepts."""

    weapon: Id = ""
    object: Annotated[str, Meta(max_length=500)] = ""


Deed = Union[  # noqa: UP007  (read at run time)
    Attack, Walk, Run, Crawl, Kneel, LieDown, StandUp, Reload, UseObject, ThrowObject, Custom, Evade, Parry
]


# --- what is no deed -------------------------------------------------------------------------------------------------


class EndTurn(Act, frozen=True, kw_only=True):
    """L-PRIO-4: what is left is saved for reactions."""


class SpendBonusDie(Act, frozen=True, kw_only=True):
    """L-BONUS-1."""


class SpendDestinyDie(Act, frozen=True, kw_only=True):
    """L-DEST-1."""

    victim: Who


class DeclareReaction(Act, frozen=True, kw_only=True):
    """L-REACT-3: announce a reaction; its action is reserved."""

    is_answer: ClassVar[bool] = True
    reaction: Deed
    bonus: bool = False
    """A bonus die is given up for the action that it takes (L-BONUS-2)."""
    victim: Who = ""
    """A destiny die is given up to steal that action from somebody (L-DEST-3)."""


class WithdrawReaction(Act, frozen=True, kw_only=True):
    """Take it back while the window is open."""

    is_answer: ClassVar[bool] = True


class PassReaction(Act, frozen=True, kw_only=True):
    """No reaction."""

    is_answer: ClassVar[bool] = True


class ImproveRoll(Act, frozen=True, kw_only=True):
    """L-DICE-5: bonus dice and destiny dice for a roll; `reroll`: a destiny die to throw it anew."""

    is_answer: ClassVar[bool] = True
    bonus: Annotated[int, Meta(ge=0, le=20)] = 0
    destiny: Annotated[int, Meta(ge=0, le=20)] = 0
    reroll: bool = False


class KeepRoll(Act, frozen=True, kw_only=True):
    """L-DICE-5: nothing is spent on it."""

    is_answer: ClassVar[bool] = True


# --- the GM's --------------------------------------------------------------------------------------------------------


class AddCombatant(newcomers.AddCombatant, frozen=True, kw_only=True):
    """Somebody joins, before the fight or late (L-INIT-6)."""

    sheet: Sheet = Sheet()


class SetOptions(Intent, frozen=True, kw_only=True):
    """Before the fight: these house rules are other ones."""

    options: dict[Annotated[str, Meta(max_length=40)], bool | Annotated[str, Meta(max_length=40)]]


class SetPerception(between.GmSetPerception, frozen=True, kw_only=True):
    """L-REACT-1: the same as `gm_set_perception`."""


class SetCover(Intent, frozen=True, kw_only=True):
    """L-COVER-4: the cover of `target` against one attacker, or `*` all."""

    target: Who
    source: Who = "*"
    level: Cover


class GmBreakTie(Intent, frozen=True, kw_only=True):
    """L-A-03: those who tie, in the order in which they shall act."""

    is_answer: ClassVar[bool] = True
    order: Annotated[tuple[Who, ...], Meta(min_length=1, max_length=200)]


class GmSetAct(Intent, frozen=True, kw_only=True):
    """Circumstances of the attack in progress; what is left out stays."""

    is_answer: ClassVar[bool] = True
    from_behind: bool | None = None
    cover: Cover | None = None
    distance_cm: between.Length | None = None
    modifier: Annotated[int, Meta(ge=-20, le=20)] | None = None


class GmCloseWindow(Intent, frozen=True, kw_only=True):
    """Whoever has not answered passes."""


class GmRuleCustom(Intent, frozen=True, kw_only=True):
    """L-ACT-8: what a free act (or the announced reaction of `reaction`) costs and what is rolled; `effect`, in the
    GM's words. `removed`: how many hits a parry takes where the GM says so (L-A-19)."""

    is_answer: ClassVar[bool] = True
    refuse: ClassVar[bool] = False
    cost: Annotated[int, Meta(ge=0, le=MOST_ACTIONS)] = 1
    roll: Roll = ""
    effect: Annotated[str, Meta(max_length=500)] = ""
    removed: Annotated[int, Meta(ge=0, le=200)] = 0
    reaction: Id = ""


class GmRefuse(Intent, frozen=True, kw_only=True):
    """L-ACT-8: the free act, the announced reaction of `reaction`, or what a thrown object does, is nothing."""

    is_answer: ClassVar[bool] = True
    refuse: ClassVar[bool] = True
    cost: ClassVar[int] = 1
    reaction: Id = ""


class GmInflictHits(Intent, frozen=True, kw_only=True):
    """L-GHIT-1: hits from another cause. It also answers what a thrown object does (L-THROW-6)."""

    is_answer: ClassVar[bool] = True
    targets: Annotated[tuple[Who, ...], Meta(max_length=100)]
    hits: Annotated[int, Meta(ge=0, le=200)]
    wounds_per_hit: Annotated[int, Meta(ge=0, le=200)] = 1
    penetration: Annotated[int, Meta(ge=0, le=200)] = 0
    bonus_wounds: Annotated[int, Meta(ge=0, le=200)] = 0


class GmAdjustWounds(Intent, frozen=True, kw_only=True):
    """L-WND-3: so many wounds it has."""

    who: Who
    wounds: Annotated[int, Meta(ge=0, le=1000)]


ValueOf = Literal[
    "wounds", "actions", "stolen_next", "bonus_dice", "destiny_dice", "status", "posture", "in_hand", "ammo",
    "round_over", "sheet",
]  # fmt: skip


class GmSet(values.GmSet, frozen=True, kw_only=True):
    """L-GM-1: the GM sets a value of a combatant. `key`: the weapon (`ammo`) or the number on the sheet (`sheet`)."""

    value_of: ValueOf
    key: Id = ""
    value: bool | Annotated[int, Meta(ge=-1000, le=1000)] | Id


class EndCombat(Intent, frozen=True, kw_only=True):
    """L-END-1."""
