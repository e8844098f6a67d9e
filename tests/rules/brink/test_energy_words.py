"""What is spent is called energy wherever people read of it, in both languages."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from server.rules.brink import SYSTEM


def texts(value: Any) -> Iterator[str]:
    """All that people read of a catalogue."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts(each)


def test_energy_has_one_name() -> None:
    """And not the specification's abbreviation."""
    told = list(texts(SYSTEM.catalog))
    assert len(told) > 100
    assert [text for text in told if re.search(r"(?<!\{)\b(ep|EP)\b", text)] == []
