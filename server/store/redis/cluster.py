"""Redis Cluster: every encounter has its primary, which may be another one after a fail-over or a migration."""

from __future__ import annotations

import contextlib
from typing import Any, cast

from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode, RedisCluster

from server.store import room
from server.store.redis.durability import Primary
from server.store.redis.keys import key
from server.store.redis.single import FAILURES, SILENCE_S, Node, Server
from server.store.room import Room

NODE_CONNECTIONS = 256
"""To one node, at most; more are an error at once, so it is more than a single server's pool, which waits."""


class Cluster(Server):
    """The cluster that these nodes belong to. `url` has credentials and options, any host and no port."""

    def __init__(self, url: str, nodes: list[Node], silence_s: float = SILENCE_S) -> None:
        self._nodes = nodes
        super().__init__(url, silence_s)

    def _connected(self) -> Redis:
        for name in ("host", "port", "connection_class"):
            self._options.pop(name, None)
        patience = self._patience()
        self._cluster = RedisCluster(
            startup_nodes=[ClusterNode(host, port) for host, port in self._nodes],
            max_connections=NODE_CONNECTIONS,
            ssl=self._is_tls,
            **self._options,
            **patience,
        )
        return cast(Redis, self._cluster)  # it takes the same commands

    async def node_of(self, encounter: str) -> Node | None:
        """The primary of the encounter's slot, as far as it is known."""
        await self._cluster.initialize()
        slot = self._cluster.keyslot(key(encounter, "log"))
        node = self._cluster.nodes_manager.get_node_from_slot(slot)
        return str(node.host), int(node.port)

    async def _place(self, node: Node | None) -> dict[str, Any]:
        assert node is not None
        return {"host": node[0], "port": node[1]}

    async def any_node(self) -> Node | None:
        """What is published at one node is heard at all."""
        await self._cluster.initialize()
        node = self._cluster.get_random_node()
        return str(node.host), int(node.port)

    async def mistrust(self) -> None:
        """Ask anew who has which slots."""
        with contextlib.suppress(*FAILURES):
            await self._cluster.nodes_manager.initialize()

    async def rooms(self) -> list[Room]:
        """The room of the primary that is full first."""
        await self._cluster.initialize()
        said = [await self.client.info("memory", target_nodes=node) for node in self._cluster.get_primaries()]
        return room.least(left for info in said for left in room.memory(info))

    async def primaries(self) -> list[Primary]:
        """One for each part of the slots."""
        await self._cluster.initialize()
        return [await self._described(target_nodes=node) for node in self._cluster.get_primaries()]
