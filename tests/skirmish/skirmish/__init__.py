"""Skirmish: a d20 subset, and the example of a rule system written on the kit.

All roll initiative: a d20 and quickness; ties are rolled again. In its turn a combatant strikes once, or waits. A
strike is a d20 and skill against 10 and armour; a 20 always hits and wounds twice, a 1 always misses. Once in a round
whoever is hit may parry, after seeing the roll: a d20 and guard that reach what was rolled undo the hit. With as many
wounds as it can bear a combatant is out; the fight ends when one side is left.
"""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from server.core.dice import ThrownDie
from server.core.disclosure import (
    NAME,
    ByRule,
    ByWho,
    ForGM,
    Named,
    OfSheet,
    Open,
    Parts,
    PartsByWho,
    Tells,
    Who,
    Whos,
    seen,
    sheet,
)
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Added, Answered, Began, CombatantRemoved, Event, Finished, RoundOver, TurnOver
from server.core.ids import born
from server.core.intents import Act, Intent, Start
from server.core.options import Option
from server.core.state import Ask, Decision, Play, State
from server.core.system import Asker, Moment, Stops, System, declared
from server.core.telling.tally import Tally
from server.core.terms import Term
from server.core.view import Figure, Shown, Track
from server.kit import ending, newcomers
from server.kit.asking import Question, default_of, proceed_of
from server.kit.forms import Somebody, check_people, option
from server.kit.frames import close_all, dropped, name_in, push, top
from server.kit.hidden import is_secret, player_sees, public_name
from server.kit.moment import Moments, checking, name_of
from server.kit.offering import Offering, Wish, by_wishes, mine, somebody
from server.kit.order import Initiative, ahead, first_order, open_roll, order_told, stop, with_latecomer, without
from server.kit.reaching import Reaching
from server.kit.rolls import Dice, adds_up
from skirmish.words import CATALOG, DEMO, RULES, TEXTS, TITLES

D20, DEFENCE = Dice(20), 10
Skill = Annotated[int, Meta(ge=-100, le=100)]

# --- state -----------------------------------------------------------------------------------------------------------


class Sheet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A combatant as encounter files give it."""

    quickness: OfSheet[Skill] = 0
    skill: OfSheet[Skill] = 0
    guard: OfSheet[Skill] = 0
    armour: OfSheet[Skill] = 0
    bears: Open[Annotated[int, Meta(ge=1, le=100)]] = 3
    """With so many wounds it is out."""


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """House rules: none."""


class Combatant(msgspec.Struct, frozen=True, gc=False):
    """One who fights. `has_parried`: in this round."""

    sheet: Parts[Sheet]
    side: Open[str]
    wounds: Open[int] = 0
    has_parried: Open[bool] = False

    @property
    def is_out(self) -> bool:
        """Can it no longer fight?"""
        return self.wounds >= self.sheet.bears


class Strike(Act, frozen=True, kw_only=True):
    """Strike at somebody."""

    target: Somebody


class Struck(Event, frozen=True, kw_only=True):
    """A strike: its die and `terms` make the total, which hits from `need` on, and wounds so many times."""

    who: Who
    target: Who
    strike: Open[str]
    name: Open[str]
    dice: Open[tuple[ThrownDie, ...]]
    total: OfSheet[int]
    need: Annotated[int, sheet("target")]
    wounds: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class Blow(msgspec.Struct, frozen=True, gc=False):
    """A strike that is being resolved: a frame of the stack."""

    tells: ClassVar[Tells] = Tells.WITNESSES
    id: Open[str]
    name: Open[str]
    who: Who
    target: Who
    total: OfSheet[int]
    wounds: Open[int]


class Game(msgspec.Struct, frozen=True, gc=False):
    """The fight. `place`: whose turn was the last, or is on."""

    combatants: PartsByWho[dict[str, Combatant]] = {}
    scores: ByWho[dict[str, tuple[int, ...]]] = {}
    order: Named[tuple[str, ...]] = ()
    place: ForGM[str] = ""
    turn: Annotated[str, seen("turn")] = ""
    round: Open[int] = 0
    frames: Parts[tuple[Blow, ...]] = ()


# --- intents ---------------------------------------------------------------------------------------------------------


class Begin(Start, frozen=True, kw_only=True):
    """The GM begins."""


class EndFight(Intent, frozen=True, kw_only=True):
    """The GM ends it."""


class AddCombatant(newcomers.AddCombatant, frozen=True, kw_only=True):
    """Somebody joins, also in the middle of the fight."""

    sheet: Sheet = Sheet()


class EndTurn(Act, frozen=True, kw_only=True):
    """End the turn."""


class Parry(Act, frozen=True, kw_only=True):
    """Try to undo a hit."""

    is_answer: ClassVar[bool] = True


class Bear(Act, frozen=True, kw_only=True):
    """Don't."""

    is_answer: ClassVar[bool] = True


