"""Planted bugs: each takes one safeguard out of the real code, and the simulation must notice."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

from msgspec.structs import replace

from server.core import events as e
from server.core import intents as i
from server.core import secrecy
from server.core.deciding import check, decide
from server.core.errors import Rejected
from server.core.timeline import evolve, kept
from server.lobby import joining, tables
from server.lobby.lobby import Refused
from server.store.log import Appended, Unavailable
from server.store.redis.appender import Appender
from server.store.redis.log import RedisLog
from server.store.redis.pipe import Lost
from server.table import recall
from server.table.audience import Audiences
from server.table.keeping import Keeping
from server.table.line import Line
from server.table.moments import Moments
from server.table.table import Table
from tests.faults.simulation.sim_redis import Node

Plant = Callable[[contextlib.ExitStack], None]


def _no_predecessor(stack: contextlib.ExitStack) -> None:
    stack.enter_context(mock.patch.object(Node, "has_guard", False))


def _ambiguous_is_failed(stack: contextlib.ExitStack) -> None:
    async def append(self: Any, encounter: str, entry: Any, prev_hash: bytes) -> Appended:
        try:
            answer: Appended = await self._attempt(encounter, entry, prev_hash)
            return answer
        except Lost as lost:
            raise Unavailable(str(lost)) from lost

    stack.enter_context(mock.patch.object(Appender, "append", append))


def _ack_before_append(stack: contextlib.ExitStack) -> None:
    real = Line._append

    async def append(self: Any, job: Any, sealed: Any) -> bool:
        self._ack(job, sealed.commit)
        return await real(self, job, sealed)

    stack.enter_context(mock.patch.object(Line, "_append", append))


def _no_memory(stack: contextlib.ExitStack) -> None:
    stack.enter_context(mock.patch.object(Line, "_is_known", return_value=False))


def _any_clock(stack: contextlib.ExitStack) -> None:
    def check_clock(state: Any, intent: Any, asker: Any) -> None:
        decision = state.play.decision
        if decision is None or decision.id != intent.decision:
            raise Rejected("stale_action")

    checks: dict[type[i.Intent], Any] = {**check._CHECKS, i.Expire: check_clock}
    stack.enter_context(mock.patch.object(check, "_CHECKS", checks))


def _no_wait(stack: contextlib.ExitStack) -> None:
    async def replicated(self: Any, pipe: Any, encounter: str) -> None:
        return None

    stack.enter_context(mock.patch.object(Appender, "_replicated", replicated))


def _dirty_read(stack: contextlib.ExitStack) -> None:
    async def read(self: Any, encounter: str, after: int = 0, count: int | None = None) -> Any:
        return await self._page(encounter, after, count or 1000)

    stack.enter_context(mock.patch.object(RedisLog, "read", read))


def _no_look_around(stack: contextlib.ExitStack) -> None:
    stack.enter_context(mock.patch.object(tables, "LOOK_EVERY_S", 1e9))


def _tell_before_append(stack: contextlib.ExitStack) -> None:
    real = Line._append

    async def append(self: Any, job: Any, sealed: Any) -> bool:
        for viewer in self._audiences.viewers():
            telling = sealed.commit.told.get(viewer.audience)
            if telling is not None:
                from protocol import messages as m

                viewer.send(
                    viewer.codec.encode(
                        m.Update(
                            n=telling.n,
                            head=telling.head,
                            at=sealed.commit.at,
                            events=viewer.codec.body([]),
                            patch=viewer.codec.body({}),
                        )
                    )
                )
        return await real(self, job, sealed)

    stack.enter_context(mock.patch.object(Line, "_append", append))


def _no_news(stack: contextlib.ExitStack) -> None:
    async def has_news(self: Any) -> bool:
        return False

    stack.enter_context(mock.patch.object(Keeping, "has_news", has_news))


def _no_reach(stack: contextlib.ExitStack) -> None:
    async def reach(self: Any, audience: str, n: int) -> None:
        return None

    stack.enter_context(mock.patch.object(Table, "reach", reach))


def _by_the_wall(stack: contextlib.ExitStack) -> None:
    def of(self: Moments, at: int) -> int:
        return self.see() - (self._clock.wall_ms() - at)

    stack.enter_context(mock.patch.object(Moments, "of", of))


# --- doors -----------------------------------------------------------------------------------------------------------


def _claim_without_commit(stack: contextlib.ExitStack) -> None:
    async def sit(lobby: Any, code: str, seat: str, key_h: bytes, _player: str) -> dict[str, Any]:
        told = await joining.free_seats_behind(lobby, code)
        if told["seats"][seat]["taken"]:
            raise Refused("seat_taken")
        return told

    stack.enter_context(mock.patch.object(joining, "sit", sit))


def _claim_of_any_seat(stack: contextlib.ExitStack) -> None:
    def check_claim(state: Any, intent: i.ClaimSeat, _asker: Any) -> None:
        if state.ledger.door.number != intent.k:
            raise Rejected("door_closed")

    _claim_checked(stack, check_claim)


def _claim_through_any_door(stack: contextlib.ExitStack) -> None:
    def check_claim(state: Any, intent: i.ClaimSeat, _asker: Any) -> None:
        seat = state.ledger.seats[intent.seat]
        if seat.taken and seat.token != intent.key_h:
            raise Rejected("seat_taken")

    _claim_checked(stack, check_claim)


def _no_second_answer(stack: contextlib.ExitStack) -> None:
    real = check._CHECKS[i.ClaimSeat]

    def check_claim(state: Any, intent: i.ClaimSeat, asker: Any) -> None:
        if state.ledger.seats[intent.seat].taken:
            raise Rejected("seat_taken")
        real(state, intent, asker)

    _claim_checked(stack, check_claim)


def _claim_checked(stack: contextlib.ExitStack, by: Any) -> None:
    """By this alone, but for whether there is such a seat."""

    def check_claim(state: Any, intent: i.ClaimSeat, asker: Any) -> None:
        if intent.seat not in state.ledger.seats:
            raise Rejected("seat_taken", seat=intent.seat)
        by(state, intent, asker)

    checks: dict[type[i.Intent], Any] = {**check._CHECKS, i.ClaimSeat: check_claim}
    stack.enter_context(mock.patch.object(check, "_CHECKS", checks))


def _gm_not_asked(stack: contextlib.ExitStack) -> None:
    def claim(draft: Any, intent: i.ClaimSeat) -> None:
        draft.emit(e.SeatClaimed(seat=intent.seat, key_h=intent.key_h, k=intent.k, player=intent.player))

    stack.enter_context(mock.patch.dict(decide._DECIDES, {i.ClaimSeat: claim}))


def _freed_may_stay(stack: contextlib.ExitStack) -> None:
    stack.enter_context(mock.patch.object(Audiences, "_dismiss_gone"))


def _freed_may_come(stack: contextlib.ExitStack) -> None:
    def freed(ledger: Any, event: e.SeatFreed) -> Any:
        seat = ledger.seats[event.seat]
        return replace(ledger, seats={**ledger.seats, event.seat: replace(seat, taken=False, claimed=0)})

    stack.enter_context(mock.patch.dict(evolve._LEDGER, {e.SeatFreed: freed}))


def _all_hear_who_waits(stack: contextlib.ExitStack) -> None:
    rules: Any = secrecy._RULES
    stack.enter_context(mock.patch.dict(rules, {e.ClaimAsked: lambda _system, event, _witness: event}))


def _keys_are_told(stack: contextlib.ExitStack) -> None:
    rules: Any = secrecy._RULES
    stack.enter_context(mock.patch.dict(rules, {e.SeatClaimed: lambda _system, event, _witness: event}))


def _opened_without_seats(stack: contextlib.ExitStack) -> None:
    real = kept.restore

    def restore(timeline: Any, found: kept.Kept) -> None:
        seats = {id: replace(seat, taken=False) for id, seat in found.ledger.seats.items()}
        real(timeline, replace(found, ledger=replace(found.ledger, seats=seats)))

    stack.enter_context(mock.patch.object(recall, "restore", restore))


MUTANTS: dict[str, tuple[Plant, int]] = {
    "an append looks at no predecessor": (_no_predecessor, 500),
    "an unknown outcome is taken for a failure": (_ambiguous_is_failed, 100),
    "acknowledged before it is appended": (_ack_before_append, 100),
    "accepted intents are not remembered": (_no_memory, 100),
    "a timer fires for any clock of its decision": (_any_clock, 500),
    "deadlines are measured by the wall clock": (_by_the_wall, 100),
    "no replica is waited for": (_no_wait, 100),
    "what others appended is shown unsettled": (_dirty_read, 500),
    "nobody looks for missed hints": (_no_look_around, 100),
    "told before it is appended": (_tell_before_append, 100),
    "a server that lags refuses by itself": (_no_news, 600),
    "who has seen more is not waited for": (_no_reach, 100),
    "a seat is given without a commit": (_claim_without_commit, 100),
    "a seat that somebody has is given away": (_claim_of_any_seat, 100),
    "a seat is given through a closed door": (_claim_through_any_door, 100),
    "whoever asks for their own seat again is told no": (_no_second_answer, 100),
    "a seat is given though the GM is to be asked": (_gm_not_asked, 100),
    "whoever had a freed seat may stay": (_freed_may_stay, 100),
    "the link of a freed seat lets in": (_freed_may_come, 100),
    "a server that is started again forgets who has seats": (_opened_without_seats, 100),
    "players hear who waits at the door": (_all_hear_who_waits, 100),
    "players hear what a seat's secret hashes to": (_keys_are_told, 100),
}
"""By name: how it is planted, and within how many seeds it must be noticed."""


@contextlib.contextmanager
def planted(name: str) -> Iterator[None]:
    """The code with this bug; with none where the name is empty."""
    with contextlib.ExitStack() as stack:
        if name:
            MUTANTS[name][0](stack)
        yield
