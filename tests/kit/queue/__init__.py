"""Waiting in line, a system to be thrown away: who acts when, by the kit's `order`, `newcomers` and `asking`, and
hardly anything else. Whoever has the turn shoves somebody, or lets it pass. Four-sided dice, so that ties are common.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from server.core.disclosure import ByRule, ByWho, ForGM, Open, PartsByWho, Tells, Who, Whos, seen
from server.core.draft import Draft
from server.core.events import Added, Began, CombatantRemoved, Event, Finished, RoundOver, TurnOver
from server.core.intents import Act, Intent, Start
from server.core.knowing.viewer import Viewer
from server.core.options import Option
from server.core.secrecy import owns
from server.core.state import Decision, State
from server.core.system import Asker, System, declared
from server.core.view import Figure, Shown
from server.kit import newcomers, order
from server.kit.asking import Question, default_of, proceed_of
from server.kit.forms import Somebody, check_people, option
from server.kit.moment import Moments, checking, name_of
from server.kit.newcomers import check_newcomer, join

SIDES = 4


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing of it is needed."""

    strength: Open[int] = 0


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """None."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """The line. `place`: that which was reached last; only the GM knows it, for it may be somebody hidden's."""

    sheets: PartsByWho[dict[str, Sheet]] = {}
    shoved: ByWho[dict[str, int]] = {}
    scores: ByWho[dict[str, tuple[int, ...]]] = {}
    order: ByRule[tuple[str, ...]] = ()
    place: ForGM[str] = ""
    turn: Annotated[str, seen("turn")] = ""
    round: Open[int] = 0


class Begin(Start, frozen=True, kw_only=True):
    """The GM opens the door."""


class AddCombatant(newcomers.AddCombatant, frozen=True, kw_only=True):
    """One more comes."""

    sheet: Sheet = Sheet()


class EndFight(Intent, frozen=True, kw_only=True):
    """The GM closes the door."""


class Shove(Act, frozen=True, kw_only=True):
    """Shoves somebody."""

    target: Somebody


class EndTurn(Act, frozen=True, kw_only=True):
    """Does nothing."""


class CombatantAdded(Added, frozen=True, kw_only=True):
    """One more is there."""

    sheet: Open[Sheet]


class Begun(Began, frozen=True, kw_only=True):
    """The door is open."""


class Ended(Finished, frozen=True, kw_only=True):
    """The door is closed."""


class Rolled(Event, frozen=True, kw_only=True):
    """What its place comes from."""

    who: Who
    face: Open[int]


class TieBroken(Event, frozen=True, kw_only=True):
    """They have thrown again; all of them are in sight of all."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    tied: Whos
    faces: ByWho[dict[str, int]]


class UnseenTieBroken(Event, frozen=True, kw_only=True):
    """Where the hidden among the tied stand; for those who see all of them."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    tied: Whos
    faces: ByWho[dict[str, int]]


class OrderSet(Event, frozen=True, kw_only=True):
    """The line."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    order: ByRule[tuple[str, ...]]


class RoundStarted(Event, frozen=True, kw_only=True):
    """From the front again."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    round: Open[int]


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """All had their turns."""


class TurnStarted(Event, frozen=True, kw_only=True):
    """It is its turn."""

    who: Who


class Shoved(Event, frozen=True, kw_only=True):
    """It stumbles, or not."""

    who: Who
    target: Who
    face: Open[int]


class TurnEnded(TurnOver, frozen=True, kw_only=True):
    """Its turn is over."""

    who: Who


BY_WHO = ("sheets", "shoved", "scores")


def evolve(game: Game, event: Event) -> Game:
    """Apply a fact."""
    match event:
        case CombatantAdded(who=who, sheet=sheet):
            return replace(game, sheets={**game.sheets, who: sheet}, shoved={**game.shoved, who: 0})
        case CombatantRemoved(who=gone):
            kept = {name: {who: one for who, one in getattr(game, name).items() if who != gone} for name in BY_WHO}
            line, place = order.without(game.order, game.place, gone)
            return replace(game, order=line, place=place, turn="" if game.turn == gone else game.turn, **kept)
        case Rolled(who=who, face=face):
            return replace(game, scores={**game.scores, who: (face,)})
        case TieBroken(faces=faces):
            more = {who: (*game.scores[who], face) for who, face in faces.items()}
            return replace(game, scores={**game.scores, **more})
        case OrderSet(order=line):
            return replace(game, order=line)
        case RoundStarted(round=number):
            return replace(game, round=number, place="")
        case TurnStarted(who=who):
            return replace(game, turn=who, place=who)
        case Shoved(target=target, face=face):
            return replace(game, shoved={**game.shoved, target: game.shoved[target] + face})
        case TurnEnded() | Ended():
            return replace(game, turn="")
        case _:
            return game


# --- may this be done now ---------------------------------------------------------------------------------------------


def _turn(state: State, who: str) -> str | None:
    return None if state.play.game.turn == who else name_of(state.play, state.play.game.turn)


def _add(state: State, intent: AddCombatant) -> None:
    check_newcomer(state, intent, state.play.game.sheets)


MOMENTS = Moments(phase=lambda _state: "running", is_idle=lambda state: state.play.decision is None, turn=_turn)
IN_TURN = (MOMENTS.running, MOMENTS.idle, MOMENTS.on_turn)

