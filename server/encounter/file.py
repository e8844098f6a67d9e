"""Encounter files: TOML to an EncounterSpec whose sheets and options the system accepts, and their JSON Schema.

All that is wrong is said at once, each with file, path, value and what is allowed. Lays no table and starts nothing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from protocol.limits import NAME_CHARS, SAFE_INT, STRING_CHARS
from protocol.text import FORBIDDEN_KEYS, Fault, is_visible, text_fault
from server.core.create import MOST_COMBATANTS, CombatantSpec, EncounterSpec, SeatSpec
from server.core.ids import GM, PUBLIC, UNSEEN
from server.core.space import CM_PER_M, MOST_CM
from server.core.system import System
from server.core.words.look_alike import skeleton
from server.encounter.bad_file import BadFile, BadText, all_of, kind_of, together
from server.encounter.parts import parts_of, wrong_fields

T = TypeVar("T")

_ID = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_RESERVED = FORBIDDEN_KEYS | {GM, PUBLIC, UNSEEN, "server", "spectator", "secret"}

MOST_BYTES = 1024 * 1024
"""No larger file is read."""

MOST_SEATS = 32
TITLE_CHARS = 200
MOST_M = MOST_CM // CM_PER_M
"""So far from the middle a combatant may stand, in metres."""

ROLES = "gm, player, spectator"

DEPTH = 16
"""Tables and lists inside each other, the file itself counted: a weapon of a sheet may hold stances, these ways to hit,
and each of them parts."""

FOREIGN = ("unknown_field", "wrong_type", "not_allowed")
"""Kinds of mistakes that what is right in another system can look like; numbers that are too big are just too big."""

MAX_SHOWN = 60
"""A longer value is not repeated in a message (characters)."""


def load(path: Path, systems: Mapping[str, System]) -> EncounterSpec:
    """The encounter that a file describes. Raises BadFile."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise BadFile(str(path), "", f"it is too large; at most {MOST_BYTES} bytes are read")
        text = data.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(str(path), "", str(error)) from error
    return parse_encounter(text, str(path), systems)


def parse_encounter(text: str, file: str, systems: Mapping[str, System]) -> EncounterSpec:
    """The encounter that a TOML text describes; `file` names it in messages. Raises BadFile."""
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also for numbers and nesting beyond all measure
        raise BadFile(file, "", f"this is no TOML: {error}") from error
    return encounter(raw, file, systems)


def encounter(raw: dict[str, Any], file: str, systems: Mapping[str, System]) -> EncounterSpec:
    """The encounter in plain values, checked against its system. Raises BadFile."""
    _check_values(raw, file)
    described = _described(raw, file, systems)
    all_of(lambda: _check_shape(described, file), lambda: _check_system(described, file, systems))
    return msgspec.convert(described, EncounterSpec)


def _check_shape(raw: dict[str, Any], file: str) -> None:
    check_people(converted(raw, EncounterSpec, file), file)


def _check_system(raw: dict[str, Any], file: str, systems: Mapping[str, System]) -> None:
    """Raises BadFile where house rules and sheets are not those of the system that it names."""
    if not isinstance(raw.get("system"), str):
        return
    system = system_of(raw["system"], file, systems)
    try:
        _check_fits(raw, file, system)
    except BadFile as bad:
        if bad.kind in FOREIGN:
            _check_other_system(raw, file, systems, bad)
        raise


def _described(raw: dict[str, Any], file: str, systems: Mapping[str, System]) -> dict[str, Any]:
    """With sheets in place of the names of samples. What else may be wrong is found out later."""
    system, people = systems.get(str(raw.get("system"))), raw.get("combatants")
    if system is None or not system.samples or not isinstance(people, dict):
        return raw
    return {**raw, "combatants": {who: _with_sheet(who, one, file, system) for who, one in people.items()}}


