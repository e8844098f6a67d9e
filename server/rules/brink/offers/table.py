"""What the GM lays on the table: people, groups, difficult ground, house rules. As options, with nothing refused."""

from __future__ import annotations

from typing import Any

import msgspec
import msgspec.inspect as mi

from server.core.create import has_room
from server.core.options import Choice, Option, Param
from server.core.state import State
from server.rules.brink.state.options import Options
from server.rules.brink.state.state import Game

MOST_NAME, MOST_GROUP, MOST_AREA_NAME = 80, 32, 40
LARGEST_NUMBER = 100


def table_options(state: State) -> list[Option]:
    """B-GM-1: what is possible now."""
    game: Game = state.play.game
    found = [_ground()]
    found += [
        Option(key="clear_terrain", intent={"type": "set_terrain", "name": name}, group="gm", label=name)
        for name in game.options.terrain
    ]
    if not game.frames and game.stage != "opening" and state.play.pieces and has_room(state):
        found.append(_newcomer(state))
    if state.play.phase == "setup":
        found += [*_groups(state), _settings(game)]
    return found


def _newcomer(state: State) -> Option:
    """B-INIT-5: somebody like one who is there, e.g. another goblin; with a sheet of its own in a file or intent."""
    people = tuple(Choice(who, piece.name) for who, piece in state.play.pieces.items())
    params = (
        Param(name="name", kind="text", label="name", least=1, most=MOST_NAME),
        Param(name="like", kind="choice", label="like", choices=people, combatant=True),
        Param(name="at", kind="point", label="at", optional=True),
        Param(name="hidden", kind="choice", label="hidden", choices=_YES_NO, optional=True),
    )
    return Option(key="add_combatant", intent={"type": "add_combatant"}, group="gm", params=params)


_YES_NO = (Choice(True, "yes"), Choice(False, "no"))


def _groups(state: State) -> list[Option]:
    """B-INIT-3: one option for each side, because members of a group are on one."""
    sides: dict[str, list[str]] = {}
    for who, piece in state.play.pieces.items():
        sides.setdefault(piece.side, []).append(who)
    return [_group(state, side, people) for side, people in sides.items() if len(people) > 1]


def _group(state: State, side: str, people: list[str]) -> Option:
    combatants = state.play.game.combatants
    names = dict.fromkeys(each.group for each in combatants.values() if each.group)
    taken = {combatants[who].group for who in people}
    new = next(name for k in range(1, len(combatants) + 2) if (name := _new_name(side, k)) not in names)
    groups = tuple(Choice(name, name) for name in names if name in taken)
    params = (
        Param(
            name="who", kind="choice", label="who", combatant=True,
            choices=tuple(Choice(who, state.play.pieces[who].name) for who in people),
        ),
        Param(name="group", kind="choice", label="group", choices=(Choice("", "alone"), *groups, Choice(new, new))),
    )  # fmt: skip
    return Option(key="set_group", intent={"type": "set_group"}, group="gm", label=side, params=params)


def _new_name(side: str, number: int) -> str:
    """No combatant's id has a blank in it."""
    return f"{side[: MOST_GROUP - 4]} {number}"


def _ground() -> Option:
    """B-MOVE-2."""
    params = (
        Param(name="name", kind="text", label="name", least=1, most=MOST_AREA_NAME),
        Param(name="corner", kind="point", label="corner"),
        Param(name="opposite", kind="point", label="opposite"),
    )
    return Option(key="set_terrain", intent={"type": "set_terrain"}, group="gm", params=params)


# --- house rules -----------------------------------------------------------------------------------------------------


def _settings(game: Game) -> Option:
    """All of them in one form; what is left open stays as it is."""
    intent = {"type": "set_options", "options": msgspec.to_builtins(game.options)}
    params = tuple(_setting(game, field) for field in _FIELDS if _is_simple(field))
    return Option(key="set_options", intent=intent, group="gm", params=params)


_INFO = mi.type_info(Options)
_FIELDS = _INFO.fields if isinstance(_INFO, mi.StructType) else ()


def _is_simple(field: mi.Field) -> bool:
    return isinstance(field.type, mi.BoolType | mi.LiteralType | mi.IntType)


def _setting(game: Game, field: mi.Field) -> Param:
    name: dict[str, Any] = {"name": f"options.{field.name}", "label": f"option.{field.name}", "optional": True}
    match field.type:
        case mi.IntType(ge=least, le=most):
            now = getattr(game.options, field.name)
            least, most = 0 if least is None else least, LARGEST_NUMBER if most is None else most
            return Param(**name, kind="number", least=int(least), most=int(most), initial=now)
        case mi.LiteralType(values=values):
            choices = tuple(Choice(value, f"option.{field.name}.{value}") for value in values)
            return Param(**name, kind="choice", choices=choices)
        case _:
            return Param(**name, kind="choice", choices=_YES_NO)
