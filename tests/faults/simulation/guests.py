"""Simulated people who sit down by a join code, and the GM at whose door they stand.

Some come by the link that was laid for a seat, the others claim it; two want Ann's. Whoever hears no answer asks again
with the same key, at another server or this one; whoever is told that the seat is somebody's, or is sent away from it,
stands at the door again. What they are told is written down as knocks; `seating` judges it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from protocol import messages as m
from server.keys.links import SECRET_BYTES, hash_of, hashed, token_of
from server.lobby import joining
from server.lobby.lobby import Entered, Lobby, Refused
from tests.faults.simulation.players import PATIENCE_S, Link, Player
from tests.faults.simulation.world import Process, World

AGAIN = {"unavailable", "busy", "claim_waits", "integrity", "rolled_back"}
"""Refusals after which the same is asked again."""

NEVER_TOLD = (b"ClaimAsked", b"ClaimRefused", b"DoorOpened", b"DoorClosed", b"SeatTaken")
"""Events that only the GM may hear of."""


class Knock(msgspec.Struct):
    """Somebody has asked for a seat, or come by its link (`is_claim` False), and was answered. `code`: empty, or that
    of the refusal."""

    name: str
    seat: str
    key_h: bytes
    is_claim: bool
    sent_s: float
    answered_s: float
    code: str


class Sitting(msgspec.Struct):
    """A session of a seat: with which key, let in at which version of the log, and the last number it was told."""

    name: str
    seat: str
    key_h: bytes
    version: int
    n: int = 0


class Guest(Player):
    """A player of whom no seat is known beforehand, only which one is wanted."""

    def __init__(self, world: World, name: str, seat: str) -> None:
        super().__init__(world, name, seat)
        self.key = b""
        """The secret with which the seat is claimed."""
        self.token = ""
        """The link that is thought to be the seat's."""
        self._code = ""
        self._sitting: Sitting | None = None
        if world.luck.random() < 0.3:
            self.token = world.links[seat]

    def link_token(self) -> str:
        """The seat's link, as this guest has it; empty: it has none."""
        return self.token

    async def _connect(self) -> None:
        """Now and then one asks once more for what one has."""
        if self.token and (not self.key or self.world.luck.random() < 0.8):
            await super()._connect()
        else:
            await self._claim()

    # --- coming by a link --------------------------------------------------------------------------------------------

    async def _enter(self, process: Process, lobby: Lobby) -> None:
        key_h, sent_s = hash_of(self.token), self.world.loop.time()
        try:
            await super()._enter(process, lobby)
        except Refused as refusal:
            self._knocked(key_h, False, sent_s, refusal.code)
            raise
        assert self.link is not None
        self._sitting = Sitting(self.name, self.seat, key_h, self.link.table.timeline.version)
        self.world.sittings.append(self._sitting)
        self._knocked(key_h, False, sent_s, "")

    def refused(self, refusal: Refused) -> None:
        """Whose link is worthless stands at the door; nothing that was asked for from the seat is asked for again."""
        if refusal.code in ("token", "token_expired"):
            self._has_no_seat()
            if self.world.luck.random() < 0.5:
                self.key = b""
        else:
            super().refused(refusal)

    def _has_no_seat(self) -> None:
        """Whose seat it is, is never told no at the door either: the link, if there was one, is worthless."""
        self.token, self._preimage = "", b""
        self.done += self.open.values()
        self.open.clear()

    def hear(self, message: Any, payload: bytes) -> None:
        """One message of the server, with nothing that is the GM's or another guest's."""
        for secret in (*NEVER_TOLD, *self.world.keys_asked):
            if secret in payload:
                self.world.wrong(f"{self.name} is told {secret!r}, which is not theirs")
        super().hear(message, payload)
        if self._sitting is not None and isinstance(message, m.Welcome | m.Update):
            self._sitting.n = max(self._sitting.n, message.n)

    # --- claiming ----------------------------------------------------------------------------------------------------

    async def _claim(self) -> None:
        """Ask once. The answer may be lost, and the server may not be there."""
        world, luck = self.world, self.world.luck
        if not self.key:
            if luck.random() < 0.2:
                self.token = world.links[self.seat]  # the newest that the GM has made, or the first
                return
            self.key = luck.randbytes(SECRET_BYTES)
            world.keys_asked.append(hashed(self.key))
        if not self._code or luck.random() < 0.1:
            self._code = world.codes[-1]
        process = luck.choice(world.processes)
        await asyncio.sleep(world._latency())
        if process.lobby is not None:
            asked, sent_s = self._asked(process, process.lobby), world.loop.time()
            await asyncio.wait([asked], timeout=PATIENCE_S)
            if not asked.done() or asked.cancelled() or luck.random() < 2 * world.client_cut:
                self._knocked(hashed(self.key), True, sent_s, "answer lost")
            else:
                code, told = asked.result()
                self._knocked(hashed(self.key), True, sent_s, code)
                self._answered(code, told)
        await asyncio.sleep(luck.uniform(0.1, 1.0) if self._code else luck.uniform(1.0, 3.0))

    def _asked(self, process: Process, lobby: Lobby) -> asyncio.Task[tuple[str, dict[str, Any]]]:
        """What the server says: the code of its refusal, or what a claim is told."""

        async def ask() -> tuple[str, dict[str, Any]]:
            try:
                name = f"guest {self.name}"
                return "", await joining.sit(lobby, self._code, self.seat, hashed(self.key), name)
            except Refused as refusal:
                return refusal.code, refusal.detail

        return process.context().run(self.world.loop.create_task, ask())

    def _answered(self, code: str, told: dict[str, Any]) -> None:
        if not code:
            self._is_given(told)
        elif code in ("join_code", "seat_taken", "claim_refused"):
            self._code = ""
            self._has_no_seat()
            if code != "join_code" and self.world.luck.random() < 0.5:
                self.key = b""
        elif code not in AGAIN:
            self.world.wrong(f"{self.name} may not sit down: {code} {told}")

    def _is_given(self, told: dict[str, Any]) -> None:
        """The seat is theirs; of the others they are told no more than whether somebody has them."""
        if told["token"] or any(set(one) != {"name", "role", "taken"} for one in told["seats"].values()):
            self.world.wrong(f"{self.name} claims a seat and is told {told}")
        self.token = token_of(self.world.encounter, self.key)

    def _knocked(self, key_h: bytes, is_claim: bool, sent_s: float, code: str) -> None:
        self.world.note("knock", self.name, code)
        self.world.knocks.append(Knock(self.name, self.seat, key_h, is_claim, sent_s, self.world.loop.time(), code))


