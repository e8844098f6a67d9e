"""What happens in a fight, in the past tense (specification 3.2)."""

from __future__ import annotations

from typing import ClassVar

from server.core.dice import ThrownDie
from server.core.disclosure import ByRule, ForGM, IfSeen, InId, Named, OfSheet, Open, Parts, Tells, Who, Whos
from server.core.events import Added, Answered, Began, Event, Finished, RoundOver, TakenBack, TurnOver
from server.core.space import Point
from server.core.terms import Term
from server.rules.tactics.state.options import Options
from server.rules.tactics.state.plan import Action, Intention
from server.rules.tactics.state.sheet import Sheet, Status
from server.rules.tactics.state.state import Defence, Object, Role, Stance

DiceThrown = tuple[ThrownDie, ...]


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: ByRule[Sheet]


class OptionsSet(Event, frozen=True, kw_only=True):
    """The house rules are these from here on."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    options: Open[Options]


# --- the round -------------------------------------------------------------------------------------------------------


class EncounterStarted(Began, frozen=True, kw_only=True):
    """The fight begins."""


class RoundStarted(Event, frozen=True, kw_only=True):
    """D-RND-2: a round begins, with tactics."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    round: Open[int]


class AwarenessTaken(Event, frozen=True, kw_only=True):
    """D-SEC-2: who is not seen by whom in this round; the audiences by combatant."""

    tells: ClassVar[Tells] = Tells.GM
    unaware: dict[str, tuple[str, ...]]


class PhaseLocked(Event, frozen=True, kw_only=True):
    """D-TAC-6, D-DECL-3: tactics or plans are fixed for the round."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    phase: Open[str]


class LockAsked(Event, frozen=True, kw_only=True):
    """D-TAC-5: somebody has changed very often; the GM may lock the phase."""

    tells: ClassVar[Tells] = Tells.GM
    who: Who
    revisions: Open[int]


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """Everybody's go is over."""

    round: Open[int]


class EncounterEnded(Finished, frozen=True, kw_only=True):
    """The fight is over."""

    winners: Open[tuple[str, ...]] = ()


# --- planning --------------------------------------------------------------------------------------------------------


class TacticsSet(Event, frozen=True, kw_only=True):
    """D-TAC-1: somebody splits its tactics."""

    who: Who
    oT: ByRule[int]
    dT: ByRule[int]


class StanceAnnounced(Event, frozen=True, kw_only=True):
    """D-TAC-3: what of it players are told of the GM's combatants."""

    who: Who
    stance: ByRule[Stance]


class ActionsDeclared(Event, frozen=True, kw_only=True):
    """D-DECL-1: a plan for the round. `revisions`: how often it was changed before."""

    who: Who
    plan: ByRule[tuple[Action, ...]]
    revisions: ByRule[int] = 0


class Settled(Answered, frozen=True, kw_only=True):
    """Tactics or plan stand."""


class Unsettled(Answered, frozen=True, kw_only=True):
    """They don't stand any more."""

    withdrawn: ClassVar[bool] = True


class SettledCleared(TakenBack, frozen=True, kw_only=True):
    """D-TAC-4: somebody who sees a change has to look again."""


class ActionsChanged(Event, frozen=True, kw_only=True):
    """D-ACT-4 to D-ACT-7. `changed`: by this change; `total_penalty`: of all in the round; `committed`: n."""

    who: Who
    plan: ByRule[tuple[Action, ...]]
    changed: ByRule[int]
    total_penalty: ByRule[int]
    committed: ByRule[int]


# --- initiative ------------------------------------------------------------------------------------------------------


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """D-INIT-1."""

    who: Who
    dice: Open[DiceThrown]
    total: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class TieOpened(Event, frozen=True, kw_only=True):
    """D-INIT-3, D-INIT-4: these are equal, and somebody says in which order they go."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    tied: Whos
    suggested: ForGM[tuple[str, ...]] = ()


class TieProposed(Answered, frozen=True, kw_only=True):
    """D-INIT-4: one of them says how they could go."""

    order: Named[tuple[str, ...]]


class TieSettled(Event, frozen=True, kw_only=True):
    """They go in this order."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    order: Whos


