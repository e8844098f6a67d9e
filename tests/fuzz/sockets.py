"""Frames through the real socket: a server with every system, seats that play and lie, and strangers who break frames.

    python -m tests.fuzz.sockets --frames 50000 [--seed N]

Each frame has exactly one answer, or the connection ends with a code; nothing unexpected happens in the server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import logging
import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
from three_cups import SYSTEM as THREE_CUPS
from websockets.exceptions import ConnectionClosed

from client_demo.choice import choose, filled
from client_demo.wire import Options
from protocol import codec as wire
from protocol import messages as m
from protocol.patch import apply
from server.core.create import EncounterSpec
from server.core.deciding.decide import intent_union
from server.core.state import Ledger
from server.encounter import file as encounter_file
from server.encounter.installed import systems
from server.gateway.auth import parse_token
from server.gateway.limits import Limits, Rate
from server.keys.links import hash_of, token_of
from server.past.questions import AnyQuestion
from server.store.memory import MemoryLog
from tests.fuzz.door import Door, lapsed
from tests.fuzz.grammar import Frames, Grammar, bent, broken
from tests.gateway.house import House, Player, close_house, open_house
from tests.gateway.wire.raw import BINARY, CLOSE, LAST, TEXT, Raw, frame
from tests.support.offers import renew, welcomed

Verdict = tuple[str, list[str]]

FREE = Rate(10**9, 10**9)
LIMITS = Limits(gm=FREE, player=FREE, spectator=FREE, lobby=FREE, close_s=0.5)
SYSTEMS = {**systems(), "three_cups": THREE_CUPS}
WAIT_S = 60.0
"""How long an answer may take before it counts as missing; nothing waits this long."""
ANSWERS = (m.Ack, m.Rejected, m.Answer, m.Pong)
FRAMES_EACH = 400
"""So many frames for one encounter, then another one."""
WARM, MOST_MB = 4_000, 30
"""So much may the server's memory grow once so many frames have been answered."""
CLOSES = {1000, 1001, 1002, 1003, 1007, 1009, *range(4400, 4500)}
"""Numbers that a connection of a stranger may be closed with."""


class Heard(logging.Handler):
    """All that the server complains of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line, with the exception if it has one."""
        if record.exc_info or record.levelno >= logging.ERROR:
            cause = record.exc_info[1] if record.exc_info else None
            self.lines.append(f"{record.getMessage()} {cause!r}"[:400])


class Seat:
    """A seat's session: it knows its view and its options, and counts what it is owed."""

    def __init__(self, player: Player, name: str) -> None:
        self.player, self.name = player, name
        self.view: Any = {}
        self._options = Options()
        self.decision: str | None = None
        self.answered: Any = None
        """The last answer; None: the connection ended instead."""

    def plain(self, raw: msgspec.Raw) -> Any:
        """A body as plain values."""
        return msgspec.json.decode(raw) if self.player.codec.is_text else msgspec.msgpack.decode(raw)

    def take(self, message: Any) -> None:
        """What the server says of itself."""
        if isinstance(message, m.Welcome):
            self.view, self._options = self.plain(message.view), welcomed(message, self.plain)
        elif isinstance(message, m.Update):
            self.view = apply(self.view, self.plain(message.patch))
            renew(self._options, message, self.plain)

    @property
    def options(self) -> list[dict[str, Any]]:
        """What the seat may do now."""
        return self._options.offered

    async def answer(self) -> str:
        """The next answer; `closed:<number>` at the end."""
        self.answered = None
        while True:
            try:
                async with asyncio.timeout(WAIT_S):
                    data = await self.player.socket.recv(decode=False)
            except ConnectionClosed:
                return f"closed:{self.player.socket.close_code}"
            message = self.player.codec.decode_server(bytes(data))
            self.take(message)
            if isinstance(message, ANSWERS):
                self.answered = message
                return message.code if isinstance(message, m.Rejected) else type(message).__name__.lower()

    async def settle(self) -> None:
        """Read what has come by now."""
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            async with asyncio.timeout(0.001):
                while True:
                    self.take(self.player.codec.decode_server(bytes(await self.player.socket.recv(decode=False))))


async def _is_withdrawn(house: House, name: str) -> bool:
    """Has a lie of the GM's been taken that revoked the seat, or freed it? Then its link opens nothing any more."""
    token = house.links[name]
    parsed = parse_token(token)
    assert parsed is not None
    seat = (await house.lobby.table(parsed.encounter)).timeline.ledger.seats[name]
    return seat.revoked or seat.token != hash_of(token)


