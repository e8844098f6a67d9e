"""What happens in a fight, in the past tense (specification 3.2)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from server.core.dice import ThrownDie
from server.core.disclosure import (
    ByRule,
    ForGM,
    Named,
    OfOwner,
    OfSheet,
    Open,
    Parts,
    Tells,
    Who,
    Whos,
    sheet,
)
from server.core.events import Added, Answered, Began, Event, Finished, RoundOver, TurnOver
from server.core.space import Point
from server.core.terms import Term
from server.rules.ambersteel.state.options import Options
from server.rules.ambersteel.state.sheet import Sheet, Status
from server.rules.ambersteel.state.state import Frame, Ruling, Step
from server.rules.ambersteel.things.items import Armour

Dice = tuple[ThrownDie, ...]
Terms = tuple[Term, ...]


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: ByRule[Sheet]


class CombatantJoined(Event, frozen=True, kw_only=True):
    """A-INIT-4: in the middle of the fight, so it first acts in the next round."""

    who: Who


class OptionsSet(Event, frozen=True, kw_only=True):
    """The house rules are these from here on."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    options: Open[Options]


# --- start, rounds, turns --------------------------------------------------------------------------------------------


class EncounterStarted(Began, frozen=True, kw_only=True):
    """The fight begins."""


class SurpriseDeclared(Event, frozen=True, kw_only=True):
    """A-SUR-1."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    parties: Open[tuple[str, ...]]


class SurpriseRoundStarted(Event, frozen=True, kw_only=True):
    """A-SUR-2."""

    tells: ClassVar[Tells] = Tells.EVERYBODY


class SurpriseEnded(Event, frozen=True, kw_only=True):
    """A-SUR-1, A-SUR-4. `noticed`: the ambushers were, before they attacked."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    noticed: Open[bool] = False


class TurnClaimed(Event, frozen=True, kw_only=True):
    """A-SUR-3."""

    who: Who


class TurnPassed(Event, frozen=True, kw_only=True):
    """A-SUR-3."""

    who: Who


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """A-INIT-1."""

    who: Who
    dice: Open[Dice]
    mode: Open[str]
    kept: Open[int]
    total: Open[int]
    terms: OfSheet[Terms] = ()


class InitiativeTieRerolled(Event, frozen=True, kw_only=True):
    """A-INIT-3: `totals` of those who rolled again. What gives somebody hidden a place is kept nowhere."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    tied: Whos
    totals: Open[dict[str, int]]
    faces: Open[dict[str, int]]
    unseen: Open[bool] = False


class TieDieRolled(Event, frozen=True, kw_only=True):
    """A-INIT-3: the die of one of the tied, for all who see that one."""

    who: Who
    dice: Open[Dice]
    total: Open[int]


class OrderSet(Event, frozen=True, kw_only=True):
    """A-INIT-2: told where what is seen of it changes."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    order: ByRule[tuple[str, ...]]


