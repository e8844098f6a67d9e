"""As much of Tirakan Classic as five of its worked examples need, on the kit's acts: a system to be thrown away.

What differs from Tirakan is in `ACTS`: defences come before the effect of an act and all other reactions after it,
nobody looks at the act again, whoever is felled by it reacts all the same, and who has a bonus die is asked although it
has no action. A volley binds all that is left of the turn. Rule ids: `L-*`.
"""

from typing import Any

from server.core.disclosure import ID, NAME, OPEN
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Event
from server.core.intents import Intent
from server.core.state import State
from server.core.system import System, declared, open_if_seen
from server.core.view import Figure, Shown, Track
from server.kit import between
from server.kit.acts.deeds import main_deed, plain
from server.kit.acts.events import EVENTS as OF_ACTS
from server.kit.acts.events import ReactionsFollow
from server.kit.acts.frame import ACT
from server.kit.acts.known import rules
from server.kit.acts.machine import CUSTOM, advance
from server.kit.acts.reactions import WINDOWS, announce, close_window, declare, pass_by, void, withdraw
from server.kit.acts.texts import TEXTS as TEXTS_OF_ACTS
from server.kit.asking import Question, answered_id, default_of, proceed_of
from server.kit.frames import resume, top
from server.kit.moment import checking
from tests.kit.classic import events as e
from tests.kit.classic import intents as i
from tests.kit.classic import state
from tests.kit.classic.deeds import ACTS, CHECKS, DEEDS, MOMENTS, SIDES, able, bound
from tests.kit.classic.state import Game

# --- check -----------------------------------------------------------------------------------------------------------


def _may_spend(now: State, intent: i.SpendBonusDie) -> None:
    """L-BONUS-1, L-FULL-3."""
    own = now.play.game.combatants[intent.who]
    if own.status != "ok":
        raise Rejected("incapacitated")
    if own.round_over or not own.bonus_dice:
        raise Rejected("round_over" if own.round_over else "no_bonus_die")


def _in_act(now: State, _intent: Any) -> None:
    if top(now.play.game) is None:
        raise Rejected("nothing_to_rule")


IN_TURN = (MOMENTS.running, MOMENTS.idle, MOMENTS.on_turn)
DEED_TYPES = (state.Attack, state.Volley, state.Evade, state.Run, state.Custom)

check = checking({
    **dict.fromkeys(DEED_TYPES, (*IN_TURN, CHECKS.in_turn)),
    i.StartCombat: (MOMENTS.setup,),
    i.EndTurn: (*IN_TURN, lambda now, intent: bound(now.play, intent.who, intent)),
    i.SpendBonusDie: (MOMENTS.running, _may_spend),
    i.DeclareReaction: (MOMENTS.running, CHECKS.declare),
    i.WithdrawReaction: (MOMENTS.running, CHECKS.withdraw),
    i.PassReaction: (MOMENTS.running, CHECKS.pass_by),
    i.GmSetAct: (MOMENTS.running, _in_act),
    i.GmRuleCustom: (MOMENTS.running, CHECKS.ruling),
    i.GmAdjustWounds: (MOMENTS.running,),
    i.GmSetStatus: (MOMENTS.running,),
    between.GmSetPerception: (MOMENTS.open,),
})  # fmt: skip

