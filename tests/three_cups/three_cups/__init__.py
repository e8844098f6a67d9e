"""Three Cups: the smallest rule system that needs everything core has. Also the example for writing your own.

Each round everybody able secretly lifts one of three cups (and may change it until all have chosen). Cup 2 beats cup 1,
3 beats 2, 1 beats 3. Whoever beats most strikes the first one it beats; one die, 3 + the target's cover or more hits.
Before the wound the target may riposte unless it is weary: one die, 5 or more voids the strike. Three hearts each; the
fight ends when one side is left.
"""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from server.core.disclosure import ByWho, OfOwner, Open, Parts, PartsByWho, Tells, Who, owner
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Added, Answered, Began, CombatantRemoved, Event, Finished, RoundOver
from server.core.intents import Act, Intent, Start
from server.core.options import Choice, Goal, Option, Param
from server.core.secrecy import owns
from server.core.state import Ask, Decision, Play, State
from server.core.system import Asker, Moment, Stops, System, declared, open_if_seen
from server.core.telling.tally import Tally
from server.core.terms import Term
from server.core.view import Figure, Shown, Track
from three_cups.words import CATALOG, DEMO, RULES, TEXTS, TITLES

HIT_FROM, VOID_FROM, CUPS = 3, 5, (1, 2, 3)

# --- state: frozen values --------------------------------------------------------------------------------------------


class Sheet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A combatant: hearts left, cover that makes it harder to hit, weary ones can't riposte."""

    hearts: Open[Annotated[int, Meta(ge=-1_000, le=1_000)]] = 3
    cover: OfOwner[Annotated[int, Meta(ge=-1_000, le=1_000)]] = 0
    weary: OfOwner[bool] = False


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """House rules: none."""


class Game(msgspec.Struct, frozen=True, gc=False):
    """The system's state: sheets, sides, the round, and the strike that is being resolved."""

    sheets: PartsByWho[dict[str, Sheet]] = {}
    sides: ByWho[dict[str, str]] = {}
    round: Open[int] = 0
    strike: Parts["Struck | None"] = None


# --- intents: what people wish ---------------------------------------------------------------------------------------


class Begin(Start, frozen=True, kw_only=True):
    """The GM begins."""


class Choose(Act, frozen=True, kw_only=True):
    """Lift a cup, or another one."""

    is_answer: ClassVar[bool] = True
    cup: int


class Riposte(Act, frozen=True, kw_only=True):
    """Answer a strike, or (`decline`) bear it."""

    is_answer: ClassVar[bool] = True
    decline: bool = False


# --- events: what has happened ---------------------------------------------------------------------------------------


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: Parts[Sheet]


class Begun(Began, frozen=True, kw_only=True):
    """The fight begins."""


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    round: Open[int]


class CupChosen(Answered, frozen=True, kw_only=True):
    """A cup was lifted; which one is its owner's secret (others get 0) until all are shown."""

    cup: OfOwner[int]


class CupsShown(Event, frozen=True, kw_only=True):
    """All cups are shown."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    cups: ByWho[dict[str, int]]


class Struck(Event, frozen=True, kw_only=True):
    """The winner strikes. The terms add up to what the face has to reach."""

    who: Who
    target: Who
    act: Open[str]
    face: Open[int]
    hit: Open[bool]
    terms: Annotated[tuple[Term, ...], owner("target")] = ()


class RiposteDeclared(Answered, frozen=True, kw_only=True):
    """The target ripostes or bears it."""

    decline: Open[bool] = False


class RiposteRolled(Event, frozen=True, kw_only=True):
    """The riposte's die."""

    who: Who
    face: Open[int]
    void: Open[bool]


class HeartLost(Event, frozen=True, kw_only=True):
    """The strike hit home."""

    who: Who
    hearts: Open[int]


class StrikeOver(Event, frozen=True, kw_only=True):
    """The strike is resolved."""

    tells: ClassVar[Tells] = Tells.EVERYBODY


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """The round is over."""


class FightEnded(Finished, frozen=True, kw_only=True):
    """One side is left."""


def evolve(game: Game, event: Event) -> Game:
    """Apply a fact: nothing is decided, rolled or refused here."""
    match event:
        case CombatantAdded(who=who, sheet=sheet, side=side):
            return replace(game, sheets={**game.sheets, who: sheet}, sides={**game.sides, who: side})
        case CombatantRemoved(who=who):
            sheets = {other: sheet for other, sheet in game.sheets.items() if other != who}
            return replace(game, sheets=sheets, sides={other: game.sides[other] for other in sheets})
        case RoundStarted(round=number):
            return replace(game, round=number)
        case Struck():
            return replace(game, strike=event)
        case HeartLost(who=who, hearts=hearts):
            return replace(game, sheets={**game.sheets, who: replace(game.sheets[who], hearts=hearts)})
        case StrikeOver():
            return replace(game, strike=None)
    return game


