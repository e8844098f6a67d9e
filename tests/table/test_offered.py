"""Options go out in bytes that are made once for all who are offered the same object, and are bounded."""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.codec import JSON, MSGPACK
from protocol.list_delta import applied
from server.core.options import Option
from server.table.offers.offered import MOST_BODIES, Bodies, Offered


def _option(key: str) -> Option:
    return Option(key=key, intent={"type": key})


def _read(raw: msgspec.Raw) -> Any:
    return msgspec.msgpack.decode(bytes(raw))


def test_two_who_are_offered_the_same_object_get_the_same_bytes() -> None:
    """The second one's are not made anew; another subprotocol's and an equal object's are."""
    bodies, one = Bodies(), _option("strike")
    mine, yours = bodies.of([one], MSGPACK), bodies.of([_option("dodge"), one], MSGPACK)
    assert mine[0] is yours[1]
    assert bodies.of([_option("strike")], MSGPACK) == mine
    assert bodies.of([one], JSON) == [JSON.to_bytes(one)]


def test_more_options_than_are_kept_still_get_their_own_bytes() -> None:
    """However many come and go, each is told as what it is, and what is kept stays bounded."""
    bodies, before = Bodies(), Offered([], Bodies())
    told: list[Any] = []
    for turn in range(0, 3 * MOST_BODIES, 100):
        now = Offered([_option(f"deed{number}") for number in range(turn, turn + 200)], bodies)
        told = applied(told, _read(now.since(before, MSGPACK)))
        assert told == _read(now.whole(MSGPACK)) == [msgspec.to_builtins(option) for option in now.options]
        before = now
    known = bodies._known[MSGPACK.subprotocol]
    assert known.bodies.keys() == known.options.keys()
    assert len(known.bodies) <= MOST_BODIES + 200
