"""Names that look like each other: what is left of a name when all that eyes don't tell apart is made the same. Pure.

Unicode's compatibility forms (NFKC) make styled, wide and joined letters plain. The table holds the letters of Greek
and Cyrillic that Latin has as well, and the few within Latin; other scripts look like none of these.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_SAME = (
    ("ΑА", "A"), ("ΒВ", "B"), ("СϹ", "C"), ("ԁ", "d"), ("ΕЕ", "E"), ("Ғ", "F"), ("Ԍ", "G"), ("ΗН", "H"), ("ЈͿ", "J"),
    ("ΚК", "K"), ("ΜМ", "M"), ("Ν", "N"), ("ΟОՕ0", "O"), ("ΡР", "P"), ("Ԛ", "Q"), ("Ѕ", "S"), ("ΤТ", "T"), ("Ѵ", "V"),
    ("Ԝ", "W"), ("ΧХ", "X"), ("ΥУҮ", "Y"), ("Ζ", "Z"), ("аɑα", "a"), ("сϲ", "c"), ("еҽ", "e"), ("ɡ", "g"), ("һ", "h"),
    ("іıɩι", "i"), ("јϳ", "j"), ("κк", "k"), ("оοօσ", "o"), ("рρ", "p"), ("ԛ", "q"), ("г", "r"), ("ѕ", "s"), ("υ", "u"),
    ("ѵν", "v"), ("ԝω", "w"), ("хχ", "x"), ("уγү", "y"), ("ӏ", "l"),
    ("IΙІӀ1|ǀ", "l"), ("‐‑‒–—−", "-"), ("’‘ʼʹ`´′", "'"), ("“”„″", '"'), ("․", "."),
)  # fmt: skip
_UNSEEN = (*range(0x180B, 0x1810), 0x200C, 0x200D, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
"""Joiners and selectors: all that may stand in a text and is not drawn."""
_LIKE = {**dict.fromkeys(_UNSEEN, ""), **{ord(one): to for those, to in _SAME for one in those}}


def skeleton(name: str) -> str:
    """What a name looks like: equal for two names that look the same, and for others only by chance."""
    plain = unicodedata.normalize("NFKC", name).translate(_LIKE)
    return " ".join(unicodedata.normalize("NFC", plain).split())


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that looks like this name without being it. The very same name is none."""
    wanted = skeleton(name)
    return next((other for other in others if other != name and skeleton(other) == wanted), None)
