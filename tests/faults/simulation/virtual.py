"""An event loop whose time is virtual, and whose unix sockets are simulated: everything above them is the real code.

Nothing ever blocks: when nobody has anything to do, the clock jumps to the next timer. What a peer does with the bytes,
and what happens to them on the way, is decided by `hosts` and `weather`; no fault is invented here.
"""

from __future__ import annotations

import asyncio
import contextvars
import itertools
import weakref
from collections import deque
from collections.abc import Callable
from contextvars import copy_context
from heapq import heappop, heappush
from typing import Any, Protocol

TICK_S = 1e-6
"""What is sent on one line arrives at least so long apart: timers of one time have no order."""

HOME: contextvars.ContextVar[str] = contextvars.ContextVar("HOME", default="")
"""Whose code is running: the name of a simulated server, or empty."""


class Way(Protocol):
    """How one write of a client travels: `delay_s` there, and what becomes of it and of its reply."""

    delay_s: float
    is_lost: bool
    is_mute: bool
    is_cut: bool


class Peer(Protocol):
    """The far end of a socket."""

    def received(self, data: bytes) -> None:
        """Bytes of the client have arrived."""

    def closed(self) -> None:
        """The client is gone."""


class Host(Protocol):
    """Something that listens at an address."""

    def accept(self, socket: Socket) -> Peer:
        """A client connects. Raises OSError when nobody listens."""


class Call(list[Any]):
    """What the loop will call: when, its number, callback, arguments and context. As asyncio's handles, but a list,
    which is made and compared at once: a run makes thousands."""

    __slots__ = ()

    def cancel(self) -> None:
        """Don't call it."""
        self[2], self[3] = None, ()

    def cancelled(self) -> bool:
        """Will it not be called?"""
        return self[2] is None

    def when(self) -> float:
        """The virtual time at which it is due."""
        return self[0]  # type: ignore[no-any-return]


class VirtualLoop(asyncio.BaseEventLoop):
    """Time is a number. `weather(socket, data)` says how each write travels. Timers of one time go in their order."""

    def __init__(self, weather: Callable[[Socket, bytes], Way], latency: Callable[[], float]) -> None:
        super().__init__()
        self._now_s = 1_000.0
        self._calls: deque[Call] = deque()
        self._timers: list[Call] = []
        self._numbers = itertools.count()
        self.hosts: dict[str, Host] = {}
        self.weather = weather
        self.latency = latency
        self.sockets: dict[Socket, None] = {}
        self.tasks: dict[str, list[weakref.ref[asyncio.Task[Any]]]] = {}
        """By home. What a task failed with is complained of when nobody holds the task any more."""
        self.set_task_factory(self._make_task)

    get_debug = staticmethod(bool)
    """Never: this is asked for every future."""

    def time(self) -> float:
        """The virtual time in seconds."""
        return self._now_s

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> Any:  # type: ignore[override]
        """As asyncio's."""
        call = Call((0.0, 0, callback, args, copy_context() if context is None else context))
        self._calls.append(call)
        return call

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> Any:  # type: ignore[override]
        """As asyncio's."""
        call = Call((when, next(self._numbers), callback, args, copy_context() if context is None else context))
        if when > self._now_s:
            heappush(self._timers, call)
        else:
            self._calls.append(call)
        return call

    def call_later(self, delay: float, callback: Any, *args: Any, context: Any = None) -> Any:  # type: ignore[override]
        """As asyncio's."""
        return self.call_at(self._now_s + delay, callback, *args, context=context)

    def _run_once(self) -> None:
        """Call what is to be called, one after another, until somebody stops; when nothing is, the clock goes on."""
        calls = self._calls
        while not self._stopping:  # type: ignore[attr-defined]
            if not calls:
                self._go_on()
            call = calls.popleft()
            try:
                if call[2] is not None:
                    call[4].run(call[2], *call[3])
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:
                self.call_exception_handler({"message": f"in {call[2]!r}", "exception": error})

    def _go_on(self) -> None:
        """To the next time at which something is to be called."""
        calls, timers = self._calls, self._timers
        while not calls:
            if not timers:
                raise RuntimeError("nothing will ever happen again")
            if timers[0][2] is not None:
                self._now_s = timers[0][0]
                calls.append(heappop(timers))
            else:
                heappop(timers)
        while timers and timers[0][0] == self._now_s:
            calls.append(heappop(timers))

    def _write_to_self(self) -> None:
        """No other thread wakes this loop."""

    def _make_task(self, loop: asyncio.AbstractEventLoop, work: Any, **rest: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **rest)
        self.tasks.setdefault(HOME.get(), []).append(weakref.ref(task))
        return task

    async def create_unix_connection(self, protocol_factory: Any, path: Any = None, **_: Any) -> Any:
        """As asyncio's, to a simulated host."""
        await asyncio.sleep(self.latency())
        host = self.hosts.get(str(path))
        if host is None:
            raise ConnectionRefusedError(f"nobody listens at {path}")
        socket = Socket(self, protocol_factory())
        socket.peer = host.accept(socket)
        self.sockets[socket] = None
        socket.protocol.connection_made(socket)
        return socket, socket.protocol

    def kill(self, home: str) -> None:
        """End a simulated process: its tasks stop where they are, its sockets close; what was sent is under way."""
        for socket in [one for one in self.sockets if one.home == home]:
            socket.vanish()
        for task in self.tasks_of(home):
            task.cancel()

    def tasks_of(self, *homes: str) -> list[asyncio.Task[Any]]:
        """What still runs there."""
        tasks = (held() for home in homes for held in self.tasks.get(home, ()))
        return [task for task in tasks if task is not None and not task.done()]


