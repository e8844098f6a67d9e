"""The gateway's WebSocket against our table of what must come back, through a real socket."""

from __future__ import annotations

from pathlib import Path

from tests.audit.echo import echoing
from tests.audit.websocket import judge, wrongs_of


async def test_every_case_gets_what_it_must(tmp_path: Path) -> None:
    """Controls before replies, replies before the close, nothing behind it."""
    async with echoing(tmp_path) as house:
        assert await wrongs_of(house.port) == []


def test_results_are_judged() -> None:
    """A case too large for us has to be refused with that number; any other has to be right."""
    right = {"behavior": "OK", "behaviorClose": "OK", "remoteCloseCode": 1000}
    large = {"behavior": "FAILED", "behaviorClose": "FAILED", "remoteCloseCode": 1009}
    assert judge({"1.1.1": right, "9.1.2": large})[0] == []
    wrongs, figures = judge({"1.1.1": right | {"behavior": "FAILED"}, "9.1.2": large | {"remoteCloseCode": 1000}})
    assert [wrong.split(":")[0] for wrong in wrongs] == ["1.1.1", "9.1.2"]
    assert figures == "1 failed, 1 refused with 1009 (more than 64 KiB)"
    assert judge({"7.1.5": right | {"behaviorClose": "WRONG CODE"}})[0] == ["7.1.5: OK, WRONG CODE, closed with 1000"]
