"""The system's own half of the state: combatants, the round, and the stack of frames. Frozen shapes without behaviour.

The stack: an act of the actor or a phase of the round at the bottom, a carried-out reaction on it, hits from elsewhere
on top (specification 3.1). A frame keeps all that its act needs to go on after any stop.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from server.core.dice import Faces
from server.core.space import Point
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

    total: int
    quickness: int = 0
    deftness: int = 0


class Aim(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """T-AIM-4: a collected aiming bonus belongs to a weapon and a target."""

    weapon: str
    target: str
    bonus: int = 0


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

    sheet: Sheet
    main_hand: str = ""
    off_hand: str = ""
    arms: dict[str, Arm] = {}
    wounds: Tally = 0
    boost: Tally = 0
    bonus_dice: Tally = 0
    destiny_dice: Tally = 0
    rerolls: Tally = 0
    conditions: dict[str, Tally] = {}
    spent: tuple[str, ...] = ()
    """Protection units that are used up in this combat (T-PROT-6)."""
    actions: Tally = 0
    quick_reaction: bool = False
    quick_check: Literal["", "passed", "failed"] = ""
    had_turn: bool = False
    stolen_next: Tally = 0
    initiative: Initiative | None = None
    aim: Aim | None = None
    accurate: Accurate | None = None
    recoil_chain: Tally = 0
    block: Block | None = None
    supported: str = ""
    unperceived: tuple[str, ...] = ()
    """Whom it does not perceive, by the GM's word."""
    cover_from: dict[str, Tally] = {}
    """Cover by attacker; `*` for all others."""
    gone: bool = False


class Hit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A successful die of a hit roll. `extra`: wounds of a megacritical hit (T-MEGA-3: it is one hit)."""

    id: str
    die: int
    total: int
    critical: bool = False
    extra: int = 0


class Strike(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The hits of a frame and what has prevented them so far. `critical` None: this attack knows no critical hits."""

    who: str = ""
    target: str
    weapon: str = ""
    hand: str = "main"
    mode: str = ""
    special: str = ""
    distance_cm: int = 0
    from_behind: bool = False
    dice: tuple[Faces, ...] = ()
    destiny: tuple[int, ...] = ()
    """Destiny dice that were added to it (T-DICE-6)."""
    destiny_from: int = DESTINY_FROM
    minimum: int = 0
    critical: int | None = None
    hits: tuple[Hit, ...] = ()
    piercing: int = 0
    wounds_per_hit: int = 1
    inflicts: dict[str, int] = {}
    aim: int = 0
    """The aiming bonus taken over; a hit on the attacker before the end takes it away."""
    accurate: int = 0
    chain: int = 0
    """Attacks directly before this one, for recoil."""
    cover_allowed: bool = True
    dodged: bool = False
    parry: tuple[int, int] | None = None
    """Normal and critical successes of a parry."""
    covered: tuple[str, ...] = ()
    stopped: tuple[str, ...] = ()
    """Hits removed by cover, and by protection."""
    effective: tuple[str, ...] = ()
    """Kinds of protection that worked against it."""
    recoil: bool = False


RollKind = Literal["hit", "dodge", "parry", "check"]


class Rolled(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """T-DICE-6: the last roll that its roller was asked about. `name`: of its dice in the act; `times`: how often it
    was improved so far."""

    what: RollKind
    name: str
    who: str
    dice: tuple[Faces, ...]
    destiny: tuple[int, ...] = ()
    minimum: int
    critical: int | None = None
    destiny_from: int = DESTINY_FROM
    times: int = 0


class Ruling(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What the GM has ruled on an act."""

    cost: int | None = None
    check: str = ""
    difficulty: int = 0
    refuse: bool = False
    from_behind: bool | None = None
    cover: int | None = None
    distance_cm: int | None = None
    modifier: int = 0
    nullify: bool | None = None
    awaken: bool | None = None


FrameKind = Literal["act", "reaction", "hits", "phase"]
Stage = Literal["declared", "paid", "rolled", "reactions", "protected", "harmed"]


class Frame(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One act in progress. `id` is its action id; `name` stands before the names of its rolls and decisions."""

    id: str
    name: str = ""
    kind: FrameKind
    who: str = ""
    """Who acts; in a phase the last actor."""
    target: str = ""
    deed: Deed | None = None
    path: tuple[Point, ...] = ()
    """What is walked while the deed is done (T-MOVE-2)."""
    cost: int = 1
    stage: Stage = "declared"
    """declared: to be paid; paid: its window is open; rolled: its roll may be improved before the window opens;
    reactions: they are carried out, then its effect; protected: the target has chosen; harmed: what its harm set off is
    over."""
    ruling: Ruling = Ruling()
    rulings: dict[str, Ruling] = {}
    """On declared reactions."""
    declared: dict[str, Deed] = {}
    """Reactions not yet carried out; each reserves one action."""
    queue: tuple[str, ...] = ()
    """Who is still to react, in the order of initiative."""
    strike: Strike | None = None
    shield: int = 0
    """Cover by a shield parry."""
    wounds: int = 0
    successes: int | None = None
    """Of the check that the GM or a special attack asked for."""
    choice: str = ""
    """The attribute that holds against a disarming attack."""
    spoiled: bool = False
    """The actor was hit while taking this step of aiming."""
    nullified: bool = False
    timing: str = ""
    """By the GM's word: when reactions to it are announced (H-06)."""
    rolled: Rolled | None = None


class Game(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The fight. `turn`: whose turn it is; `last_actor`: whose turn was the last that was not skipped."""

    options: Options = Options()
    phase: Literal["setup", "start", "turn", "end", "over"] = "setup"
    round: int = 0
    order: tuple[str, ...] = ()
    turn: str = ""
    last_actor: str = ""
    combatants: dict[str, Combatant] = {}
    distances: dict[str, int] = {}
    """Centimetres by `<a>|<b>` (ids sorted), where there is no map."""
    enmity: dict[str, bool] = {}
    """By `<a>|<b>` (ids sorted), where the GM says otherwise than the sides."""
    frames: tuple[Frame, ...] = ()
    effects: tuple[GmPhaseEffect, ...] = ()
    """What the GM has planned for the next phases (T-ROUND-5)."""
    timing: str = ""
    """When reactions to the next act are announced, if the GM has said so (T-REACT-9)."""
