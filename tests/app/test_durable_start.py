"""A server does not start over a Redis that loses what it acknowledges, unless it is told to."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.app.app import serving
from server.cli.main import main
from server.encounter.installed import systems
from server.process.settings import Settings
from server.store.redis.connect import connect
from server.store.redis.embedded import Embedded
from server.store.redis.log import RedisLog
from tests.store.redis.test_replicas import pair  # noqa: F401
from tests.support.golden_exports import FILES, GOLDEN
from tests.support.redis_fixture import embedded


@pytest.fixture
async def weak_url(tmp_path: Path) -> AsyncIterator[str]:
    """A Redis that syncs once a second."""
    async with embedded(tmp_path / "redis") as redis:
        client = connect(redis.url).client
        await client.config_set("appendfsync", "everysec")
        await client.aclose()
        yield redis.url


async def test_a_weak_redis_is_refused(weak_url: str, tmp_path: Path) -> None:
    """The message names the setting, what it costs, what would be right, and how to serve all the same."""
    settings = Settings(redis=weak_url, data=str(tmp_path / "data"), port=0)
    with pytest.raises(RuntimeError, match=r"appendfsync is everysec.*power cut.*always.*--reduced-durability"):
        async with serving(settings):
            pass


async def test_a_weak_redis_serves_when_that_is_wanted(weak_url: str, tmp_path: Path, caplog) -> None:
    """It is said in the log at every start."""
    settings = Settings(redis=weak_url, data=str(tmp_path / "data"), port=0, reduced_durability=True)
    async with serving(settings) as (app, _):
        assert app.lobby.is_ready
    assert "appendfsync is everysec" in caplog.text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An encounter file."""
    path = tmp_path / "demo.toml"
    path.write_text(systems()["tirakan"].demo, "utf-8")
    return path


async def ran(captured: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    """Exit code and output of a command."""
    code = await asyncio.to_thread(main, [str(word) for word in words])
    read = captured.readouterr()
    return code, read.out + read.err


async def test_commands_that_write_are_as_strict(
    weak_url: str, tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No links to what a power cut may erase; unless that is wanted, here or by the server that runs."""
    data = tmp_path / "data"
    for words in (("create", file), ("import", GOLDEN / FILES["gm"])):
        code, said = await ran(capsys, *words, "--data", data, "--redis", weak_url)
        assert (code, "appendfsync is everysec" in said, "/#" in said) == (1, True, False)
    code, said = await ran(capsys, "create", file, "--data", data, "--redis", weak_url, "--reduced-durability")
    assert (code, "/#" in said) == (0, True)
    async with serving(Settings(redis=weak_url, data=str(data), port=0, reduced_durability=True)):
        code, said = await ran(capsys, "create", file, "--data", data)
    assert (code, "/#" in said) == (0, True)


async def test_commands_that_write_wait_for_replicas(
    pair: tuple[Embedded, Embedded],  # noqa: F811
    tmp_path: Path,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As the server does that runs, or as FRAY_REPLICAS says: no links to what one fail-over may erase."""
    monkeypatch.setattr(RedisLog.__init__, "__defaults__", (0, 0.2))  # so long an outcome is looked for
    primary, replica = pair
    create = ("create", file, "--data", tmp_path / "data")
    async with serving(Settings(redis=primary.url, data=str(tmp_path / "data"), port=0, replicas=1)):
        assert (await ran(capsys, *create))[0] == 0
        os.kill(replica.pid, signal.SIGSTOP)
        try:
            code, said = await ran(capsys, *create)
            assert (code, "/#" in said) == (1, False)
        finally:
            os.kill(replica.pid, signal.SIGCONT)
    monkeypatch.setenv("FRAY_REPLICAS", "1")
    os.kill(replica.pid, signal.SIGSTOP)
    try:
        code, said = await ran(capsys, *create, "--redis", primary.url)
        assert (code, "/#" in said) == (1, False)
        assert (await ran(capsys, *create, "--redis", primary.url, "--replicas", "0"))[0] == 0
    finally:
        os.kill(replica.pid, signal.SIGCONT)
