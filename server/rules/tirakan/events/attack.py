"""Events: from the hit roll to wounds and conditions. Facts only."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import field

from server.core.dice import Faces
from server.core.disclosure import ByRule, IfSeen, OfSheet, Open, Tells, Who, seen, sheet
from server.core.events import Answered, Event
from server.core.terms import Term
from server.rules.tirakan.state.intents import Stop
from server.rules.tirakan.state.numbers import CRITICAL_FROM, DESTINY_FROM
from server.rules.tirakan.state.state import Hit, Rolled, RollKind


class HitsRolled(Event, frozen=True, kw_only=True):
    """T-HIT-1 to T-HIT-4, T-CRIT-1 to T-CRIT-4. `K` None: no critical hits."""

    action_id: Open[str]
    who: Who
    target: Who
    weapon: IfSeen[str]
    hand: IfSeen[str] = "main"
    mode: Open[str] = ""
    special: Open[str] = ""
    distance_cm: IfSeen[int] = 0
    from_behind: Open[bool] = False
    pool: Open[int]
    dice: Open[tuple[Faces, ...]]
    M: OfSheet[int]
    K: OfSheet[int | None]
    hits: Open[tuple[Hit, ...]]
    N: Open[int]
    C: Open[int]
    X: Open[int]
    aim: OfSheet[int] = 0
    accurate: OfSheet[int] = 0
    chain: OfSheet[int] = 0
    recoil: Open[bool] = False
    piercing: Open[int] = 0
    wounds_per_hit: Open[int] = 1
    inflicts: OfSheet[dict[str, int]] = field(default_factory=dict)
    terms: OfSheet[tuple[Term, ...]] = ()


class HitsReevaluated(Event, frozen=True, kw_only=True):
    """T-REACT-11b: the same dice with other thresholds."""

    action_id: Open[str]
    who: Who
    target: Who
    M: OfSheet[int]
    K: OfSheet[int | None]
    hits: Open[tuple[Hit, ...]]
    N: Open[int]
    C: Open[int]
    X: Open[int]
    reason: Open[str]
    terms: OfSheet[tuple[Term, ...]] = ()


class HitsInflicted(Event, frozen=True, kw_only=True):
    """T-PROT-2: hits from another source, or thrown back (T-PROT-10). `who`: whose armour threw them back; `waits`:
    they come when the acts in progress are over."""

    action_id: Open[str]
    name: Open[str]
    who: Who = ""
    target: Who
    hits: Open[tuple[Hit, ...]]
    wounds_per_hit: Open[int] = 1
    piercing: Open[int] = 0
    cover_allowed: Open[bool] = False
    waits: Open[bool] = False


class DodgeRolled(Event, frozen=True, kw_only=True):
    """T-DODGE-5, T-DODGE-6."""

    action_id: Open[str]
    who: Who
    dice: Open[tuple[Faces, ...]]
    M: OfSheet[int]
    successes: Open[int]
    success: Open[bool]
    terms: OfSheet[tuple[Term, ...]] = ()


class ParryRolled(Event, frozen=True, kw_only=True):
    """T-PARRY-2 to T-PARRY-4. `K`: from which total a success is critical; `removed`: hits that it takes from the
    attack as it stands now."""

    action_id: Open[str]
    who: Who
    weapon: Open[str]
    dice: Open[tuple[Faces, ...]]
    M: OfSheet[int]
    K: Annotated[int, sheet(masked=0)] = CRITICAL_FROM
    normal: Open[int]
    critical: Open[int]
    removed: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class ShieldParried(Event, frozen=True, kw_only=True):
    """T-SHIELD-7."""

    action_id: Open[str]
    who: Who
    shield: Open[str]
    level: Open[int]


class CoverRolled(Event, frozen=True, kw_only=True):
    """T-COVER-2 to T-COVER-5. `who`: the attacker; `hits`: the ids of the hits that are gone."""

    action_id: Open[str]
    who: Who = ""
    target: Who
    level: Annotated[int, seen("target")]
    source: Annotated[str, seen("target")]
    critical_faces: Annotated[tuple[int, ...], seen("target")]
    normal_faces: Annotated[tuple[int, ...], seen("target")]
    removed: Open[int]
    hits: Open[tuple[str, ...]]
    terms: ByRule[tuple[Term, ...]] = ()


class ProtectionUsed(Answered, frozen=True, kw_only=True):
    """T-PROT-4, T-PIERCE-1. `effective`: the kinds that stopped a hit; `stopped`, `left`: how many hits were stopped
    and how many go through; `wasted`: how many units were pierced."""

    tells: ClassVar[Tells] = Tells.SHEET
    action_id: Open[str]
    pierced: Open[tuple[str, ...]]
    stops: Open[tuple[Stop, ...]]
    effective: Open[tuple[str, ...]]
    stopped: Open[int] = 0
    left: Open[int] = 0
    wasted: Open[int] = 0


class ProtectionDeclined(Answered, frozen=True, kw_only=True):
    """T-PROT-5: no unit used although some would serve."""

    tells: ClassVar[Tells] = Tells.SHEET
    action_id: Open[str]


class WoundsTaken(Event, frozen=True, kw_only=True):
    """T-WOUND-1 to T-WOUND-3. `now`: wounds after it."""

    who: Who
    wounds: Open[int]
    boost_used: OfSheet[int] = 0
    now: Open[int]


class ConditionChanged(Event, frozen=True, kw_only=True):
    """A condition has this level from now on; 0: it is over."""

    who: Who
    condition: Open[str]
    level: Open[int]


class CheckRolled(Event, frozen=True, kw_only=True):
    """T-DICE-2. `needed`: successes that were asked for."""

    action_id: Open[str] = ""
    who: Who
    purpose: Open[str]
    attribute: Open[str]
    dice: Open[tuple[Faces, ...]]
    M: OfSheet[int]
    successes: Open[int]
    needed: Open[int] = 1
    terms: OfSheet[tuple[Term, ...]] = ()


class DisarmAttributeChosen(Answered, frozen=True, kw_only=True):
    """T-SPEC-DIS-2."""

    action_id: Open[str]
    attribute: Open[str]


class RollStands(Event, frozen=True, kw_only=True):
    """T-DICE-6: whoever has made this roll may improve it now."""

    tells: ClassVar[Tells] = Tells.GM
    who: Who
    action_id: Open[str]
    roll: Open[Rolled]


class RollImproved(Event, frozen=True, kw_only=True):
    """T-DICE-6: the whole roll as it is now, for all who see it. `roll`: hit, dodge, parry or check; `target`: against
    whom; `decision`: the question that it comes of; `bonus`, `destiny`, `reroll`: what was spent on
    it; `F`: from which face a destiny die succeeds."""

    who: Who
    decision: Open[str]
    target: Who = ""
    action_id: Open[str]
    roll: Open[RollKind]
    bonus: ByRule[int] = 0
    destiny: ByRule[int] = 0
    reroll: ByRule[bool] = False
    dice: ByRule[tuple[Faces, ...]]
    destiny_dice: ByRule[tuple[int, ...]] = ()
    M: OfSheet[int]
    K: Annotated[int | None, sheet(masked=0)] = None
    hits: ByRule[tuple[Hit, ...]] = ()
    successes: ByRule[int]
    N: ByRule[int]
    C: ByRule[int] = 0
    X: ByRule[int] = 0
    F: Open[int] = DESTINY_FROM
    terms: OfSheet[tuple[Term, ...]] = ()
