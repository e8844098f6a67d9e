"""The sheets in a text that a GM brings to the table."""

import pytest

from server.core.errors import Rejected
from server.core.size import check_size
from server.past.sheet_text import MOST_FILE_BYTES, ReadSheets, read_sheets, sheets_in
from server.rules.tirakan.words.demo import DEMO


def test_an_encounter_file_holds_a_sheet_for_each_combatant():
    """In the file's order, with the names people read."""
    assert [found.name for found in sheets_in(DEMO)] == ["Hagen", "Sela", "Robber", "Ilva"]
    assert sheets_in(DEMO)[3].sheet["main_hand"] == "long_bow"


@pytest.mark.parametrize("text", ['name = "Wolf"\n[sheet]\nstrength = 2', '{"name": "Wolf", "sheet": {"strength": 2}}'])
def test_a_single_sheet_is_read_as_toml_and_as_json(text: str):
    """With its name beside it."""
    assert [(found.name, found.sheet) for found in sheets_in(text)] == [("Wolf", {"strength": 2})]


def test_what_is_neither_is_refused_with_the_reason():
    """The line and what is wrong there."""
    with pytest.raises(Rejected, match="no_sheet") as refused:
        sheets_in("strength: 2")
    assert "line 1" in refused.value.detail["reason"]


def test_bytes_that_are_no_text_are_refused():
    """As a file that holds no sheet."""
    with pytest.raises(Rejected, match="no_sheet"):
        read_sheets(None, ReadSheets(file=b"\xff\xfe"))  # type: ignore[arg-type]
    assert read_sheets(None, ReadSheets(file=b"quickness = 2"))[0].sheet == {"quickness": 2}  # type: ignore[arg-type]


def test_a_file_may_be_as_long_as_the_frame_lets_it() -> None:
    """What an intent may hold is no bound for a question, which leaves nothing behind."""
    check_size(ReadSheets(file=b"#" * MOST_FILE_BYTES), MOST_FILE_BYTES)
    with pytest.raises(Rejected):
        check_size(ReadSheets(file=b"#" * MOST_FILE_BYTES))
