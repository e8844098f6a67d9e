"""Two versions of the server over one Redis: of one format both serve; of two the older steps aside and says so."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.app import store_format
from server.app.app import serving
from server.app.redis_server import server_of
from server.cli.checks import examine
from server.process.settings import Settings
from server.store import format
from server.store.redis.log import RedisLog
from tests.support.redis_fixture import embedded


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """A Redis of one's own: its format stays raised."""
    async with embedded(tmp_path / "redis") as redis:
        yield redis.url


def settings(url: str, folder: Path) -> Settings:
    """A server over it."""
    return Settings(port=0, data=str(folder), redis=url)


async def raised(url: str, to: int | None = None) -> int:
    """The store's format, after it was raised."""
    log = RedisLog(server_of(url))
    try:
        if to is not None:
            await log.raise_format(to)
        return await log.format()
    finally:
        await log.close()


async def test_two_servers_of_one_format_serve_beside_each_other(url: str, tmp_path: Path) -> None:
    """Whichever comes first; what a server of the time before there were formats has left is taken as it is."""
    assert await raised(url) == 0
    one, two = settings(url, tmp_path / "one"), settings(url, tmp_path / "two")
    async with serving(one), serving(two):
        assert await raised(url) == format.FORMAT
        assert [found for found in await examine(two) if found.what == "store format"] == []


async def test_an_older_server_steps_aside_for_a_newer_one(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It notices while it runs, and does not start again; the newer one serves on, and none lowers the format."""
    monkeypatch.setattr(store_format, "LOOK_EVERY_S", 0)
    newest = format.FORMAT + 1
    async with serving(settings(url, tmp_path / "old")) as (old, _):
        monkeypatch.setattr(store_format, "FORMAT", newest)
        async with serving(settings(url, tmp_path / "new")):
            monkeypatch.setattr(store_format, "FORMAT", format.FORMAT)
            said = await old.outdated()
    assert f"raised this store to format {newest}, this one knows {format.FORMAT}; update it" in said
    monkeypatch.setattr(store_format, "FORMAT", format.FORMAT)
    with pytest.raises(RuntimeError, match=f"format_newer: .* format {newest}"):
        async with serving(settings(url, tmp_path / "old")):
            pass
    [found] = [one for one in await examine(settings(url, tmp_path / "old")) if one.what == "store format"]
    assert (found.level, found.right) == ("wrong", "update it, or bring back the store as it was before")
    assert await raised(url) == newest


@pytest.mark.parametrize("workers", [1, 2])
async def test_the_program_ends_with_the_sentence(url: str, tmp_path: Path, workers: int) -> None:
    """As at SIGTERM, players and all, but with exit code 1: whoever watches over it notices."""
    words = ["serve", "--json", "--port", "0", "--data", str(tmp_path / "data"), "--redis", url]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", *words, "--workers", str(workers),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    await process.stdout.readline()
    await raised(url, format.FORMAT + 1)
    _, errors = await process.communicate()
    assert process.returncode == 1
    assert b"format_newer: a newer server has raised this store" in errors
