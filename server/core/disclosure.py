"""What others may learn of each field, declared beside it, so that nothing can be told because a line was forgotten.

    class HitsRolled(Event, frozen=True, kw_only=True):
        who: Who                                 # a combatant: told as `unseen` to those who don't see it
        target: Who
        dice: Open[tuple[Faces, ...]]            # to all who are told of the event
        minimum: OfSheet[int]                    # to those who may read the sheet of `who`
        cover: Annotated[int, sheet("target")]   # of another one's sheet

Events, and everything in `play.game`, are declared like this. A field without a declaration is an error when the
system is made (`check_declared`). What the audience may not know it gets as the field's default, or as the plainest
value of its type (0, "", (), {}, None). What declarations can't say the system's `redact` says: a function by type, for
the fields declared `ByRule`; what it does not give stays masked.

This module only declares. Who asks is in `knowing.viewer`, what a value looks like then in `knowing.masking`.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT

T = TypeVar("T")

SUBJECT = ""
"""Stands for the combatant that a value is about: its own `who`, else that of the value it lies in (or its key)."""


class Tells(Enum):
    """Who learns at all that an event took place."""

    WITNESSES = "whoever sees at least one combatant that it mentions"
    EVERYBODY = "everybody"
    ALL_SEEN = "whoever sees all combatants that it names"
    SHEET = "whoever may read the sheet of `who`"
    OWNER = "whoever plays `who`, and sees all combatants that it names"
    GM = "the GM alone"


class Disclosure(NamedTuple):
    """What is told of one field. `of`: the field that says whose sheet it is, who plays it or who must be seen;
    `masked`: what stands there for those who may not know it."""

    how: Literal["open", "name", "id", "sheet", "owner", "seen", "gm", "rule", "parts"]
    of: str = SUBJECT
    masked: Any = NODEFAULT
    counts: bool = False
    """Of names: whoever sees this one is a witness."""
    keys: Literal["", "who", "pair"] = ""
    """Of maps: the keys are combatants, or pairs `<a>|<b>` of them; those not seen are left out."""


def sheet(of: str = SUBJECT, masked: Any = NODEFAULT) -> Disclosure:
    """For those who may read this one's sheet."""
    return Disclosure("sheet", of, masked)


def owner(of: str = SUBJECT, masked: Any = NODEFAULT) -> Disclosure:
    """For whoever plays this one."""
    return Disclosure("owner", of, masked)


def seen(of: str = SUBJECT, masked: Any = NODEFAULT) -> Disclosure:
    """For those who see this one."""
    return Disclosure("seen", of, masked)


def for_gm(masked: Any = NODEFAULT) -> Disclosure:
    """For the GM alone."""
    return Disclosure("gm", masked=masked)


NAME = Disclosure("name")
ID = Disclosure("id")
OPEN = Disclosure("open")
"""For the topics of decisions (`System.topic`), which are maps."""

Who = Annotated[str, Disclosure("name", counts=True)]
"""A combatant that the event mentions ("" for none); whoever sees it is a witness."""
Whos = Annotated[tuple[str, ...], Disclosure("name", counts=True)]
"""Combatants that it mentions; those not seen are left out."""
Named = Annotated[T, Disclosure("name")]
"""Combatants that it names beside: seeing one of them makes nobody a witness."""
InId = Annotated[str, Disclosure("id")]
"""An id in whose name, the parts behind the `/`, combatants may stand, or a roll's name: those not seen are `unseen` in
it."""
Open = Annotated[T, Disclosure("open")]
"""For all who are told of the event, or see whom the value is about."""
OfSheet = Annotated[T, sheet()]
"""For those who may read the sheet."""
OfOwner = Annotated[T, owner()]
"""For whoever plays the combatant."""
IfSeen = Annotated[T, seen()]
"""For those who see the combatant; for others it is masked where the rest is told."""
ForGM = Annotated[T, for_gm()]
"""For the GM alone."""
ByRule = Annotated[T, Disclosure("rule")]
"""The system's `redact` says; masked where it does not."""
Parts = Annotated[T, Disclosure("parts")]
"""As the fields of the value (of all values, in tuples and maps) declare themselves."""
ByWho = Annotated[T, Disclosure("open", keys="who")]
"""A map by combatant: open, but without those not seen."""
PartsByWho = Annotated[T, Disclosure("parts", keys="who")]
"""A map by combatant, of values that declare themselves."""
ByPair = Annotated[T, Disclosure("open", keys="pair")]
"""A map, or a tuple, of pairs `<a>|<b>` of combatants: those of whom one is not seen are left out."""


WHOLE: dict[str, Any] = {}
"""What a rule of `redact` returns (this very object) that tells all fields that are left to it."""


class Field(NamedTuple):
    """A field with what is declared of it, and what stands there for those who may not know it."""

    name: str
    says: Disclosure
    masked: Any
    may_be_none: bool


class Undeclared(TypeError):
    """A field of which nothing is said; the text names class and field."""


