"""Real deployments on the loopback: a primary with replicas and sentinels, and a cluster. All end with their block."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import tempfile
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from server.store.redis.binary import find
from tests.support.ports import free_port

STRONG = ("appendonly yes", "appendfsync always", 'save ""', "repl-diskless-sync-delay 0")
PEM = Path(__file__).with_name("localhost.pem")
TLS = (
    *(f"tls-cert-file {PEM}", f"tls-key-file {PEM}", f"tls-ca-cert-file {PEM}"),
    *("tls-auth-clients no", "tls-replication yes", "tls-cluster yes"),
)
PATIENCE_S = 60.0
SLOTS = 16384


def free_ports(count: int) -> list[int]:
    """Ports of the loopback on which nothing listens."""
    return [free_port() for _ in range(count)]


async def until(test: Callable[[], Awaitable[bool]]) -> None:
    """Ask again until it is so; a server that is not there answers no."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with contextlib.suppress(RedisError, OSError):
                if await test():
                    return
            await asyncio.sleep(0.02)


def program() -> Path:
    """The server program that tests run: FRAY_TEST_REDIS, else what is found."""
    named = os.environ.get("FRAY_TEST_REDIS")
    return find(Path(named) if named else None).path


def speaks_tls() -> bool:
    """Was the server program built with TLS? That of the wheel is not; it ends when asked for it."""
    port = free_port()
    words: list[str | Path] = [program(), "--port", "0", "--tls-port", str(port), "--save", ""]
    words += [word for line in TLS for word in f"--{line}".split(" ", 1)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir()) as started:
        while started.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                started.kill()
                return True
            time.sleep(0.01)
    return False


