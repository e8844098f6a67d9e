"""What a standing answer, a stop or a hold must not tell: two tables that differ in nothing else say the same to
others, at the same times."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from three_cups import SYSTEM

from server.core import intents as i
from server.core.ids import PUBLIC
from server.core.state import TableOptions
from server.core.view import builtins
from server.scenario.rehearsal import Rehearsal
from server.table.duties import Duties
from server.table.moments import Moments
from tests.core.test_three_cups import spec
from tests.support.clocks import HandClock

WINDOW_MS = 1_500


class Timed:
    """Anna (Ann's) is struck by Ben (Bob's) and may riposte; what is told is noted with its time."""

    def __init__(self, stops: Any = "usual", weary: bool = False) -> None:
        laid = spec()
        anna = laid.combatants["a"]
        people = {**laid.combatants, "a": replace(anna, sheet={**anna.sheet, "weary": weary})}
        table = TableOptions(min_window_s=WINDOW_MS / 1000, join="links", stops=stops)
        self.table = Rehearsal(SYSTEM, replace(laid, combatants=people, table=table), [6] * 40)
        self.clock = HandClock()
        self._moments = Moments(self.clock, self.table.timeline)
        chronicle: Any = SimpleNamespace(
            timeline=self.table.timeline, moments=self._moments, log_end=SimpleNamespace(found_at=0)
        )
        waiting: Any = SimpleNamespace(due=lambda: None)
        keeper: Any = SimpleNamespace(seeds=lambda _encounter, epoch: self.table._seeds(epoch))
        self.duties = Duties(chronicle, keeper, lambda _intent: None, waiting)
        self.begun = self.clock.now
        self.said: dict[str, list[tuple[int, int, bytes]]] = {"seat:bob": [], PUBLIC: []}
        """When, its number, and what."""

    def does(self, at_ms: int, seat: str, intent: Any) -> None:
        """At a time after the beginning, when the server has done by itself what was due before."""
        self.passes_until(at_ms)
        self._submit(seat, intent)

    def passes_until(self, at_ms: int) -> None:
        """Time passes, and the server does what is due."""
        while (due := self.duties.due()) is not None and due[0] <= self.begun + at_ms:
            if isinstance(due[1], i.CloseEnded | i.CloseDoor):
                break
            self.clock.now = max(self.clock.now, due[0])
            self._submit("server", due[1])
        self.clock.now = max(self.clock.now, self.begun + at_ms)

    def _submit(self, seat: str, intent: Any) -> None:
        self.table.submit(seat, intent)
        self._moments.see()
        commit = self.table.timeline.commits[-1]
        for audience, said in self.said.items():
            if audience in commit.told:
                told = msgspec.to_builtins([commit.told_to(audience), builtins(self.table.view(audience))])
                said.append((self.clock.now - self.begun, commit.told[audience].n, msgspec.json.encode(told)))

    def renamed(self) -> dict[str, list[tuple[int, int, str]]]:
        """What was told, with ids named by when they first appear."""
        names: dict[str, str] = {}

        def name(id: re.Match[str]) -> str:
            return names.setdefault(id[0], f"id{len(names)}")

        return {
            audience: [(at, n, re.sub(r"[0-9a-f]{32}", name, _timeless(what))) for at, n, what in said]
            for audience, said in self.said.items()
        }


def _timeless(said: bytes) -> str:
    """The rehearsal's own clock counts commits, also secret ones: what is compared is the table's."""
    return re.sub(r'"(opened_at|at|closes_at)":\d+', r'"\1":0', said.decode())


def struck(**how: Any) -> Timed:
    """Ben has struck, 4 s after the beginning; the window is open."""
    one = Timed(**how)
    one.does(0, "gm", {"type": "begin"})
    return one


def cups(one: Timed) -> None:
    for at_ms, (who, cup) in zip((1_000, 2_000, 4_000), (("a", 1), ("c", 1), ("b", 2)), strict=True):
        one.does(at_ms, one.table.state.ledger.controller(who), {"type": "choose", "who": who, "cup": cup})
    one.passes_until(4_000)
    decision = one.table.state.play.decision
    assert decision is not None
    assert decision.kind == "riposte"


def stopless(one: Timed) -> None:
    one.does(100, "ann", {"type": "set_stops", "who": "a", "at": {}})


Steps = tuple[Callable[[Timed], None], ...]


def _always(one: Timed) -> None:
    one.does(100, "ann", {"type": "auto_pass", "kinds": ["riposte"]})


SECRETS: dict[str, Steps] = {
    "weary: nobody is asked": (cups,),
    "no stop: it passes by itself": (stopless, cups),
    "always passes": (_always, cups),
    "asked, and passes by hand in time": (cups, lambda one: _bears(one, 300)),
    "the GM holds the window for a while": (stopless, cups, lambda one: _holds(one)),
    "asked after all, and passes in time": (
        stopless, cups, lambda one: _reacts(one), lambda one: _bears(one, 900),
    ),
}  # fmt: skip
"""Whether Anna is asked, does not want to be, or is held up: nobody's business but hers and the GM's."""


def _now(one: Timed) -> int:
    return one.clock.now - one.begun


def _bears(one: Timed, after_ms: int) -> None:
    one.does(_now(one) + after_ms, "ann", {"type": "riposte", "who": "a", "decline": True})


def _reacts(one: Timed) -> None:
    decision = one.table.state.play.decision
    assert decision is not None
    one.does(_now(one) + 300, "ann", {"type": "react", "who": "a", "decision": decision.id})


def _holds(one: Timed) -> None:
    decision = one.table.state.play.decision
    assert decision is not None
    for after_ms, is_on in ((200, True), (700, False)):
        one.does(_now(one) + after_ms, "gm", {"type": "hold_window", "decision": decision.id, "is_on": is_on})


def played(secret: str) -> Timed:
    one = struck(weary=secret.startswith("weary"))
    for step in SECRETS[secret]:
        step(one)
    one.passes_until(20_000)
    decision = one.table.state.play.decision
    assert decision is not None
    assert (decision.kind, one.table.state.play.game.round) == ("choose", 2)
    return one


@pytest.mark.parametrize("secret", SECRETS)
def test_others_are_told_the_same_at_the_same_times(secret: str) -> None:
    """The window stands open as long as every window does, and goes on in the same way: bytes, numbers and times."""
    first = played(next(iter(SECRETS))).renamed()
    assert len(first["seat:bob"]) > 5
    assert played(secret).renamed() == first


def test_whoever_thinks_longer_than_the_pause_is_seen_to() -> None:
    """That is left, and the page on secrecy says so."""
    one = struck()
    cups(one)
    _bears(one, 5_000)
    one.passes_until(20_000)
    first = played(next(iter(SECRETS))).renamed()
    late = one.renamed()
    assert late != first
    assert [said[1:] for said in late["seat:bob"]] == [said[1:] for said in first["seat:bob"]]