# --- events ----------------------------------------------------------------------------------------------------------


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: Parts[Sheet]


class Begun(Began, frozen=True, kw_only=True):
    """The fight begins."""


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """A die and quickness."""

    who: Who
    dice: Open[tuple[ThrownDie, ...]]
    total: Open[int]
    terms: OfSheet[tuple[Term, ...]] = ()


class TieRolled(Event, frozen=True, kw_only=True):
    """Those who are tied throw again. What gives somebody hidden a place is kept nowhere."""

    tells: ClassVar[Tells] = Tells.ALL_SEEN
    tied: Whos
    faces: Open[dict[str, int]]
    unseen: Open[bool] = False


class OrderSet(Event, frozen=True, kw_only=True):
    """Who acts in which order: told where what is seen of it changes."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    order: ByRule[tuple[str, ...]]


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    round: Open[int]


class TurnStarted(Event, frozen=True, kw_only=True):
    """Somebody is on turn."""

    who: Who


class Parried(Answered, frozen=True, kw_only=True):
    """Whoever is hit tries to undo it."""


class Borne(Answered, frozen=True, kw_only=True):
    """Or does not."""


class ParryRolled(Event, frozen=True, kw_only=True):
    """The parry's die and terms make the total."""

    who: Who
    dice: Open[tuple[ThrownDie, ...]]
    total: OfSheet[int]
    holds: Open[bool]
    terms: OfSheet[tuple[Term, ...]] = ()


class Wounded(Event, frozen=True, kw_only=True):
    """So many wounds it has now."""

    who: Who
    wounds: Open[int]
    out: Open[bool]


class StrikeOver(Event, frozen=True, kw_only=True):
    """The strike is resolved."""

    who: Who
    target: Who
    strike: Open[str]


class TurnEnded(TurnOver, frozen=True, kw_only=True):
    """The turn is over."""

    who: Who


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """The round is over."""


class FightEnded(Finished, frozen=True, kw_only=True):
    """The fight is over."""


def evolve(game: Game, event: Event) -> Game:
    """Apply a fact; the game itself where nothing of it changes."""
    apply = _EVOLVES.get(type(event))
    return game if apply is None else apply(game, event)


def _round(game: Game, event: RoundStarted) -> Game:
    fresh = {who: replace(each, has_parried=False) for who, each in game.combatants.items()}
    return replace(game, round=event.round, place="", combatants=fresh)


def _tied(game: Game, event: TieRolled) -> Game:
    more = {} if event.unseen else {who: (*game.scores[who], face) for who, face in event.faces.items()}
    return replace(game, scores=game.scores | more)


def _struck(game: Game, event: Struck) -> Game:
    return push(game, Blow(event.strike, event.name, event.who, event.target, event.total, event.wounds))


def _with(game: Game, who: str, **changes: Any) -> Game:
    return replace(game, combatants={**game.combatants, who: replace(game.combatants[who], **changes)})


def _removed(game: Game, gone: str) -> Game:
    order, place = without(game.order, game.place, gone)
    return replace(
        game, order=order, place=place, turn="" if game.turn == gone else game.turn,
        combatants={who: each for who, each in game.combatants.items() if who != gone},
        scores={who: each for who, each in game.scores.items() if who != gone},
        frames=tuple(blow for blow in game.frames if gone not in (blow.who, blow.target)),
    )  # fmt: skip


