"""What happens in a fight, in the past tense. A slot's `members` are those who share it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from server.core.disclosure import (
    ByRule,
    ByWho,
    ForGM,
    InId,
    Named,
    OfSheet,
    Open,
    Parts,
    Tells,
    Who,
    Whos,
    seen,
    sheet,
)
from server.core.events import Added, Answered, Began, Event, Finished, RoundOver, TurnOver
from server.core.space import Point
from server.core.terms import Term
from server.rules.brink.state.options import Options
from server.rules.brink.state.sheet import Sheet
from server.rules.brink.state.state import Action, Ruling, Source


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: ByRule[Sheet]


class GroupSet(Event, frozen=True, kw_only=True):
    """B-INIT-3: it shares the initiative of a group; empty: of none."""

    who: Who
    group: Open[str]


class OptionsSet(Event, frozen=True, kw_only=True):
    """The house rules are these from here on."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    options: Open[Options]


# --- start -----------------------------------------------------------------------------------------------------------


class CombatStarted(Began, frozen=True, kw_only=True):
    """B-START-1. `reason`: threat or first_attack."""

    reason: Open[str]


class SlotEvent(Event, frozen=True, kw_only=True):
    """Base of events about a slot."""

    slot: Open[str]
    members: Whos


class InitiativeRolled(SlotEvent, frozen=True, kw_only=True):
    """B-INIT-1. `extra`: what the GM adds to the face."""

    face: Open[int]
    extra: Open[int] = 0
    terms: Open[tuple[Term, ...]] = ()


class InitiativeTieBroken(Event, frozen=True, kw_only=True):
    """B-INIT-2: the faces of those of the tied who rolled: all, but where a late-comer ties with the already parted."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    slots: ByRule[tuple[str, ...]]
    faces: ByRule[dict[str, int]]


class UnseenTieBroken(Event, frozen=True, kw_only=True):
    """B-INIT-2 with somebody hidden among the tied: faces that only say where the hidden stand among those in sight."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    slots: ByRule[tuple[str, ...]]
    faces: ByRule[dict[str, int]]


class InitiativeOrderSet(Event, frozen=True, kw_only=True):
    """The turn order."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    order: ByRule[tuple[str, ...]]


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    n: Open[int]


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """A round is over."""

    n: Open[int]


# --- turns -----------------------------------------------------------------------------------------------------------


class TurnStarted(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-6: `first` in this round; `actions` are the standard actions that each member has now."""

    round: Open[int]
    actions: ByWho[dict[str, int]]
    first: Open[bool] = True
    behind: Open[bool] = True
    """The order goes on behind this slot."""


class TurnEnded(TurnOver, frozen=True, kw_only=True):
    """B-TURN-4."""

    slot: Open[str]
    members: Whos


class ReadiedExpired(Event, frozen=True, kw_only=True):
    """B-READY-2."""

    who: Who


class EnergyGained(Event, frozen=True, kw_only=True):
    """B-EP-1. `ep` is what it has now. `returned`: a charge that was given back."""

    who: Who
    amount: Open[int]
    ep: Open[int]
    returned: Open[bool] = False


class ActionReadied(Event, frozen=True, kw_only=True):
    """B-READY-1."""

    who: Who


# --- delay -----------------------------------------------------------------------------------------------------------


