"""What a seat may do now. `state` is what it knows. The GM is offered everything for everybody, and rulings beside it
(`offers.gm`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.memo import Memo
from server.core.options import Choice, Goal, Option, Param, Reason, weight_of
from server.core.space import Point
from server.core.state import Decision, Play, State
from server.core.system import Asker
from server.kit.forms import YES_NO, choice, number, path
from server.kit.moment import name_of, owes
from server.kit.offering import Offering, Wish, judged, mine, reasons_in, somebody
from server.rules.tactics.checks.go import check_change
from server.rules.tactics.checks.intent import check, check_declared
from server.rules.tactics.deciding.initiative import suggested, tied_in
from server.rules.tactics.deciding.movement import allowance
from server.rules.tactics.deciding.planning import PLANNING
from server.rules.tactics.deciding.windows import defences
from server.rules.tactics.offers.foes import BY_SIDE, foes
from server.rules.tactics.offers.gm import gm_options
from server.rules.tactics.offers.order import order_param
from server.rules.tactics.offers.plan import changing, declaring, judged_by, paces
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.facts import bonus, condition_penalty, in_hand, is_able, is_melee, is_shield
from server.rules.tactics.state.helpers import roles
from server.rules.tactics.state.plan import Action
from server.rules.tactics.state.state import BARE_HANDS, Attack, Combatant, Game
from server.rules.tactics.words.texts import TEXTS

reason_of = reasons_in(TEXTS)
PLANNED: dict[str, tuple[type[Any], Callable[..., None]]] = {
    "actions_declare": (i.ActionsDeclare, check_declared), "actions_change": (i.ActionsChange, check_change),
}  # fmt: skip
"""By tag what a plan is declared and changed with, and what is checked of it beside the moment."""
BARE = "_bare"
"""Ends the keys of what is done with bare hands: an item would be named."""
Judge = Callable[[Any], Reason | None]
"""Why an intent would be refused."""
PLANS, AS_BEFORE = Memo(256, weight_of), Memo(256, weight_of)
"""By what they are made of; and, found sooner, by the very objects, of which most are as they were."""


def _each(state: State, _asker: Asker, people: list[str]) -> Iterator[list[Option]]:
    of = _planning(state) if state.play.game.stage in PLANNING else partial(_of, state)
    return map(of, people)


def _gm(state: State, _asker: Asker) -> list[Option]:
    return gm_options(state)


options = Offering(people=mine, each=_each, gm=_gm).options


def _of(state: State, who: str) -> list[Option]:
    """Answers, the own go, changes of the plan."""
    judge: Judge = partial(reason_of, check, state)
    game: Game = state.play.game
    found = [judged(wish, judge) for wish in _answers(state, who)]
    if game.turn == who and state.play.decision is None and game.deed is None:
        found += [judged(wish, judge) for wish in _go(state, who)]
    if game.stage in ("closing", "resolve") and _may_change(game, who):
        is_busy = game.turn == who or owes(state.play, who, "defence") is not None
        found += _changing(state, who, is_busy)
    return found


def _looked_at(play: Play, who: str) -> tuple[object, ...]:
    """All that any menu of plans is made of, beside the moment: as a rule nothing of it has changed."""
    game: Game = play.game
    return play.pieces, game.combatants[who], BY_SIDE.of(play), game.distances, game.objects


def _changing(state: State, who: str, is_busy: bool) -> list[Option]:
    return AS_BEFORE.of(_looked_at(state.play, who), (who, "", is_busy), _changed, state, who, is_busy)


def _changed(state: State, who: str, is_busy: bool) -> list[Option]:
    play, record = state.play, state.play.game.combatants[who].record
    people = foes(play, who) if is_busy else ()
    marks = (who, "", is_busy, record.plan, record.performed, people, paces(play, who, people) if people else ())
    judge = partial(_why_not, state)
    return PLANS.of(judged_by(play, who), marks, lambda: changing(play, who, judge, brief=not is_busy))


def _may_change(game: Game, who: str) -> bool:
    """D-ACT-7."""
    combatant = game.combatants.get(who)
    return combatant is not None and combatant.is_able and not combatant.record.gone


# --- planning --------------------------------------------------------------------------------------------------------


def _planning(state: State) -> Callable[[str], list[Option]]:
    """Of each who is asked. Which others have settled makes no difference."""
    play, phase = state.play, state.play.game.stage
    asks = next((each.asks for each in reversed(play.decisions) if each.kind == phase), {})

    def of(who: str) -> list[Option]:
        ask = asks.get(who)
        if ask is None:
            return []
        settled = ask.answer is not None
        return AS_BEFORE.of(_looked_at(play, who), (who, phase, settled), _in_phase, state, who, phase, settled)

    return of


def _in_phase(state: State, who: str, phase: str, settled: bool) -> list[Option]:
    play, combatant = state.play, state.play.game.combatants[who]
    if not is_able(play, who):
        return []
    people, judge = foes(play, who) if phase == "declare" else (), partial(reason_of, check, state)
    record = combatant.record
    marks = (
        who, phase, settled, record.plan, record.oT, record.revisions > 0, combatant.last, people,
        paces(play, who, people) if people else (),
    )  # fmt: skip
    return PLANS.of(judged_by(play, who), marks, _planned, state, who, judge, phase, settled)


def _planned(state: State, who: str, judge: Judge, phase: str, settled: bool) -> list[Option]:
    if phase == "tactics":
        return [judged(wish, judge) for wish in _tactics(state, who)]
    made = declaring(state.play, who, partial(_why_not, state), settled=settled)
    return [*made, *(judged(wish, judge) for wish in _settling(state, who, phase))]


def _why_not(state: State, raw: dict[str, Any]) -> Reason | None:
    """What is said against a plan. Where plans are offered the moment is right, and need not be checked for each."""
    kind, of_plan = PLANNED[raw["type"]]
    return reason_of(of_plan, state, msgspec.convert(raw, kind))


def _tactics(state: State, who: str) -> list[Wish]:
    """D-TAC-1: how much is for offence, the rest is for defence; D-TAC-7: the last split is proposed."""
    combatant: Combatant = state.play.game.combatants[who]
    score, now = combatant.sheet.tactics, combatant.record.oT
    if score == 0:
        return _settling(state, who, "tactics")  # there is one way to split nothing, and that goes without saying
    first = now if now is not None else combatant.last
    sample = i.TacticsSet(who=who, oT=min(score, 0) if first is None else first)
    param = replace(number("oT", min(0, score), max(0, score), initial=first), label="split")
    group = "answer" if owes(state.play, who, "tactics") is not None and now is None else "free"
    split = Wish(intent=sample, group=group, goal="prepare", params=(param,))
    return [split, *_settling(state, who, "tactics")]


def _settling(state: State, who: str, phase: str) -> list[Wish]:
    """Who has said nothing may settle all the same; then it is offered as that."""
    record = state.play.game.combatants[who].record
    has_said = record.oT is not None if phase == "tactics" else record.revisions > 0 or bool(record.plan)
    if owes(state.play, who, phase) is None:
        return [Wish(intent=i.PhaseUnsettle(who=who), group="free", goal="prepare")]
    key = "" if has_said else "settle_unsplit" if phase == "tactics" else "settle_unplanned"
    return [Wish(intent=i.PhaseSettle(who=who), key=key, group="answer", goal="end")]


# --- answers ---------------------------------------------------------------------------------------------------------


def _answers(state: State, who: str) -> list[Wish]:
    decision = state.play.decision
    if decision is None or owes(state.play, who, decision.kind) is not decision:
        return []
    if decision.kind == "tie":
        return _tie(state, decision, who)
    if decision.kind == "block":
        return [
            Wish(intent=i.BlockChoice(who=who, choice="damage"), key="block_damage", group="answer", goal="end"),
            Wish(intent=i.BlockChoice(who=who, choice="sunder"), key="block_sunder", group="answer", goal="hinder"),
        ]
    attack: Attack | None = state.play.game.attack
    if decision.kind != "defence" or attack is None:
        return []
    return _defending(state, who, attack) if attack.target == who else _helping(state, who, attack)


def _tie(state: State, decision: Decision, who: str) -> list[Wish]:
    """D-INIT-4: some order, or as the server suggests."""
    tied = tied_in(state.play, decision)
    some = i.InitiativeOrderTie(who=who, order=tied)
    plain = i.InitiativeOrderTie(who=who, order=suggested(state.play.game, tied))
    return [
        Wish(intent=some, group="answer", goal="prepare", params=(order_param(state, tied),)),
        Wish(intent=plain, key="order_suggested", group="answer", goal="end"),
    ]


def _defending(state: State, who: str, attack: Attack) -> list[Wish]:
    """D-DEF-1, D-FD-3: first what is worth most, last to do nothing."""
    combatant: Combatant = state.play.game.combatants[who]
    active = [i.Defend(who=who, kind="dodge"), *defences(combatant, attack, who)]
    active.sort(key=lambda each: -_worth(combatant, each))
    found = [_defence(combatant, each, each.kind) for each in active]
    if not any(action.kind == "full_defense" for action in combatant.record.plan):
        best = active[0]
        full = i.Defend(who=who, kind=best.kind, item=best.item, full_defense=True)
        found.append(_defence(combatant, full, "fully"))
    return [*found, _defence(combatant, i.Defend(who=who, kind="none"), "none")]


def _worth(combatant: Combatant, each: i.Defend) -> int:
    return bonus(combatant, each.kind, each.item)


def _defence(combatant: Combatant, intent: i.Defend, key: str) -> Wish:
    """`+4` says what it is worth."""
    is_bare = key in ("parry", "block") and intent.item == BARE_HANDS
    goal: Goal = "end" if key == "none" else "defend"
    label = _with(combatant, intent.kind, intent.item)
    return Wish(intent=intent, key=f"defend_{key}{BARE if is_bare else ''}", group="answer", goal=goal, label=label)


def _with(combatant: Combatant, kind: str, id: str) -> str:
    """With what, and what that is worth."""
    item = combatant.sheet.items.get(id)
    name = item.name or id if item is not None else ""
    return f"{name} {bonus(combatant, kind, id):+d}".strip()


def _helping(state: State, who: str, attack: Attack) -> list[Wish]:
    """D-RPB-2, D-INC-3, D-INC-5."""
    combatant: Combatant = state.play.game.combatants[who]
    items = [*in_hand(combatant), BARE_HANDS]
    found: list[Wish] = []
    for role in roles(state, attack, who):
        if role == "shield_body":
            shields = ["", *(id for id in in_hand(combatant) if is_shield(combatant, id))]
            found += [_help(combatant, i.ShieldBody(who=who, item=id), "shield_body") for id in shields]
            continue
        make: Any = i.Interfere if role == "interfere" else i.Guard
        found += [
            _help(combatant, make(who=who, kind=kind, item=id), f"{role}_{kind}{BARE if id == BARE_HANDS else ''}")
            for kind in ("parry", "block")
            for id in items
        ]
    return [*found, Wish(intent=i.StayOut(who=who), group="answer", goal="end")]


def _help(combatant: Combatant, intent: i.Interfere | i.Guard | i.ShieldBody, key: str) -> Wish:
    """Who only puts the body in the way has nothing to put against it."""
    if isinstance(intent, i.ShieldBody):
        label = _with(combatant, "block", intent.item) if intent.item else ""
    else:
        label = _with(combatant, intent.kind, intent.item)
    return Wish(intent=intent, key=key, group="answer", goal="defend", label=label)


# --- the own go ------------------------------------------------------------------------------------------------------


def _go(state: State, who: str) -> list[Wish]:
    """What is left of the plan, giving way to another, the end."""
    game: Game = state.play.game
    combatant = game.combatants[who]
    if game.stage == "closing":
        return [Wish(intent=i.ClosingGo(who=who), group="move", params=_pain(state, combatant))]
    found = [_perform(state, who, action) for action in combatant.record.left if action.kind != "full_defense"]
    later = [other for other in game.order if other != who and not game.combatants[other].record.gone]
    if later:
        pick = somebody(state.play, later, "to")
        found.append(Wish(intent=i.GoYield(who=who, to=""), group="free", goal="prepare", pick=pick))
    return [*found, Wish(intent=i.GoEnd(who=who), key="end_turn", group="end")]


def moves(state: State, who: str) -> list[Wish]:
    """What is left of the plan that leads somewhere, on its own go."""
    game: Game = state.play.game
    if game.turn != who or game.stage != "resolve":
        return []
    return [_perform(state, who, action) for action in game.combatants[who].record.left if action.is_move]


def _pain(state: State, combatant: Combatant) -> tuple[Param, ...]:
    """D-PAIN-1."""
    if not condition_penalty(combatant, state.play.game.options.cp_mode):
        return ()
    return (Param(name="pain", kind="choice", label="pain", choices=YES_NO, optional=True),)


def _perform(state: State, who: str, action: Action) -> Wish:
    combatant: Combatant = state.play.game.combatants[who]
    item = combatant.sheet.items.get(action.weapon)
    key = f"perform_{action.pace if action.is_move else action.kind}"
    sample = i.ActionPerform(who=who, id=action.id)
    label = item.name or action.weapon if item is not None else action.skill
    wish = Wish(intent=sample, key=key, group="prepare", label=label, params=_pain(state, combatant))
    if action.is_move:
        return _way(state, who, action, wish)
    return _aimed(state, who, action, wish) if action.is_strike else wish


def _way(state: State, who: str, action: Action, wish: Wish) -> Wish:
    """Along a path, where there is a map; if none is drawn, towards whom it was declared."""
    combatant: Combatant = state.play.game.combatants[who]
    at: Point | None = state.play.pieces[who].at
    most = allowance(combatant, action)
    if at is None or action.path or most <= 0:
        return Wish(intent=wish.intent, key=wish.key, group="move", params=wish.params)
    goal = next((name_of(state.play, each) for each in action.among if each in state.play.pieces), "")
    way = replace(path(most), optional=bool(goal))
    return Wish(intent=wish.intent, key=wish.key, label=goal, group="move", params=(way, *wish.params))


def _aimed(state: State, who: str, action: Action, wish: Wish) -> Wish:
    """At one of those declared, lethal or not."""
    game: Game = state.play.game
    declared = [each for each in action.among if each in state.play.pieces]
    objects = [each for each in action.among if each in game.objects]
    people = declared or ([] if objects else [*foes(state.play, who)])
    target = somebody(state.play, people)
    pick = Param(
        name="target", kind="choice", label="target", combatant=True,
        choices=(*target.choices, *(Choice(name, name) for name in objects)),
    )  # fmt: skip
    more = () if action.intention else (choice("intention", "lethal", "stun", optional=True),)
    if is_melee(game.combatants[who], action):
        more = (*more, choice("on_block", "damage", "sunder", optional=True))
    params = (*more, *wish.params)
    return Wish(intent=wish.intent, key=wish.key, label=wish.label, goal="harm", pick=pick, params=params)
