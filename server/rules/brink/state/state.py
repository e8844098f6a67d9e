"""The state of a fight: combatants, order, delays, and the frames of what is being done. Shapes only.

Frozen values; dicts in here are never changed in place. Lengths are whole centimetres.
"""

from __future__ import annotations

from typing import Annotated, Literal

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
    for_gm,
)
from server.core.space import Point
from server.rules.brink.state.options import Options
from server.rules.brink.state.sheet import BARE_HANDS, Sheet, Skill, Tally, Weapon

Source = Literal["standard", "ep", "readied", "opportunity", "opening"]
Stage = Literal["", "opening", "turn", "boundary"]
ActKind = Literal["attack", "skill", "move", "shift", "swap", "reload", "custom"]


class Arm(msgspec.Struct, frozen=True, gc=False):
    """B-AMMO-1, B-AMMO-2: what is in a weapon and how often it can be reloaded (None: not counted)."""

    loaded: Open[bool] = True
    reserve: Open[Tally | None] = None


class Combatant(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A combatant in the fight. `lost`: the damage that everybody has seen it take."""

    sheet: ByRule[Sheet]
    group: Open[str] = ""
    health: OfSheet[Tally] = 0
    lost: Open[Tally] = 0
    ep: Open[Tally] = 0
    arms: ByRule[dict[str, Arm]] = {}
    equipped: Open[str] = ""
    morale: Open[Tally] = 0
    status: Open[str] = "active"
    std_left: Open[Tally] = 0
    readied: Open[bool] = False
    touched: Open[bool] = False
    """B-DELAY-1: it has spent an action or ep in this turn."""

    @property
    def weapon(self) -> Weapon:
        """What is in its hand."""
        return self.sheet.weapons.get(self.equipped, BARE_HANDS)


class Deed(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What is to be done, in one form for standard, readied, opening and opportunity actions.

    Without positions on the map a path is given by its lengths."""

    kind: Open[ActKind]
    target: Named[str] = ""
    skill: IfSeen[str] = ""
    ep_bonus: IfSeen[int] = 0
    path: IfSeen[tuple[Point, ...]] = ()
    normal_cm: IfSeen[int] = 0
    difficult_cm: IfSeen[int] = 0
    weapon: IfSeen[str] = ""
    pay: IfSeen[Literal["action", "ep"]] = "action"
    text: IfSeen[str] = ""


class Ruling(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What the GM said about a free-text action or a skill (B-TURN-6, B-SKILL-4). `damage` by combatant."""

    text: str = ""
    cost: int = 1
    need: int | None = None
    modifier: int = 0
    damage: dict[str, int] = {}


class Shot(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An attack's die while the attacker may still add ep (3.3.8)."""

    face: int
    total: int
    agility: int


class Action(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A pending action of a frame. `name`: its part of the names of rolls; `seq`: when it was announced."""

    id: InId
    name: Open[str]
    who: Named[str]
    deed: Parts[Deed]
    source: Open[Source]
    initiative: IfSeen[bool] = False
    seq: ForGM[int] = 0
    weapon: IfSeen[str] = ""
    """The weapon in hand when it was declared."""
    label: IfSeen[str] = ""
    """The skill's name, for people."""
    origin: IfSeen[Point | None] = None
    """Where a mover stood."""
    energy: IfSeen[int] = 0
    """What was paid, to be returned where it is refused."""
    actions: IfSeen[int] = 0
    extra_ep: IfSeen[int] = 0
    void: IfSeen[str] = ""
    """Why it comes to nothing although its doer is able (B-A-23, B-A-24)."""
    shot: ByRule[Shot | None] = None
    ruling: ForGM[Ruling | None] = None
    offers: ForGM[tuple[str, ...] | None] = None
    """B-MOVE-4: who has still to be asked for an opportunity attack; None: not yet looked for."""

    @property
    def rank(self) -> int:
        """B-READY-5 to B-READY-8: readied before others, "initiative" before both, readied with it first of all."""
        return (1 if self.source == "readied" else 0) + (2 if self.initiative else 0)


class Frame(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """3.3: actions being resolved, as one ordered list. A child frame is an opportunity attack inside a move."""

    id: InId
    pending: Parts[tuple[Action, ...]]
    window: ForGM[str] = ""
    """The action against which the window has been opened."""
    passed: ForGM[tuple[str, ...]] = ()
    """`<who>|<action>`: who has passed on which action."""
    waits: ForGM[tuple[str, ...]] = ()
    """The decisions that it waits for."""
    latest: Open[str] = ""
    """The name of the action that was announced last."""
    announced: Annotated[int, for_gm(0)] = 1


class Boundary(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The moment behind the turn of the slot `ended` (3.3.7). `resolved`: that was a turn and no delay, so a
    delayed one may be re-inserted here. `unseen`: nobody is left of that slot, and some may not have seen it."""

    ended: str = ""
    resolved: bool = False
    asked: bool = True
    passed: tuple[str, ...] = ()
    unseen: bool = False


class Delay(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """B-DELAY-1: a turn that is delayed. `round`: whose turn; `after`: the slot behind which it will be put."""

    state: Literal["announced", "waiting"]
    round: int
    after: str = ""
    after_round: int = 0


class Game(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The whole state of the system. A slot is a combatant's id or the name of a group."""

    options: Open[Options] = Options()
    combatants: PartsByWho[dict[str, Combatant]] = {}
    stage: ByRule[Stage] = ""
    round: Open[int] = 0
    order: ByRule[tuple[str, ...]] = ()
    faces: ForGM[dict[str, tuple[int, ...]]] = {}
    """B-INIT-1, B-INIT-2: each slot's initiative, with the faces that broke ties."""
    started: ByRule[dict[str, int]] = {}
    """B-DELAY-6: the round in which each slot's start-of-turn effects last happened."""
    turn: ByRule[str] = ""
    place: ForGM[str] = ""
    """The slot whose place in the order was reached last."""
    boundary: ByRule[Boundary] = Boundary()
    delays: ByRule[dict[str, Delay]] = {}
    frames: Parts[tuple[Frame, ...]] = ()
    waits: ForGM[tuple[str, ...]] = ()
    """The decisions that the fight waits for outside of frames."""
    doubtful: Named[tuple[str, ...]] = ()
    """B-A-10: who failed at the brink and waits for the GM's word."""
    end_refused: ForGM[bool] = False
    """B-A-11: the GM let the fight go on."""
    distances: ByPair[dict[str, int]] = {}
    blocked: ByPair[tuple[str, ...]] = ()
    """Pairs without line of sight."""
    enmity: ByPair[dict[str, bool]] = {}
    """Pairs whose enmity the GM has set."""


def skills_of(game: Game, combatant: Combatant) -> dict[str, Skill]:
    """B-SKILL-3: the skills that a combatant knows, its disciplines' included."""
    sheet = combatant.sheet
    known = {id: skill for id, skill in sheet.skills.items() if _has_discipline(sheet, skill.discipline)}
    for discipline in sheet.disciplines:
        known |= game.options.disciplines.get(discipline, {})
    return known


def _has_discipline(sheet: Sheet, discipline: str) -> bool:
    return not discipline or discipline in sheet.disciplines
