"""What the generic suites fight, fought once for each system; and whether they notice a leak in it.

A leak changes nothing of what happens. So it is enough to ask those questions anew that the suites ask: of a single
fight `unnamed.wrongs`, of a pair of worlds `learned.unlike`; and of these only what comes of the classes in question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple, TypeVar
from unittest import mock

from server.conformance import test_closed, test_hidden, test_unnamed, test_untold
from server.conformance.fights import demo
from server.conformance.worlds import (
    afterwards,
    answers,
    closed,
    hidden,
    learned,
    otherwise,
    showing,
    unnamed,
    untold,
    waiting,
)
from server.conformance.worlds.learned import Happened
from server.conformance.worlds.unnamed import Wrong
from server.core.events import Event
from server.core.state import State
from server.core.system import System
from tests.secrecy import test_door
from tests.secrecy.leaks import stake
from tests.secrecy.leaks.occurring import Occurring
from tests.secrecy.leaks.planted import Leak

Fight = list[Happened]


class Pair(NamedTuple):
    """Two worlds of a suite, and who may not notice any difference."""

    suite: str
    one: Fight
    other: Fight
    audiences: list[str]
    moments: list[tuple[str, State, State]]
    """What they must know alike, in both worlds, where these are not the same anyway."""


OCCASIONS = 1_500
"""So many are looked at, at most."""


T = TypeVar("T")


def _spread(found: list[T]) -> list[T]:
    """So many of them, from all the fights."""
    return found[:: 1 + len(found) // OCCASIONS]


class Occasion(NamedTuple):
    """An event of which somebody may be told, or a game that he may know."""

    here: Happened
    audience: str
    is_told: bool
    is_known: bool

    def learned(self, system: System) -> Iterator[bytes]:
        """What he is told, and what he knows."""
        if self.is_told:
            yield learned.pack(learned.told_of(system, self.here, self.audience))
        if self.is_known:
            yield learned.knows(system, self.here.after, self.audience)

    def looks(self, system: System, leak: Leak) -> Iterator[stake.Look]:
        """At what of it this could be taken away from."""
        if self.is_told:
            yield from stake.at_event(system, self.here, self.audience, leak)
        if self.is_known:
            yield from stake.at_game(system, self.here.after, self.audience, leak)


class Kept:
    """The fights of one system."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.fights = [
            *unnamed.fought_in_turn(system.name, test_unnamed.FIGHTS),
            *waiting.fought_in_turn(system.name, test_unnamed.WAITING),
        ]
        self.pairs = list(_pairs(system))
        self.showing = list(showing.pairs(system, demo(system.name), test_closed.SHOWING))
        self.afterwards = [list(afterwards.all_hidden(fight)) for fight in self.fights]
        """The fights as if all had been hidden."""
        self._again = [both for fight in self.fights for both in answers.given_again(fight)]
        open_fights = untold.seen_fights(system.name, test_untold.FIGHTS)
        unseen = [each for fight in self.fights for each in untold.commits_untold(fight)]
        self._untold = [*(each for fight in open_fights for each in untold.untold(system, fight)), *_spread(unseen)]
        self._occurring = Occurring()
        self._holds = self._occurring.holds

    def events(self) -> Iterator[Event]:
        """All that happened in them."""
        for fight in (*self.fights, *(each for pair in self.pairs for each in (pair.one, pair.other))):
            yield from (here.event for here in fight)

    def noticed_by(self, kind: str, mark: str) -> str:
        """The suite that notices something wrong where this class, and this field of it, occur in what is told or
        known; empty: none."""
        if self._is_wrong(self.fights, mark, unnamed.told_wrong, unnamed.knows_wrong):
            return "unnamed"
        if self._is_wrong(self.afterwards, mark, afterwards.told_wrong, afterwards.knows_wrong):
            return "afterwards"
        if self._is_wrong(self.fights, mark.partition(".")[0], waiting.told_wrong, lambda *_: iter(())):
            return "waiting"
        if any(
            kind == type(first.event).__name__ and next(answers.told_apart(self.system, first, again), "")
            for first, again in self._again
        ):
            return "answers"
        if any(self._is_known_untold(here, audience, mark) for here, audience in self._untold):
            return "untold"
        if suite := next((pair.suite for pair in self.pairs if self._is_unlike(pair, kind, mark)), ""):
            return suite
        return "what shows" if any(self._shows(pair, mark) for pair in self.showing) else ""

    def noticed_anew(self) -> bool:
        """Do pairs of worlds come apart that are played with the leak? What core tells of history it works out as it
        writes it, and with it what it tells of a roll or a clock: so that is not found by asking anew."""
        return any(hidden.pair(self.system.name, seed).differences for seed in test_hidden.PAIRS)

    def occasions(self, mark: str, fights: Iterable[Fight] = ()) -> list[Occasion]:
        """Where it occurs in the fights, and who else looks on: so many, spread over them all. Where all are supposed
        hidden, without what says who sees whom."""
        settled = afterwards.SETTLED if fights is self.afterwards else ()
        found = [
            Occasion(here, audience, is_told, is_known)
            for fight in fights or (*self.fights, *(pair.one for pair in self.showing))
            for here in fight
            if any(
                (
                    is_told := mark in self._occurring.of(here.event) and not isinstance(here.event, settled),
                    is_known := here.is_last and here.after.play.game is not None and self._holds(here.after, mark),
                )
            )
            for audience in here.after.ledger.audiences()[1:]
        ]
        return _spread(found)

    def learned(self, occasions: list[Occasion]) -> list[bytes]:
        """What is told and known there."""
        return [part for occasion in occasions for part in occasion.learned(self.system)]

    def _is_wrong(self, fights: list[Fight], mark: str, told: Wrong, knows: Wrong) -> bool:
        """Is something wrong where it is told, or known?"""
        return any(self._are_wrong(here, mark, told, knows) for fight in fights for here in fight)

    def _are_wrong(self, here: Happened, mark: str, told: Wrong, knows: Wrong) -> bool:
        is_told = mark in self._occurring.of(here.event)
        is_known = here.is_last and here.after.play.game is not None and self._holds(here.after, mark)
        for audience in here.after.ledger.audiences()[1:] if is_told or is_known else ():
            if is_told and any(told(self.system, here, audience)):
                return True
            if is_known and any(knows(self.system, here, audience)):
                return True
        return False

    def _is_known_untold(self, here: Happened, audience: str, mark: str) -> bool:
        holds = self._holds(here.before, mark) or self._holds(here.after, mark)
        return holds and any(untold.known_untold(self.system, here, audience))

    def _is_unlike(self, pair: Pair, kind: str, mark: str) -> bool:
        of, told, knows = self._occurring.of, partial(learned.told, self.system), partial(learned.knows, self.system)
        if any(mark in of(here.event) for here in (*pair.one, *pair.other)):
            one, other = ([here for here in fight if kind in of(here.event)] for fight in (pair.one, pair.other))
            if any(told(one, audience) != told(other, audience) for audience in pair.audiences):
                return True
        held = (each for each in pair.moments if any(self._holds(state, mark) for state in each[1:]))
        return any(knows(here, audience) != knows(there, audience) for audience, here, there in held)

    def _shows(self, pair: showing.Pair, mark: str) -> bool:
        of, both = self._occurring.of, (*pair.one, *pair.other)
        occurs = any(mark in of(each.event) or (each.is_last and self._holds(each.after, mark)) for each in both)
        return occurs and next(pair.wrongs(self.system), "") != ""


