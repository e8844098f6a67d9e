"""Writes TypeScript types for msgspec Structs, so that client and server cannot drift apart.

    python -m client_demo.generate_types [--check]

Types only: values, names and documentation beyond one line stay in Python. What has no counterpart is a TypeError,
never a guess.
"""

import inspect
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec.inspect as mi
from msgspec import NODEFAULT

from protocol.messages import ClientMessage, ServerMessage
from server.core.intents import Edit
from server.core.options import Option
from server.core.telling.reached import Reached
from server.core.view import View
from server.encounter.setup import Setup, Tutorial
from server.keys.join_code import Joinable
from server.past.amending import PreviewShown
from server.past.files import FilePart, FileShown
from server.past.marks import MarksShown
from server.past.outcome import OutcomeShown
from server.past.questions import AnyQuestion
from server.past.replay import HistoryPage, MomentShown
from server.past.rulings import Card

TARGET = Path(__file__).parent / "src/wire/types.ts"
HEADER = "/** Written by client_demo/generate_types.py from the server's Structs: change those, not this file. */\n"
EXPORTS: dict[str, Any] = {
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
    "View": View,
    "Option": Option,
    "Edit": Edit,
    "Question": AnyQuestion,
    "HistoryPage": HistoryPage,
    "MomentShown": MomentShown,
    "MarksShown": MarksShown,
    "OutcomeShown": OutcomeShown,
    "Reached": Reached,
    "FileShown": FileShown,
    "FilePart": FilePart,
    "Card": Card,
    "PreviewShown": PreviewShown,
    "Setup": Setup,
    "Tutorial": Tutorial,
    "Joinable": Joinable,
}
"""What the client knows by name. Every Struct inside comes along under its own name. Events and intents are the
systems': the client draws them from their catalogue and the options, and knows no type of them."""

_WORDS: dict[type[mi.Type], str] = {
    mi.AnyType: "unknown",
    mi.RawType: "unknown",
    mi.NoneType: "null",
    mi.BoolType: "boolean",
    mi.IntType: "number",
    mi.FloatType: "number",
    mi.StrType: "string",
    mi.BytesType: "Uint8Array",
}


def typescript(exports: Mapping[str, Any]) -> str:
    """The source of a module that exports each type under its key, and every Struct met in them."""
    writer = _Writer()
    aliases = {name: writer.type(mi.type_info(exported)) for name, exported in exports.items()}
    declarations = [f"export type {name} = {text};\n" for name, text in aliases.items() if name != text]
    return "\n".join([HEADER, *(writer.interfaces[name] for name in sorted(writer.interfaces)), *declarations])


class _Writer:
    """Turns types into text and collects the interfaces they mention."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}
        self.classes: dict[str, type] = {}

    def type(self, info: mi.Type) -> str:
        if word := _WORDS.get(type(info)):
            return word
        for kind, write in _WRITERS.items():
            if isinstance(info, kind):
                return write(self, info)
        raise TypeError(f"{info} has no counterpart in TypeScript")

    def union(self, info: mi.UnionType) -> str:
        return " | ".join(dict.fromkeys(map(self.type, info.types)))  # int and float are one type there

    def literal(self, info: mi.LiteralType) -> str:
        return " | ".join(map(json.dumps, info.values))

    def enum(self, info: mi.EnumType) -> str:
        return " | ".join(json.dumps(member.value) for member in info.cls)

    def list(self, info: mi.CollectionType) -> str:
        item = self.type(info.item_type)
        return f"({item})[]" if " | " in item else f"{item}[]"

    def tuple(self, info: mi.TupleType) -> str:
        return f"[{', '.join(map(self.type, info.item_types))}]"

    def named_tuple(self, info: mi.NamedTupleType) -> str:
        return f"[{', '.join(self.type(field.type) for field in info.fields)}]"

    def dict(self, info: mi.DictType) -> str:
        if not isinstance(info.key_type, mi.StrType | mi.LiteralType | mi.EnumType):
            raise TypeError(f"{info} has keys that are no texts")
        record = f"Record<{self.type(info.key_type)}, {self.type(info.value_type)}>"
        return record if isinstance(info.key_type, mi.StrType) else f"Partial<{record}>"

    def struct(self, info: mi.StructType) -> str:
        name = info.cls.__name__
        if self.classes.setdefault(name, info.cls) is not info.cls:
            raise TypeError(f"two Structs are called {name}: {self.classes[name]} and {info.cls}")
        if info.array_like:
            raise TypeError(f"{name} is sent as a list: its fields would have no names")
        if name not in self.interfaces:
            self.interfaces[name] = ""  # known from here on: a Struct may contain itself
            self.interfaces[name] = self.interface(name, info)
        return name

    def interface(self, name: str, info: mi.StructType) -> str:
        lines = [f"/** {summary} */"] if (summary := _summary(info.cls)) else []
        lines.append(f"export interface {name} {{")
        if info.tag_field is not None:
            lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
        for field in info.fields:
            mark = "?" if _is_left_out(field, info.cls) else ""
            lines.append(f"  {field.encode_name}{mark}: {self.type(field.type)};")
        return "\n".join([*lines, "}\n"])


_WRITERS: dict[Any, Callable[[_Writer, Any], str]] = {
    mi.UnionType: _Writer.union,
    mi.LiteralType: _Writer.literal,
    mi.EnumType: _Writer.enum,
    mi.TupleType: _Writer.tuple,
    mi.NamedTupleType: _Writer.named_tuple,
    mi.CollectionType: _Writer.list,
    mi.DictType: _Writer.dict,
    mi.StructType: _Writer.struct,
}


def _is_left_out(field: mi.Field, cls: type[Any]) -> bool:
    """Whether the field can be missing: UNSET (inspection shows no default then), or a default that is not sent."""
    is_unset = field.default is NODEFAULT and field.default_factory is NODEFAULT
    return not field.required and (is_unset or cls.__struct_config__.omit_defaults)


def _summary(cls: type) -> str:
    return inspect.cleandoc(cls.__dict__.get("__doc__") or "").partition("\n")[0]


def main(arguments: list[str]) -> int:
    text = typescript(EXPORTS)
    if "--check" not in arguments:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TARGET.name} has drifted: run python -m client_demo.generate_types", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
