"""Every bad input has its code, and every code its text."""

import re

import pytest

from protocol.errors import CLOSES, CODES, ProtocolError, merge, text_of

# The project's list of bad inputs: what the server answers. A number is a close code that the WebSocket library
# gives without us, `http` an answer before there is a socket, `ok` no refusal.
ROWS: dict[int, str | int] = {
    1: "http", 2: "http", 3: "http", 4: "http", 5: "hello_timeout", 6: "hello_expected", 7: "state",
    8: "unsupported_version", 9: "token", 10: "token_expired", 11: "wrong_encounter", 12: "seat_revoked",
    13: "wrong_frame", 14: 1002, 15: 1002, 16: 1002, 17: 1007, 18: 1009, 19: "too_large", 20: 1009,
    21: "decode", 22: "decode", 23: "decode", 24: "decode", 25: "decode", 26: "depth", 27: "decode", 28: "decode",
    29: "decode", 30: "decode", 31: "range", 32: "schema", 33: "unknown_type", 34: "schema", 35: "schema",
    36: "schema", 37: "range", 38: "ok", 39: "text", 40: "text", 41: "schema", 42: "ok", 43: "id_reused",
    44: "schema", 45: "stale_settle", 46: "ahead", 47: "forked", 48: "not_found", 49: "closed", 50: "integrity",
    51: "turn", 52: "forbidden", 53: "forbidden", 54: "forbidden", 55: "not_found", 56: "illegal", 57: "resource",
    58: "illegal", 59: "illegal", 60: "range", 61: "dice", 62: "window", 63: "undo", 64: "forbidden",
    65: "nothing_to_redo", 66: "ahead", 67: "ok", 68: "rate", 69: "too_many_sessions", 70: "unavailable",
    71: "pending", 72: "internal", 73: "import", 74: "version",
}  # fmt: skip
CLOSING = {
    5: 4408,
    6: 4400,
    8: 4406,
    9: 4401,
    10: 4401,
    11: 4403,
    12: 4403,
    13: 1003,
    19: 1009,
    68: 4429,
    69: 4429,
    72: 1011,
}


def test_every_bad_input_has_a_code() -> None:
    """No row of the list is without an answer."""
    assert list(ROWS) == list(range(1, 75))
    assert {code for code in ROWS.values() if isinstance(code, str)} - {"http", "ok"} <= CODES.keys()


def test_bad_inputs_close_with_the_codes_of_the_list() -> None:
    """Where the list says `close n`, the row's code closes with n."""
    assert {row: CLOSES[str(ROWS[row])] for row in CLOSING} == CLOSING


def test_closing_codes_have_texts() -> None:
    """Whoever is sent away can read why, and the reason fits into a close frame."""
    assert CLOSES.keys() <= CODES.keys()
    assert all(code in {1003, 1009, 1011, 1012, 1013} or 4400 <= code < 4500 for code in CLOSES.values())


@pytest.mark.parametrize("code", CODES)
def test_code_and_text_keep_the_style(code: str) -> None:
    """Codes are lower_snake; texts are sentences with named gaps."""
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)
    assert CODES[code].endswith(".")
    assert all(re.fullmatch(r"[a-z_]+", gap) for gap in re.findall(r"\{(.*?)\}", CODES[code]))


def test_text_names_the_numbers() -> None:
    """The gaps of a pattern are filled from the detail."""
    assert text_of(CODES, "ahead", {"n": 99, "newest": 42}) == "Position 99 does not exist yet; the newest is 42."


def test_missing_number_leaves_its_name() -> None:
    """A rejection without its detail is poor, but still a rejection."""
    assert text_of(CODES, "ahead", {"n": 99}) == "Position 99 does not exist yet; the newest is {newest}."


def test_unknown_code_is_a_bug() -> None:
    """Nobody can invent a code that is in no table."""
    with pytest.raises(KeyError):
        ProtocolError("made_up")


def test_systems_bring_their_own_codes() -> None:
    """Tables are joined; the same text twice is no conflict, two texts for one code are."""
    own = {"prone": "{x} is prone and must stand up first.", "turn": CODES["turn"]}
    merged = merge(CODES, own)
    assert text_of(merged, "prone", {"x": "Hagen"}) == "Hagen is prone and must stand up first."
    assert merged.keys() == CODES.keys() | {"prone"}
    with pytest.raises(ValueError, match="'turn' has two texts"):
        merge(CODES, {"turn": "Wait."})