def _pairs(system: System) -> list[Pair]:
    """All that the suites compare; where they find a difference as it is, it may be noticed."""
    kept: list[Pair] = []
    own = learned.unlike
    for suite, compares in _suites(system):

        def noted(system: System, one: Fight, other: Fight, audiences: list[str], suite: str = suite) -> Iterator[str]:
            found = list(own(system, one, other, audiences))
            if not found:
                kept.append(_pair(suite, one, other, audiences))
            return iter(found)

        with mock.patch.object(learned, "unlike", noted):
            compares()
    return kept


def _suites(system: System) -> Iterator[tuple[str, Callable[[], object]]]:
    name = system.name
    yield from (("closed sheets", partial(closed.noticed, system, demo(name), test_closed.FIGHTS)) for _ in (1,))
    yield from (("pairs", partial(hidden.pair, name, seed)) for seed in test_hidden.PAIRS)
    yield from (("called otherwise", partial(otherwise.called_otherwise, name, seed)) for seed in test_hidden.CALLED)
    if system is test_door.SYSTEM:
        yield from (("door", partial(_door, pair)) for pair in test_door.worlds())


def _door(pair: Any) -> None:
    list(learned.unlike(*pair))


def _pair(suite: str, one: Fight, other: Fight, audiences: list[str]) -> Pair:
    """Without what is the same in both worlds."""
    moments = [
        (audience, here, there)
        for audience in audiences
        for here, there in learned.moments(one, other, audience)
        if here.play != there.play
    ]
    if [type(here.event) for here in one] == [type(there.event) for there in other]:
        differ = [(here, there) for here, there in zip(one, other, strict=True) if here.event != there.event]
        one, other = [here for here, _ in differ], [there for _, there in differ]
    return Pair(suite, one, other, audiences, moments)
