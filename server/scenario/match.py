"""Does what came agree with what a scenario expects? Compares events, refusals and state, and says where they differ.

Plays nothing. `"none"` in a file stands for a value that is not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from server.core.events import Event
from server.core.space import cm
from server.core.state import State
from server.core.view import CombatantView, View

NONE = "none"

BOOKKEEPING = frozenset({"DecisionOpened", "DecisionClosed", "SaltFixed"})
"""Events of core that `expect_only` passes over."""

MAX_SHOWN = 120
"""A longer value is cut in a list of events (characters)."""

MISSING = object()
"""There is no such field."""


# --- values ----------------------------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """A value as maps, lists and scalars, with every field also where it has its default."""
    if isinstance(value, msgspec.Struct):
        fields = {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        tag = value.__struct_config__.tag
        return {"type": tag, **fields} if tag is not None else fields
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(each) for each in value]
    return None if value is msgspec.UNSET else value


def differences(wanted: Any, came: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where a value differs from what is wanted: (path, wanted, came). Maps may hold more than is wanted."""
    if isinstance(wanted, dict) and _are_terms(came):
        came = {term["key"]: term["value"] for term in came}
    if isinstance(wanted, dict) and isinstance(came, dict):
        for key, value in wanted.items():
            yield from differences(value, came.get(key, MISSING), f"{path}.{key}" if path else key)
    elif isinstance(wanted, list) and isinstance(came, list) and len(wanted) == len(came):
        for index, (value, other) in enumerate(zip(wanted, came, strict=True)):
            yield from differences(value, other, f"{path}[{index}]")
    elif not _is_same(wanted, came):
        yield path, wanted, came


def _are_terms(came: Any) -> bool:
    """Terms of a roll may be wanted by their keys: `terms = { cover = 2 }`."""
    return isinstance(came, list) and all(isinstance(each, dict) and {"key", "value"} <= set(each) for each in came)


def _is_same(wanted: Any, came: Any) -> bool:
    if wanted == NONE and (came is None or came is MISSING):
        return True
    return bool(wanted == came) and isinstance(wanted, bool) == isinstance(came, bool)


