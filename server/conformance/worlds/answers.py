"""One who may change an answer changes it: others are told the same as when it was given first, and so learn nothing of
what was answered."""

from __future__ import annotations

from collections.abc import Iterator

from server.conformance.worlds.learned import Happened, told_of
from server.core.events import Answered, Event
from server.core.ids import GM
from server.core.secrecy import owns
from server.core.state import State
from server.core.system import System


def wrongs(system: System, fight: list[Happened]) -> Iterator[str]:
    """Whatever others learn of answers while these may be changed."""
    for first, again in given_again(fight):
        yield from told_apart(system, first, again)


def given_again(fight: list[Happened]) -> Iterator[tuple[Happened, Happened]]:
    """An answer, and the next one that takes its place, of the same kind."""
    given: dict[tuple[str, str, type], Happened] = {}
    for here in fight:
        if isinstance(here.event, Answered) and here.event.who != GM:
            key = (here.event.decision, here.event.who, type(here.event))
            if key in given and _stands(here.before, given[key].event):
                yield given[key], here
            given[key] = here


def _stands(state: State, answer: Event) -> bool:
    """Is it still the answer to an open question?"""
    asks = (decision.asks.values() for decision in state.play.decisions)
    return any(ask.answer is not None and ask.answer == answer for each in asks for ask in each)


def told_apart(system: System, first: Happened, again: Happened) -> Iterator[str]:
    """Those to whom the second is another one than the first."""
    who = getattr(again.event, "who", "")
    others = (each for each in again.after.ledger.audiences() if not owns(again.after, each, who))
    for audience in others:
        told = told_of(system, first, audience), told_of(system, again, audience)
        if None not in told and told[0] != told[1]:
            yield f"{audience} is told that the answer has changed: {told}"
