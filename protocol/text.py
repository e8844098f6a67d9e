"""Which texts people may write: names, titles, chat, reasons. Only the rule; who asks for a text says how long."""

import re
import unicodedata
from functools import lru_cache
from typing import Any, NamedTuple

from protocol.errors import ProtocolError

_JOINERS = "\u200c\u200d"  # several scripts and most composed emoji need them
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters, signs and marks by their category, but nothing is drawn."""
_NOTHING_SEEN = _JOINERS + _BLANKS
_LETTERS = re.compile(rf"(?:(?![{_BLANKS}\u1160-\u11ff\ud7b0-\ud7fb])[\w -~])*")
"""Letters, digits, and all that is printed of ASCII: nothing else can be wrong with a text."""
_SELECTORS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Variation selectors: each chooses how the character before it is drawn."""
_UNSEEN = _SELECTORS.union(_BLANKS)
_KEYCAPS = "#*0123456789"
MOST_MARKS = 3
"""So many combining signs one letter bears, in any script; more are drawn over the lines around."""
_CONJOINING = frozenset(map(chr, (*range(0x1160, 0x1200), *range(0xD7B0, 0xD7FC))))
"""Vowels and endings of Hangul's syllables: drawn into the letter before them, alone as nothing."""
FORBIDDEN_KEYS = frozenset({"__proto__", "constructor", "prototype"})
"""In JavaScript every map seems to have them."""
_REFUSED = {
    "Cc": "a control character",
    "Cs": "half a surrogate pair",
    "Zl": "a line separator",
    "Zp": "a line separator",
}
_LOOKED_AT = frozenset({*_REFUSED, "Cf"})
"""Categories of what is refused everywhere, or where nothing is drawn of it."""


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
    if not _LETTERS.fullmatch(value) and (fault := _first_refused(value)):
        return fault
    if not unicodedata.is_normalized("NFC", value):
        return Fault("it is not in Unicode's normal form NFC")
    return None


def text_fault(value: str) -> Fault | None:
    """What is wrong with a text that somebody writes now; older logs may hold what `_written_fault` refuses."""
    return character_fault(value) or _written_fault(value)


def _written_fault(value: str) -> Fault | None:
    """What older logs may hold: spaces at an end that nobody sees or types, and what every map of JavaScript seems to
    have."""
    if value == "__proto__":
        return Fault("no text, but a property of every map", value)
    if value.isascii():  # its other blanks are control characters
        return None
    ends = {0, len(value) - 1} if value else ()
    spaces = (Fault("a space at an end", f"U+{ord(value[at]):04X}", at) for at in ends if value[at] != " ")
    return next((fault for fault in spaces if value[fault.at].isspace()), None)


def _first_refused(value: str) -> Fault | None:
    """The first character that may not stand where it stands."""
    marks, before = 0, ""
    for index, character in enumerate(value):
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") or character in _CONJOINING else 0
        is_notable = category in _LOOKED_AT or character in _UNSEEN or character in _CONJOINING or marks > MOST_MARKS
        if is_notable and (what := _refused(character, category, before, marks)):
            return Fault(what, f"U+{ord(character):04X}", index)
        before = character
    return None


def _refused(character: str, category: str, before: str, marks: int) -> str | None:
    """Why this notable character is refused behind that one, as the last of so many combining signs; or None."""
    if category in _REFUSED:
        return _REFUSED[category]
    if marks > MOST_MARKS:
        return f"one of more than {MOST_MARKS} combining signs on each other"
    if character in _CONJOINING and character not in _BLANKS:
        is_alone = not unicodedata.name(before or " ", "").startswith("HANGUL ")
        return "a part of a syllable without its beginning" if is_alone else None
    if category != "Cf" and character not in _UNSEEN:
        return None
    is_useful = (character in _JOINERS or character in _SELECTORS) and _changes(before, character)
    return None if is_useful else "an invisible character"


def _changes(before: str, character: str) -> bool:
    """Can a joiner or selector change how the one before it is drawn? Letters of Latin, Greek and Cyrillic look as
    they do without."""
    if before.isascii():
        return before != "" and before in _KEYCAPS and character in _SELECTORS
    if before in _JOINERS or before.isspace():
        return False
    return not _is_western(before)


@lru_cache(maxsize=1024)
def _is_western(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(("LATIN ", "GREEK ", "CYRILLIC "))


def is_visible(value: str) -> bool:
    """Is there anything in it to be seen?"""
    return bool(value.strip().strip(_NOTHING_SEEN))


def check_text(value: str, max_chars: int, path: str = "$") -> None:
    """ProtocolError `text` unless `value` has 1 to `max_chars` permitted characters, one of them visible."""
    if len(value) > max_chars:
        raise ProtocolError("text", path, problem=f"it has {len(value)} characters, at most {max_chars} are kept")
    if not is_visible(value):
        raise ProtocolError("text", path, problem="it is empty")
    if (fault := text_fault(value)) is not None:
        raise ProtocolError("text", path, problem=str(fault))


def check_written(value: Any, path: str = "$") -> None:
    """`check_text` for every text in a plain value, free maps included, but for its characters: they were looked at
    when the message came. What is empty was left out; that an id names something is asked where it is looked up."""
    match value:
        case str() if value:
            if not is_visible(value):
                raise ProtocolError("text", path, problem="it is empty")
            if (fault := _written_fault(value)) is not None:
                raise ProtocolError("text", path, problem=str(fault))
        case dict():
            for key, inner in value.items():
                check_written(key, path)
                check_written(inner, f"{path}.{key}")
        case list() | tuple():
            for at, inner in enumerate(value):
                check_written(inner, f"{path}[{at}]")
        case _:
            pass
