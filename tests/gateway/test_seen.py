"""What its sender has seen counts for intents that name it (`System.unsettling`), and for no others."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import msgspec
from three_cups import SYSTEM, Choose, CupChosen

from protocol import messages as m
from tests.gateway.conftest import Opening
from tests.gateway.house import Player

NAMING = replace(SYSTEM, unsettling={Choose: (CupChosen,)})


async def says(player: Player, intent: dict[str, Any], seen: int) -> str:
    """Submit with what was seen; returns the code of the refusal, if there is one."""
    body = msgspec.Raw(player.codec.to_bytes(intent))
    await player.send(m.Submit(id=os.urandom(16), intent=body, nonce=bytes(16), seen=seen))
    answer = await player.next(m.Ack, m.Rejected)
    return answer.code if isinstance(answer, m.Rejected) else ""


async def test_nobody_settles_what_has_changed_unseen_but_everything_else_may_be_done(opening: Opening) -> None:
    """Bob has chosen since Ann looked. Her own choice from before does not unsettle her."""
    house = await opening(systems={"three_cups": NAMING})
    gm, ann, bob = [await house.sit(seat) for seat in ("gm", "ann", "bob")]
    await gm.submit({"type": "begin"})
    begun = (await ann.next(m.Update)).n
    await ann.submit({"type": "choose", "who": "a", "cup": 1})
    own = (await ann.next(m.Update)).n
    choose = {"type": "choose", "who": "a", "cup": 2}
    assert await says(ann, choose, begun) == ""
    await bob.submit({"type": "choose", "who": "b", "cup": 1})
    assert await says(ann, choose, own) == "stale_settle"
    pass_on = {"type": "auto_pass", "kinds": []}
    assert [await says(ann, pass_on, seen) for seen in (0, own, 10_000)] == ["", "", ""]
    assert await says(ann, choose, 10_000) == "ahead"
    newest = max(one.n for one in ann.messages if isinstance(one, m.Update))
    assert await says(ann, choose, newest) == ""
