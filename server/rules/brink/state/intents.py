"""What people ask for in a fight, in the imperative. Whatever a combatant does becomes a `Deed`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from server.core.intents import Act, Intent, Start
from server.core.space import Point
from server.kit import newcomers, values
from server.kit.forms import Side, Somebody
from server.rules.brink.state.options import DeedKind, Options
from server.rules.brink.state.sheet import Count, Sheet
from server.rules.brink.state.state import Deed

Path = Annotated[tuple[Point, ...], Meta(max_length=64)]
Length = Annotated[int, Meta(ge=0, le=10_000_000)]
Text = Annotated[str, Meta(max_length=500)]


# --- before the fight ------------------------------------------------------------------------------------------------


class StartCombat(Start, frozen=True, kw_only=True):
    """B-START-1, B-START-2: `first_attack` names attacker and target of the opening attack."""

    reason: Literal["threat", "first_attack"] = "threat"
    attacker: str = ""
    target: str = ""
    skill: str = ""
    ep_bonus: Count = 0


class AddCombatant(newcomers.AddCombatant, frozen=True, kw_only=True):
    """B-INIT-5: somebody joins, also in the middle of the fight.

    `who` empty: an id is made. `like`: the side, and where there is none the sheet, of somebody who is there."""

    who: Annotated[str, Meta(pattern=r"^([a-z][a-z0-9_-]{0,31})?$")] = ""
    side: Annotated[str, Meta(max_length=80)] = ""
    sheet: Sheet | None = None
    like: Somebody = ""


class SetGroup(Intent, frozen=True, kw_only=True):
    """B-INIT-3: before the fight; empty: it rolls alone."""

    who: Somebody
    group: Annotated[str, Meta(max_length=32)] = ""


class SetOptions(Intent, frozen=True, kw_only=True):
    """Other house rules, before the fight."""

    options: Options


# --- standard actions ------------------------------------------------------------------------------------------------


class Attack(Act, frozen=True, kw_only=True):
    """B-ATK-1: a basic attack with what is in hand."""

    target: str
    ep_bonus: Count = 0


class Skill(Act, frozen=True, kw_only=True):
    """B-SKILL-1."""

    skill: str
    target: str = ""
    ep_bonus: Count = 0


class Move(Act, frozen=True, kw_only=True):
    """B-MOVE-1: along a path, or without a map so many centimetres of ground."""

    path: Path = ()
    normal_cm: Length = 0
    difficult_cm: Length = 0


class Shift(Act, frozen=True, kw_only=True):
    """B-SHIFT-1."""

    path: Path = ()
    normal_cm: Length = 0
    difficult_cm: Length = 0


class Swap(Act, frozen=True, kw_only=True):
    """B-SWAP-1. `weapon` empty: put the weapon away."""

    weapon: str = ""
    pay: Literal["action", "ep"] = "action"


class Reload(Act, frozen=True, kw_only=True):
    """B-AMMO-2."""


class Custom(Act, frozen=True, kw_only=True):
    """B-TURN-6: something else, which the GM rules on."""

    text: Text


def deed_of(intent: Act) -> Deed:
    """The deed that a standard action asks for."""
    return _DEED_OF[type(intent)](intent)


def _ground(intent: Any) -> dict[str, Any]:
    return {"path": intent.path, "normal_cm": intent.normal_cm, "difficult_cm": intent.difficult_cm}


_DEED_OF: dict[type[Act], Callable[[Any], Deed]] = {
    Attack: lambda it: Deed(kind="attack", target=it.target, ep_bonus=it.ep_bonus),
    Skill: lambda it: Deed(kind="skill", skill=it.skill, target=it.target, ep_bonus=it.ep_bonus),
    Move: lambda it: Deed(kind="move", **_ground(it)),
    Shift: lambda it: Deed(kind="shift", **_ground(it)),
    Swap: lambda it: Deed(kind="swap", weapon=it.weapon, pay=it.pay),
    Reload: lambda _it: Deed(kind="reload"),
    Custom: lambda it: Deed(kind="custom", text=it.text),
}
DEEDS = tuple(_DEED_OF)


# --- turns -----------------------------------------------------------------------------------------------------------


class EndTurn(Act, frozen=True, kw_only=True):
    """B-TURN-4, B-READY-1: who of the slot readies an action."""

    ready: dict[str, bool] = field(default_factory=dict)


class DelayTurn(Act, frozen=True, kw_only=True):
    """B-DELAY-1."""


class ReinsertTurn(Act, frozen=True, kw_only=True):
    """B-DELAY-3: now, or behind another slot (its name or one of its combatants)."""

    is_answer: ClassVar[bool] = True
    after: str = ""


class KeepWaiting(Act, frozen=True, kw_only=True):
    """B-DELAY-7."""

    is_answer: ClassVar[bool] = True


# --- readied actions, opportunities ----------------------------------------------------------------------------------


class UseReadied(Act, frozen=True, kw_only=True):
    """B-READY-3, B-READY-4: any one of the six standard kinds, decided now."""

    is_answer: ClassVar[bool] = True
    kind: DeedKind
    target: str = ""
    skill: str = ""
    ep_bonus: Count = 0
    path: Path = ()
    normal_cm: Length = 0
    difficult_cm: Length = 0
    weapon: str = ""

    @property
    def deed(self) -> Deed:
        """What is to be done; whatever does not belong to the kind is left out."""
        return Deed(kind=self.kind, **{field: getattr(self, field) for field in FIELDS[self.kind]})


FIELDS: dict[str, tuple[str, ...]] = {
    "attack": ("target", "ep_bonus"),
    "skill": ("skill", "target", "ep_bonus"),
    "move": ("path", "normal_cm", "difficult_cm"),
    "shift": ("path", "normal_cm", "difficult_cm"),
    "swap": ("weapon",),
    "reload": (),
}
"""What belongs to each kind of readied action."""


class PassReadied(Act, frozen=True, kw_only=True):
    """3.2: keep it."""

    is_answer: ClassVar[bool] = True


class TakeOpportunity(Act, frozen=True, kw_only=True):
    """B-MOVE-4."""

    is_answer: ClassVar[bool] = True
    ep_bonus: Count = 0


class DeclineOpportunity(Act, frozen=True, kw_only=True):
    """B-MOVE-4."""

    is_answer: ClassVar[bool] = True


class AddEp(Act, frozen=True, kw_only=True):
    """3.3.8: so much ep is added to a known die."""

    is_answer: ClassVar[bool] = True
    n: Count = 0


class Forfeit(Act, frozen=True, kw_only=True):
    """B-FORF-1."""


# --- the GM ----------------------------------------------------------------------------------------------------------


class GmRule(Intent, frozen=True, kw_only=True):
    """The GM's answer to a question: free-text action, skill text, distance, fate at the brink, end of the fight.

    `refuse`: the action is not allowed (the fight does not end). `cost`: standard actions; `need`: a d20 plus
    `modifier` must reach it for `damage` to be dealt; `status`: what becomes of one who failed at the brink."""

    is_answer: ClassVar[bool] = True
    refuse: bool = False
    text: Text = ""
    cost: Annotated[int, Meta(ge=0, le=2)] = 1
    need: Annotated[int, Meta(ge=-100, le=200)] | None = None
    modifier: Annotated[int, Meta(ge=-100, le=100)] = 0
    damage: dict[str, Count] = field(default_factory=dict)
    distance_cm: Length | None = None
    sees: bool = True
    status: Literal["at_brink", "down", "dead"] = "down"


class GmRefuse(Intent, frozen=True, kw_only=True):
    """B-GM-1: a declared action is not allowed; its charges are returned."""

    action: str
    text: Text = ""


class GmGrantInitiative(Intent, frozen=True, kw_only=True):
    """B-READY-7: a declared action gets the trait "initiative"."""

    action: str


class GmCloseWindow(Intent, frozen=True, kw_only=True):
    """3.2: whoever has not answered passes."""

    is_answer: ClassVar[bool] = True


class GmEndTurn(Intent, frozen=True, kw_only=True):
    """B-GM-1: the turn is over, without readying."""


class GmSet(values.GmSet, frozen=True, kw_only=True):
    """B-GM-1: any field. `key`: the weapon for `loaded` and `reserve`, the number for `sheet`."""

    value_of: Literal[
        "health", "ep", "morale", "status", "actions", "readied", "loaded", "reserve", "sheet", "equipped"
    ]


class EndCombat(Intent, frozen=True, kw_only=True):
    """B-END-1: the GM ends it and names the winning sides, or none."""

    is_answer: ClassVar[bool] = True
    winners: tuple[Side, ...] = ()