class Fuzz:
    """One run against one server."""

    def __init__(self, house: House, log: MemoryLog, seed: int, heard: Heard) -> None:
        self.house, self.log, self.luck, self.heard = house, log, random.Random(seed), heard
        self.said: Counter[str] = Counter()
        self.wrongs: list[str] = []
        self.count = 0
        self.acts = self.knocks = self.yeses = 0
        self.codes: list[str] = []
        """Of the encounters before this one."""
        self.warm_mb = 0.0
        """The memory after WARM frames: what is made once is made. 0 in shorter runs, which say nothing of memory."""

    async def run(self, frames: int) -> None:
        """So many frames, over as many encounters as it takes."""
        names = sorted(SYSTEMS)
        while self.count < frames and not self.wrongs:
            name = names[self.luck.randrange(len(names))]
            await self._encounter(name, min(FRAMES_EACH, frames - self.count))
            if frames > WARM:
                await self._forget()
                if not self.warm_mb and self.count >= WARM:
                    self.warm_mb = resident_mb()

    async def _encounter(self, name: str, frames: int) -> None:
        system, luck = SYSTEMS[name], self.luck
        spec = encounter_file.parse_encounter(system.demo, name, SYSTEMS)
        table = msgspec.structs.replace(spec.table, join=luck.choice(("code", "code", "ask")))
        laid = await self.house.lobby.create(msgspec.structs.replace(spec, table=table))
        links = House(self.house.listener, self.house.lobby, laid["links"])
        codecs = list(wire.CODECS.values())
        there = [seat for seat in laid["links"] if seat == "gm" or luck.random() < 0.7]
        seats = {seat: await self._sit(links, seat, luck.choice(codecs)) for seat in there}
        callers = Callers(self, links, Door(luck, laid, self.codes), seats)
        stop = self.count + frames
        while self.count < stop and not self.wrongs:
            seat = seats[luck.choice(list(seats))]
            if luck.random() < 0.35:
                await self._act(seats)
            elif luck.random() < 0.25:
                await callers.call()
            elif luck.random() < 0.04:
                await self._stranger(links)
            else:
                await self._lie(seat, seats, system, laid["encounter"])
                if seat.player.socket.close_code is not None:
                    again = await self._sit(links, seat.name, luck.choice(codecs))
                    if again.view:
                        seats[seat.name] = again
                    elif seat.name == "gm":
                        break
                    else:
                        del seats[seat.name]
        await callers.leave()
        for seat in seats.values():
            await seat.player.socket.close()

    async def _forget(self) -> None:
        """Close the tables, as the server does once they are quiet; and empty the store, which is no part of it."""
        tables = self.house.lobby.tables
        for table in list(tables.open.values()):
            await tables._drop(table)
        shelf = self.log.shelf
        for kept in (shelf.streams, shelf.lobby, shelf.seats, shelf.doors, shelf.snapshots):
            kept.clear()

    async def _sit(self, house: House, name: str, codec: wire.Codec) -> Seat:
        seat = Seat(await house.connect(codec), name)
        await seat.player.send(m.Hello(token=house.links[name], blocks=len(name) % 2 == 0, like=True))
        while not seat.view:
            message = await seat.player.next()
            seat.take(message)
            if isinstance(message, m.Bye):
                if not await _is_withdrawn(house, name):
                    self.wrongs.append(f"{name} is not let in any more: {message.code}")
                break
        return seat

    async def _act(self, seats: dict[str, Seat]) -> None:
        """Somebody plays honestly, so that there is something to lie about."""
        order = list(seats.values())
        self.luck.shuffle(order)
        for seat in order:
            await seat.settle()
            chosen = choose(seat.options, seat.view, self.luck) if seat.view else None
            if chosen is not None:
                body = msgspec.Raw(seat.player.codec.to_bytes(chosen[0]))
                decision = msgspec.UNSET if chosen[1] is None else chosen[1]
                message = m.Submit(id=self.luck.randbytes(16), intent=body, nonce=bytes(16), decision=decision)
                await self._send(seat, seat.player.codec.encode(message))
                self.acts += 1
                return

    async def _lie(self, seat: Seat, seats: dict[str, Seat], system: Any, encounter: str) -> None:
        """One frame from a seat that knows all ids: of the grammar, or what somebody is offered, bent; or broken."""
        words = [*seat.view.get("combatants", {}), encounter, system.name]
        decision = seat.view.get("decision")
        if decision:
            words += [decision["id"], *decision.get("asks", {})]
        grammar = Grammar(self.luck, words, wrong=self.luck.choice((0.0, 0.02, 0.1)))
        data = self._bent(seat, seats, grammar) if self.luck.random() < 0.5 else b""
        if not data:
            data = Frames(grammar, seat.player.codec, intent_union(system), AnyQuestion, EncounterSpec).next()
        if b"close" in data and self.luck.random() < 0.95:
            return  # a closed encounter refuses everything else: seldom
        await self._send(seat, data)

    def _bent(self, seat: Seat, seats: dict[str, Seat], grammar: Grammar) -> bytes:
        """What some seat is offered, sent by this one, mostly with a value exchanged."""
        other = seats[self.luck.choice(list(seats))]
        if not other.options:
            return b""
        option = self.luck.choice(other.options)
        intent = filled(option, other.view, self.luck) or option["intent"]
        intent = bent(intent, grammar) if self.luck.random() < 0.8 else intent
        decision = other.view.get("decision", {}).get("id") if option.get("answers") else None
        message = {"type": "submit", "id": self.luck.randbytes(16), "intent": intent, "nonce": bytes(16)}
        if decision is not None and self.luck.random() < 0.8:
            message["decision"] = decision
        try:
            return seat.player.codec.to_bytes(message)
        except (OverflowError, ValueError, TypeError):
            return b""

    async def _send(self, seat: Seat, data: bytes) -> None:
        """One frame, and its one answer."""
        self.count += 1
        try:
            await seat.player.send_bytes(_sendable(seat.player.codec, data))
            said = await seat.answer()
        except TimeoutError:
            said = "nothing"
            self.wrongs.append(f"no answer to {data[:300]!r} of {seat.name}")
        except ConnectionClosed:
            said = f"closed:{seat.player.socket.close_code}"
        self.said[said] += 1
        if said.startswith("closed:") and int(said[7:]) not in CLOSES:
            self.wrongs.append(f"{said} after {data[:300]!r} of {seat.name}")
        if self.heard.lines:
            self.wrongs.append(f"{self.heard.lines.pop(0)} after {data[:600]!r} of {seat.name}")

    async def _stranger(self, house: House) -> None:
        """A connection whose frames are broken at the level of the WebSocket, or which says something else first."""
        luck = self.luck
        self.count += 1
        socket = await Raw.open(house.port)
        hello = wire.MSGPACK.encode(
            m.Hello(token=luck.choice(list(house.links.values())) if luck.random() < 0.5 else "")
        )
        data = b"".join(
            frame(luck.choice((BINARY | LAST, TEXT | LAST, luck.randrange(256))), part)
            for part in (hello, luck.randbytes(luck.randrange(140)), wire.MSGPACK.encode(m.Ping()))
        )
        socket.send(broken(data, luck) if luck.random() < 0.8 else luck.randbytes(luck.randrange(400)))
        socket.writer.write_eof()
        said = "closed without a frame"
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionResetError):
            while True:
                lead, payload = await socket.next()
                if lead == CLOSE | LAST:
                    number = int.from_bytes(payload[:2], "big")
                    said = f"stranger closed:{number}"
                    if number not in CLOSES:
                        self.wrongs.append(f"{said} {payload!r} after {data[:300]!r}")
        self.said[said] += 1
        socket.writer.transport.abort()