def short(value: Any) -> str:
    """A value in one line, as TOML writes it."""
    if value is MISSING:
        return "nothing"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {short(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(short(each) for each in value) + "]"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: NONE}[value]
    if isinstance(value, bytes):
        return value.hex()
    return f'"{value}"' if isinstance(value, str) else str(value)


def clipped(value: Any) -> str:
    """A value in one line, cut where it is too long to help."""
    text = short(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


# --- events ----------------------------------------------------------------------------------------------------------


def event_line(event: Mapping[str, Any]) -> str:
    """An event, or what is wanted of one, in one line."""
    fields = [
        f"{key} = {clipped(value)}" for key, value in event.items() if key != "type" and value not in (None, [], {})
    ]
    return f"{event.get('type', '?')} {', '.join(fields)}".rstrip()


def events_differ(
    events: Sequence[Event], expect: Sequence[dict[str, Any]], never: Sequence[dict[str, Any]], only: bool
) -> list[str]:
    """What is wrong with the events, in lines; nothing if they are as wanted."""
    came = [plain(event) for event in events]
    if only:
        came = [event for event in came if event["type"] not in BOOKKEEPING]
    found = _matched(came, expect)
    lines: list[str] = []
    missing = next((k for k, place in enumerate(found) if place is None), None)
    if missing is not None:
        lines.append(f"expected event {missing + 1} of {len(expect)} did not come: {event_line(expect[missing])}")
    elif only and len(came) != len(expect):
        lines.append(f"expected these {len(expect)} events and no others, {len(came)} came")
    for unwanted in never:
        lines += [f"never expected: {event_line(event)}" for event in came if not list(differences(unwanted, event))]
    if not lines:
        return []
    nearest = None if missing is None else _nearest(came, expect[missing], _after(found[:missing]))
    return [*lines, "what came (= as expected, ! the nearest):", *_list(came, found, nearest)]


def listing(events: Sequence[Event]) -> list[str]:
    """What came, in lines."""
    return ["what came:", *_list([plain(event) for event in events], [], None)]


def _matched(came: Sequence[dict[str, Any]], expect: Sequence[dict[str, Any]]) -> list[int | None]:
    """For each expected event the place where it came, in order; None from the first that did not come."""
    found: list[int | None] = []
    start = 0
    for wanted in expect:
        places = (k for k in range(start, len(came)) if not list(differences(wanted, came[k])))
        place = next(places, None) if None not in found else None
        found.append(place)
        start = start if place is None else place + 1
    return found


def _after(found: Sequence[int | None]) -> int:
    return max((place + 1 for place in found if place is not None), default=0)


def _nearest(
    came: Sequence[dict[str, Any]], wanted: dict[str, Any], start: int
) -> tuple[int, list[tuple[str, Any, Any]]] | None:
    """The event of the wanted type that differs least: one behind those already found, else any."""
    of_type = [k for k, event in enumerate(came) if event["type"] == wanted.get("type")]
    behind = [k for k in of_type if k >= start] or of_type
    ranked = sorted((len(list(differences(wanted, came[k]))), k) for k in behind)
    return (ranked[0][1], list(differences(wanted, came[ranked[0][1]]))) if ranked else None


def _list(
    came: Sequence[dict[str, Any]], found: Sequence[int | None],
    nearest: tuple[int, list[tuple[str, Any, Any]]] | None,
) -> list[str]:  # fmt: skip
    lines = []
    for place, event in enumerate(came):
        is_nearest = nearest is not None and nearest[0] == place
        mark = "=" if place in found else "!" if is_nearest else " "
        lines.append(f"{mark} {event_line(event)}")
        if nearest is not None and is_nearest:
            gaps = nearest[1] or [("", "here", "out of order")]
            lines += [f"    {path or 'order'}: expected {short(a)}, came {short(b)}" for path, a, b in gaps]
    return lines or ["  no event"]


# --- state -----------------------------------------------------------------------------------------------------------


def state_differs(state: State, view: View, wanted: Mapping[str, Any]) -> list[str]:
    """What is wrong with the state, in lines. `state` and `view`: as the audience knows them."""
    lines = []
    for path, value in _leaves(wanted):
        expected = _points(value) if path.endswith(".at_m") else value
        came = read(state, view, path)
        if list(differences(expected, came)):
            lines.append(f"{path}: expected {short(expected)}, is {short(came)}{_hint(view, path, expected, came)}")
    return lines


def _hint(view: View, path: str, wanted: Any, came: Any) -> str:
    """A condition is 0 only by its full path, for a short name that nobody has may as well be misspelt."""
    who, _, name = path.partition(".")
    if wanted == 0 and came is MISSING and who in view.combatants and "." not in name:
        return f"; a condition that is not there is 0 as {who}.conditions.{name}"
    return ""


def _leaves(wanted: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Every value with its dotted path: TOML makes tables of unquoted dotted keys."""
    for key, value in wanted.items():
        if isinstance(value, dict) and value:
            yield from _leaves(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def read(state: State, view: View, path: str) -> Any:
    """The value at a dotted path: `<combatant>.…` and the view's own fields, `asked`, or `game.…`."""
    head, *rest = path.split(".")
    if head == "game":
        return _walk(plain(state.play.game), rest)
    if head == "asked":
        decision = view.decision
        open_ = {} if isinstance(decision, msgspec.UnsetType) else decision.asks
        return [who for who, ask in open_.items() if not ask.answered]
    if head in view.combatants and rest:
        return _of_combatant(view.combatants[head], rest)
    return _walk(plain(view), [head, *rest])


def _of_combatant(combatant: CombatantView, path: list[str]) -> Any:
    """Of a combatant: its fields, tracks (their value), conditions (0 where it has none) and facts."""
    head, *rest = path
    if head == "tracks":
        return _of_combatant(combatant, rest) if rest else plain(combatant.tracks)
    if head in combatant.tracks:
        return _walk(plain(combatant.tracks[head]), rest or ["value"])
    if head == "conditions" and rest:
        return combatant.conditions.get(rest[0], 0)
    if head == "at_m":
        return [combatant.x, combatant.y]
    if head in combatant.__struct_fields__:
        return _walk(plain(getattr(combatant, head)), rest)
    return combatant.facts.get(head) or combatant.conditions.get(head, MISSING)


def _walk(value: Any, path: Sequence[str]) -> Any:
    """A key may have dots of its own."""
    if not path:
        return value
    if isinstance(value, list) and path[0].isdigit() and int(path[0]) < len(value):
        return _walk(value[int(path[0])], path[1:])
    keys = [".".join(path[:count]) for count in range(1, len(path) + 1)] if isinstance(value, dict) else []
    found = next((count for count, key in enumerate(keys, start=1) if key in value), None)
    return MISSING if found is None else _walk(value[keys[found - 1]], path[found:])


# --- lengths ---------------------------------------------------------------------------------------------------------


def in_cm(value: Any) -> Any:
    """A file's metres as core's whole centimetres: `path_m` becomes `path`, a number `x_m` becomes `x_cm`. A sheet is
    the system's and stays as it is."""
    if isinstance(value, list):
        return [in_cm(each) for each in value]
    if not isinstance(value, dict):
        return value
    return dict(_field_in_cm(key, each) for key, each in value.items())


def _field_in_cm(key: str, value: Any) -> tuple[str, Any]:
    if key == "sheet":
        return key, value
    if key.endswith("_m") and isinstance(value, list):
        return key[:-2], _points(value)
    if key.endswith("_m") and isinstance(value, int | float):
        return f"{key[:-2]}_cm", cm(value)
    return key, in_cm(value)


def _points(value: Any) -> Any:
    return [_points(each) for each in value] if isinstance(value, list) else cm(value)
