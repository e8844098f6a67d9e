"""Night Watch: a second small rule system. It needs what Three Cups does not: other dice, ordered plans, places.

Each round everybody able plans one to three deeds in their order, may change them as often as they like, and then
settles; meanwhile one may walk three metres and hang a lamp within four. When all have settled the first deeds of all
are done, then the second ones. To strike one throws a d20 twice: the better counts against somebody who stands in the
light, the worse against somebody in the dark; 9 + ward (+ 4 against who guards) or more hits, and a d12 wounds. Who
guards tosses a coin: a 2 holds for the round. The fight ends when one side is left.
"""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from server.core.dice import ThrownDie, thrown, total
from server.core.disclosure import ByWho, Named, OfOwner, Open, Parts, PartsByWho, Tells, Who, owner
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Added, Answered, Began, CombatantRemoved, Event, Finished, Moved, RoundOver, TakenBack
from server.core.intents import Act, Intent, Start
from server.core.options import Choice, Option, Param, check_list, check_point
from server.core.secrecy import owns
from server.core.space import Point, distance_cm, path_cm
from server.core.state import Ask, Decision, State
from server.core.system import Asker, System, declared, open_if_seen
from server.core.terms import Term
from server.core.view import Circle, Figure, Marker, Planned, Shown, Track
from toy_two.words import CATALOG, DEMO, RULES, TEXTS, TITLES

HIT_FROM, GUARD, DEEDS, WALK_CM, LIGHT_CM = 9, 4, 3, 300, 250
LAMP = Param(name="at", kind="point", label="at", most=400)

# --- state -----------------------------------------------------------------------------------------------------------


class Sheet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A combatant: hearts, a ward that makes it harder to hit, a torch that lights up who stands near."""

    hearts: Open[Annotated[int, Meta(ge=-1_000, le=1_000)]] = 12
    ward: OfOwner[Annotated[int, Meta(ge=-1_000, le=1_000)]] = 0
    torch: Open[bool] = False


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """House rules: none."""


class Deed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a plan."""

    kind: Open[Literal["strike", "guard"]]
    target: Named[str] = ""


class Game(msgspec.Struct, frozen=True, gc=False):
    """The system's state. By combatant: what is left of hearts, plans, centimetres walked, lamps, and who guards."""

    sheets: PartsByWho[dict[str, Sheet]] = {}
    sides: ByWho[dict[str, str]] = {}
    hearts: ByWho[dict[str, int]] = {}
    plans: PartsByWho[dict[str, "PlanMade"]] = {}
    walked: ByWho[dict[str, int]] = {}
    lamps: ByWho[dict[str, Point]] = {}
    guards: ByWho[dict[str, bool]] = {}
    round: Open[int] = 0


# --- intents ---------------------------------------------------------------------------------------------------------


class Begin(Start, frozen=True, kw_only=True):
    """The GM begins."""


class Plan(Act, frozen=True, kw_only=True):
    """Plan deeds, in this order."""

    deeds: tuple[Deed, ...]


class Settle(Act, frozen=True, kw_only=True):
    """The plan stands."""

    is_answer: ClassVar[bool] = True


class Walk(Act, frozen=True, kw_only=True):
    """Go somewhere."""

    path: tuple[Point, ...]


class HangLamp(Act, frozen=True, kw_only=True):
    """Hang the lamp somewhere near."""

    at: Point


# --- events ----------------------------------------------------------------------------------------------------------


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: Parts[Sheet]


class Begun(Began, frozen=True, kw_only=True):
    """The fight begins."""


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins; all plans are gone."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    round: Open[int]


class PlanMade(Event, frozen=True, kw_only=True):
    """Somebody plans, or plans anew."""

    who: Who
    deeds: Parts[tuple[Deed, ...]]


class Settled(Answered, frozen=True, kw_only=True):
    """The plan stands."""


class Unsettled(TakenBack, frozen=True, kw_only=True):
    """It does not stand any more."""


class LampHung(Event, frozen=True, kw_only=True):
    """A lamp hangs there."""

    who: Who
    at: Open[Point]


