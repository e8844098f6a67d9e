"""What happens, named as in the specification (3.2, 3.3), beside what the kit tells of acts. Facts only: faces, totals,
terms. `M` is the specification's letter for the minimum roll; `pool` is how many dice there are."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from server.core.dice import Faces
from server.core.disclosure import ByRule, IfSeen, Named, OfSheet, Open, Tells, Who, Whos, sheet
from server.core.events import Added, Answered, Began, Event, Finished, RoundOver, TurnOver
from server.core.space import Point
from server.core.terms import Term
from server.rules.tirakan_classic.state.intents import Cover, Deed
from server.rules.tirakan_classic.state.options import Options
from server.rules.tirakan_classic.state.sheet import Posture, Sheet, Status
from server.rules.tirakan_classic.state.state import Rolled

# --- the fight, rounds, turns ----------------------------------------------------------------------------------------


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: ByRule[Sheet]


class OptionsSet(Event, frozen=True, kw_only=True):
    """The house rules are these."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    options: Open[Options]


class CombatStarted(Began, frozen=True, kw_only=True):
    """L-START-1."""


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """L-INIT-1. `more_faces`: where the die exploded, what it showed then."""

    who: Who
    face: Open[int]
    more_faces: Open[Faces] = ()
    speed: OfSheet[int]
    total: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class InitiativeTieBroken(Event, frozen=True, kw_only=True):
    """L-INIT-4. `faces`: one of each of `who`. `unseen`: it gives somebody hidden its place, and is kept nowhere."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    who: Whos
    faces: Open[tuple[int, ...]]
    unseen: Open[bool] = False


class TieRuled(Answered, frozen=True, kw_only=True):
    """L-A-03: the GM has said in which order those act who tie."""

    tells: ClassVar[Tells] = Tells.GM
    who: Open[str] = "gm"
    order: Named[tuple[str, ...]]


class InitiativeOrderSet(Event, frozen=True, kw_only=True):
    """L-INIT-2, L-INIT-6."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    order: ByRule[tuple[str, ...]]


class RoundStarted(Event, frozen=True, kw_only=True):
    """L-ROUND-1, L-FULL-3: for nobody the round is over any more."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    n: Open[int]


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """L-ROUND-2."""

    n: Open[int]


class TurnStarted(Event, frozen=True, kw_only=True):
    """L-PRIO-1."""

    who: Who


class TurnEnded(TurnOver, frozen=True, kw_only=True):
    """L-PRIO-4; `round_over`: L-FULL-3."""

    who: Who
    saved: Open[int]
    round_over: Open[bool] = False


class CombatEnded(Finished, frozen=True, kw_only=True):
    """L-END-1."""


# --- acts and what they cost -----------------------------------------------------------------------------------------


class ActDeclared(Event, frozen=True, kw_only=True):
    """An act, or a reaction that is carried out. `path`: walked meanwhile. The deed's own `who` is empty."""

    action_id: Open[str]
    frame: Open[Literal["act", "reaction"]] = "act"
    name: Open[str] = ""
    who: Who
    kind: Open[str]
    target: Who = ""
    deed: ByRule[Deed | None] = None
    path: IfSeen[tuple[Point, ...]] = ()
    cost: Open[int] = 1


class ActionSpent(Event, frozen=True, kw_only=True):
    """Actions were paid."""

    who: Who
    amount: Open[int]
    left: Open[int]
    action_id: Open[str]


class ReactionDeclared(Answered, frozen=True, kw_only=True):
    """L-REACT-3: announced; one action is reserved."""

    action_id: Open[str]
    reaction: ByRule[Deed]


class ReactionWindowClosed(Event, frozen=True, kw_only=True):
    """L-REACT-7: `order` is that in which the reactions are carried out."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    action_id: Open[str]
    order: Named[tuple[str, ...]]


class FullAutoCommitted(Event, frozen=True, kw_only=True):
    """L-FULL-2."""

    who: Who
    weapon: IfSeen[str]


class ActionsForfeited(Event, frozen=True, kw_only=True):
    """L-FULL-5: these actions are lost."""

    who: Who
    n: Open[int]


class ActionGained(Event, frozen=True, kw_only=True):
    """L-BONUS-2. `actions`: available now."""

    who: Who
    actions: Open[int]


# --- rolls -----------------------------------------------------------------------------------------------------------


class HitsRolled(Event, frozen=True, kw_only=True):
    """L-HIT-1 to L-HIT-3. `purpose` throw: of a thrown object (L-THROW-1)."""

    action_id: Open[str]
    who: Who
    target: Who
    purpose: Open[Literal["hit", "throw"]] = "hit"
    weapon: IfSeen[str] = ""
    mode: IfSeen[str] = ""
    distance_cm: IfSeen[int] = 0
    pool: Open[int]
    M: OfSheet[int]
    faces: Open[tuple[Faces, ...]]
    hits: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class HitsReevaluated(Event, frozen=True, kw_only=True):
    """L-GM-1: the same dice, fewer or more of them. `faces`: all that count now."""

    action_id: Open[str]
    who: Who
    target: Who
    pool: Open[int]
    M: OfSheet[int]
    faces: Open[tuple[Faces, ...]]
    hits: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class EvadeRolled(Event, frozen=True, kw_only=True):
    """L-EVADE-3, L-EVADE-4."""

    action_id: Open[str]
    who: Who
    M: OfSheet[int]
    faces: Open[tuple[Faces, ...]]
    hits: Open[int]
    success: Open[bool]
    terms: OfSheet[tuple[Term, ...]] = ()


class ParryRolled(Event, frozen=True, kw_only=True):
    """L-PARRY-2. `removed`: hits that it takes; without dice where the GM said how many."""

    action_id: Open[str]
    who: Who
    weapon: Open[str]
    M: OfSheet[int]
    faces: Open[tuple[Faces, ...]]
    hits: Open[int]
    removed: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class CheckRolled(Event, frozen=True, kw_only=True):
    """L-ACT-8: what the GM wanted rolled for a free act."""

    action_id: Open[str]
    who: Who
    roll: Open[str]
    pool: Open[int]
    M: OfSheet[int]
    faces: Open[tuple[Faces, ...]]
    hits: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class DeviationRolled(Event, frozen=True, kw_only=True):
    """L-THROW-3, L-THROW-4: the clock's hour, and metres. Where nobody has a place there is no landing."""

    action_id: Open[str]
    who: Who
    d12: Open[int]
    d6: Open[int]
    landing: Open[Point | None] = None


