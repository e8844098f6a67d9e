"""Fights as they would look had all been hidden who were seen by all: what befalls seldom need not be brought about
with somebody hidden. Nobody is told then of what concerns nobody whom he sees, nor is anybody named to him.

Some is settled when it happens: what ids are called, who is asked in secret, who is shown to whom. So only whole names
count here, and nothing of these; for the rest there is `unnamed`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from server.conformance.worlds.learned import Happened, told_of
from server.conformance.worlds.unnamed import concerns, learned_wrong, nobodys
from server.core.events import CombatantHidden, CombatantNoticed, CombatantRevealed
from server.core.knowing.viewer import Hidden, hidden_around, hidden_from
from server.core.memo import Memo
from server.core.secrecy import known
from server.core.state import State
from server.core.system import System

SETTLED = CombatantHidden, CombatantNoticed, CombatantRevealed
"""Events that say who sees whom."""


def wrongs(system: System, fight: list[Happened]) -> Iterator[str]:
    """Whatever somebody would learn of one whom he would not see."""
    return learned_wrong(system, all_hidden(fight), told_wrong, knows_wrong)


def told_wrong(system: System, here: Happened, audience: str) -> Iterator[str]:
    """What is wrong in what this audience would be told of an event."""
    told = None if isinstance(here.event, SETTLED) else told_of(system, here, audience)
    if told is None:
        return
    hidden, people = hidden_around(here.before, here.after, audience), concerns(here.event)
    if (people and people <= hidden) or any(nobodys(told)):
        yield f"{audience} is told of {type(told).__name__}, though of those it concerns it sees nobody: {here.event}"
    yield from (f"{audience} is told of {who}: {told}" for who in named(told, hidden))


def knows_wrong(system: System, here: Happened, audience: str) -> Iterator[str]:
    """What is wrong in what this audience would know of the game, and of what is asked."""
    play, hidden = known(system, here.after, audience).play, hidden_from(here.after, audience)
    for part in (play.game, *((decision.topic, decision.asks) for decision in play.decisions)):
        yield from (f"{audience} knows of {who}: {part}" for who in named(part, hidden))
    yield from (f"{audience} knows of what only those do whom it does not see: {part}" for part in nobodys(play.game))


def all_hidden(fight: list[Happened]) -> Iterator[Happened]:
    """Each event, between states in which nobody is seen by all."""
    before = None
    for here in fight:
        before = _all_hidden(here.before) if before is None else before
        after = _all_hidden(here.after)
        yield here._replace(before=before, after=after)
        before = after


def _all_hidden(state: State) -> State:
    pieces = state.play.pieces.items()
    hidden = {who: piece if piece.seen_by is not None else replace(piece, seen_by=()) for who, piece in pieces}
    return State(replace(state.play, pieces=hidden), state.ledger)


def named(value: Any, hidden: Hidden) -> list[str]:
    """Those of them whose name stands anywhere in the value by itself, or as a key."""
    return sorted(hidden.intersection(_words(value))) if hidden else []


def _words(value: Any) -> Collection[str]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Struct):
        return _WORDS.of((value,), None, _words_of, value)
    if isinstance(value, dict):
        return [*value, *_words(tuple(value.values()))]
    return [word for each in value for word in _words(each)] if isinstance(value, tuple | list) else ()


def _words_of(value: Struct) -> Collection[str]:
    return frozenset(_words(tuple(getattr(value, name) for name in value.__struct_fields__)))


_WORDS = Memo(4_096)
"""Remembered, for from commit to commit most of a game stays as it was."""
