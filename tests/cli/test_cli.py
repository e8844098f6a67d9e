"""The command line on what people and strangers feed it: an exit code and one sentence, never a traceback."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import re
import socket
from pathlib import Path

import msgspec
import pytest

from server.app.app import serving
from server.app.neighbour import running_server
from server.app.place import FILE as PLACE
from server.app.place import RunningServer, announce
from server.archive.export import DIGEST_BYTES, unpack
from server.cli.main import main
from server.conformance.amount import many
from server.encounter.file import MOST_BYTES, BadFile, parse_encounter
from server.encounter.installed import systems
from server.process.settings import Settings
from tests.support.golden_exports import FILES, GOLDEN

Captured = pytest.CaptureFixture[str]


def run(captured: Captured, *words: str | Path) -> tuple[int, str]:
    """Exit code and what was printed; any exception but argparse's own is a failure."""
    try:
        code = main([str(word) for word in words])
    except SystemExit as ended:
        code = int(ended.code or 0)
    read = captured.readouterr()
    return code, read.out + read.err


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [("PORT", "abc", "'abc' is no whole number from 0 to 65535"), ("PORT", "-1", "--port"), ("PORT", "65536", "65535"),
     ("PORT", "٣", "--port"), ("REPLICAS", "many", "--replicas"), ("REPLICAS", "9" * 5000, "--replicas")],
)  # fmt: skip
def test_a_setting_that_is_no_number_is_named(
    variable: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Only the command that needs it complains."""
    monkeypatch.setenv(f"FRAY_{variable}", value)
    code, said = run(capsys, "serve", "--demo")
    assert code == 2
    assert says in said
    assert run(capsys, "systems")[0] == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("serve", "--port", "0", "--data", "/proc/nowhere"), "/proc/nowhere"),
        (("serve", "--redis", "http://user:pa55@there"), "http://there is no Redis URL"),
        (("serve", "--redis", "redis://user:pa55@127.0.0.1:1"), "the log can't be reached"),
        (("export", "00" * 16, "--redis", "redis://user:pa55@127.0.0.1:1"), "the log can't be reached"),
        (("create", "nowhere.toml"), "nowhere.toml"),
        (("import", "nowhere.fray"), "nowhere.fray"),
        (("verify", "nowhere.fray"), "nowhere.fray"),
        (("verify", "."), "Is a directory"),
        (("branch", "00" * 16, "--at", "x"), "'x' is no position"),
        (("bots", "http://127.0.0.1:1/#TOKEN"), "Connect"),
        (("check", "."), "there is no scenario in ."),
    ],
)
def test_what_can_be_mended_is_said_in_a_sentence(
    words: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Wrong folders, stores, files and links; a password is never repeated."""
    monkeypatch.chdir(tmp_path)
    code, said = run(capsys, *words)
    assert code in (1, 2)
    assert says in said
    assert "pa55" not in said


@pytest.mark.parametrize("name", sorted(systems()))
def test_a_system_is_told_with_all_its_house_rules(name: str, capsys: Captured) -> None:
    """Also with those whose default is made anew each time, as a dict is."""
    code, said = run(capsys, "systems", name)
    assert code == 0
    system = systems()[name]
    assert all(f"  option {rule} = " in said for rule in system.options_type.__struct_fields__)
    assert all(title in said for title in system.rules.values())


def test_an_error_without_words_is_shown_with_where_it_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """`fray: ` alone would tell nobody anything; a time that ran out is an OSError that says nothing."""

    def late() -> None:
        raise TimeoutError

    monkeypatch.setattr("server.encounter.installed.systems", late)
    with pytest.raises(TimeoutError):
        main(["systems"])


def test_a_port_in_use_is_said_and_everything_is_closed(tmp_path: Path, capsys: Captured) -> None:
    """The private Redis ends too: the folder is free at once."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, said = run(capsys, "serve", "--port", port, "--data", tmp_path / "data")
    assert code == 1
    assert "in use" in said
    assert not (tmp_path / "data" / PLACE).exists()
    file = tmp_path / "demo.toml"
    file.write_text(systems()["tirakan"].demo, "utf-8")
    assert run(capsys, "create", file, "--data", tmp_path / "data")[0] == 0


async def test_a_process_id_that_somebody_else_has_now_means_nothing(tmp_path: Path) -> None:
    """What a killed server left behind is believed only where its Redis answers."""
    announce(tmp_path, RunningServer(port=1, redis=f"unix://{tmp_path}/gone.sock"))
    assert json.loads((tmp_path / PLACE).read_text())["pid"] == os.getpid()
    assert (tmp_path / PLACE).stat().st_mode & 0o777 == 0o600
    assert await running_server(tmp_path) is None
    whole = '{"pid": 1, "port": 1, "redis": "http://x"}'
    for text in ("", "[]", "{}", '{"redis": 5}', "\xff", '{"redis": "http://x"}', whole):
        (tmp_path / PLACE).write_text(text)
        assert await running_server(tmp_path) is None


async def test_what_is_laid_beside_a_running_server_has_links_to_it(tmp_path: Path, capsys: Captured) -> None:
    """On the port that it has, not the one that it would have by default; `--url` says otherwise."""
    file, data = tmp_path / "demo.toml", tmp_path / "data"
    file.write_text(systems()["tirakan"].demo, "utf-8")

    async def said(*words: str | Path) -> str:
        return (await asyncio.to_thread(run, capsys, *words, "--data", data))[1]

    async with serving(Settings(port=0, data=str(data))) as (app, _):
        assert f" {app.url}/#" in await said("create", file)
        id = (await app.lobby.encounters())[0]["id"]
        assert f" {app.url}/#" in await said("branch", id)
        await said("export", id, "-o", tmp_path / "demo.fray")
        assert f" {app.url}/#" in await said("import", tmp_path / "demo.fray")
        assert " https://fray.example/#" in await said("create", file, "--url", "https://fray.example")
    assert " http://127.0.0.1:8642/#" in await said("create", file)


@pytest.mark.parametrize(
    ("host", "url"),
    [("0.0.0.0", "http://127.0.0.1:1"), ("::1", "http://[::1]:1"), ("192.0.2.1", "http://192.0.2.1:1")],
)
def test_where_people_reach_a_server(host: str, url: str) -> None:
    """All addresses are reached by this machine's own; one of version 6 stands in brackets."""
    assert Settings(host=host).url_at(1) == url


# --- encounter files -------------------------------------------------------------------------------------------------

HEAD = 'title = "T"\nsystem = "tirakan"\n'
BAD = [
    ("deep", HEAD + "options.x = " + "[" * 40 + "]" * 40, "nested deeper"),
    ("deeper than Python", "x = " + "[" * 100_000 + "]" * 100_000, "no TOML"),
    ("endless number", "x = " + "9" * 10_000, "no TOML"),
    ("beyond 2^53", HEAD + f"options.x = {2**60}", "beyond"),
    ("infinite", HEAD + "combatants.a = {name='A', side='x', at=[inf, 0]}", "combatants.a.at[0]"),
    ("not a number", HEAD + "table.delay_s = nan", "table.delay_s"),
    ("far away", HEAD + "combatants.a = {name='A', side='x', at=[0, 20000]}", "metres"),
    ("a date", HEAD + "options.x = 2020-01-01", "date"),
    ("a bidi override", 'title = "A\u202eB"\nsystem = "tirakan"', "title: an invisible character"),
    ("a key with a control character", HEAD + '"a\\u0007" = 1', "control character"),
    ("a long title", f'title = "{"x" * 201}"\nsystem = "tirakan"', "title: it has 201"),
    ("a long name", HEAD + f"combatants.a = {{name='{'x' * 65}', side='x'}}", "65 characters"),
    ("a long text", HEAD + f"combatants.a = {{name='{'x' * 5000}', side='x'}}", "5000 characters"),
    (
        "many combatants",
        HEAD + "\n".join(f"combatants.c{n} = {{name='A', side='x'}}" for n in range(201)),
        "there are 201",
    ),
    ("many seats", HEAD + "\n".join(f"seats.c{n} = {{}}" for n in range(33)), "there are 33"),
    ("an id that is a word of ours", HEAD + "seats.secret = {}", "no id"),
]


@pytest.mark.parametrize(("text", "says"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_an_encounter_file_is_held_to_its_limits(text: str, says: str) -> None:
    """Depth, size, characters, numbers, counts: each is named with what is allowed."""
    with pytest.raises(BadFile, match=re.escape(says)):
        parse_encounter(text, "x.toml", systems())


def test_a_file_beyond_all_measure_is_not_read(tmp_path: Path, capsys: Captured) -> None:
    """A megabyte is enough for anybody."""
    path = tmp_path / "big.toml"
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    code, said = run(capsys, "create", path, "--data", tmp_path / "data")
    assert code == 1
    assert "too large" in said
    assert not (tmp_path / "data").exists()


def problem_of(text: str) -> str:
    """Why a text is no encounter; empty where it is one."""
    try:
        parse_encounter(text, "demo", systems())
    except BadFile as bad:
        return str(bad)
    return ""


@pytest.mark.parametrize("name", sorted(systems()))
def test_a_damaged_encounter_file_is_refused_or_taken(name: str) -> None:
    """Hundreds of random changes of the demo, in `make faults` a thousand: an encounter or BadFile, nothing else."""
    luck, demo = random.Random(name), systems()[name].demo
    words = ["[", "]", "{", "}", "=", '"', "-1", "1e300", "nan", "true", "gm", ".", "\n", "\u202e", "\0", "9" * 30]
    for _ in range(many(250)):
        at, size = luck.randrange(len(demo)), luck.choice((0, 1, 5, 40))
        text = demo[:at] + luck.choice(words) * luck.choice((1, 1, 50)) + demo[at + size :]
        assert all(len(line) < 2_000 for line in problem_of(text).splitlines())


# --- export files ----------------------------------------------------------------------------------------------------


def forged(data: bytes, luck: random.Random) -> bytes:
    """The file with something changed, and its digest made anew half of the time."""
    body = bytearray(data[:-DIGEST_BYTES])
    for _ in range(luck.choice((1, 1, 3))):
        at = luck.randrange(len(body))
        match luck.randrange(4):
            case 0:
                body[at] = luck.randrange(256)
            case 1:
                del body[at : at + luck.choice((1, 9, 200))]
            case 2:
                body[at:at] = luck.randbytes(luck.choice((1, 9)))
            case _:
                body[at : at + 9] = luck.choice(
                    (b"\xdd\xff\xff\xff\xff", b"\x91" * 2000, b"\xcf" + b"\xff" * 8, b"\xc0")
                )
    return bytes(body) + (hashlib.sha256(body).digest() if luck.random() < 0.5 else data[-DIGEST_BYTES:])


@pytest.mark.parametrize("audience", sorted(FILES))
def test_a_forged_export_file_is_called_damaged(audience: str, tmp_path: Path, capsys: Captured) -> None:
    """Bytes changed, cut, put in: an exit code of the list and one line."""
    data, luck, path = (GOLDEN / FILES[audience]).read_bytes(), random.Random(audience), tmp_path / "x.fray"
    codes = set()
    for _ in range(150):
        path.write_bytes(forged(data, luck))
        code, said = run(capsys, "verify", path)
        codes.add(code)
        assert code in (0, 2, 3, 4, 5, 6), said
        assert code == 0 or "DAMAGED" in said
    assert {2, 6} <= codes


def test_an_export_whose_entries_are_somebody_else_s_work_is_refused(tmp_path: Path, capsys: Captured) -> None:
    """Bodies changed and the chain made anew: nothing but the codes comes out of `verify` and `import`."""
    from server.store import chain
    from server.store.log import ZERO_HASH

    content, luck, path = unpack((GOLDEN / FILES["gm"]).read_bytes()), random.Random(1), tmp_path / "x.fray"
    for attempt in range(60):
        rows, previous = list(content.entries), ZERO_HASH
        for _ in range(luck.choice((1, 2))):
            at = luck.randrange(len(rows))
            body = bytearray(rows[at].body)
            place = luck.randrange(len(body))
            body[place : place + luck.choice((0, 1, 4))] = luck.choice(
                (b"\xc0", b"\xff", b"\x01", b"\xa0", b"\x90", b"")
            )
            rows[at] = msgspec.structs.replace(rows[at], body=bytes(body))
        for at, row in enumerate(rows):
            previous = chain.link(content.encounter, row.version, previous, row.salt, row.body)
            rows[at] = msgspec.structs.replace(row, hash=previous)
        body_ = msgspec.msgpack.encode(msgspec.structs.replace(content, entries=rows, signature=None))
        path.write_bytes(body_ + hashlib.sha256(body_).digest())
        code, said = run(capsys, "verify", path)
        assert code in (0, 2, 4, 5, 6), said
        if attempt % 20 == 0 and code:
            assert run(capsys, "import", path, "--data", tmp_path / "data")[0] == 1
