"""The client against a server that does what real ones rarely do; its bytes come from the server's own types."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec import UNSET
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from client_demo.client import JSON, MSGPACK, Client, Closed, Refused, Update
from client_demo.connection import Connection
from protocol import messages as m
from protocol.codec import CODECS, Codec
from server.core.dice import commitment_of

HEAD = bytes(16)


class Line:
    """The server's end of one connection."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket
        self.codec: Codec = CODECS[str(socket.subprotocol)]

    async def hear(self) -> Any:
        """The client's next message, decoded as strictly as the server does."""
        data = await self._socket.recv()
        return self.codec.decode(data if isinstance(data, bytes) else data.encode())

    async def say(self, *messages: Any) -> None:
        for message in messages:
            frame = self.codec.encode(message)
            await self._socket.send(frame.decode() if self.codec.is_text else frame)

    async def welcome(self, n: int = 1, view: Any = None, **more: Any) -> Any:
        """Hear `hello` and answer it; returns it."""
        hello = await self.hear()
        assert isinstance(hello, m.Hello)
        shown, options = self.codec.body(view or {"round": n}), self.codec.body([])
        await self.say(m.Welcome(seat="ann", audience="seat:ann", n=n, head=HEAD, view=shown, options=options, **more))
        return hello

    def update(self, n: int, patch: Any = None, options: Any = None) -> m.Update:
        body = self.codec.body
        return m.Update(
            n=n,
            head=bytes([n]) * 16,
            at=n,
            events=body([{"type": f"event{n}"}]),
            patch=body(patch if patch is not None else {"round": n}),
            options=UNSET if options is None else body(options),
        )

    async def close(self, code: int, reason: str) -> None:
        await self._socket.close(code, reason)

    async def stay(self) -> None:
        await self._socket.wait_closed()


Part = Callable[[Line], Awaitable[None]]


@asynccontextmanager
async def playing(*parts: Part) -> AsyncIterator[str]:
    """A server whose n-th connection plays the n-th part. What fails in a part fails the test."""
    failures: list[BaseException] = []
    left = list(parts)

    async def play(socket: ServerConnection) -> None:
        try:
            await left.pop(0)(Line(socket))
        except Exception as error:
            failures.append(error)

    kinds = [Subprotocol(MSGPACK), Subprotocol(JSON)]
    async with serve(play, "127.0.0.1", 0, subprotocols=kinds) as server:
        yield f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/#token"
    if failures:
        raise failures[0]
    assert not left, "not all parts were played"


def client(url: str, subprotocol: str = MSGPACK) -> Client:
    return Client.connect(url, subprotocol=subprotocol, retry_s=0.001)


async def until(table: Client, n: int) -> None:
    while table.n < n:
        await table.change()


@pytest.mark.parametrize("subprotocol", [MSGPACK, JSON])
async def test_view_follows_the_patches(subprotocol: str) -> None:
    """Patches are laid over the view, options replaced whole or left, and what a program keeps stays as it was."""

    kept = asyncio.Event()

    async def part(line: Line) -> None:
        hello = await line.welcome(view={"round": 1, "gone": True, "deep": {"a": 1}})
        assert hello == m.Hello(token="token", blocks=True, like=True)
        await kept.wait()
        await line.say(line.update(2, {"gone": None, "deep": {"b": [1]}}, [{"key": "walk"}]), line.update(3, {}))
        await line.stay()

    async with playing(part) as url, client(url, subprotocol) as table:
        before = table.view
        kept.set()
        assert (table.seat, table.audience) == ("ann", "seat:ann")
        await until(table, 3)
        assert table.view == {"round": 1, "deep": {"a": 1, "b": [1]}}
        assert before == {"round": 1, "gone": True, "deep": {"a": 1}}
        assert (table.options, table.head) == ([{"key": "walk"}], b"\x03" * 16)


async def test_an_option_that_is_not_known_makes_it_resume() -> None:
    """It never guesses what it may do: it comes back for the whole, and takes nothing of that update."""

    async def first(line: Line) -> None:
        await line.welcome()
        await line.say(line.update(2, options=[{"key": "walk"}]), line.update(3, {"wrong": 1}, options=[0, 1]))
        await line.stay()

    async def second(line: Line) -> None:
        hello = await line.welcome(3)
        assert hello.resume == m.Resume(n=2, head=b"\x02" * 16)
        await line.stay()

    async with playing(first, second) as url, client(url) as table:
        await until(table, 3)
        assert (table.view, table.options) == ({"round": 3}, [])


