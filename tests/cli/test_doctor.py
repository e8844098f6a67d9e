"""`fray doctor` on deployments that are well, and on each thing that may be wrong with one."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from server.app.app import serving
from server.app.demos import Demos
from server.app.redis_server import server_of
from server.cli.checks import examine
from server.cli.command import listed, switched
from server.cli.main import main
from server.lobby.reserve import Reserve
from server.lobby.tables import Refused
from server.process.meter import Silent
from server.process.settings import Settings
from server.store.redis.checkup import PROBES, Finding
from server.store.redis.log import RedisLog
from server.store.redis.rights import COMMANDS, acl
from server.store.room import MIB
from tests.store.entries import fill
from tests.support.redis_fixture import embedded, redis_url  # noqa: F401


def about(findings: list[Finding], what: str) -> list[Finding]:
    """What was found about one thing."""
    return [one for one in findings if one.what == what]


def wrong(findings: list[Finding]) -> list[str]:
    """What is wrong; each says what would be right."""
    assert all(one.right for one in findings if one.level != "ok")
    return [one.what for one in findings if one.level == "wrong"]


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FRAY_MASTER_KEY", raising=False)


async def test_a_fresh_folder_is_well(tmp_path: Path) -> None:
    """Nothing has been started, nothing is laid by looking."""
    findings = await examine(Settings(port=0, data=str(tmp_path / "data")))
    assert wrong(findings) == []
    assert {one.what for one in findings} >= {"rule systems", "data folder", "master key", "port", "redis"}
    assert not (tmp_path / "data").exists()


async def test_a_running_server_is_asked_and_its_redis_examined(tmp_path: Path) -> None:
    """Alive, ready, durable, a Redis of its own."""
    async with serving(Settings(port=0, data=str(tmp_path))):
        findings = await examine(Settings(data=str(tmp_path)))
    assert wrong(findings) == []
    assert [one.found.split()[0] for one in about(findings, "server")] == ["/healthz", "/readyz"]
    assert about(findings, "durability")[0].level == "ok"
    assert "private" in about(findings, "redis rights")[0].found


@pytest.mark.parametrize(
    ("settings", "level", "said"),
    [
        ({}, "ok", "at 16 tables at once"),
        ({"bots": 0}, "ok", "--bots 0"),
        ({"host": "0.0.0.0"}, "ok", "visitors lay no tables"),
        ({"bots": 2, "workers": 4}, "warning", "4 workers have 2 tables"),
    ],
)
async def test_it_says_with_whom_bots_play(tmp_path: Path, settings: dict[str, Any], level: str, said: str) -> None:
    """And where the setting can't be kept to."""
    (found,) = about(await examine(Settings(port=0, data=str(tmp_path), **settings)), "bots")
    assert (found.level, said in found.found) == (level, True)


async def test_a_folder_of_bots_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nobody would get bots again after a restart, without a word."""
    (tmp_path / "bots").mkdir(0o700)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "bots")
    assert wrong(await examine(Settings(port=0, data=str(tmp_path)))) == ["bots"]


async def test_settings_that_lose_commits_are_named(tmp_path: Path) -> None:
    """everysec may lose a second, a cache may lose everything; what would be right is said."""
    async with embedded(tmp_path) as redis:
        async with Redis.from_url(redis.url) as admin:
            await admin.config_set("appendfsync", "everysec")
            await admin.config_set("maxmemory-policy", "allkeys-lru")
        findings = await examine(Settings(port=0, data=str(tmp_path / "other"), redis=redis.url, replicas=2))
    said = {one.found.split(":")[0]: one for one in about(findings, "durability")}
    assert {"not_durable", "replicas_missing"} <= set(said)
    assert "set it to" in said["not_durable"].right
    assert "durability" in wrong(findings)


async def test_a_user_with_too_few_rights_is_named_with_them(tmp_path: Path) -> None:
    """One that may only look at streams; and the default user, who may do everything."""
    async with embedded(tmp_path) as redis:
        async with Redis.from_url(redis.url) as admin:
            await admin.execute_command("ACL", "SETUSER", "poor", "on", ">pw", "~fray:*", "+info", "+ping", "+xrange")
        poor = redis.url.replace("unix://", "unix://poor:pw@")
        found = about(await examine(Settings(port=0, data=str(tmp_path / "a"), redis=poor)), "redis rights")
        every = about(await examine(Settings(port=0, data=str(tmp_path / "b"), redis=redis.url)), "redis rights")
    assert found[0].level == "wrong"
    assert "evalsha" in found[0].found
    assert "xrange" not in found[0].found.split()
    assert every[0].level == "warning"
    assert "pw" not in str(found)


def test_every_right_is_looked_at() -> None:
    """By trying it without effect; but for what would change something, and what has been sent by then anyway."""
    assert {*PROBES, "hset", "subscribe", "unsubscribe", "info", "config|get", "select"} == set(COMMANDS)


@pytest.mark.parametrize("lacking", sorted(PROBES))
async def test_a_right_that_is_lacking_is_named(redis_url: str, tmp_path: Path, lacking: str) -> None:  # noqa: F811
    """Each by itself; the probes leave nothing behind."""
    rights = [one for one in acl("pw").split()[2:] if one != f"+{lacking}"]
    async with Redis.from_url(redis_url) as admin:
        await admin.execute_command("ACL", "SETUSER", "lacks", "reset", *rights)
        before = await admin.execute_command("DBSIZE")
        url = redis_url.replace("unix://", "unix://lacks:pw@")
        found = about(await examine(Settings(port=0, data=str(tmp_path), redis=url)), "redis rights")
        assert await admin.execute_command("DBSIZE") == before
        await admin.execute_command("ACL", "DELUSER", "lacks")
    assert [(one.level, one.found) for one in found] == [("wrong", f"the user may not {lacking}")]


async def test_a_redis_that_is_away(tmp_path: Path) -> None:
    """Reached by a wrong URL; the password is not repeated."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
    findings = await examine(Settings(port=0, data=str(tmp_path), redis=f"redis://u:pa55@127.0.0.1:{port}"))
    assert wrong(findings) == ["redis"]
    assert "pa55" not in str(findings)


