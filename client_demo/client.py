"""A client for Fray: connect, see, act. It needs the packages `msgpack` and `websockets` and nothing of the server.

    async with Client.connect("http://127.0.0.1:8642/#TOKEN") as table:
        await table.submit({"type": "choose", "who": "anna", "cup": 2})
        async for update in table.updates():
            print(update.n, update.events, table.view["phase"])

Views, options and events are plain maps and lists (protocol/README.md); rules, choosing and drawing do not live here.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from typing import Any, Self

from client_demo.connection import Closed, Connection
from client_demo.wire import JSON, MSGPACK, Message, Options, Refused, Update, address, commitment_of, merged

__all__ = ["JSON", "MSGPACK", "Client", "Closed", "Refused", "Update"]

SEND_AGAIN = {"unavailable", "rate", "busy"}
"""Rejections that only mean `later`."""
WORDS = {"blocks": True, "like": True}
"""What `hello` says that a server may be too old to read."""
log = logging.getLogger(__name__)


class Client:
    """One seat at a table, over connections that come and go. `view`, `options`, `n`, `head` are always the newest.

    Nothing in `view` is ever changed in place: what you keep of it stays as it was."""

    def __init__(self, url: str, token: str, subprotocol: str, retry_s: float) -> None:
        self.view: dict[str, Any] = {}
        self._options = Options()
        self.n, self.head = 0, b""
        self.seat, self.audience = "", ""
        self.presence: dict[str, int] = {}
        """Open sessions by audience."""
        self.is_forked = False
        """The server's history is not the one that was told here before: warn the user."""
        url, self._token = address(url, token)
        self._words = WORDS
        self._connection = Connection(url, subprotocol, retry_s)
        self._open: dict[bytes | int, tuple[Message, asyncio.Future[Any]]] = {}
        """What waits for its outcome, and is sent again until it comes."""
        self._questions = 0
        self._queues: set[asyncio.Queue[Update | None]] = set()
        self._changed = asyncio.Event()
        self._end: Exception | None = None
        self._preimage = b""

    @classmethod
    def connect(cls, url: str, token: str = "", subprotocol: str = MSGPACK, retry_s: float = 0.5) -> Self:
        """For `async with`. Entering waits for the welcome; raises Closed, or OSError where nobody answers.

        `url`: a whole link, or any address of the server beside a token. `retry_s`: the first wait after a lost
        connection; it doubles up to 15 s."""
        return cls(url, token, subprotocol, retry_s)

    async def __aenter__(self) -> Self:
        self._life = asyncio.create_task(self._live())
        try:
            while not self.audience:
                await self.change()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._life.cancel()
        await asyncio.wait([self._life])
        self._finish(Closed("left"))

    async def _live(self) -> None:
        try:
            await self._connect()
        except Exception as error:
            self._finish(error)

    async def _connect(self) -> None:
        try:
            await self._connection.run(self._hello, self._take)
        except Closed as closed:
            if closed.code != "hello_expected":
                raise
        self._words = {}  # an older server, which does without
        await self._connection.run(self._hello, self._take)

    @property
    def options(self) -> list[dict[str, Any]]:
        """What this seat may do now."""
        return self._options.offered

    # --- what a program does with it ---------------------------------------------------------------------------------

    def updates(self) -> AsyncIterator[Update]:
        """What is told from now on, each once and in order, after it was applied. Raises Closed at the end."""
        queue: asyncio.Queue[Update | None] = asyncio.Queue()
        self._queues.add(queue)
        return self._read(queue)

    async def change(self) -> None:
        """Wait until view or options may have changed. Raises Closed."""
        if self._end is None:
            await self._changed.wait()
        if self._end is not None:
            raise self._end

    async def submit(self, intent: dict[str, Any], decision: str | None = None) -> int | None:
        """Do something, exactly once whatever happens to connections. Raises Refused, Closed.

        Returns the number of the update that shows it, already applied; None where nothing had to happen.
        `decision`: the id of the open decision that is meant."""
        n: int | None = await self._submit(intent, decision)
        while n is not None and self.n < n and not self.is_forked:
            await self.change()
        return n

    async def ask(self, question: dict[str, Any]) -> Any:
        """The answer to a question that changes nothing, such as {"type": "history"}. Raises Refused, Closed."""
        self._questions += 1
        return await self._request({"type": "ask", "id": self._questions, "question": question})

    async def branch(self, at: tuple[int, int] | None = None, title: str = "", again: bool = False) -> dict[str, Any]:
        """GM: play on from there (default: now) in an encounter of its own: {encounter, title, links}; `again`: from
        before the fight began, and who sits here is told the own seat's link. Raises Refused, Closed; ConnectionError
        where the connection was lost meanwhile: it is not asked for again."""
        self._questions += 1
        message = {"type": "branch", "id": self._questions, "title": title, **({"again": True} if again else {})}
        made: dict[str, Any] = await self._request(message if at is None else {**message, "at": list(at)})
        return made

    async def join(self) -> None:
        """Sit down before the start, bound to a secret random value that goes into all dice and is revealed by itself
        when the fight starts. Raises Refused (already_joined), Closed."""
        preimage = secrets.token_bytes(32)
        commitment = commitment_of(bytes.fromhex(self.view["encounter"]), self.seat, preimage)
        await self.submit({"type": "join", "commitment": commitment})
        self._preimage = preimage
        self._reveal_if_asked()

    # --- requests ----------------------------------------------------------------------------------------------------

    def _submit(self, intent: dict[str, Any], decision: str | None) -> asyncio.Future[Any]:
        id, nonce = secrets.token_bytes(16), secrets.token_bytes(16)
        meant = {} if decision is None else {"decision": decision}
        return self._request({"type": "submit", "id": id, "nonce": nonce, "intent": intent, "seen": self.n, **meant})

    def _request(self, message: Message) -> asyncio.Future[Any]:
        if self._end is not None:
            raise self._end
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._open[message["id"]] = (message, future)
        self._connection.send(message)
        return future

    def _send_again(self, id: bytes | int) -> None:
        if id in self._open:
            self._connection.send(self._open[id][0])

    def _settle(self, id: bytes | int, result: Any = None, error: Exception | None = None) -> None:
        _, future = self._open.pop(id, (None, None))
        if future is None or future.done():
            return  # a repetition, or the caller no longer waits
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)

    def _reveal_if_asked(self) -> None:
        decision = self.view.get("decision", {})
        mine = decision.get("asks", {}).get(self.seat)
        if self._preimage and decision.get("kind") == "reveal" and mine is not None and not mine.get("answered"):
            future = self._submit({"type": "reveal", "preimage": self._preimage}, decision["id"])
            future.add_done_callback(lambda done: done.cancelled() or done.exception())  # too late is no error
            self._preimage = b""

    # --- what comes in -----------------------------------------------------------------------------------------------

    def _hello(self) -> Message:
        resume = {"resume": {"n": self.n, "head": self.head}} if self.n else {}
        return {"type": "hello", "token": self._token, **self._words, **resume}

    def _take(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                self._welcome(message)
            case "update":
                self._update(message)
            case "ack":
                self._settle(message["id"], message.get("n"))
            case "answer":
                self._settle(message["id"], message["body"])
            case "rejected":
                self._rejected(message)
            case "presence":
                self.presence = message["sessions"]
            case "bye":
                self._connection.retry_after_s = message.get("retry_after_ms", 0) / 1000
                self._note_fork(message["code"])
            case _:  # pending: the verdict follows; others: of a newer protocol
                pass

    def _welcome(self, message: Message) -> None:
        known, self.n, self.head = self.n, message["n"], message["head"]
        self.seat, self.audience = message.get("seat", ""), message["audience"]
        self.view, self._options = message["view"], Options(message["options"], message.get("offered"))
        self._connection.greeted()
        for id, (asked, _) in list(self._open.items()):
            if asked["type"] == "branch":
                self._settle(id, error=ConnectionError("lost before the branch was made known"))
            else:
                self._send_again(id)
        missed = message.get("events", [])
        if message.get("more"):
            self._tell(Update(missed[0]["n"] - 1 if missed else self.n, 0, [], more=True))
        for told in missed:
            if told["n"] > known:
                self._tell(Update(told["n"], told["at"], told["events"]))
        self._note_change()

    def _update(self, message: Message) -> None:
        if message["n"] <= self.n:
            return
        if message["n"] > self.n + 1:
            raise ConnectionError(f"update {message['n']} came after {self.n}")  # connect again and resume
        try:
            self._options.renew(message.get("options"))
        except LookupError as unknown:
            raise ConnectionError(f"update {message['n']} names an option that is not known") from unknown
        self.n, self.head = message["n"], message["head"]
        self.view = merged(self.view, message["patch"])
        self._tell(Update(self.n, message["at"], message["events"]))
        self._note_change()

    def _rejected(self, message: Message) -> None:
        id, code, detail = message.get("id"), message["code"], message["detail"]
        if id is None:
            log.warning("rejected: %s: %s", code, message["message"])
            self._note_fork(code)
        elif code in SEND_AGAIN:
            asyncio.get_running_loop().call_later(detail.get("retry_after_ms", 1000) / 1000, self._send_again, id)
        else:
            self._settle(id, error=Refused(code, message["message"], detail))

    def _note_fork(self, code: str) -> None:
        if code == "forked":
            self.is_forked, self.n, self.head = True, 0, b""

    def _note_change(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
        if self._end is None:
            self._reveal_if_asked()

    def _tell(self, update: Update | None) -> None:
        for queue in self._queues:
            queue.put_nowait(update)

    async def _read(self, queue: asyncio.Queue[Update | None]) -> AsyncIterator[Update]:
        try:
            while (update := await queue.get()) is not None:
                yield update
        finally:
            self._queues.discard(queue)
        if self._end is not None:
            raise self._end

    def _finish(self, end: Exception) -> None:
        if self._end is None:
            self._end = end
            for id in list(self._open):
                self._settle(id, error=end)
            self._tell(None)
            self._note_change()
