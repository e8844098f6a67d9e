"""What the people at a Tirakan table ask for (specification 3.2). A deed is what is done in combat for actions.

The same deed is sent alone in one's own turn, inside `declare_reaction`, or as what is done while walking; inside
another intent it leaves `who` out. Lengths and points are whole centimetres.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Union

import msgspec
from msgspec import Meta

from server.core.intents import Act, Intent, Start
from server.core.space import Point
from server.kit import newcomers, values
from server.kit.forms import Somebody
from server.rules.tirakan.state.sheet import Mode, Sheet

Id = Annotated[str, Meta(max_length=200)]
Who = Annotated[Somebody, Meta(max_length=200)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
Path = Annotated[tuple[Point, ...], Meta(min_length=1, max_length=64)]
Length = Annotated[int, Meta(ge=0, le=1_000_000)]
CoverLevel = Literal[0, 4, 5, 6]
MOST_ACTIONS = 20
Actions = Annotated[int, Meta(ge=0, le=MOST_ACTIONS)]
Modifier = Annotated[int, Meta(ge=-20, le=20)]

Special = Literal["", "knockout", "disarm", "coup"]
"""T-SPEC-COMB-1: one at a time; massive and accurate attacks go with each."""
Hand = Literal["", "main", "off"]
Check = Literal[
    "", "strength", "quickness", "deftness", "endurance", "resistance", "apprehension", "willpower", "hand_to_hand",
    "shooting", "throwing", "perception",
]  # fmt: skip


class StartCombat(Start, frozen=True, kw_only=True):
    """The GM begins; `instigator` counts as the last actor of the first start phase (H-03)."""

    instigator: Who = ""


# --- deeds -----------------------------------------------------------------------------------------------------------


class DeedBase(Act, frozen=True, kw_only=True):
    """Base of all deeds."""

    who: Id = ""


class Attack(DeedBase, frozen=True, kw_only=True):
    """Attack with a weapon (default: the one in the main hand, else bare hands)."""

    target: Id
    weapon: Id = ""
    hand: Hand = ""
    mode: Mode | Literal[""] = ""
    special: Special = ""
    arm: Hand = ""
    """Of a disarming attack: which arm it strikes at; by default that with a weapon, the main one first."""
    massive: Actions = 0


class Walk(DeedBase, frozen=True, kw_only=True):
    """Walk, and perhaps do something else meanwhile."""

    path: Path
    with_: Deed | None = msgspec.field(default=None, name="with")


class Run(DeedBase, frozen=True, kw_only=True):
    """Run."""

    path: Path


class Crawl(DeedBase, frozen=True, kw_only=True):
    """Crawl while hunkered."""

    path: Path


class Hunker(DeedBase, frozen=True, kw_only=True):
    """Hunker or lie down."""


class StandUp(DeedBase, frozen=True, kw_only=True):
    """Stand up."""


class RaiseShieldBlock(DeedBase, frozen=True, kw_only=True):
    """Raise the shield for a block."""


class Custom(DeedBase, frozen=True, kw_only=True):
    """Anything else: the GM rules what it costs and what is rolled."""

    text: Text


class Aim(DeedBase, frozen=True, kw_only=True):
    """One step of aiming at a target."""

    target: Id
    weapon: Id = ""


class AccurateStep(DeedBase, frozen=True, kw_only=True):
    """One step of an accurate attack."""

    weapon: Id = ""


class Reload(DeedBase, frozen=True, kw_only=True):
    """One step of reloading."""

    weapon: Id = ""


class ReadyWeapon(DeedBase, frozen=True, kw_only=True):
    """Take a weapon in hand."""

    weapon: Id
    hand: Literal["main", "off"] = "main"


class PickUp(DeedBase, frozen=True, kw_only=True):
    """Pick a weapon up from the ground."""

    weapon: Id


class FreeWeapon(DeedBase, frozen=True, kw_only=True):
    """Free a weapon that is stuck in armour."""

    weapon: Id


class SupportWeapon(DeedBase, frozen=True, kw_only=True):
    """Rest a weapon on something."""

    weapon: Id = ""


class UseItem(DeedBase, frozen=True, kw_only=True):
    """Use an object; the GM says what comes of it."""

    text: Text


class ThrowObject(DeedBase, frozen=True, kw_only=True):
    """Throw an object at somebody, or at a place (centimetres)."""

    text: Text = "something"
    target: Id = ""
    at: Point | None = None


class Dodge(DeedBase, frozen=True, kw_only=True):
    """Evade a melee attack (a reaction)."""


class Parry(DeedBase, frozen=True, kw_only=True):
    """Parry a melee attack with a weapon, or with an `object` if the GM lets it pass (a reaction)."""

    weapon: Id = ""
    object: Annotated[str, Meta(max_length=80)] = ""


class ShieldParry(DeedBase, frozen=True, kw_only=True):
    """Take cover behind the shield for one attack (a reaction)."""


Deed = Union[  # noqa: UP007  (read at run time)
    Attack,
    Walk,
    Run,
    Crawl,
    Hunker,
    StandUp,
    RaiseShieldBlock,
    Custom,
    Dodge,
    Parry,
    ShieldParry,
    Aim,
    AccurateStep,
    Reload,
    ReadyWeapon,
    PickUp,
    FreeWeapon,
    SupportWeapon,
    UseItem,
    ThrowObject,
]

# --- answers ---------------------------------------------------------------------------------------------------------


class DeclareReaction(Act, frozen=True, kw_only=True):
    """Announce a reaction to the act whose window is open."""

    is_answer: ClassVar[bool] = True
    reaction: Deed
    bonus: bool = False
    """A bonus die is spent for the action that it takes (T-BONUS-1)."""
    victim: Id = ""
    """A destiny die is spent to steal that action from somebody (T-DEST-1)."""


class WithdrawReaction(Act, frozen=True, kw_only=True):
    """Take an announced reaction back while the window is open."""

    is_answer: ClassVar[bool] = True


class PassReaction(Act, frozen=True, kw_only=True):
    """Do not react."""

    is_answer: ClassVar[bool] = True


class Stop(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A protection unit and the hit that it stops."""

    unit: Id
    hit: Id