def _with_sheet(who: str, one: Any, file: str, system: System) -> Any:
    name = one.get("sheet") if isinstance(one, dict) else None
    if not isinstance(name, str):
        return one
    if name not in system.samples:
        allowed = ", ".join(sorted(system.samples))
        problem = f"got {name[:MAX_SHOWN]!r}; allowed are a sheet, or one of the samples: {allowed}"
        raise BadFile(file, f"combatants.{who}.sheet", problem, "not_allowed", value=name[:MAX_SHOWN], allowed=allowed)
    return {**one, "sheet": system.samples[name]}


def _check_fits(raw: dict[str, Any], file: str, system: System) -> None:
    """House rules and sheets are the system's. What is none at all is for others to see. Raises BadFile."""
    parts = [("options", raw.get("options"), system.options_type)]
    for who, one in _map(raw.get("combatants")).items():
        parts.append((f"combatants.{who}.sheet", _map(one).get("sheet"), system.sheet_type))
    all_of(*(partial(converted, part, kind, file, path) for path, part, kind in parts if isinstance(part, dict)))


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _check_other_system(raw: dict[str, Any], file: str, systems: Mapping[str, System], bad: BadFile) -> None:
    """Raises BadFile where all of it would be right in another system: then that is what is wrong."""
    for other in systems.values():
        try:
            _check_fits(raw, file, other)
        except BadFile:
            continue
        problem = f"got {raw['system']!r}; house rules and sheets are those of {other.name!r}"
        raise BadFile(file, "system", problem, "other_system", value=raw["system"], other=other.name) from bad


def check_people(spec: EncounterSpec, file: str) -> None:
    """How many sit and fight, what they are called, and where they stand: also asked of encounters in imported files.

    Raises BadFile."""
    _check_size(spec, file)
    all_of(
        *(partial(_check_seat, seat, place, file) for seat, place in spec.seats.items()),
        *(partial(_check_combatant, who, combatant, spec, file) for who, combatant in spec.combatants.items()),
    )


def _check_seat(seat: str, place: SeatSpec, file: str) -> None:
    _check_id(seat, f"seats.{seat}", file)
    if place.role not in ("gm", "player", "spectator"):
        problem = f"got {place.role!r}; allowed are {ROLES}"
        raise BadFile(file, f"seats.{seat}.role", problem, "not_allowed", value=place.role, allowed=ROLES)


def _check_values(raw: Any, file: str, path: str = "", depth: int = 1) -> None:
    """Whatever a file holds, a message of the wire could carry: plain values, finite and safe numbers, clean text."""
    inner: Iterable[tuple[str, Any]] = ()
    match raw:
        case dict():
            _check_keys(raw, path, file)
            inner = ((f"{path}.{key}".lstrip("."), value) for key, value in raw.items())
            _check_characters(next((fault for key in raw if (fault := text_fault(str(key)))), None), path, file)
        case list() | tuple():
            inner = ((f"{path}[{at}]", value) for at, value in enumerate(raw))
        case str():
            _check_length(raw, STRING_CHARS, path, file)
            _check_characters(text_fault(raw), path, file)
        case bool() | None:
            pass
        case int() | float():
            if not abs(raw) <= SAFE_INT:  # nan is not <= either
                raise BadFile(file, path, f"{raw} is beyond what is kept exact", "not_exact", value=str(raw))
        case _:
            kind = type(raw).__name__
            raise BadFile(
                file, path, f"a value of type {kind}; allowed are text, numbers, true and false", "no_value", got=kind
            )
    if depth > DEPTH:
        raise BadFile(file, path, f"it is nested deeper than {DEPTH}", "too_deep", most=DEPTH)
    all_of(*(partial(_check_values, value, file, where, depth + 1) for where, value in inner))


def _check_keys(raw: Mapping[Any, Any], path: str, file: str) -> None:
    if found := sorted(FORBIDDEN_KEYS & raw.keys()):
        problem = f"no key may be {found[0]!r}"
        raise BadFile(file, path, problem, "no_key", value=found[0])


def _check_characters(fault: Fault | None, path: str, file: str) -> None:
    if fault is not None:
        raise BadText(file, path, str(fault), "character" if fault.code else "not_nfc", code=fault.code, at=fault.at)