class OrderSet(Event, frozen=True, kw_only=True):
    """D-INIT-2: told where what is seen of it changes."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    order: ByRule[tuple[str, ...]]


# --- goes ------------------------------------------------------------------------------------------------------------


class ClosingDue(Event, frozen=True, kw_only=True):
    """D-MOV-9: one who closes on a foe before the first go says how."""

    who: Who


class ClosingGiven(Event, frozen=True, kw_only=True):
    """Its closing move waits for those of the others; without an `action` it has given that up."""

    who: Who
    action: Open[str] = ""


class ClosingEnded(Event, frozen=True, kw_only=True):
    """D-MOV-9: all closing moves are carried out."""

    tells: ClassVar[Tells] = Tells.EVERYBODY


class GoStarted(Event, frozen=True, kw_only=True):
    """Somebody's go is due."""

    who: Who


class GoYielded(Event, frozen=True, kw_only=True):
    """D-INIT-5: it goes right after another one."""

    who: Who
    to: Who


class GoEnded(TurnOver, frozen=True, kw_only=True):
    """Its go is over."""

    who: Who


class ActionSpent(Event, frozen=True, kw_only=True):
    """An action is performed; by `closing` before the first go."""

    who: Who
    action: Open[str]
    kind: Open[str]
    text: Open[str] = ""
    weapon: Open[str] = ""
    closing: Open[bool] = False


class DeedBegun(Event, frozen=True, kw_only=True):
    """An action with a weapon, of one or several attacks."""

    who: Who
    action: Open[str]
    kind: Open[str]
    weapon: Open[str] = ""
    intention: Open[Intention] = ""
    count: Open[int] = 1
    queue: Named[tuple[str, ...]] = ()
    cp: OfSheet[int] = 0
    at: Open[Point | None] = None
    on_block: Open[str] = ""


class DeedOver(Event, frozen=True, kw_only=True):
    """All its attacks are resolved."""

    who: Who


class Check(Event, frozen=True, kw_only=True):
    """Base of D-GEN-1: 3d6 against `T`; `s` is what is left, or lacks."""

    who: Who
    dice: Open[DiceThrown]
    natural: Open[int]
    effective: Open[int]
    T: OfSheet[int]
    s: OfSheet[int]
    success: Open[bool]
    terms: OfSheet[tuple[Term, ...]] = ()


class PainChecked(Check, frozen=True, kw_only=True):
    """D-PAIN-1, D-PAIN-2. `cp`: the condition penalty of this action."""

    cp: OfSheet[int]


class RunChecked(Check, frozen=True, kw_only=True):
    """D-MOV-3. `distance_cm`: how far it gets."""

    pace: Open[str]
    distance_cm: OfSheet[int]


class SkillChecked(Check, frozen=True, kw_only=True):
    """A skill is used."""

    skill: Open[str]


class Ran(Event, frozen=True, kw_only=True):
    """D-MOV-1, D-MOV-8: how far somebody has moved, and its last straight part."""

    who: Who
    pace: Open[str]
    length_cm: Open[int]
    straight_cm: Open[int] = 0
    origin: Open[Point | None] = None
    towards: Named[str] = ""


# --- attacks ---------------------------------------------------------------------------------------------------------


class AttackDeclared(Event, frozen=True, kw_only=True):
    """3.3a: an attack that may be answered. `attack`: its id."""

    who: Who
    target: Who
    attack: InId
    name: Open[str]
    action: Open[str]
    kind: Open[str]
    weapon: IfSeen[str] = ""
    item: IfSeen[str] = ""
    """What the weapon is called."""
    intention: IfSeen[Intention] = ""
    distance_cm: IfSeen[int | None] = None
    charge: IfSeen[int] = 0
    counter: IfSeen[int] = 0


class ReactionDeclared(Answered, frozen=True, kw_only=True):
    """The answer to an attack (`role`), or of the attacker to a block (`sunder`)."""

    attack: Open[str] = ""
    role: Open[Role] = "defend"
    kind: Open[Defence] = "none"
    item: Open[str] = ""
    D: OfSheet[int] = 0
    sunder: Open[bool] = False


class ReactionRefused(Answered, frozen=True, kw_only=True):
    """The GM does not allow an answer; another one may be given."""

    withdrawn: ClassVar[bool] = True
    attack: Open[str] = ""
    reason: Open[str] = ""


class FullDefenseTaken(Event, frozen=True, kw_only=True):
    """D-FD-1, D-FD-3."""

    who: Who


class FullDefenseEnded(Event, frozen=True, kw_only=True):
    """D-FD-4."""

    who: Who


class HitsRolled(Event, frozen=True, kw_only=True):
    """D-ATK-3, D-ATK-4: the attack roll. `T` is what the terms make; `s`, of a burst multiplied (D-BURST-2)."""

    who: Who
    target: Who
    attack: InId
    dice: Open[DiceThrown]
    superior: Open[int]
    natural: Open[int]
    effective: Open[int]
    T: ByRule[int]
    s: ByRule[int]
    hit: Open[bool]
    terms: ByRule[tuple[Term, ...]] = ()


