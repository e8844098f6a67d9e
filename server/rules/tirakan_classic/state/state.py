"""The system's own half of the state: combatants, the round, the stack of acts. Shapes without behaviour."""

from __future__ import annotations

from typing import Annotated

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
)
from server.core.space import Point
from server.kit.acts import frame as acts
from server.kit.order import Score
from server.rules.tirakan_classic.state.intents import Cover, Deed, Roll
from server.rules.tirakan_classic.state.options import Options
from server.rules.tirakan_classic.state.sheet import Posture, Sheet, Status

Tally = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""A number of a combatant, far beyond what any fight comes to: it keeps nonsense out of imported states."""


class Arm(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A weapon as it is now. `ammo` None: not counted; `loading`: steps of reloading so far."""

    ammo: Tally | None = None
    loading: Tally = 0


class Combatant(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A combatant as it is now."""

    sheet: ByRule[Sheet]
    arms: ByRule[dict[str, Arm]] = {}
    in_hand: Open[str] = ""
    actions: Open[Tally] = 0
    stolen_next: Open[Tally] = 0
    bonus_dice: Open[Tally] = 0
    destiny_dice: Open[Tally] = 0
    wounds: Open[Tally] = 0
    status: Open[Status] = "ok"
    posture: Open[Posture] = "standing"
    full_auto: Open[str] = ""
    """L-FULL-2: the weapon that binds its actions."""
    round_over: Open[bool] = False
    """L-FULL-3."""
    had_turn: Open[bool] = False
    unperceived: ByRule[tuple[str, ...]] = ()
    """Whom it does not perceive, by the GM's word."""
    cover_from: ByWho[dict[str, Cover]] = {}
    """Cover by attacker; `*` for all others."""


class Strike(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The hit roll of an act, and what defences take of it."""

    weapon: IfSeen[str] = ""
    mode: IfSeen[str] = ""
    faces: Open[tuple[Faces, ...]] = ()
    spare: Open[tuple[Faces, ...]] = ()
    """L-GM-1: dice that fell away."""
    bonus: Open[int] = 0
    """L-DICE-5: so many of the dice were added."""
    destiny: Open[tuple[int, ...]] = ()
    """L-DICE-5: destiny dice that were added."""
    minimum: OfSheet[int] = 0
    hits: Open[int] = 0
    evaded: Open[bool] = False
    parried: Open[int] = 0

    @property
    def left(self) -> int:
        """Hits that no defence has taken."""
        return 0 if self.evaded else max(0, self.hits - self.parried)


class Rolled(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """L-DICE-5: the last roll whose roller may improve it. `name`: of its dice in the act; `times`: how often it was
    improved so far."""

    what: Open[str]
    name: Open[str]
    who: Named[str]
    faces: Open[tuple[Faces, ...]]
    destiny: Open[tuple[int, ...]] = ()
    minimum: OfSheet[int]
    times: Open[int] = 0


class Ruling(acts.Ruling, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What the GM has ruled on an act."""

    roll: Roll = ""
    removed: int = 0
    from_behind: bool = False
    cover: Cover | None = None
    distance_cm: int | None = None
    modifier: int = 0


class Frame(acts.Frame, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One act in progress. One more stage, landed: what was thrown lies there, and the GM says what it does."""

    deed: ByRule[Deed | None] = None
    ruling: ByRule[Ruling] = Ruling()
    rulings: ByRule[dict[str, Ruling]] = msgspec.field(default_factory=dict)
    declared: ByRule[dict[str, Deed]] = msgspec.field(default_factory=dict)
    strike: Parts[Strike | None] = None
    landing: IfSeen[Point | None] = None
    """Where it lands if it misses; then where it has landed."""
    is_astray: IfSeen[bool] = False
    rolled: Parts[Rolled | None] = None


class Game(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The fight. `turn`: whose turn it is; `place`: whose place in the order was reached last in this round."""

    options: Open[Options] = Options()
    round: Open[int] = 0
    order: Named[tuple[str, ...]] = ()
    turn: ByRule[str] = ""
    place: ForGM[str] = ""
    scores: ForGM[dict[str, Score]] = {}
    """L-INIT-1 to L-INIT-4: what the places come from."""
    combatants: PartsByWho[dict[str, Combatant]] = {}
    distances: ByPair[dict[str, int]] = {}
    """Centimetres, where there is no map."""
    enmity: ByPair[dict[str, bool]] = {}
    """Where the GM says otherwise than the sides."""
    frames: Parts[tuple[Frame, ...]] = ()
