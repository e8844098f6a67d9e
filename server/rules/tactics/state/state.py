"""The state of a fight: combatants with what they have planned for the round, the order, the attack in progress."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from server.core.disclosure import (
    ByPair,
    ByRule,
    ForGM,
    IfSeen,
    InId,
    Named,
    OfSheet,
    Open,
    Parts,
    PartsByWho,
    Tells,
    Who,
    seen,
)
from server.core.space import Point
from server.rules.tactics.state.options import Options
from server.rules.tactics.state.plan import Action, Intention
from server.rules.tactics.state.sheet import HELPLESS, Armour, Item, Sheet, Status

Stage = Literal["", "tactics", "declare", "initiative", "closing", "resolve"]
Stance = Literal["", "aggressive", "defensive", "normal"]
Defence = Literal["none", "dodge", "parry", "block"]
Role = Literal["defend", "interfere", "guard", "shield_body", "stay_out"]

BARE_HANDS = ""
"""The id of what everybody has whose hands are empty."""


class Gear(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What may change of an item. `lost_off`, `lost_def`: D-SUND-9, what crafting can restore."""

    q_off: int = 0
    q_def: int = 0
    lost_off: int = 0
    lost_def: int = 0
    ammo: int | None = None
    in_hand: bool = True
    broken: bool = False