def able(game: Game) -> list[str]:
    """Who still fights."""
    return [who for who, sheet in game.sheets.items() if sheet.hearts > 0]


# --- check, decide, and how it goes on -------------------------------------------------------------------------------


def check(state: State, intent: Intent, _asker: Asker) -> None:
    """Raises Rejected: the only place that refuses. `state` is what the asker knows."""
    decision = state.play.decision
    match intent:
        case Begin():
            is_now = state.play.phase == "setup"
        case Choose(who=who):
            is_now = decision is not None and decision.kind == "choose" and who in decision.asks
        case Riposte(who=who):
            is_now = decision is not None and decision.kind == "riposte" and who in decision.unanswered()
        case _:
            is_now = False
    if not is_now:
        raise Rejected("wrong_phase", intent=intent.__struct_config__.tag, phase=state.play.phase)
    if isinstance(intent, Choose) and intent.cup not in CUPS:
        raise Rejected("no_such_cup", cup=intent.cup)


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about."""
    decision = draft.answered
    match intent:
        case Begin():
            draft.emit(Begun())
            _start_round(draft)
        case Choose(who=who, cup=cup) if decision is not None:
            draft.emit(CupChosen(who=who, decision=decision.id, cup=cup))
        case Riposte(who=who, decline=decline) if decision is not None:
            draft.emit(RiposteDeclared(who=who, decision=decision.id, decline=decline))


def proceed(draft: Draft, decision: Decision) -> None:
    """Nobody is asked any more: all have chosen, or the target has answered (or was never asked)."""
    answers = {who: ask.answer for who, ask in decision.asks.items() if ask.answer and who in draft.game.sheets}
    if decision.kind == "choose":
        _show(draft, {who: answer.cup for who, answer in answers.items()})
    else:
        _resolve(draft, any(not answer.decline for answer in answers.values()))


def _start_round(draft: Draft) -> None:
    number = draft.game.round + 1
    draft.emit(RoundStarted(round=number))
    draft.open("choose", f"choose.round{number}", {who: Ask() for who in able(draft.game)}, silent=True)


def _show(draft: Draft, cups: dict[str, int]) -> None:
    draft.emit(CupsShown(cups=cups))
    sides = draft.game.sides
    beaten = {
        who: [other for other in cups if sides[other] != sides[who] and cup == cups[other] % len(CUPS) + 1]
        for who, cup in cups.items()
    }
    most = max((len(others) for others in beaten.values()), default=0)
    best = [who for who, others in beaten.items() if most and len(others) == most]
    if len(best) == 1:
        _strike(draft, best[0], beaten[best[0]][0])
    else:
        _end_round(draft)


def _strike(draft: Draft, who: str, target: str) -> None:
    name, sheet = f"round{draft.game.round}.strike", draft.game.sheets[target]
    need = draft.terms.use(name, who, "base", HIT_FROM, "C-STRIKE")
    need += draft.terms.use(name, who, "cover", sheet.cover, "C-STRIKE")
    face = draft.roll(name, who, 6, 1)[0][0]
    hit, terms = face >= need, draft.terms.of(name, who)
    draft.emit(Struck(who=who, target=target, act=draft.act, face=face, hit=hit, terms=terms))
    asks = {target: Ask(secret=True)} if hit and not sheet.weary else {}
    draft.open("riposte", f"{name}.riposte.{target}", asks, silent=True)  # opened in any case: weariness is a secret


def _resolve(draft: Draft, riposte: bool) -> None:
    strike = draft.game.strike
    void = strike.target not in draft.game.sheets  # it was taken off the table meanwhile
    if riposte:
        face = draft.roll(f"round{draft.game.round}.riposte", strike.target, 6, 1)[0][0]
        void = face >= VOID_FROM
        draft.emit(RiposteRolled(who=strike.target, face=face, void=void))
    if strike.hit and not void:
        draft.emit(HeartLost(who=strike.target, hearts=draft.game.sheets[strike.target].hearts - 1))
    draft.emit(StrikeOver())
    _end_round(draft)


def _end_round(draft: Draft) -> None:
    draft.emit(RoundEnded())
    if len({draft.game.sides[who] for who in able(draft.game)}) < 2:
        draft.emit(FightEnded())
    else:
        _start_round(draft)


def default(state: State, decision: Decision, who: str) -> Intent:
    """Who does not answer lifts cup 1, or bears the strike."""
    return Choose(who=who, cup=1) if decision.kind == "choose" else Riposte(who=who, decline=True)


# --- what people see -------------------------------------------------------------------------------------------------


def show(state: State, audience: str) -> Shown:
    """The view's part."""
    game, decision = state.play.game, state.play.decision
    figures = {
        who: Figure(tracks={"hearts": Track(sheet.hearts, "health")}, out=sheet.hearts <= 0)
        for who, sheet in game.sheets.items()
    }
    return Shown(phase=decision.kind if decision else state.play.phase, round=game.round, figures=figures)


