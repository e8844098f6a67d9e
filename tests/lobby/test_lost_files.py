"""What is lost or torn of the small files beside a log: never in silence, and nothing of it is thrown away."""

from __future__ import annotations

import asyncio
import logging
import os
from pathlib import Path

import pytest

from server.app.app import serving
from server.cli.checks import examine
from server.keys import bad_links
from server.keys.links import FILE as LINKS
from server.keys.links import Links
from tests.lobby.test_lost import comes_in, laid, private, spec


async def warned(data: Path, what: str) -> list[str]:
    """What doctor warns of."""
    return [one.found for one in await examine(private(data)) if one.what == what and one.level == "warning"]


# --- the key that signs ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_replaced", [False, True])
@pytest.mark.parametrize("is_older", [False, True])
async def test_a_lost_signing_key_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, is_replaced: bool, is_older: bool
) -> None:
    """At each start and by doctor, until it is back; a folder of an older release knows it by its checkpoints."""
    data = tmp_path / "data"
    async with serving(private(data)) as (app, _):
        made = await app.lobby.create(spec())
        await (await app.lobby.table(made["encounter"])).catch_up()
        assert app.lobby.tables._services.checkpoints is not None
        app.lobby.tables._services.checkpoints.add(
            made["encounter"], 1, app.lobby.tables.open[made["encounter"]].top[1]
        )
    assert await warned(data, "signing key") == []
    if is_older:
        os.remove(data / "signers")
    os.rename(data / "signing.key", tmp_path / "backup")
    if is_replaced:
        await asyncio.to_thread((data / "signing.key").write_bytes, b"x" * 32)
    [found] = await warned(data, "signing key")
    assert ("holds key" if is_replaced else "is missing") in found
    for start in range(1, 3):
        async with serving(private(data)) as (app, _):
            assert caplog.text.count("signing key:") == start
            assert await comes_in(app, made) == "yes"
        assert len(await warned(data, "signing key")) == 1
    os.rename(tmp_path / "backup", data / "signing.key")
    async with serving(private(data)):
        assert caplog.text.count("signing key:") == 2
    assert await warned(data, "signing key") == []
    assert (data / "signers").stat().st_mode & 0o777 == 0o600


# --- links -----------------------------------------------------------------------------------------------------------


async def known(data: Path) -> list[str]:
    """The encounters whose links can be read."""
    await (links := Links(data / LINKS)).refresh()
    return list(links)


@pytest.mark.parametrize("cut", [1, 40])
async def test_a_torn_file_of_links_is_kept_aside(tmp_path: Path, cut: int, caplog: pytest.LogCaptureFixture) -> None:
    """Byte for byte; what can be read of it goes on, and the next start has nothing more to say."""
    [first, second], _ = await laid(data := tmp_path / "data", 2)
    path = data / LINKS
    torn = await asyncio.to_thread(lambda: path.read_bytes()[:-cut] if cut > 1 else b"\xff" + path.read_bytes())
    await asyncio.to_thread(path.write_bytes, torn)
    [found] = await warned(data, "links")
    assert found.startswith("1 of 2 lines")
    kept = data / "links.json.bad-1"
    for _ in range(2):
        async with serving(private(data)) as (app, _links):
            assert [await comes_in(app, each) for each in (first, second)] == ["yes", "yes"]
    assert caplog.text.count("links: 1 of 2 lines") == 1
    assert str(kept) in caplog.text
    assert (await asyncio.to_thread(kept.read_bytes), kept.stat().st_mode & 0o777) == (torn, 0o600)
    assert await known(data) == [(first if cut > 1 else second)["encounter"]]
    assert await warned(data, "links") == [f"{kept} could not be read"]


async def test_an_empty_file_of_links_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """There is nothing to keep of it."""
    await laid(data := tmp_path / "data", 1)
    os.truncate(data / LINKS, 0)
    assert len(await warned(data, "links")) == 1
    with caplog.at_level(logging.WARNING):
        async with serving(private(data)):
            pass
    assert "links.json is empty" in caplog.text
    assert bad_links.kept_aside(data) == []


async def test_files_that_were_kept_aside_stay(tmp_path: Path) -> None:
    """Each has a number of its own; what was added since is not in them."""
    links = Links(tmp_path / LINKS)
    for number in range(1, 12):
        await asyncio.to_thread((tmp_path / LINKS).write_bytes, b"garbage %d" % number)
        await asyncio.to_thread(bad_links.warn_of_bad, tmp_path)
        await links.put(f"e{number}", {"gm": "t"})
    assert [path.read_bytes() for path in bad_links.kept_aside(tmp_path)] == [b"garbage %d" % n for n in range(1, 12)]
    assert await known(tmp_path) == ["e11"]
