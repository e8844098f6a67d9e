"""Three Cups: the smallest rule system that needs everything core has. Also the example for writing your own.

Each round everybody able secretly lifts one of three cups (and may change it until all have chosen). Cup 2 beats cup 1,
3 beats 2, 1 beats 3. Whoever beats most strikes the first one it beats; one die, 3 + the target's cover or more hits.
Before the wound the target may riposte unless it is weary: one die, 5 or more voids the strike. Three hearts each; the
fight ends when one side is left.

Rules: C-CHOOSE, C-BEAT, C-STRIKE, C-RIPOSTE, C-END.
"""

from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Added, Answered, Began, Event, Finished, RoundOver
from server.core.intents import Act, Intent, Start
from server.core.options import Choice, Option, Param, Reason
from server.core.secrecy import owns
from server.core.state import Ask, Decision, Piece, State
from server.core.system import Asker, System
from server.core.terms import Term
from server.core.view import Figure, Shown, Track

HIT_FROM, VOID_FROM, CUPS = 3, 5, (1, 2, 3)


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A combatant: hearts left, cover that makes it harder to hit, weary ones can't riposte."""

    hearts: int = 3
    cover: int = 0
    weary: bool = False


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table options."""


class Game(msgspec.Struct, frozen=True):
    """The system's state: sheets, the round, and the strike that is being resolved."""

    sheets: dict[str, Sheet] = {}
    sides: dict[str, str] = {}
    round: int = 0
    strike: Any = None


# --- intents and events ----------------------------------------------------------------------------------------------


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


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: Sheet


class Begun(Began, frozen=True, kw_only=True):
    """The fight begins."""

    mentions: ClassVar[tuple[str, ...]] = ()


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins."""

    mentions: ClassVar[tuple[str, ...]] = ()
    round: int


class CupChosen(Answered, frozen=True, kw_only=True):
    """A cup was lifted; which one is secret (0) until all are shown."""

    cup: int


class CupsShown(Event, frozen=True, kw_only=True):
    """All cups are shown."""

    mentions: ClassVar[tuple[str, ...]] = ()
    cups: dict[str, int]


class Struck(Event, frozen=True, kw_only=True):
    """The winner strikes."""

    mentions: ClassVar[tuple[str, ...]] = ("who", "target")
    who: str
    target: str
    act: str
    face: int
    hit: bool
    terms: tuple[Term, ...] = ()


class RiposteDeclared(Answered, frozen=True, kw_only=True):
    """The target ripostes or bears it."""

    decline: bool = False


class RiposteRolled(Event, frozen=True, kw_only=True):
    """The riposte's die."""

    who: str
    face: int
    void: bool


class HeartLost(Event, frozen=True, kw_only=True):
    """The strike hit home."""

    who: str
    hearts: int


class StrikeOver(Event, frozen=True, kw_only=True):
    """The strike is resolved."""

    mentions: ClassVar[tuple[str, ...]] = ()


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """The round is over."""

    mentions: ClassVar[tuple[str, ...]] = ()


class FightEnded(Finished, frozen=True, kw_only=True):
    """One side is left."""

    mentions: ClassVar[tuple[str, ...]] = ()


# --- state -----------------------------------------------------------------------------------------------------------


def evolve(game: Game, event: Event) -> Game:
    """Apply a fact."""
    match event:
        case CombatantAdded(who=who, sheet=sheet, side=side):
            return replace(game, sheets={**game.sheets, who: sheet}, sides={**game.sides, who: side})
        case RoundStarted(round=number):
            return replace(game, round=number)
        case Struck():
            return replace(game, strike=event)
        case HeartLost(who=who, hearts=hearts):
            return replace(game, sheets={**game.sheets, who: replace(game.sheets[who], hearts=hearts)})
        case StrikeOver():
            return replace(game, strike=None)
        case _:
            return game


def able(game: Game) -> list[str]:
    """Who still fights."""
    return [who for who, sheet in game.sheets.items() if sheet.hearts > 0]


def known(state: State, audience: str, hidden: frozenset[str]) -> Game:
    """Sheets of hidden ones are gone; of others only hearts show, weariness and cover are the owner's."""
    game: Game = state.play.game
    sheets = {
        who: sheet if owns(state, audience, who) else Sheet(sheet.hearts)
        for who, sheet in game.sheets.items()
        if who not in hidden
    }
    strike = game.strike
    if strike is not None:
        strike = redact(state, strike, state, audience, hidden)
    sides = {who: side for who, side in game.sides.items() if who not in hidden}
    return game if sheets == game.sheets and strike is game.strike else Game(sheets, sides, game.round, strike)


