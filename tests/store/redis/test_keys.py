"""The names in Redis."""

from __future__ import annotations

import pytest

from server.store.redis.keys import encounter_of, key, wake_channel

ENCOUNTER = "00112233445566778899aabbccddeeff"


def test_keys_of_an_encounter_share_a_slot() -> None:
    """The braces hold the id, and nothing but the id."""
    assert key(ENCOUNTER, "log") == "fray:{00112233445566778899aabbccddeeff}:log"
    assert encounter_of(key(ENCOUNTER, "log").encode()) == ENCOUNTER


@pytest.mark.parametrize(
    "bad", ["", "00", ENCOUNTER.upper(), ENCOUNTER + "0", ENCOUNTER[:-1] + "}", ENCOUNTER[:-1] + "\n"]
)
def test_nothing_else_is_an_encounter(bad: str) -> None:
    """A name that is not 32 lowercase hex digits reaches no key."""
    with pytest.raises(ValueError, match="32 lowercase hex digits"):
        key(bad, "log")
    assert encounter_of(f"fray:{{{bad}}}:log".encode()) is None


def test_wakes_use_64_channels() -> None:
    """Every id has one of 64 channels."""
    channels = {wake_channel(f"{number:02x}" + "0" * 30) for number in range(256)}

    assert {b"fray:wake:%d" % number for number in range(64)} == channels
