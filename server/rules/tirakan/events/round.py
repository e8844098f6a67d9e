"""Events: the fight's frame: who joins, the order, rounds and turns. Facts only."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import field

from server.core.dice import Faces
from server.core.events import Added, Began, Event, RoundOver, TurnOver
from server.core.terms import Term
from server.rules.tirakan.state.intents import GmPhaseEffect
from server.rules.tirakan.state.sheet import Sheet
from server.rules.tirakan.state.state import Initiative


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: Sheet


class CombatStarted(Began, frozen=True, kw_only=True):
    """T-START-1: the fight begins."""

    mentions: ClassVar[tuple[str, ...]] = ()
    instigator: str = ""


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


class RoundStarted(Event, frozen=True, kw_only=True):
    """T-ROUND-1."""

    mentions: ClassVar[tuple[str, ...]] = ()
    round: int


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """All have had their turns."""

    mentions: ClassVar[tuple[str, ...]] = ()
    round: int


class TurnsBegun(Event, frozen=True, kw_only=True):
    """T-ROUND-1: the start phase is over."""

    mentions: ClassVar[tuple[str, ...]] = ()
    round: int


class TurnStarted(Event, frozen=True, kw_only=True):
    """T-TURN-1: `who` is the actor. `skipped`: it cannot act (T-ROUND-6). `unseen`: it is hidden, so that in a phase
    nobody can react to its having acted last (T-ROUND-4)."""

    who: str
    skipped: bool = False
    unseen: bool = False


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


class PhaseEffectPlanned(Event, frozen=True, kw_only=True):
    """T-ROUND-5: for the GM's eyes."""

    mentions: ClassVar[tuple[str, ...]] = ()
    effect: GmPhaseEffect


class PhaseEffectTaken(Event, frozen=True, kw_only=True):
    """T-ROUND-5: it takes place; its hits follow."""

    mentions: ClassVar[tuple[str, ...]] = ()
    phase: Literal["start", "end"]
    text: str


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