class RoundStarted(Event, frozen=True, kw_only=True):
    """A-TURN-1."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    round: Open[int]


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """The round is over."""

    round: Open[int]


class TurnStarted(Event, frozen=True, kw_only=True):
    """A-TURN-2: with a fresh budget."""

    who: Who


class TurnEnded(TurnOver, frozen=True, kw_only=True):
    """A-TURN-8."""

    who: Who


class BreatherTaken(Event, frozen=True, kw_only=True):
    """A-TURN-6."""

    who: Who
    amount: OfSheet[int]
    sp: OfSheet[int]


class EncounterEnded(Finished, frozen=True, kw_only=True):
    """A-TURN-11."""


class EndProposed(Event, frozen=True, kw_only=True):
    """A-TURN-11: all who are able are of one party."""

    tells: ClassVar[Tells] = Tells.GM


class PolicySet(Event, frozen=True, kw_only=True):
    """A-ZOC-5, A-DEF-9."""

    tells: ClassVar[Tells] = Tells.OWNER
    who: Who
    aoo_policy: Open[str]
    default_defence: Open[str]


# --- what is spent ---------------------------------------------------------------------------------------------------


class ActionSpent(Event, frozen=True, kw_only=True):
    """3.2."""

    who: Who
    action: Open[str]
    purpose: Open[str]


class MovementConverted(Event, frozen=True, kw_only=True):
    """A-TURN-3."""

    who: Who


class StaminaSpent(Event, frozen=True, kw_only=True):
    """A-STA-1, A-STA-2. `sp`: what is left."""

    who: Who
    amount: OfSheet[int]
    sp: OfSheet[int]
    purpose: Open[str]


class StaminaLost(Event, frozen=True, kw_only=True):
    """A-ATK-15: by a hit. Its dice, Str-Mod and flat part make the amount, which is never negative."""

    who: Who
    by: Named[str]
    amount: OfSheet[int]
    sp: OfSheet[int]
    dice: Open[Dice] = ()
    terms: Annotated[Terms, sheet("by")] = ()


class StaminaRefunded(Event, frozen=True, kw_only=True):
    """A-CRIT-5. `cost`: what had been asked for."""

    who: Who
    cost: OfSheet[int]
    amount: OfSheet[int]
    sp: OfSheet[int]


class CheckRolled(Event, frozen=True, kw_only=True):
    """A-GEN-4: `attribute` is what the face has to be no higher than."""

    who: Who
    check: Open[str]
    dice: Open[Dice]
    mode: Open[str]
    kept: Open[int]
    attribute: OfSheet[int]
    success: Open[bool]
    terms: OfSheet[Terms] = ()


class DeathSaveRolled(Event, frozen=True, kw_only=True):
    """A-HP-3 to A-HP-6."""

    who: Who
    dice: Open[Dice]
    mode: Open[str]
    kept: Open[int]
    attribute: OfSheet[int]
    success: Open[bool]
    critical: Open[bool]
    failures: OfSheet[int]
    terms: OfSheet[Terms] = ()


class StatusGained(Event, frozen=True, kw_only=True):
    """2.18."""

    who: Who
    name: Open[str]
    status: Parts[Status]


class StatusLost(Event, frozen=True, kw_only=True):
    """2.18."""

    who: Who
    name: Open[str]


# --- attacks ---------------------------------------------------------------------------------------------------------


class AttackDeclared(Event, frozen=True, kw_only=True):
    """A-ATK-1, A-THR-1."""

    who: Who
    target: Who = ""
    weapon: Open[str]
    how: Open[str]
    aim: Open[str] = ""
    effect: Open[str] = ""
    frame: Parts[Frame]


class RulingRequested(Event, frozen=True, kw_only=True):
    """3.4: whoever asks for it knows, and the GM."""

    tells: ClassVar[Tells] = Tells.OWNER
    who: Who
    target: Named[str] = ""
    attack: Open[str]


class RulingGiven(Answered, frozen=True, kw_only=True):
    """A-GEN-6."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    who: Open[str]
    decision: Open[str]
    attack: Open[str]
    ruling: Open[Ruling]
    text: Open[str] = ""


class FrameAdvanced(Event, frozen=True, kw_only=True):
    """What comes next in a frame. The GM's: others see what comes of it."""

    tells: ClassVar[Tells] = Tells.GM
    frame: str
    step: Step


class ThrowRolled(Event, frozen=True, kw_only=True):
    """A-THR-1 to A-THR-4. `damage_type`: A-THR-3; lengths in centimetres."""

    who: Who
    attack: Open[str]
    dice: Open[Dice]
    value: Open[int]
    reach_cm: Open[int]
    damage: Open[int]
    damage_type: Open[str]
    terms: OfSheet[Terms] = ()


class ReleaseRequested(Event, frozen=True, kw_only=True):
    """A-THR-5."""

    who: Who
    target: Who = ""
    reach_cm: Open[int]


class Released(Answered, frozen=True, kw_only=True):
    """A-THR-5: at whom or where it is thrown instead of at `former`; neither: it is dropped."""

    former: Who = ""
    target: Who = ""
    attack: Open[str]
    point: Open[Point | None] = None


class ObjectLanded(Event, frozen=True, kw_only=True):
    """A-THR-9: everybody sees what lies there."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    who: Named[str]
    object: Open[str]
    name: Open[str]
    at: Open[Point]


class HitsRolled(Event, frozen=True, kw_only=True):
    """A-ATK-3, A-ATK-4: the attack's d20. `nat`: none, crit or fumble."""

    who: Who
    target: Who
    attack: Open[str]
    dice: Open[Dice]
    mode: Open[str]
    kept: Open[int]
    modifier: Open[int]
    total: Open[int]
    nat: Open[str]
    terms: OfSheet[Terms] = ()


class DefenceRequested(Event, frozen=True, kw_only=True):
    """A-ATK-5."""

    who: Who
    attacker: Who
    total: Open[int]


class ReactionDeclared(Answered, frozen=True, kw_only=True):
    """A-ATK-5, A-RIP-4, A-ZOC-5. `kind`: parry, dodge, allow, riposte, opportunity, decline; `declared_by`: player,
    policy or timeout. `label`: what people call the item."""

    attack: Open[str]
    kind: Open[str]
    item: Open[str] = ""
    label: Open[str] = ""
    mode: OfOwner[str] = ""
    aim: Open[str] = ""
    effect: Open[str] = ""
    asks_ruling: ForGM[bool] = False
    declared_by: Open[str] = "player"