_EVOLVES: dict[type[Event], Callable[[Game, Any], Game]] = {
    CombatantAdded: lambda game, event: replace(
        game, combatants={**game.combatants, event.who: Combatant(event.sheet, event.side)}
    ),
    CombatantRemoved: lambda game, event: _removed(game, event.who),
    InitiativeRolled: lambda game, event: replace(game, scores={**game.scores, event.who: (event.total,)}),
    TieRolled: _tied,
    OrderSet: lambda game, event: replace(game, order=event.order),
    RoundStarted: _round,
    TurnStarted: lambda game, event: replace(game, turn=event.who, place=event.who),
    Struck: _struck,
    ParryRolled: lambda game, event: _with(game, event.who, has_parried=True),
    Wounded: lambda game, event: _with(game, event.who, wounds=event.wounds),
    StrikeOver: lambda game, event: dropped(game, event.strike),
    TurnEnded: lambda game, event: replace(game, turn=""),
    FightEnded: lambda game, event: replace(game, turn="", frames=()),
}


def foes(play: Play, who: str) -> list[str]:
    """Whom it can strike at."""
    fighters: dict[str, Combatant] = play.game.combatants
    return [other for other in play.pieces if fighters[other].side != fighters[who].side and not fighters[other].is_out]


# --- check -----------------------------------------------------------------------------------------------------------


def _other(state: State, who: str) -> str | None:
    turn = state.play.game.turn
    return None if turn == who else name_of(state.play, turn)


def _phase(state: State) -> str:
    return state.play.decision.kind if state.play.decision is not None else "turn"


MOMENTS = Moments(_phase, is_idle=lambda state: not state.play.game.frames, turn=_other)


def _check_target(state: State, intent: Strike) -> None:
    if intent.target not in foes(state.play, intent.who):
        raise Rejected("no_foe", name=name_of(state.play, intent.target))


def _check_newcomer(state: State, intent: AddCombatant) -> None:
    newcomers.check_newcomer(state, intent, state.play.game.combatants)


IN_TURN = (MOMENTS.running, MOMENTS.idle, MOMENTS.on_turn)

check = checking({
    Begin: (MOMENTS.setup,),
    EndFight: (MOMENTS.running,),
    AddCombatant: (MOMENTS.open, _check_newcomer),
    Strike: (check_people, *IN_TURN, _check_target),
    EndTurn: IN_TURN,
    Parry: (MOMENTS.running, MOMENTS.answering("parry")),
    Bear: (MOMENTS.running, MOMENTS.answering("parry")),
})  # fmt: skip

