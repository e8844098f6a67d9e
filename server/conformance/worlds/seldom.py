"""What was done seldom so far is done first, so that in few fights whatever is offered is done."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from client_demo.choice import filled
from server.conformance.fights import plain, seats
from server.conformance.worlds.meddling import ADD
from server.conformance.worlds.takebacks import is_taken
from server.scenario.rehearsal import Rehearsal

Plain = dict[str, Any]


def seldom_done(table: Rehearsal, luck: random.Random, taken: Counter[str]) -> tuple[str, Plain] | None:
    """Some seat, and what it is offered and was taken most seldom; None where it is not taken now."""
    seat = luck.choice(seats(table))
    intent = seldom(*plain(table, seat), luck, taken)
    return (seat, intent) if intent is not None and is_taken(table, (seat, intent, None)) else None


def seldom(offered: list[Plain], seen: Any, luck: random.Random, taken: Counter[str]) -> Plain | None:
    """Of the options that were taken most seldom, one by lot."""
    able = [option for option in offered if "reason" not in option and not _is_left_out(option)]
    least = min((taken[option["key"]] for option in able), default=0)
    able = [option for option in able if taken[option["key"]] == least]
    if not able:
        return None
    option = luck.choice(able)
    taken[option["key"]] += 1
    return _saying(filled(option, seen, luck), option)


def _is_left_out(option: Plain) -> bool:
    """Does it end the fight, or does one join who has the same things as another?"""
    return option["key"] == ADD or (not option.get("who") and option["key"].startswith("end"))


def _saying(intent: Plain | None, option: Plain) -> Plain | None:
    """What one says tells who says it."""
    for param in option.get("params", ()):
        if intent and param["kind"] == "text" and isinstance(intent.get(param["name"]), str) and option.get("who"):
            intent[param["name"]] = f"{option['who']} says so"[: param.get("most", 0)]
    return intent
