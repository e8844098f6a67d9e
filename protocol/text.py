"""Which texts people may write: names, titles, chat, reasons. Only the rule; who asks for a text says how long."""

import unicodedata

from protocol.errors import ProtocolError

_JOINERS = "\u200c\u200d"  # several scripts and most composed emoji need them
_REFUSED = {
    "Cc": "a control character",
    "Cs": "half a surrogate pair",
    "Zl": "a line separator",
    "Zp": "a line separator",
}


def character_problem(value: str) -> str | None:
    """What is wrong with the characters of `value`, or None.

    Refused are control characters, line separators, every invisible format character but the two joiners
    (so also all that turn the direction of writing), and text that is not in NFC.
    """
    if value.isascii() and value.isprintable():
        return None
    for index, character in enumerate(value):
        category = unicodedata.category(character)
        if category in _REFUSED:
            return f"{_REFUSED[category]} (U+{ord(character):04X}) at {index}"
        if category == "Cf" and character not in _JOINERS:
            return f"an invisible character (U+{ord(character):04X}) at {index}"
    if not unicodedata.is_normalized("NFC", value):
        return "it is not in Unicode's normal form NFC"
    return None


def check_text(value: str, max_chars: int, path: str = "$") -> None:
    """ProtocolError `text` unless `value` has 1 to `max_chars` permitted characters, one of them visible."""
    if len(value) > max_chars:
        raise ProtocolError("text", path, problem=f"it has {len(value)} characters, at most {max_chars} are kept")
    if not value.strip().strip(_JOINERS):
        raise ProtocolError("text", path, problem="it is empty")
    if problem := character_problem(value):
        raise ProtocolError("text", path, problem=problem)