@cache
def _infos(kind: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    """A class's fields with their types, declarations included: looked up once, for it takes most of a start's time."""
    return msgspec.structs.fields(kind)


@cache
def fields_of(kind: Any) -> tuple[Field, ...]:
    """Every field of a class as it is declared. Raises Undeclared."""
    return tuple(_field(kind, info) for info in _infos(kind))


def _field(kind: type[msgspec.Struct], info: msgspec.structs.FieldInfo) -> Field:
    says = _declared(info.type)
    if says is None:
        raise Undeclared(
            f"{kind.__module__}.{kind.__qualname__}.{info.name} does not say what others may learn of it: declare it "
            "Open, Who, OfSheet, OfOwner, ForGM, … (server.core.disclosure)"
        )
    if says.of and says.of not in kind.__struct_fields__:
        raise Undeclared(f"{kind.__qualname__}.{info.name} is declared to be of {says.of!r}, which is not a field")
    return Field(info.name, says, _masked(info, says), type(None) in _plain_types(info.type))


def _declared(hint: Any) -> Disclosure | None:
    """The outermost declaration of a type."""
    return next((one for one in reversed(getattr(hint, "__metadata__", ())) if isinstance(one, Disclosure)), None)


def _masked(info: msgspec.structs.FieldInfo, says: Disclosure) -> Any:
    if says.masked is not NODEFAULT:
        return says.masked
    if info.default is not NODEFAULT:
        return info.default
    if info.default_factory is not NODEFAULT:
        return info.default_factory()
    return plainest(info.type)


PLAINEST: dict[type, Any] = {int: 0, bool: False, str: "", tuple: (), dict: {}, float: 0.0, bytes: b""}


def plainest(hint: Any) -> Any:
    """The plainest value of a type: 0, False, "", (), {}; None where nothing else would do."""
    kinds = _plain_types(hint)
    return next((value for kind, value in PLAINEST.items() if kind in kinds), None)


def _plain_types(hint: Any) -> set[Any]:
    origin = get_origin(hint)
    if origin is Annotated:
        return _plain_types(get_args(hint)[0])
    if origin in (Union, types.UnionType):
        return {kind for part in get_args(hint) for kind in _plain_types(part)}
    if origin is Literal:
        return {type(value) for value in get_args(hint)}
    return {origin or hint}


@cache
def mentions(kind: Any) -> tuple[str, ...]:
    """The fields that name combatants by whom one is a witness."""
    return tuple(name for name, says in _says(kind) if says.how == "name" and says.counts)


@cache
def names(kind: Any) -> tuple[str, ...]:
    """All fields that name combatants."""
    return tuple(name for name, says in _says(kind) if says.how == "name")


def _says(kind: type[msgspec.Struct]) -> Iterator[tuple[str, Disclosure]]:
    """The fields of which something is said, also where others say nothing."""
    for info in _infos(kind):
        says = _declared(info.type)
        if says is not None:
            yield info.name, says


def check_declared(events: tuple[type[msgspec.Struct], ...], game: type[msgspec.Struct]) -> None:
    """Does every field of these events, and of all that lies in the game, say what others may learn of it? Raises
    Undeclared naming class and field."""
    for kind in events:
        tells = kind.tells  # type: ignore[attr-defined]
        if tells is Tells.GM:
            continue
        _check(kind, set())
        _check_tells(kind, tells)
    _check(game, set())


def _check_tells(kind: type[msgspec.Struct], tells: Tells) -> None:
    """Is there the combatant by whom it is told, and none where all are told anyway?"""
    if tells is Tells.EVERYBODY and mentions(kind):
        raise Undeclared(
            f"{kind.__qualname__}.{mentions(kind)[0]} is declared so that whoever sees it is told (Who, Whos), but the "
            "event tells everybody: leave `tells` out, or declare the field Named[…]"
        )
    if tells is Tells.WITNESSES and not mentions(kind):
        raise Undeclared(f"{kind.__qualname__} mentions nobody: say with `tells` who learns of it (Tells.EVERYBODY?)")
    if tells is Tells.ALL_SEEN and not names(kind):
        raise Undeclared(f"{kind.__qualname__} names nobody: it can't be told to whoever sees all whom it names")
    own = [name for name, says in _says(kind) if says.how in ("sheet", "owner", "seen") and not says.of]
    if "who" not in kind.__struct_fields__ and (own or tells in (Tells.SHEET, Tells.OWNER)):
        raise Undeclared(f"{kind.__qualname__} has no `who`: say whose {own or 'sheet'} it is, as in sheet('target')")


def _check(kind: type[msgspec.Struct], looked_at: set[type]) -> None:
    if kind in looked_at:
        return
    looked_at.add(kind)
    for inner in parts_of(kind):
        _check(inner, looked_at)


def parts_of(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """The classes of those of its fields that are told as their own fields declare. Raises Undeclared."""
    if getattr(kind, "tells", Tells.EVERYBODY) is Tells.GM:
        return
    for field, info in zip(fields_of(kind), _infos(kind), strict=True):
        if field.says.how != "parts":
            continue
        if not _has_parts(info.type):
            at = f"{kind.__qualname__}.{field.name}"
            raise Undeclared(f"{at} is declared Parts: that is for values with fields, alone, in a tuple or in a map")
        yield from _structs(info.type)


def _has_parts(hint: Any) -> bool:
    """A value with fields or None, or a tuple or map of values with fields."""
    if get_origin(hint) is Annotated:
        return _has_parts(get_args(hint)[0])
    if get_origin(hint) is tuple:
        return all(_has_fields(part) for part in get_args(hint) if part is not ...)
    if get_origin(hint) is dict:
        return _has_fields(get_args(hint)[1])
    return all(_has_fields(part) for part in _united(hint) if part is not type(None))


def _has_fields(hint: Any) -> bool:
    return all(isinstance(part, type) and issubclass(part, msgspec.Struct) for part in _united(hint))


def _united(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _structs(hint: Any) -> Iterator[type[msgspec.Struct]]:
    """The classes with fields that values of a type consist of."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for part in get_args(hint):
        if not isinstance(part, Disclosure):
            yield from _structs(part)