def _sendable(codec: wire.Codec, data: bytes) -> bytes:
    """The frame as it can be sent: text that is not UTF-8 would end the connection before anything of it is read."""
    return data.decode(errors="replace").encode() if codec.is_text else data


class Callers:
    """People without a seat, at the door of one encounter, and the GM who minds it. `seats`: the sessions at its table,
    to which who is let in is added."""

    def __init__(self, fuzz: Fuzz, house: House, door: Door, seats: dict[str, Seat]) -> None:
        self._fuzz, self._house, self._door, self._seats, self._luck = fuzz, house, door, seats, fuzz.luck
        self._links = door.links
        self._lobby: Seat | None = None

    async def call(self) -> None:
        """One frame of somebody."""
        kind = self._luck.random()
        if kind < 0.4:
            await self._mind(self._seats["gm"])
        elif kind < 0.55 and self._door.keys:
            await self._come()
        else:
            await self._knock(await self._in_the_lobby())

    async def leave(self) -> None:
        """Nobody calls any more."""
        self._door.elsewhere += self._door.codes.values()
        if self._lobby is not None:
            await self._lobby.player.socket.close()

    async def _ledger(self) -> Ledger:
        return (await self._house.lobby.table(self._door.encounter)).timeline.ledger

    async def _in_the_lobby(self) -> Seat:
        if self._lobby is None or self._lobby.player.socket.close_code is not None:
            self._lobby = Seat(await self._house.connect(self._luck.choice(list(wire.CODECS.values()))), "the lobby")
            await self._lobby.player.send(m.Hello())
            await self._lobby.player.next(m.Lobby)
        return self._lobby

    async def _knock(self, lobby: Seat) -> None:
        codec, before = lobby.player.codec, await self._ledger()
        data = _sendable(codec, self._door.knock(codec, before))
        await self._fuzz._send(lobby, data)
        after = await self._ledger()
        wrongs = self._door.wrongs(data, codec, before, after, lobby.answered)
        if wrongs and (later := lapsed(before, after)) != before:  # the server has said no before the frame was read
            wrongs = self._door.wrongs(data, codec, later, after, lobby.answered)
        self._fuzz.wrongs += [f"{wrong}, after {data[:300]!r}" for wrong in wrongs]
        self._fuzz.knocks += 1
        self._fuzz.yeses += isinstance(lobby.answered, m.Answer)

    async def _mind(self, gm: Seat) -> None:
        await self._fuzz._send(gm, self._door.mind(gm.player.codec, await self._ledger()))
        if isinstance(gm.answered, m.Answer) and "code" in (told := gm.plain(gm.answered.body)):
            self._door.codes[(await self._ledger()).door.k] = told["code"]

    async def _come(self) -> None:
        """By a link of which somebody thinks that it is a seat's: it opens one if the ledger says so."""
        token = token_of(self._door.encounter, self._luck.choice(self._door.keys[-8:]).secret)
        ledger = await self._ledger()
        seat = Seat(await self._house.connect(self._luck.choice(list(wire.CODECS.values()))), "")
        await seat.player.send(m.Hello(token=token))
        message = await seat.player.next(m.Welcome, m.Bye)
        self._fuzz.count += 1
        opened = self._door.opens(token, ledger)
        if isinstance(message, m.Welcome) != (opened is not None):
            self._fuzz.wrongs.append(f"a link of the seat {opened} is answered with {message}")
        if opened is None or (opened in self._seats and self._seats[opened].player.socket.close_code is None):
            await seat.player.socket.close()
            return
        seat.name = opened
        seat.take(message)
        self._links[opened], self._seats[opened] = token, seat


