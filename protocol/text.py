"""Which texts people may write: names, titles, chat, reasons. Only the rule; who asks for a text says how long."""

import unicodedata
from typing import Any, NamedTuple

from protocol.errors import ProtocolError

_JOINERS = "\u200c\u200d"  # several scripts and most composed emoji need them
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters, signs and marks by their category, but nothing is drawn."""
_KEYCAPS = "#*0123456789"
MOST_MARKS = 3
"""So many combining signs one letter bears, in any script; more are drawn over the lines around."""
_CONJOINING = ((0x1160, 0x1200), (0xD7B0, 0xD7FC))
"""Vowels and endings of Hangul's syllables: drawn into the letter before them, alone as nothing."""
FORBIDDEN_KEYS = frozenset({"__proto__", "constructor", "prototype"})
"""In JavaScript every map seems to have them."""
_REFUSED = {
    "Cc": "a control character",
    "Cs": "half a surrogate pair",
    "Zl": "a line separator",
    "Zp": "a line separator",
}


class Fault(NamedTuple):
    """A character that is refused, and where; without a code the text as a whole is not in NFC."""

    what: str
    code: str = ""
    at: int = 0

    def __str__(self) -> str:
        return f"{self.what} ({self.code}) at {self.at}" if self.code else self.what


def character_problem(value: str) -> str | None:
    """What is wrong with the characters of `value` in words, or None."""
    fault = character_fault(value)
    return str(fault) if fault is not None else None


def character_fault(value: str) -> Fault | None:
    """What is wrong with the characters of `value`, or None.

    Refused are control characters, line separators, all that nothing is drawn of (so also all that turns the direction
    of writing; joiners and selectors only where they change nothing), stacks of combining signs (of parts of Hangul's
    syllables too), and text that is not in NFC.
    """
    if value.isascii() and value.isprintable():
        return None
    marks = 0
    for index, character in enumerate(value):
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") or _is_conjoining(character) else 0
        if what := _refused(character, category, value[:index][-1:], marks):
            return Fault(what, f"U+{ord(character):04X}", index)
    if not unicodedata.is_normalized("NFC", value):
        return Fault("it is not in Unicode's normal form NFC")
    return None


def text_fault(value: str) -> Fault | None:
    """The same of what is written now. Older logs may hold it: spaces at an end that nobody sees or types, and what
    every map of JavaScript seems to have."""
    if value == "__proto__":
        return Fault("no text, but a property of every map", value)
    ends = {0, len(value) - 1} if value else ()
    spaces = (Fault("a space at an end", f"U+{ord(value[at]):04X}", at) for at in ends if value[at] != " ")
    return character_fault(value) or next((fault for fault in spaces if value[fault.at].isspace()), None)


def _refused(character: str, category: str, before: str, marks: int) -> str | None:
    """Why this character is refused behind that one, as the last of so many combining signs; or None."""
    if category in _REFUSED:
        return _REFUSED[category]
    if marks > MOST_MARKS:
        return f"one of more than {MOST_MARKS} combining signs on each other"
    is_useful = (character in _JOINERS or _is_selector(character)) and _changes(before, character)
    if is_blank(character) and not is_useful:
        return "an invisible character"
    is_alone = _is_conjoining(character) and not unicodedata.name(before or " ", "").startswith("HANGUL ")
    return "a part of a syllable without its beginning" if is_alone else None


def _is_conjoining(character: str) -> bool:
    return any(first <= ord(character) < end for first, end in _CONJOINING)


def is_blank(character: str) -> bool:
    """Is nothing drawn of it? (Spaces are there to be seen.)"""
    return unicodedata.category(character) == "Cf" or character in _BLANKS or _is_selector(character)


def _is_selector(character: str) -> bool:
    """Does it choose how the one before it is drawn?"""
    code = ord(character)
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF or 0x180B <= code <= 0x180F


def _changes(before: str, character: str) -> bool:
    """Can a joiner or selector change how the one before it is drawn? Letters of Latin, Greek and Cyrillic look as
    they do without."""
    if before.isascii():
        return before != "" and before in _KEYCAPS and _is_selector(character)
    if before in _JOINERS or before.isspace():
        return False
    return not unicodedata.name(before, "").startswith(("LATIN ", "GREEK ", "CYRILLIC "))


def is_visible(value: str) -> bool:
    """Is there anything in it to be seen?"""
    return bool(value.strip().strip(_JOINERS + _BLANKS))


def check_text(value: str, max_chars: int, path: str = "$") -> None:
    """ProtocolError `text` unless `value` has 1 to `max_chars` permitted characters, one of them visible."""
    if len(value) > max_chars:
        raise ProtocolError("text", path, problem=f"it has {len(value)} characters, at most {max_chars} are kept")
    if not is_visible(value):
        raise ProtocolError("text", path, problem="it is empty")
    if (fault := text_fault(value)) is not None:
        raise ProtocolError("text", path, problem=str(fault))


def check_texts(value: Any, max_chars: int, path: str = "$") -> None:
    """`check_text` for every text in a plain value, free maps included. What is empty was left out; that an id names
    something is asked where it is looked up."""
    match value:
        case str() if value:
            check_text(value, max_chars, path)
        case dict():
            for key, inner in value.items():
                check_texts(key, max_chars, path)
                check_texts(inner, max_chars, f"{path}.{key}")
        case list() | tuple():
            for at, inner in enumerate(value):
                check_texts(inner, max_chars, f"{path}[{at}]")
        case _:
            pass