class CoinTossed(Event, frozen=True, kw_only=True):
    """Does the guard hold?"""

    who: Who
    dice: Open[tuple[ThrownDie, ...]]
    holds: Open[bool]


class Struck(Event, frozen=True, kw_only=True):
    """A strike; the terms but `lit` add up to what the die that counts has to reach."""

    who: Who
    target: Who
    dice: Open[tuple[ThrownDie, ...]]
    hit: Open[bool]
    terms: Annotated[tuple[Term, ...], owner("target")] = ()


class Wounded(Event, frozen=True, kw_only=True):
    """The strike hit home."""

    who: Who
    dice: Open[tuple[ThrownDie, ...]]
    hearts: Open[int]


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """The round is over."""


class FightEnded(Finished, frozen=True, kw_only=True):
    """One side is left."""


BY_WHO = ("sheets", "sides", "hearts", "plans", "walked", "lamps", "guards")


def evolve(game: Game, event: Event) -> Game:
    """Apply a fact."""
    match event:
        case CombatantAdded(who=who, sheet=sheet, side=side):
            return _with(_with(_with(game, "sheets", who, sheet), "sides", who, side), "hearts", who, sheet.hearts)
        case CombatantRemoved(who=gone):
            kept = {name: {who: one for who, one in getattr(game, name).items() if who != gone} for name in BY_WHO}
            return replace(game, **kept)
        case RoundStarted(round=number):
            return replace(game, round=number, plans={}, walked={}, guards={})
        case PlanMade(who=who):
            return _with(game, "plans", who, event)
        case Moved(who=who, length_cm=length):
            return _with(game, "walked", who, game.walked.get(who, 0) + length)
        case LampHung(who=who, at=at):
            return _with(game, "lamps", who, at)
        case CoinTossed(who=who, holds=holds):
            return _with(game, "guards", who, holds)
        case Wounded(who=who, hearts=hearts):
            return _with(game, "hearts", who, hearts)
        case _:
            return game


def _with(game: Game, name: str, who: str, value: object) -> Game:
    return replace(game, **{name: {**getattr(game, name), who: value}})


def able(game: Game) -> list[str]:
    """Who still fights."""
    return [who for who, hearts in game.hearts.items() if hearts > 0]


def lights(state: State) -> dict[str, Circle]:
    """What lights up whom. Who is not seen by all shows none: it would give away that somebody is there."""
    game, pieces = state.play.game, state.play.pieces
    seen = [who for who, piece in pieces.items() if piece.seen_by is None and piece.at is not None]
    torches = {f"torch_{who}": who for who in seen if who in game.sheets and game.sheets[who].torch}
    lamps = {f"lamp_{who}": game.lamps[who] for who in seen if who in game.lamps}
    return {
        **{key: Circle(radius=LIGHT_CM, who=who, label="torch") for key, who in torches.items()},
        **{key: Circle(radius=LIGHT_CM, at=at, label="lamplight") for key, at in lamps.items()},
    }


def is_lit(state: State, who: str) -> bool:
    """Does it stand in a light?"""
    pieces = state.play.pieces
    at = pieces[who].at if who in pieces else None
    centres = [pieces[light.who].at if light.who else light.at for light in lights(state).values()]
    return at is not None and any(
        isinstance(centre, tuple) and distance_cm(centre, at) <= LIGHT_CM for centre in centres
    )


# --- check, decide, and how it goes on -------------------------------------------------------------------------------


def check(state: State, intent: Intent, _asker: Asker) -> None:
    """Raises Rejected."""
    decision, who = state.play.decision, getattr(intent, "who", "")
    asked = decision.asks if decision is not None and decision.kind == "plan" else {}
    if not (state.play.phase == "setup" if isinstance(intent, Begin) else who in asked):
        raise Rejected("wrong_phase", intent=intent.__struct_config__.tag, phase=state.play.phase)
    if isinstance(intent, Plan):
        check_list(plan_of(state, who), intent.deeds)
    if isinstance(intent, Walk | HangLamp) and asked[who].answer is not None:
        raise Rejected("settled")
    if isinstance(intent, Walk):
        _check_way(state, intent)
    if isinstance(intent, HangLamp):
        check_point(LAMP, _place(state, who), intent.at)


