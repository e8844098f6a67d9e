"""Simulated clients: they act by their options, lose connections, come back on another server and ask again.

A client believes nothing but what it was sent, and complains (`World.wrong`) about everything that contradicts it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from client_demo.wire import Options
from protocol import codec as wire
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.patch import apply
from server.core.dice import commitment_of
from server.core.history.amend import digest_of
from server.core.ids import Position
from server.gateway.auth import parse_token
from server.lobby.lobby import Entered, Lobby, Refused
from tests.faults.simulation.virtual import TICK_S
from tests.faults.simulation.world import WALL_MS, Process, World
from tests.support.offers import renew, welcomed

LATER = {"unavailable", "busy"}
"""Refusals that only mean `later`."""

PATIENCE_S = 7.0
"""After so long without a word a client tries another server."""


class Link:
    """A connection between a client and a table: the table's viewer. Messages arrive in order, until it is cut."""

    def __init__(self, player: Player, process: Process, entered: Entered) -> None:
        self.player, self.process = player, process
        self.seat, self.role, self.audience = entered.seat, entered.role, entered.audience
        self.network = "192.0.2.1/32"
        self.codec = wire.MSGPACK
        self.table = entered.table
        self.is_open = True
        self._loop = player.world.loop
        self._down_s = self._up_s = 0.0
        process.links[self] = None

    def send_now(self, payload: bytes) -> None:
        """Nothing waits here."""
        self.send(payload)

    def send(self, payload: bytes) -> None:
        """The server sends."""
        if self.is_open:
            self._down_s = max(self._down_s + TICK_S, self._loop.time() + self.player.world._latency())
            self._loop.call_at(self._down_s, self._arrive, payload)

    def bye(self, code: str) -> None:
        """The server ends it."""
        self.player.world.note("bye", code)
        self._loop.call_soon(self.cut)

    def _arrive(self, payload: bytes) -> None:
        world = self.player.world
        if not self.is_open:
            return
        if world.is_stormy and world.luck.random() < world.client_cut:
            self.cut()
            return
        self.player.hear(self.codec.decode_server(payload), payload)

    def say(self, wish: Wish) -> None:
        """The client submits."""
        self._up_s = max(self._up_s + TICK_S, self._loop.time() + self.player.world._latency())
        self._loop.call_at(self._up_s, self._submit, wish)

    def _submit(self, wish: Wish) -> None:
        if not self.is_open:
            return
        wish.arrived_s = self._loop.time()
        wish.arrivals += 1
        decision = msgspec.UNSET if wish.decision is None else wish.decision
        raw = msgspec.Raw(self.codec.to_bytes(wish.intent))
        self.process.context().run(
            self.table.submit, self, m.Submit(id=wish.id, intent=raw, nonce=wish.nonce, decision=decision)
        )

    def cut(self) -> None:
        """It breaks; nothing under way arrives."""
        if self.is_open:
            self.is_open = False
            self.process.links.pop(self, None)
            if self.process.lobby is not None:
                self.table.detach(self)
            self.player.lost(self)


class Wish:
    """An intent that waits for its verdict, and is sent again under the same id until it comes."""

    def __init__(self, world: World, intent: dict[str, Any], decision: str | None) -> None:
        self.id = world.luck.randbytes(16)
        self.nonce = world.luck.randbytes(16)
        self.intent, self.decision = intent, decision
        self.sent_s = world.loop.time()
        self.arrived_s = 0.0
        self.arrivals = 0
        self.heard_s = world.loop.time()
        self.n: int | None = None
        self.acked_s = 0.0
        self.refused: list[tuple[str, float]] = []
        """Code, and when the refused submission had reached the server."""