class DefenceRolled(Event, frozen=True, kw_only=True):
    """A-ATK-7."""

    who: Who
    attack: Open[str]
    kind: Open[str]
    dice: Open[Dice]
    mode: Open[str]
    kept: Open[int]
    modifier: Open[int]
    total: Open[int]
    nat: Open[str]
    terms: OfSheet[Terms] = ()


class AttackAvoided(Event, frozen=True, kw_only=True):
    """A-ATK-8. `why`: defended, defence_crit, attack_fumble."""

    who: Who
    target: Who
    attack: Open[str]
    why: Open[str]


class AttackHit(Event, frozen=True, kw_only=True):
    """A-ATK-6, A-ATK-9. `why`: uncontested, beaten, tie, attack_crit, defence_fumble."""

    who: Who
    target: Who
    attack: Open[str]
    why: Open[str]


class ModeRequested(Event, frozen=True, kw_only=True):
    """A-ATK-11."""

    tells: ClassVar[Tells] = Tells.OWNER
    who: Who
    target: Named[str]


class ModeChosen(Answered, frozen=True, kw_only=True):
    """A-ATK-11."""

    attack: Open[str]
    mode: Open[str]


class DamageRolled(Event, frozen=True, kw_only=True):
    """A-ATK-11, A-ATK-12: one part. `raw`: what protection is held against."""

    who: Who
    target: Who
    part: Open[int]
    damage_type: Open[str]
    dice: Open[Dice]
    critical: Open[bool]
    raw: Open[int]
    terms: OfSheet[Terms] = ()


class ProtectionUsed(Event, frozen=True, kw_only=True):
    """A-ATK-13: one part."""

    who: Who
    target: Who
    part: Open[int]
    damage_type: Open[str]
    raw: Open[int]
    protection: Annotated[int, sheet("target")]
    final: Annotated[int, sheet("target")]
    armour_id: Annotated[str, sheet("target")] = ""
    terms: Annotated[Terms, sheet("target")] = ()


class DamageTaken(Event, frozen=True, kw_only=True):
    """A-DMG-2, A-DMG-4, A-DMG-5: by no attack: poison, fire, a spell."""

    who: Who
    damage_type: Open[str]
    raw: Open[int]
    protection: OfSheet[int]
    final: OfSheet[int]
    terms: OfSheet[Terms] = ()


class HealthLost(Event, frozen=True, kw_only=True):
    """A-ATK-13. `health`: healthy, hurt or down, as everybody sees."""

    who: Who
    amount: OfSheet[int]
    hp: OfSheet[int]
    health: Open[str]


class CombatantDown(Event, frozen=True, kw_only=True):
    """A-HP-2: at death's door."""

    who: Who


class CombatantDied(Event, frozen=True, kw_only=True):
    """A-HP-1, A-HP-5, A-EXE-1."""

    who: Who


class ArmourConditionLost(Event, frozen=True, kw_only=True):
    """A-ARM-3, A-ARM-4: everybody sees it break."""

    who: Who
    armour_id: Open[str]
    name: Open[str]
    cp: OfSheet[int]
    broken: Open[bool]


class AimEffectRequested(Event, frozen=True, kw_only=True):
    """A-AIM-4: the attacker knows that the GM is asked."""

    tells: ClassVar[Tells] = Tells.OWNER
    who: Who
    target: Named[str]


class MishapRequested(Event, frozen=True, kw_only=True):
    """A-CRIT-7, A-CRIT-8: whoever rolled the natural 1 knows that the GM is asked."""

    tells: ClassVar[Tells] = Tells.OWNER
    who: Who


class AimEffectRuled(Answered, frozen=True, kw_only=True):
    """A-AIM-4, A-AIM-5."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    who: Open[str]
    decision: Open[str]
    attack: Open[str]
    target: Named[str]
    ruling: Open[str]
    text: Open[str] = ""


class MishapRuled(Answered, frozen=True, kw_only=True):
    """A-CRIT-7, A-CRIT-8: what befalls `subject`."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    who: Open[str]
    decision: Open[str]
    attack: Open[str]
    subject: Named[str]
    kind: Open[str]
    opponent: Named[str] = ""
    text: Open[str] = ""


class WeaponStuck(Event, frozen=True, kw_only=True):
    """A-CRIT-7."""

    who: Who
    weapon: Open[str]


class RiposteOffered(Event, frozen=True, kw_only=True):
    """A-RIP-1: a frame that waits for the word of `who`."""

    who: Who
    target: Who
    frame: Parts[Frame]


