"""What happens in a fight, in the past tense. A slot's `members` are those who share it."""

from __future__ import annotations

from typing import Any, ClassVar

from server.core.events import Added, Answered, Began, Event, Finished, RoundOver, TurnOver
from server.core.space import Point
from server.core.terms import Term
from server.rules.brink.state.options import Area, Options
from server.rules.brink.state.sheet import Sheet
from server.rules.brink.state.state import Action, Ruling, Source


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: Sheet


class GroupSet(Event, frozen=True, kw_only=True):
    """B-INIT-3: it shares the initiative of a group; empty: of none."""

    who: str
    group: str


class OptionsSet(Event, frozen=True, kw_only=True):
    """The house rules are these from here on."""

    options: Options


# --- start -----------------------------------------------------------------------------------------------------------


class CombatStarted(Began, frozen=True, kw_only=True):
    """B-START-1. `reason`: threat or first_attack."""

    reason: str


class SlotEvent(Event, frozen=True, kw_only=True):
    """Base of events about a slot."""

    mentions: ClassVar[tuple[str, ...]] = ("members",)
    slot: str
    members: tuple[str, ...]


class InitiativeRolled(SlotEvent, frozen=True, kw_only=True):
    """B-INIT-1. `extra`: what the GM adds to the face."""

    face: int
    extra: int = 0
    terms: tuple[Term, ...] = ()


class InitiativeTieBroken(Event, frozen=True, kw_only=True):
    """B-INIT-2: the faces of those of the tied who rolled: all, but where a late-comer ties with the already parted."""

    slots: tuple[str, ...]
    faces: dict[str, int]


class UnseenTieBroken(Event, frozen=True, kw_only=True):
    """B-INIT-2 with somebody hidden among the tied: faces that only say where the hidden stand among those in sight."""

    slots: tuple[str, ...]
    faces: dict[str, int]


class InitiativeOrderSet(Event, frozen=True, kw_only=True):
    """The turn order."""

    order: tuple[str, ...]


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins."""

    n: int


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """A round is over."""

    n: int


# --- turns -----------------------------------------------------------------------------------------------------------


class TurnStarted(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-6: `first` in this round; `actions` are the standard actions that each member has now."""

    round: int
    actions: dict[str, int]
    first: bool = True
    behind: bool = True
    """The order goes on behind this slot."""


class TurnEnded(TurnOver, frozen=True, kw_only=True):
    """B-TURN-4."""

    mentions: ClassVar[tuple[str, ...]] = ("members",)
    slot: str
    members: tuple[str, ...]


class ReadiedExpired(Event, frozen=True, kw_only=True):
    """B-READY-2."""

    who: str


class EnergyGained(Event, frozen=True, kw_only=True):
    """B-EP-1. `ep` is what it has now. `returned`: a charge that was given back."""

    who: str
    amount: int
    ep: int
    returned: bool = False


class ActionReadied(Event, frozen=True, kw_only=True):
    """B-READY-1."""

    who: str


# --- delay -----------------------------------------------------------------------------------------------------------


