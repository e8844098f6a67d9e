"""What is done to both worlds beside playing: terms, choices and several acts amended at once, dice drawn and answers
given for it, votes, clocks that are paused, prolonged and run down, people hidden, shown, moved, handed over, and
joining late.

Chooses only; `takebacks.meant` says what a step means in each world.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from client_demo.choice import filled
from server.conformance.worlds.takebacks import Step, behind, is_taken, meant, players, position_of
from server.core.errors import Rejected
from server.core.events import Added
from server.core.history import amend
from server.core.ids import GM, PUBLIC
from server.core.secrecy import known
from server.core.state import Decision
from server.core.view import builtins
from server.past.rulings import ActCard, card
from server.scenario.rehearsal import Rehearsal

TRIES = 6
"""So many are looked at until one is found that the table takes."""

SERVER = "server"
ADD = "add_combatant"


def meddle(table: Rehearsal, luck: random.Random) -> Step | None:
    """Something that the table takes now; None where none was found."""
    if not behind(table):
        return None
    for _ in range(TRIES):
        step = luck.choice(KINDS)(table, luck)
        if step is not None and is_taken(table, step):
            return step
    return None


# --- amendments ------------------------------------------------------------------------------------------------------


def _amended(table: Rehearsal, luck: random.Random) -> Step | None:
    """One or two acts changed; where that asks somebody anew, perhaps with the GM's answers. Needs it dice, they are
    drawn: the next amendment of the roll finds them."""
    parts = [_edit(table, luck) for _ in range(luck.choice((1, 1, 2)))]
    edits = sorted((part for part in parts if part), key=lambda part: int(part["n"]))
    if len({part["n"] for part in edits}) < len(parts):
        return None
    wish: dict[str, Any] = {"type": "amend", "edits": edits}
    try:
        seen = _preview(table, wish)
        if seen.needs:
            return GM, {**wish, "type": "draw_dice"}, None
        asked = [_answer(step.answers or "", step.intent) for step in seen.steps if step.outcome == "defaulted"]
        if asked and luck.random() < 0.5:
            wish["answers"] = asked[: luck.randint(1, len(asked))]
            if _preview(table, wish).needs:
                return None
    except Rejected:
        return None
    return GM, wish, None


def _preview(table: Rehearsal, wish: dict[str, Any]) -> amend.Preview:
    change: Any = meant(table, {**wish, "type": "draw_dice"})
    return amend.preview(table.timeline, change.target, change.edits, change.answers)


def _answer(decision: str, intent: Any) -> dict[str, Any]:
    return {"decision": decision, "who": getattr(intent, "who", GM), "intent": msgspec.to_builtins(intent)}


def _edit(table: Rehearsal, luck: random.Random) -> dict[str, Any]:
    """Another choice, another value of a term, or struck out; nothing where there is no such act."""
    if _is_careful(table) or luck.random() < 0.6:
        return _term(table, luck)
    n = luck.choice(behind(table))
    return {"n": n} if luck.random() < 0.5 else _choice(table, n, luck)


def _is_careful(table: Rehearsal) -> bool:
    """Was the hidden one's answer chosen to do nothing? Beside other answers it might change what others see."""
    return table.system.harmless is not None


def _choice(table: Rehearsal, n: int, luck: random.Random) -> dict[str, Any]:
    options: list[Any] = msgspec.to_builtins(card(table.timeline, ActCard(at=position_of(table.timeline, n))).options)
    able = [option for option in options if "reason" not in option]
    intent = filled(luck.choice(able), builtins(table.view(GM)), luck) if able else None
    return {} if intent is None else {"n": n, "intent": intent}


def _term(table: Rehearsal, luck: random.Random) -> dict[str, Any]:
    """Of one of the last acts that had any."""
    for n in reversed(behind(table)):
        found = card(table.timeline, ActCard(at=position_of(table.timeline, n))).rolls
        if any(roll.terms for roll in found) and luck.random() < 0.7:
            roll, term = luck.choice([(roll, term) for roll in found for term in roll.terms])
            value = max(0, term.value + luck.choice((-2, -1, 1, 2, 3)))
            return {"n": n, "term": [roll.roll, roll.who, term.key, value]}
    return {}


