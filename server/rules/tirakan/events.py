"""What happens at a Tirakan table, named as in the specification (3.2, 3.3). Facts only: faces, totals, terms.

`M`, `K`, `N`, `C`, `X` are the specification's letters: minimum roll, critical threshold, normal hits, critical hits,
extra wounds.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import field

from server.core.dice import Faces
from server.core.events import Added, Answered, Began, Event, Finished, RoundOver, TurnOver
from server.core.space import Point
from server.core.terms import Term
from server.rules.tirakan.intents import Deed, Stop
from server.rules.tirakan.sheet import Sheet
from server.rules.tirakan.state import FrameKind, Hit, Initiative


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: Sheet


class CombatStarted(Began, frozen=True, kw_only=True):
    """T-START-1: the fight begins."""

    mentions: ClassVar[tuple[str, ...]] = ()
    instigator: str = ""


# --- the order -------------------------------------------------------------------------------------------------------


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """T-INIT-1."""

    who: str
    dice: tuple[Faces, ...]
    total: int
    terms: tuple[Term, ...] = ()


class InitiativeTieBroken(Event, frozen=True, kw_only=True):
    """T-INIT-4. `faces`: one row per roll-off, in the order of `who`; 0 did not roll again."""

    who: tuple[str, ...]
    faces: tuple[tuple[int, ...], ...]


class InitiativeOrderSet(Event, frozen=True, kw_only=True):
    """T-INIT-2, T-INIT-5."""

    mentions: ClassVar[tuple[str, ...]] = ()
    order: tuple[str, ...]
    keys: dict[str, Initiative] = field(default_factory=dict)


class QuickReactionRolled(Event, frozen=True, kw_only=True):
    """T-QUICK-1."""

    who: str
    dice: tuple[Faces, ...]
    M: int
    successes: int
    terms: tuple[Term, ...] = ()


class QuickReactionGranted(Event, frozen=True, kw_only=True):
    """T-QUICK-2."""

    who: str


class QuickReactionExpired(Event, frozen=True, kw_only=True):
    """T-QUICK-5."""

    who: str


# --- rounds and turns ------------------------------------------------------------------------------------------------


class RoundStarted(Event, frozen=True, kw_only=True):
    """T-ROUND-1."""

    mentions: ClassVar[tuple[str, ...]] = ()
    round: int


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """All have had their turns."""

    mentions: ClassVar[tuple[str, ...]] = ()
    round: int


class TurnStarted(Event, frozen=True, kw_only=True):
    """T-TURN-1: `who` is the actor. `skipped`: it cannot act (T-ROUND-6)."""

    who: str
    skipped: bool = False


class ActionsRefreshed(Event, frozen=True, kw_only=True):
    """T-TURN-2: set, not added."""

    who: str
    max: int
    stolen: int
    available: int


class TurnEnded(TurnOver, frozen=True, kw_only=True):
    """T-TURN-4, T-TURN-5."""

    who: str
    saved: int


class PhaseWindowOpened(Event, frozen=True, kw_only=True):
    """T-ROUND-3."""

    mentions: ClassVar[tuple[str, ...]] = ()
    action_id: str
    name: str
    phase: Literal["start", "end"]
    last_actor: str
    eligible: tuple[str, ...]


class PhaseWindowClosed(Event, frozen=True, kw_only=True):
    """Everybody asked has answered."""

    mentions: ClassVar[tuple[str, ...]] = ()
    action_id: str
    order: tuple[str, ...]


# --- acts and reactions ----------------------------------------------------------------------------------------------


class ActionDeclared(Event, frozen=True, kw_only=True):
    """An act, or a reaction that is carried out. `path`: walked meanwhile. The deed's own `who` is empty."""

    action_id: str
    frame: FrameKind = "act"
    name: str = ""
    who: str
    kind: str
    target: str = ""
    deed: Deed | None = None
    path: tuple[Point, ...] = ()
    cost: int = 1


class ActionSpent(Event, frozen=True, kw_only=True):
    """Actions were paid. `interrupts`: it breaks a chain of recoil (T-RECOIL-3)."""

    who: str
    amount: int
    source: Literal["normal", "quick_reaction"] = "normal"
    action_id: str
    interrupts: bool = True


class ActionRefused(Event, frozen=True, kw_only=True):
    """The GM refused it, or it could not be paid: nothing is charged."""

    who: str
    action_id: str
    reason: str = ""


