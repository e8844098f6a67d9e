"""Which texts people may write: names, titles, chat, reasons. Only the rule; who asks for a text says how long."""

import unicodedata
from typing import NamedTuple

from protocol.errors import ProtocolError

_JOINERS = "\u200c\u200d"  # several scripts and most composed emoji need them
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

    Refused are control characters, line separators, every invisible format character but the two joiners
    (so also all that turn the direction of writing), and text that is not in NFC.
    """
    if value.isascii() and value.isprintable():
        return None
    for index, character in enumerate(value):
        category = unicodedata.category(character)
        if category in _REFUSED:
            return Fault(_REFUSED[category], f"U+{ord(character):04X}", index)
        if category == "Cf" and character not in _JOINERS:
            return Fault("an invisible character", f"U+{ord(character):04X}", index)
    if not unicodedata.is_normalized("NFC", value):
        return Fault("it is not in Unicode's normal form NFC")
    return None


def is_visible(value: str) -> bool:
    """Is there anything in it to be seen?"""
    return bool(value.strip().strip(_JOINERS))


def check_text(value: str, max_chars: int, path: str = "$") -> None:
    """ProtocolError `text` unless `value` has 1 to `max_chars` permitted characters, one of them visible."""
    if len(value) > max_chars:
        raise ProtocolError("text", path, problem=f"it has {len(value)} characters, at most {max_chars} are kept")
    if not is_visible(value):
        raise ProtocolError("text", path, problem="it is empty")
    if problem := character_problem(value):
        raise ProtocolError("text", path, problem=problem)
