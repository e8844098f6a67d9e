"""What the GM may set: each value of a combatant with its keys and its bounds, in one table. What refuses and what is
offered both follow from it.

A table has for each kind of value a function: combatant -> what may be set, by key ("" where there is but one):

    SETTABLE = Settable(GmSet, {
        "health": same(Value((0, 100_000), offered=(0, 1_000))),          # one number of everybody's
        "status": same(Value(choices=("active", "down", "dead"))),
        "readied": same(FLAG),                                            # yes or no
        "sheet": by_key(numbers(Sheet, "might", "agility")),              # bounds as the sheet's types say
        "loaded": lambda one: dict.fromkeys(one.arms, FLAG),              # of each weapon that it has
    })

    GmSet: (check_people, SETTABLE.check)                                 # in the table of checks
    SETTABLE.option(who, people, "health")                                # in `options`; `who`: open, or somebody's id
    SETTABLE.option(who, people, "sheet", keys=("might",))
    SETTABLE.by_keys(play, "loaded")                                      # one for each key, of those who have it

What differs from one combatant to the other is read from it: Ambersteel's stamina or Tactics' wound points up to what
it has in all, ammunition of its weapons. Classic's `posture` and `status` are choices; Ambersteel's statuses are flags
by key, its flags of the scene likewise.

`GmSet` is a system's own intent, derived from the one in here: its `value_of` is a `Literal` of the table's kinds, its
`value` as narrow as what may be set. What setting does is the system's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.bounds import bounds as bounds_of
from server.core.bounds import check_within
from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.options import Choice, Option, Param
from server.core.state import Play, State
from server.kit.forms import YES_NO, Somebody, choice, number, option
from server.kit.moment import name_of
from server.kit.offering import somebody

Bounds = tuple[int, int]


class GmSet(Intent, frozen=True, kw_only=True):
    """Base of a system's `gm_set`: `key` says which, where somebody has several of that kind."""

    who: Somebody
    value_of: str
    key: str = ""
    value: int | str | bool


class Value(msgspec.Struct, frozen=True, gc=False):
    """What may be set: a number within its bounds, one of `choices`, or without either yes or no."""

    bounds: Bounds | None = None
    choices: tuple[str, ...] = ()
    offered: Bounds | None = None
    """What a menu shows of the bounds."""
    name: str = ""
    """What its key is called, where that is for people."""
    now: int | None = None
    """What a form begins with, where the view does not show it."""

    def takes(self, value: int | str | bool) -> bool:
        """Can it be set to this?"""
        if self.bounds is not None:  # yes and no are no numbers
            return type(value) is int and self.bounds[0] <= value <= self.bounds[1]
        return value in self.choices if self.choices else isinstance(value, bool)


FLAG = Value()

Table = Mapping[str, Callable[[Any], Mapping[str, Value]]]


def same(value: Value) -> Callable[[Any], Mapping[str, Value]]:
    """Everybody has one of these."""
    return by_key({"": value})


def by_key(values: Mapping[str, Value]) -> Callable[[Any], Mapping[str, Value]]:
    """Everybody has these."""
    return lambda _combatant: values


def numbers(sheet: type[msgspec.Struct], *fields: str, offered: Bounds | None = None) -> dict[str, Value]:
    """Numbers of a sheet, with the bounds of their types."""
    limits = bounds_of(sheet)
    return {field: Value(limits[field], offered=offered) for field in fields}


class Settable(msgspec.Struct, frozen=True):
    """A system's table with its intent. `beyond`: the code where a number lies beyond its bounds."""

    kind: type[GmSet]
    table: Table
    beyond: str = "out_of_bounds"

    def check(self, state: State, intent: GmSet) -> None:
        """Raises Rejected where the combatant, one of `game.combatants`, has no such value."""
        value = self.table[intent.value_of](state.play.game.combatants[intent.who]).get(intent.key)
        if value is not None and value.takes(intent.value):
            return
        if value is not None and value.bounds and type(intent.value) is int and self.beyond == "out_of_bounds":
            check_within(intent.key or intent.value_of, intent.value, value.bounds)
        detail = {"value_of": intent.value_of, "key": intent.key, "value": intent.value}
        raise Rejected("no_such_value", name=name_of(state.play, intent.who), **detail)

    def option(
        self, who: Param | str, people: Sequence[Any], *names: str, keys: str | Sequence[str] | None = None,
        label: str = "",
    ) -> Option:  # fmt: skip
        """One of these kinds of values is set: of anybody among `people`, who all have them by the same keys, or of the
        one whose id `who` is. `keys`: of these only; a single text: of this one."""
        found = [self.table[name](one) for one in people for name in names]
        different = {id(each): each for each in found}.values()  # many have the same
        distinct = dict.fromkeys(chain.from_iterable([_of_keys(each, keys) for each in different]))
        values = dict(iter(distinct))
        fixed = {} if len(names) > 1 else {"value_of": names[0]}
        fixed |= {"key": keys} if isinstance(keys, str) else {}
        fixed |= {"who": who} if isinstance(who, str) else {}
        params = [
            *([who] if isinstance(who, Param) else []),
            *([choice("value_of", *names)] if len(names) > 1 else []),
            *([] if "key" in fixed or "" in values else [_key(values)]),
            _value([value for _, value in distinct]),
        ]
        said = label or fixed.get("key") or fixed.get("value_of", "")
        return option(self.kind, *params, label=said, fixed=fixed)

    def by_keys(self, play: Play, name: str) -> list[Option]:
        """What only some have of this kind, as each weapon is loaded or not: an option for each key, of anybody among
        those who have just the same by it."""
        who_has: dict[tuple[str, Value], list[str]] = {}
        for who in play.pieces:
            for key, value in self.table[name](play.game.combatants[who]).items():
                who_has.setdefault((key, value), []).append(who)
        return [
            replace(self._of_those(play, people, name, key, value), key=name)
            for (key, value), people in who_has.items()
        ]

    def _of_those(self, play: Play, people: Sequence[str], name: str, key: str, value: Value) -> Option:
        combatants = [play.game.combatants[each] for each in people]
        return self.option(somebody(play, people, "who"), combatants, name, keys=key, label=value.name or key)


def _of_keys(values: Mapping[str, Value], keys: str | Sequence[str] | None) -> Iterable[tuple[str, Value]]:
    if keys is None:
        return values.items()
    wanted = (keys,) if isinstance(keys, str) else keys
    return [each for each in values.items() if each[0] in wanted]


def _key(values: Mapping[str, Value]) -> Param:
    return choice("key", *(Choice(key, value.name or key) for key, value in values.items()))


def _value(values: Sequence[Value]) -> Param:
    """What serves any of them, within what all of them can be: every combination of what is offered is accepted."""
    first = values[0]
    if first.bounds is None:
        return choice("value", *(first.choices or YES_NO))
    bounds = {value.bounds for value in values if value.bounds is not None}
    shown = {value.offered or value.bounds for value in values if value.bounds is not None}
    (least, most), (shown_least, shown_most) = zip(*bounds, strict=True), zip(*shown, strict=True)
    return number("value", max(min(shown_least), *least), min(max(shown_most), *most), initial=first.now)