def resident_mb() -> float:
    """The memory that this process has now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


async def fuzz(seed: int, frames: int) -> Verdict:
    """A server, so many frames, and what came of them."""
    heard, begun_s = Heard(), time.process_time()
    root = logging.getLogger()
    level, log = root.level, MemoryLog()
    gc.collect()  # tasks that others have left behind complain now, and are not taken for the server's
    root.addHandler(heard)
    root.setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="fray-fuzz-") as folder:
        house = await open_house(Path(folder), LIMITS, systems=SYSTEMS, log=log)
        try:
            run = Fuzz(house, log, seed, heard)
            with mock.patch("server.past.files.HELD_BYTES", 2**20):  # it may hold a hundred times as much
                await run.run(frames)
            grown_mb = resident_mb() - run.warm_mb if run.warm_mb else 0.0
            failures = sum(house.count(f'fray_failures_total{{where="{at}"}}') for at in ("receive", "act", "lobby"))
        finally:
            await close_house(house)
            root.removeHandler(heard)
            root.setLevel(level)
    wrongs = run.wrongs + ([f"{failures:.0f} failures in the gateway"] if failures else [])
    wrongs += [f"after the end: {line}" for line in heard.lines]
    if grown_mb > MOST_MB:
        wrongs.append(f"memory grew by {grown_mb:.0f} MB after the first {WARM} frames, at most {MOST_MB} are right")
    said = ", ".join(f"{code} {count}" for code, count in run.said.most_common(12))
    took_s = time.process_time() - begun_s
    kinds = f"{run.acts} honest, {run.knocks} at the door, {run.yeses} of them let in"
    return (
        f"{run.count} frames ({kinds}), {run.count / took_s:.0f}/s, memory +{grown_mb:.0f} MB: {said}",
        wrongs,
    )


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.sockets", description="Frames through sockets.")
    parser.add_argument("--frames", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    figures, wrongs = asyncio.run(fuzz(given.seed, given.frames))
    print(figures, *wrongs, sep="\n")
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
