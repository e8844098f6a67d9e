"""The states of a recorded fight as plain values: the first one whole, of each later one what changed."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from server.core.ids import Position
from server.core.secrecy import known
from server.core.state import State
from server.core.timeline.timeline import Timeline
from server.encounter.installed import systems
from server.store.codec import Codec

FOLDER = Path(__file__).parent
SUMS = FOLDER / "sums.txt"
"""SHA-256 of every recorded file."""

MISSING = "missing"

Plain = dict[str, Any]
Place = tuple[str, int, int]
"""Who looks (`gm` or `seat`), and the version and step of a position."""
Change = tuple[list[Any], list[Any]]
"""Where something changed, as keys from the outside in, and its new value; no value: it is gone."""


class Log(NamedTuple):
    """A log as it is stored."""

    system: str
    encounter: str
    bodies: list[bytes]


def states_of(log: Log, audience: str) -> Iterator[tuple[Place, State]]:
    """Every state that a log folds to, commit by commit, and inside an amendment step by step: the GM's, and what the
    seat knew of it wherever it was told something."""
    system = systems()[log.system]
    codec, timeline = Codec(system), Timeline(system, log.encounter)
    for version, body in enumerate(log.bodies, start=1):
        commit = codec.open(version, body).commit
        timeline.fold(commit)
        yield ("gm", version, 0), timeline.state
        change = timeline.amendment(version)
        for step in range(1, len(change.steps) if change else 0):
            yield ("gm", version, step), State(timeline.play_at(Position(version, step)), timeline.ledger)
        if audience in commit.told:
            with timeline.shelf:  # left before the state is handed out: a reader may stop there
                seen = known(system, timeline.state, audience)
            yield ("seat", version, 0), seen


def plain(value: Any, sparse: bool = False) -> Any:
    """Plain values: structs become dicts with all their fields, all sequences lists. `sparse`: without the fields that
    have their default value."""
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        left = _defaults(type(value)) if sparse else {}
        return _tag(type(value)) | {
            name: plain(inner, sparse)
            for name, inner in fields.items()
            if inner is not msgspec.UNSET and not (name in left and inner == left[name])
        }
    if isinstance(value, dict):
        return {str(key): plain(each, sparse) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each, sparse) for each in value]
    if isinstance(value, set | frozenset):
        return sorted(plain(each, sparse) for each in value)
    assert value is None or isinstance(value, bool | int | float | str | bytes), f"{value!r} is no value of a state"
    return value


@cache
def _tag(kind: type[msgspec.Struct]) -> Plain:
    config = kind.__struct_config__
    return {config.tag_field: config.tag} if config.tag_field is not None else {}


@cache
def _defaults(kind: type[msgspec.Struct]) -> Plain:
    """Of the fields that have one."""
    fields = msgspec.structs.fields(kind)
    plain_ones = {field.name: field.default for field in fields if field.default is not msgspec.NODEFAULT}
    made = {field.name: field.default_factory() for field in fields if field.default_factory is not msgspec.NODEFAULT}
    return plain_ones | made


# --- what changed ----------------------------------------------------------------------------------------------------


def changes(old: Any, new: Any, at: tuple[Any, ...] = ()) -> Iterator[Change]:
    """Field by field."""
    if isinstance(old, dict) and isinstance(new, dict):
        yield from (([*at, key], []) for key in old if key not in new)
        for key, value in new.items():
            if key not in old:
                yield [*at, key], [value]
            else:
                yield from changes(old[key], value, (*at, key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, value in enumerate(new):
            yield from changes(old[index], value, (*at, index))
    elif old != new or type(old) is not type(new):
        yield [*at], [new]


def changed(old: Any, found: list[Change]) -> Any:
    """The value with these changes; the old one stays as it is."""
    for path, new in found:
        old = _put(old, path, new)
    return old


def _put(value: Any, path: list[Any], new: list[Any]) -> Any:
    if not path:
        return new[0]
    copy, key = value.copy(), path[0]
    if len(path) == 1 and not new:
        del copy[key]
    else:
        copy[key] = _put(value[key], path[1:], new) if len(path) > 1 else new[0]
    return copy


# --- files -----------------------------------------------------------------------------------------------------------


def packed(states: Iterable[tuple[Place, State]]) -> bytes:
    """A file's bytes."""
    last: dict[str, Plain] = {"gm": {}, "seat": {}}
    rows = []
    for place, state in states:
        now = plain(state)
        rows.append((place, list(changes(last[place[0]], now))))
        last[place[0]] = now
    return zlib.compress(msgspec.msgpack.encode(rows), 9)


def sums() -> dict[str, str]:
    """By file."""
    lines = SUMS.read_text("utf-8").splitlines() if SUMS.exists() else []
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def value_at(value: Any, path: list[Any]) -> Any:
    """What stands there inside a value; `MISSING` where nothing does."""
    for key in path:
        if isinstance(value, dict) and key not in value:
            return MISSING
        value = value[key]
    return value


def read_states(name: str) -> Iterator[tuple[Place, Plain]]:
    """The states as they were recorded."""
    data = zlib.decompress((FOLDER / f"{name}.states").read_bytes())
    last: dict[str, Plain] = {"gm": {}, "seat": {}}
    for (who, version, step), found in msgspec.msgpack.decode(data):
        last[who] = changed(last[who], found)
        yield (who, version, step), last[who]