async def test_a_port_that_somebody_has(tmp_path: Path) -> None:
    """And an address that is not ours."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        findings = await examine(Settings(port=taken.getsockname()[1], data=str(tmp_path)))
    assert wrong(findings) == ["port"]
    assert wrong(await examine(Settings(port=0, host="192.0.2.1", data=str(tmp_path)))) == ["port"]


@pytest.mark.parametrize(
    ("origin", "level"),
    [("https://fray.example", None), ("http://localhost:5173", None), ("http://fray.example", "warning"),
     ("https://Fray.example", "wrong"), ("https://fray.example/", "wrong"), ("fray.example", "wrong"), ("*", "wrong")],
)  # fmt: skip
async def test_origins(tmp_path: Path, origin: str, level: str | None) -> None:
    """Exactly what browsers send."""
    found = about(await examine(Settings(port=0, data=str(tmp_path), origins=(origin,))), "origin")
    assert [one.level for one in found] == ([] if level is None else [level])


async def test_secrets_that_others_may_read_and_a_key_of_another_size(tmp_path: Path) -> None:
    """What an operator's copy has spoiled."""
    (tmp_path / "links.json").write_text("{}\n")
    (tmp_path / "links.json").chmod(0o644)
    (tmp_path / "master.key").write_bytes(b"short")
    (tmp_path / "master.key").chmod(0o600)
    assert wrong(await examine(Settings(port=0, data=str(tmp_path)))) == ["secrets", "master key"]


async def test_what_an_older_server_left_open_is_named_and_closed_at_the_next_start(tmp_path: Path) -> None:
    """The folder was 755 and Redis's log 644; a folder of somebody else's files in it is nobody's business."""
    data, settings = tmp_path / "data", Settings(port=0, data=str(tmp_path / "data"))
    (data / "pictures").mkdir(parents=True)
    (data / "redis.log").touch()
    for path, mode in ((data, 0o755), (data / "redis.log", 0o644), (data / "pictures", 0o755)):
        path.chmod(mode)
    said = [one.found for one in about(await examine(settings), "secrets")]
    assert said == [f"others may enter {data} (mode 755)", f"others may read {data}/redis.log (mode 644)"]
    async with serving(settings):
        assert about(await examine(settings), "secrets") == []
    modes = {path.name: f"{path.stat().st_mode & 0o777:o}" for path in (data, data / "redis.log", data / "pictures")}
    assert modes == {"data": "700", "redis.log": "600", "pictures": "755"}


async def test_a_new_folder_is_closed_to_others_with_all_that_is_in_it(tmp_path: Path) -> None:
    """Whatever the user's umask says."""
    data, before = tmp_path / "data", os.umask(0)
    try:
        async with serving(Settings(port=0, data=str(data))) as (app, _):
            await Demos(app.lobby).lay()
            paths = [path for path in (data, *data.iterdir()) if path.stat().st_mode & 0o077]
    finally:
        os.umask(before)
    assert paths == []