class Node:
    """One server process on a port of the loopback."""

    def __init__(
        self,
        folder: Path,
        port: int,
        lines: tuple[str, ...],
        mode: tuple[str, ...] = (),
        password: str = "",
        is_tls: bool = False,
    ) -> None:
        self.port = port
        listening = ("port 0", f"tls-port {port}", *TLS) if is_tls else (f"port {port}",)
        self._folder = folder / str(port)
        self._folder.mkdir(parents=True)
        self._lines, self._mode = (*listening, *lines), mode
        self.admin: Any = Redis(
            port=port,
            password=password or None,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=30,
            decode_responses=True,
            ssl=is_tls,
            ssl_ca_certs=str(PEM),
        )
        self.process: Process | None = None

    async def start(self, *options: str) -> None:
        """Start, or start again with what it wrote to disk."""
        config = self._folder / "node.conf"
        if not config.exists():  # sentinels write theirs anew
            config.write_text("\n".join(["bind 127.0.0.1", f"dir {self._folder}", *self._lines]))
        with (self._folder / "log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                program(), config, *self._mode, *options, stdin=DEVNULL, stdout=log, stderr=log
            )

    async def kill(self) -> None:
        """kill -9."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    async def says(self, section: str, **wanted: Any) -> bool:
        """Does INFO say so?"""
        info = await self.admin.info(section)
        return all(info.get(name) == value for name, value in wanted.items())

    async def close(self) -> None:
        """End it."""
        await self.kill()
        await self.admin.aclose()


class Replicated:
    """A primary, its replicas, and the sentinels that promote one of them."""

    name = "main"
    password = "p+ss w:rd"
    sentinel_password = "another"

    def __init__(self, nodes: list[Node], sentinels: list[Node], is_tls: bool) -> None:
        self.nodes, self.sentinels, self._is_tls = nodes, sentinels, is_tls

    @property
    def url(self) -> str:
        """As an operator writes it."""
        hosts = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in self.sentinels)
        own = f":p%2Bss%20w%3Ard@{hosts}/{self.name}?sentinel_password={self.sentinel_password}"
        return f"rediss+sentinel://{own}&ssl_ca_certs={PEM}" if self._is_tls else f"redis+sentinel://{own}"

    async def primary(self) -> Node:
        """The node that the first sentinel names."""
        _, port = await self.sentinels[0].admin.execute_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self.name)
        return next(node for node in self.nodes if node.port == int(port))

    async def fail_over(self) -> Node:
        """kill -9 of the primary; wait until another one is named and take the dead one back as its replica."""
        old = await self.primary()
        await old.kill()

        async def is_promoted() -> bool:
            new = await self.primary()
            return new is not old and await new.says("replication", role="master")

        await until(is_promoted)
        return old

    async def take_back(self, node: Node) -> None:
        """Start a dead node as a replica; the sentinels would make it one, but only after ten seconds or more."""
        await node.start("--replicaof", f"127.0.0.1 {(await self.primary()).port}")
        await until(lambda: node.says("replication", role="slave", master_link_status="up"))


@contextlib.asynccontextmanager
async def replicated(replicas: int = 1, sentinels: int = 1, is_tls: bool = False) -> AsyncIterator[Replicated]:
    """Everything in step, and each sentinel knows the others."""
    async with _running() as (folder, stack):
        ports = free_ports(1 + replicas + sentinels)
        secret = (f'requirepass "{Replicated.password}"', f'masterauth "{Replicated.password}"')
        nodes = []
        for number, port in enumerate(ports[: 1 + replicas]):
            follows = (f"replicaof 127.0.0.1 {ports[0]}",) if number else ()
            nodes.append(Node(folder, port, (*STRONG, *secret, *follows), (), Replicated.password, is_tls))
        watching = [
            Node(
                folder,
                port,
                (
                    f"requirepass {Replicated.sentinel_password}",
                    f"sentinel sentinel-pass {Replicated.sentinel_password}",
                    f"sentinel monitor {Replicated.name} 127.0.0.1 {ports[0]} {sentinels // 2 + 1}",
                    f'sentinel auth-pass {Replicated.name} "{Replicated.password}"',
                    f"sentinel down-after-milliseconds {Replicated.name} 1500",
                    f"sentinel failover-timeout {Replicated.name} 2000",
                ),
                ("--sentinel",),
                Replicated.sentinel_password,
                is_tls,
            )
            for port in ports[1 + replicas :]
        ]
        for node in [*nodes, *watching]:
            stack.push_async_callback(node.close)
        for node in nodes:
            await node.start()
        for node in nodes[1:]:
            await until(lambda node=node: node.says("replication", master_link_status="up"))  # type: ignore[misc]
        made = Replicated(nodes, watching, is_tls)
        for sentinel in watching:
            await sentinel.start()
            await until(lambda sentinel=sentinel: _knows(sentinel, replicas, sentinels - 1))  # type: ignore[misc]
        yield made


async def _knows(sentinel: Node, replicas: int, others: int) -> bool:
    words = await sentinel.admin.execute_command("SENTINEL", "MASTER", Replicated.name)
    told = words if isinstance(words, dict) else dict(zip(words[::2], words[1::2], strict=True))
    return int(told["num-slaves"]) == replicas


class Clustered:
    """Primaries that share the slots in equal parts, each with as many replicas as the others."""

    def __init__(self, nodes: list[Node], primaries: int, is_tls: bool) -> None:
        self.nodes, self._primaries, self._is_tls = nodes, primaries, is_tls

    @property
    def url(self) -> str:
        """Any of the nodes will do."""
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes[: self._primaries])
        return f"rediss+cluster://{hosts}?ssl_ca_certs={PEM}" if self._is_tls else f"redis+cluster://{hosts}"

    def node_at(self, port: int) -> Node:
        """The node on a port."""
        return next(node for node in self.nodes if node.port == port)

    async def join(self) -> None:
        """Make one cluster of them."""
        first = self.nodes[0]
        for node in self.nodes[1:]:
            await first.admin.execute_command("CLUSTER", "MEET", "127.0.0.1", str(node.port))
        share = -(-SLOTS // self._primaries)
        for number, node in enumerate(self.nodes[: self._primaries]):
            slots = map(str, range(number * share, min(SLOTS, (number + 1) * share)))
            await node.admin.execute_command("CLUSTER", "ADDSLOTS", *slots)
        for number, node in enumerate(self.nodes[self._primaries :]):
            of = self.nodes[number % self._primaries]
            name = await of.admin.execute_command("CLUSTER", "MYID")
            await until(lambda node=node, name=name: self._follows(node, name))  # type: ignore[misc]
            await until(lambda node=node: node.says("replication", master_link_status="up"))  # type: ignore[misc]
        for node in self.nodes:
            await until(lambda node=node: self._is_whole(node))  # type: ignore[misc]

    async def _follows(self, node: Node, name: str) -> bool:
        return bool(await node.admin.execute_command("CLUSTER", "REPLICATE", name))

    async def _is_whole(self, node: Node) -> bool:
        info = await node.admin.execute_command("CLUSTER", "INFO")
        told = info if isinstance(info, dict) else dict(line.split(":") for line in info.split())
        is_known = int(told["cluster_known_nodes"]) == len(self.nodes)
        return told["cluster_state"] == "ok" and is_known and int(told["cluster_size"]) == self._primaries


@contextlib.asynccontextmanager
async def clustered(primaries: int = 3, replicas: int = 0, is_tls: bool = False) -> AsyncIterator[Clustered]:
    """A cluster that serves every slot."""
    async with _running() as (folder, stack):
        lines = (*STRONG, "cluster-enabled yes", "cluster-node-timeout 1000", "cluster-replica-validity-factor 0")
        nodes = [Node(folder, port, lines, is_tls=is_tls) for port in free_ports(primaries * (1 + replicas))]
        for node in nodes:
            stack.push_async_callback(node.close)
            await node.start()
        for node in nodes:
            await until(node.admin.ping)
        made = Clustered(nodes, primaries, is_tls)
        await made.join()
        yield made


@contextlib.asynccontextmanager
async def _running() -> AsyncIterator[tuple[Path, contextlib.AsyncExitStack]]:
    """A folder for the nodes, and a stack that ends them."""
    with tempfile.TemporaryDirectory(prefix="fray-nodes-", ignore_cleanup_errors=True) as folder:
        async with contextlib.AsyncExitStack() as stack:
            yield Path(folder), stack
