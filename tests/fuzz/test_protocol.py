"""The protocol as a state machine: several clients at one real server say everything in every order.

What each message must be answered with follows from a few lines of model; at the end nobody has missed anything.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle as Clients
from hypothesis.stateful import RuleBasedStateMachine, consumes, initialize, multiple, precondition, rule

from client_demo.choice import choose
from protocol import codec as wire
from protocol import messages as m
from protocol.patch import canonical
from tests.fuzz.sockets import ANSWERS, LIMITS, Heard, Seat
from tests.gateway.house import House, close_house, open_house
from tests.store.redis.waiting import until

SEATS = ("gm", "ann", "bob", "spectator")
AUDIENCES = {"gm": "gm", "ann": "seat:ann", "bob": "seat:bob", "spectator": "public"}
UNREADABLE = [b"", b"\xc1", b"{", b"[1]", b'{"type":"ping","x":1}', b"\x91" * 20]
codecs = st.sampled_from(list(wire.CODECS.values()))
picks = st.integers(0, 2**16)


class Client(Seat):
    """A connection and what it has seen. `place`: door, lobby, table, gone."""

    place = "door"
    n = 0
    head = bytes(16)
    answers: list[Any]
    said: list[Any]

    def take(self, message: Any) -> None:
        """Numbers follow one another."""
        super().take(message)
        if isinstance(message, m.Update):
            assert message.n == self.n + 1, (message.n, self.n)
        if isinstance(message, m.Welcome | m.Update):
            self.n, self.head = message.n, message.head

    async def until(self, *kinds: type) -> Any:
        """The next message of these kinds."""
        async with asyncio.timeout(60):
            while True:
                message = await self.player.next()
                self.take(message)
                if isinstance(message, kinds):
                    return message

    async def ends(self) -> str:
        """The code with which the server closes."""
        bye = await self.until(m.Bye)
        await self.player.socket.wait_closed()
        assert self.player.socket.close_reason == bye.code
        self.place = "gone"
        return str(bye.code)


class Protocol(RuleBasedStateMachine):
    """Three Cups at one server."""

    strangers = Clients("strangers")
    seated = Clients("seated")
    house: House

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp(prefix="fray-protocol-"))
        self.heard = Heard()
        logging.getLogger().addHandler(self.heard)
        self.all: list[Client] = []
        self.accepted: list[tuple[str, bytes, dict[str, Any], Any]] = []
        """Seat, id, intent and n of the ack."""
        self.revoked: set[str] = set()
        self.is_closed = False
        self._ids = itertools.count(1)

    @initialize(target=seated)
    def open(self) -> Any:
        """A server with everybody at the table, and the GM begins."""
        self.house = self.runner.run(open_house(self.folder, LIMITS))
        there = [self._seat(seat, wire.MSGPACK) for seat in SEATS]
        assert isinstance(self._submit(there[0], {"type": "begin"}, self._new_id()), m.Ack)
        return multiple(*there, *there[:3], *there[:3])  # who plays is drawn more often than who watches

    def teardown(self) -> None:
        """Everybody has seen everything; the server complains of nothing."""
        try:
            if hasattr(self, "house"):
                self.runner.run(self._judge())
                self.runner.run(close_house(self.house))
        finally:
            logging.getLogger().removeHandler(self.heard)
            self.runner.close()
            shutil.rmtree(self.folder, ignore_errors=True)
        assert self.heard.lines == []

    async def _judge(self) -> None:
        (table,) = self.house.lobby.tables.open.values()
        for client in [one for one in self.all if one.place == "table"]:
            newest = len(table.timeline.numbers.get(AUDIENCES[client.name], []))
            while client.n < newest:
                await client.until(m.Update)
            fresh = Client(await self.house.connect(client.player.codec), client.name)
            await fresh.player.send(m.Hello(token=self.house.links[client.name]))
            await fresh.until(m.Welcome)
            assert (fresh.n, fresh.head) == (client.n, client.head)
            assert canonical(fresh.view) == canonical(client.view)
            assert fresh.options == client.options
            await fresh.player.socket.close()
        for client in self.all:
            await client.player.socket.close()
        await until(lambda: not self.house.listener.sessions)

    # --- coming ------------------------------------------------------------------------------------------------------

    def _connected(self, codec: wire.Codec) -> Client:
        client = Client(self.runner.run(self.house.connect(codec)), "")
        self.all.append(client)
        return client

    def _seat(self, seat: str, codec: wire.Codec) -> Client:
        """One more session of a seat; of a revoked one the end of it."""
        client = self._connected(codec)
        self.runner.run(client.player.send(m.Hello(token=self.house.links[seat])))
        if seat in self.revoked:
            assert self.runner.run(client.ends()) == "seat_revoked"
        else:
            client.name, client.place = seat, "table"
            self.runner.run(client.until(m.Welcome))
        return client

    @rule(target=strangers, codec=codecs)
    def connect(self, codec: wire.Codec) -> Client:
        """A WebSocket that has said nothing."""
        return self._connected(codec)

    @rule(target=seated, seat=st.sampled_from(SEATS), codec=codecs)
    def sit(self, seat: str, codec: wire.Codec) -> Any:
        """Another session; so many of a seat that a newcomer still finds a place."""
        there = sum(one.name == seat and one.place == "table" for one in self.all)
        return self._seat(seat, codec) if there < 4 else multiple()

    @rule(client=seated | strangers, seat=st.sampled_from(SEATS))
    def hello_again(self, client: Client, seat: str) -> None:
        """Said twice, it is refused."""
        if client.place in ("lobby", "table"):
            assert self._say(client, m.Hello(token=self.house.links[seat])).code == "state"

    @rule(client=strangers)
    def lobby(self, client: Client) -> None:
        """Without a token one is in the lobby."""
        if client.place == "door":
            self.runner.run(client.player.send(m.Hello()))
            self.runner.run(client.until(m.Lobby))
            client.place = "lobby"

    @rule(client=strangers, what=st.sampled_from(["ping", "garbage", "submit", "token"]))
    def first_word(self, client: Client, what: str) -> None:
        """Anything but `hello` ends it, and so does a wrong token."""
        if client.place == "door":
            words = {
                "ping": m.Ping(), "submit": m.Submit(id=bytes(16), intent=self._body(client, {}), nonce=bytes(16)),
                "token": m.Hello(token="A" * 64),
            }  # fmt: skip
            data = client.player.codec.encode(words[what]) if what in words else b"{"
            self.runner.run(client.player.send_bytes(data))
            assert self.runner.run(client.ends()) == ("token" if what == "token" else "hello_expected")

    # --- saying ------------------------------------------------------------------------------------------------------

    @rule(client=seated, pick=picks)
    def act(self, client: Client, pick: int) -> None:
        """What is offered is taken, unless somebody was faster."""
        if client.place != "table":
            return
        self._catch_up(client)
        chosen = choose(client.options, client.view, random.Random(pick))
        if chosen is not None:
            answer = self._submit(client, chosen[0], self._new_id(), chosen[1])
            assert isinstance(answer, m.Ack), answer

    @rule(
        client=seated,
        kind=st.sampled_from(["pause", "redo", "choose", "close_decision", "expire", "nonsense"]),
    )
    def try_it(self, client: Client, kind: str) -> None:
        """What one may not do is refused by who one is before all else."""
        if client.place != "table":
            return
        fields: dict[str, dict[str, Any]] = {
            "choose": {"who": "c", "cup": 2},
            "close_decision": {"decision": "x"},
            "expire": {"decision": "x", "opened_at": 0},
        }
        answer = self._submit(client, {"type": kind, **fields.get(kind, {})}, self._new_id())
        code = getattr(answer, "code", "ack")
        if client.name == "spectator":
            assert code == "forbidden"
        elif kind == "nonsense":
            assert code == "unknown_type"
        elif (client.name != "gm" and kind in ("pause", "redo", "close_decision", "expire")) or kind == "expire":
            assert code == "gm_only"
        elif client.name == "bob" and kind == "choose":
            assert code == "not_your_combatant"
        elif self.is_closed:
            assert code == "closed"

    @precondition(lambda self: self.accepted)
    @rule(client=seated, pick=picks, is_same=st.booleans())
    def resend(self, client: Client, pick: int, is_same: bool) -> None:
        """An intent counts once: the same again has the same ack, another one under its id is refused."""
        mine = [one for one in self.accepted if one[0] == client.name]
        if client.place == "table" and mine:
            _, id, intent, n = mine[pick % len(mine)]
            again = intent if is_same else {"type": "choose", "who": "a", "cup": 77}
            answer = self._say(client, self._submitted(client, again, id))
            assert getattr(answer, "n", None) == n if is_same else getattr(answer, "code", "") == "id_reused", answer

    @rule(client=seated | strangers, question=st.sampled_from(["history", "view_as", "nothing"]))
    def ask(self, client: Client, question: str) -> None:
        """Everybody may look back; only the GM through other eyes."""
        if client.place in ("door", "gone"):
            return
        self._catch_up(client)
        more = {"audience": "public"} if question == "view_as" else {}
        answer = self._say(client, m.Ask(id=5, question=self._body(client, {"type": question, **more})))
        if client.place == "lobby":
            assert answer.code == "state"
        elif question == "history":
            assert isinstance(answer, m.Answer), answer
            assert client.plain(answer.body)["frames"][-1]["n"] == client.n
        elif question == "view_as":
            may = client.name == "gm" or self.is_closed  # once closed, this table shows all to all
            assert isinstance(answer, m.Answer) if may else answer.code == "gm_only", answer
        else:
            assert answer.code == "unknown_type"

    @rule(
        client=seated | strangers,
        data=st.sampled_from([b"", b"\xc1", b"{", b"[1]", b'{"type":"ping","x":1}', b"\x91" * 20]),
    )
    def garbage(self, client: Client, data: bytes) -> None:
        """Unreadable bytes are refused, and the conversation goes on."""
        if client.place in ("lobby", "table") and not (client.player.codec.is_text and data > b"\x80"):

            async def answer() -> Any:
                await client.player.send_bytes(data)
                return await client.until(*ANSWERS)

            assert self.runner.run(answer()).code in ("decode", "schema", "depth")

    # --- going -------------------------------------------------------------------------------------------------------

    @rule(client=consumes(seated))
    def leave(self, client: Client) -> None:
        """Without a word."""
        client.player.socket.transport.abort()
        client.place = "gone"

    @rule(client=consumes(seated))
    def wrong_kind(self, client: Client) -> None:
        """A text frame where binary is spoken, or the other way round."""
        if client.place != "gone":
            self.runner.run(client.player.socket.send(b"{}", text=not client.player.codec.is_text))
            assert self.runner.run(client.ends()) == "wrong_frame"

    @rule(target=seated, client=consumes(seated), how=st.sampled_from(["right", "forked", "ahead"]), codec=codecs)
    def resume(self, client: Client, how: str, codec: wire.Codec) -> Client:
        """Exactly what was missed, or `forked` and the whole."""
        if client.place != "table" or client.name in self.revoked or not client.n:
            return client
        again = self._connected(codec)
        client.player.socket.transport.abort()
        client.place = "gone"
        again.name, n, head = client.name, client.n, client.head
        n, head = {"right": (n, head), "forked": (n, bytes(16)), "ahead": (n + 99, head)}[how]
        token = self.house.links[client.name]
        self.runner.run(again.player.send(m.Hello(token=token, resume=m.Resume(n=n, head=head))))
        if how != "right":
            assert self.runner.run(again.until(m.Rejected, m.Welcome)).code == "forked"
        welcome = self.runner.run(again.until(m.Welcome))
        again.place = "table"
        missed = [] if isinstance(welcome.events, msgspec.UnsetType) else [one.n for one in welcome.events]
        assert missed == (list(range(n + 1, welcome.n + 1)) if how == "right" else [])
        return again

    @precondition(lambda self: not self.is_closed)
    @rule(client=seated, what=st.sampled_from(["revoke", "close", "rewind"]), pick=picks)
    def gm_does(self, client: Client, what: str, pick: int) -> None:
        """The GM takes back, takes a seat away, or ends it all: now and then."""
        if client.place != "table" or client.name != "gm" or (what == "close" and pick % 4):
            return
        id = self._new_id()
        if what == "revoke" and "bob" not in self.revoked:
            answer = self._submit(client, {"type": "revoke_seat", "seat": "bob"}, id)
            if isinstance(answer, m.Ack):
                self.revoked.add("bob")
                for one in self.all:
                    if one.name == "bob" and one.place == "table":
                        assert self.runner.run(one.ends()) == "seat_revoked"
        elif what == "close":
            self.is_closed = isinstance(self._submit(client, {"type": "close"}, id), m.Ack)
        elif what == "rewind":
            self._catch_up(client)
            self._submit(client, {"type": "rewind", "to": [max(2, pick % (client.n + 1)), 0]}, id)

    # --- small things ------------------------------------------------------------------------------------------------

    def _new_id(self) -> bytes:
        return next(self._ids).to_bytes(16, "big")

    def _body(self, client: Client, value: Any) -> msgspec.Raw:
        return msgspec.Raw(client.player.codec.to_bytes(value))

    def _submitted(self, client: Client, intent: dict[str, Any], id: bytes, decision: str | None = None) -> m.Submit:
        meant = msgspec.UNSET if decision is None else decision
        return m.Submit(id=id, intent=self._body(client, intent), nonce=bytes(16), decision=meant)

    def _submit(self, client: Client, intent: dict[str, Any], id: bytes, decision: str | None = None) -> Any:
        answer = self._say(client, self._submitted(client, intent, id, decision))
        known = {one[1] for one in self.accepted}
        if isinstance(answer, m.Ack) and not isinstance(answer.n, msgspec.UnsetType) and id not in known:
            self.accepted.append((client.name, id, intent, answer.n))
        return answer

    def _say(self, client: Client, message: m.FromClient) -> Any:
        async def say() -> Any:
            await client.player.send(message)
            return await client.until(*ANSWERS)

        return self.runner.run(say())

    def _catch_up(self, client: Client) -> None:
        """Read all that was told by now."""
        for table in self.house.lobby.tables.open.values():
            while client.name and client.n < len(table.timeline.numbers.get(AUDIENCES[client.name], [])):
                self.runner.run(client.until(m.Update))


TestProtocol = Protocol.TestCase
TestProtocol.settings = settings(
    max_examples=12, stateful_step_count=40, phases=(Phase.explicit, Phase.generate), deadline=None
)  # no shrinking: that takes minutes where every step is a real message