class UseProtection(Act, frozen=True, kw_only=True):
    """Stop hits with protection units. `pierced`: the units wasted by piercing; left out, the least useful ones."""

    is_answer: ClassVar[bool] = True
    stops: Annotated[tuple[Stop, ...], Meta(max_length=200)]
    pierced: Annotated[tuple[Id, ...], Meta(max_length=200)] | None = None


class DeclineProtection(Act, frozen=True, kw_only=True):
    """Use no protection against these hits."""

    is_answer: ClassVar[bool] = True


class ChooseDisarmAttribute(Act, frozen=True, kw_only=True):
    """With what the weapon is held against a disarming attack (T-SPEC-DIS-2)."""

    is_answer: ClassVar[bool] = True
    attribute: Literal["strength", "deftness"]


class ImproveRoll(Act, frozen=True, kw_only=True):
    """Throw the roll anew, or add bonus and destiny dice to it, now that it is seen (T-DICE-6)."""

    is_answer: ClassVar[bool] = True
    bonus: Annotated[int, Meta(ge=0, le=200)] = 0
    destiny: Annotated[int, Meta(ge=0, le=200)] = 0
    reroll: bool = False


class KeepRoll(Act, frozen=True, kw_only=True):
    """Leave the roll as it is (T-DICE-6)."""

    is_answer: ClassVar[bool] = True


# --- what is no act --------------------------------------------------------------------------------------------------


class AutoProtect(Act, frozen=True, kw_only=True):
    """T-PROT-5: whether it is asked before its protection is used, or that is used always, as well as can be, or
    never."""

    how: Literal["ask", "max", "none"]


class LowerShield(Act, frozen=True, kw_only=True):
    """Lower a raised shield."""


class UnsupportWeapon(Act, frozen=True, kw_only=True):
    """Pick up a supported weapon."""


class SpendBonusDie(Act, frozen=True, kw_only=True):
    """One action for a bonus die."""


class SpendDestinyDie(Act, frozen=True, kw_only=True):
    """Steal an action from an opponent for a destiny die."""

    victim: Id


class EndTurn(Act, frozen=True, kw_only=True):
    """End the own turn; actions left are saved for reactions."""


