"""What an operator does to a running server: end it, look at its log and its metrics, bring back a backup."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from client_demo.client import Client
from protocol import messages as m
from server import gateway
from server.app.app import serving
from server.app.opened_log import log_to_read
from server.archive.export import unpack
from server.cli.log_lines import JsonLines
from server.cli.main import main
from server.process.settings import Settings
from server.store import chain
from server.store.memory import MemoryLog, MemoryStore
from tests.client_demo.served import Served
from tests.client_demo.test_fights import system_of
from tests.gateway.house import close_house, open_house
from tests.store.redis.waiting import until


class Listening(Client):
    """A client that remembers why it was sent away."""

    codes: list[str]

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "bye":
            self.codes = [*getattr(self, "codes", []), message["code"]]
        super()._take(message)


async def revise(table: Client, acked: list[int | None], stop: asyncio.Event) -> None:
    """Lift one cup after another: each is a commit, and nothing else happens."""
    cup = 0
    while not stop.is_set():
        cup = cup % 3 + 1
        acked.append(await table.submit({"type": "choose", "who": "a", "cup": cup}))


def _has(acked: list[int | None], enough: int, load: asyncio.Task[None]) -> bool:
    return len(acked) >= enough or load.done()


async def test_sigterm_loses_nothing_and_everybody_comes_back(tmp_path: Path) -> None:
    """Under load, with a real signal: whoever was answered is in the log once, clients resume by themselves."""
    served = Served(tmp_path, systems=("cups",))
    await served.start()
    acked: list[int | None] = []
    try:
        tokens, stop = served.tokens("cups"), asyncio.Event()
        async with (
            Client.connect(served.url, tokens["gm"], retry_s=0.05) as gm,
            Listening.connect(served.url, tokens["ann"], retry_s=0.05) as ann,
        ):
            await gm.submit({"type": "begin"})
            load = asyncio.create_task(revise(ann, acked, stop))
            for round_ in range(1, 3):
                enough = 15 * round_
                await until(partial(_has, acked, enough, load))
                served._process.send_signal(signal.SIGTERM)
                assert await served._process.wait() == 0
                await served.start()
            await until(lambda: len(acked) >= 50 or load.done())
            stop.set()
            await load
        counted = await served.acts(system_of("cups"))
    finally:
        await served.stop()
    assert counted["ann"] == len(acked)
    assert ann.codes == ["restart"] * 2


async def test_what_is_asked_when_the_server_stops_is_decided(tmp_path: Path) -> None:
    """The queue is worked off before the tables stop; the sender finds its answer when it comes back."""
    house = await open_house(tmp_path)
    gm, ann = await house.sit("gm"), await house.sit("ann")
    await gm.submit({"type": "begin"})
    (table,) = house.lobby.tables.open.values()
    before = table.timeline.version
    for cup in (1, 2, 3):
        body = m.Submit(
            id=os.urandom(16), intent=_raw(ann, {"type": "choose", "who": "a", "cup": cup}), nonce=bytes(16)
        )
        table.submit(_session(house, "player"), body)
    await house.listener.stop()
    await house.lobby.tables.finish_waiting(5)
    assert table.timeline.version == before + 3
    assert table.waiting == 0
    await close_house(house)


def _raw(player: Any, value: Any) -> msgspec.Raw:
    return msgspec.Raw(player.codec.to_bytes(value))


def _session(house: Any, role: str) -> Any:
    return next(one for one in house.listener._gateway.sessions if getattr(one, "role", "") == role)


# --- log and metrics -------------------------------------------------------------------------------------------------


async def test_metrics_tell_what_an_operator_alerts_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Appends, races, other servers' commits, queues, connections by role, frozen and away tables."""
    monkeypatch.setattr("server.lobby.tables.LOOK_EVERY_S", 0.01)
    shelf = MemoryStore()
    for name in ("one", "two"):
        os.mkdir(tmp_path / name)
    one = await open_house(tmp_path / "one", log=MemoryLog(shelf))
    two = await open_house(tmp_path / "two", log=MemoryLog(shelf))
    gm = await one.sit("gm")
    two.links = one.links
    ann = await two.sit("ann")
    await gm.submit({"type": "begin"})
    await ann.next(m.Update)
    assert one.count("fray_append_seconds_count") == 1
    assert two.count("fray_tail_seconds_count") == 1
    assert two.count("fray_tail_seconds_sum") < 60
    assert one.count('fray_connections{role="gm"}') == two.count('fray_connections{role="player"}') == 1
    assert one.count('fray_intents_total{outcome="ack"}') == 1
    await until(lambda: "fray_queued_intents 0.0" in one.listener.metrics.exposition().decode())
    assert one.count('fray_tables{state="open"}') == 1
    assert 'fray_tables{state="parked"} 0.0' in one.listener.metrics.exposition().decode()
    text = one.listener.metrics.exposition().decode()
    for name in (
        "fray_races_total",
        "fray_slow_readers_total",
        "fray_silent_peers_total",
        "fray_loop_lag_seconds_count",
    ):
        assert f"\n{name} " in text
    await close_house(one)
    await close_house(two)


