"""Core's refusals are said in every language that clients speak."""

import re

from server.core.errors import TEXTS
from server.core.words.german import GERMAN


def test_every_refusal_is_there_in_german_too() -> None:
    """A new code in `errors.TEXTS` needs a line in `german.GERMAN`, with the same numbers."""
    assert set(TEXTS) == set(GERMAN)
    for code, text in TEXTS.items():
        assert set(re.findall(r"\{(\w+)", text)) == set(re.findall(r"\{(\w+)", GERMAN[code])), code
