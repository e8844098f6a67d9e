"""What is taken back in both worlds: rewinds, redos, amendments, and what players ask to have undone.

The worlds count their commits differently, so a step names the public's number `n`, and each world finds its own
position. Chooses and translates; nothing is played or compared here.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from server.core import amend, play
from server.core.commit import Commit
from server.core.decide import parse
from server.core.errors import Rejected
from server.core.ids import GM, PUBLIC, Position
from server.core.intents import Amend, Die, Edit, Intent, Rewind
from server.core.tell import told_steps
from server.rehearsal import Rehearsal

Step = tuple[str, dict[str, Any], str | None]

TRIES = 6
"""So many are looked at until one is found that the table takes."""

KINDS = ("rewind", "rewind", "redo", "redo", "struck", "struck", "face", "face", "face", "request_undo")


def is_takeback(intent: dict[str, Any]) -> bool:
    """Is it named by the public's number?"""
    return intent["type"] in ("rewind", "amend")


def meant(table: Rehearsal, intent: dict[str, Any]) -> Intent | dict[str, Any]:
    """The step's intent as this world takes it. Raises Rejected where its amendment can't be."""
    if not is_takeback(intent):
        return intent
    version = table.timeline.version_of(PUBLIC, intent["n"])
    if intent["type"] == "rewind":
        return Rewind(to=Position(version))
    told = told_steps(table.timeline, version, PUBLIC)  # an act that was amended before is the last of these
    at = Position(version, told[-1][0]) if told else Position(version)
    edit = Edit(at=at, faces=(Die(*intent["die"]),)) if "die" in intent else Edit(at=at, struck=True)
    return Amend(target=at, edits=(edit,), digest=amend.preview(table.timeline, at, (edit,)).digest)


def takeback(table: Rehearsal, luck: random.Random) -> Step | None:
    """Something that the table takes now; None where there is nothing to take back."""
    ledger = table.timeline.ledger
    numbers = table.timeline.numbers[PUBLIC]
    behind = [n for n, version in enumerate(numbers, start=1) if version > ledger.begun > 0]
    if not behind or table.state.play.parked is not None:
        return None
    for request in ledger.requests:
        answer: Step = (GM, {"type": "answer_undo", "request": request, "yes": luck.random() < 0.7}, None)
        return answer if _is_taken(table, answer) else (GM, {**answer[1], "yes": False}, None)
    for _ in range(TRIES):
        step = _any(table, luck, behind)
        if step is not None and _is_taken(table, step):
            return step
    return None


def _any(table: Rehearsal, luck: random.Random, behind: list[int]) -> Step | None:
    kind, n = luck.choice(KINDS), luck.choice(behind)
    if kind == "request_undo":
        seat = luck.choice([id for id, seat in table.state.ledger.seats.items() if seat.role == "player"])
        told = len(table.timeline.numbers.get(table.asker(seat).audience, ()))
        return seat, {"type": kind, "n": luck.randint(max(1, told - 5), told)}, None
    if kind == "struck" and table.system.name != "three_cups":  # there the hidden one's cup would win or lose
        return GM, {"type": "amend", "n": n}, None
    if kind == "face":
        rolls = [(n, one) for n in behind for one in _commit(table, n).evidence]
        if not rolls:
            return None
        n, one = luck.choice(rolls)
        return GM, {"type": "amend", "n": n, "die": [one.roll, one.who, one.index, luck.randint(1, one.sides)]}, None
    return GM, {"type": "redo"} if kind == "redo" else {"type": "rewind", "n": n}, None


def _commit(table: Rehearsal, n: int) -> Commit:
    return table.timeline.commit(table.timeline.version_of(PUBLIC, n))


def _is_taken(table: Rehearsal, step: Step) -> bool:
    seat, intent, _ = step
    try:
        wish = meant(table, intent)
        play.check(table.timeline, parse(table.system, wish) if isinstance(wish, dict) else wish, table.asker(seat))
    except (Rejected, msgspec.ValidationError):
        return False
    return True


def typed(table: Rehearsal, luck: random.Random) -> Step | None:
    """Who rolls types faces, or lets the server roll; None where no act waits for dice."""
    parked = table.state.play.parked
    if parked is None:
        return None
    seat = table.state.ledger.controller(parked.who)
    faces = [luck.randint(1, parked.sides) for _ in range(luck.randint(1, parked.count))]
    return seat, {"type": "type_dice", "faces": faces} if luck.random() < 0.7 else {"type": "server_rolls"}, None