# --- the GM ----------------------------------------------------------------------------------------------------------


class AddCombatant(newcomers.AddCombatant, frozen=True, kw_only=True):
    """Somebody joins, before the fight or late (T-INIT-5)."""

    sheet: Sheet = Sheet()


class SetCover(Intent, frozen=True, kw_only=True):
    """The cover of `target` against one attacker, or `*` all; `level` 0 is none (T-COVER-1)."""

    target: Who
    source: Who = "*"
    level: CoverLevel


class GmSetAttack(Intent, frozen=True, kw_only=True):
    """Circumstances of the attack in progress; what is left out stays. `cover` 0: none."""

    is_answer: ClassVar[bool] = True
    from_behind: bool | None = None
    cover: CoverLevel | None = None
    distance_cm: Length | None = None
    modifier: Modifier | None = None


class GmSetTiming(Intent, frozen=True, kw_only=True):
    """When reactions to the next act are announced, whatever the table's rule (T-REACT-9, H-06)."""

    timing: Literal["after_roll", "before_roll"]


class GmRuleCustom(Intent, frozen=True, kw_only=True):
    """What a free act (or the declared reaction of `reaction`) costs, whether and what is rolled (T-ARB-1, T-ARB-2)."""

    is_answer: ClassVar[bool] = True
    cost: Actions = 1
    check: Check = ""
    difficulty: Modifier = 0
    refuse: bool = False
    reaction: Id = ""


class GmRuleNullify(Intent, frozen=True, kw_only=True):
    """Does the act in progress come to nothing? (T-REACT-11, H-09)"""

    is_answer: ClassVar[bool] = True
    nullify: bool = True


class GmRuleAwaken(Intent, frozen=True, kw_only=True):
    """Does the sleeper wake? (T-SPEC-COUP-4)"""

    is_answer: ClassVar[bool] = True
    awaken: bool = True


class GmInflictHits(Intent, frozen=True, kw_only=True):
    """Hits from another source, e.g. an explosion (T-PROT-2)."""

    targets: Annotated[tuple[Who, ...], Meta(min_length=1, max_length=100)]
    hits: Annotated[int, Meta(ge=0, le=100)]
    crits: Annotated[int, Meta(ge=0, le=100)] = 0
    wounds_per_hit: Annotated[int, Meta(ge=0, le=100)] = 1
    piercing: Annotated[int, Meta(ge=0, le=100)] = 0
    cover_allowed: bool = False


class GmPhaseEffect(GmInflictHits, frozen=True, kw_only=True):
    """Something takes place in the start or end phase (T-ROUND-5): now if it is that phase, else when it comes next.

    `targets` take the hits, if there are any; whatever else it does the GM sets."""

    text: Text
    phase: Literal["start", "end"] = "start"
    targets: Annotated[tuple[Who, ...], Meta(max_length=100)] = ()
    hits: Annotated[int, Meta(ge=0, le=100)] = 0


Value = Literal[
    "wounds", "boost", "actions", "bonus_dice", "destiny_dice", "rerolls", "stolen_next", "recoil_chain", "condition",
    "ammo", "ready", "quick_reaction", "unit", "sheet", "blunt", "supportable", "may_dual_wield",
]  # fmt: skip


class GmSet(values.GmSet, frozen=True, kw_only=True):
    """The GM sets a value of a combatant (T-GM-1).

    `key` names the condition, the weapon (`ammo`, `ready`, `blunt`, `supportable`), the protection unit (`unit`: 1
    whole, 0 spent) or the number on the sheet (`sheet`)."""

    value_of: Value
    value: Annotated[int, Meta(ge=-1000, le=1000)]
    """At most a thousand dice, so that no roll keeps other tables waiting."""


class GmSkipTurn(Intent, frozen=True, kw_only=True):
    """The GM ends the running turn whatever its combatant says, or goes on where nobody can act."""

    is_answer: ClassVar[bool] = True


class EndCombat(Intent, frozen=True, kw_only=True):
    """The GM ends the fight (T-END-1)."""


def plain(deed: Any, who: str = "") -> Any:
    """The deed with another `who`; inside other intents and events it has none."""
    return msgspec.structs.replace(deed, who=who) if deed.who != who else deed