async def test_every_metric_that_operators_read_of_is_there(tmp_path: Path) -> None:
    """What the page tells to alert on is what `/metrics` shows."""
    page = (Path(gateway.__file__).parent / "README.md").read_text("utf-8")
    named = set(re.findall(r"`(fray_[a-z_]+)", page))
    house = await open_house(tmp_path)
    await house.sit("gm")
    await until(lambda: "fray_queued_intents 0.0" in house.listener.metrics.exposition().decode())
    text = house.listener.metrics.exposition().decode()
    await close_house(house)
    shown = set(re.findall(r"^# TYPE (\w+) ", text, re.M))
    assert len(named) > 10
    assert named <= shown | {f"{name}_{end}" for name in shown for end in ("total", "count", "bucket")}
    wanted = "append_seconds races_total tail_seconds queued_intents connections slow_readers_total tables"
    assert {f"fray_{name}" for name in wanted.split()} <= named


async def test_each_commit_can_be_a_line_with_its_ids(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Encounter, version, seat, intent: what a person looks for who was told of a fault."""
    caplog.set_level("DEBUG", "server.table.line")
    house = await open_house(tmp_path)
    gm = await house.sit("gm")
    await gm.submit({"type": "begin"}, id=b"i" * 16)
    await close_house(house)
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records if record.name == "server.table.line"]
    (commit,) = [line for line in lines if line.get("event") == "commit" and line["seat"] == "gm"]
    assert (commit["intent"], commit["kind"], commit["version"]) == ((b"i" * 16).hex(), "Begin", 2)
    assert len(commit["encounter"]) == 32
    assert {"at", "level", "logger"} <= set(commit)


def test_a_line_holds_message_and_exception() -> None:
    """What was logged without fields is a line too."""
    try:
        raise ValueError("x\ny")
    except ValueError:
        record = logging.LogRecord("a", logging.ERROR, "f", 1, "it %s", ("failed",), sys.exc_info())
    text = JsonLines().format(record)
    assert "\n" not in text
    line = json.loads(text)
    assert (line["message"], line["level"]) == ("it failed", "error")
    assert "ValueError" in line["exception"]


async def test_what_fails_inside_is_counted_and_can_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An answer, a telling, a whole table: each is a failure with its ids, for whoever collects lines."""
    house = await open_house(tmp_path)
    gm, ann = await house.sit("gm"), await house.sit("ann")

    def broken(*_: object) -> Any:
        raise ZeroDivisionError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr("server.table.answers.work_of", broken)
        assert (await ann.ask({"type": "history"})).code == "internal"
    with monkeypatch.context() as patched:
        patched.setattr("server.table.audience.Audiences._seen_by", broken)
        await gm.submit({"type": "begin"})
        assert (await ann.end())[1] == "internal"
    bob = await house.sit("bob")
    with monkeypatch.context() as patched:
        patched.setattr("server.table.table.Table._do", broken)
        intent = _raw(bob, {"type": "choose", "who": "b", "cup": 1})
        await bob.send(m.Submit(id=bytes(16), intent=intent, nonce=bytes(16)))
        assert (await bob.end())[1] == "internal"
    counted = [house.count(f'fray_failures_total{{where="{where}"}}') for where in ("answer", "telling", "table")]
    await close_house(house)
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    failures = [line for line in lines if line.get("event") == "failure"]
    assert counted[0] == counted[2] == 1
    assert counted[1] >= 1
    assert {line["at"] for line in failures} == {"answer", "telling", "table"}
    assert all(len(line["encounter"]) == 32 and "ZeroDivisionError" in line["exception"] for line in failures)


async def test_a_server_that_drains_says_so_and_plays_on(tmp_path: Path) -> None:
    """A load balancer sees 503 while the port is still open; who ends it sooner may."""
    stack = contextlib.AsyncExitStack()
    app, _ = await stack.enter_async_context(serving(Settings(port=0, data=str(tmp_path), drain_s=300)))
    ending = asyncio.create_task(stack.aclose())

    async def status(path: str) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", app.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        return answer.split()[1]

    await asyncio.sleep(0)
    assert [await status("/readyz"), await status("/healthz")] == [b"503", b"200"]
    assert not ending.done()
    ending.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await ending
    with pytest.raises(OSError, match="Connect call failed"):
        await status("/healthz")


# --- backup and restore ----------------------------------------------------------------------------------------------


async def _played(served: Served, cups: int) -> tuple[int, bytes]:
    """Some commits; the number and head that Ann saw last."""
    tokens = served.tokens("cups")
    async with (
        Client.connect(served.url, tokens["gm"]) as gm,
        Client.connect(served.url, tokens["ann"]) as ann,
    ):
        if gm.view["stage"] == "setup":
            await gm.submit({"type": "begin"})
        for cup in range(cups):
            await ann.submit({"type": "choose", "who": "a", "cup": cup % 3 + 1})
        return ann.n, ann.head


async def _seen(served: Served, n: int, head: bytes) -> Client:
    """Ann comes back with what she saw last."""
    client = Client(served.url, served.tokens("cups")["ann"], "fray.v1.msgpack", 0.05)
    client.n, client.head = n, head
    async with client:
        return client


def _as_documented(command: str, data: Path, archive: Path) -> None:
    """Run the command that the page shows, up to where it would serve."""
    page = (Path(gateway.__file__).parent / "README.md").read_text("utf-8")
    (line,) = [line.strip() for line in page.splitlines() if line.startswith("      ") and command in line]
    words = line.partition(" && fray serve")[0].replace("DATA", str(data)).replace("backup.tar", str(archive))
    code = subprocess.run(words, shell=True, timeout=60, check=False).returncode
    assert code in (0, 1), words  # 1: a file grew while it was copied


def _copy(data: Path, to: Path) -> None:
    """The whole folder, also while the server runs."""
    _as_documented("tar -cf", data, to)


def _bring_back(archive: Path, to: Path) -> None:
    """In place of the folder."""
    shutil.rmtree(to / "data")
    _as_documented("tar -xf", to / "data", archive)


async def test_a_copy_of_a_running_server_s_folder_is_a_backup(tmp_path: Path) -> None:
    """Brought back it is whole as of then; clients that have seen more notice that it is older."""
    served, archive = Served(tmp_path, systems=("cups",)), tmp_path / "backup.tar"
    await served.start()
    n, head = await _played(served, 6)
    _copy(tmp_path / "data", archive)
    later, later_head = await _played(served, 5)
    await served.stop()
    _bring_back(archive, tmp_path)
    await served.start()
    try:
        same, newer = await _seen(served, n, head), await _seen(served, later, later_head)
        assert (same.is_forked, same.n, same.head) == (False, n, head)
        assert newer.is_forked
        assert newer.n == n
        assert (await _played(served, 2))[0] == n + 2
    finally:
        await served.stop()


async def test_an_export_proves_a_backup(tmp_path: Path) -> None:
    """What the copy holds is a prefix of what was exported, entry by entry, and `fray verify` finds it intact."""
    served = Served(tmp_path, systems=("cups",))
    await served.start()
    await _played(served, 4)
    encounter = served._encounters["cups"]["encounter"]
    await served.stop()
    async with log_to_read(Settings(data=str(tmp_path / "data"))) as log:
        entries = await log.read(encounter)
    chain.verify(encounter, entries)
    file = tmp_path / "one.fray"
    data = ["--data", str(tmp_path / "data")]
    assert await asyncio.to_thread(main, ["export", encounter, "-o", str(file), *data]) == 0
    assert await asyncio.to_thread(main, ["verify", str(file)]) == 0
    assert [row.hash for row in unpack(file.read_bytes()).entries] == [entry.hash for entry in entries]