async def test_a_folder_for_everybody_stays_one(tmp_path: Path) -> None:
    """Whoever keeps his data in /tmp must not lock out the machine."""
    os.chmod(tmp_path, 0o1777)
    async with serving(Settings(port=0, data=str(tmp_path))):
        assert os.stat(tmp_path).st_mode & 0o7777 == 0o1777


async def test_former_keys_are_looked_at_before_there_is_a_new_one(tmp_path: Path) -> None:
    """Right after the key was moved aside no other is there yet, and none is made by looking."""
    (tmp_path / "master.key.1").write_bytes(b"short")
    (tmp_path / "master.key.1").chmod(0o600)
    assert wrong(await examine(Settings(port=0, data=str(tmp_path)))) == ["master key"]
    assert not (tmp_path / "master.key").exists()


@pytest.mark.skipif(os.getuid() == 0, reason="root writes everywhere")
async def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """Said before Redis would fail in it."""
    os.chmod(tmp_path, 0o500)
    assert "data folder" in wrong(await examine(Settings(port=0, data=str(tmp_path))))


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """0 where all is well, 1 where something is wrong; for people, and as JSON for scripts."""
    assert main(["doctor", "--port", "0", "--data", str(tmp_path)]) == 0
    assert "ok" in capsys.readouterr().out
    assert main(["doctor", "--port", "0", "--data", str(tmp_path), "--origin", "x", "--json"]) == 1
    assert any(one["what"] == "origin" for one in json.loads(capsys.readouterr().out))


def test_doctor_takes_what_serve_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that says how a server runs, with one meaning: the same words give the same settings."""
    given: list[Settings] = []
    monkeypatch.setattr("server.cli.serve._log_to_stderr", lambda *_: None)

    async def served(settings: Settings, _arguments: object) -> int:
        given.append(settings)
        return 0

    async def examined(settings: Settings) -> list[Finding]:
        given.append(settings)
        return []

    monkeypatch.setattr("server.cli.serve._serve_until_told", served)
    monkeypatch.setattr("server.cli.checks.examine", examined)
    words = (
        "--port 1 --host ::1 --data d --redis redis://r --redis-binary b --replicas 2 --memory 3 --encounters 4 "
        "--workers 5 --origin https://a --origin https://b --proxy 192.0.2.1 --proxy 192.0.2.2 --drain 6 "
        "--bots 7 --metrics 127.0.0.1:9464 --no-open-lobby --reduced-durability --new-key --relaxed"
    )
    assert main(["serve", *words.split()]) == main(["doctor", *words.split()]) == 0
    variables = (
        "PORT=1 HOST=::1 DATA=d REDIS=redis://r REDIS_BINARY=b REPLICAS=2 MEMORY=3 ENCOUNTERS=4 WORKERS=5 "
        "ORIGINS=https://a,https://b PROXIES=192.0.2.1,192.0.2.2 DRAIN=6 OPEN_LOBBY=0 REDUCED_DURABILITY=1 "
        "METRICS=127.0.0.1:9464 NEW_KEY=1 RELAXED=1 BOTS=7"
    )
    for variable in variables.split():
        name, _, value = variable.partition("=")
        monkeypatch.setenv(f"FRAY_{name}", value)
    assert main(["serve"]) == 0
    assert given[0] == given[1] == given[2]
    defaults, own = Settings(), {"among"}  # this a parent hands down
    same = {name for name in Settings.__struct_fields__ if getattr(given[0], name) == getattr(defaults, name)}
    assert same == own  # each option says something


def test_a_switch_of_the_environment_is_1_or_0_and_the_command_line_comes_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Anything else is named, before anything is looked at."""
    monkeypatch.setenv("FRAY_RELAXED", "yes")
    assert main(["doctor", "--port", "0"]) == 1
    assert "FRAY_RELAXED is 'yes'; it should be 1 or 0" in capsys.readouterr().err
    assert [switched(False, "RELAXED"), listed(["a"], "ORIGINS")] == [False, ("a",)]


@pytest.mark.parametrize(
    ("proxy", "level"), [("10.0.0.7", None), ("fd00::/8", None), ("10.0.0.7/8", "wrong"), ("nginx", "wrong"),
                         ("0.0.0.0/0", "wrong"), ("::/0", "wrong")],
)  # fmt: skip
async def test_proxies(tmp_path: Path, proxy: str, level: str | None) -> None:
    """Addresses and networks, but not everybody."""
    found = about(await examine(Settings(port=0, data=str(tmp_path), proxies=(proxy,))), "proxy")
    assert [one.level for one in found] == ([] if level is None else [level])


