"""What people ask for (specification 3.2): its intents with `_` for `.`."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field
from msgspec.structs import force_setattr

from server.core.ids import GM
from server.core.intents import Act, Intent, Start
from server.core.space import Point
from server.kit import newcomers, values
from server.kit.forms import Side, Somebody
from server.rules.tactics.state.options import Options
from server.rules.tactics.state.plan import MOST_ACTIONS, Action, Intention, Target
from server.rules.tactics.state.sheet import SHEETS, Brought, Score, Sheet, described
from server.rules.tactics.state.state import Defence

Text = Annotated[str, Meta(max_length=500)]
ActionId = Annotated[str, Meta(max_length=20)]
ItemId = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=-100, le=100)]
Degree = Annotated[int, Meta(ge=-10, le=10)]
Actions = Annotated[tuple[Action, ...], Meta(max_length=MOST_ACTIONS)]
OnBlock = Literal["", "damage", "sunder"]


class EncounterStart(Start, frozen=True, kw_only=True):
    """The fight begins."""


class EncounterEnd(Intent, frozen=True, kw_only=True):
    """D-RND-3: the GM ends it, also where the server proposes that."""

    is_answer: ClassVar[bool] = True
    winners: tuple[Side, ...] = ()


class GmGoOn(Intent, frozen=True, kw_only=True):
    """D-RND-3: a side is without able foes, but the fight goes on."""

    is_answer: ClassVar[bool] = True


class AddCombatant(newcomers.AddCombatant, frozen=True, kw_only=True):
    """Somebody joins, also in the middle of the fight. `sheet`: its own, or the name of a sample."""

    sheet: Brought = Sheet()

    def __post_init__(self) -> None:
        """The sample itself is kept: another release may have others."""
        force_setattr(self, "sheet", described(self.sheet, SHEETS))


class SetOptions(Intent, frozen=True, kw_only=True):
    """The house rules, before the fight."""

    options: Options


# --- planning --------------------------------------------------------------------------------------------------------


class TacticsSet(Act, frozen=True, kw_only=True):
    """D-TAC-1. Without `dT` that is the rest."""

    oT: Score
    dT: Score | None = None


class ActionsDeclare(Act, frozen=True, kw_only=True):
    """D-DECL-1."""

    plan: Actions = ()


class PhaseSettle(Act, frozen=True, kw_only=True):
    """D-TAC-5: whoever sends it has seen what came before: that is said beside it (`seen`)."""

    is_answer: ClassVar[bool] = True


class PhaseUnsettle(Act, frozen=True, kw_only=True):
    """Not yet."""

    is_answer: ClassVar[bool] = True


class GmLockPhase(Intent, frozen=True, kw_only=True):
    """D-TAC-5, D-DECL-6: what stands is fixed."""

    is_answer: ClassVar[bool] = True


class InitiativeOrderTie(Intent, frozen=True, kw_only=True):
    """D-INIT-3, D-INIT-4: in which order those go who are equal. `who`: one of them who proposes it; else the GM."""

    by: ClassVar[str] = "seat"
    is_answer: ClassVar[bool] = True
    who: str = GM
    order: Annotated[tuple[Target, ...], Meta(max_length=200)]


# --- goes ------------------------------------------------------------------------------------------------------------


class ClosingGo(Act, frozen=True, kw_only=True):
    """D-MOV-9."""

    pain: bool = False


class GoYield(Act, frozen=True, kw_only=True):
    """D-INIT-5."""

    to: Somebody


class GoEnd(Act, frozen=True, kw_only=True):
    """What is not performed is given up."""


class ActionsChange(Act, frozen=True, kw_only=True):
    """D-ACT-5: by the actions' ids. What is added comes last."""

    replace: Annotated[dict[ActionId, Action], Meta(max_length=MOST_ACTIONS)] = field(default_factory=dict)
    drop: Annotated[tuple[ActionId, ...], Meta(max_length=MOST_ACTIONS)] = ()
    add: Actions = ()


class ActionPerform(Act, frozen=True, kw_only=True):
    """D-ACT-1. `target`: one of those declared; `path`: where a move leads, else to within reach of the target."""

    id: ActionId
    target: Target = ""
    intention: Intention = ""
    pain: bool = False
    on_block: OnBlock = ""
    path: Annotated[tuple[Point, ...], Meta(max_length=64)] = ()
    at: Point | None = None