check = checking({
    Begin: (MOMENTS.setup,),
    AddCombatant: (MOMENTS.open, _add),
    EndFight: (MOMENTS.running,),
    Shove: (*IN_TURN, check_people),
    EndTurn: IN_TURN,
})  # fmt: skip


# --- who acts when ----------------------------------------------------------------------------------------------------


def _throw(draft: Draft, name: str, who: str) -> int:
    return draft.roll(name, who, SIDES, 1)[0][0]


def _told(draft: Draft, tied: list[str], faces: dict[str, int], unseen: bool) -> None:
    draft.emit((UnseenTieBroken if unseen else TieBroken)(tied=tuple(tied), faces=faces))


INITIATIVE = order.Initiative(scores=lambda game: game.scores, throw=_throw, told=_told)


def _roll(draft: Draft, who: str) -> None:
    draft.emit(Rolled(who=who, face=_throw(draft, "initiative", who)))


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about."""
    match intent:
        case Begin():
            draft.emit(Begun())
            for who in draft.game.sheets:
                _roll(draft, who)
            draft.emit(OrderSet(order=order.first_order(draft, INITIATIVE)))
            _start_round(draft)
        case AddCombatant(sheet=sheet):
            who = join(draft, CombatantAdded, intent, sheet=sheet)
            if draft.play.phase == "running":
                _roll(draft, who)
                line = draft.game.order
                had = line[: line.index(draft.game.place) + 1] if draft.game.place in line else ()
                draft.emit(OrderSet(order=order.with_latecomer(draft, INITIATIVE, line, who, had.__contains__)))
        case Shove(who=who, target=target):
            draft.emit(Shoved(who=who, target=target, face=_throw(draft, f"shove.{draft.game.round}", who)))
            _end_turn(draft, who)
        case EndTurn(who=who):
            _end_turn(draft, who)
        case EndFight():
            for decision in draft.play.decisions:
                draft.close(decision.id, "moot")
            draft.emit(Ended())
        case _:
            pass


def _start_round(draft: Draft) -> None:
    draft.emit(RoundStarted(round=draft.game.round + 1))
    _stop(draft, f"round{draft.game.round}")


def _end_turn(draft: Draft, who: str) -> None:
    draft.emit(TurnEnded(who=who))
    _stop(draft, f"turn.{who}")


def _stop(draft: Draft, name: str) -> None:
    order.stop(draft, name, ends_act=True)


def _next_turn(draft: Draft, _decision: Decision) -> None:
    ahead = order.ahead(draft.game.order, draft.game.place)
    if ahead:
        draft.emit(TurnStarted(who=ahead[0]))
    elif draft.game.order:
        draft.emit(RoundEnded())
        _start_round(draft)


def removed(draft: Draft, _who: str) -> None:
    """Its turn is over."""
    if draft.play.phase == "running" and not draft.game.turn and not draft.play.decisions:
        _stop(draft, "removed")


QUESTIONS = {"stop": Question(then=_next_turn)}


def turn_end(state: State) -> Intent | None:
    """Ends the turn that is on."""
    return EndTurn(who=state.play.game.turn) if state.play.game.turn else None


# --- who knows what ---------------------------------------------------------------------------------------------------


def _game(viewer: Viewer, game: Game, _who: str) -> dict[str, Any]:
    return {"order": viewer.seen(game.order)}


def show(state: State, _audience: str) -> Shown:
    """The view's part."""
    game: Game = state.play.game
    turn = (game.turn,) if game.turn else ()
    figures = {who: Figure(facts={"shoved": str(count)}) for who, count in game.shoved.items()}
    return Shown(phase=state.play.phase, round=game.round, turn=turn, order=game.order, figures=figures)


def options(state: State, asker: Asker) -> list[Option]:
    """What the seat may do now."""
    if asker.role == "gm" and state.play.phase == "setup":
        return [Option(key="begin", intent={"type": "begin"}, group="gm", goal="end")]
    who = state.play.game.turn
    if not who or state.play.decision is not None or not owns(state, asker.audience, who):
        return []
    shove = option(Shove, "target", play=state.play, goal="hinder", fixed={"who": who})
    return [replace(each, who=who) for each in (shove, option(EndTurn, group="end", fixed={"who": who}))]


DEMO = """
title = "In line"
system = "queue"
[seats.ann]
[seats.bo]
[combatants.ana]
name = "Ana"
side = "blue"
seat = "ann"
[combatants.bert]
name = "Bert"
side = "blue"
seat = "bo"
[combatants.cleo]
name = "Cleo"
side = "red"
[combatants.dora]
name = "Dora"
side = "red"
[combatants.egon]
name = "Egon"
side = "red"
"""

SYSTEM = System(
    name="queue", version="1", titles={"en": "In line", "de": "In der Schlange"}, texts={}, demo=DEMO,
    events=declared(globals(), Event), intents=declared(globals(), Intent),
    game_type=Game, options_type=Options, sheet_type=Sheet,
    initial=lambda _options: Game(),
    add=lambda who, sheet, piece: CombatantAdded.of(who, piece, sheet=sheet),
    evolve=evolve, check=check, decide=decide, default=default_of(QUESTIONS), removed=removed, turn_end=turn_end,
    proceed=proceed_of(QUESTIONS, lambda _draft: None), show=show, options=options, open_roll=order.open_roll,
    redact={Game: _game, OrderSet: lambda witness, event, _who: order.order_told(witness, event, witness.hidden)},
    unnoticed=frozenset({"end_turn"}),
)  # fmt: skip
