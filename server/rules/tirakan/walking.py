"""What may be done while walking, as options (T-MOVE-2): built by the checks that judge the intents.

Where it leads is open, so what is offered with an open path can be done wherever it ends; and to strike at somebody too
far away a path is offered that ends within reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.errors import Rejected
from server.core.options import Choice, Option, Param
from server.core.space import Point, distance_cm
from server.core.state import Play
from server.rules.tirakan import intents as i
from server.rules.tirakan import numbers as n
from server.rules.tirakan.acts import cost_of
from server.rules.tirakan.check_deed import check_deed, check_kind
from server.rules.tirakan.deeds import MOST_TEXT, Template
from server.rules.tirakan.facts import range_cm
from server.rules.tirakan.hitroll import weapon_in
from server.rules.tirakan.kind import Moment
from server.rules.tirakan.movement import reach_cm

IN_TURN = Moment()


Offered = list[tuple[Template, Option]]
"""What can be done without walking."""


def walking(play: Play, who: str, offered: Offered, have: int, reacts: bool) -> list[Option]:
    """What the actions at hand suffice for; as a reaction no more than one (T-REACT-8)."""
    have = min(have, 1) if reacts else have
    if have < 1 or "hunkered" in play.game.combatants[who].conditions:
        return []
    found = [*_anywhere(play, who, offered, have, reacts), *_approaches(play, who, offered, reacts)]
    text = Param(name=_named("with.text", reacts), kind="text", label="text", least=1, most=MOST_TEXT)
    free = [
        _option(f"walk_{tag}", who, {"with": {"type": tag}}, reacts, _path(play, who, reacts), text)
        for tag in ("custom", "use_item")
    ]
    return [*found, *free]


def _anywhere(play: Play, who: str, offered: Offered, have: int, reacts: bool) -> list[Option]:
    """A path, and a whole deed to choose: one option for each kind of deed that has a name of its own, one for the
    rest."""
    by_name: dict[str, list[Choice]] = {}
    for template, option in offered:
        if option.reason is None and (template.group != "move" or template.key == "hunker"):
            name = template.key if template.targets and template.key != "attack" else ""
            by_name.setdefault(name, []).extend(_choices(play, who, template, option, have, reacts))
    return [_with(play, who, tuple(choices), reacts, name) for name, choices in by_name.items() if choices]


def _with(play: Play, who: str, choices: tuple[Choice, ...], reacts: bool, name: str) -> Option:
    param = Param(name=_named("with", reacts), kind="choice", label="with", choices=choices)
    is_cheap = all(_cost(play, who, choice.value) == 1 for choice in choices)
    return _option(
        "walk_act", who, {}, reacts, _path(play, who, reacts), param, label=name, cost=ONE if is_cheap else ""
    )


def _cost(play: Play, who: str, raw: dict[str, Any]) -> int:
    return cost_of(play, who, i.Walk(path=(), with_=msgspec.convert(raw, i.Deed)))


def defending(play: Play, who: str, offered: Offered) -> list[Option]:
    """T-MOVE-2, T-REACT-8: the defences that leave nothing open, while walking."""
    if "hunkered" in play.game.combatants[who].conditions:
        return []
    choices = tuple(
        Choice(_raw(template.deed), template.key)
        for template, option in offered
        if option.reason is None and not template.open
    )
    if not choices:
        return []
    param = Param(name=_named("with", True), kind="choice", label="with", choices=choices)
    return [_option("walk_defend", who, {}, True, _path(play, who, True), param)]


def _choices(play: Play, who: str, template: Template, option: Option, have: int, reacts: bool) -> list[Choice]:
    """The deed, if it leaves nothing open and can be done while walking; or one for each target and extra action."""
    if template.targets:
        return [
            choice
            for deed in _strengths(template, have)
            for choice in _targets(play, who, template, deed, option, have, reacts)
        ]
    if template.open or not _is_possible(play, who, i.Walk(path=(), with_=template.deed), have, reacts):
        return []
    return [Choice(_raw(template.deed), template.key)]


def _strengths(template: Template, have: int) -> list[i.Deed]:
    """T-SPEC-MASS-1: the deed with as many extra actions as are offered and can be paid."""
    most = next((param.most for param in template.params if param.name == "massive"), 0)
    more = [replace(template.deed, massive=extra) for extra in range(1, min(most, have - 1) + 1)]
    return [template.deed, *more]


def _targets(
    play: Play, who: str, template: Template, deed: Any, option: Option, have: int, reacts: bool
) -> list[Choice]:  # fmt: skip
    """T-RANGE-3: those in reach also from the farthest place that the walk can lead to. Walking is judged once: who is
    the target makes no difference to it."""
    possible = [choice for choice in option.params[0].choices if choice.reason is None]
    if isinstance(deed, i.Attack):
        limit = n.REACH_FACTOR * range_cm(weapon_in(play, who, deed)) - reach_cm(play, who, i.Walk) - 1
        possible = [choice for choice in possible if _is_always_within(play, who, choice.value, limit)]
    first = replace(deed, target=possible[0].value) if possible else None
    if first is None or not _is_possible(play, who, i.Walk(path=(), with_=first), have, reacts):
        return []
    raw = _raw(first)
    return [Choice({**raw, "target": each.value}, _called(template, deed, each.label)) for each in possible]


def _called(template: Template, deed: Any, target: str) -> str:
    """For people: with what, at whom, how massively."""
    extra = getattr(deed, "massive", 0)
    return f"{template.label} → {target}".removeprefix(" → ") + (f" (+{extra})" if extra else "")


def _is_always_within(play: Play, who: str, target: str, limit_cm: int) -> bool:
    own, other = play.pieces[who].at, play.pieces[target].at
    if own is None or other is None:
        return other is None
    return distance_cm(own, other) <= limit_cm


def _is_possible(play: Play, who: str, walk: i.Walk, have: int, reacts: bool) -> bool:
    try:
        check_kind(play, who, walk, reacts)
        check_deed(play, who, walk, IN_TURN)
    except Rejected:
        return False
    return cost_of(play, who, walk) <= have


# --- coming closer ---------------------------------------------------------------------------------------------------


def _approaches(play: Play, who: str, offered: Offered, reacts: bool) -> Iterator[Option]:
    """To each one out of range of the weapon in the main hand, as far as is needed."""
    template = next((template for template, _ in offered if template.key == "attack"), None)
    if template is None:
        return
    for target in template.targets:
        deed = replace(template.deed, target=target)
        place = _place_to_strike(play, who, deed)
        if place is not None and _is_possible(play, who, i.Walk(path=(place,), with_=deed), 1, reacts):
            fixed = {"path": [list(place)], "with": _raw(deed)}
            label = f"{template.label} → {play.pieces[target].name}"
            yield _option("walk_attack", who, fixed, reacts, label=label)


def _place_to_strike(play: Play, who: str, deed: i.Attack) -> Point | None:
    """On the straight line, within range if a walk leads there; None where nothing has to be walked."""
    own, other = play.pieces[who].at, play.pieces[deed.target].at
    if own is None or other is None:
        return None
    away, reach = distance_cm(own, other), reach_cm(play, who, i.Walk)
    needed = away - range_cm(weapon_in(play, who, deed))
    if needed <= 0:
        return None
    walked = min(needed + 1, reach - 1)
    x, y = (round(a + (b - a) * walked / away) for a, b in zip(own, other, strict=True))
    return x, y


# --- shapes ----------------------------------------------------------------------------------------------------------


def _named(name: str, reacts: bool) -> str:
    return f"reaction.{name}" if reacts else name


def _path(play: Play, who: str, reacts: bool) -> Param:
    return Param(name=_named("path", reacts), kind="path", label="path", most=reach_cm(play, who, i.Walk))


def _raw(deed: i.Deed) -> dict[str, Any]:
    raw: dict[str, Any] = msgspec.to_builtins(deed)
    return {key: value for key, value in raw.items() if value not in ("", 0, None)}


ONE = "1 action"


def _option(
    key: str, who: str, fixed: dict[str, Any], reacts: bool, *params: Param, label: str = "", cost: str = ONE
) -> Option:
    walk = {"type": "walk", **fixed}
    intent = {"type": "declare_reaction", "who": who, "reaction": walk} if reacts else {**walk, "who": who}
    return Option(key=key, who=who, intent=intent, group="move", cost=cost, label=label, params=params)