class Record(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What a combatant has planned and done in this round; cleared when it ends (specification 1.1)."""

    oT: int | None = None
    dT: int = 0
    stance: Stance = ""
    exact: bool = False
    """D-TAC-3: the house rule tells players the numbers."""
    revisions: int = 0
    """D-TAC-5: own changes in this phase."""
    plan: tuple[Action, ...] = ()
    locked_plan: tuple[Action, ...] = ()
    """D-DECL-3: the plan as it was recorded."""
    committed: int = 0
    """D-ACT-6: the most check actions that the plan has held since it was recorded."""
    changed: int = 0
    waived: int = 0
    """D-ACT-9."""
    performed: tuple[str, ...] = ()
    counter: dict[str, int] = {}
    """D-CTR-1: the bonus against each whose attack was parried."""
    counters: dict[str, tuple[int, ...]] = {}
    """Each failure by which it was earned, for the house rule that adds them."""
    initiative: int | None = None
    closed: bool = False
    """Its closing move has been carried out, or given up."""
    closing: str = ""
    """The closing move that waits for those of the others."""
    run_cm: int | None = None
    """D-MOV-3: how far its Run check lets it go."""
    moved_cm: int = 0
    walked_cm: int = 0
    ran_from: Point | None = None
    """D-MOV-8: where the last straight part of its run began."""
    straight_cm: int = 0
    run_at: str = ""
    """Towards whom that led where no map tells it."""
    struck: tuple[str, ...] = ()
    """Whom it has attacked in melee."""
    yielded: bool = False
    gone: bool = False
    """Its go is over."""
    has_attacked: bool = False
    """D-CTR-3: the first attack of its go is made."""

    @property
    def penalty(self) -> int:
        """D-ACT-4, D-ACT-9: what its changes cost."""
        return max(0, self.changed - self.waived)

    @property
    def left(self) -> tuple[Action, ...]:
        """What is still to be performed."""
        return tuple(action for action in self.plan if action.id not in self.performed)


class Combatant(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One who fights."""

    sheet: ByRule[Sheet]
    W: OfSheet[int] = 0
    S: OfSheet[int] = 0
    gear: ByRule[dict[str, Gear]] = {}
    armour_value: OfSheet[int] = 0
    statuses: Open[tuple[Status, ...]] = ()
    full_defense: Open[bool] = False
    record: ByRule[Record] = Record()
    last: ByRule[int | None] = None
    """D-TAC-7: the offensive half of the last split, which is proposed."""
    most_attacks: OfSheet[dict[str, int]] = {}
    """D-MULT-3: what the GM has said about each weapon."""
    unaware: ForGM[tuple[str, ...]] = ()
    """D-SEC-2: the audiences that did not see it when the round began."""

    @property
    def is_able(self) -> bool:
        """D-INC-1."""
        return not self.statuses

    @property
    def worst(self) -> str:
        """The worst of what has befallen it."""
        return next((status for status in HELPLESS if status in self.statuses), "")

    @property
    def armour(self) -> Armour | None:
        """What it wears."""
        return self.sheet.armour

    def item(self, id: str) -> Item | None:
        """Something that it has, with its quality as it is now; D-PAR-4: bare hands for the empty id."""
        if id == BARE_HANDS:
            return Item(name="", skill="unarmed", sizes=(max(1, self.sheet.size - 3),))
        item, gear = self.sheet.items.get(id), self.gear.get(id)
        if item is None or gear is None:
            return item
        return msgspec.structs.replace(item, q_off=gear.q_off, q_def=gear.q_def, ammo=gear.ammo, in_hand=gear.in_hand)


class Answer(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What somebody does about an attack: the target defends itself, another helps. `D`: D-DEF-2."""

    role: Open[Role]
    kind: Open[Defence] = "none"
    item: Open[str] = ""
    D: OfSheet[int] = 0


class Deed(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An action that is being performed: one attack, each shot of a spray, each target of an area."""

    tells: ClassVar[Tells] = Tells.WITNESSES
    who: Who
    action: Open[str]
    kind: Open[str]
    weapon: Open[str] = ""
    intention: Open[Intention] = ""
    count: Open[int] = 1
    queue: Named[tuple[str, ...]] = ()
    """Who is still to be attacked."""
    shot: ForGM[int] = 0
    """How many have been attacked: some of them may be hidden."""
    cp: OfSheet[int] = 0
    """D-PAIN-1, D-PAIN-2: the condition penalty of this action."""
    base_W: OfSheet[int | None] = None
    base_S: OfSheet[int | None] = None
    """D-AREA-3: base damage, once its dice are thrown."""
    at: Open[Point | None] = None
    on_block: Open[str] = ""


class Attack(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One attack roll: declared, answered, rolled (specification 3.3a)."""

    tells: ClassVar[Tells] = Tells.WITNESSES
    id: InId
    name: Open[str]
    who: Who
    target: Who
    action: Open[str]
    kind: Open[str]
    weapon: IfSeen[str] = ""
    intention: IfSeen[Intention] = ""
    distance_cm: IfSeen[int | None] = None
    """From the attacker, or from where it bursts."""
    charge: IfSeen[int] = 0
    """D-MOV-8."""
    counter: IfSeen[int] = 0
    """D-CTR-3: what an earlier parry is worth now."""
    stage: Open[Literal["declared", "rolled"]] = "declared"
    answers: ByRule[dict[str, Answer]] = {}
    refused: Named[tuple[str, ...]] = ()
    """D-BLK-5: whose bare hands can't stop it."""
    superior: ByRule[int | None] = None
    """D-INC-2: what the GM has said."""
    burst: ByRule[int | None] = None
    """D-BURST-3."""
    projectile: ByRule[tuple[int, int] | None] = None
    """D-RPB-4: bonus and Superior that the GM has said."""
    natural: Open[int] = 0
    s: ForGM[int] = 0
    on_block: IfSeen[str] = ""


class Object(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """D-SUND-8: something that may be struck."""

    name: Open[str]
    tier: Open[int]
    size: Open[int]


class Game(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The whole state of the system."""

    options: Open[Options] = Options()
    combatants: PartsByWho[dict[str, Combatant]] = {}
    stage: Open[Stage] = ""
    round: Open[int] = 0
    order: Named[tuple[str, ...]] = ()
    place: ForGM[str] = ""
    """Whose go was the last, or is on."""
    turn: Annotated[str, seen("turn")] = ""
    ties: ForGM[tuple[tuple[str, ...], ...]] = ()
    """D-INIT-3: orders that were decided among those of equal initiative."""
    deed: Parts[Deed | None] = None
    attack: Parts[Attack | None] = None
    modifiers: ByPair[dict[str, int]] = {}
    """D-GEN-10: `attacker|target`."""
    distances: ByPair[dict[str, int]] = {}
    objects: Parts[dict[str, Object]] = {}
    end_refused: ForGM[bool] = False
    """D-RND-3: the GM lets the fight go on."""


def fresh_gear(item: Item) -> Gear:
    """An item as its sheet says."""
    return Gear(
        q_off=item.q_off,
        q_def=item.q_def,
        ammo=item.ammo,
        in_hand=item.in_hand,
        broken=min(item.q_off, item.q_def) <= -5,
    )