def _check_way(state: State, intent: Walk) -> None:
    start, left = _place(state, intent.who), way_left(state, intent.who)
    length = path_cm(start, intent.path)
    if not 0 < length <= left:
        raise Rejected("no_such_way", length_cm=length, left_cm=left)


def _place(state: State, who: str) -> Point:
    at = state.play.pieces[who].at
    if at is None:
        raise Rejected("no_place")
    return at


def way_left(state: State, who: str) -> int:
    """Centimetres that it may still walk in this round."""
    walked: int = state.play.game.walked.get(who, 0)
    return max(0, WALK_CM - walked)


def plan_of(state: State, who: str) -> Param:
    """What may be planned."""
    game = state.play.game
    foes = [each for each in able(game) if game.sides[each] != game.sides[who]]
    strikes = [Choice({"kind": "strike", "target": foe}, "strike", target=foe) for foe in foes]
    choices = (*strikes, Choice({"kind": "guard"}, "guard"))
    return Param(name="deeds", kind="list", label="deeds", choices=choices, least=1, most=DEEDS, repeats=True)


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about."""
    match intent:
        case Begin():
            draft.emit(Begun())
            _start_round(draft)
        case Plan(who=who, deeds=deeds):
            draft.emit(PlanMade(who=who, deeds=deeds))
            decision = draft.play.decision
            if decision is not None and decision.asks[who].answer is not None:
                draft.emit(Unsettled(who=who, decision=decision.id))
        case Settle(who=who) if draft.answered is not None:
            draft.emit(Settled(who=who, decision=draft.answered.id))
        case Walk(who=who, path=path):
            draft.emit(Moved(who=who, path=path, length_cm=path_cm(_place(draft.state, who), path), act=draft.act))
        case HangLamp(who=who, at=at):
            draft.emit(LampHung(who=who, at=at))
        case _:
            pass


def _start_round(draft: Draft) -> None:
    number = draft.game.round + 1
    draft.emit(RoundStarted(round=number))
    draft.open("plan", f"plan.round{number}", {who: Ask() for who in able(draft.game)}, silent=True)


def proceed(draft: Draft, _decision: Decision) -> None:
    """All have settled: the first deeds of all, then the second ones."""
    for step in range(DEEDS):
        for who in able(draft.game):
            plan = draft.game.plans.get(who)
            if plan is not None and step < len(plan.deeds) and draft.game.hearts[who] > 0:
                _do(draft, who, plan.deeds[step], f"round{draft.game.round}.step{step + 1}")
    draft.emit(RoundEnded())
    if len({draft.game.sides[who] for who in able(draft.game)}) < 2:
        draft.emit(FightEnded())
    else:
        _start_round(draft)


def _do(draft: Draft, who: str, deed: Deed, name: str) -> None:
    if deed.kind == "guard":
        coin = draft.roll(f"{name}.guard", who, 2, 1)
        draft.emit(CoinTossed(who=who, dice=thrown(2, coin), holds=coin[0][0] == 2))
    elif draft.game.hearts.get(deed.target, 0) > 0:
        _strike(draft, who, deed.target, name)


def _strike(draft: Draft, who: str, target: str, name: str) -> None:
    game, roll = draft.game, f"{name}.strike"
    draft.terms.use(roll, who, "base", HIT_FROM, "N-STRIKE")
    draft.terms.use(roll, who, "ward", game.sheets[target].ward, "N-STRIKE")
    draft.terms.use(roll, who, "guard", GUARD if game.guards.get(target) else 0, "N-GUARD")
    lit = draft.terms.use(roll, who, "lit", int(is_lit(draft.state, target)), "N-LIGHT")
    dice = thrown(20, draft.roll(roll, who, 20, 2), 1, lowest=not lit)
    terms = draft.terms.of(roll, who)
    hit = total(dice) >= need(terms)
    draft.emit(Struck(who=who, target=target, dice=dice, hit=hit, terms=terms))
    if hit:
        wound = thrown(12, draft.roll(f"{name}.wound", who, 12, 1))
        draft.emit(Wounded(who=target, dice=wound, hearts=max(0, game.hearts[target] - total(wound))))


def default(_state: State, _decision: Decision, who: str) -> Intent:
    """Who does not answer does what it has planned, if anything. So somebody hidden changes nothing by it."""
    return Settle(who=who)


# --- what people see -------------------------------------------------------------------------------------------------


def show(state: State, _audience: str) -> Shown:
    """The view's part."""
    game, decision = state.play.game, state.play.decision
    return Shown(
        phase=decision.kind if decision else state.play.phase,
        round=game.round,
        figures={who: _figure(game, who) for who in game.sheets},
        circles=lights(state),
        markers={f"lamp_{who}": Marker(at, "lamp") for who, at in game.lamps.items()},
    )