# --- decide, and how it goes on --------------------------------------------------------------------------------------


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about."""
    match intent:
        case Begin():
            _begin(draft)
        case AddCombatant():
            _join(draft, intent)
        case Strike(who=who, target=target):
            _strike(draft, who, target)
        case EndTurn(who=who):
            _end_turn(draft, who)
        case Parry(who=who) if draft.answered is not None:
            draft.emit(Parried(who=who, decision=draft.answered.id))
        case Bear(who=who) if draft.answered is not None:
            draft.emit(Borne(who=who, decision=draft.answered.id))
        case EndFight():
            _end(draft)
        case _:
            pass


def _roll_initiative(draft: Draft, who: str) -> None:
    quickness = draft.game.combatants[who].sheet.quickness
    roll = D20.roll(draft, "initiative", who, "S-INIT", quickness=quickness)
    draft.emit(InitiativeRolled(who=who, dice=roll.dice, total=roll.total, terms=roll.terms))


INITIATIVE = Initiative(
    scores=lambda game: game.scores,
    throw=lambda draft, name, who: draft.roll(name, who, D20.sides, 1)[0][0],
    told=lambda draft, tied, faces, unseen: draft.emit(TieRolled(tied=tuple(tied), faces=faces, unseen=unseen)),
)


def _begin(draft: Draft) -> None:
    draft.emit(Begun())
    for who in draft.play.pieces:
        _roll_initiative(draft, who)
    draft.emit(OrderSet(order=first_order(draft, INITIATIVE)))
    _start_round(draft)


def _join(draft: Draft, intent: AddCombatant) -> None:
    who = newcomers.join(draft, CombatantAdded, intent, sheet=intent.sheet)
    if draft.play.phase == "running":
        _roll_initiative(draft, who)
        order = draft.game.order
        had_turn = set(order) - set(ahead(order, draft.game.place))
        draft.emit(OrderSet(order=with_latecomer(draft, INITIATIVE, order, who, had_turn.__contains__)))


def _strike(draft: Draft, who: str, target: str) -> None:
    """The target is asked after the roll; the question is there in any case, so that nobody hidden is noticed by it."""
    fighters = draft.game.combatants
    name = name_in(None, "strike", public_name(draft.play, who))
    need = DEFENCE + draft.terms.use(f"{name}.hit", target, "armour", fighters[target].sheet.armour, "S-STRIKE")
    roll = D20.roll(draft, f"{name}.hit", who, "S-STRIKE", skill=fighters[who].sheet.skill)
    wounds = 2 if roll.face == D20.sides else int(roll.face != 1 and roll.total >= need)
    struck = Struck(
        who=who, target=target, strike=born(draft.act, name), name=name, dice=roll.dice, total=roll.total, need=need,
        wounds=wounds, terms=roll.terms,
    )  # fmt: skip
    draft.emit(struck)
    can_parry = wounds > 0 and not fighters[target].has_parried and player_sees(draft.state, target, who)
    secret = is_secret(draft.play, who) and is_secret(draft.play, target)
    asks = {target: Ask(secret=secret)} if can_parry else {}
    draft.open("parry", f"{name}.parry", asks, silent=True, topic={"who": who, "target": target})


def _resolve(draft: Draft, decision: Decision) -> None:
    """The target has parried, or bears the strike."""
    blow = top(draft.game)
    assert blow is not None
    target = draft.game.combatants[blow.target]
    wounds = blow.wounds
    if any(isinstance(ask.answer, Parried) for ask in decision.asks.values()):
        name = f"{blow.name}.parry"
        roll = D20.roll(draft, name, blow.target, "S-PARRY", guard=target.sheet.guard)
        wounds = 0 if roll.total >= blow.total else wounds
        parried = ParryRolled(who=blow.target, dice=roll.dice, total=roll.total, holds=not wounds, terms=roll.terms)
        draft.emit(parried)
    if wounds:
        now = target.wounds + wounds
        draft.emit(Wounded(who=blow.target, wounds=now, out=now >= target.sheet.bears))
    draft.emit(StrikeOver(who=blow.who, target=blow.target, strike=blow.id))
    _end_turn(draft, blow.who)


def _end_turn(draft: Draft, who: str) -> None:
    """What follows is told apart, and an act of its own: the next turn may be of somebody hidden."""
    draft.emit(TurnEnded(who=who))
    stop(draft, "turn", ends_act=True)


def _go_on(draft: Draft, _decision: Decision | None = None) -> None:
    """Whoever comes next in the order, else another round; the end where one side is left."""
    game: Game = draft.game
    if draft.play.phase != "running" or game.turn or draft.play.decisions:
        return
    standing = [who for who in game.order if not game.combatants[who].is_out]
    if len({game.combatants[who].side for who in standing}) < 2:
        _end(draft)
        return
    who = next((who for who in ahead(game.order, game.place) if who in standing), "")
    if who:
        draft.emit(TurnStarted(who=who))
    else:
        draft.emit(RoundEnded())
        _start_round(draft)


def _start_round(draft: Draft) -> None:
    draft.emit(RoundStarted(round=draft.game.round + 1))
    stop(draft, "round", ends_act=True)


def removed(draft: Draft, _gone: str) -> None:
    """A strike that it was part of is over, and the question about it, which names it."""
    if draft.play.decision is not None and draft.play.decision.kind == "parry" and not draft.game.frames:
        draft.close(draft.play.decision.id, "moot")
        if draft.game.turn:
            _end_turn(draft, draft.game.turn)
    _go_on(draft)


def _end(draft: Draft) -> None:
    close_all(draft)
    draft.emit(FightEnded())


STOPS = Stops(
    moment=lambda _state, decision, _who: Moment("hit_me") if decision.kind == "parry" else None,
    usual=("hit_me",), mine=(), others=(),
)  # fmt: skip
QUESTIONS = {"parry": Question(default=Bear, then=_resolve), "stop": Question()}

# --- what people see -------------------------------------------------------------------------------------------------


def show(state: State, _audience: str) -> Shown:
    """The view's part."""
    game: Game = state.play.game
    figures = {who: _figure(each) for who, each in game.combatants.items()}
    turn = (game.turn,) if game.turn else ()
    return Shown(phase=MOMENTS.phase_of(state), round=game.round, turn=turn, order=game.order, figures=figures)