class DelayAnnounced(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-1: the slot will wait when its place comes up in `round`."""

    round: Open[int]


class TurnDelayed(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-1: the slot waits from now on."""

    round: Open[int]
    in_turn: Open[bool] = False


class ReinsertPlanned(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-3: the slot will act behind another one."""

    after: ByRule[str]
    round: Open[int]


class TurnReinserted(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-4. `keeps`: the new place is kept."""

    after: ByRule[str]
    keeps: Open[bool]


class DelayKept(Answered, frozen=True, kw_only=True):
    """B-DELAY-7: it goes on waiting at this boundary."""

    slot: Open[str]


class DelayLapsed(SlotEvent, frozen=True, kw_only=True):
    """B-DELAY-5."""


# --- actions ---------------------------------------------------------------------------------------------------------


class ActionDeclared(Event, frozen=True, kw_only=True):
    """An action opens a frame of its own."""

    who: Who
    target: Who = ""
    action: Parts[Action]


class ReactionDeclared(Event, frozen=True, kw_only=True):
    """B-READY-3: a readied action is announced, in `frame` or (empty) in one of its own.

    `again`: everybody knows of it, so those who have passed are asked anew."""

    who: Who
    target: Who = ""
    action: Parts[Action]
    rank: Open[int]
    seq: ForGM[int]
    frame: InId = ""
    again: Open[bool] = True


class Announced(Answered, frozen=True, kw_only=True):
    """The answer of one who announces where others must not learn that somebody has."""


class ReactionPassed(Answered, frozen=True, kw_only=True):
    """It keeps its readied action."""


class ActionSpent(Event, frozen=True, kw_only=True):
    """`source` standard: `left` standard actions are left."""

    who: Who
    source: Open[Source]
    left: Open[int]
    amount: Open[int] = 1


class ActionReturned(Event, frozen=True, kw_only=True):
    """A charge was given back."""

    who: Who
    source: Open[Source]
    amount: Open[int] = 1


class EnergySpent(Event, frozen=True, kw_only=True):
    """B-EP-4. `ep` is what is left; `purpose`: skill, improve, swap, ready."""

    who: Who
    amount: Open[int]
    ep: Open[int]
    purpose: Open[str]


class ActionGranted(Event, frozen=True, kw_only=True):
    """B-READY-7: the GM gives an action the trait "initiative"."""

    who: Who
    action: InId


class ActionVoided(Event, frozen=True, kw_only=True):
    """B-A-23, B-A-24: an action has been made impossible."""

    who: Who
    action: InId
    reason: Open[str]


class ActionFizzled(Event, frozen=True, kw_only=True):
    """B-READY-9: it has become impossible; nothing is rolled."""

    who: Who
    target: Who = ""
    action: InId
    reason: Open[str]
    terms: ByRule[tuple[Term, ...]] = ()


class ActionRefused(Event, frozen=True, kw_only=True):
    """The GM does not allow it; its charges are returned."""

    who: Who
    target: Who = ""
    action: InId
    reason: Annotated[str, seen(masked="refused")]


class ActionResolved(Event, frozen=True, kw_only=True):
    """It is done."""

    who: Who
    target: Who = ""
    action: InId


class FrameClosed(Event, frozen=True, kw_only=True):
    """All of a frame is resolved. The GM's: people see its last action resolved."""

    tells: ClassVar[Tells] = Tells.GM
    frame: Open[str]


# --- what they do ----------------------------------------------------------------------------------------------------


class HitsRolled(Event, frozen=True, kw_only=True):
    """B-ATK-2, B-ATK-4. `parts`: what is added to the face. `preliminary`: ep may still be added."""

    who: Who
    target: Who
    action: InId
    face: Open[int]
    parts: OfSheet[dict[str, int]]
    total: Open[int]
    agility: Annotated[int, sheet("target")]
    hit: Open[bool]
    preliminary: Open[bool] = False
    terms: ByRule[tuple[Term, ...]] = ()


class EnergyAdded(Answered, frozen=True, kw_only=True):
    """3.3.8: how much the attacker adds to a known die."""

    n: Open[int]


class AmmoSpent(Event, frozen=True, kw_only=True):
    """B-AMMO-1."""

    who: Who
    weapon: Open[str]


class Reloaded(Event, frozen=True, kw_only=True):
    """B-AMMO-2."""

    who: Who
    weapon: Open[str]
    reserve: OfSheet[int | None] = None


class WeaponSwapped(Event, frozen=True, kw_only=True):
    """B-SWAP-2: `weapon` empty: nothing is in hand."""

    who: Who
    weapon: Open[str]
    name: Open[str] = ""


class ProtectionUsed(Event, frozen=True, kw_only=True):
    """B-ATK-6. `who` strikes."""

    who: Who
    target: Who
    damage: OfSheet[int]
    protection: Annotated[int, sheet("target")]
    dealt: Open[int]
    terms: ByRule[tuple[Term, ...]] = ()


class HealthLost(Event, frozen=True, kw_only=True):
    """B-ATK-7. `amount`: what was dealt; `health`: what is left, 0 also where more was dealt (B-BRINK-2)."""

    who: Who
    amount: Open[int]
    health: OfSheet[int]


class BrinkRolled(Event, frozen=True, kw_only=True):
    """B-BRINK-4. `target`: what the face has to reach."""

    who: Who
    face: Open[int]
    target: Open[int]
    stays: Open[bool]
    terms: Open[tuple[Term, ...]] = ()


class StatusChanged(Event, frozen=True, kw_only=True):
    """active, at_brink, forfeited, down, dead"""

    who: Who
    status: Open[str]


class FateDoubted(Event, frozen=True, kw_only=True):
    """B-BRINK-4, B-A-10: the GM will say what becomes of it."""

    tells: ClassVar[Tells] = Tells.GM
    who: Who


class MoveProvoked(Event, frozen=True, kw_only=True):
    """B-MOVE-3: the enemies who have an opportunity attack, in turn order."""

    tells: ClassVar[Tells] = Tells.GM
    action: Open[str]
    enemies: Open[tuple[str, ...]]


class OpportunityOffered(Event, frozen=True, kw_only=True):
    """B-MOVE-4."""

    tells: ClassVar[Tells] = Tells.SHEET
    who: Who
    mover: Named[str]
    action: InId


class OpportunityTaken(Answered, frozen=True, kw_only=True):
    """B-MOVE-4. The attack itself is declared as a child frame."""

    mover: Named[str]
    action: InId


class OpportunityDeclined(Answered, frozen=True, kw_only=True):
    """B-MOVE-4."""

    mover: Named[str]
    action: InId


class PathWalked(Event, frozen=True, kw_only=True):
    """A part of a move, without a map: its lengths. Distances that the GM gave are no longer true."""

    who: Who
    cost_cm: Open[int]


class PathLeft(Event, frozen=True, kw_only=True):
    """B-A-05: what of a move is still to come."""

    tells: ClassVar[Tells] = Tells.GM
    action: Open[str]
    path: Open[tuple[Point, ...]]
    origin: Open[Point]


# --- end -------------------------------------------------------------------------------------------------------------


class Forfeited(Event, frozen=True, kw_only=True):
    """B-FORF-1."""

    who: Who


class CombatEnded(Finished, frozen=True, kw_only=True):
    """B-END-1. `winners`: sides; none in a draw."""

    winners: Open[tuple[str, ...]]
    reason: Open[str]


class MoraleChanged(Event, frozen=True, kw_only=True):
    """B-END-2."""

    who: Who
    delta: Open[int]
    now: Open[int]


# --- the GM's words --------------------------------------------------------------------------------------------------


class GMRuled(Answered, frozen=True, kw_only=True):
    """B-GM-1. `ruling`: what it is about. As an answer `who` is the GM, else it is empty."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    who: Open[str] = ""
    decision: Open[str] = ""
    ruling: Open[str]
    action: InId = ""
    subject: Named[str] = ""
    text: Open[str] = ""
    details: ForGM[Ruling | None] = None
    value_of: Open[str] = ""
    key: Open[str] = ""
    value: Open[Any] = None


class CustomRolled(Event, frozen=True, kw_only=True):
    """B-TURN-6: the roll that the GM asked for."""

    who: Who
    action: InId
    face: Open[int]
    total: Open[int]
    need: OfSheet[int]
    success: Open[bool]
    terms: OfSheet[tuple[Term, ...]] = ()
