"""Night Watch: a second small rule system, with what Three Cups does not need. The README beside tells its rules."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from server.core import events as e
from server.core.deciding.unsettle import unsettle
from server.core.dice import ThrownDie, thrown, total
from server.core.disclosure import Named, OfOwner, Open, Parts, PartsByWho, Who, owner, seen
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.intents import Act, Intent, Start
from server.core.options import Choice, Option, Param, check_list, check_point
from server.core.secrecy import is_aware, not_seen_by_all
from server.core.space import Point, distance_cm
from server.core.state import Ask, Decision, State
from server.core.system import Asker, Moment, Stops, System, declared, open_if_seen
from server.core.terms import Term
from server.core.view import Circle, Figure, Marker, Planned, Shown, Track
from server.kit.moment import asked
from server.kit.offering import mine
from toy_two.words import CATALOG, DEMO, RULES, TEXTS, TITLES

HIT_FROM, GUARD, DEEDS, PLANS, LIGHT_CM, ALARM_S = 9, 4, 3, 2, 250, 20
MOMENTS = {"alarm": Moment("noticed")}
LAMP = Param(name="at", kind="point", label="at", most=400)


class Sheet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A combatant: hearts, a ward that makes it harder to hit, a torch that lights up who stands near."""

    hearts: Open[Annotated[int, msgspec.Meta(ge=-1_000, le=1_000)]] = 12
    ward: OfOwner[Annotated[int, msgspec.Meta(ge=-1_000, le=1_000)]] = 0
    torch: Open[bool] = False


class Deed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a plan."""

    kind: Open[Literal["strike", "guard"]]
    target: Named[str] = ""


class Fighter(msgspec.Struct, frozen=True, gc=False):
    """One who fights: what is left of it, its plan and how often it has planned in this round, where its lamp hangs."""

    sheet: Parts[Sheet]
    side: Open[str]
    hearts: Open[int]
    deeds: Parts[tuple[Deed, ...]] = ()
    plans: Open[int] = 0
    lamp: Open[Point | None] = None


class Game(msgspec.Struct, frozen=True, gc=False):
    """The system's state."""

    fighters: PartsByWho[dict[str, Fighter]] = {}
    round: Open[int] = 1


class Plan(Act, frozen=True, kw_only=True):
    """Plan deeds, in this order."""

    deeds: tuple[Deed, ...]


class HangLamp(Act, frozen=True, kw_only=True):
    """Hang the lamp somewhere near."""

    at: Point


class Settle(Act, frozen=True, kw_only=True):
    """The plan stands; or one gives alarm, or keeps quiet."""

    is_answer: ClassVar[bool] = True
    alarm: bool = False