def _figure(combatant: Combatant) -> Figure:
    wounds = Track(combatant.wounds, "harm", combatant.sheet.bears)
    conditions = {"has_parried": 1} if combatant.has_parried else {}
    return Figure(tracks={"wounds": wounds}, conditions=conditions, out=combatant.is_out)


def _wishes(state: State, who: str) -> list[Wish]:
    decision = state.play.decision
    if decision is not None and decision.kind == "parry" and who in decision.unanswered():
        parry = Wish(intent=Parry(who=who), group="answer", goal="defend")
        return [parry, replace(parry, intent=Bear(who=who), goal="end")]
    if decision is not None or who != state.play.game.turn:
        return []
    return [*_strikes(state, who), Wish(intent=EndTurn(who=who), group="end")]


def _strikes(state: State, who: str) -> list[Wish]:
    people = somebody(state.play, foes(state.play, who))
    return [Wish(intent=Strike(who=who, target=""), goal="harm", pick=people)]


REACHING = Reaching(
    ways=lambda _state, _who, _at: (), deeds=_strikes,
    possible=lambda state, _who, strike: _check_target(state, strike),
    fights=lambda game, who: not game.combatants[who].is_out, check=check, texts=TEXTS,
)  # fmt: skip
"""Nobody walks, and a strike reaches everybody."""


BEATEN = ending.beaten_by(lambda game, who: not game.combatants[who].is_out)


def _gm(state: State, _asker: Asker) -> list[Option]:
    if state.play.phase == "ended" or state.play.parked is not None:
        return []
    own = option(Begin, group="end") if state.play.phase == "setup" else option(EndFight, group="end")
    people = newcomers.offer(AddCombatant, state, state.play.game.combatants, "name", "side")
    return [*ending.suggested(state.play, BEATEN, own), own, *people]


def _wounded(tally: Tally, event: Wounded) -> None:
    row = tally.rows.get(event.who)
    tally.harms(event.who, event.wounds - (row.took if row is not None else 0))
    if event.out:
        tally.falls_down(event.who)


SYSTEM = System(
    name="skirmish", version="1", titles=TITLES, texts=TEXTS, rules=RULES, demo=DEMO, catalog=CATALOG,
    events=declared(globals(), Event), intents=declared(globals(), Intent),
    game_type=Game, options_type=Options, sheet_type=Sheet,
    initial=lambda _options: Game(),
    add=lambda who, sheet, piece: CombatantAdded.of(who, piece, sheet=sheet),
    evolve=evolve, check=check, decide=decide, proceed=proceed_of(QUESTIONS, _go_on), default=default_of(QUESTIONS),
    show=show, open_roll=open_roll,
    redact={OrderSet: lambda witness, event, _who: order_told(witness, event, witness.hidden)},
    options=Offering(people=mine, each=by_wishes(_wishes, check, TEXTS), gm=_gm).options,
    reach=REACHING.of, topic={"who": NAME, "target": NAME}, removed=removed,
    beaten=BEATEN,
    turn_end=lambda state: EndTurn(who=state.play.game.turn) if state.play.game.turn else None,
    noticeable=frozenset({"quickness", "skill", "guard", "armour", "bears"}),
    shown_in=frozenset({
        "InitiativeRolled.total", "TieRolled.tied", "TieRolled.faces", "OrderSet.order", "Game.scores", "Game.order",
        "Sheet.bears", "Struck.wounds", "Blow.wounds", "ParryRolled.holds",
    }),
    shown_unseen=frozenset({"Struck.wounds", "Blow.wounds", "ParryRolled.holds"}),
    stops=STOPS,
    sums={InitiativeRolled: adds_up, Struck: adds_up, ParryRolled: adds_up},
    tally={
        Struck: lambda tally, event: tally.strikes(event.strike, event.who, event.target),
        Wounded: _wounded,
        StrikeOver: lambda tally, event: tally.ends(event.strike),
    },
    marks={Wounded: lambda event: "fall" if event.out else "hit"},
)  # fmt: skip
