"""What export files are called."""

import pytest

from server.archive.file_name import file_name
from server.core.ids import GM, PUBLIC

ID = "0123456789abcdef" * 2


@pytest.mark.parametrize(
    ("title", "audience", "name"),
    [
        ("Toll at the Bridge", GM, f"Toll-at-the-Bridge.{ID}.gm.fray"),
        ("Zoll an der Brücke (2)", "seat:hagen", f"Zoll-an-der-Brücke-2.{ID}.hagen.fray"),
        ("../../etc/passwd", PUBLIC, f"etc-passwd.{ID}.public.fray"),
        ('C:\\a"b*c?<d>|\n', GM, f"C-a-b-c-d.{ID}.gm.fray"),
        (".", GM, f"{ID}.gm.fray"),
        ("", GM, f"{ID}.gm.fray"),
    ],
)
def test_a_file_is_called_by_title_id_and_audience(title: str, audience: str, name: str) -> None:
    """In letters that every file system takes."""
    assert file_name(title, ID, audience) == name


def test_a_long_title_still_makes_a_name_that_a_file_system_takes() -> None:
    """Of letters that need four bytes each, for a seat with the longest id."""
    assert len(file_name("\U00020000" * 64, ID, "seat:" + "s" * 40).encode()) <= 255
