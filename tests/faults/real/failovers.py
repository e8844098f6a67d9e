"""Fail-overs: a primary is killed and its replica takes its place, by hand or by Sentinel. Without WAIT commits go."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

from server.store.redis.connect import connect
from server.store.redis.log import RedisLog
from tests.faults.real.losses import Verdict
from tests.faults.real.writers import Load
from tests.store.redis.deployments import STRONG, Node, free_ports, replicated, until


class Link:
    """A line that takes its time, to a port that may change."""

    def __init__(self, target: int = 0, delay_s: float = 0.0) -> None:
        self.target, self.port = target, 0
        self._delay_s = delay_s
        self._flows = asyncio.Event()
        self._flows.set()
        self._open: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        """Listen."""
        self._listening = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._listening.sockets[0].getsockname()[1]

    def hold(self) -> None:
        """Nothing arrives any more, until the line is cut."""
        self._flows.clear()

    def cut(self) -> None:
        """Hang up on everybody."""
        self._flows.set()
        for writer in list(self._open):
            writer.transport.abort()

    def close(self) -> None:
        """Listen no more."""
        self._listening.close()
        self.cut()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, far_writer}
        self._open |= ends
        pumps = [
            asyncio.create_task(self._pump(reader, far_writer, 0.0)),
            asyncio.create_task(self._pump(far_reader, writer, self._delay_s)),
        ]
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for pump in pumps:
            pump.cancel()
        for end in ends:
            end.transport.abort()
        self._open -= ends
        await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, delay_s: float) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(1 << 16):
                if delay_s:
                    await asyncio.sleep(delay_s)
                await self._flows.wait()
                target.write(data)
                await target.drain()


class Pair:
    """A primary and a replica behind one address; `promote` kills the primary and lets the replica take its place."""

    def __init__(self, nodes: list[Node], front: Link, back: Link) -> None:
        self.nodes, self._front, self._back = nodes, front, back

    @property
    def url(self) -> str:
        """Wherever the primary is."""
        return f"redis://127.0.0.1:{self._front.port}"

    def hold(self) -> None:
        """From now on the replica is told nothing more."""
        self._back.hold()

    async def promote(self) -> None:
        """kill -9, promotion, and the dead one comes back as the replica."""
        old, new = self.nodes
        await old.kill()
        self._back.cut()
        await new.admin.replicaof("NO", "ONE")
        self._front.target = new.port
        self._front.cut()
        self._back.target = new.port
        self.nodes = [new, old]
        await old.start("--replicaof", f"127.0.0.1 {self._back.port}")

    async def in_step(self) -> None:
        """Wait until the replica follows."""
        await until(lambda: self.nodes[1].says("replication", role="slave", master_link_status="up"))


@contextlib.asynccontextmanager
async def paired(delay_s: float) -> AsyncIterator[Pair]:
    """The replica gets everything so much later."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="fray-pair-", ignore_cleanup_errors=True))
        ports = free_ports(2)
        front, back = Link(ports[0]), Link(ports[0], delay_s)
        for link in (front, back):
            await link.start()
            stack.callback(link.close)
        nodes = [Node(Path(folder), port, (*STRONG, "repl-backlog-size 1mb")) for port in ports]
        for node in nodes:
            stack.push_async_callback(node.close)
        await nodes[0].start()
        await until(nodes[0].admin.ping)
        await nodes[1].start("--replicaof", f"127.0.0.1 {back.port}")
        pair = Pair(nodes, front, back)
        await pair.in_step()
        yield pair


async def promotions(seed: int, count: int) -> Verdict:
    """The primary is killed under load and its replica promoted, every second time one that was told nothing more.

    After WAIT nothing is lost, without it is."""
    strong = await _promoted(seed, count, 1)
    weak = await _promoted(seed, max(1, count // 20), 0)
    figures = (
        f"{count} promotions with WAIT: {strong.lost} of {strong.total} acknowledged lost, {strong.doubled} doubled; "
        f"{max(1, count // 20)} without: {weak.lost} of {weak.total} lost"
    )
    wrongs = [f"{strong.lost} acknowledged entries are lost"] if strong.lost else []
    wrongs += [f"{strong.doubled} entries are there that nobody was told of"] if strong.doubled else []
    wrongs += [] if weak.lost else ["the control without WAIT loses nothing: the scene does not bite"]
    return figures, wrongs


async def _promoted(seed: int, count: int, replicas: int) -> Load:
    luck = random.Random(f"{seed} {replicas}")
    async with paired(0.005) as pair:
        log = RedisLog(connect(pair.url), replicas)
        load = Load(log, luck)
        for number in range(count):
            load.start()
            await load.wrote(luck.randint(1, 40))
            if replicas == 0:
                pair.hold()
                await load.wrote(4)
            elif number % 2:
                pair.hold()
                await asyncio.sleep(0.05)
            await pair.promote()
            await pair.in_step()
            await load.stop()
        await log.close()
    return load


async def sentinel(seed: int, count: int) -> Verdict:
    """The primary is killed under load; three sentinels promote its replica, and the log finds it."""
    luck = random.Random(seed)
    async with replicated(replicas=1, sentinels=3) as deployed:
        log = RedisLog(connect(deployed.url), 1)
        load = Load(log, luck)
        for _ in range(count):
            load.start()
            await load.wrote(luck.randint(1, 40))
            old = await deployed.fail_over()
            await deployed.take_back(old)
            await load.wrote(20)
            await load.stop()
        await log.close()
    wrongs = [f"{load.lost} acknowledged entries are lost"] if load.lost else []
    wrongs += [f"{load.doubled} entries are there that nobody was told of"] if load.doubled else []
    return f"{count} fail-overs by Sentinel: {load.lost} of {load.total} acknowledged lost", wrongs