# --- decide ----------------------------------------------------------------------------------------------------------


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about, then go on."""
    _DECIDES[type(intent)](draft, intent)
    _go_on(draft)


def _deed(draft: Draft, deed: Any) -> None:
    declare(ACTS, draft, deed.who, plain(deed), DEEDS.kind(main_deed(deed)).name, ACT)


def _spend(draft: Draft, intent: i.SpendBonusDie) -> None:
    draft.emit(e.BonusDieSpent(who=intent.who, left=draft.game.combatants[intent.who].bonus_dice - 1))


def _set_act(draft: Draft, intent: i.GmSetAct) -> None:
    draft.emit(e.GMRuled(action_id=draft.game.frames[-1].id, from_behind=intent.from_behind))


def _rule(draft: Draft, intent: i.GmRuleCustom) -> None:
    """L-ACT-8; an announced reaction that is refused, or costs more than one action, is void."""
    frame, who = draft.game.frames[-1], intent.reaction
    decision = "" if who else answered_id(draft, CUSTOM)
    draft.emit(
        e.GMRuled(decision=decision, action_id=frame.id, reaction=who, cost=intent.cost, refuse=intent.refuse)
    )  # fmt: skip
    if who and (intent.refuse or intent.cost != 1):
        void(draft, frame, who, draft.play.decision)


_DECIDES: dict[type[Intent], Any] = {
    **dict.fromkeys(DEED_TYPES, _deed),
    i.StartCombat: lambda draft, _: _start(draft),
    i.EndTurn: lambda draft, _: _end_turn(draft),
    i.SpendBonusDie: _spend,
    i.DeclareReaction: lambda draft, intent: announce(ACTS, draft, intent.who, intent.reaction),
    i.WithdrawReaction: lambda draft, intent: withdraw(draft, intent.who),
    i.PassReaction: lambda draft, intent: pass_by(draft, intent.who),
    i.GmSetAct: _set_act,
    i.GmRuleCustom: _rule,
    i.GmAdjustWounds: lambda draft, intent: draft.emit(e.GMRuled(subject=intent.who, wounds=intent.wounds)),
    i.GmSetStatus: lambda draft, intent: draft.emit(e.StatusChanged(who=intent.who, status=intent.status)),
    between.GmSetPerception: between.decide,
}


def _go_on(draft: Draft) -> None:
    resume(draft, _step)


QUESTIONS = {
    **dict.fromkeys(WINDOWS, Question(i.PassReaction, then=lambda draft, _: close_window(ACTS, draft))),
    CUSTOM: Question(i.GmRuleCustom()),
}


def _step(draft: Draft) -> bool:
    """3.3. An actor who is unable, or whose volley has no action left, has no more turn."""
    game: Game = draft.game
    frame = top(game)
    if draft.play.decisions or not any(able(game, who) for who in game.order):
        return False
    if frame is not None:
        advance(ACTS, draft, frame)
        return True
    own = game.combatants[game.turn]
    if able(game, game.turn) and not (own.bound and not own.actions):
        return False
    _end_turn(draft)
    return True


def _start(draft: Draft) -> None:
    """L-INIT-1 to L-INIT-3."""
    draft.emit(e.CombatStarted())
    keys: dict[str, tuple[int, int, int]] = {}
    for who, one in draft.game.combatants.items():
        face = draft.roll("initiative", who, SIDES, 1)[0][0]
        keys[who] = (face + one.sheet.quickness, one.sheet.quickness, one.sheet.deftness)
        draft.emit(e.InitiativeRolled(who=who, face=face, total=keys[who][0]))
    draft.emit(e.InitiativeOrderSet(order=tuple(sorted(keys, key=lambda who: keys[who], reverse=True))))
    _start_round(draft, 1)


def _start_round(draft: Draft, n: int) -> None:
    draft.emit(e.RoundStarted(n=n))
    _start_turn(draft, draft.game.order[0])


def _start_turn(draft: Draft, who: str) -> None:
    """L-PRIO-2, L-ROUND-3."""
    draft.emit(e.TurnStarted(who=who))
    available = draft.game.combatants[who].sheet.actions_max if able(draft.game, who) else 0
    draft.emit(e.ActionsRefreshed(who=who, available=available))


def _end_turn(draft: Draft) -> None:
    game: Game = draft.game
    who, own = game.turn, game.combatants[game.turn]
    draft.emit(e.TurnEnded(who=who, saved=own.actions, round_over=own.bound))
    place = game.order.index(who) + 1
    if place < len(game.order):
        _start_turn(draft, game.order[place])
    else:
        draft.emit(e.RoundEnded())
        _start_round(draft, game.round + 1)


def show(shown: State, _audience: str) -> Shown:
    """The view's part."""
    game: Game = shown.play.game
    tracks = {
        who: {"wounds": Track(one.wounds, "harm"), "actions": Track(one.actions), "bonus": Track(one.bonus_dice)}
        for who, one in game.combatants.items()
    }
    figures = {
        who: Figure(tracks=tracks[who], conditions={} if one.status == "ok" else {one.status: 1})
        for who, one in game.combatants.items()
    }
    turn = (game.turn,) if game.turn else ()
    return Shown(phase=shown.play.phase, round=game.round, turn=turn, order=game.order, figures=figures)


TEXTS = TEXTS_OF_ACTS | {
    "not_your_turn": "It is somebody else's turn.",
    "incapacitated": "It cannot act.",
    "round_over": "The round is over for it.",
    "not_perceived": "It does not notice the actor.",
    "not_the_target": "Only the attacked can do this.",
    "not_melee": "Only against melee attacks.",
    "from_behind": "The attack comes from behind.",
    "nothing_to_evade": "The attack has no hits.",
    "no_dice": "There are no dice to roll.",
    "no_bonus_die": "No bonus die is left.",
    "unknown_target": "There is no such target.",
    "out_of_range": "That is too far away.",
    "too_far": "That is farther than it gets.",
    "full_auto_committed": "All actions left are bound.",
    "nothing_to_rule": "Nothing waits for this ruling.",
}

RULES = dict.fromkeys(
    (
        "L-BONUS-1", "L-BONUS-2", "L-EVADE-1", "L-EVADE-2", "L-EVADE-3", "L-EVADE-4", "L-FULL-2", "L-FULL-3",
        "L-FULL-5", "L-HIT-1", "L-HIT-2", "L-PROT-1", "L-PROT-2", "L-REACT-1", "L-REACT-2", "L-REACT-3", "L-REACT-4",
        "L-REACT-5", "L-REACT-6", "L-REACT-7", "L-REACT-10", "L-ROUND-3", "L-WND-1", "L-WND-2", "L-WND-3", "L-WND-4",
    ),
    "A rule",
)  # fmt: skip

SYSTEM = System(
    name="classic", version="1", titles={"en": "Tirakan Classic"}, texts=TEXTS, rules=RULES,
    events=(*OF_ACTS, ReactionsFollow, between.PerceptionSet, *declared(vars(e), Event)),
    intents=(*DEED_TYPES, between.GmSetPerception, *declared(vars(i), Intent)),
    game_type=Game, options_type=state.Options, sheet_type=state.Sheet,
    initial=lambda _options: Game(),
    add=lambda who, sheet, piece: e.CombatantAdded.of(who, piece, sheet=sheet),
    redact=rules(e.SHAPES), topic={"action": ID, "who": NAME, "target": NAME, "hits": OPEN},
    evolve=e.evolve, check=check, decide=decide, default=default_of(QUESTIONS),
    proceed=proceed_of(QUESTIONS, _go_on), show=show, options=lambda _state, _asker: [], open_roll=open_if_seen,
)  # fmt: skip
