"""Numbers with their nouns: `{wounds wound|wounds}` in a sentence is `1 wound` or `2 wounds`, and `{who waits|wait}` is
`Ann waits` or, of a list, `Ann, Bob wait`.

English and German both tell one from everything else; clients with more languages ask their own rules.
"""

import re
from typing import Any

GAP = re.compile(r"\{([\w.]+)!?(?: ([^{}|]+)\|([^{}|]+))?\}")
"""A field, and perhaps the noun for one and for others. With a `!` it holds what people have written: that is shown as
it is, for it may be the same as a key."""


def noun(count: Any, one: str | None, other: str | None) -> str:
    """The noun behind a number, or the verb behind a list of people or behind one of them, with its blank; empty where
    the sentence names none."""
    number = len(count) if isinstance(count, list) else 1 if isinstance(count, str) else count
    return "" if one is None else f" {one if number == 1 else other}"