# --- answers to an attack --------------------------------------------------------------------------------------------


class Defend(Act, frozen=True, kw_only=True):
    """D-DEF-1. `item`: what parries or blocks; empty: bare hands."""

    is_answer: ClassVar[bool] = True
    kind: Defence = "none"
    item: ItemId = ""
    full_defense: bool = False


class Interfere(Act, frozen=True, kw_only=True):
    """D-RPB-2."""

    is_answer: ClassVar[bool] = True
    kind: Literal["parry", "block"]
    item: ItemId = ""


class Guard(Act, frozen=True, kw_only=True):
    """D-INC-3."""

    is_answer: ClassVar[bool] = True
    kind: Literal["parry", "block"]
    item: ItemId = ""


class ShieldBody(Act, frozen=True, kw_only=True):
    """D-INC-5. `item`: a shield that blocks."""

    is_answer: ClassVar[bool] = True
    item: ItemId = ""


class StayOut(Act, frozen=True, kw_only=True):
    """Whoever could help does not."""

    is_answer: ClassVar[bool] = True


class BlockChoice(Act, frozen=True, kw_only=True):
    """D-SUND-7."""

    is_answer: ClassVar[bool] = True
    choice: Literal["damage", "sunder"]


# --- the GM ----------------------------------------------------------------------------------------------------------


class GmModifier(Intent, frozen=True, kw_only=True):
    """D-GEN-10: stands until the GM removes it (0). Without names: of the attack in progress."""

    attacker: Somebody = ""
    target: Somebody = ""
    n: Number


class GmProjectile(Intent, frozen=True, kw_only=True):
    """D-RPB-4: what parrying or blocking a projectile gives the attacker."""

    is_answer: ClassVar[bool] = True
    bonus: Number = 0
    superior: Degree = 0


class GmSuperior(Intent, frozen=True, kw_only=True):
    """D-INC-2: Superior of the attack in progress; instead of that against helpless ones."""

    n: Degree


class GmRefuse(Intent, frozen=True, kw_only=True):
    """D-RPB-2, D-BLK-5: somebody is not free to help, or can't stop this with bare hands."""

    who: Somebody
    reason: Text = ""


class GmBurstPenalty(Intent, frozen=True, kw_only=True):
    """D-BURST-3: so much is subtracted for this burst."""

    n: Annotated[int, Meta(ge=0, le=100)]


class GmWaiveChange(Intent, frozen=True, kw_only=True):
    """D-ACT-9: so many changes are free."""

    who: Somebody
    n: Annotated[int, Meta(ge=0, le=100)] = 1


class GmMaxAttacks(Intent, frozen=True, kw_only=True):
    """D-MULT-3."""

    who: Somebody
    weapon: ItemId
    n: Annotated[int, Meta(ge=0, le=20)]


class GmMarkCheck(Intent, frozen=True, kw_only=True):
    """D-DECL-4: this action needs a check."""

    who: Somebody
    action: ActionId


class GmRange(Intent, frozen=True, kw_only=True):
    """D-MOV-10: how far two are from each other, in metres."""

    pair: Annotated[tuple[Somebody, ...], Meta(max_length=2)]
    m: Annotated[float, Meta(ge=0, le=100_000)]


class GmObject(Intent, frozen=True, kw_only=True):
    """D-SUND-8: something that may be struck from here on."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    tier: Annotated[int, Meta(ge=1, le=20)]
    size: Annotated[int, Meta(ge=1, le=20)]


class GmReveal(Intent, frozen=True, kw_only=True):
    """D-SEC-5: all see a hidden one; or only those named."""

    who: Somebody
    to: tuple[Somebody, ...] = ()


class GmSet(values.GmSet, frozen=True, kw_only=True):
    """Any value. `key`: the item for ammunition, qualities and what is in hand; the status."""

    value_of: Literal["W", "S", "status", "ammo", "q_off", "q_def", "in_hand", "broken", "armour_value", "full_defense"]


class ItemRepair(Intent, frozen=True, kw_only=True):
    """D-SUND-9: crafting restores a quality, never above the original."""

    who: Somebody
    item: ItemId = ""
    side: Literal["off", "def", "armour"]
    points: Annotated[int, Meta(ge=1, le=100)] = 1
