"""The shapes of all stored events and intents, by schema, as tests/golden/shapes.json keeps them.

python -m tests.support.shapes           says what differs
python -m tests.support.shapes --set     notes today's shapes; refuses what would make stored bytes unreadable

A shape is a field's name and type in words; ` =` behind it: it has a default and may be missing.
"""

from __future__ import annotations

import json
import re
import sys
import types
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from three_cups import SYSTEM as CUPS

from server.core import events as e
from server.core import intents as i
from server.core.system import System
from server.rules.brink import SYSTEM as BRINK
from server.rules.tirakan import SYSTEM as TIRAKAN
from server.rules.tirakan_classic import SYSTEM as CLASSIC
from server.store import codec
from server.store.upcasters import CORE, Steps

GOLDEN = Path(__file__).parent.parent / "golden" / "shapes.json"

TAGGED = "its own"
"""Stands where an event or intent names itself; what has none is only ever a part of these."""

Shape = dict[str, str]
Shapes = dict[str, Shape]


class Kind(msgspec.Struct, frozen=True):
    """Whose events they are, at which schema, and what leads there."""

    name: str
    schema: int
    shapes: Shapes
    upcasters: Steps


def kinds() -> list[Kind]:
    """Core and all systems, as they are today."""
    core = Kind("core", codec.SCHEMA, shapes_of([*e.CORE_EVENTS, *i.CORE_INTENTS]), CORE)
    return [core, *(kind_of(system) for system in (BRINK, CLASSIC, CUPS, TIRAKAN))]


def kind_of(system: System) -> Kind:
    """A system's."""
    return Kind(system.name, system.schema, shapes_of([*system.events, *system.intents]), system.upcasters)


def shapes_of(structs: Iterable[type[msgspec.Struct]]) -> Shapes:
    """The shapes of these and of all structs inside them: events by class name, intents by `type`."""
    found: Shapes = {}
    waiting = list(structs)
    while waiting:
        struct = waiting.pop()
        name = _name(struct)
        if name in found:
            continue
        inner: list[type[msgspec.Struct]] = []
        found[name] = {
            field.encode_name: _words(field.type, inner) + ("" if field.required else " =")
            for field in msgspec.structs.fields(struct)
        }
        if struct.__struct_config__.tag is not None:
            found[name]["type"] = TAGGED
        waiting += inner
    return dict(sorted(found.items()))


def _name(struct: type[msgspec.Struct]) -> str:
    return str(struct.__struct_config__.tag or struct.__name__)


def _words(type_: Any, inner: list[type[msgspec.Struct]]) -> str:
    """A type in words; structs in it are added to `inner`."""
    origin, parts = get_origin(type_), get_args(type_)
    if origin is Annotated:
        return _words(parts[0], inner)
    if origin in (Union, types.UnionType):
        return " | ".join(sorted(_words(part, inner) for part in parts))
    if origin is Literal:
        return f"Literal[{', '.join(sorted(map(repr, parts)))}]"
    if origin is not None:
        return f"{origin.__name__}[{', '.join('...' if part is ... else _words(part, inner) for part in parts)}]"
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
        inner.append(type_)
        return _name(type_)
    return "None" if type_ is type(None) else getattr(type_, "__name__", str(type_))


def broken(old: Shapes, new: Shapes) -> list[str]:
    """The events and intents whose old bytes the new shapes can't read, or read otherwise."""
    changed = {name for name, shape in old.items() if not _reads(shape, new.get(name))}
    return [name for name, shape in old.items() if "type" in shape and changed & _reach(name, old)]


def _reach(name: str, shapes: Shapes) -> set[str]:
    """The structs in an event, itself included."""
    found, waiting = set(), [name]
    while waiting:
        name = waiting.pop()
        if name in shapes and name not in found:
            found.add(name)
            waiting += [word for words in shapes[name].values() for word in re.findall(r"\w+", words)]
    return found


def _reads(old: Shape, new: Shape | None) -> bool:
    if new is None:
        return False
    kept = all(name in new and _holds(_type(new[name]), _type(words)) for name, words in old.items())
    return kept and all(name in old or words.endswith(" =") for name, words in new.items())


def _holds(new: str, old: str) -> bool:
    """Is every value of the old type one of the new? One of several words may have got more of them."""
    if not (new.startswith("Literal[") and old.startswith("Literal[")):
        return new == old
    return set(old[len("Literal[") : -1].split(", ")) <= set(new[len("Literal[") : -1].split(", "))


def _type(words: str) -> str:
    return words.removesuffix(" =")


def lacking(kind: Kind, golden: Mapping[str, Shapes]) -> list[str]:
    """What was stored once and can't be read today: `<name> of schema <n>`."""
    found = []
    for schema, shapes in golden.items():
        for name in broken(shapes, kind.shapes):
            if not any((name, at) in kind.upcasters for at in range(int(schema), kind.schema)):
                found.append(f"{kind.name}: {name} of schema {schema}")
    return found


def stored() -> dict[str, dict[str, Shapes]]:
    """By name and schema: the shapes that were written."""
    found: dict[str, dict[str, Shapes]] = json.loads(GOLDEN.read_text("utf-8")) if GOLDEN.exists() else {}
    return found


def main(words: list[str]) -> int:
    """Compare, or note."""
    golden, today = stored(), kinds()
    wrong = [line for kind in today for line in lacking(kind, golden.get(kind.name, {}))]
    for line in wrong:
        print(f"no upcaster reads {line}")
    if words == ["--set"] and not wrong:
        for kind in today:
            golden.setdefault(kind.name, {})[str(kind.schema)] = kind.shapes
        GOLDEN.write_text(json.dumps(golden, indent=1, sort_keys=True) + "\n", "utf-8")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