class Socket(asyncio.Transport):
    """A simulated connection, as the client's end of it. Bytes arrive in order or not at all."""

    def __init__(self, loop: VirtualLoop, protocol: Any) -> None:
        super().__init__()
        self.loop, self.protocol = loop, protocol
        self.home = HOME.get()
        self.peer: Peer
        self.is_open = True
        self.is_mute = False
        self._there_s = self._back_s = 0.0

    # --- the client's end ---------------------------------------------------------------------------------------------

    def write(self, data: Any) -> None:
        """Send; the weather decides how it travels."""
        if not self.is_open:
            return
        data = bytes(data)
        way = self.loop.weather(self, data)
        self._there_s = max(self._there_s + TICK_S, self.loop.time() + way.delay_s)
        if not way.is_lost:
            self.loop.call_at(self._there_s, self._arrive, data, way.is_mute)
        if way.is_cut:
            self.loop.call_at(self._there_s + self.loop.latency(), self.lose)

    def _arrive(self, data: bytes, is_mute: bool) -> None:
        self.is_mute = self.is_mute or is_mute
        self.peer.received(data)

    def close(self) -> None:
        """Hang up."""
        self.abort()

    def abort(self) -> None:
        """Hang up; what was sent still arrives."""
        if self.is_open:
            self.is_open = False
            self.loop.sockets.pop(self, None)
            self.loop.call_at(max(self._there_s, self.loop.time()), self.peer.closed)
            self.loop.call_soon(self.protocol.connection_lost, None)

    def vanish(self) -> None:
        """The client's process is no more: nothing is called back."""
        if self.is_open:
            self.is_open = False
            self.loop.sockets.pop(self, None)
            self.loop.call_at(max(self._there_s, self.loop.time()), self.peer.closed)

    def is_closing(self) -> bool:
        """Is it closed?"""
        return not self.is_open

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Nothing is known of it."""
        return default

    def pause_reading(self) -> None:
        """Replies are small: not needed."""

    def resume_reading(self) -> None:
        """Replies are small: not needed."""

    def is_reading(self) -> bool:
        """Always."""
        return True

    # --- the peer's end -----------------------------------------------------------------------------------------------

    def reply(self, data: bytes) -> None:
        """The peer sends bytes back."""
        if self.is_mute or not self.is_open:
            return
        self._back_s = max(self._back_s + TICK_S, self.loop.time() + self.loop.latency())
        self.loop.call_at(self._back_s, self._hear, data)

    def _hear(self, data: bytes) -> None:
        if self.is_open:
            self.protocol.data_received(data)

    def lose(self) -> None:
        """The connection breaks."""
        if self.is_open:
            self.is_open = False
            self.loop.sockets.pop(self, None)
            self.peer.closed()
            self.protocol.connection_lost(ConnectionResetError("the simulated line was cut"))