class DelayAnnounced(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-1: the slot will wait when its place comes up in `round`."""

    round: int


class TurnDelayed(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-1: the slot waits from now on."""

    round: int
    in_turn: bool = False


class ReinsertPlanned(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-3: the slot will act behind another one."""

    after: str
    round: int


class TurnReinserted(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-4. `keeps`: the new place is kept."""

    after: str
    keeps: bool


class DelayKept(Answered, frozen=True, kw_only=True):
    """B-DELAY-7: it goes on waiting at this boundary."""

    slot: str


class DelayLapsed(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-5."""


# --- actions ---------------------------------------------------------------------------------------------------------


class ActionDeclared(Event, frozen=True, kw_only=True):
    """An action opens a frame of its own."""

    who: str
    target: str = ""
    action: Action


class ReactionDeclared(Event, frozen=True, kw_only=True):
    """B-READY-3: a readied action is announced, in `frame` or (empty) in one of its own.

    `again`: everybody knows of it, so those who have passed are asked anew."""

    who: str
    target: str = ""
    action: Action
    rank: int
    seq: int
    frame: str = ""
    again: bool = True


class Announced(Answered, frozen=True, kw_only=True):
    """The answer of one who announces where others must not learn that somebody has."""


class ReactionPassed(Answered, frozen=True, kw_only=True):
    """It keeps its readied action."""


class ActionSpent(Event, frozen=True, kw_only=True):
    """`source` standard: `left` standard actions are left."""

    who: str
    source: Source
    left: int
    amount: int = 1


class ActionReturned(Event, frozen=True, kw_only=True):
    """A charge was given back."""

    who: str
    source: Source
    amount: int = 1


class EnergySpent(Event, frozen=True, kw_only=True):
    """B-EP-4. `ep` is what is left; `purpose`: skill, improve, swap, ready."""

    who: str
    amount: int
    ep: int
    purpose: str


class ActionGranted(Event, frozen=True, kw_only=True):
    """B-READY-7: the GM gives an action the trait "initiative"."""

    who: str
    action: str


class ActionVoided(Event, frozen=True, kw_only=True):
    """B-A-23, B-A-24: an action has been made impossible."""

    who: str
    action: str
    reason: str


class ActionFizzled(Event, frozen=True, kw_only=True):
    """B-READY-9: it has become impossible; nothing is rolled."""

    who: str
    target: str = ""
    action: str
    reason: str
    terms: tuple[Term, ...] = ()


class ActionRefused(Event, frozen=True, kw_only=True):
    """The GM does not allow it; its charges are returned."""

    who: str
    target: str = ""
    action: str
    reason: str


class ActionResolved(Event, frozen=True, kw_only=True):
    """It is done."""

    who: str
    target: str = ""
    action: str


class FrameClosed(Event, frozen=True, kw_only=True):
    """All of a frame is resolved. Told to the GM only: people see its last action resolved."""

    frame: str


# --- what they do ----------------------------------------------------------------------------------------------------


class HitsRolled(Event, frozen=True, kw_only=True):
    """B-ATK-2, B-ATK-4. `parts`: what is added to the face. `preliminary`: ep may still be added."""

    who: str
    target: str
    action: str
    face: int
    parts: dict[str, int]
    total: int
    agility: int
    hit: bool
    preliminary: bool = False
    terms: tuple[Term, ...] = ()


class EnergyAdded(Answered, frozen=True, kw_only=True):
    """3.3.8: how much the attacker adds to a known die."""

    n: int


class AmmoSpent(Event, frozen=True, kw_only=True):
    """B-AMMO-1."""

    who: str
    weapon: str


class Reloaded(Event, frozen=True, kw_only=True):
    """B-AMMO-2."""

    who: str
    weapon: str
    reserve: int | None = None


class WeaponSwapped(Event, frozen=True, kw_only=True):
    """B-SWAP-2: `weapon` empty: nothing is in hand."""

    who: str
    weapon: str
    name: str = ""


class ProtectionUsed(Event, frozen=True, kw_only=True):
    """B-ATK-6. `who` strikes."""

    who: str
    target: str
    damage: int
    protection: int
    dealt: int
    terms: tuple[Term, ...] = ()


class HealthLost(Event, frozen=True, kw_only=True):
    """B-ATK-7. `amount`: what was dealt; `health`: what is left, 0 also where more was dealt (B-BRINK-2)."""

    who: str
    amount: int
    health: int


class BrinkRolled(Event, frozen=True, kw_only=True):
    """B-BRINK-4. `target`: what the face has to reach."""

    mentions: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    face: int
    target: int
    stays: bool
    terms: tuple[Term, ...] = ()


class StatusChanged(Event, frozen=True, kw_only=True):
    """active, at_brink, forfeited, down, dead"""

    who: str
    status: str


class FateDoubted(Event, frozen=True, kw_only=True):
    """B-BRINK-4, B-A-10: the GM will say what becomes of it."""

    mentions: ClassVar[tuple[str, ...]] = ()
    who: str


class MoveProvoked(Event, frozen=True, kw_only=True):
    """B-MOVE-3: the enemies who have an opportunity attack, in turn order. Told to the GM only."""

    action: str
    enemies: tuple[str, ...]


class OpportunityOffered(Event, frozen=True, kw_only=True):
    """B-MOVE-4."""

    mentions: ClassVar[tuple[str, ...]] = ("who",)
    who: str
    mover: str
    action: str


class OpportunityTaken(Answered, frozen=True, kw_only=True):
    """B-MOVE-4. The attack itself is declared as a child frame."""

    mover: str
    action: str


class OpportunityDeclined(Answered, frozen=True, kw_only=True):
    """B-MOVE-4."""

    mover: str
    action: str


class PathWalked(Event, frozen=True, kw_only=True):
    """A part of a move, without a map: its lengths. Distances that the GM gave are no longer true."""

    who: str
    cost_cm: int


class PathLeft(Event, frozen=True, kw_only=True):
    """B-A-05: what of a move is still to come. Told to the GM only."""

    action: str
    path: tuple[Point, ...]
    origin: Point


# --- end -------------------------------------------------------------------------------------------------------------


class Forfeited(Event, frozen=True, kw_only=True):
    """B-FORF-1."""

    who: str


class CombatEnded(Finished, frozen=True, kw_only=True):
    """B-END-1. `winners`: sides; none in a draw."""

    winners: tuple[str, ...]
    reason: str


class MoraleChanged(Event, frozen=True, kw_only=True):
    """B-END-2."""

    who: str
    delta: int
    now: int


# --- the GM's words --------------------------------------------------------------------------------------------------


class GMRuled(Answered, frozen=True, kw_only=True):
    """B-GM-1. `ruling`: what it is about. As an answer `who` is the GM, else it is empty."""

    mentions: ClassVar[tuple[str, ...]] = ()
    who: str = ""
    decision: str = ""
    ruling: str
    action: str = ""
    subject: str = ""
    text: str = ""
    details: Ruling | None = None
    value_of: str = ""
    key: str = ""
    value: Any = None


class CustomRolled(Event, frozen=True, kw_only=True):
    """B-TURN-6: the roll that the GM asked for."""

    who: str
    action: str
    face: int
    total: int
    need: int
    success: bool
    terms: tuple[Term, ...] = ()


class DistanceSet(Event, frozen=True, kw_only=True):
    """B-ATK-1: how far two are apart where the map does not say."""

    mentions: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str
    distance_cm: int


class SightSet(Event, frozen=True, kw_only=True):
    """B-ATK-1: whether two see each other."""

    mentions: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str
    sees: bool


class EnmitySet(Event, frozen=True, kw_only=True):
    """Specification 1: the GM says whether two are enemies."""

    mentions: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str
    enemies: bool


class TerrainSet(Event, frozen=True, kw_only=True):
    """B-MOVE-2: difficult ground; None: it is gone."""

    name: str
    area: Area | None = None