class ActionNullified(Event, frozen=True, kw_only=True):
    """T-REACT-11a."""

    who: str
    target: str = ""
    action_id: str
    reason: str


class ActionResolved(Event, frozen=True, kw_only=True):
    """An act is over. `wounds`: what it caused."""

    who: str
    target: str = ""
    action_id: str
    wounds: int = 0
    nullified: bool = False


class ReactionWindowOpened(Event, frozen=True, kw_only=True):
    """T-REACT-3. Order of `eligible`: initiative."""

    mentions: ClassVar[tuple[str, ...]] = ("eligible",)
    action_id: str
    eligible: tuple[str, ...]


class ReactionDeclared(Answered, frozen=True, kw_only=True):
    """T-REACT-3: announced; one action is reserved."""

    action_id: str
    reaction: Deed


class ReactionWithdrawn(Answered, frozen=True, kw_only=True):
    """The announcement is taken back."""

    withdrawn: ClassVar[bool] = True
    action_id: str


class ReactionPassed(Answered, frozen=True, kw_only=True):
    """No reaction."""

    action_id: str


class ReactionWindowClosed(Event, frozen=True, kw_only=True):
    """T-REACT-7: `order` is that in which the reactions are carried out."""

    mentions: ClassVar[tuple[str, ...]] = ()
    action_id: str
    order: tuple[str, ...]


class ReactionLapsed(Event, frozen=True, kw_only=True):
    """T-REACT-12: impossible or pointless; costs nothing. `action_id`: the act reacted to."""

    who: str
    action_id: str
    reason: str


class ReactionResolved(Event, frozen=True, kw_only=True):
    """A reaction is over. `action_id`: the reaction's own."""

    who: str
    target: str = ""
    action_id: str
    wounds: int = 0
    nullified: bool = False


# --- the attack ------------------------------------------------------------------------------------------------------


class AmmoSpent(Event, frozen=True, kw_only=True):
    """Shots fired, or the thrown weapon itself."""

    who: str
    weapon: str
    amount: int
    left: int = 0


class AmmoReturned(Event, frozen=True, kw_only=True):
    """H-08: no shot was fired after all."""

    who: str
    weapon: str
    amount: int
    left: int = 0


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
    """T-PROT-2: hits from another source, or thrown back (T-PROT-10). `who`: whose armour threw them back."""

    action_id: str
    name: str
    who: str = ""
    target: str
    hits: tuple[Hit, ...]
    wounds_per_hit: int = 1
    piercing: int = 0
    cover_allowed: bool = False


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
    """T-PARRY-2 to T-PARRY-4. `removed`: hits that it takes from the attack as it stands now."""

    action_id: str
    who: str
    weapon: str
    dice: tuple[Faces, ...]
    M: int
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
    """T-COVER-2 to T-COVER-5. `hits`: the ids of the hits that are gone."""

    action_id: str
    target: str
    level: int
    source: str
    critical_faces: tuple[int, ...]
    normal_faces: tuple[int, ...]
    removed: int
    hits: tuple[str, ...]
    terms: tuple[Term, ...] = ()


class ProtectionUsed(Answered, frozen=True, kw_only=True):
    """T-PROT-4, T-PIERCE-1. `effective`: the kinds that stopped a hit."""

    action_id: str
    pierced: tuple[str, ...]
    stops: tuple[Stop, ...]
    effective: tuple[str, ...]


class ProtectionDeclined(Answered, frozen=True, kw_only=True):
    """T-PROT-5: no unit used, by choice or because none serves."""

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


class WeaponStuck(Event, frozen=True, kw_only=True):
    """T-PROT-10: `who`'s weapon is stuck in the armour of `target`."""

    who: str
    weapon: str
    target: str


class Disarmed(Event, frozen=True, kw_only=True):
    """T-SPEC-DIS-2: the weapon lies at `who`'s feet."""

    who: str
    weapon: str


class DisarmAttributeChosen(Answered, frozen=True, kw_only=True):
    """T-SPEC-DIS-2."""

    action_id: str
    attribute: str


class AimChanged(Event, frozen=True, kw_only=True):
    """T-AIM-2, T-AIM-3."""

    who: str
    weapon: str
    target: str
    bonus: int


class AccurateChanged(Event, frozen=True, kw_only=True):
    """T-SPEC-ACC-1; 0: used up."""

    who: str
    weapon: str
    stacks: int


class ReloadProgressed(Event, frozen=True, kw_only=True):
    """T-ACT-3."""

    who: str
    weapon: str
    progress: int


