"""Numbers with their nouns: `{wounds wound|wounds}` in a sentence is `1 wound` or `2 wounds`, and `{who waits|wait}` is
`Ann waits` or, of a list, `Ann, Bob wait`.

English and German both tell one from everything else; clients with more languages ask their own rules.
"""

import re
from typing import Any

GAP = re.compile(r"\{([\w.]+)(?: ([^{}|]+)\|([^{}|]+))?\}")
"""A field, and perhaps the noun for one and for others."""


def noun(count: Any, one: str | None, other: str | None) -> str:
    """The noun behind a number, or the verb behind a list of people, with its blank; empty where the sentence names
    none."""
    number = len(count) if isinstance(count, list) else count
    return "" if one is None else f" {one if number == 1 else other}"
