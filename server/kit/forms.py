"""The GM's menu, made from the types of intents.

What may stand in a field of an intent is said by its type already: `Meta(ge=…, le=…)` bounds a number, `Literal` and
`bool` are choices, `Somebody` is a combatant, `Side` a side, a point is picked on the map. So a menu only names the
fields that are open.

    class SetDistance(Intent, frozen=True, kw_only=True):
        a: Somebody
        b: Somebody
        distance_cm: Annotated[int, Meta(ge=0, le=1_000_000)]

    option(SetDistance, play=state.play)                             # all that must be given is open
    option(GmRule, "cost", "text?", group="answer", goal="prepare")  # these two; the text may be left out
    option(GmRule, number("cost", 0, left), goal="prepare")          # with bounds of this moment
    option(GmRule, fixed={"refuse": True}, label="refuse")           # nothing is open: a button

A system writes parameters itself where the moment says what is possible: Classic's levels of cover, called by words of
its own (`choice`), how far one can go (`path`), or how far Tactics' game master may shift a target number (`number`).
Parties that are surprised in Ambersteel are a `tuple[Side, ...]`.

Labels are the names of the fields, of the values of a `Literal`, `yes` and `no`: keys of the catalogue. `check_people`
refuses whom there is not, by the same types.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from server.core.bounds import bounds
from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.options import Choice, Goal, Option, Param
from server.core.space import Point
from server.core.state import Play, State
from server.kit.goals import IDLE, goal_of, whom_of


class _Named(msgspec.Struct, frozen=True):
    """Stands beside the type of a text: what it names."""

    what: Literal["combatant", "side"]


Somebody = Annotated[str, _Named("combatant")]
"""The id of somebody on the table; `tuple[Somebody, ...]` are several."""
Side = Annotated[str, _Named("side")]

YES_NO = (Choice(True, "yes"), Choice(False, "no"))

FARTHEST_CM = 1_000_000
"""The longest distance that a menu needs: ten kilometres."""


def option(
    kind: type[Intent], *fields: str | Param, play: Play | None = None, group: str = "gm", label: str = "",
    goal: Goal | None = None, fixed: Mapping[str, Any] = {},
) -> Option:  # fmt: skip
    """The intent with these fields open, in this order; without any those that must be given and are not `fixed`.

    A field is named (`field?` may be left out) or given as a parameter. `play` is needed where one is a combatant or a
    side. What is in the group `answer` answers the open decision. `goal`: what it is for, where that is not said by the
    group (`gm`: it lays something down for what comes; `end`)."""
    tag = str(kind.__struct_config__.tag)
    named = fields or tuple(name for name in needed(kind) if name not in fixed)
    params = tuple(each if isinstance(each, Param) else param(kind, each, play) for each in named)
    intent, goal, answers = {"type": tag, **fixed}, goal or goal_of(group), group == "answer"
    return Option(
        key=tag, intent=intent, group=group, label=label, params=params, answers=answers, goal=goal,
        whom=whom_of(params), changes=answers and goal not in IDLE,
    )  # fmt: skip


def param(kind: type[msgspec.Struct], field: str, play: Play | None = None) -> Param:
    """A field as its type says; `field?` may be left out."""
    name = field.removesuffix("?")
    return Param(name=name, label=name, optional=field.endswith("?"), **_form(kind, name, play))


def number(name: str, least: int, most: int, *, optional: bool = False, initial: int | None = None) -> Param:
    """A number whose bounds are others than its type's."""
    return Param(name=name, kind="number", label=name, least=least, most=most, optional=optional, initial=initial)


def path(most_cm: int, rough: Iterable[tuple[Point, ...]] = ()) -> Param:
    """A path from where `who` stands that costs so much at most; inside these outlines (`ground.outlines_near`) each
    centimetre counts as two."""
    return Param(name="path", kind="path", label="path", most=most_cm, rough=tuple(rough))


def choice(name: str, *values: Any, optional: bool = False, combatant: bool = False) -> Param:
    """One of these values, or of these choices where they are called otherwise. `combatant`: they are on the map."""
    choices = tuple(each if isinstance(each, Choice) else Choice(each, str(each)) for each in values)
    return Param(name=name, kind="choice", label=name, choices=choices, optional=optional, combatant=combatant)


def combatants(play: Play) -> tuple[Choice, ...]:
    """Everybody on the table, by name."""
    return tuple(Choice(who, piece.name) for who, piece in play.pieces.items())


def sides(play: Play) -> tuple[Choice, ...]:
    """The sides of all on the table."""
    return tuple(Choice(side, side) for side in dict.fromkeys(piece.side for piece in play.pieces.values()))