class Reloaded(Event, frozen=True, kw_only=True):
    """T-ACT-3."""

    who: str
    weapon: str
    ammo: int


class WeaponReadied(Event, frozen=True, kw_only=True):
    """T-ACT-4: in hand, also from the ground."""

    who: str
    weapon: str
    hand: Literal["main", "off"] = "main"


class WeaponFreed(Event, frozen=True, kw_only=True):
    """T-PROT-10."""

    who: str
    weapon: str


class WeaponSupported(Event, frozen=True, kw_only=True):
    """T-SPEC-SUP-1."""

    who: str
    weapon: str


class WeaponUnsupported(Event, frozen=True, kw_only=True):
    """T-SPEC-SUP-3."""

    who: str


class ThrowRolled(Event, frozen=True, kw_only=True):
    """T-THROW-1, T-THROW-2."""

    action_id: str
    who: str
    target: str = ""
    dice: tuple[Faces, ...]
    M: int
    successes: int
    terms: tuple[Term, ...] = ()


class DeviationRolled(Event, frozen=True, kw_only=True):
    """T-THROW-3, T-THROW-4: the clock's hour and metres. `direction`: its dice."""

    action_id: str
    who: str
    direction: tuple[int, ...]
    d12: int
    d6: int
    landing: Point | None = None


class ObjectLanded(Event, frozen=True, kw_only=True):
    """T-THROW-5."""

    action_id: str
    who: str
    at: Point | None = None


class AimLost(Event, frozen=True, kw_only=True):
    """T-AIM-5."""

    who: str


class AccurateLost(Event, frozen=True, kw_only=True):
    """T-SPEC-ACC-4."""

    who: str


class ShieldBlockRaised(Event, frozen=True, kw_only=True):
    """T-SHIELD-3."""

    who: str
    shield: str
    round: int


class ShieldBlockLowered(Event, frozen=True, kw_only=True):
    """T-SHIELD-6."""

    who: str


# --- dice for actions ------------------------------------------------------------------------------------------------


class BonusDieSpent(Event, frozen=True, kw_only=True):
    """T-BONUS-1."""

    who: str
    left: int


class DestinyDieSpent(Event, frozen=True, kw_only=True):
    """T-DEST-1."""

    who: str
    left: int


class ActionGained(Event, frozen=True, kw_only=True):
    """T-BONUS-2, T-DEST-3."""

    who: str
    source: Literal["bonus", "destiny"]


class ActionStolen(Event, frozen=True, kw_only=True):
    """T-DEST-2. `now`: from the actions that the victim has; `next_turn`: from its next refresh."""

    mentions: ClassVar[tuple[str, ...]] = ("thief", "victim")
    thief: str
    victim: str
    when: Literal["now", "next_turn"]


# --- the GM ----------------------------------------------------------------------------------------------------------


class GMRuled(Answered, frozen=True, kw_only=True):
    """The GM's word (T-GM-1). `ruling` says on what; of the other fields only those count that belong to it."""

    mentions: ClassVar[tuple[str, ...]] = ()
    who: str = "gm"
    decision: str = ""
    ruling: Literal["attack", "custom", "nullify", "awaken", "set", "skip"]
    action_id: str = ""
    subject: str = ""
    """The combatant that it concerns."""
    reaction: str = ""
    cost: int | None = None
    check: str = ""
    difficulty: int = 0
    refuse: bool = False
    nullify: bool | None = None
    awaken: bool | None = None
    from_behind: bool | None = None
    cover: int | None = None
    distance_cm: int | None = None
    modifier: int | None = None
    value_of: str = ""
    key: str = ""
    value: int = 0


class PerceptionSet(Event, frozen=True, kw_only=True):
    """T-REACT-1."""

    mentions: ClassVar[tuple[str, ...]] = ("who", "other")
    who: str
    other: str
    perceives: bool


class CoverSet(Event, frozen=True, kw_only=True):
    """T-COVER-1. `source`: the attacker, `*` for all; `level` 0: none."""

    target: str
    source: str
    level: int


class DistanceSet(Event, frozen=True, kw_only=True):
    """T-RANGE-4."""

    mentions: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str
    distance_cm: int


class CombatEnded(Finished, frozen=True, kw_only=True):
    """T-END-1: protection is whole again, what belonged to the fight is over."""

    mentions: ClassVar[tuple[str, ...]] = ()
