"""Events: from the hit roll to wounds and conditions. Facts only."""

from __future__ import annotations

from msgspec import field

from server.core.dice import Faces
from server.core.events import Answered, Event
from server.core.terms import Term
from server.rules.tirakan.state.intents import Stop
from server.rules.tirakan.state.numbers import CRITICAL_FROM, DESTINY_FROM
from server.rules.tirakan.state.state import Hit, Rolled, RollKind


class HitsRolled(Event, frozen=True, kw_only=True):
    """T-HIT-1 to T-HIT-4, T-CRIT-1 to T-CRIT-4. `K` None: no critical hits."""

    action_id: str
    who: str
    target: str
    weapon: str
    hand: str = "main"
    mode: str = ""
    special: str = ""
    distance_cm: int = 0
    from_behind: bool = False
    pool: int
    dice: tuple[Faces, ...]
    M: int
    K: int | None
    hits: tuple[Hit, ...]
    N: int
    C: int
    X: int
    aim: int = 0
    accurate: int = 0
    chain: int = 0
    recoil: bool = False
    piercing: int = 0
    wounds_per_hit: int = 1
    inflicts: dict[str, int] = field(default_factory=dict)
    terms: tuple[Term, ...] = ()


class HitsReevaluated(Event, frozen=True, kw_only=True):
    """T-REACT-11b: the same dice with other thresholds."""

    action_id: str
    who: str
    target: str
    M: int
    K: int | None
    hits: tuple[Hit, ...]
    N: int
    C: int
    X: int
    reason: str
    terms: tuple[Term, ...] = ()


class HitsInflicted(Event, frozen=True, kw_only=True):
    """T-PROT-2: hits from another source, or thrown back (T-PROT-10). `who`: whose armour threw them back; `waits`:
    they come when the acts in progress are over."""

    action_id: str
    name: str
    who: str = ""
    target: str
    hits: tuple[Hit, ...]
    wounds_per_hit: int = 1
    piercing: int = 0
    cover_allowed: bool = False
    waits: bool = False


class DodgeRolled(Event, frozen=True, kw_only=True):
    """T-DODGE-5, T-DODGE-6."""

    action_id: str
    who: str
    dice: tuple[Faces, ...]
    M: int
    successes: int
    success: bool
    terms: tuple[Term, ...] = ()


class ParryRolled(Event, frozen=True, kw_only=True):
    """T-PARRY-2 to T-PARRY-4. `K`: from which total a success is critical; `removed`: hits that it takes from the
    attack as it stands now."""

    action_id: str
    who: str
    weapon: str
    dice: tuple[Faces, ...]
    M: int
    K: int = CRITICAL_FROM
    normal: int
    critical: int
    removed: int
    terms: tuple[Term, ...] = ()


class ShieldParried(Event, frozen=True, kw_only=True):
    """T-SHIELD-7."""

    action_id: str
    who: str
    shield: str
    level: int


class CoverRolled(Event, frozen=True, kw_only=True):
    """T-COVER-2 to T-COVER-5. `who`: the attacker; `hits`: the ids of the hits that are gone."""

    action_id: str
    who: str = ""
    target: str
    level: int
    source: str
    critical_faces: tuple[int, ...]
    normal_faces: tuple[int, ...]
    removed: int
    hits: tuple[str, ...]
    terms: tuple[Term, ...] = ()


class ProtectionUsed(Answered, frozen=True, kw_only=True):
    """T-PROT-4, T-PIERCE-1. `effective`: the kinds that stopped a hit; `stopped`, `left`: how many hits were stopped
    and how many go through; `wasted`: how many units were pierced."""

    action_id: str
    pierced: tuple[str, ...]
    stops: tuple[Stop, ...]
    effective: tuple[str, ...]
    stopped: int = 0
    left: int = 0
    wasted: int = 0


class ProtectionDeclined(Answered, frozen=True, kw_only=True):
    """T-PROT-5: no unit used although some would serve."""

    action_id: str


class WoundsTaken(Event, frozen=True, kw_only=True):
    """T-WOUND-1 to T-WOUND-3. `now`: wounds after it."""

    who: str
    wounds: int
    boost_used: int = 0
    now: int


class ConditionChanged(Event, frozen=True, kw_only=True):
    """A condition has this level from now on; 0: it is over."""

    who: str
    condition: str
    level: int


class CheckRolled(Event, frozen=True, kw_only=True):
    """T-DICE-2. `needed`: successes that were asked for."""

    action_id: str = ""
    who: str
    purpose: str
    attribute: str
    dice: tuple[Faces, ...]
    M: int
    successes: int
    needed: int = 1
    terms: tuple[Term, ...] = ()


class DisarmAttributeChosen(Answered, frozen=True, kw_only=True):
    """T-SPEC-DIS-2."""

    action_id: str
    attribute: str


class RollStands(Event, frozen=True, kw_only=True):
    """T-DICE-6: whoever has made this roll may improve it now."""

    who: str
    action_id: str
    roll: Rolled


class ImprovementChosen(Answered, frozen=True, kw_only=True):
    """T-DICE-6: what will be spent on the roll. Where the question is secret only who is asked learns of it."""

    action_id: str
    bonus: int = 0
    destiny: int = 0
    reroll: bool = False


class RollImproved(Event, frozen=True, kw_only=True):
    """T-DICE-6: the whole roll as it is now, for all who see it. `roll`: hit, dodge, parry or check; `target`: against
    whom, but for checks; `decision`: the question that it comes of; `bonus`, `destiny`, `reroll`: what was spent on
    it; `F`: from which face a destiny die succeeds."""

    who: str
    decision: str
    target: str = ""
    action_id: str
    roll: RollKind
    bonus: int = 0
    destiny: int = 0
    reroll: bool = False
    dice: tuple[Faces, ...]
    destiny_dice: tuple[int, ...] = ()
    M: int
    K: int | None = None
    hits: tuple[Hit, ...] = ()
    successes: int
    N: int
    C: int = 0
    X: int = 0
    F: int = DESTINY_FROM
    terms: tuple[Term, ...] = ()


class RollKept(Answered, frozen=True, kw_only=True):
    """T-DICE-6: nothing is spent on it."""

    action_id: str
