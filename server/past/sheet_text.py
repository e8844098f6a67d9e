"""The sheets in a text that the GM brings: an encounter file's, or a single one. Judges none: whoever adds the
combatant hears what is wrong with its sheet."""

import tomllib
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from protocol.limits import BINARY_BYTES
from server.core.errors import Rejected
from server.core.timeline.timeline import Timeline
from server.past.question import Question

MOST_FILE_BYTES = BINARY_BYTES
"""What a frame takes in one piece; a question leaves nothing behind, so it may hold more than an intent."""


class ReadSheets(Question, frozen=True, kw_only=True):
    """GM: which sheets are in this file (TOML or JSON, UTF-8)?"""

    file: Annotated[bytes, Meta(max_length=MOST_FILE_BYTES)]


class SheetFound(msgspec.Struct, frozen=True, kw_only=True):
    """One sheet of a text, as it stands there."""

    name: str
    sheet: Any


def read_sheets(_timeline: Timeline, question: ReadSheets) -> list[SheetFound]:
    """What the GM is answered. Raises Rejected."""
    try:
        return sheets_in(question.file.decode())
    except UnicodeDecodeError as error:
        raise Rejected("no_sheet", reason=str(error)) from error


def sheets_in(text: str) -> list[SheetFound]:
    """The sheets of a TOML or JSON text, in its order. Raises Rejected where it is neither."""
    raw = _read(text)
    people = raw.get("combatants")
    if not isinstance(people, dict):
        return [SheetFound(name=str(raw.get("name", "")), sheet=raw.get("sheet", raw))]
    entries = {id: one for id, one in people.items() if isinstance(one, dict)}
    return [SheetFound(name=str(one.get("name", id)), sheet=one.get("sheet", {})) for id, one in entries.items()]


def _read(text: str) -> dict[str, Any]:
    try:
        raw = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (tomllib.TOMLDecodeError, msgspec.DecodeError) as error:
        raise Rejected("no_sheet", reason=str(error)) from error
    return raw if isinstance(raw, dict) else {}