def gone(state: State) -> frozenset[str]:
    """Who is off the table, but still part of the strike that is being resolved: that one may have been hidden."""
    strike = state.play.game.strike
    return frozenset({strike.who, strike.target} - state.play.pieces.keys()) if strike is not None else frozenset()


def options(state: State, asker: Asker) -> list[Option]:
    """What the seat may do now."""
    decision = state.play.decision
    if asker.role == "gm" and state.play.phase == "setup":
        return [Option(key="begin", intent={"type": "begin"}, group="end", goal="end")]
    if decision is None:
        return []
    mine = [who for who in decision.asks if who in state.play.pieces and owns(state, asker.audience, who)]
    if decision.kind == "choose":
        cup = Param(name="cup", kind="choice", label="cup", choices=tuple(Choice(cup, str(cup)) for cup in CUPS))
        return [_option("choose", who, decision, (cup,)) for who in mine]
    asked = [who for who in mine if who in decision.unanswered()]
    return [_option("riposte", who, decision, decline=no) for who in asked for no in (False, True)]


def _option(key: str, who: str, decision: Decision, params: tuple[Param, ...] = (), **rest: Any) -> Option:
    intent = {"type": key, "who": who, **rest}
    cost = "1 die" if key == "riposte" and not rest["decline"] else ""
    goal: Goal = "end" if rest.get("decline") else "harm"
    key = "bear" if rest.get("decline") else key
    return Option(
        key=key, who=who, intent=intent, group="answer", cost=cost, params=params, answers=True, goal=goal,
        changes=key == "choose",
    )  # fmt: skip


def harmless(state: State, decision: Decision, who: str) -> Intent | None:
    """For the conformance suite: what somebody hidden may do in the demo without changing anything for others. The same
    cup as Ben's neither wins nor loses against it."""
    ben = decision.asks.get("ben")
    if decision.kind != "choose" or ben is None:
        return default(state, decision, who)
    return None if ben.answer is None else Choose(who=who, cup=ben.answer.cup)


STOPS = Stops(
    moment=lambda _state, decision, _who: Moment("struck_me") if decision.kind == "riposte" else None,
    usual=("struck_me",), mine=(), others=(),
)  # fmt: skip


def beaten(play: Play) -> tuple[str, ...]:
    """The sides of which nobody has a heart left."""
    fighting = {play.pieces[who].side for who in able(play.game) if who in play.pieces}
    return tuple(dict.fromkeys(piece.side for piece in play.pieces.values() if piece.side not in fighting))


def _heart_lost(tally: Tally, lost: HeartLost) -> None:
    tally.harms(lost.who, 1)
    if lost.hearts <= 0:
        tally.falls_down(lost.who)


SYSTEM = System(
    name="three_cups", version="1", titles=TITLES, texts=TEXTS, rules=RULES, demo=DEMO, catalog=CATALOG,
    events=declared(globals(), Event), intents=declared(globals(), Intent),
    game_type=Game, options_type=Options, sheet_type=Sheet,
    initial=lambda _options: Game(),
    add=lambda who, sheet, piece: CombatantAdded.of(who, piece, sheet=sheet),
    evolve=evolve, check=check, decide=decide, proceed=proceed, default=default,
    show=show, options=options, gone=gone, stops=STOPS, open_roll=open_if_seen, harmless=harmless,
    noticeable=frozenset({"hearts", "weary"}),  # who may riposte is waited for
    shown_in=frozenset({"Sheet.hearts", "Struck.hit"}), shown_unseen=frozenset({"Struck.hit"}),
    tally={
        Struck: lambda tally, struck: tally.strikes("strike", struck.who, struck.target),
        HeartLost: _heart_lost,
        StrikeOver: lambda tally, _over: tally.ends("strike"),
    },
    beaten=beaten,
    sums={Struck: lambda struck: struck.hit == (struck.face >= sum(term.value for term in struck.terms))},
    marks={HeartLost: lambda event: "hit" if event.hearts else "fall"},
)  # fmt: skip