class OpportunityOffered(Event, frozen=True, kw_only=True):
    """A-ZOC-3."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    who: Who
    mover: Who


class AttackEnded(Event, frozen=True, kw_only=True):
    """3.3 step 17."""

    who: Who
    target: Who = ""
    attack: Open[str]


class FrameCancelled(Event, frozen=True, kw_only=True):
    """3.3a: it comes to nothing."""

    who: Who
    target: Who = ""
    frame: Open[str]
    reason: Open[str]


# --- executions ------------------------------------------------------------------------------------------------------


class ExecutionRequested(Event, frozen=True, kw_only=True):
    """A-EXE-4."""

    who: Who
    target: Who
    frame: Parts[Frame]


class ExecutionAnswered(Answered, frozen=True, kw_only=True):
    """A-EXE-4: the GM's word; what comes of it is told behind it."""

    tells: ClassVar[Tells] = Tells.GM
    who: str
    decision: str
    yes: bool
    text: str = ""
    status: str = ""


class ExecutionRuled(Event, frozen=True, kw_only=True):
    """A-EXE-1. `outcome`: kill, maim, deaths_door or no."""

    who: Who
    target: Who
    yes: Open[bool]
    outcome: Open[str]
    text: Open[str] = ""


# --- moves -----------------------------------------------------------------------------------------------------------


class MoveDeclared(Event, frozen=True, kw_only=True):
    """A-TURN-4."""

    who: Who
    frame: Parts[Frame]


class LegPlanned(Event, frozen=True, kw_only=True):
    """A-ZOC-3: hidden owners of zones have answered about the next part of the way."""

    tells: ClassVar[Tells] = Tells.GM
    frame: str
    takers: tuple[str, ...] = ()


class LegWalked(Event, frozen=True, kw_only=True):
    """A-ZOC-3: what is left of the way, and who is asked about leaving at this place."""

    tells: ClassVar[Tells] = Tells.GM
    frame: str
    at: Point
    path: tuple[Point, ...]
    offers: tuple[str, ...] = ()
    handled: tuple[str, ...] = ()
    takers: tuple[str, ...] = ()


class OfferMade(Event, frozen=True, kw_only=True):
    """A-ZOC-7: this one is asked now."""

    tells: ClassVar[Tells] = Tells.GM
    frame: str
    who: str


class MoveInterrupted(Event, frozen=True, kw_only=True):
    """A-ZOC-8."""

    who: Who


class MoveEnded(Event, frozen=True, kw_only=True):
    """The move is over."""

    who: Who
    frame: Open[str]


# --- gear ------------------------------------------------------------------------------------------------------------


class ReloadProgressed(Event, frozen=True, kw_only=True):
    """A-RNG-3. `label`: what people call the weapon."""

    who: Who
    weapon: Open[str]
    label: Open[str]
    progress: Open[int]
    count: Open[int]


class WeaponLoaded(Event, frozen=True, kw_only=True):
    """A-RNG-3."""

    who: Who
    weapon: Open[str]
    label: Open[str]


class AmmoTaken(Event, frozen=True, kw_only=True):
    """A-RNG-10."""

    tells: ClassVar[Tells] = Tells.SHEET
    who: Who
    ammo: Open[str]
    left: Open[int]


class ReloadAbandoned(Event, frozen=True, kw_only=True):
    """A-RNG-9."""

    who: Who
    weapon: Open[str]
    label: Open[str]


class StanceChanged(Event, frozen=True, kw_only=True):
    """A-TURN-13."""

    who: Who
    weapon: Open[str]
    stance: Open[str]


class WeaponReadied(Event, frozen=True, kw_only=True):
    """A-TURN-13: it is in this hand now; empty: nothing is."""

    who: Who
    hand: Open[str]
    item: Open[str]
    label: Open[str] = ""


class WeaponFreed(Event, frozen=True, kw_only=True):
    """A-CRIT-7."""

    who: Who
    weapon: Open[str]


# --- the GM's words --------------------------------------------------------------------------------------------------


class GmAdjusted(Event, frozen=True, kw_only=True):
    """3.2: the GM has set something; `value` False of a hold: it is off."""

    who: Who
    value_of: Open[str]
    key: Open[str] = ""
    value: ByRule[Any] = None
    armour: OfSheet[Armour | None] = None


class HoldSet(Event, frozen=True, kw_only=True):
    """3.1: attacks of this one, or (empty) of all, wait for the GM's ruling."""

    tells: ClassVar[Tells] = Tells.GM
    who: str
    on: bool


class ArmourRepaired(Event, frozen=True, kw_only=True):
    """A-ARM-6."""

    who: Who
    armour_id: Open[str]
    name: Open[str]