class DamageRolled(Event, frozen=True, kw_only=True):
    """Base damage that is thrown."""

    who: Who
    target: Who
    attack: InId
    dice: OfSheet[DiceThrown]
    W: OfSheet[int]
    S: OfSheet[int]


class ProtectionUsed(Event, frozen=True, kw_only=True):
    """D-ARM-2, D-ARM-3, D-BLK-2: what armour makes of the damage. `who` struck, `target` takes it."""

    who: Who
    target: Who
    attack: InId
    value: ByRule[int]
    block_q: ByRule[int]
    mode: ByRule[str]
    W_in: ByRule[int]
    S_in: ByRule[int]
    W_out: ByRule[int]
    S_out: ByRule[int]
    terms: ByRule[tuple[Term, ...]] = ()


class WoundsLost(Event, frozen=True, kw_only=True):
    """D-WND-2. `W` is left."""

    who: Who
    amount: OfSheet[int]
    W: OfSheet[int]


class StressLost(Event, frozen=True, kw_only=True):
    """`S` is left."""

    who: Who
    amount: OfSheet[int]
    S: OfSheet[int]


class SunderChecked(Event, frozen=True, kw_only=True):
    """D-SUND-2, D-SARM-1: the item of `who` (`side`: off, def, armour) against that of `foe`; 3d6 and its quality
    against `tn`. `new`: the quality that is left."""

    who: Who
    foe: Named[str]
    item: Open[str]
    side: Open[str]
    dice: Open[DiceThrown]
    superior: Open[int]
    natural: Open[int]
    effective: Open[int]
    tn: ByRule[int]
    margin: ByRule[int]
    loss: OfSheet[int]
    new: OfSheet[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class ItemBroken(Event, frozen=True, kw_only=True):
    """D-SUND-5, D-SARM-4."""

    who: Who
    item: Open[str]


class AmmoLost(Event, frozen=True, kw_only=True):
    """D-AMMO-1, D-AMMO-2. `left`: counts."""

    tells: ClassVar[Tells] = Tells.SHEET
    who: Who
    item: Open[str]
    left: Open[int]


class Reloaded(Event, frozen=True, kw_only=True):
    """D-AMMO-3."""

    who: Who
    item: Open[str]
    ammo: OfSheet[int | None]


class WeaponDrawn(Event, frozen=True, kw_only=True):
    """An item is in hand."""

    who: Who
    item: Open[str]


class CounterGained(Event, frozen=True, kw_only=True):
    """D-CTR-1: the bonus that it has now against one whose attack it has parried. `failure`: by how much."""

    who: Who
    against: Who
    failure: OfSheet[int]
    bonus: OfSheet[int]


class CounterExpired(Event, frozen=True, kw_only=True):
    """D-CTR-3."""

    who: Who


class CombatantDown(Event, frozen=True, kw_only=True):
    """D-WND-4, D-WND-5."""

    who: Who
    status: Open[Status]


class CombatantDied(Event, frozen=True, kw_only=True):
    """D-WND-3."""

    who: Who


class AttackOver(Event, frozen=True, kw_only=True):
    """The attack is resolved."""

    who: Who
    target: Who
    attack: InId


# --- the GM ----------------------------------------------------------------------------------------------------------


class RulingGiven(Event, frozen=True, kw_only=True):
    """What the GM says. `decision`: the question that it answers."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    ruling: Open[str]
    who: Who = ""
    target: Who = ""
    key: Open[str] = ""
    n: Open[int | None] = None
    more: Open[int] = 0
    text: Open[str] = ""
    attack: Open[str] = ""


class GmAnswered(Answered, frozen=True, kw_only=True):
    """The GM's answer to a question; what it says is told by itself. `goes_on`: D-RND-3, the fight is not over."""

    goes_on: Open[bool] = False


class ObjectNamed(Event, frozen=True, kw_only=True):
    """D-SUND-8: something that may be struck."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    object: Parts[Object]


class ObjectStruck(Event, frozen=True, kw_only=True):
    """D-SUND-8."""

    who: Who
    object: Open[str]
    weapon: Open[str] = ""


class GmAdjusted(Event, frozen=True, kw_only=True):
    """The GM sets a value of a combatant, or an item is repaired."""

    who: Who
    value_of: Open[str]
    key: Open[str] = ""
    value: ByRule[int | str | bool | None] = None
