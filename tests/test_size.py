"""What counts as a line of code."""

from __future__ import annotations

from pathlib import Path

from tests.size import Size, measured, size_of, size_under, table

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
    assert size_of(SOURCE) == Size(code=7, lines=SOURCE.count("\n"), rules=7)
    assert size_of("") == Size(0, 0, 0)
    assert size_of("x = [\n\n    1,  # one\n]\n") == Size(3, 4, 3)


def test_every_system_is_measured_and_all_together() -> None:
    """All columns add up."""
    sizes = measured()
    own = [size for name, size in sizes.items() if name not in ("all systems", "kit", "skirmish")]
    assert {"brink", "tirakan"} <= sizes.keys()
    assert sizes["all systems"] == Size(*map(sum, zip(*own, strict=True)))
    assert all(0 < size.rules < size.code < size.lines for size in own)


def test_the_second_toy_stays_small() -> None:
    """It shows how little a system needs that has all of this: no more than 300 lines, comments and all."""
    toy = Path(__file__).parent / "toy_two/toy_two/__init__.py"
    assert toy.read_text("utf-8").count("\n") <= 300


def test_words_demos_and_samples_hold_no_rules(tmp_path: Path) -> None:
    """Wherever they lie below the system's folder, whatever that is called."""
    folder = tmp_path / "words_of_power"
    for name in ("acts.py", "words/show.py", "words.py", "things/samples.py", "demo_modern.py", "things/items.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x = 1\n", "utf-8")
    assert size_under(folder) == Size(code=6, lines=6, rules=2)


def test_a_system_on_the_kit_is_small() -> None:
    """Whoever writes one needs no more lines than that, besides words and demo."""
    assert measured()["skirmish"].lines <= 600


def test_the_table_has_a_line_for_each() -> None:
    """With thousands set apart."""
    rows = table({"brink": Size(1234, 20, 5)}).split("\n")
    assert [row.split() for row in rows] == [["code", "wc", "-l", "rules"], ["brink", "1,234", "20", "5"]]
    assert len({len(row) for row in rows}) == 1