class Player:
    """One client on one seat."""

    def __init__(self, world: World, name: str, seat: str) -> None:
        self.world, self.name, self.seat = world, name, seat
        self.view: Any = None
        self._options = Options()
        self.n, self.head = 0, b""
        self.told: dict[int, bytes] = {}
        """The heads it was shown, by number."""
        self.looks: list[tuple[float, int, bytes]] = []
        """When it was shown which number, with which head."""
        self.link: Link | None = None
        self.open: dict[bytes, Wish] = {}
        self.done: list[Wish] = []
        self.is_welcome = False
        self.may_act = True
        self.zeal = 1.0
        """How often it acts when it could."""
        self._preimage = b""

    # --- living -------------------------------------------------------------------------------------------------------

    async def live(self) -> None:
        """Connect, act, connect again."""
        while not self.world.is_over:
            if self.link is None:
                await self._connect()
            left_s = self._left_s()
            is_late = 0 < left_s < 5 and self.world.luck.random() < 0.3
            await asyncio.sleep(left_s if is_late else self.world.luck.expovariate(1 / 0.7))
            if self.link is not None and self.is_welcome:
                self._ask_again()
                if self.may_act and len(self.open) < 2 and (self.zeal == 1 or self.world.luck.random() < self.zeal):
                    self._stop_the_clock() if is_late else self._act()

    def _left_s(self) -> float:
        """So long until the open decision's time is up, more or less; 0: nobody knows."""
        closes_at: int = ((self.view or {}).get("decision") or {}).get("closes_at", 0)
        return (closes_at - WALL_MS) / 1000 - self.world.loop.time() + self.world.luck.uniform(-0.004, 0.008)

    def _stop_the_clock(self) -> None:
        """At the last moment."""
        decision = self.view.get("decision")
        if decision and self.seat == "gm":
            back = [max(1, self.n - self.world.luck.randint(0, 2)), 0]
            self.wish(self.world.luck.choice((self._rewind(back), {"type": "pause"})))
        elif decision:
            self.wish({"type": "more_time", "decision": decision["id"], "ms": 3_000})

    async def _connect(self) -> None:
        world = self.world
        process = world.luck.choice(world.processes)
        await asyncio.sleep(world._latency())
        if process.lobby is None:
            await asyncio.sleep(world.luck.uniform(0.1, 1.0))
            return
        entering = process.context().run(world.loop.create_task, self._enter(process, process.lobby))
        await asyncio.wait([entering])
        if entering.cancelled():
            return
        error = entering.exception()
        if isinstance(error, Refused):
            world.note("refused entry", self.name, error.code)
            self.refused(error)
            await asyncio.sleep(world.luck.uniform(0.5, 1.5))
            return
        if error is not None:
            world.wrong(f"entering raised {error!r}")

    def refused(self, refusal: Refused) -> None:
        """The server does not let it in."""
        if refusal.code not in ("unavailable", "busy") and (refusal.code != "integrity" or self.world.profile.durable):
            self.world.wrong(f"{self.name} may not enter: {refusal.code} {refusal.detail}")

    def link_token(self) -> str:
        """The token of the seat's link; empty: it has none."""
        return self.world.links[self.seat]

    def is_on_the_way(self) -> bool:
        """It has a link, and has not been welcomed by it yet, or not again."""
        return bool(self.link_token()) and (self.link is None or not self.is_welcome)

    async def _enter(self, process: Process, lobby: Lobby) -> None:
        """As a session does: it sits down in the very turn in which the lobby lets it in."""
        parsed = parse_token(self.link_token())
        assert parsed is not None
        resume = m.Resume(n=self.n, head=self.head) if self.n else None
        entered = await lobby.enter(*parsed, resume)
        self.is_welcome = False
        self.link = Link(self, process, entered)
        entered.table.attach(self.link, resume, in_blocks=self.n % 2 == 0, in_likes=self.n % 4 == 0)  # every other time

    def lost(self, link: Link) -> None:
        """The connection is gone."""
        if self.link is link:
            self.link = None
            self.world.note("lost", self.name)

    @property
    def options(self) -> list[dict[str, Any]]:
        """What it may do now."""
        return self._options.offered

    # --- what comes in ------------------------------------------------------------------------------------------------

    def hear(self, message: Any, payload: bytes) -> None:
        """One message of the server."""
        self.world.note(self.name, type(message).__name__, payload)
        match message:
            case m.Welcome():
                self._welcome(message)
            case m.Update():
                self._update(message)
            case m.Ack():
                self._ack(message)
            case m.Rejected():
                self._rejected(message)
            case m.Pending(id=id):
                if id in self.open:
                    self.open[id].heard_s = self.world.loop.time() + 1000.0  # a verdict is promised
            case m.Answer():
                self._confirm(message)
            case _:  # presence, bye
                pass

    def _welcome(self, message: m.Welcome) -> None:
        events = [] if isinstance(message.events, msgspec.UnsetType) else message.events
        if events and [told.n for told in events] != list(range(self.n + 1, message.n + 1)):
            self.world.wrong(f"{self.name} resumed at {self.n} and was told {[told.n for told in events]}")
        if message.n < self.n and self.world.profile.durable:
            self.world.wrong(f"{self.name} had {self.n} and is welcomed with {message.n}")
        self.view, self.n, self.head = _read(message.view), message.n, message.head
        self._options = welcomed(message, _read)
        self._note_head()
        self.is_welcome = True
        for wish in list(self.open.values()):
            wish.heard_s = self.world.loop.time()
            self._say(wish)

    def _update(self, message: m.Update) -> None:
        if message.n != self.n + 1:
            self.world.wrong(f"{self.name} at {self.n} is told {message.n}")
        self.view, self.n, self.head = apply(self.view, _read(message.patch)), message.n, message.head
        renew(self._options, message, _read)
        self._note_head()

    def _note_head(self) -> None:
        self.looks.append((self.world.loop.time(), self.n, self.head))
        if self.told.setdefault(self.n, self.head) != self.head and self.world.profile.durable:
            self.world.wrong(f"{self.name} was shown two histories at {self.n}")

    def _ack(self, message: m.Ack) -> None:
        wish = self.open.pop(message.id, None)
        n = None if isinstance(message.n, msgspec.UnsetType) else message.n
        if wish is not None:
            wish.n, wish.acked_s = n, self.world.loop.time()
            self.done.append(wish)
            return
        again = next((one for one in self.done if one.id == message.id), None)
        if again is not None and again.n not in (None, n) and self.world.profile.durable:
            self.world.wrong(f"{self.name}: one {again.intent['type']} is acknowledged as {again.n} and as {n}")

    def _rejected(self, message: m.Rejected) -> None:
        if isinstance(message.id, msgspec.UnsetType):
            if self.world.profile.durable:
                self.world.wrong(f"{self.name} at {self.n} is told that its history is {message.code}")
            self.n, self.head = 0, b""
            return
        if isinstance(message.id, int):
            return
        if message.code == "internal":
            self.world.wrong(f"{self.name} gets `internal`")
        wish = self.open.get(message.id)
        if wish is None:
            again = next((one for one in self.done if one.id == message.id), None)
            if again is not None and message.code not in LATER:
                again.refused.append((message.code, again.arrived_s))
        elif message.code in LATER:
            self.world.loop.call_later(1.0, self._say, wish)
            wish.heard_s = self.world.loop.time() + 1.0
        else:
            wish.refused.append((message.code, wish.arrived_s))
            self.done.append(self.open.pop(message.id))

    # --- what goes out ------------------------------------------------------------------------------------------------

    def _say(self, wish: Wish) -> None:
        if self.link is not None and self.is_welcome:
            self.link.say(wish)

    def wish(self, intent: dict[str, Any], decision: str | None = None) -> None:
        """Submit something new."""
        wish = Wish(self.world, intent, decision)
        self.open[wish.id] = wish
        self._say(wish)

    def _ask_again(self) -> None:
        """A client that hears nothing goes elsewhere; now and then one asks for an old verdict once more."""
        now = self.world.loop.time()
        if any(wish.heard_s + PATIENCE_S < now for wish in self.open.values()) and self.link is not None:
            self.link.cut()
        elif self.done and self.world.luck.random() < 0.08:
            wish = self.world.luck.choice(self.done)
            if wish.n is not None and not wish.refused:  # what nothing had to happen for is not remembered
                self._say(wish)

    def _act(self) -> None:
        luck = self.world.luck
        decision = self.view.get("decision") or {}
        asks = decision.get("asks", {})
        if decision.get("kind") == "reveal" and self._preimage and self.seat in asks:
            self.wish({"type": "reveal", "preimage": self._preimage}, decision["id"])
            self._preimage = b""
            return
        if self.view["stage"] == "setup" and self.seat in ("ann", "bob") and not self._preimage:
            self._preimage = luck.randbytes(32)
            commitment = commitment_of(bytes.fromhex(self.world.encounter), self.seat, self._preimage)
            self.wish({"type": "join", "commitment": commitment})
            return
        if self.seat == "gm" and luck.random() < 0.4 and self.view["stage"] != "setup":
            self._rule()
            return
        if self.view.get("dice_for") is not None and luck.random() < 0.7:
            self.wish(luck.choice(({"type": "server_rolls"}, {"type": "type_dice", "faces": [luck.randint(1, 6)]})))
            return
        if luck.random() < 0.12 and self.seat != "spectator":
            self._meddle(decision)
            return
        offered = [option for option in self.options if "reason" not in option]
        if offered:
            option = luck.choice(offered)
            chosen = {param["name"]: luck.choice(param["choices"])["value"] for param in option.get("params", ())}
            meant = decision.get("id") if option.get("answers") and luck.random() < 0.5 else None
            self.wish({**option["intent"], **chosen}, meant)

    def _meddle(self, decision: dict[str, Any]) -> None:
        luck = self.world.luck
        requests = self.view.get("requests") or {}
        if requests and luck.random() < 0.7:
            self.wish({"type": "answer_undo", "request": luck.choice(sorted(requests)), "yes": luck.random() < 0.6})
        elif decision and luck.random() < 0.5:
            self.wish({"type": "more_time", "decision": decision["id"], "ms": 2_000})
        else:
            self.wish({"type": "request_undo", "n": luck.randint(1, max(1, self.n))})

    def _rule(self) -> None:
        """What only a GM does."""
        luck = self.world.luck
        kind = luck.choice(("rewind", "rewind", "redo", "amend", "pause", "hide", "continue", "close_decision"))
        decision = self.view.get("decision") or {}
        back = [max(1, self.n - luck.randint(0, 8)), 0]
        if kind == "rewind":
            self.wish(self._rewind(back))
        elif kind == "redo":
            self.wish(self._redo())
        elif kind == "amend":
            self._preview({"target": back, "edits": [{"at": back, "struck": True}]})
        elif kind == "pause":
            self.wish({"type": "unpause" if self.view.get("paused") else "pause"})
        elif kind == "hide":
            self.wish(luck.choice(({"type": "hide", "who": "b"}, {"type": "show", "who": "b"})))
        elif decision:
            self.wish({"type": kind, "decision": decision["id"]})

    def _rewind(self, back: list[int]) -> dict[str, Any]:
        """As confirmed after a preview at what this seat has seen."""
        return {"type": "rewind", "to": back, "digest": self._confirmed(Position(*back))}

    def _redo(self) -> dict[str, Any]:
        back = self.link.table.timeline.ledger.redo if self.link is not None else ()
        return {"type": "redo", "digest": self._confirmed(back[-1] if back else Position(1))}

    def _confirmed(self, to: Position) -> bytes:
        return digest_of([self.world.encounter, self.n, str(to)])

    def _preview(self, amendment: dict[str, Any]) -> None:
        if self.link is None:
            return
        self._amendment = amendment
        question = msgspec.Raw(self.link.codec.to_bytes({"type": "preview_amend", **amendment}))
        try:
            self.link.process.context().run(self.link.table.ask, self.link, m.Ask(id=1, question=question))
        except ProtocolError as error:
            self.world.wrong(f"a preview is refused: {error}")

    def _confirm(self, message: m.Answer) -> None:
        body = _read(message.body)
        if not body["needs"] and self.may_act:
            self.wish({"type": "amend", **self._amendment, "digest": body["digest"]})


def _read(raw: msgspec.Raw) -> Any:
    return msgspec.msgpack.decode(raw)
