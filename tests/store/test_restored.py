"""What server/gateway/README.md tells of bringing back a Redis of one's own from an RDB file."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.redis.connect import connect
from server.store.redis.log import RedisLog
from tests.store.entries import fill
from tests.store.redis.deployments import STRONG, Node, free_ports, until


@pytest.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[tuple[Node, Node]]:
    """The Redis that was saved, and the one that shall have it."""
    old, new = (Node(tmp_path, port, STRONG) for port in free_ports(2))
    yield old, new
    await old.close()
    await new.close()


async def test_an_rdb_file_is_brought_back_as_described(
    nodes: tuple[Node, Node], tmp_path: Path, encounter: str
) -> None:
    """With `appendonly yes` from the start it would not be read; switched on afterwards all of it is there for good."""
    old, new = nodes
    await old.start()
    await until(old.admin.ping)
    log = RedisLog(connect(f"redis://127.0.0.1:{old.port}"))
    made = await fill(log, encounter, 20)
    await log.close()
    await old.admin.save()
    folder = tmp_path / str(new.port)
    shutil.copy(tmp_path / str(old.port) / "dump.rdb", folder)

    await new.start()
    await until(new.admin.ping)
    assert await new.admin.dbsize() == 0
    await new.kill()
    shutil.rmtree(folder / "appendonlydir")

    await new.start("--appendonly", "no")
    await until(new.admin.ping)
    await new.admin.config_set("appendonly", "yes")
    is_written = {"aof_rewrite_in_progress": 0, "aof_rewrite_scheduled": 0, "aof_last_bgrewrite_status": "ok"}
    await until(lambda: new.says("persistence", **is_written))
    await new.kill()
    (folder / "dump.rdb").unlink()

    await new.start()
    await until(new.admin.ping)
    log = RedisLog(connect(f"redis://127.0.0.1:{new.port}"))
    assert await log.read(encounter) == made
    assert await log.check_durability() == []
    await log.health(encounter)
    await log.close()