class CombatantAdded(e.Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: Parts[Sheet]


class PlanMade(e.Event, frozen=True, kw_only=True):
    """Somebody plans, or plans anew."""

    who: Who
    deeds: Parts[tuple[Deed, ...]]


class LampHung(e.Event, frozen=True, kw_only=True):
    """A lamp hangs there."""

    who: Who
    at: Open[Point]


class Struck(e.Event, frozen=True, kw_only=True):
    """A strike: the coin of who guards, what the terms add up to and the die that counts has to reach, the wound."""

    who: Who
    target: Who
    coin_dice: Open[tuple[ThrownDie, ...]]
    dice: Open[tuple[ThrownDie, ...]]
    wound_dice: Open[tuple[ThrownDie, ...]]
    hearts: Annotated[int, seen("target")]
    terms: Annotated[tuple[Term, ...], owner("target")] = ()


def evolve(game: Game, event: e.Event) -> Game:
    """Apply a fact."""
    fighters = game.fighters
    match event:
        case CombatantAdded(who=who, sheet=sheet, side=side):
            return Game({**fighters, who: Fighter(sheet, side, sheet.hearts)}, game.round)
        case e.CombatantRemoved(who=gone):
            return Game({who: one for who, one in fighters.items() if who != gone}, game.round)
        case e.RoundOver():
            return Game({who: replace(one, deeds=(), plans=0) for who, one in fighters.items()}, game.round + 1)
        case PlanMade(who=who, deeds=deeds):
            changed = replace(fighters[who], deeds=deeds, plans=fighters[who].plans + 1)
        case LampHung(who=who, at=at):
            changed = replace(fighters[who], lamp=at)
        case Struck(target=who, hearts=hearts):
            changed = replace(fighters[who], hearts=hearts)
        case _:
            return game
    return Game({**fighters, who: changed}, game.round)


def able(game: Game) -> dict[str, Fighter]:
    """Who still fights."""
    return {who: one for who, one in game.fighters.items() if one.hearts > 0}


def gone(state: State) -> frozenset[str]:
    """Whom plans still name though they are off the table."""
    fighters: dict[str, Fighter] = state.play.game.fighters
    return frozenset({deed.target for one in fighters.values() for deed in one.deeds} - {"", *fighters})


def noticed(state: State, who: str) -> list[str]:
    """The foes that it is aware of itself, whatever the others see who are played by the same seat."""
    side = state.play.game.fighters[who].side
    return [foe for foe, one in able(state.play.game).items() if one.side != side and is_aware(state, who, foe)]


def lights(state: State) -> dict[str, Circle]:
    """What lights up whom. Who is not seen by all shows none: it would give away that somebody is there."""
    open_ones = [each for each in state.play.game.fighters.items() if each[0] not in not_seen_by_all(state)]
    lamps = {f"lamp_{who}": Circle(radius=LIGHT_CM, at=one.lamp, label="lamp") for who, one in open_ones if one.lamp}
    torches = [who for who, one in open_ones if one.sheet.torch]
    return {**{f"torch_{who}": Circle(radius=LIGHT_CM, who=who, label="torch") for who in torches}, **lamps}


def is_lit(state: State, who: str) -> bool:
    """Does it stand in a light?"""
    here, pieces = state.play.pieces[who].at, state.play.pieces
    places = [pieces[light.who].at if light.who else light.at for light in lights(state).values()]
    return here is not None and any(isinstance(at, tuple) and distance_cm(at, here) <= LIGHT_CM for at in places)


def plan_of(state: State, who: str) -> Param:
    """What may be planned."""
    strikes = [Choice({"kind": "strike", "target": foe}, "strike", target=foe) for foe in noticed(state, who)]
    choices = (*strikes, Choice({"kind": "guard"}, "guard"))
    return Param(name="deeds", kind="list", label="deeds", choices=choices, least=1, most=DEEDS, repeats=True)


def check(state: State, intent: Intent, _asker: Asker) -> None:
    """Raises Rejected."""
    who, kinds = getattr(intent, "who", ""), ("plan", "alarm") if isinstance(intent, Settle) else ("plan",)
    if not (state.play.phase == "setup" if isinstance(intent, Start) else asked(state.play, who, *kinds)):
        raise Rejected("wrong_phase", intent=intent.__struct_config__.tag, phase=state.play.phase)
    if isinstance(intent, Plan):
        check_list(plan_of(state, who), intent.deeds)
        if state.play.game.fighters[who].plans >= PLANS:
            raise Rejected("planned_enough", most=PLANS)
    if isinstance(intent, HangLamp):
        check_point(LAMP, state.play.pieces[who].at or intent.at, intent.at)


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about."""
    match intent:
        case Start():
            draft.emit(e.Began())
            _ask_for_plans(draft)
        case Plan(who=who, deeds=deeds):
            draft.emit(PlanMade(who=who, deeds=deeds))
            if question := asked(draft.play, who, "plan"):
                unsettle(draft, question, e.TakenBack)
        case HangLamp(who=who, at=at):
            draft.emit(LampHung(who=who, at=at))
        case Settle(who=who, alarm=alarm) if question := draft.answered:
            draft.emit(e.Answered(who=who, decision=question.id))
            for foe in question.asks[who].about if alarm else ():
                _reveal(draft, foe)


def _ask_for_plans(draft: Draft) -> None:
    draft.open("plan", f"plan.round{draft.game.round}", {who: Ask() for who in able(draft.game)}, locks=True)


def proceed(draft: Draft, decision: Decision) -> None:
    """All have settled, or those who noticed somebody hidden have given alarm or not."""
    if decision.kind == "plan":
        return _ask_for_alarm(draft)
    for step in range(DEEDS):
        now = {who: one.deeds[step] for who, one in able(draft.game).items() if step < len(one.deeds)}
        for who, deed in now.items():
            if deed.target in able(draft.game) and who in able(draft.game):
                _strike(draft, who, deed.target, f"round{draft.game.round}.step{step + 1}", now.get(deed.target))
                _reveal(draft, who)
    draft.emit(e.RoundOver())
    is_over = len({one.side for one in able(draft.game).values()}) < 2
    return draft.emit(e.Finished()) if is_over else _ask_for_plans(draft)


def _ask_for_alarm(draft: Draft) -> None:
    """In any case: whether there is anybody to be noticed is a secret. Who is asked, those know who see that one."""
    hidden = {who: set(noticed(draft.state, who)) & set(not_seen_by_all(draft.state)) for who in able(draft.game)}
    asks = {who: Ask(about=tuple(sorted(lurking))) for who, lurking in hidden.items() if lurking}
    draft.open("alarm", f"alarm.round{draft.game.round}", asks, silent=True, time_s=ALARM_S)


def _reveal(draft: Draft, who: str) -> None:
    if who in not_seen_by_all(draft.state):
        draft.emit(e.CombatantRevealed(who=who))


def _strike(draft: Draft, who: str, target: str, name: str, meanwhile: Deed | None) -> None:
    foe, roll = draft.game.fighters[target], f"{name}.strike"
    coin = thrown(2, draft.roll(f"{name}.guard", who, 2, 1)) if meanwhile and meanwhile.kind == "guard" else ()
    draft.terms.use(roll, who, "base", HIT_FROM, "N-STRIKE")
    draft.terms.use(roll, who, "ward", foe.sheet.ward, "N-STRIKE")
    draft.terms.use(roll, who, "guard", GUARD if total(coin) == 2 else 0, "N-GUARD")
    lit = draft.terms.use(f"{name}.light", who, "lit", int(is_lit(draft.state, target)), "N-LIGHT")
    dice, terms = thrown(20, draft.roll(roll, who, 20, 2), 1, lowest=not lit), draft.terms.of(roll, who)
    is_hit = total(dice) >= sum(term.value for term in terms)
    wound = thrown(12, draft.roll(f"{name}.wound", who, 12, 1)) if is_hit else ()
    struck = Struck(who=who, target=target, coin_dice=coin, dice=dice, wound_dice=wound, hearts=0, terms=terms)
    draft.emit(replace(struck, hearts=max(0, foe.hearts - total(wound))))


def show(state: State, _audience: str) -> Shown:
    """The view's part."""
    game, decision = state.play.game, state.play.decision
    lamps = {f"lamp_{who}": Marker(one.lamp, "lamp") for who, one in game.fighters.items() if one.lamp}
    figures = {}
    for who, one in game.fighters.items():
        plan = tuple(Planned(deed.kind, target=deed.target) for deed in one.deeds)
        figures[who] = Figure(tracks={"hearts": Track(one.hearts, "health")}, plan=plan, out=one.hearts <= 0)
    phase = decision.kind if decision else state.play.phase
    return Shown(phase=phase, round=game.round, figures=figures, circles=lights(state), markers=lamps)


def options(state: State, asker: Asker) -> list[Option]:
    """What the seat may do now."""
    if asker.role == "gm" and state.play.phase == "setup":
        return [Option(key="start", intent={"type": "start"}, group="end", goal="end")]
    return [option for who in mine(state, asker) for option in _offered(state, who)]


def _offered(state: State, who: str) -> Iterator[Option]:
    one, settle, question = state.play.game.fighters[who], {"type": "settle", "who": who}, state.play.decision
    kind = question.kind if question is not None and who in question.asks else ""
    plan = {"type": "plan", "who": who, **({"deeds": msgspec.to_builtins(one.deeds)} if one.deeds else {})}
    answer = Option(key="settle", who=who, intent=settle, group="answer", goal="end", answers=True)
    if kind == "plan" and one.plans < PLANS:
        yield replace(answer, key="plan", intent=plan, params=(plan_of(state, who),), goal="harm")
    if kind == "plan" and one.plans:  # who has planned nothing may settle all the same; it only is not offered
        yield answer
    if kind == "plan" and state.play.pieces[who].at and not one.lamp:
        yield Option(key="hang_lamp", who=who, intent={"type": "hang_lamp", "who": who}, params=(LAMP,), goal="prepare")
    if kind == "alarm":
        yield replace(answer, key="alarm", intent={**settle, "alarm": True}, goal="help", changes=True)
        yield replace(answer, key="quiet", intent={**settle, "alarm": False})


SYSTEM = System(
    name="toy_two", version="1", titles=TITLES, texts=TEXTS, rules=RULES, demo=DEMO, catalog=CATALOG,
    events=(e.Began, e.Answered, e.TakenBack, e.RoundOver, e.Finished, *declared(globals(), e.Event)),
    intents=(Start, *declared(globals(), Intent)), game_type=Game, sheet_type=Sheet,
    initial=lambda _options: Game(), add=lambda who, sheet, piece: CombatantAdded.of(who, piece, sheet=sheet),
    evolve=evolve, check=check, decide=decide, proceed=proceed, gone=gone, show=show, options=options,
    stops=Stops(moment=lambda _at, asks, _who: MOMENTS.get(asks.kind), usual=("noticed",), mine=(), others=()),
    open_roll=open_if_seen, default=lambda _state, _decision, who: Settle(who=who),
    harmless=lambda _state, _decision, who: Settle(who=who), noticeable=frozenset({"hearts", "torch"}),
    shown_in=frozenset({"Sheet.hearts", "Sheet.torch", "Fighter.hearts", "Struck.wound_dice", "Struck.hearts"}),
    shown_unseen=frozenset({"Struck.wound_dice"}), done_unseen=frozenset({"Struck.coin_dice"}),
    sums={Struck: lambda struck: bool(struck.wound_dice) == (total(struck.dice) >= sum(x.value for x in struck.terms))},
    marks={Struck: lambda struck: "" if not struck.wound_dice else "hit" if struck.hearts else "fall"},
)  # fmt: skip
