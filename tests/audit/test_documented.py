"""What operators are told is so: limits, lines of the log, times."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from protocol.limits import CLIENT_FRAME_BYTES
from server import gateway
from server.cli.log_lines import JsonLines
from server.gateway.limits import Limits, Rate

PAGE = (Path(gateway.__file__).parent / "README.md").read_text("utf-8")
SERVER = Path(gateway.__file__).parent.parent
EVENT = re.compile(r"""(?:"event": |note\(|noted\()"([a-z_]+)\"""")


def said(rate: Rate) -> str:
    """As the page says it."""
    if rate.per_s >= 1:
        return f"{rate.burst} at once, {rate.per_s:g}/s"
    return f"{rate.burst} at once, one in {1 / rate.per_s:g} s"


@pytest.mark.parametrize("limits", [Limits()])
def test_the_operators_page_tells_the_limits(limits: Limits) -> None:
    """Rates, sessions, sockets, patience, sizes: as they are."""
    table = PAGE.partition("## Metrics")[0]
    rates = (limits.spectator, limits.connects, limits.creations, limits.mistakes, limits.openings)
    told = [
        *map(said, rates), f"player {limits.player.burst} at once, {limits.player.per_s:g}/s",
        f"GM {limits.gm.burst}, {limits.gm.per_s:g}/s", f"| sessions of a seat | {limits.sessions_per_seat} |",
        f"| {limits.sockets_per_address} |", f"| {limits.connections:,}, or", f"| {limits.hello_s:g} s |",
        f"{limits.ping_every_s:g} to {2 * limits.ping_every_s:g} s", f"| {CLIENT_FRAME_BYTES // 1024} KiB,",
        "an encounter file | 1 MiB,",
    ]  # fmt: skip
    assert [each for each in told if each not in table] == []


def test_the_operators_page_tells_every_line_of_the_log() -> None:
    """Whoever collects lines knows which there are."""
    events = {event for path in SERVER.rglob("*.py") for event in EVENT.findall(path.read_text("utf-8"))}
    assert len(events) > 10
    told = set(re.findall(r"`([a-z_]+)`", PAGE.partition("## Log")[2].partition("## Folder")[0]))
    assert events - told == set()


def test_times_in_the_log_are_utc() -> None:
    """With their offset."""
    record = logging.LogRecord("a", logging.INFO, "f", 1, "it", (), None)
    assert re.search(r'"at": "[0-9T:.-]+\+00:00"', JsonLines().format(record))
