"""What is left of a value for those who may not know all of it: field by field, as `disclosure` declares it.

A system's `redact` gives the fields declared `ByRule`, by type: `rule(viewer, value, who)` returns those that may be
told, by name; all others stay masked. None: nothing of the value is told. `who` is the combatant that it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from server.core.disclosure import Field, Tells, fields_of, mentions, names
from server.core.memo import Derived, Memo
from server.core.viewer import Question, Viewer

Rule = Callable[[Any, Any, str], "dict[str, Any] | None"]
Rules = Mapping[type, Rule]

Told = tuple[Any, tuple[Question, ...]]
"""What is told of a part, and what had to be asked for that."""


class Plan(NamedTuple):
    """How a class is masked: its fields but for the open ones, those left to the rule, and whether it has a `who`."""

    fields: tuple[Field, ...]
    ruled: frozenset[str]
    has_who: bool
    tells: Tells


@cache
def plan_of(kind: Any) -> Plan:
    """Worked out once for each class."""
    tells = getattr(kind, "tells", Tells.EVERYBODY)
    if tells is Tells.GM:
        return Plan((), frozenset(), False, tells)
    fields = tuple(field for field in fields_of(kind) if field.says.how != "open" or field.says.keys)
    ruled = frozenset(field.name for field in fields if field.says.how == "rule")
    return Plan(fields, ruled, "who" in kind.__struct_fields__, tells)


def masked_value(rules: Rules, viewer: Viewer, value: Any, subject: str = "") -> Any:
    """What the viewer may know of a value that declares its fields; the value itself where that is all; None: nothing
    of it."""
    plan = plan_of(value.__class__)
    if not _IS_TOLD[plan.tells](viewer, value):
        return None
    who = (value.who or subject) if plan.has_who else subject
    changes: dict[str, Any] = {}
    for field in plan.fields:
        now = getattr(value, field.name)
        told = _TELL[field.says.how](rules, viewer, value, who, field, now)
        if told is not now:
            changes[field.name] = told
    rule = rules.get(type(value))
    if rule is not None:
        opened = rule(viewer, value, who)
        if opened is None:
            return None
        if not opened.keys() <= plan.ruled:
            raise AssertionError(
                f"redact tells {sorted(opened.keys() - plan.ruled)} of {type(value).__name__}, not ByRule"
            )
        changes |= opened
    changes = {name: told for name, told in changes.items() if told is not getattr(value, name)}
    return replace(value, **changes) if changes else value


# --- at all ----------------------------------------------------------------------------------------------------------


def _sees_any(viewer: Viewer, event: Any) -> bool:
    """Does it see a witness?"""
    if not viewer.hidden:
        return any(getattr(event, field) for field in mentions(event.__class__))
    mentioned = (getattr(event, field) for field in mentions(event.__class__))
    return any((value and viewer.sees(value)) if isinstance(value, str) else viewer.seen(value) for value in mentioned)


def _sees_all(viewer: Viewer, event: Any) -> bool:
    if not viewer.hidden:
        return True
    named = (getattr(event, field) for field in names(event.__class__))
    return all(viewer.sees(value) if isinstance(value, str) else viewer.sees(*value) for value in named)


_IS_TOLD: dict[Tells, Callable[[Viewer, Any], bool]] = {
    Tells.WITNESSES: _sees_any,
    Tells.EVERYBODY: lambda _viewer, _event: True,
    Tells.ALL_SEEN: _sees_all,
    Tells.SHEET: lambda viewer, event: _sees_any(viewer, event) and viewer.reads(event.who),
    Tells.OWNER: lambda viewer, event: _sees_all(viewer, event) and viewer.plays(event.who),
    Tells.GM: lambda _viewer, _event: False,
}

# --- by declaration --------------------------------------------------------------------------------------------------


def _open(_rules: Rules, viewer: Viewer, _value: Any, _who: str, field: Field, now: Any) -> Any:
    """Only maps and pairs come here: without those of whom one is not seen."""
    return _without(viewer, field, now)


def _without(viewer: Viewer, field: Field, now: Any) -> Any:
    if not viewer.hidden or not now:
        return now
    is_pair = field.says.keys == "pair"
    if isinstance(now, dict):
        rest = {key: each for key, each in now.items() if viewer.sees(*(key.split("|") if is_pair else (key,)))}
        return now if len(rest) == len(now) else rest
    left = tuple(key for key in now if viewer.sees(*key.split("|")))
    return now if len(left) == len(now) else left


def _name(_rules: Rules, viewer: Viewer, _value: Any, _who: str, _field: Field, now: Any) -> Any:
    if not viewer.hidden or not now:
        return now
    if isinstance(now, str):
        return viewer.name(now)
    left = viewer.seen(now)
    return now if len(left) == len(now) else left


def _id(_rules: Rules, viewer: Viewer, _value: Any, _who: str, _field: Field, now: Any) -> Any:
    told = viewer.in_id(now)
    return now if told == now else told


def _of_sheet(_rules: Rules, viewer: Viewer, value: Any, who: str, field: Field, now: Any) -> Any:
    of = getattr(value, field.says.of) if field.says.of else who
    return now if not of or now == field.masked or viewer.reads(of) else field.masked  # of nobody: there is no sheet


def _of_owner(_rules: Rules, viewer: Viewer, value: Any, who: str, field: Field, now: Any) -> Any:
    of = getattr(value, field.says.of) if field.says.of else who
    return now if now == field.masked or viewer.plays(of) else field.masked


def _if_seen(_rules: Rules, viewer: Viewer, value: Any, who: str, field: Field, now: Any) -> Any:
    of = getattr(value, field.says.of) if field.says.of else who
    return now if viewer.sees(of) else field.masked


def _masked(_rules: Rules, _viewer: Viewer, _value: Any, _who: str, field: Field, _now: Any) -> Any:
    return field.masked


def _parts(rules: Rules, viewer: Viewer, _value: Any, who: str, field: Field, now: Any) -> Any:
    if isinstance(now, msgspec.Struct):
        return _part(rules, viewer, now, who)
    if isinstance(now, tuple):
        left = tuple(told for each in now if (told := _part(rules, viewer, each, who)) is not None)
        return now if len(left) == len(now) and all(map(_is, left, now)) else left
    return _parts_by_key(rules, viewer, field, now, who) if now else now


def _is(one: object, other: object) -> bool:
    return one is other


_TELL: dict[str, Callable[[Rules, Viewer, Any, str, Field, Any], Any]] = {
    "open": _open,
    "name": _name,
    "id": _id,
    "sheet": _of_sheet,
    "owner": _of_owner,
    "seen": _if_seen,
    "gm": _masked,
    "rule": _masked,
    "parts": _parts,
}

# --- parts that are remembered ---------------------------------------------------------------------------------------

PARTS = Memo(512)
"""Parts of the game as an audience knows them, as long as they are the same objects."""
ROWS = Derived(64)
"""The parts of a map by its keys."""
MAPS = Memo(64)
"""Such maps, put together."""


def _part(rules: Rules, viewer: Viewer, value: Any, who: str) -> Any:
    if viewer.mark is None:
        return masked_value(rules, viewer, value, who)
    told, asked = PARTS.of((value, *viewer.depends), (viewer.mark, who), _apart, rules, viewer, value, who)
    return viewer.asked_for(told, asked)


def _apart(rules: Rules, viewer: Viewer, value: Any, who: str) -> Told:
    own = viewer.apart()
    return masked_value(rules, own, value, who), own.questions()


def _parts_by_key(rules: Rules, viewer: Viewer, field: Field, now: dict[str, Any], who: str) -> Any:
    by_who = field.says.keys == "who"
    if viewer.mark is None:
        shown = _shown(viewer, field, now)
        told = {key: masked_value(rules, viewer, each, key if by_who else who) for key, each in shown.items()}
        return _same_or(now, {key: each for key, each in told.items() if each is not None})
    rows = ROWS.of(
        (viewer.mark, field.name),
        viewer.depends,
        now,
        lambda key, each: _apart(rules, viewer, each, key if by_who else who),
    )
    told, asked = MAPS.of((rows, now), (viewer.mark, field.name), _put_together, viewer, field, now, rows)
    return viewer.asked_for(told, asked)


def _put_together(viewer: Viewer, field: Field, now: dict[str, Any], rows: dict[str, Told]) -> Told:
    shown = _shown(viewer, field, now)
    told = {key: rows[key][0] for key in shown if rows[key][0] is not None}
    questions = tuple({question: None for key in shown for question in rows[key][1]})
    return _same_or(now, told), questions


def _shown(viewer: Viewer, field: Field, now: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = _without(viewer, field, now) if field.says.keys else now
    return shown


def _same_or(now: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    return now if len(told) == len(now) and all(now[key] is each for key, each in told.items()) else told