def _check_length(text: str, most: int, path: str, file: str) -> None:
    if len(text) > most:
        problem = f"it has {len(text)} characters, at most {most} are kept"
        raise BadText(file, path, problem, "too_long", count=len(text), bound=most)


def _check_size(spec: EncounterSpec, file: str) -> None:
    for path, count, most in [
        ("seats", len(spec.seats), MOST_SEATS),
        ("combatants", len(spec.combatants), MOST_COMBATANTS),
    ]:
        if count > most:
            raise BadFile(
                file, path, f"there are {count}, at most {most} are taken", "too_many", count=count, most=most
            )
    names = [(f"combatants.{who}.name", one.name, NAME_CHARS) for who, one in spec.combatants.items()]
    names += [(f"combatants.{who}.side", one.side, NAME_CHARS) for who, one in spec.combatants.items()]
    names += [(f"seats.{seat}.name", one.name, NAME_CHARS) for seat, one in spec.seats.items()]
    for path, text, most in [("title", spec.title, TITLE_CHARS), *names]:
        _check_length(text, most, path, file)
    _check_alike({f"seats.{seat}.name": one.name for seat, one in spec.all_seats().items()}, file)
    _check_alike({f"combatants.{who}.name": one.name for who, one in spec.combatants.items()}, file)
    for who, one in spec.combatants.items():
        if not is_visible(one.name):
            raise BadText(file, f"combatants.{who}.name", "it is empty", "too_short", bound=1)


def _check_alike(names: Mapping[str, str], file: str) -> None:
    """Nobody is taken for another: two may have the same name, but no two names look the same."""
    shown: dict[str, str] = {}
    for path, name in names.items():
        like = shown.setdefault(skeleton(name), name)
        if like != name:
            problem = f"{name!r} looks like {like!r}"
            raise BadText(file, path, problem, "look_alike", value=name, like=like)


def system_of(name: str, file: str, systems: Mapping[str, System]) -> System:
    """The system of this name. Raises BadFile."""
    if name not in systems:
        allowed = ", ".join(sorted(systems))
        problem = f"got {name!r}; allowed are {allowed or 'none: none is installed'}"
        raise BadFile(file, "system", problem, "not_allowed", value=name, allowed=allowed or "–")
    return systems[name]


def _check_combatant(who: str, combatant: CombatantSpec, spec: EncounterSpec, file: str) -> None:
    _check_id(who, f"combatants.{who}", file)
    if combatant.at is not None and max(map(abs, combatant.at)) > MOST_M:
        problem = f"got {combatant.at}; allowed are -{MOST_M} to {MOST_M} metres"
        raise BadFile(file, f"combatants.{who}.at", problem, "no_place", most=MOST_M)
    seats = [seat for seat, place in spec.all_seats().items() if place.role != "spectator"]
    for field, seat in [("seat", combatant.seat), *(("seen_by", seat) for seat in combatant.seen_by)]:
        if seat not in seats:
            allowed = ", ".join(seats)
            problem = f"got {seat!r}; the seats are {allowed}"
            raise BadFile(file, f"combatants.{who}.{field}", problem, "no_seat", value=seat, allowed=allowed)
    observers = [*spec.combatants, *sorted({f"side:{other.side}" for other in spec.combatants.values()})]
    if unknown := next((each for each in combatant.aware if each not in observers), None):
        allowed = ", ".join(observers)
        problem = f"got {unknown!r}; allowed are {allowed}"
        raise BadFile(file, f"combatants.{who}.aware", problem, "not_allowed", value=unknown, allowed=allowed)


def _check_id(id: str, path: str, file: str) -> None:
    if not _ID.fullmatch(id) or id in _RESERVED:
        id = id[:MAX_SHOWN]
        not_these = ", ".join(sorted(_RESERVED))
        problem = f"{id!r} is no id; allowed are a small letter, then at most 39 of a-z, 0-9, _ and -; not {not_these}"
        raise BadFile(file, path, problem, "no_id", value=id, reserved=not_these)


