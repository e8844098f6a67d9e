"""People may write what can be seen, in every script; what hides or turns text is refused."""

import sys
import unicodedata
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import CODECS, Codec
from protocol.errors import ProtocolError
from protocol.limits import CHAT_CHARS, NAME_CHARS
from protocol.text import character_problem, check_text

SPACES = "\u00a0\u1680\u2000\u2003\u2009\u200a\u202f\u205f\u3000"

GOOD = [
    "Hagen",
    "Séla von Öd",
    "李",
    "שלום",
    "नमस्ते",
    "نامه\u200cها",
    "👩\u200d🚀",
    "🏳\ufe0f\u200d🌈",
    "1\ufe0f\u20e3",
    "שָׁלוֹם",
    "葛\U000e0100城",
    "<b>Hagen</b>",
    "' OR 1=1",
    "10\u00a0m",
    "한글",
    "ᄒᆞᆫ글",
    "ᄒ\ud7b0\ud7cb",
    "constructor",
    "proto",
    "a" * NAME_CHARS,
]
BAD = [
    "",
    "   ",
    "\u200d\u200c",
    "a" * (NAME_CHARS + 1),
    "nul\0",
    "line\nbreak",
    "tab\t",
    "escape\x1b[31m",
    "next\x85line",
    "turned \u202e text",
    "isolated \u2067 text",
    "mark \u200f",
    "bom \ufeff",
    "soft\u00adhyphen",
    "tag \U000e0041",
    "separator \u2028",
    "half \ud83d",
    "e\u0301",
    "Ha\u200dgen",
    "Hagen\ufe0f",
    "Wolf 1\u200d",
    "\u0413\u200c",
    "\u200dHagen",
    "👩\u200d\u200d🚀",
    "\u3164",
    "Sela\u2800",
    "q\u034f",
    "\ud7b0",
    "Hagen\ud7b0",
    "\u1161",
    "\u11a8",
    "\ud7fb",
    "ᄒ" + "\ud7b0" * 4,
    "ᄒ\ud7b0\ud7cb\u11a8\u1161",
    *(f"Hagen{space}" for space in SPACES),
    *(f"{space}Hagen" for space in SPACES),
    "__proto__",
    "q" + "\u0320" * 4,
    "q" + "\u0301\u0320\u0489\u0300",
]


@pytest.mark.parametrize("name", GOOD)
def test_name_is_taken(name: str) -> None:
    """Scripts, emoji and markup (shown literally) are names like any other."""
    check_text(name, NAME_CHARS)


@pytest.mark.parametrize("name", BAD, ids=map(ascii, BAD))
def test_name_is_refused(name: str) -> None:
    """Rows 39 and 40: the code is `text`, the path is the caller's."""
    with pytest.raises(ProtocolError) as caught:
        check_text(name, NAME_CHARS, "$.intent.name")
    assert (caught.value.code, caught.value.path) == ("text", "$.intent.name")


def test_chat_ends_at_its_limit() -> None:
    """2,000 characters are taken, one more is not."""
    check_text("é" * CHAT_CHARS, CHAT_CHARS)
    with pytest.raises(ProtocolError, match="2001 characters, at most 2000"):
        check_text("é" * (CHAT_CHARS + 1), CHAT_CHARS)


@given(st.text(max_size=80))
def test_taken_text_is_normal_and_shows_itself(text: str) -> None:
    """Whatever passes is in NFC and holds no control, line or direction character."""
    try:
        check_text(text, 80)
    except ProtocolError:
        return
    assert unicodedata.normalize("NFC", text) == text
    assert not {unicodedata.category(character) for character in text} & {"Cc", "Cs", "Zl", "Zp"}
    assert not {unicodedata.bidirectional(character) for character in text} & {
        "LRE",
        "RLE",
        "LRO",
        "RLO",
        "PDF",
        "LRI",
        "RLI",
    }


def test_signs_are_stacked_three_high() -> None:
    """As the scripts that need most of them do."""
    check_text("q\u0320\u0330\u0301 q\u0320\u0330\u0301", NAME_CHARS)


@given(
    st.text(
        st.characters(min_codepoint=0x1160, max_codepoint=0x11FF) | st.sampled_from("\ud7b0\ud7cb\ud7fb"), min_size=1
    )
)
def test_parts_of_syllables_need_a_beginning(parts: str) -> None:
    """Alone nothing is drawn of them, behind another letter they are drawn over it."""
    for before in ("", "Hagen", "\u0391", "李", " "):
        with pytest.raises(ProtocolError, match="text"):
            check_text(unicodedata.normalize("NFC", before + parts), CHAT_CHARS)


@pytest.mark.parametrize("name", ["Hagen\u00a0", "\u3000Hagen", "__proto__"], ids=ascii)
def test_what_older_logs_hold_is_still_read(name: str) -> None:
    """A file of theirs is taken in as before: the rule is for what is written now."""
    assert character_problem(name) is None


def _calls(work: Callable[[], object]) -> int:
    """How many functions are called by the work, Python's own included."""
    called: list[str] = []
    sys.setprofile(lambda _frame, event, _argument: called.append(event))
    try:
        work()
    finally:
        sys.setprofile(None)
    return sum(event in ("call", "c_call") for event in called)


@pytest.mark.parametrize(("sign", "most"), [("é", 0), ("漢", 0), ("…", 1), ("q\u0320", 2), ("漢\ufe0f", 8)], ids=ascii)
def test_text_costs_little_however_long_it_is(sign: str, most: int) -> None:
    """Everybody waits while a message is looked through, and one may be full of text: letters cost nothing each, signs
    a look, and only what may be invisible some more."""
    count = 1_000
    assert _calls(lambda: character_problem(sign * count)) <= most * count + 20


@pytest.mark.parametrize("codec", CODECS.values(), ids=list(CODECS))
def test_text_is_looked_through_once(codec: Codec) -> None:
    """When its message comes; reading the body asks no more than whether there is something to be seen."""
    read = codec.reader(dict[str, str], "$.intent")
    body = msgspec.Raw(codec.to_bytes({"text": "…" * 4_000}))
    assert _calls(lambda: read(body)) < 100
