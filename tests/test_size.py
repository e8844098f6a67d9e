"""What counts as a line of code."""

from __future__ import annotations

from tests.size import Size, measured, size_of, table

SOURCE = '''"""A docstring
of two lines."""

import os  # counts


class Cup:
    """Not counted."""

    depth: int = 1
    """Nor this."""

    # nor this
    def text(self) -> str:
        return """counts,
as does this
"""
'''


def test_blank_lines_comments_and_docstrings_are_no_code() -> None:
    """All else is: a string of many lines that is a value counts with each of them."""
    assert size_of(SOURCE) == Size(code=7, lines=SOURCE.count("\n"))
    assert size_of("") == Size(0, 0)
    assert size_of("x = [\n\n    1,  # one\n]\n") == Size(3, 4)


def test_every_system_is_measured_and_all_together() -> None:
    """Both columns add up."""
    sizes = measured()
    own = [size for name, size in sizes.items() if name not in ("all systems", "kit", "skirmish")]
    assert {"brink", "tirakan"} <= sizes.keys()
    assert sizes["all systems"] == Size(sum(size.code for size in own), sum(size.lines for size in own))
    assert all(0 < size.code < size.lines for size in own)


def test_a_system_on_the_kit_is_small() -> None:
    """Whoever writes one needs no more lines than that, besides words and demo."""
    assert measured()["skirmish"].lines <= 600


def test_the_table_has_a_line_for_each() -> None:
    """With thousands set apart."""
    assert table({"brink": Size(1234, 20)}) == "rules             code   wc -l\nbrink            1,234      20"
