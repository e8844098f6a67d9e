"""What the GM may do beside acting for combatants: rulings that are asked for, and those that are always open."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from server.core.errors import Rejected
from server.core.ids import GM
from server.core.memo import Memo
from server.core.options import Choice, Option, Param, weight_of
from server.core.state import Play, State
from server.kit import between, ending
from server.kit.between import SetDistance, SetEnmity, SetSight
from server.kit.forms import FARTHEST_CM, choice, number, option, param
from server.kit.frames import top
from server.kit.moment import name_of, owes
from server.kit.roster import roster
from server.rules.brink.acts.deed_check import check_deed
from server.rules.brink.deciding.gm_answer import QUESTIONS, action_of
from server.rules.brink.deciding.value import SCORES, SETTABLE
from server.rules.brink.offers.table import table_options
from server.rules.brink.state import intents as i
from server.rules.brink.state.facts import is_able
from server.rules.brink.state.moment import is_idle
from server.rules.brink.state.state import Action, Deed, Game

BEATEN = ending.beaten_by(is_able)

ALWAYS = Memo(32, weight_of)
END_TURN = option(i.GmEndTurn, group="end")

MOST_PEOPLE = 12
"""Damage is offered one by one only where there are not more combatants."""


def gm_options(state: State) -> list[Option]:
    """All options that are the GM's alone."""
    play = state.play
    if play.phase == "setup" and play.starting is None:
        return [*_setup(state), *table_options(state)]
    if play.phase != "running" or play.parked is not None:
        return []
    return [*_asked(state), *_on_acts(state), *_always(state), *table_options(state)]


# --- before the fight ------------------------------------------------------------------------------------------------


def _setup(state: State) -> list[Option]:
    """B-START-1, B-START-2."""
    game: Game = state.play.game
    sides = {piece.side for who, piece in state.play.pieces.items() if is_able(game, who)}
    if len(sides) < 2:
        return []
    found = [option(i.StartCombat, group="end", fixed={"reason": "threat"})]
    if game.options.opening_attack:
        found += [made for who in state.play.pieces if (made := _opening(state, who)) is not None]
    return found


def _opening(state: State, who: str) -> Option | None:
    """B-START-2: whom this combatant could attack at once."""
    targets = [other for other in state.play.pieces if is_able(state.play.game, who) and _can_open(state, who, other)]
    if not targets:
        return None
    target = choice("target", *(Choice(other, name_of(state.play, other)) for other in targets), combatant=True)
    fixed = {"reason": "first_attack", "attacker": who}
    made = option(i.StartCombat, target, goal="harm", label=name_of(state.play, who), fixed=fixed)
    return replace(made, key="opening_attack")


def _can_open(state: State, who: str, target: str) -> bool:
    try:
        check_deed(state.play, who, Deed(kind="attack", target=target), "opening")
    except Rejected:
        return False
    return True


# --- what is asked ---------------------------------------------------------------------------------------------------


def _asked(state: State) -> list[Option]:
    decision = owes(state.play, GM, *QUESTIONS)
    if decision is None or decision is not state.play.decision:
        return []
    action = action_of(state.play.game, decision)
    if decision.kind == "brink":
        return [_answer(choice("status", "down", "dead", "at_brink"), goal="harm")]
    if decision.kind == "end":
        return [_answer(goal="end"), _answer(goal="prepare", label="refuse", fixed={"refuse": True})]
    refuse = _answer("text?", goal="hinder", label="refuse", fixed={"refuse": True})
    if decision.kind == "distance":
        return [_answer(number("distance_cm", 0, FARTHEST_CM), "sees?", goal="prepare"), refuse]
    return [_answer(*_effect(state, action, decision.kind), goal="prepare", fixed={"damage": {}}), refuse]


_answer = partial(option, i.GmRule, group="answer")


def _effect(state: State, action: Action | None, kind: str) -> tuple[Param | str, ...]:
    """B-TURN-6, B-SKILL-4: cost, roll and effect."""
    left = state.play.game.combatants[action.who].std_left if action is not None else 0
    cost = (number("cost", 0, min(left, 2)),) if kind == "custom" else ()
    roll = (number("need", 1, 40, optional=True), number("modifier", -20, 20, optional=True))
    people = state.play.pieces if len(state.play.pieces) <= MOST_PEOPLE else {}
    damage = (replace(number(f"damage.{who}", 0, 1000, optional=True), label=people[who].name) for who in people)
    return (*cost, "text?", *roll, *damage)


# --- what is being done ----------------------------------------------------------------------------------------------


def _on_acts(state: State) -> list[Option]:
    """B-READY-7, B-GM-1: declared actions whose dice are not rolled; closing a window."""
    game: Game = state.play.game
    decision, frame = state.play.decision, top(game)
    found = []
    if decision is not None and decision.kind in ("window", "boundary") and decision.unanswered():
        found.append(replace(option(i.GmCloseWindow, goal="end"), answers=True))
    for action in frame.pending if frame is not None else ():
        if action.shot is None:
            label = f"{name_of(state.play, action.who)}: {action.deed.kind}"
            about = {"action": action.id}
            found.append(option(i.GmRefuse, "text?", goal="hinder", label=label, fixed=about))
            if not action.initiative:
                found.append(option(i.GmGrantInitiative, goal="help", label=label, fixed=about))
    return found


# --- always ----------------------------------------------------------------------------------------------------------


def _always(state: State) -> list[Option]:
    play = state.play
    people = [play.game.combatants[each] for each in play.pieces]
    parts, arms = (roster(play), *[each.sheet for each in people]), tuple([tuple(each.arms) for each in people])
    return [
        *_over(play),
        *([END_TURN] if is_idle(state) else []),
        *ALWAYS.of(parts, arms, _anytime, play),
    ]


def _over(play: Play) -> list[Option]:
    if not BEATEN(play):
        return []
    return ending.suggested(
        play, BEATEN, option(i.EndCombat, group="end", fixed={"winners": ending.left(play, BEATEN)})
    )


def _anytime(play: Play) -> list[Option]:
    """What depends on who is there with which weapons, and on nothing else that happens."""
    return [
        *between.options(play, SetSight, SetDistance, SetEnmity),
        *(_values(play) if play.pieces else ()),
        option(i.EndCombat, "winners", group="end", play=play),
    ]


def _values(play: Play) -> list[Option]:
    """B-GM-1."""
    who, people = param(i.GmSet, "who", play), [play.game.combatants[each] for each in play.pieces]
    found = [
        SETTABLE.option(who, people, *names)
        for names in (("health", "ep", "morale"), ("status",), ("readied",), ("actions",))
    ]
    found += [SETTABLE.option(who, people, "sheet", keys=keys) for keys in (SCORES, "move_cm")]
    for each, combatant in zip(play.pieces, people, strict=True):
        loads = [id for id, weapon in combatant.sheet.weapons.items() if weapon.has_load]
        if loads:
            found.append(SETTABLE.option(each, [combatant], "loaded", keys=loads, label=name_of(play, each)))
    return found
