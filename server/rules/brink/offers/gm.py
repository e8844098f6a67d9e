"""What the GM may do beside acting for combatants: rulings that are asked for, and those that are always open."""

from __future__ import annotations

from typing import Any

from server.core.errors import Rejected
from server.core.ids import GM
from server.core.options import Choice, Option, Param
from server.core.state import State
from server.kit.moment import name_of, owes
from server.rules.brink.acts.deed_check import check_deed
from server.rules.brink.deciding.gm_answer import QUESTIONS, action_of
from server.rules.brink.deciding.value import NUMBERS, STATUSES
from server.rules.brink.offers.table import table_options
from server.rules.brink.state.facts import is_able, top
from server.rules.brink.state.moment import is_idle
from server.rules.brink.state.state import Action, Deed, Game

FARTHEST_CM = 1_000_000
_SCORES = tuple(key for key in NUMBERS if key != "move_cm")
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


# --- shapes ----------------------------------------------------------------------------------------------------------


def _option(
    tag: str, *params: Param, group: str = "gm", answers: bool = False, label: str = "", **fixed: Any
) -> Option:
    intent = {"type": tag, **fixed}
    return Option(key=tag, intent=intent, group=group, params=params, answers=answers, label=label)


def _choice(name: str, *values: Any, optional: bool = False) -> Param:
    choices = tuple(Choice(value, str(value).lower()) for value in values)
    return Param(name=name, kind="choice", label=name, choices=choices, optional=optional)


def _number(name: str, least: int, most: int, optional: bool = False, label: str = "") -> Param:
    return Param(name=name, kind="number", label=label or name, least=least, most=most, optional=optional)


def _text() -> Param:
    return Param(name="text", kind="text", label="text", most=500, optional=True)


def _people(state: State, name: str) -> Param:
    choices = tuple(Choice(who, piece.name) for who, piece in state.play.pieces.items())
    return Param(name=name, kind="choice", label=name, choices=choices, combatant=True)


# --- before the fight ------------------------------------------------------------------------------------------------


def _setup(state: State) -> list[Option]:
    """B-START-1, B-START-2."""
    game: Game = state.play.game
    sides = {piece.side for who, piece in state.play.pieces.items() if is_able(game, who)}
    if len(sides) < 2:
        return []
    found = [_option("start_combat", reason="threat")]
    if game.options.opening_attack:
        found += [option for who in state.play.pieces if (option := _opening(state, who)) is not None]
    return found


def _opening(state: State, who: str) -> Option | None:
    """B-START-2: whom this combatant could attack at once."""
    targets = [other for other in state.play.pieces if is_able(state.play.game, who) and _can_open(state, who, other)]
    if not targets:
        return None
    choices = tuple(Choice(other, name_of(state.play, other)) for other in targets)
    param = Param(name="target", kind="choice", label="target", choices=choices, combatant=True)
    intent = {"type": "start_combat", "reason": "first_attack", "attacker": who}
    return Option(key="opening_attack", intent=intent, group="gm", label=name_of(state.play, who), params=(param,))


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
        return [_answer(_choice("status", "down", "dead", "at_brink"))]
    if decision.kind == "end":
        return [_answer(), _answer(refuse=True, label="refuse")]
    refuse = _answer(_text(), refuse=True, label="refuse")
    if decision.kind == "distance":
        seen = _choice("sees", True, False, optional=True)
        return [_answer(_number("distance_cm", 0, FARTHEST_CM), seen), refuse]
    return [_answer(*_effect(state, action, decision.kind), damage={}), refuse]


def _answer(*params: Param, label: str = "", **fixed: Any) -> Option:
    return _option("gm_rule", *params, group="answer", answers=True, label=label, **fixed)


def _effect(state: State, action: Action | None, kind: str) -> tuple[Param, ...]:
    """B-TURN-6, B-SKILL-4: cost, roll and effect."""
    left = state.play.game.combatants[action.who].std_left if action is not None else 0
    cost = (_number("cost", 0, min(left, 2)),) if kind == "custom" else ()
    people = state.play.pieces if len(state.play.pieces) <= MOST_PEOPLE else ()
    damage = tuple(_number(f"damage.{who}", 0, 1000, True, name_of(state.play, who)) for who in people)
    return (*cost, _text(), _number("need", 1, 40, True), _number("modifier", -20, 20, True), *damage)


# --- what is being done ----------------------------------------------------------------------------------------------


def _on_acts(state: State) -> list[Option]:
    """B-READY-7, B-GM-1: declared actions whose dice are not rolled; closing a window."""
    game: Game = state.play.game
    decision, frame = state.play.decision, top(game)
    found = []
    if decision is not None and decision.kind in ("window", "boundary") and decision.unanswered():
        found.append(_option("gm_close_window", answers=True))
    for action in frame.pending if frame is not None else ():
        if action.shot is None:
            label = f"{name_of(state.play, action.who)}: {action.deed.kind}"
            found.append(_option("gm_refuse", _text(), action=action.id, label=label))
            if not action.initiative:
                found.append(_option("gm_grant_initiative", action=action.id, label=label))
    return found


# --- always ----------------------------------------------------------------------------------------------------------


def _always(state: State) -> list[Option]:
    found = [_option("gm_end_turn", group="end")] if is_idle(state) else []
    return [
        *found,
        _option("set_sight", _people(state, "a"), _people(state, "b"), _choice("sees", True, False)),
        _option("set_distance", _people(state, "a"), _people(state, "b"), _number("distance_cm", 0, FARTHEST_CM)),
        _option("set_enmity", _people(state, "a"), _people(state, "b"), _choice("enemies", True, False)),
        *_values(state),
        _end(state),
    ]


def _values(state: State) -> list[Option]:
    """B-GM-1."""
    who = _people(state, "who")
    found = [
        _option("gm_set", who, _choice("value_of", "health", "ep", "morale"), _number("value", 0, 1000)),
        _option("gm_set", who, _choice("value", *STATUSES), value_of="status", label="status"),
        _option("gm_set", who, _choice("value", True, False), value_of="readied", label="readied"),
        _option("gm_set", who, _number("value", 0, 2), value_of="actions", label="actions"),
        _option("gm_set", who, _choice("key", *_SCORES), _number("value", 1, 100), value_of="sheet", label="sheet"),
        _option("gm_set", who, _number("value", 1, 2_000), value_of="sheet", key="move_cm", label="move_cm"),
    ]
    for one, combatant in state.play.game.combatants.items():
        loads = [id for id, weapon in combatant.sheet.weapons.items() if weapon.has_load]
        if loads and one in state.play.pieces:
            key, value = _choice("key", *loads), _choice("value", True, False)
            found.append(_option("gm_set", key, value, who=one, value_of="loaded", label=name_of(state.play, one)))
    return found


def _end(state: State) -> Option:
    sides = tuple(dict.fromkeys(piece.side for piece in state.play.pieces.values()))
    choices = tuple(Choice(side, side) for side in sides)
    param = Param(name="winners", kind="many", label="winners", choices=choices, most=len(sides))
    return _option("end_combat", param, group="end")