# --- clocks and questions --------------------------------------------------------------------------------------------


def _open(table: Rehearsal) -> Decision | None:
    """The question on top of those that everybody sees."""
    return known(table.system, table.state, PUBLIC).play.decision


def _paused(table: Rehearsal, _luck: random.Random) -> Step | None:
    return GM, {"type": "unpause" if table.state.play.paused else "pause"}, None


def _closed(table: Rehearsal, luck: random.Random) -> Step | None:
    decision = _open(table)
    if decision is None or _is_careful(table):
        return None
    by = luck.choice((GM, SERVER))
    return by, {"type": "close_decision" if by == GM else "expire", "decision": decision.id}, None


def _prolonged(table: Rehearsal, luck: random.Random) -> Step | None:
    decision = _open(table)
    return (
        None
        if decision is None
        else (luck.choice(players(table)), {"type": "more_time", "decision": decision.id}, None)
    )


def _passing(table: Rehearsal, luck: random.Random) -> Step | None:
    decision = None if _is_careful(table) else _open(table)  # who always lifts cup 1 plays on for ever
    kinds = [decision.kind] if decision is not None and luck.random() < 0.7 else []
    return luck.choice(players(table)), {"type": "auto_pass", "kinds": kinds}, None


def _voted(table: Rehearsal, luck: random.Random) -> Step | None:
    """A request, or a vote on one; the GM only says no."""
    seat = luck.choice(players(table))
    for request in table.timeline.ledger.requests:
        by = luck.choice((seat, seat, GM))
        return by, {"type": "answer_undo", "request": request, "yes": by != GM and luck.random() < 0.8}, None
    told = len(table.timeline.numbers.get(table.asker(seat).audience, ()))
    return seat, {"type": "request_undo", "n": luck.randint(max(1, told - 5), told)}, None


# --- people ----------------------------------------------------------------------------------------------------------


def _piece(table: Rehearsal, luck: random.Random) -> Step | None:
    who = luck.choice(list(table.state.play.pieces))
    piece = table.state.play.pieces[who]
    if piece.seen_by is not None:
        return GM, {"type": "show", "who": who}, None
    kind = luck.choice(("set_position", "hand_over") if _is_careful(table) else ("hide", "set_position", "hand_over"))
    fields: dict[str, dict[str, Any]] = {
        "hide": {"seen_by": luck.sample(players(table), luck.randint(0, len(players(table))))},
        "set_position": {"at": [luck.randint(0, 1_500), luck.randint(0, 1_500)]},
        "hand_over": {"seat": luck.choice([GM, *players(table)])},
    }
    return GM, {"type": kind, "who": who, **fields[kind]}, None


def _sheet(table: Rehearsal, who: str) -> Any:
    """With which it came to the table last."""
    events = (event for commit in reversed(table.timeline.commits) for event in commit.events)
    sheets = (getattr(event, "sheet", None) for event in events if isinstance(event, Added) and event.who == who)
    return msgspec.to_builtins(next(sheets, None))


def joined(table: Rehearsal, luck: random.Random) -> Step | None:
    """One more like somebody who is there, where the system takes the intent of `server.kit.newcomers` for it. Not at
    Three Cups, where one more takes a cup away."""
    if _is_careful(table) or ADD not in (kind.__struct_config__.tag for kind in table.system.intents):
        return None
    model = luck.choice(list(table.state.play.pieces))
    fields = {
        "who": f"late_{luck.randint(1, 5)}", "name": "Late", "side": table.state.play.pieces[model].side,
        "sheet": _sheet(table, model),
        "seat": luck.choice([GM, luck.choice(players(table))]), "at": [luck.randint(0, 1_500), luck.randint(0, 1_500)],
    }  # fmt: skip
    return GM, {"type": ADD, **fields}, None


KINDS: tuple[Callable[[Rehearsal, random.Random], Step | None], ...] = (
    _amended, _amended, _amended, _amended, _paused, _closed, _closed, _prolonged, _passing, _voted, _piece, _piece,
    joined,
)  # fmt: skip