def _figure(game: Game, who: str) -> Figure:
    plan = game.plans[who].deeds if who in game.plans else ()
    return Figure(
        tracks={"hearts": Track(game.hearts[who], "health", max(0, game.sheets[who].hearts))},
        conditions={"guarding": 1} if game.guards.get(who) else {},
        plan=tuple(Planned(deed.kind, target=deed.target) for deed in plan),
        out=game.hearts[who] <= 0,
    )


def options(state: State, asker: Asker) -> list[Option]:
    """What the seat may do now."""
    if asker.role == "gm" and state.play.phase == "setup":
        return [Option(key="begin", intent={"type": "begin"}, group="gm")]
    decision = state.play.decision
    if decision is None or decision.kind != "plan":
        return []
    here = [who for who in decision.asks if who in state.play.game.sheets]  # answers of those who are gone stand
    mine = [who for who in here if owns(state, asker.audience, who)]
    return [option for who in mine for option in _of(state, decision, who)]


def _of(state: State, decision: Decision, who: str) -> list[Option]:
    planned = state.play.game.plans.get(who)
    plan = {"type": "plan", "who": who, **({"deeds": msgspec.to_builtins(planned.deeds)} if planned else {})}
    found = [Option(key="plan", who=who, intent=plan, group="answer", params=(plan_of(state, who),), answers=True)]
    if planned:  # who has planned nothing may settle all the same; it only is not offered
        settle = {"type": "settle", "who": who}
        found.append(Option(key="settle", who=who, intent=settle, group="answer", answers=True))
    if state.play.pieces[who].at is not None and who in decision.unanswered():
        way = Param(name="path", kind="path", label="path", most=way_left(state, who))
        if way.most > 0:
            found.append(Option(key="walk", who=who, intent={"type": "walk", "who": who}, group="move", params=(way,)))
        found.append(Option(key="hang_lamp", who=who, intent={"type": "hang_lamp", "who": who}, params=(LAMP,)))
    return found


def need(terms: tuple[Term, ...]) -> int:
    """What the die has to reach; light only says which die counts."""
    return sum(term.value for term in terms if term.key != "lit")


SYSTEM = System(
    name="toy_two", version="1", titles=TITLES, texts=TEXTS, rules=RULES, demo=DEMO, catalog=CATALOG,
    events=declared(globals(), Event), intents=declared(globals(), Intent),
    game_type=Game, options_type=Options, sheet_type=Sheet,
    initial=lambda _options: Game(),
    add=lambda who, sheet, piece: CombatantAdded.of(who, piece, sheet=sheet),
    evolve=evolve, check=check, decide=decide, proceed=proceed, default=default,
    show=show, options=options, open_roll=open_if_seen, harmless=default,
    noticeable=frozenset({"hearts", "torch"}),
    sums={Struck: lambda struck: struck.hit == (total(struck.dice) >= need(struck.terms))},
    marks={Wounded: lambda event: "hit" if event.hearts else "fall"},
)  # fmt: skip
