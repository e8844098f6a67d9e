"""What is left of a value for those who may not know all of it: field by field, as `disclosure` declares it.

A system's `redact` gives the fields declared `ByRule`, by type: `rule(viewer, value, who)` returns those that may be
told, by name; all others stay masked. `WHOLE`: all of them; None: nothing of the value is told. `who` is the combatant
that it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from itertools import chain
from operator import is_
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from server.core.disclosure import NAME, WHOLE, Disclosure, Field, Tells, fields_of, mentions, names
from server.core.knowing.viewer import Answered, Viewer
from server.core.memo import Derived, Memo

Rule = Callable[[Any, Any, str], "dict[str, Any] | None"]
Rules = Mapping[type, Rule]


class Told(NamedTuple):
    """What is told of a part, and what was answered to what had to be asked for that."""

    value: Any
    answers: tuple[Answered, ...]


class Plan(NamedTuple):
    """How a class is masked: its fields that are not open, `where_hidden` those among them that make a difference only
    where somebody is hidden."""

    is_told: Callable[[Viewer, Any], bool] | None
    """Who learns of it at all; None: everybody."""
    sheet: dict[str, Any]
    """What stands in the fields of its own sheet for those who may not read it."""
    always: tuple[Field, ...]
    where_hidden: tuple[Field, ...]
    ruled: dict[str, Any]
    """What stands in the fields that are left to the rule where it tells nothing."""
    has_who: bool


NO_SUBJECT = "\0"
"""Of a value that is about nobody and lies in nothing that is: what is declared to be of its combatant, nobody is told.
A `who` that is empty is another thing: there is nobody, so nothing of theirs."""

WHERE_HIDDEN = ("open", "name", "id", "seen")
"""Declarations that make a difference only where somebody is hidden."""


@cache
def plan_of(kind: Any) -> Plan:
    """Worked out once for each class."""
    tells = getattr(kind, "tells", Tells.EVERYBODY)
    if tells is Tells.GM:  # nothing of it need be declared
        return Plan(_IS_TOLD[tells], {}, (), (), {}, False)
    fields = [field for field in fields_of(kind) if field.says.how != "open" or field.says.keys]
    sheet = {field.name: field.masked for field in fields if field.says.how == "sheet" and not field.says.of}
    always = tuple(
        field for field in fields if field.says.how not in (*WHERE_HIDDEN, "rule") and field.name not in sheet
    )
    where_hidden = tuple(field for field in fields if field.says.how in WHERE_HIDDEN)
    ruled = {field.name: field.masked for field in fields if field.says.how == "rule"}
    return Plan(_IS_TOLD.get(tells), sheet, always, where_hidden, ruled, "who" in kind.__struct_fields__)


def masked_value(rules: Rules, viewer: Viewer, value: Any, subject: str = "") -> Any:
    """What the viewer may know of a value that declares its fields; the value itself where that is all; None: nothing
    of it."""
    plan = plan_of(value.__class__)
    if plan.is_told is not None and not plan.is_told(viewer, value):
        return None
    fields = (*plan.always, *plan.where_hidden) if viewer.hidden else plan.always
    rule = rules.get(value.__class__)
    if rule is None and not fields and not plan.sheet:
        return value
    who = (value.who or subject) if plan.has_who else (subject or NO_SUBJECT)
    changes: dict[str, Any] = {}
    if plan.sheet and who and (who is NO_SUBJECT or not viewer.reads(who)):
        changes = {name: masked for name, masked in plan.sheet.items() if getattr(value, name) != masked}
    for field in fields:
        now = getattr(value, field.name)
        if now == field.masked and not (viewer.hidden and field.says.keys):
            continue
        told = _TELL[field.says.how](rules, viewer, value, who, field, now)
        if told is None and not field.may_be_none:
            return None
        if told is not now:
            changes[field.name] = told
    opened = rule(viewer, value, who) if rule is not None else {}
    if opened is None:
        return None
    if plan.ruled and opened is not WHOLE:
        _put(plan, value, opened, changes)
    return replace(value, **changes) if changes else value


def _put(plan: Plan, value: Any, opened: dict[str, Any], changes: dict[str, Any]) -> None:
    """What the rule tells, and masks in all other fields that are left to it."""
    if not opened.keys() <= plan.ruled.keys():
        more = sorted(opened.keys() - plan.ruled.keys())
        raise AssertionError(f"redact tells {more} of {type(value).__name__}, which are not declared ByRule")
    for name, masked in plan.ruled.items():
        told, now = opened.get(name, masked), getattr(value, name)
        if told is not now and told != now:
            changes[name] = told


def masked_topic(rules: Mapping[str, Disclosure], viewer: Viewer, topic: dict[str, Any]) -> dict[str, Any]:
    """What the viewer may know of what a question is about; what it may not know is left out. Keys of older logs of
    which nothing is said may be names."""
    told = {}
    for key, value in topic.items():
        says = rules.get(key, NAME)
        if says.how in ("name", "id"):
            is_id = says.how == "id" and isinstance(value, str)
            told[key] = viewer.in_id(value) if is_id else _names_in(viewer, value)
        elif _may_know(viewer, says, str(topic.get(says.of or "who") or NO_SUBJECT)):
            told[key] = value
    return told


def _names_in(viewer: Viewer, value: Any) -> Any:
    """With hidden combatants as `unseen`, and gone from lists and as keys, however deep they stand."""
    if isinstance(value, str):
        return viewer.name(value)
    if isinstance(value, list | tuple):
        return [_names_in(viewer, each) for each in value if not (isinstance(each, str) and not viewer.sees(each))]
    if isinstance(value, dict):
        return {key: _names_in(viewer, each) for key, each in value.items() if viewer.sees(key)}
    return value


# --- at all ----------------------------------------------------------------------------------------------------------


def _sees_any(viewer: Viewer, event: Any) -> bool:
    """Does it see a witness?"""
    if not viewer.hidden:
        return any([getattr(event, field) for field in mentions(event.__class__)])
    mentioned = (getattr(event, field) for field in mentions(event.__class__))
    return any((value and viewer.sees(value)) if isinstance(value, str) else viewer.seen(value) for value in mentioned)


def _sees_all(viewer: Viewer, event: Any) -> bool:
    if not viewer.hidden:
        return True
    named = (getattr(event, field) for field in names(event.__class__))
    return all(viewer.sees(value) if isinstance(value, str) else viewer.sees(*value) for value in named)


_IS_TOLD: dict[Tells, Callable[[Viewer, Any], bool]] = {
    Tells.WITNESSES: _sees_any,
    Tells.ALL_SEEN: _sees_all,
    Tells.SHEET: lambda viewer, event: _sees_all(viewer, event) and viewer.reads(event.who),
    Tells.OWNER: lambda viewer, event: _sees_all(viewer, event) and viewer.plays(event.who),
    Tells.GM: lambda _viewer, _event: False,
}

# --- by declaration --------------------------------------------------------------------------------------------------


def _open(_rules: Rules, viewer: Viewer, _value: Any, _who: str, field: Field, now: Any) -> Any:
    """Only maps and pairs come here: without those of whom one is not seen."""
    return _without(viewer, field, now)


def _without(viewer: Viewer, field: Field, now: Any) -> Any:
    """As long as anybody is not seen it makes no difference whether it is in there."""
    if not viewer.hidden:
        return now
    is_pair, unseen = field.says.keys == "pair", viewer.hidden
    if isinstance(now, dict):
        return viewer.steady({
            key: each for key, each in now.items() if unseen.isdisjoint(key.split("|") if is_pair else (key,))
        })  # fmt: skip
    left = tuple(key for key in now if unseen.isdisjoint(key.split("|")))
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


def _if_may_know(_rules: Rules, viewer: Viewer, value: Any, who: str, field: Field, now: Any) -> Any:
    of = getattr(value, field.says.of) if field.says.of else who
    return now if _may_know(viewer, field.says, of) else field.masked


def _may_know(viewer: Viewer, says: Disclosure, of: str) -> bool:
    """What is of this one. Of nobody there is no sheet to read, and nothing to see."""
    if says.how == "sheet":
        return not of or viewer.reads(of)
    if says.how == "owner":
        return viewer.plays(of)
    if says.how == "seen":
        return of is not NO_SUBJECT and viewer.sees(of)
    return says.how == "open"


def _parts(rules: Rules, viewer: Viewer, value: Any, who: str, field: Field, now: Any) -> Any:
    if isinstance(now, msgspec.Struct):
        return _part(rules, viewer, now, who)
    if isinstance(now, tuple):
        left = tuple(told for each in now if (told := _part(rules, viewer, each, who)) is not None)
        return now if len(left) == len(now) and all(map(is_, left, now)) else left
    return _parts_by_key(rules, viewer, type(value), field, now, who) if now else now


_TELL: dict[str, Callable[[Rules, Viewer, Any, str, Field, Any], Any]] = {
    "open": _open,
    "name": _name,
    "id": _id,
    "sheet": _if_may_know,
    "owner": _if_may_know,
    "seen": _if_may_know,
    "gm": _if_may_know,
    "parts": _parts,
}

# --- parts that are remembered ---------------------------------------------------------------------------------------

PARTS = Memo(512)
"""Parts of the game as audiences know them, as long as they are the same objects."""
ROWS = Derived(64)
"""The parts of a map by its keys."""
MAPS = Memo(64)
"""Maps put together of these parts."""


def _part(rules: Rules, viewer: Viewer, value: Any, who: str) -> Any:
    if viewer.mark is None:
        return masked_value(rules, viewer, value, who)
    depends = (value, *viewer.depends)
    return _as_answered(viewer, lambda mark: PARTS.of(depends, (mark, who), _apart, rules, viewer, value, who))


def _apart(rules: Rules, viewer: Viewer, value: Any, who: str) -> Told:
    own = viewer.apart()
    return Told(masked_value(rules, own, value, who), own.answers())


def _as_answered(viewer: Viewer, remembered: Callable[[Hashable], Told]) -> Any:
    """What anybody was told who answered as the viewer does, else its own."""
    told = remembered(viewer.mark)
    if not viewer.answers_alike(told.answers):
        told = remembered(viewer.own_mark)
        viewer.answers_alike(told.answers)
    return told.value


def _parts_by_key(rules: Rules, viewer: Viewer, kind: type, field: Field, now: dict[str, Any], who: str) -> Any:
    """Of those who are not seen nothing is even looked at: what becomes of them takes no time."""
    by_who, shown = field.says.keys == "who", _shown(viewer, field, now)
    if viewer.mark is None:
        told = {key: masked_value(rules, viewer, each, key if by_who else who) for key, each in shown.items()}
        return _same_or(shown, {key: each for key, each in told.items() if each is not None})

    def remembered(mark: Hashable) -> Told:
        key, depends = (mark, kind, field.name, "" if by_who else who), viewer.depends
        rows = ROWS.of(key, depends, shown, lambda key, each: _apart(rules, viewer, each, key if by_who else who))
        return MAPS.of((rows, shown), key, _put_together, viewer, shown, rows)

    return _as_answered(viewer, remembered)


def _put_together(viewer: Viewer, shown: dict[str, Any], rows: dict[str, Told]) -> Told:
    told = {key: row.value for key, row in rows.items() if row.value is not None}
    answers = [row.answers for row in rows.values() if row.answers]
    value = viewer.steady(told) if viewer.hidden else _same_or(shown, told)
    return Told(value, tuple(dict.fromkeys(chain.from_iterable(answers))))


def _shown(viewer: Viewer, field: Field, now: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = _without(viewer, field, now) if field.says.keys else now
    return shown


def _same_or(now: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    return now if len(told) == len(now) and all(map(is_, told.values(), now.values())) else told
