"""Events: the fight's frame: who joins, the order, rounds and turns. Facts only."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import field

from server.core.dice import Faces
from server.core.disclosure import ByRule, Named, OfSheet, Open, Tells, Who, Whos
from server.core.events import Added, Began, Event, RoundOver, TurnOver
from server.core.terms import Term
from server.rules.tirakan.state.intents import GmPhaseEffect
from server.rules.tirakan.state.sheet import Sheet
from server.rules.tirakan.state.state import Initiative


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: ByRule[Sheet]


class CombatStarted(Began, frozen=True, kw_only=True):
    """T-START-1: the fight begins."""

    instigator: Named[str] = ""


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """T-INIT-1."""

    who: Who
    dice: Open[tuple[Faces, ...]]
    total: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class InitiativeTieBroken(Event, frozen=True, kw_only=True):
    """T-INIT-4. `faces`: one row per roll-off, in the order of `who`; 0 did not roll again."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    who: Whos
    faces: ByRule[tuple[tuple[int, ...], ...]]


class InitiativeOrderSet(Event, frozen=True, kw_only=True):
    """T-INIT-2, T-INIT-5."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    order: Named[tuple[str, ...]]
    keys: ByRule[dict[str, Initiative]] = field(default_factory=dict)


class QuickReactionRolled(Event, frozen=True, kw_only=True):
    """T-QUICK-1."""

    who: Who
    dice: Open[tuple[Faces, ...]]
    M: OfSheet[int]
    successes: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class QuickReactionGranted(Event, frozen=True, kw_only=True):
    """T-QUICK-2."""

    who: Who


class QuickReactionExpired(Event, frozen=True, kw_only=True):
    """T-QUICK-5."""

    who: Who


class RoundStarted(Event, frozen=True, kw_only=True):
    """T-ROUND-1."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    round: Open[int]


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """All have had their turns."""

    round: Open[int]


class TurnsBegun(Event, frozen=True, kw_only=True):
    """T-ROUND-1: the start phase is over."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    round: Open[int]


class TurnStarted(Event, frozen=True, kw_only=True):
    """T-TURN-1: `who` is the actor. `skipped`: it cannot act (T-ROUND-6). `unseen`: it is hidden, so that in a phase
    nobody can react to its having acted last (T-ROUND-4)."""

    who: Who
    skipped: Open[bool] = False
    unseen: Open[bool] = False


class TurnEnded(TurnOver, frozen=True, kw_only=True):
    """T-TURN-4, T-TURN-5."""

    who: Who
    saved: Open[int]


class PhaseEffectPlanned(Event, frozen=True, kw_only=True):
    """T-ROUND-5: for the GM's eyes."""

    tells: ClassVar[Tells] = Tells.GM
    effect: Open[GmPhaseEffect]


class PhaseEffectTaken(Event, frozen=True, kw_only=True):
    """T-ROUND-5: it takes place; its hits follow."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    phase: Open[Literal["start", "end"]]
    text: Open[str]


class PhaseWindowOpened(Event, frozen=True, kw_only=True):
    """T-ROUND-3."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    action_id: Open[str]
    name: Open[str]
    phase: Open[Literal["start", "end"]]
    last_actor: Named[str]
    eligible: Named[tuple[str, ...]]


class PhaseWindowClosed(Event, frozen=True, kw_only=True):
    """Everybody asked has answered."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    action_id: Open[str]
    order: Named[tuple[str, ...]]
