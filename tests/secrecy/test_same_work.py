"""What is hidden takes as much work to refuse as what is absent, and people who are told something later are told it
with as much work: nobody learns from the time an answer takes, or a telling.

Calls are counted, not seconds: the same code with the same numbers of calls takes the same time on any machine.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any
from unittest import mock

import msgspec
import pytest

from client_demo.choice import filled
from server.conformance.worlds.hidden import (
    HIDDEN,
    SYSTEMS,
    World,
    base_spec,
    hidden_spec,
    probes,
    with_one,
    world,
)
from server.conformance.worlds.lurking import stirring
from server.core.commit import Commit
from server.core.deciding import intake
from server.core.deciding.decide import parse_intent
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.intents import Pause, RequestUndo, SetPosition, Start
from server.core.knowing.viewer import Viewer
from server.core.memo import Memo
from server.core.state import Piece
from server.process.clock import Clock
from server.table.audience import Audiences
from server.table.moments import Moments
from server.table.sight import Sight, Sights
from tests.bench.tape import Silent
from tests.table.load.test_full_tables import counted_calls

ABSENT = "nobody"
"""As long as the hidden one's id."""
UNAIMED = {"three_cups", "toy_two"}
"""Systems none of whose options is aimed at somebody."""
UNCHANGED = {"three_cups"}
"""Where the same is offered whatever is chosen."""
UNNOTICED = {"ambersteel", "tactics", "toy_two"}
"""Where the planted fault shows in no probe: Ambersteel asks itself whom the attacker sees, and the others' targets
lie inside plans."""
MOST_STEPS = 30
HIDDEN_STEPS = (1, 20)
STIRS = 6
NOTED = {"gm_inflict_hits", "gm_set_perception", "set_cover"}
"""What is noted with somebody who is seen, or goes through an act."""
LOOKED_AT = 250
"""Calls at most for looking at some who are seen again; a menu takes thousands."""
MANY = 10_000
"""More tellings than there are."""


def laid(name: str) -> World:
    """A fight with somebody hidden."""
    luck, spec = random.Random(name), base_spec(name)
    made = world(name, with_one(spec, hidden_spec(spec, luck), luck), 1)
    starts = {kind.__struct_config__.tag for kind in made.system.intents if issubclass(kind, Start)}
    option = next(one for one in made.offered("gm") if one["intent"]["type"] in starts)
    made.does("start", "gm", option["intent"])
    made.lurk()
    for step in range(MOST_STEPS):
        if name in UNAIMED or may_aim(made):
            return made
        ends_something(made, step)
    raise AssertionError(f"nobody may aim at anybody in {name}")


def may_aim(table: World) -> bool:
    """Is a player offered something that is aimed at somebody? Before that no rule asks who is there."""
    seats = [seat for seat in table.players() if table.asker(seat).audience != "public"]
    return any(option.get("whom") for seat in seats for option in table.offered(seat))


def ends_something(table: World, step: int) -> None:
    """The first who may end a turn, or settle what they plan, does."""
    for seat in ("gm", *table.players()):
        for option in table.offered(seat) if table.asker(seat).audience != "public" else ():
            if option.get("goal") == "end" and option.get("group") != "gm" and "reason" not in option:
                intent = filled(option, table.seen(table.asker(seat).audience), random.Random(step))
                table.does(f"step {step}", seat, intent)
                table.lurk()
                return


def calls_of(table: World, seat: str, probe: dict[str, object]) -> int:
    """How many functions are called until it is refused."""
    asker = table.asker(seat)
    with counted_calls() as calls, suppress(Rejected, msgspec.ValidationError):
        intake.check_intent(table.timeline, parse_intent(table.system, probe), asker)
    return calls[0]


def acts_of(table: World) -> list[dict[str, object]]:
    """What any player's combatant could do, one of each type."""
    found = {}
    for seat in table.players():
        audience = table.asker(seat).audience
        for option in table.offered(seat) if audience != "public" else ():
            if option.get("who"):
                act = filled(option, table.seen(audience), random.Random(0))
                found[option["intent"]["type"]] = act or option["intent"]
    return list(found.values())


def compared(table: World) -> list[tuple[int, int, object]]:
    """Calls for each probe of each seat, aimed at the hidden one and at nobody (or in its name), and the probe."""
    found: list[tuple[int, int, object]] = []
    for seat in table.players():
        options = [] if table.asker(seat).audience == "public" else table.offered(seat)
        for probe in (one for one in probes(options, acts_of(table)) if HIDDEN in one.values()):
            absent = {key: ABSENT if value == HIDDEN else value for key, value in probe.items()}
            calls_of(table, seat, probe)  # what is remembered of the moment is there for both
            found.append((calls_of(table, seat, probe), calls_of(table, seat, absent), probe))
    return found


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_a_hidden_target_is_refused_with_as_many_calls_as_an_absent_one(name: str) -> None:
    """Whatever a seat may try."""
    assert len(ABSENT) == len(HIDDEN)
    found = compared(laid(name))
    assert len(found) >= 6
    assert [one for one in found if one[0] != one[1]] == []