# --- what is wrong, for people ---------------------------------------------------------------------------------------


def converted(raw: Any, kind: type[T], file: str, path: str = "") -> T:
    """Plain values as a type. Raises BadFile: of all that is wrong the path, the value and what is allowed."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise together(_faults(raw, kind, file, path, error)) from error


def _faults(raw: Any, kind: Any, file: str, path: str, error: msgspec.ValidationError) -> Iterator[BadFile]:
    """What is wrong with its parts, each looked at alone; where they are all right, what is wrong with the whole."""
    is_found = False
    for where, part, its_kind in parts_of(raw, kind):
        try:
            msgspec.convert(part, its_kind)
        except msgspec.ValidationError as inner:
            is_found = True
            yield from _faults(part, its_kind, file, f"{path}{where}".lstrip("."), inner)
    for text in wrong_fields(raw, kind):
        is_found = True
        yield _fault(raw, kind, file, path, msgspec.ValidationError(text))
    if not is_found:
        yield _fault(raw, kind, file, path, error)


def _fault(raw: Any, kind: Any, file: str, path: str, error: msgspec.ValidationError) -> BadFile:
    text, _, inside = str(error).partition(" - at `$")
    value, allowed = ("", "") if inside else (_value(raw), _allowed(text, kind))
    problem = f"{text}{value and f', got {value}'}{allowed and f'; allowed are {allowed}'}"
    name, detail = kind_of(error)
    where = f"{path}{inside.rstrip('`')}".lstrip(".")
    bad = BadFile(file, where, problem, name, **{"value": value, "allowed": allowed, **detail})
    bad.__cause__ = error
    return bad


def _value(value: Any) -> str:
    """It, where it is short enough to help."""
    return repr(value) if not isinstance(value, dict | type(None)) and len(repr(value)) <= MAX_SHOWN else ""


def _allowed(text: str, kind: Any) -> str:
    """What a table may hold, where an unknown field was found; the values of an enum, where another one was."""
    node = _node(kind)
    if "unknown field" in text and "properties" in node:
        return ", ".join(sorted(node["properties"]))
    if "enum" in node:
        return ", ".join(str(value) for value in node["enum"])
    return ""


@lru_cache(maxsize=256)
def _node(kind: Any) -> dict[str, Any]:
    """How the schema of a type begins. To make one takes milliseconds, and a file may be wrong in many places."""
    schema = msgspec.json.schema(kind)
    return _follow(schema, schema)


def _follow(schema: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    """The node itself, where it only refers to a definition or to one of several."""
    while "$ref" in node or "anyOf" in node:
        if "anyOf" in node:
            node = next((each for each in node["anyOf"] if each.get("type") != "null"), {})
        else:
            node = schema.get("$defs", {}).get(node["$ref"].rsplit("/", 1)[1], {})
    return node


# --- JSON Schema -----------------------------------------------------------------------------------------------------


def schema(system: System) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a system's encounter files, for editors that complete and check TOML."""
    kinds = (EncounterSpec, system.options_type, system.sheet_type)
    (whole, options, sheet), parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    defs = {name: dict(part) for name, part in parts.items()}
    spec, combatant = defs["EncounterSpec"], defs["CombatantSpec"]
    spec["properties"] = {**spec["properties"], "options": options, "system": {"const": system.name}}
    if system.samples:
        sheet = {"anyOf": [sheet, {"enum": sorted(system.samples)}]}
    combatant["properties"] = {**combatant["properties"], "sheet": sheet}
    ids = {"pattern": f"^{_ID.pattern}$"}
    for field in ("seats", "combatants"):
        spec["properties"][field] = {**spec["properties"][field], "propertyNames": ids}
    title = f"An encounter of {system.titles.get('en', system.name)}"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **whole, "$defs": defs}


__all__ = ["BadFile", "BadText", "converted", "encounter", "load", "parse_encounter", "schema", "system_of"]
