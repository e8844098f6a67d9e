"""The system's own half of the state: combatants, the round, and the stack of frames. Frozen shapes without behaviour.

The stack: an act of the actor or a phase of the round at the bottom, a carried-out reaction on it, hits from elsewhere
on top (specification 3.1). A frame keeps all that its act needs to go on after any stop.
"""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from server.core.dice import Faces
from server.core.disclosure import (
    ByPair,
    ByRule,
    ByWho,
    ForGM,
    IfSeen,
    Named,
    OfSheet,
    Open,
    Parts,
    PartsByWho,
    Tells,
    Who,
    owner,
    sheet,
)
from server.kit.acts import frame as acts
from server.rules.tirakan.state.intents import Deed, GmPhaseEffect
from server.rules.tirakan.state.numbers import DESTINY_FROM
from server.rules.tirakan.state.options import Options
from server.rules.tirakan.state.sheet import Sheet

Tally = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""A number of a combatant, far beyond what any fight comes to: it keeps nonsense out of imported states."""


class Arm(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A weapon as it is now. `lost`: it lies on the ground; `stuck_in`: the combatant whose armour holds it."""

    ready: bool = True
    ammo: Tally | None = None
    reload_progress: Tally = 0
    stuck_in: str = ""
    lost: bool = False


class Initiative(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """T-INIT-1 to T-INIT-4: what the place in the order comes from, but for the roll-offs."""

    total: Open[int]
    quickness: OfSheet[int] = 0
    deftness: OfSheet[int] = 0


class Aim(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """T-AIM-4: a collected aiming bonus belongs to a weapon and a target."""

    weapon: Open[str]
    target: Named[str]
    bonus: OfSheet[int] = 0


class Accurate(msgspec.Struct, frozen=True, gc=False):
    """T-SPEC-ACC-1: steps taken for an accurate attack with a weapon."""

    weapon: str
    stacks: int


class Block(msgspec.Struct, frozen=True, gc=False):
    """T-SHIELD-3: a raised shield, and in which round it was raised."""

    shield: str
    round: int


class Combatant(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A combatant as it is now. `gone`: taken off the table; it keeps its place in the order."""

    sheet: ByRule[Sheet]
    main_hand: Open[str] = ""
    off_hand: Open[str] = ""
    arms: ByRule[dict[str, Arm]] = {}
    wounds: Open[Tally] = 0
    boost: OfSheet[Tally] = 0
    bonus_dice: Open[Tally] = 0
    destiny_dice: Open[Tally] = 0
    rerolls: Open[Tally] = 0
    conditions: Open[dict[str, Tally]] = {}
    spent: ByRule[tuple[str, ...]] = ()
    """Protection units that are used up in this combat (T-PROT-6)."""
    actions: Open[Tally] = 0
    quick_reaction: Open[bool] = False
    quick_check: Open[Literal["", "passed", "failed"]] = ""
    had_turn: Open[bool] = False
    stolen_next: Open[Tally] = 0
    initiative: Parts[Initiative | None] = None
    aim: Parts[Aim | None] = None
    accurate: Open[Accurate | None] = None
    recoil_chain: Open[Tally] = 0
    block: Open[Block | None] = None
    supported: Open[str] = ""
    unperceived: ByRule[tuple[str, ...]] = ()
    """Whom it does not perceive, by the GM's word."""
    cover_from: ByWho[dict[str, Tally]] = {}
    """Cover by attacker; `*` for all others."""
    gone: Open[bool] = False


class Hit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A successful die of a hit roll. `extra`: wounds of a megacritical hit (T-MEGA-3: it is one hit)."""

    id: str
    die: int
    total: int
    critical: bool = False
    extra: int = 0


class Strike(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The hits of a frame and what has prevented them so far. `critical` None: this attack knows no critical hits."""

    who: Named[str] = ""
    target: Named[str]
    weapon: IfSeen[str] = ""
    hand: IfSeen[str] = "main"
    mode: Open[str] = ""
    special: Open[str] = ""
    distance_cm: IfSeen[int] = 0
    from_behind: Open[bool] = False
    dice: Open[tuple[Faces, ...]] = ()
    destiny: Open[tuple[int, ...]] = ()
    """Destiny dice that were added to it (T-DICE-6)."""
    destiny_from: Open[int] = DESTINY_FROM
    minimum: OfSheet[int] = 0
    critical: Annotated[int | None, sheet(masked=0)] = None
    hits: Open[tuple[Hit, ...]] = ()
    piercing: Open[int] = 0
    wounds_per_hit: Open[int] = 1
    inflicts: OfSheet[dict[str, int]] = {}
    aim: OfSheet[int] = 0
    """The aiming bonus taken over; a hit on the attacker before the end takes it away."""
    accurate: OfSheet[int] = 0
    chain: OfSheet[int] = 0
    """Attacks directly before this one, for recoil."""
    cover_allowed: Open[bool] = True
    dodged: Open[bool] = False
    parry: Open[tuple[int, int] | None] = None
    """Normal and critical successes of a parry."""
    covered: Open[tuple[str, ...]] = ()
    stopped: ByRule[tuple[str, ...]] = ()
    """Hits removed by cover, and by protection."""
    effective: ByRule[tuple[str, ...]] = ()
    """Kinds of protection that worked against it."""
    recoil: Open[bool] = False


RollKind = Literal["hit", "dodge", "parry", "check"]


class Rolled(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """T-DICE-6: the last roll that its roller was asked about. `name`: of its dice in the act; `times`: how often it
    was improved so far. Its faces are public, not from which total a die counts."""

    tells: ClassVar[Tells] = Tells.WITNESSES
    what: Open[RollKind]
    name: Open[str]
    who: Who
    dice: Open[tuple[Faces, ...]]
    destiny: Open[tuple[int, ...]] = ()
    minimum: OfSheet[int]
    critical: Annotated[int | None, sheet(masked=0)] = None
    destiny_from: Open[int] = DESTINY_FROM
    times: Open[int] = 0


class Ruling(acts.Ruling, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What the GM has ruled on an act."""

    check: str = ""
    difficulty: int = 0
    from_behind: bool | None = None
    cover: int | None = None
    distance_cm: int | None = None
    modifier: int = 0
    nullify: bool | None = None
    awaken: bool | None = None


FrameKind = Literal["act", "reaction", "hits", "phase"]


class Frame(acts.Frame, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One act in progress, a phase of the round, or hits from elsewhere.

    More stages, protected: the target has chosen; harmed: what its harm set off is over."""

    deed: ByRule[Deed | None] = None
    ruling: ByRule[Ruling] = Ruling()
    rulings: ByRule[dict[str, Ruling]] = msgspec.field(default_factory=dict)
    declared: ByRule[dict[str, Deed]] = msgspec.field(default_factory=dict)
    strike: Parts[Strike | None] = None
    shield: Open[int] = 0
    """Cover by a shield parry."""
    choice: Annotated[str, owner("target")] = ""
    """The attribute that holds against a disarming attack."""
    spoiled: IfSeen[bool] = False
    """The actor was hit while taking this step of aiming."""
    timing: Open[str] = ""
    """By the GM's word: when reactions to it are announced (H-06)."""
    distance_cm: ForGM[int | None] = None
    """How far the target was, if it goes elsewhere before the dice of the attack."""
    rolled: Parts[Rolled | None] = None


class Game(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The fight. `turn`: whose turn it is; `last_actor`: whose turn was the last that was not skipped."""

    options: Open[Options] = Options()
    phase: Open[Literal["setup", "start", "turn", "end", "over"]] = "setup"
    round: Open[int] = 0
    order: Named[tuple[str, ...]] = ()
    turn: ByRule[str] = ""
    last_actor: Named[str] = ""
    combatants: PartsByWho[dict[str, Combatant]] = {}
    distances: ByPair[dict[str, int]] = {}
    """Centimetres by `<a>|<b>` (ids sorted), where there is no map."""
    enmity: ByPair[dict[str, bool]] = {}
    """By `<a>|<b>` (ids sorted), where the GM says otherwise than the sides."""
    frames: Parts[tuple[Frame, ...]] = ()
    effects: ForGM[tuple[GmPhaseEffect, ...]] = ()
    """What the GM has planned for the next phases (T-ROUND-5)."""
    timing: ForGM[str] = ""
    """When reactions to the next act are announced, if the GM has said so (T-REACT-9)."""
