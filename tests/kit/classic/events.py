"""What happens, beside what is the kit's; and what it does to the state."""

from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from server.core.dice import Faces
from server.core.disclosure import ByRule, Named, Open, Tells, Who, sheet
from server.core.events import Added, Answered, Began, Event, RoundOver, TurnOver
from server.core.space import Point
from server.kit import between
from server.kit.acts.evolve import Shapes, folds
from server.kit.frames import on_frame, with_frame
from tests.kit.classic.state import AnyDeed, Combatant, Frame, Game, Ruling, Sheet

# --- events ----------------------------------------------------------------------------------------------------------


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: ByRule[Sheet]


class CombatStarted(Began, frozen=True, kw_only=True):
    """The fight begins."""


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """L-INIT-1."""

    who: Who
    face: Open[int]
    total: Open[int]


class InitiativeOrderSet(Event, frozen=True, kw_only=True):
    """L-INIT-2."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    order: Named[tuple[str, ...]]


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    n: Open[int]


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """A round is over."""


class TurnStarted(Event, frozen=True, kw_only=True):
    """L-PRIO-1."""

    who: Who


class ActionsRefreshed(Event, frozen=True, kw_only=True):
    """L-PRIO-2."""

    who: Who
    available: Open[int]


class TurnEnded(TurnOver, frozen=True, kw_only=True):
    """L-PRIO-4, L-FULL-3."""

    who: Who
    saved: Open[int]
    round_over: Open[bool] = False


class ActDeclared(Event, frozen=True, kw_only=True):
    """An act, or a reaction that is carried out."""

    action_id: Open[str]
    frame: Open[str]
    name: Open[str] = ""
    who: Who
    kind: Open[str]
    target: Who = ""
    deed: ByRule[AnyDeed | None] = None
    path: Open[tuple[Point, ...]] = ()
    cost: Open[int] = 1


class ActionSpent(Event, frozen=True, kw_only=True):
    """Paid."""

    who: Who
    amount: Open[int]
    left: Open[int]
    action_id: Open[str]


class ReactionDeclared(Answered, frozen=True, kw_only=True):
    """Announced."""

    action_id: Open[str]
    reaction: ByRule[AnyDeed]


class ReactionWindowClosed(Event, frozen=True, kw_only=True):
    """Reactions are carried out in this order."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    action_id: Open[str]
    order: Named[tuple[str, ...]]


class FullAutoCommitted(Event, frozen=True, kw_only=True):
    """L-FULL-2."""

    who: Who


class HitsRolled(Event, frozen=True, kw_only=True):
    """L-HIT-1 to L-HIT-3."""

    who: Who
    target: Who
    action_id: Open[str]
    pool: Open[int]
    M: Annotated[int, sheet()]
    faces: Open[tuple[Faces, ...]]
    hits: Open[int]


class EvadeRolled(Event, frozen=True, kw_only=True):
    """L-EVADE-3, L-EVADE-4."""

    who: Who
    action_id: Open[str]
    M: Annotated[int, sheet()]
    faces: Open[tuple[Faces, ...]]
    success: Open[bool]


class ProtectionUsed(Event, frozen=True, kw_only=True):
    """L-PROT-1 to L-PROT-3."""

    who: Who
    hits: Open[int]
    protection: Annotated[int, sheet()]
    penetration: Open[int]
    effective: Annotated[int, sheet()]
    prevented: Open[int]
    left: Open[int]


class WoundsTaken(Event, frozen=True, kw_only=True):
    """L-WND-1 to L-WND-3."""

    who: Who
    action_id: Open[str]
    wounds: Open[int]
    total: Open[int]


class StatusChanged(Event, frozen=True, kw_only=True):
    """L-WND-4, or by the GM."""

    who: Who
    status: Open[str]


class BonusDieSpent(Event, frozen=True, kw_only=True):
    """L-BONUS-1."""

    who: Who
    left: Open[int]


class GMRuled(Answered, frozen=True, kw_only=True):
    """The GM's word: on an act (from behind, its cost, or that of an announced reaction to it), or on wounds."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    who: Open[str] = "gm"
    decision: ByRule[str] = ""
    subject: Named[str] = ""
    action_id: Open[str] = ""
    reaction: Named[str] = ""
    from_behind: Open[bool] = False
    cost: Open[int | None] = None
    refuse: Open[bool] = False
    wounds: Open[int | None] = None


SHAPES = Shapes(
    frame=Frame, declared=ActDeclared, spent=ActionSpent, reacting=ReactionDeclared, closed=ReactionWindowClosed
)

# --- evolve ----------------------------------------------------------------------------------------------------------


def _with(game: Game, who: str, **changes: Any) -> Game:
    return replace(game, combatants={**game.combatants, who: replace(game.combatants[who], **changes)})


def _added(game: Game, event: CombatantAdded) -> Game:
    own = event.sheet
    new = Combatant(sheet=own, actions=own.saved, bonus_dice=own.bonus_dice, wounds=own.wounds)
    return replace(game, combatants={**game.combatants, event.who: new})


def _round(game: Game, event: RoundStarted) -> Game:
    free = {who: replace(one, round_over=False) for who, one in game.combatants.items()}
    return replace(game, round=event.n, combatants=free)


def _ended(game: Game, event: TurnEnded) -> Game:
    return replace(_with(game, event.who, actions=event.saved, bound=False, round_over=event.round_over), turn="")


def _hit(game: Game, event: HitsRolled) -> Game:
    return with_frame(game, event.action_id, hits=event.hits)


def _wounded(game: Game, event: WoundsTaken) -> Game:
    return with_frame(_with(game, event.who, wounds=event.total), event.action_id, wounds=event.wounds)


def _ruled(game: Game, event: GMRuled) -> Game:
    if event.wounds is not None:
        return _with(game, event.subject, wounds=event.wounds)
    said = Ruling(cost=event.cost, refuse=event.refuse, from_behind=event.from_behind)

    def apply(frame: Frame) -> Frame:
        if event.reaction:
            return replace(frame, rulings={**frame.rulings, event.reaction: said})
        return replace(frame, ruling=said)

    return on_frame(game, event.action_id, apply)


_FOLDS: dict[type[Event], Any] = {
    **folds(SHAPES),
    CombatantAdded: _added,
    InitiativeOrderSet: lambda game, event: replace(game, order=event.order),
    RoundStarted: _round,
    TurnStarted: lambda game, event: replace(game, turn=event.who),
    ActionsRefreshed: lambda game, event: _with(game, event.who, actions=event.available),
    TurnEnded: _ended,
    FullAutoCommitted: lambda game, event: _with(game, event.who, bound=True),
    HitsRolled: _hit,
    EvadeRolled: lambda game, event: with_frame(game, event.action_id, hits=0) if event.success else game,
    WoundsTaken: _wounded,
    StatusChanged: lambda game, event: _with(game, event.who, status=event.status),
    BonusDieSpent: lambda game, event: _with(
        game, event.who, bonus_dice=event.left, actions=game.combatants[event.who].actions + 1
    ),
    GMRuled: _ruled,
    between.PerceptionSet: between.EVOLVES[between.PerceptionSet],
}


def evolve(game: Game, event: Event) -> Game:
    """Apply a fact: to the stack of acts, and to what it costs."""
    game = _FOLDS[type(event)](game, event) if type(event) in _FOLDS else game
    return _with(game, event.who, actions=event.left) if isinstance(event, ActionSpent) else game
