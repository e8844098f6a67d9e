"""Another choice in place of one that is made: another number, way, word or mode, another answer to the same question,
another ruling of the GM's. It is aimed at the same combatants: whom it befalls shows.

Chooses only; `showing` plays it.
"""

from __future__ import annotations

import random
from typing import Any

from client_demo.choice import filled, put
from server.conformance.fights import plain
from server.conformance.worlds.takebacks import is_taken
from server.core.deciding.decide import parse_intent
from server.core.ids import GM
from server.scenario.rehearsal import Rehearsal

Plain = dict[str, Any]

TRIES = 3
"""So many are looked at until one is found that the table takes."""


def otherwise(table: Rehearsal, seat: str, intent: Plain, luck: random.Random) -> Plain | None:
    """Something else that the seat might do here instead; None where none was found."""
    offered, seen = plain(table, seat)
    alike = [option for option in offered if "reason" not in option and _is_alike(option, intent)]
    for _ in range(TRIES if alike else 0):
        option = luck.choice(alike)
        other = filled(option, seen, luck)
        if other is None:
            continue
        if _is_aimed(option, other, intent) and other != intent and is_taken(table, (seat, other, None)):
            return other
    return None


def is_ruling(table: Rehearsal, seat: str, intent: Plain, who: str) -> bool:
    """Does the GM say what comes of something that this one does?"""
    decision = table.state.play.decision
    if seat != GM or "who" in intent or decision is None or decision.topic.get("who") != who:
        return False
    return parse_intent(table.system, intent).is_answer


def _is_alike(option: Plain, intent: Plain) -> bool:
    """The same deed done otherwise; of answers any of the same combatant."""
    template = option["intent"]
    if template.get("who") != intent.get("who"):
        return False
    return bool(option.get("answers")) or template["type"] == intent["type"]


def _is_aimed(option: Plain, other: Plain, intent: Plain) -> bool:
    """Aim it at whom the first was aimed, where it can be."""
    people = [param["name"] for param in option.get("params", ()) if param.get("combatant")]
    paths = [path for path in (*people, option.get("whom", "")) if path]
    for path in paths:
        if None not in (_at(intent, path), _at(other, path)):
            put(other, path.split("."), _at(intent, path))
    return all(_at(intent, path) == _at(other, path) for path in paths)


def _at(whole: Any, path: str) -> Any:
    for step in path.split("."):
        whole = whole.get(step) if isinstance(whole, dict) else None
    return whole
