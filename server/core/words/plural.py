"""Numbers with their nouns: `{wounds wound|wounds}` in a sentence is `1 wound` or `2 wounds`.

English and German both tell one from everything else; clients with more languages ask their own rules.
"""

import re
from typing import Any

GAP = re.compile(r"\{([\w.]+)(?: ([^{}|]+)\|([^{}|]+))?\}")
"""A field, and perhaps the noun for one and for others."""


def noun(count: Any, one: str | None, other: str | None) -> str:
    """The noun behind a number, with its blank; empty where the sentence names none."""
    return "" if one is None else f" {one if count == 1 else other}"