async def test_repetitions_are_dropped_and_gaps_resumed() -> None:
    """A repeated update changes nothing; after a missing one the client comes back and says what it has."""

    listening = asyncio.Event()

    async def first(line: Line) -> None:
        await line.welcome()
        await listening.wait()
        await line.say(line.update(2), line.update(2, {"wrong": 1}), line.update(1, {"wrong": 1}), line.update(4))
        await line.stay()

    async def second(line: Line) -> None:
        told = [m.Told(n=n, at=n, events=line.codec.body([{"type": f"event{n}"}])) for n in (2, 3, 4)]
        hello = await line.welcome(4, events=told)
        assert hello.resume == m.Resume(n=2, head=b"\x02" * 16)
        await line.say(line.update(5))
        await line.stay()

    async with playing(first, second) as url, client(url) as table:
        updates = table.updates()
        listening.set()
        told = [await anext(updates) for _ in range(4)]
        assert told == [Update(n, n, [{"type": f"event{n}"}]) for n in (2, 3, 4, 5)]
        assert table.view == {"round": 5}


async def test_long_absence_is_marked() -> None:
    """What the server no longer repeats is one update without events that says so."""

    async def first(line: Line) -> None:
        await line.welcome()
        await line.close(1012, "restart")

    async def second(line: Line) -> None:
        await line.welcome(400, more=True)
        await line.stay()

    async with playing(first, second) as url, client(url) as table:
        assert await anext(table.updates()) == Update(400, 0, [], more=True)


@pytest.mark.parametrize("subprotocol", [MSGPACK, JSON])
async def test_intent_is_sent_again_until_its_outcome_is_known(subprotocol: str) -> None:
    """The same bytes over the next connection, also when the outcome is pending; `submit` returns once it is seen."""
    heard: list[m.Submit] = []

    async def first(line: Line) -> None:
        await line.welcome()
        heard.append(await line.hear())
        await line.say(m.Pending(id=heard[0].id))
        await line.close(1001, "")

    async def second(line: Line) -> None:
        await line.welcome()
        heard.append(await line.hear())
        await line.say(m.Ack(id=heard[1].id, n=2), m.Ack(id=heard[1].id, n=2), line.update(2))
        await line.stay()

    async with playing(first, second) as url, client(url, subprotocol) as table:
        n = await table.submit({"type": "choose", "cup": 2}, decision="d1")
        assert (n, table.n, table.view) == (2, 2, {"round": 2})
        assert heard[0] == heard[1]
        assert (heard[0].decision, heard[0].seen) == ("d1", 1)
        assert heard[0].id != heard[0].nonce


async def test_later_is_no_refusal() -> None:
    """Where the store is away or the server busy the same intent is sent again by itself, other codes are raised."""

    async def part(line: Line) -> None:
        await line.welcome()
        one = await line.hear()
        for code in ("unavailable", "rate", "busy"):
            await line.say(m.Rejected(id=one.id, code=code, message="Later.", detail={"retry_after_ms": 1}))
            assert await line.hear() == one
        await line.say(m.Ack(id=one.id))
        two = await line.hear()
        assert two.id != one.id
        await line.say(m.Rejected(id=two.id, code="turn", message="It is not your turn.", detail={"who": "ben"}))
        await line.stay()

    async with playing(part) as url, client(url) as table:
        assert await table.submit({"type": "walk"}) is None
        with pytest.raises(Refused) as refused:
            await table.submit({"type": "walk"})
        assert (refused.value.code, refused.value.detail) == ("turn", {"who": "ben"})


async def test_questions_get_their_own_answers() -> None:
    """Answers may come in any order; a question that is refused raises."""

    async def part(line: Line) -> None:
        await line.welcome()
        asked = [await line.hear() for _ in range(3)]
        await line.say(m.Rejected(id=asked[1].id, code="gm_only", message="No.", detail={}))
        await line.say(*(m.Answer(id=one.id, body=one.question) for one in (asked[2], asked[0])))
        await line.stay()

    async with playing(part) as url, client(url) as table:
        asks = [table.ask({"type": "history", "after": n}) for n in range(3)]
        first, second, third = await asyncio.gather(*asks, return_exceptions=True)
        assert (first, third) == ({"type": "history", "after": 0}, {"type": "history", "after": 2})
        assert isinstance(second, Refused)


@pytest.mark.parametrize("code", [1002, 1003, 1007, 1009, 4400, 4401, 4403, 4404, 4406, 4409])
async def test_final_close_ends_everything(code: int) -> None:
    """No second connection; whoever waits is told why."""

    async def part(line: Line) -> None:
        await line.welcome()
        await line.hear()
        await line.close(code, "seat_revoked")

    async with playing(part) as url, client(url) as table:
        updates = table.updates()
        with pytest.raises(Closed, match="seat_revoked"):
            await table.submit({"type": "walk"})
        with pytest.raises(Closed, match="seat_revoked"):
            await anext(updates)
        with pytest.raises(Closed, match="seat_revoked"):
            await table.ask({"type": "history"})