class Host(Player):
    """The GM, who minds the door, too."""

    def __init__(self, world: World, name: str, seat: str) -> None:
        super().__init__(world, name, seat)
        self._told_of = 1 if world.codes else 0
        """The door whose code people know."""

    def _act(self) -> None:
        if self.world.luck.random() < 0.4:
            self._mind_the_door()
        else:
            super()._act()

    def _mind_the_door(self) -> None:
        luck, door, claims = self.world.luck, self.view.get("door", 0), self.view.get("claims", {})
        taken = [seat for seat, one in self.view["seats"].items() if one.get("taken")]
        if claims and luck.random() < 0.8:
            self.wish({"type": "answer_claim", "claim": luck.choice(sorted(claims)), "yes": luck.random() < 0.7})
        elif door and (door != self._told_of or luck.random() < 0.3):
            self._look_at_the_code(door)
        elif taken and luck.random() < 0.5:
            self._free(luck.choice(taken))
        elif not door or luck.random() < 0.2:
            self.wish({"type": "open_door"})
        elif luck.random() < 0.2:
            self.wish({"type": "close_door"})

    def _free(self, seat: str) -> None:
        """By lot with a new link, which may reach somebody before the seat is freed, or though it never is."""
        luck = self.world.luck
        intent: dict[str, Any] = {"type": "free_seat", "seat": seat}
        if luck.random() < 0.3:
            secret = luck.randbytes(SECRET_BYTES)
            self.world.links[seat] = token_of(self.world.encounter, secret)
            intent = {**intent, "key_h": hashed(secret)}
        self.wish(intent)

    def _look_at_the_code(self, door: int) -> None:
        link = self.link
        if link is not None and link.process.lobby is not None:
            link.process.context().run(self.world.loop.create_task, self._looked(door, link, link.process.lobby))

    async def _looked(self, door: int, link: Link, lobby: Lobby) -> None:
        try:
            told = await lobby.links_of(Entered(link.table, link.seat, link.role, link.audience))
        except Refused as refusal:
            if refusal.code not in AGAIN:
                self.world.wrong(f"the GM may not see the code: {refusal.code}")
            return
        if "code" in told:
            self._told_of = door
            self.world.codes.append(told["code"])
