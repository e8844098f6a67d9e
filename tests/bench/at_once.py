"""A question to twelve combatants of six seats, which all answer in the same moment: how long the last one waits."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from protocol.messages import Submit
from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.ids import GM
from server.core.state import Decision, State, TableOptions
from server.core.system import System
from server.keys.seeds import SeedKeeper
from server.lobby.lobby import Lobby
from server.process.clock import Clock
from server.rules.tactics import SYSTEM as TACTICS
from server.rules.tirakan import SYSTEM as TIRAKAN
from server.store.memory import MemoryLog
from server.table.services import Services
from server.table.table import Table
from tests.bench import fight
from tests.bench.tape import MASTER, NoLinks, Silent, submit

SEATS = ("anna", "bela", "cora", "dora", "ella", "fina")
ASKED = 12
WINDOWS = 50
"""So many questions are answered for one figure: its p99 is the longest of them."""


class Crowd(NamedTuple):
    """A fight in which questions of these kinds come up to all twelve, again and again."""

    system: System
    begin: str
    kinds: tuple[str, ...]


CROWDS = {
    "tactics": Crowd(TACTICS, "encounter_start", ("tactics", "declare")),
    "tirakan": Crowd(TIRAKAN, "start_combat", ("reaction",)),
}


def _spec(system: System) -> EncounterSpec:
    """Two for each seat, and one of the game master's who attacks them."""
    sheet = fight.sheet_of(system)
    people = [(f"{seat}{k}", "travellers", seat) for seat in SEATS for k in (1, 2)]
    return EncounterSpec(
        title="All at once", system=system.name, table=TableOptions(stops="everything", join="links"),
        seats={seat: SeatSpec(name=seat.capitalize()) for seat in SEATS},
        combatants={
            who: CombatantSpec(name=who.capitalize(), side=side, seat=seat, at=(k * 0.8, 0.0), sheet=sheet)
            for k, (who, side, seat) in enumerate([*people, ("rauk", "robbers", GM)])
        },
    )  # fmt: skip


class Hall:
    """The table, with everybody at it."""

    def __init__(self, folder: Path, crowd: Crowd) -> None:
        self._crowd, self._luck, self._now_ms = crowd, random.Random(1), 1_700_000_000_000
        services = Services(MemoryLog(), SeedKeeper(MASTER), Clock(lambda: self._now_ms, lambda: self._now_ms))
        self._lobby = Lobby(services, {crowd.system.name: crowd.system}, NoLinks(folder / "links.json"))
        self._viewers = {seat: Silent(seat) for seat in (GM, *SEATS, "spectator")}
        self._table: Table

    async def waits_ms(self) -> list[float]:
        """How long the last answer of each question took."""
        made = await self._lobby.create(_spec(self._crowd.system))
        self._table = await self._lobby.table(made["encounter"])
        for viewer in self._viewers.values():
            self._table.attach(viewer, in_blocks=True, in_likes=True)
        await self._does(GM, {"type": self._crowd.begin})
        found: list[float] = []
        while len(found) < WINDOWS:
            decision = self._state.play.decision
            if decision is not None and decision.kind in self._crowd.kinds and self._is_asked(decision):
                found.append(await self._all_at_once(decision))
            else:
                await self._goes_on(decision)
        await self._lobby.close()
        return found

    @property
    def _state(self) -> State:
        return self._table.timeline.state

    def _is_asked(self, decision: Decision) -> bool:
        return sum(who != "rauk" for who in decision.unanswered()) == ASKED

    async def _all_at_once(self, decision: Decision) -> float:
        """None of the answers is lost: each is acknowledged, and then the question is over."""
        if "rauk" in decision.unanswered():
            await self._does(*self._default(decision, "rauk"))
        self._now_ms += 1_000
        answers = [self._default(decision, who) for who in decision.unanswered()]
        before = self._acks
        begun_s = time.process_time()
        for seat, intent in answers:
            self._table.submit(self._viewers[seat], self._message(intent))
        while self._acks - before < len(answers):  # noqa: ASYNC110  (an event would add to what is measured)
            await asyncio.sleep(0)
        took_ms = (time.process_time() - begun_s) * 1000
        while self._table.waiting:  # noqa: ASYNC110
            await asyncio.sleep(0)
        assert all(each.id != decision.id for each in self._state.play.decisions)
        return took_ms

    async def _goes_on(self, decision: Decision | None) -> None:
        """Whoever is on turn does the simplest thing."""
        if decision is not None:
            return await self._does(*self._default(decision, decision.unanswered()[0]))
        who = self._state.play.game.turn
        seat = self._state.ledger.controller(who)
        return await self._does(seat, self._act(who, seat))

    def _default(self, decision: Decision, who: str) -> tuple[str, dict[str, Any]]:
        """As if nobody had answered for it."""
        seat = GM if who == GM else self._state.ledger.controller(who)
        return seat, msgspec.to_builtins(self._crowd.system.default(self._state, decision, who))

    def _act(self, who: str, seat: str) -> dict[str, Any]:
        """Who can attacks, so that there is something to pass on; else its turn is over."""
        options = [one for one in fight.offered(self._crowd.system, self._state, seat) if one.who == who]
        able = [one for one in options if not one.reason]
        attack = next((one for one in able if one.goal == "harm" and who == "rauk"), None)
        if attack is None:
            return next(one.intent for one in able if one.goal == "end")
        (pick,) = (param for param in attack.params if param.name == attack.whom)
        return {**attack.intent, attack.whom: next(one.value for one in pick.choices if one.reason is None)}

    @property
    def _acks(self) -> int:
        return sum(viewer.acks for viewer in self._viewers.values())

    async def _does(self, seat: str, intent: dict[str, Any]) -> None:
        self._now_ms += 1_000
        await submit(self._table, self._viewers[seat], self._message(intent))

    def _message(self, intent: dict[str, Any]) -> Submit:
        raw = msgspec.Raw(msgspec.msgpack.encode(intent))
        return Submit(id=self._luck.randbytes(16), nonce=self._luck.randbytes(16), intent=raw)


def last_ack_ms(folder: Path, name: str) -> float:
    """From the moment in which all answer to the acknowledgement of the last, p99."""
    return max(asyncio.run(Hall(folder, CROWDS[name]).waits_ms()))