async def test_another_machine_s_redis_without_password_and_tls(tmp_path: Path) -> None:
    """Said with what would be right, whether or not it answers."""
    with socket.create_server(("127.0.0.2", 0)) as silent:
        port = silent.getsockname()[1]
    findings = await examine(Settings(port=0, data=str(tmp_path), redis=f"redis://127.0.0.2:{port}"))
    found = about(findings, "redis url")
    assert [(one.level, one.found.split(":")[0]) for one in found] == [
        ("warning", "no_password"), ("warning", "not_encrypted"),
    ]  # fmt: skip
    assert all(one.right for one in found)


@pytest.mark.parametrize(
    ("origins", "proxies", "said"),
    [((), (), ["ok"]), (("https://a.example",), (), ["warning"]), (("https://a.example",), ("127.0.0.1",), [])],
)
async def test_an_origin_without_its_proxy_is_told(
    tmp_path: Path, origins: tuple[str, ...], proxies: tuple[str, ...], said: list[str]
) -> None:
    """And that nobody who is passed on has what who sits at this machine has."""
    findings = await examine(Settings(port=0, data=str(tmp_path), origins=origins, proxies=proxies))
    assert [one.level for what in ("proxy", "lobby") for one in about(findings, what)] == said


@pytest.mark.parametrize(
    ("address", "level"),
    [("", "ok"), ("127.0.0.1:9464", "ok"), ("[::1]:9464", "ok"), ("localhost:9464", "ok"),
     ("10.0.0.3:9464", "warning"), ("0.0.0.0:9464", "warning"),
     ("93.184.216.34:9464", "warning"), ("127.0.0.1:8642", "wrong"), ("9464", "wrong"), ("host:many", "wrong")],
)  # fmt: skip
async def test_who_reads_the_metrics(tmp_path: Path, address: str, level: str) -> None:
    """Nobody by default; never those who play."""
    (found,) = about(await examine(Settings(port=8642, data=str(tmp_path), metrics=address)), "metrics")
    assert found.level == level


async def test_more_than_the_machine_has(tmp_path: Path) -> None:
    """Workers without cores, memory that is not there."""
    findings = await examine(Settings(port=0, data=str(tmp_path), workers=64, memory_mib=65_536))
    assert [one.level for name in ("workers", "memory") for one in about(findings, name)] == ["warning", "warning"]
    assert wrong(findings) == []


async def test_how_many_encounters_there_are(tmp_path: Path) -> None:
    """Said where a store can be asked; a full one takes no more."""
    async with serving(Settings(port=0, data=str(tmp_path))) as (app, _):
        await Demos(app.lobby).lay()
        laid = len(await app.lobby.encounters())
        for most, level in ((10_000, "ok"), (laid + 1, "ok" if laid < 9 else "warning"), (laid, "wrong")):
            (found,) = about(await examine(Settings(data=str(tmp_path), encounters=most)), "encounters")
            assert (found.level, found.found) == (level, f"{laid} of {most:,}")


async def test_a_store_that_is_nearly_full(tmp_path: Path) -> None:
    """Nothing new is laid there; what runs goes on, and doctor says so."""
    async with embedded(tmp_path) as redis, Redis.from_url(redis.url) as admin:
        await admin.config_set("maxmemory", 64 * MIB)
        settings = Settings(port=0, data=str(tmp_path / "other"), redis=redis.url)
        before = about(await examine(settings), "redis memory")
        used = (await admin.info("memory"))["used_memory"]
        await admin.config_set("maxmemory", used * 11 // 10)
        full = about(await examine(settings), "redis memory")
        log = RedisLog(server_of(redis.url))
        with pytest.raises(Refused, match="store_full"):
            await Reserve(log, lambda: 0, Silent()).take(0)
        await fill(log, "a" * 32, 3)
        await log.close()
    assert [one.level for one in (*before, *full)] == ["ok", "warning"]
    assert "store_full" in full[0].found


async def test_what_was_agreed_to_is_no_fault(tmp_path: Path) -> None:
    """With --reduced-durability the server serves, so doctor only warns."""
    async with embedded(tmp_path) as redis:
        async with Redis.from_url(redis.url) as admin:
            await admin.config_set("appendfsync", "everysec")
        settings = Settings(port=0, data=str(tmp_path / "other"), redis=redis.url, reduced_durability=True)
        findings = await examine(settings)
    assert wrong(findings) == []
    assert any("agreed to" in one.found for one in about(findings, "durability"))
