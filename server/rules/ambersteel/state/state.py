"""The state of a fight: combatants, order, and the frames of what is being done. Shapes only.

Frozen values; dicts in here are never changed in place. Lengths are whole centimetres.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from server.core.disclosure import (
    ByPair,
    ByRule,
    ByWho,
    ForGM,
    IfSeen,
    Named,
    OfOwner,
    OfSheet,
    Open,
    Parts,
    PartsByWho,
    Tells,
    Who,
    seen,
)
from server.core.space import Point
from server.rules.ambersteel.state.options import Options
from server.rules.ambersteel.state.sheet import Actions, AooPolicy, DefencePolicy, Sheet, Status
from server.rules.ambersteel.things.items import Armour, DamageType

Tally = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Stage = Literal["", "surprise", "rounds"]
Health = Literal["healthy", "hurt", "down"]
FrameKind = Literal["attack", "move", "execution"]
Source = Literal["action", "riposte", "opportunity", "free_counter"]
How = Literal["melee", "ranged", "thrown"]
Step = Literal[
    "offered", "ruling", "pay", "throw", "throw_ruling", "release", "land", "roll", "defence", "defend", "mode",
    "damage", "aim", "mishap", "done", "walk",
]  # fmt: skip
"""What comes next in a frame (3.1)."""


class Arm(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How a weapon is now."""

    loaded: bool = True
    progress: Tally = 0
    stance: str = ""
    stuck: bool = False


class Ledger(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A-STA-7: stamina of this own round, quiet full rounds in a row, and whether overexertion began in this one."""

    regained: Tally = 0
    spent: Tally = 0
    good_rounds: Tally = 0
    is_fresh: bool = False


class Combatant(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A combatant in the fight."""

    sheet: ByRule[Sheet]
    side: Open[str] = ""
    hp: OfSheet[Tally] = 0
    sp: OfSheet[Tally] = 0
    health: Open[Health] = "healthy"
    main: Open[str] = ""
    off: Open[str] = ""
    arms: ByRule[dict[str, Arm]] = {}
    armour: OfSheet[tuple[Armour, ...]] = ()
    ammo: OfSheet[dict[str, Tally]] = {}
    objects: OfSheet[tuple[str, ...]] = ()
    statuses: Parts[dict[str, Status]] = {}
    flags: Open[tuple[str, ...]] = ()
    aware_of: ByRule[tuple[str, ...] | None] = None
    unperceived: ByRule[tuple[str, ...]] = ()
    actions: Open[Actions] = Actions()
    move_left_cm: OfSheet[Tally] = 0
    moved: Open[bool] = False
    used: Open[str] = ""
    """A-TURN-6: the action that was taken first in this turn."""
    death_failures: OfSheet[Tally] = 0
    ledger: OfSheet[Ledger] = Ledger()
    aoo_policy: OfOwner[AooPolicy] = "hostile_only"
    default_defence: OfOwner[DefencePolicy] = "ask"
    hold: ForGM[bool] = False
    static_lock: OfSheet[str] = ""
    """A-RNG-9: the weapon between whose reload and shot nothing else may be done."""
    joined_round: Open[int] = -1
    """A-INIT-4: it does not act in this round."""
    has_acted: Open[bool] = False
    """A-SUR-3: it has had its turn of the surprise round, or passed."""
    was_attacked: Open[bool] = False
    """A-SUR-6: in the surprise round."""


class Ruling(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A-GEN-6: what the GM put in the place of the rules, for one attack. `advantage`: whatever the circumstances;
    `waive`: these circumstances do not count."""

    advantage: Literal["", "advantage", "disadvantage", "normal"] = ""
    modifier: Tally = 0
    waive: tuple[str, ...] = ()
    range_penalty: Tally | None = None
    reach_cm: Tally | None = None
    damage: Tally | None = None
    damage_type: DamageType | None = None


class Shot(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An attack's die, as everybody sees it."""

    face: Open[Tally]
    total: Open[Tally]
    nat: Open[str]


class Defence(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """How the target defends itself; `nat` once it has rolled."""

    kind: Open[str]
    item: Open[str] = ""
    nat: Open[str] = ""


class Throw(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A-THR-1 to A-THR-3: what a throw can do."""

    reach_cm: Open[Tally]
    damage: Open[Tally]
    type: Open[DamageType]


class Frame(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Something that is being done (3.1): an attack, a move, an execution. Frames lie on one another."""

    tells: ClassVar[Tells] = Tells.WITNESSES
    id: Open[str]
    name: Open[str]
    kind: Open[FrameKind]
    who: Who
    target: Who = ""
    step: ForGM[Step] = "ruling"
    source: Open[Source] = "action"
    how: Open[How] = "melee"
    weapon: Open[str] = ""
    """What it is made with, or thrown; empty: bare hands."""
    label: Open[str] = ""
    heaviness: Open[int] = 2
    action: Open[str] = ""
    mode: OfOwner[str] = ""
    aim: IfSeen[str] = ""
    effect: IfSeen[str] = ""
    is_maim: Open[bool] = False
    asks_ruling: ForGM[bool] = False
    ruling: ForGM[Ruling] = Ruling()
    shot: Open[Shot | None] = None
    defence: Annotated[Defence | None, seen("target")] = None
    thrown: Open[Throw | None] = None
    point: Open[Point | None] = None
    is_hit: Open[bool] = False
    chain: Open[int] = 0
    """A-RIP-5: the how manieth riposte in a row."""
    at: ForGM[Point] = (0, 0)
    """Of a move: where it stands."""
    path: ForGM[tuple[Point, ...]] = ()
    offers: ForGM[tuple[str, ...]] = ()
    """A-ZOC-7: who is still to be asked at this place."""
    handled: ForGM[tuple[str, ...]] = ()
    """Whose zone is left from this place, and who has been asked about it."""
    is_scouted: ForGM[bool] = False
    """Those hidden have been asked about the next part of the way."""
    takers: ForGM[tuple[str, ...]] = ()
    """Hidden ones who will strike on it."""


class Lying(msgspec.Struct, frozen=True, gc=False):
    """A-THR-9: something that was thrown."""

    at: Open[Point]
    name: Open[str]


class Game(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The whole state of the system. `place`: whose turn was the last, or is on."""

    options: Open[Options] = Options()
    combatants: PartsByWho[dict[str, Combatant]] = {}
    stage: Open[Stage] = ""
    surprised: Open[tuple[str, ...]] = ()
    """A-SUR-1: parties."""
    has_attacked: Open[bool] = False
    """An attack has been rolled in the surprise round."""
    claims: Named[tuple[str, ...]] = ()
    scores: ByWho[dict[str, tuple[Tally, ...]]] = {}
    order: Named[tuple[str, ...]] = ()
    place: ForGM[str] = ""
    turn: Annotated[str, seen("turn")] = ""
    round: Open[int] = 0
    frames: Parts[tuple[Frame, ...]] = ()
    lying: Parts[dict[str, Lying]] = {}
    blocked: ByPair[tuple[str, ...]] = ()
    hold_all: ForGM[bool] = False
    end_proposed: ForGM[bool] = False
