"""What is taken back in both worlds: rewinds, redos, amendments, and what players ask to have undone.

The worlds count their commits differently, so a step names the public's number `n`, and each world finds its own
position. Chooses and translates; nothing is played or compared here.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
from msgspec.structs import replace

from server.core.commit import Commit
from server.core.deciding import intake
from server.core.deciding.decide import parse_intent
from server.core.errors import Rejected
from server.core.history import amend
from server.core.ids import GM, PUBLIC, Position
from server.core.intents import Amend, Die, DrawDice, Edit, GivenAnswer, Intent, Rewind, TermEdit
from server.core.telling.tell import told_steps
from server.core.timeline.timeline import Timeline
from server.scenario.rehearsal import Rehearsal

Step = tuple[str, dict[str, Any], str | None]

TRIES = 6
"""So many are looked at until one is found that the table takes."""

KINDS = ("rewind", "rewind", "redo", "redo", "struck", "struck", "face", "face", "face", "request_undo")


def _given(intent: Any, **of: Any) -> GivenAnswer:
    return GivenAnswer(intent=_as_sent(intent), **of)


def _as_sent(intent: Any) -> Any:
    """As a client sends it, with lists."""
    return msgspec.json.decode(msgspec.json.encode(intent))


def meant(table: Rehearsal, intent: dict[str, Any]) -> Intent | dict[str, Any]:
    """The step's intent as this world takes it. Raises Rejected where its amendment can't be."""
    if intent["type"] == "rewind":
        return Rewind(to=Position(table.timeline.version_of(PUBLIC, intent["n"])))
    if intent["type"] == "expire":
        open_ones = table.state.play.decisions
        return {**intent, "opened_at": next((d.opened_at for d in open_ones if d.id == intent["decision"]), 0)}
    if intent["type"] not in ("amend", "draw_dice"):
        return intent
    edits = tuple(_edit(table, part) for part in intent.get("edits", [intent]))
    answers = tuple(_given(**given) for given in intent.get("answers", ()))
    if intent["type"] == "draw_dice":
        return DrawDice(target=edits[0].at, edits=edits, answers=answers)
    seen = amend.preview(table.timeline, edits[0].at, edits, answers)
    return Amend(target=edits[0].at, edits=edits, answers=answers, digest=seen.digest)


def _edit(table: Rehearsal, part: dict[str, Any]) -> Edit:
    """Of the act at the public's number `n`: another choice, face or term; else it is struck out."""
    edit = Edit(at=position_of(table.timeline, part["n"]))
    if "intent" in part:
        return replace(edit, intent=_as_sent(part["intent"]))
    if "die" in part:
        return replace(edit, faces=(Die(*part["die"]),))
    if "term" in part:
        return replace(edit, terms=(TermEdit(*part["term"]),))
    return replace(edit, struck=True)


def position_of(timeline: Timeline, n: int) -> Position:
    """Where the public's number stands; an act that was amended before is the last step that it was told of, or the
    first of all: behind it others may have come of which it was told nothing."""
    version = timeline.version_of(PUBLIC, n)
    if timeline.amendment(version) is None:
        return Position(version)
    told = told_steps(timeline, version, PUBLIC)
    return Position(version, told[-1][0] if told else 1)


def players(table: Rehearsal) -> list[str]:
    """The seats of players but that of one who sees the hidden one: it counts other updates."""
    knower = getattr(table, "knower", "")
    return [id for id, seat in table.state.ledger.seats.items() if seat.role == "player" and id != knower]


def behind(table: Rehearsal) -> list[int]:
    """The public's numbers behind the start of the fight."""
    begun = table.timeline.ledger.begun
    return [n for n, version in enumerate(table.timeline.numbers[PUBLIC], start=1) if version > begun > 0]


def takeback(table: Rehearsal, luck: random.Random) -> Step | None:
    """Something that the table takes now; None where there is nothing to take back."""
    ledger = table.timeline.ledger
    numbers = behind(table)
    if not numbers or table.state.play.parked is not None:
        return None
    for request in ledger.requests:
        answer: Step = (GM, {"type": "answer_undo", "request": request, "yes": luck.random() < 0.7}, None)
        return answer if is_taken(table, answer) else (GM, {**answer[1], "yes": False}, None)
    for _ in range(TRIES):
        step = _any(table, luck, numbers)
        if step is not None and is_taken(table, step):
            return step
    return None


def _any(table: Rehearsal, luck: random.Random, numbers: list[int]) -> Step | None:
    kind, n = luck.choice(KINDS), luck.choice(numbers)
    if kind == "request_undo":
        seat = luck.choice(players(table))
        told = len(table.timeline.numbers.get(table.asker(seat).audience, ()))
        return seat, {"type": kind, "n": luck.randint(max(1, told - 5), told)}, None
    if kind == "struck" and table.system.harmless is None:  # else its answer would not be harmless any more
        return GM, {"type": "amend", "n": n}, None
    if kind == "face":
        rolls = [(n, one) for n in numbers for one in _commit(table, n).evidence]
        if not rolls:
            return None
        n, one = luck.choice(rolls)
        return GM, {"type": "amend", "n": n, "die": [one.roll, one.who, one.index, luck.randint(1, one.sides)]}, None
    return GM, {"type": "redo"} if kind == "redo" else {"type": "rewind", "n": n}, None


def _commit(table: Rehearsal, n: int) -> Commit:
    return table.timeline.commit(table.timeline.version_of(PUBLIC, n))


def is_taken(table: Rehearsal, step: Step) -> bool:
    """Does the table take it now?"""
    seat, intent, _ = step
    try:
        wish = meant(table, intent)
        intake.check_intent(
            table.timeline, parse_intent(table.system, wish) if isinstance(wish, dict) else wish, table.asker(seat)
        )
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