@pytest.mark.parametrize("name", sorted(SYSTEMS.keys() - UNNOTICED))
def test_a_check_that_looks_at_what_is_hidden_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules asked about the whole state: what is there takes another way than what is not."""
    table = laid(name)
    monkeypatch.setattr("server.core.deciding.intake.known", lambda _system, state, _audience: state)
    assert [one for one in compared(table) if one[0] != one[1]]


# --- telling ---------------------------------------------------------------------------------------------------------


def work_of_telling(table: World, seen: dict[str, Sight]) -> dict[str, int]:
    """How many functions are called to show each player's seat what there is now, offer it what it may do, and refuse
    what it may not."""
    sights, found = Sights(table.timeline), {}
    for seat in table.players():
        asker = table.asker(seat)
        last = seen.get(asker.audience)
        with table.timeline.shelf, counted_calls() as calls:
            sight = sights.of(asker.audience, last)
            if last is not None:
                sights.patch(last.shown, sight.shown)
            if asker.role != "spectator":
                table.system.options(sight.known, asker)
            with suppress(Rejected):
                intake.check_intent(table.timeline, RequestUndo(n=MANY), asker)
        seen[asker.audience], found[seat] = sight, calls[0]
    return found


def work_after(name: str, secret: Callable[[World], Any] | None = None) -> dict[str, int]:
    """Of a pause, of which all are told; before it the game master does something of which nobody is told, or nothing
    happens."""
    table, seen = laid(name), dict[str, Sight]()
    work_of_telling(table, seen)
    if secret is not None:
        told = table.state.ledger.told
        table.submit(GM, secret(table))
        assert {who for who, one in table.state.ledger.told.items() if one != told[who]} == {GM}
    table.submit(GM, Pause())
    return work_of_telling(table, seen)


def moves(_table: World) -> SetPosition:
    """The hidden one is put elsewhere."""
    return SetPosition(who=HIDDEN, at=(70_000, 70_000))


def stirs(table: World, seed: int) -> Any:
    """Something that nobody notices is done to it."""
    return stirring(table, HIDDEN, table.offered(GM), table.seen(GM), random.Random(seed))


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_after_a_hidden_step_telling_takes_as_many_calls_as_after_none(name: str) -> None:
    """What is kept of who is seen serves on, whatever becomes of who is not."""
    assert work_after(name, moves) == work_after(name)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_after_something_is_done_to_the_hidden_one_no_menu_is_made_anew(name: str) -> None:
    """Nor is anything else, unless what is done is noted with people who are seen: that is looked at again."""
    usual = work_after(name)
    for seed in range(STIRS):
        done = stirs(laid(name), seed)
        found = work_after(name, partial(stirs, seed=seed))
        most = LOOKED_AT if isinstance(done, dict) and done["type"] in NOTED else 0
        assert {seat: calls for seat, calls in found.items() if not 0 <= calls - usual[seat] <= most} == {}, done


class Watched(Silent):
    """A seat on which somebody sits who knows options in blocks."""

    def __init__(self, table: World, seat: str) -> None:
        super().__init__(seat)
        asker = table.asker(seat)
        self.role, self.audience = asker.role, asker.audience
        self.work, self.is_offered = list[int](), False
        self._audiences = Audiences(table.timeline, Moments(Clock(lambda: 0, lambda: 0), table.timeline))
        self._audiences.attach(self, None, in_blocks=True, in_likes=True)

    def send(self, payload: bytes) -> None:
        """Notes whether an update offers something else than before."""
        super().send(payload)
        self.is_offered |= b"\xa6update" in payload[:20] and b"\xa7options" in payload

    def tell(self, commit: Commit) -> None:
        """Counts what an update takes, if there is one."""
        with counted_calls() as calls:
            self._audiences.tell(commit)
        if self.audience in commit.told:
            self.work.append(calls[0])


def updates_after(name: str, steps: int = 0) -> dict[str, list[int]]:
    """Of what a player does, and all that follows: how many functions are called for each update of each player's seat.
    Before it so many steps are made of which nobody is told but the game master, who watches too: what is worked out
    for it may push out nothing of what is kept for others."""

    async def watched() -> dict[str, list[int]]:
        table = laid(name)
        seats, submit = [Watched(table, seat) for seat in (GM, *table.players())], table.submit

        def told(*of: Any, **more: Any) -> Commit:
            commit = submit(*of, **more)
            for each in seats:
                each.tell(commit)
            return commit

        with mock.patch.object(table, "submit", told):
            for step in range(steps):
                table.submit(GM, SetPosition(who=HIDDEN, at=(70_000 + step, 70_000)))
            goes_on(table)
        found = [each for each in seats if each.seat != GM]
        assert any(each.is_offered for each in found) or name in UNCHANGED
        return {each.seat: each.work for each in found}

    return asyncio.run(watched())


def goes_on(table: World) -> None:
    """Somebody ends something, or where nothing ends does whatever is offered first."""
    version = table.timeline.version
    ends_something(table, 0)
    if table.timeline.version == version:
        seat = next(seat for seat in table.players() if table.offered(seat))
        table.does(
            "step 0", seat, filled(table.offered(seat)[0], table.seen(table.asker(seat).audience), random.Random(0))
        )


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_after_hidden_steps_updates_take_as_many_calls_as_after_none(name: str) -> None:
    """Each of them, as it goes out: what is known, the view, the patch, options in blocks, and all of it in bytes."""
    usual = updates_after(name)
    assert all(usual.values())
    assert [steps for steps in HIDDEN_STEPS if updates_after(name, steps) != usual] == []


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_what_is_kept_as_long_as_nobody_at_all_moves_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever moves unseen would have all be made anew that is made of those who are seen."""
    kept = Memo(64)

    def without(viewer: Viewer, pieces: dict[str, Piece]) -> dict[str, Piece]:
        seen = {who: piece for who, piece in pieces.items() if viewer.sees(who)}
        return kept.of((pieces,), viewer.mark, dict, seen)

    monkeypatch.setattr("server.core.secrecy._without", without)
    assert work_after(name, moves) != work_after(name)
    assert updates_after(name, 1) != updates_after(name)