async def test_an_older_server_is_told_no_new_words() -> None:
    """It refuses what it does not know; without that the client sits down all the same, and only then."""

    async def older(line: Line) -> None:
        hello = await line.hear()
        assert hello.blocks is True
        assert hello.like is True
        await line.say(m.Rejected(code="schema", message="Object contains unknown field `like`", detail={}))
        await line.close(4400, "hello_expected")

    async def part(line: Line) -> None:
        hello = await line.welcome()
        assert hello.blocks is UNSET
        assert hello.like is UNSET
        await line.stay()

    async def deaf(line: Line) -> None:
        await line.hear()
        await line.close(4400, "hello_expected")

    async with playing(older, part) as url, client(url) as table:
        assert table.view == {"round": 1}
    async with playing(deaf, deaf) as url:
        with pytest.raises(Closed, match="hello_expected"):
            async with client(url):
                pass


async def test_bad_link_is_said_at_once() -> None:
    """Entering raises when the server refuses the token, and when nobody listens."""

    async def part(line: Line) -> None:
        await line.hear()
        await line.close(4401, "token")

    async with playing(part) as url:
        with pytest.raises(Closed, match="token"):
            async with client(url):
                pass
    with pytest.raises(OSError, match=r"127\.0\.0\.1"):
        async with client(url):
            pass


async def test_fork_is_noticed() -> None:
    """When the server's history is another one, the client says so and takes the view anew."""

    async def first(line: Line) -> None:
        await line.welcome(7)
        await line.close(1012, "restart")

    async def second(line: Line) -> None:
        hello = await line.hear()
        assert hello.resume.n == 7
        text = "Your copy of the history differs."
        shown, options = line.codec.body({"round": 3}), line.codec.body([])
        await line.say(m.Rejected(code="forked", message=text, detail={"n": 7}))
        await line.say(m.Welcome(audience="seat:ann", n=3, head=HEAD, view=shown, options=options), line.update(4))
        await line.stay()

    async with playing(first, second) as url, client(url) as table:
        while not table.is_forked or table.n < 4:
            await table.change()
        assert table.view == {"round": 4}


async def test_fork_may_also_close() -> None:
    """A server that says goodbye with `forked` is asked again, without the copy that it does not know."""

    async def first(line: Line) -> None:
        await line.welcome(7)
        await line.close(1012, "restart")

    async def second(line: Line) -> None:
        await line.hear()
        await line.say(m.Bye(code="forked", message="Your copy of the history differs."))
        await line.close(1012, "forked")

    async def third(line: Line) -> None:
        hello = await line.welcome(8)
        assert hello.resume is UNSET
        await line.stay()

    async with playing(first, second, third) as url, client(url) as table:
        while not table.is_forked or table.n < 8:
            await table.change()


async def test_seat_reveals_what_it_is_bound_to() -> None:
    """`join` sends a commitment, and the reveal is answered once, by itself, with a value that fits."""
    heard: list[Any] = []
    view = {"encounter": "ab" * 16}
    asked = {"decision": {"id": "r1", "kind": "reveal", "asks": {"ann": {}, "bob": {}}}}

    async def part(line: Line) -> None:
        await line.welcome(view=view)
        heard.append(await line.hear())
        await line.say(m.Ack(id=heard[0].id, n=2), line.update(2, asked))
        heard.append(await line.hear())
        await line.say(m.Rejected(id=heard[1].id, code="nothing_waits", message="Too late.", detail={}))
        await line.say(line.update(3, {"round": 3}))
        heard.append(await line.hear())
        await line.say(m.Ack(id=heard[2].id))
        await line.stay()

    async with playing(part) as url, client(url) as table:
        await table.join()
        await until(table, 3)
        await table.submit({"type": "walk"})
    join, reveal, walk = (CODECS[MSGPACK].decoder(dict).decode(bytes(one.intent)) for one in heard)
    assert commitment_of(bytes.fromhex("ab" * 16), "ann", reveal["preimage"]) == join["commitment"]
    assert (len(reveal["preimage"]), heard[1].decision, walk["type"]) == (32, "r1", "walk")


async def test_server_may_say_when_to_come_back() -> None:
    """`retry_after_ms` of `bye` counts once; else waits double, spread by half, up to 15 s."""

    async def first(line: Line) -> None:
        await line.welcome()
        await line.say(m.Bye(code="restart", message="Soon.", retry_after_ms=3))
        await line.close(1012, "restart")

    async def second(line: Line) -> None:
        await line.welcome(2)
        await line.stay()

    async with playing(first, second) as url, Client.connect(url, retry_s=1000) as table:
        await until(table, 2)
    connection = Connection("ws://127.0.0.1", MSGPACK, retry_s=0.5)
    waits = [connection._pause_s() for _ in range(8)]
    doubled = [0.5, 1, 2, 4, 8, 15, 15, 15]
    assert all(0.5 * most <= wait <= 1.5 * most for wait, most in zip(waits, doubled, strict=True))
    connection.retry_after_s = 99
    assert connection._pause_s() == 99
    assert connection._pause_s() <= 22.5