def redact(before: State, event: Event, after: State, audience: str, hidden: frozenset[str]) -> Event | None:
    """Cups are secret until shown, terms belong to the target's owner."""
    match event:
        case CombatantAdded(who=who, sheet=sheet):
            return event if owns(after, audience, who) else replace(event, sheet=Sheet(sheet.hearts))
        case CupChosen(who=who):
            return event if owns(after, audience, who) else replace(event, cup=0)
        case CupsShown(cups=cups):
            return replace(event, cups={who: cup for who, cup in cups.items() if who not in hidden})
        case Struck(who=who, target=target):
            mask = {name: "unseen" for name in (who, target) if name in hidden}
            terms = event.terms if owns(after, audience, target) else ()
            return replace(event, who=mask.get(who, who), target=mask.get(target, target), terms=terms)
        case _:
            return event


# --- check and decide ------------------------------------------------------------------------------------------------


def check(state: State, intent: Intent, asker: Asker) -> None:
    """Raises Rejected."""
    decision = state.play.decision
    match intent:
        case Begin():
            if state.play.phase != "setup":
                raise Rejected("wrong_phase", intent="begin", phase=state.play.phase)
        case Choose(who=who, cup=cup):
            if decision is None or decision.kind != "choose" or who not in decision.asks:
                raise Rejected("wrong_phase", intent="choose", phase=state.play.phase)
            if cup not in CUPS:
                raise Rejected("no_such_cup", cup=cup)
        case Riposte(who=who):
            if decision is None or decision.kind != "riposte" or who not in decision.unanswered():
                raise Rejected("wrong_phase", intent="riposte", phase=state.play.phase)
        case _:
            pass


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about."""
    decision = draft.play.decision
    id = decision.id if decision is not None else ""
    match intent:
        case Begin():
            draft.emit(Begun())
            _start_round(draft)
        case Choose(who=who, cup=cup):
            draft.emit(CupChosen(who=who, decision=id, cup=cup))
        case Riposte(who=who, decline=decline):
            draft.emit(RiposteDeclared(who=who, decision=id, decline=decline))
        case _:
            pass


def proceed(draft: Draft, decision: Decision) -> None:
    """All have chosen, or the target has answered."""
    if decision.kind == "choose":
        _show(draft, decision)
    else:
        _resolve(draft, decision)


def _start_round(draft: Draft) -> None:
    number = draft.game.round + 1
    draft.emit(RoundStarted(round=number))
    draft.open("choose", f"choose.round{number}", {who: Ask() for who in able(draft.game)}, silent=True)


def _show(draft: Draft, decision: Decision) -> None:
    cups = {who: ask.answer.cup for who, ask in decision.asks.items() if ask.answer is not None}
    draft.emit(CupsShown(cups=cups))
    beaten = {who: [other for other in cups if _beats(draft.game, cups, who, other)] for who in cups}
    best = max(beaten, key=lambda who: len(beaten[who]))
    if not beaten[best] or sum(len(beaten[who]) == len(beaten[best]) for who in cups) > 1:
        _end_round(draft)
        return
    _strike(draft, best, beaten[best][0])


def _beats(game: Game, cups: dict[str, int], a: str, b: str) -> bool:
    return game.sides[a] != game.sides[b] and cups[a] == cups[b] % len(CUPS) + 1


def _strike(draft: Draft, who: str, target: str) -> None:
    name = f"round{draft.game.round}.strike"
    need = draft.terms.use(name, who, "base", HIT_FROM, "C-STRIKE")
    need += draft.terms.use(name, who, "cover", draft.game.sheets[target].cover, "C-STRIKE")
    face = draft.roll(name, who, 6, 1)[0][0]
    terms = draft.terms.of(name, who)
    draft.emit(Struck(who=who, target=target, act=draft.act, face=face, hit=face >= need, terms=terms))
    may = face >= need and not draft.game.sheets[target].weary
    draft.open("riposte", f"{name}.riposte.{target}", {target: Ask(secret=True)} if may else {}, silent=True)


def _resolve(draft: Draft, decision: Decision) -> None:
    strike = draft.game.strike
    void = False
    if any(ask.answer is not None and not ask.answer.decline for ask in decision.asks.values()):
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
    game: Game = state.play.game
    figures = {
        who: Figure(tracks={"hearts": Track(sheet.hearts, "health")}, out=sheet.hearts <= 0)
        for who, sheet in game.sheets.items()
    }
    decision = state.play.decision
    return Shown(phase=decision.kind if decision else state.play.phase, round=game.round, figures=figures)


def options(state: State, asker: Asker) -> list[Option]:
    """What the seat may do now."""
    decision = state.play.decision
    if asker.role == "gm" and state.play.phase == "setup":
        return [Option(key="begin", intent={"type": "begin"}, group="gm")]
    if decision is None:
        return []
    mine = [who for who in decision.asks if owns(state, asker.audience, who)]
    cups = tuple(Choice(cup, str(cup)) for cup in CUPS)
    if decision.kind == "choose":
        param = Param(name="cup", kind="choice", choices=cups)
        return [_option("choose", who, decision, (param,)) for who in mine]
    asked = [who for who in mine if who in decision.unanswered()]
    return [_option("riposte", who, decision, decline=no) for who in asked for no in (False, True)]


def _option(key: str, who: str, decision: Decision, params: tuple[Param, ...] = (), **rest: Any) -> Option:
    intent = {"type": key, "who": who, **rest}
    return Option(key=key, who=who, intent=intent, group="answer", params=params, decision=decision.id)


def add(who: str, sheet: Sheet, piece: Piece) -> Event:
    """The event by which a combatant joins."""
    return CombatantAdded(who=who, name=piece.name, side=piece.side, at=piece.at, seen_by=piece.seen_by, sheet=sheet)


DEMO = """
title = "Cups at the Inn"
system = "three_cups"
[seats.ann]
name = "Ann"
[seats.bob]
name = "Bob"
[combatants.anna]
name = "Anna"
side = "guests"
seat = "ann"
at = [0, 0]
[combatants.ben]
name = "Ben"
side = "locals"
seat = "bob"
at = [2, 0]
[combatants.cat]
name = "Cat"
side = "guests"
seat = "ann"
at = [1, 1]
hidden = true
"""

WORDS = {
    "choose": "Lift a cup", "riposte": "Riposte", "begin": "Begin", "hearts": "Hearts", "cup": "Cup",
    "setup": "Before the fight", "running": "The fight", "ended": "After the fight",
}  # fmt: skip
WORTE = {
    "choose": "Becher heben", "riposte": "Gegenhieb", "begin": "Beginnen", "hearts": "Herzen", "cup": "Becher",
    "setup": "Vor dem Kampf", "running": "Der Kampf", "ended": "Nach dem Kampf",
}  # fmt: skip
LINES = {
    "CombatantAdded": "{who} joins.", "Begun": "The fight begins.", "RoundStarted": "Round {round}.",
    "CupChosen": "{who} has lifted a cup.", "CupsShown": "All cups are shown.", "Struck": "{who} strikes {target}.",
    "RiposteDeclared": "{who} answers.", "RiposteRolled": "{who} ripostes.", "HeartLost": "{who} has {hearts} hearts.",
    "StrikeOver": "The strike is over.", "RoundEnded": "The round is over.", "FightEnded": "The fight is over.",
}  # fmt: skip

SYSTEM = System(
    name="three_cups",
    version="1",
    titles={"en": "Three Cups", "de": "Drei Becher"},
    events=(
        CombatantAdded,
        Begun,
        RoundStarted,
        CupChosen,
        CupsShown,
        Struck,
        RiposteDeclared,
        RiposteRolled,
        HeartLost,
        StrikeOver,
        RoundEnded,
        FightEnded,
    ),
    intents=(Begin, Choose, Riposte),
    game_type=Game,
    options_type=Options,
    sheet_type=Sheet,
    texts={"no_such_cup": "There is no cup {cup}; lift 1, 2 or 3."},
    rules={
        "C-CHOOSE": "Choosing",
        "C-BEAT": "Who wins",
        "C-STRIKE": "The strike",
        "C-RIPOSTE": "The riposte",
        "C-END": "The end",
    },
    demo=DEMO,
    catalog={"labels": {"en": WORDS, "de": WORTE}, "lines": {"en": LINES, "de": LINES}, "icons": {"hearts": "♥"}},
    initial=lambda _options: Game(),
    add=add,
    evolve=evolve,
    check=check,
    decide=decide,
    proceed=proceed,
    default=default,
    known=known,
    redact=redact,
    show=show,
    options=options,
    marks={HeartLost: lambda event: "hit" if event.hearts else "fall"},
)

__all__ = ["SYSTEM", "Reason"]