def settings(kind: type[Intent], field: str, now: msgspec.Struct) -> Option:
    """The house rules `now`, which are this field of the intent, as one form: what is left open stays as it is. Labels
    are `option.<rule>` and `option.<rule>.<value>`; rules that are no number and no choice are not in it."""
    rules = type(now)
    simple = (name for name, each in _fields(rules).items() if each.base in (bool, int) or each.is_literal)
    params = tuple(_setting(rules, name, f"{field}.{name}", getattr(now, name)) for name in simple)
    return msgspec.structs.replace(option(kind, fixed={field: msgspec.to_builtins(now)}), params=params)


def check_people(state: State, intent: Intent) -> None:
    """Raises Rejected (unknown_combatant) where it names somebody who is not on the table. What a field holds where it
    is left out names nobody."""
    for name, field in _fields(type(intent)).items():
        value = getattr(intent, name)
        if field.named != "combatant" or value == field.default:
            continue
        for who in value if field.are_several else (value,):
            if who not in state.play.pieces:
                raise Rejected("unknown_combatant", who=who)


# --- what a field's type says ----------------------------------------------------------------------------------------


class _Field(NamedTuple):
    """A field's type without what stands beside it, and what that says."""

    base: Any
    meta: Meta
    named: str
    are_several: bool
    default: Any
    is_needed: bool

    @property
    def is_literal(self) -> bool:
        return get_origin(self.base) is Literal


@cache
def _fields(kind: type[msgspec.Struct]) -> Mapping[str, _Field]:
    return {each.name: _field(each) for each in msgspec.structs.fields(kind)}


def _field(field: msgspec.structs.FieldInfo) -> _Field:
    base, beside = _parted(field.type)
    are_several = get_origin(base) is tuple and get_args(base)[-1] is ...
    inside = _parted(get_args(base)[0])[1] if are_several else beside
    meta = next((each for each in beside if isinstance(each, Meta)), Meta())
    named = next((each.what for each in inside if isinstance(each, _Named)), "")
    return _Field(base, meta, named, are_several, field.default, field.required)


def _parted(kind: Any) -> tuple[Any, list[Any]]:
    """A type, and what stands beside it; of `X | None` that of X. What may be described or named is chosen by name."""
    if get_origin(kind) in (Union, UnionType):
        kinds = [each for each in get_args(kind) if each is not NoneType]
        kind = next((each for each in kinds if get_origin(each) is Literal), kinds[0])
    if get_origin(kind) is not Annotated:
        return kind, []
    base, *beside = get_args(kind)
    return base, beside


def needed(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields that must be given."""
    return tuple(name for name, field in _fields(kind).items() if field.is_needed)


def _form(kind: type[msgspec.Struct], name: str, play: Play | None) -> dict[str, Any]:
    """The fields of a parameter that its type makes."""
    field = _fields(kind)[name]
    if field.named:
        return _of_people(field, play)
    if field.base is bool:
        return {"kind": "choice", "choices": YES_NO}
    if field.is_literal:
        return {"kind": "choice", "choices": tuple(Choice(each, str(each)) for each in get_args(field.base))}
    if field.base is int:
        least, most = bounds(kind)[name]
        initial = field.default if isinstance(field.default, int) and field.default not in (0, least) else None
        return {"kind": "number", "least": least, "most": most, "initial": initial}
    if field.base is str:
        return {"kind": "text", "least": field.meta.min_length or 0, "most": field.meta.max_length or 0}
    if field.base == Point:
        return {"kind": "point"}
    raise TypeError(f"no form is known for {kind.__name__}.{name}")


def _of_people(field: _Field, play: Play | None) -> dict[str, Any]:
    assert play is not None, "combatants and sides are those of a table"
    choices = combatants(play) if field.named == "combatant" else sides(play)
    form = {"choices": choices, "combatant": field.named == "combatant"}
    if not field.are_several:
        return {"kind": "choice", **form}
    return {"kind": "many", "least": field.meta.min_length or 0, "most": len(choices), **form}


def _setting(rules: type[msgspec.Struct], name: str, path: str, now: Any) -> Param:
    form = _form(rules, name, None)
    if form["kind"] == "number":
        form["initial"] = now
    elif form["choices"] is not YES_NO:
        values = sorted(choice.value for choice in form["choices"])  # as the schema of encounter files lists them
        form["choices"] = tuple(Choice(value, f"option.{name}.{value}") for value in values)
    return Param(name=path, label=f"option.{name}", optional=True, **form)