# --- dice spent on rolls ---------------------------------------------------------------------------------------------


class RollStands(Event, frozen=True, kw_only=True):
    """L-DICE-5: whoever has made this roll may improve it now."""

    tells: ClassVar[Tells] = Tells.GM
    who: Who
    action_id: Open[str]
    roll: Open[Rolled]


class RollImproved(Event, frozen=True, kw_only=True):
    """L-DICE-5: the whole roll as it is now. `bonus`, `destiny`, `reroll`: what was spent; `destiny_faces`: destiny
    dice, each of which succeeds from `F`."""

    who: Who
    decision: Open[str]
    target: Who = ""
    action_id: Open[str]
    roll: Open[str]
    bonus: ByRule[int] = 0
    destiny: ByRule[int] = 0
    reroll: ByRule[bool] = False
    faces: ByRule[tuple[Faces, ...]]
    destiny_faces: ByRule[tuple[int, ...]] = ()
    M: OfSheet[int]
    F: Open[int]
    hits: ByRule[int]
    terms: OfSheet[tuple[Term, ...]] = ()


# --- what comes of it ------------------------------------------------------------------------------------------------


class HitsInflicted(Answered, frozen=True, kw_only=True):
    """L-GHIT-1."""

    tells: ClassVar[Tells] = Tells.WITNESSES
    who: Open[str] = "gm"
    decision: ByRule[str] = ""
    action_id: Open[str]
    targets: Whos
    hits: Open[int]
    wounds_per_hit: Open[int]
    penetration: Open[int]
    bonus_wounds: Open[int]


class ProtectionUsed(Event, frozen=True, kw_only=True):
    """L-PROT-1 to L-PROT-3. `by`: whose attack it is."""

    action_id: Open[str]
    who: Who
    by: Who = ""
    hits: Open[int]
    protection: OfSheet[int]
    penetration: Annotated[int, sheet("by")]
    effective: OfSheet[int]
    prevented: Open[int]
    left: Open[int]


class WoundsTaken(Event, frozen=True, kw_only=True):
    """L-WND-1 to L-WND-3, L-BW-1. `bonus`: those among them that no hit made; `total`: wounds after it."""

    action_id: Open[str]
    who: Who
    wounds: Open[int]
    bonus: Open[int] = 0
    total: Open[int]


class StatusChanged(Event, frozen=True, kw_only=True):
    """L-WND-4, or by the GM."""

    who: Who
    status: Open[Status]


class PostureChanged(Event, frozen=True, kw_only=True):
    """L-ACT-7."""

    who: Who
    posture: Open[Posture]


class ObjectUsed(Event, frozen=True, kw_only=True):
    """L-ACT-5: what comes of it the GM says."""

    who: Who
    object: Open[str]


class WeaponDrawn(Event, frozen=True, kw_only=True):
    """L-ACT-5: in hand now; empty: nothing is."""

    who: Who
    weapon: Open[str]


class AmmoSpent(Event, frozen=True, kw_only=True):
    """L-AMMO-1."""

    tells: ClassVar[Tells] = Tells.SHEET
    who: Who
    weapon: Open[str]
    rounds: Open[int]
    left: Open[int]


class ReloadProgressed(Event, frozen=True, kw_only=True):
    """L-AMMO-2: one step of several."""

    tells: ClassVar[Tells] = Tells.SHEET
    who: Who
    weapon: Open[str]
    steps: Open[int]


# --- the GM's words --------------------------------------------------------------------------------------------------


class CoverSet(Event, frozen=True, kw_only=True):
    """L-COVER-4."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    target: Who
    source: Named[str]
    level: Open[Cover]


class GMRuled(Answered, frozen=True, kw_only=True):
    """The GM's word. `ruling` says on what; of the other fields only those count that belong to it."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    who: Open[str] = "gm"
    decision: ByRule[str] = ""
    ruling: Open[Literal["act", "custom", "effect", "wounds", "set"]]
    action_id: Open[str] = ""
    subject: Named[str] = ""
    """The combatant that it concerns."""
    reaction: ByRule[str] = ""
    cost: ByRule[int | None] = None
    roll: ByRule[str] = ""
    effect: ByRule[str] = ""
    removed: ByRule[int] = 0
    refuse: ByRule[bool] = False
    from_behind: ByRule[bool | None] = None
    cover: ByRule[Cover | None] = None
    distance_cm: ByRule[int | None] = None
    modifier: ByRule[int | None] = None
    value_of: ByRule[str] = ""
    key: ByRule[str] = ""
    value: ByRule[int | str | bool] = 0
