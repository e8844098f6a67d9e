"""The harness of the benchmarks works; no time is looked at."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.core.memo import Shelf
from server.rules.brink import SYSTEM as BRINK
from server.rules.tactics import SYSTEM as TACTICS
from server.rules.tirakan import SYSTEM as TIRAKAN
from server.rules.tirakan_classic import SYSTEM as CLASSIC
from server.store.codec import Codec
from tests.bench import __main__ as bench
from tests.bench import at_once, figures, machine, minimal, network, profile, short, tape, watched, whole
from tests.bench.cups import SPEC, CupsRecorder
from tests.bench.fight import AS_MADE, AT_ONCE
from tests.bench.rules import CODEC, commits, system_rows
from tests.support.luck import same_numbers

ROOT = Path(__file__).parents[2]
GUARDED = json.loads(short.GUARDS.read_text()).get(short.VERSION)
TIMED = {"DecisionOpened", "DecisionClosed", "TimeGiven"}


def test_the_short_forms_harness_counts_instructions_and_writes_its_rows(tmp_path, capsys, monkeypatch):
    """Tiny figures through the whole command: recorded, counted, judged, printed, written."""
    monkeypatch.setattr(short, "rows", lambda folder: short.counts(folder, steps=4))
    path = tmp_path / "bench.json"
    code = bench.main(["--short", "--json", str(path)])
    rows = json.loads(path.read_text())["rows"]
    assert [set(one) for one in rows] == [{"figure", "value", "unit", "floor", "ratio", "target", "verdict"}] * (
        3 + 2 * len(short.NAMES)
    )
    assert all(one["value"] > 1000 and one["unit"] == "instructions" for one in rows)
    assert code == any(one["verdict"] == "missed" for one in rows)
    printed = capsys.readouterr().out
    assert all(one["figure"] in printed for one in rows)


@pytest.mark.skipif(not GUARDED, reason=f"no counts for Python {short.VERSION}: python -m tests.bench --counts --set")
def test_an_intent_costs_no_more_instructions_than_its_guard_says(tmp_path):
    """Counted in a process of its own, in which nothing else has been remembered; there is no clock in it."""
    path = tmp_path / "counts.json"
    words = [sys.executable, "-m", "tests.bench", "--counts", "--json", str(path)]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests/three_cups'}", "PYTHONHASHSEED": "0"}
    ended = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    rows = json.loads(path.read_text())["rows"]
    assert {one["figure"] for one in rows} == set(GUARDED)
    assert [f"{one['figure']}: {one['value']:.0f}, {one['target']}" for one in rows if one["verdict"] != "met"] == []
    assert ended.returncode == 0


def test_a_tape_is_accepted_again_step_by_step_at_a_table_opened_anew(tmp_path):
    """The dice follow from what is on the tape, so the same intents end in the same log."""

    async def recorded():
        recorder = tape.Recorder(tmp_path)
        fight = await recorder.play(await recorder.lay(), 30)
        await recorder.lobby.close()
        return recorder, fight

    recorder, fight = asyncio.run(recorded())
    again = whole.Whole(tmp_path, fight, recorder)
    asyncio.run(again.play())
    assert events_of(again.entries()) == events_of(fight.entries)


def events_of(entries):
    """The events of a log, those apart in which times are stored."""
    logs = [CODEC.open(entry.version, entry.body).commit for entry in entries]
    return [[event for event in log.events if type(event).__name__ not in TIMED] for log in logs]


def test_a_decision_of_each_system_is_measured_beside_one_floor(tmp_path):
    """In the median and in the mean, in every round; Brink's fight is its demo, for the script does not know it."""
    recorders = [tape.Recorder(tmp_path, system=system) for system in (TIRAKAN, TACTICS)]
    fights = [(one.system, asyncio.run(tape.recorded(one, [12]))) for one in recorders]
    rows = system_rows([*fights, (BRINK, [asyncio.run(whole.recorded_demo(tmp_path, BRINK, 6, 0))])], 2)
    assert [one.figure.split()[3::3][0] for one in rows] == ["tirakan"] * 2 + ["tactics"] * 2 + ["brink"] * 2
    assert [float(one.target.split()[1]) for one in rows] == [20, 27, 30, 40, 20, 27]
    assert all(one.floor and one.value > one.floor for one in rows)
    assert len({one.floor for one in rows}) == 1


class Reader:
    """Counts what it is sent."""

    def __init__(self):
        self.messages, self.size = 0, 0

    def post(self, data):
        self.messages += 1
        self.size += len(data)


class Disk:
    """Redis' side of the least server: everything is on disk at once."""

    def write(self, data):
        pass

    def call_soon(self, flush):
        flush()


@pytest.mark.parametrize(
    ("traffic", "appends", "messages", "kib"), [(minimal.Traffic(), 100, 700, 1.8), (minimal.BEFORE, 143, 930, 19.8)]
)
def test_the_floor_has_the_traffic_that_it_says(monkeypatch, traffic, appends, messages, kib):
    """Of a hundred intents at a table where six listen."""
    monkeypatch.setattr(minimal.Table, "traffic", traffic)
    table: Any = minimal.Table("one")
    redis: Any = minimal.Redis()
    table.clients = [Reader() for _ in range(6)]
    redis._loop = redis._transport = Disk()
    for _ in range(100):
        redis.append(table, table.clients[1], minimal.Submit(bytes(16), bytes(16), {}))
    assert len(redis._waiting) == appends
    redis.data_received(b"$3\r\n1-0\r\n" * appends)
    assert sum(one.messages for one in table.clients) == pytest.approx(messages, abs=1)
    assert sum(one.size for one in table.clients) / 100 / 1024 == pytest.approx(kib, abs=0.1)


def test_those_on_the_map_move_and_a_table_as_people_make_it_goes_on_after_its_pauses(tmp_path):
    """In the recorded log each pause has taken its time, though nobody has waited for it."""
    recorder = tape.Recorder(tmp_path, table=AS_MADE, moves=True)
    (fight,) = asyncio.run(tape.recorded(recorder, [30]))
    played = commits(fight)[fight.laid :]
    assert {"SetPosition", "PassStanding", "Continue"} <= {type(one.submitted.intent).__name__ for one in played}
    assert played[-1].at - played[0].at > 29_000 + 1_500


def test_the_most_tables_that_a_server_keeps_up_with_are_found_in_few_tries():
    """It is the last before the first that is too many; too slow is who acknowledges late, and who falls behind."""
    tried = []

    def bears(count):
        tried.append(count)
        return count <= 400

    counts = [100, 200, 300, 400, 500, 600]
    assert watched.most_borne(counts, bears) == 400
    assert len(tried) <= 3
    assert watched.most_borne([500, 600], bears) == 0
    assert watched.keeps_up({"ack_p99_us": 49_000, "per_s": 95}, 100)
    assert not watched.keeps_up({"ack_p99_us": 51_000, "per_s": 100}, 100)
    assert not watched.keeps_up({"ack_p99_us": 4_000, "per_s": 80}, 100)


def test_people_play_at_watched_tables_over_sockets(tmp_path, monkeypatch):
    """No pause is waited for: two tables, all seats connected, and what they hold."""
    monkeypatch.setattr(machine, "calm", lambda: None)
    try:
        hall = watched.Hall(tmp_path, AT_ONCE, 2, 0.1)
    except machine.Missing as missing:
        pytest.skip(str(missing))
    hall.bears(2)
    assert hall.found[2]["intents"] == 2 * watched.STEPS
    assert hall.memory_row("").value > 0


@pytest.fixture
def net(tmp_path, monkeypatch):
    """Servers and generator for two short fights."""
    monkeypatch.setattr(machine, "calm", lambda: None)
    with same_numbers(1):
        tapes = asyncio.run(tape.record(tmp_path, 2, 12))
    try:
        return network.Net(tmp_path, tapes)
    except machine.Missing as missing:
        pytest.skip(str(missing))


def test_tables_are_dealt_to_two_servers_over_one_redis(net):
    """Each table is played to its end, and each server has worked."""
    played = net.play_apart(2, 2)
    assert played["intents"] == 2 * 12
    assert played["cpu_us"] > 0


def test_how_long_people_wait_at_a_lone_table_is_measured_by_kind(net, monkeypatch):
    """Acks and what others are told, in the middle and at worst, beside their floor."""
    monkeypatch.setattr(network, "COLD", 0)
    monkeypatch.setattr(network, "fsynced_appends_us", lambda _path, count: [1.0] * count)
    rows = network.lone_rows(net, "of a kind", 1)
    assert [float(one.target.split()[1]) for one in rows] == [2, 2.5, 2.5, 3]
    assert all("of a kind" in one.figure and one.value > 0 for one in rows)


def test_each_stage_of_the_profile_is_found_in_the_server():
    """A function that has another name now would count as nothing."""
    texts = {path: path.read_text("utf-8") for part in ("server", "protocol") for path in (ROOT / part).rglob("*.py")}
    places = {place for stage in profile.STAGES.values() for place in (*stage.places, *stage.within)}
    found = {(path.name, name) for path, text in texts.items() for file, name in places
             if path.name == file and f"def {name}(" in text}  # fmt: skip
    assert found == places


def test_what_a_stage_takes_stands_beside_what_is_wanted_of_it():
    """Of the time without the profiler; waiting for the network is no work."""
    seal, wait = ("server/store/codec.py", 1, "seal"), ("~", 0, "<method 'poll'>")
    stats: profile.Stats = {
        seal: (10, 10, 2.0, 2.0, {}),
        ("x.py", 1, "rest"): (1, 1, 6.0, 8.0, {}),
        wait: (1, 1, 9.0, 9.0, {}),
    }
    told = list(profile.lines(stats, 10, 400))
    assert "  25.0%       100 µs  seal: encode, heads, chain (≤ 20 µs, missed by 80 µs)" in told
    assert any("check (≤ 15 µs, met)" in line for line in told)
    assert not any("poll" in line for line in told)


def test_a_verdict_says_whether_a_figure_or_its_ratio_meets_the_target():
    """Bounds hold for the value or for its ratio to the floor; without a floor a ratio is never met."""
    rows = [
        figures.row("a", 2, "ms", figures.most(2)),
        figures.row("b", 3, "ms", figures.most(2)),
        figures.row("c", 3, "1/s", figures.ratio_least(0.25), 10),
        figures.row("d", 2, "1/s", figures.ratio_least(0.25), 10),
        figures.row("e", 2, "1/s", figures.ratio_least(0.25)),
    ]
    assert [one.verdict for one in rows] == ["met", "missed", "met", "missed", "missed"]
    assert rows[2].target == "≥ 0.25 × floor"


@pytest.mark.parametrize("name", at_once.CROWDS)
def test_no_answer_of_those_who_answer_at_once_is_lost(tmp_path, monkeypatch, name):
    """Each question that all twelve answer in the same moment is over then; what is measured is the last of them."""
    monkeypatch.setattr(at_once, "WINDOWS", 2)
    assert len(asyncio.run(at_once.Hall(tmp_path, at_once.CROWDS[name]).waits_ms())) == 2


@pytest.mark.parametrize("system", [TACTICS, TIRAKAN, CLASSIC], ids=lambda system: system.name)
def test_the_same_fight_goes_on_by_the_rules_of_each_system(tmp_path, system):
    """People are hurt in it."""
    with same_numbers(1):
        (fight,) = asyncio.run(tape.recorded(tape.Recorder(tmp_path, system=system), [60]))
    told = {type(event).__name__ for log in commits(fight, Codec(system)) for event in log.events}
    assert {"WoundsLost", "WoundsTaken"} & told


def test_what_is_kept_for_all_tables_together_is_noticed(tmp_path, monkeypatch):
    """What one table keeps would push out what another has kept: nothing of that is seen at a few tables."""

    def pause():
        return asyncio.run(whole.bytecodes_at_one_of_many(tmp_path, TIRAKAN, 60))

    apart, shelf = pause(), Shelf()
    monkeypatch.setattr("server.core.timeline.timeline.Shelf", lambda: shelf)
    assert pause() > 2 * apart


def test_three_cups_are_played_with_all_that_is_secret_in_them(tmp_path: Path):
    """As beside the servers that people use instead: all choose, also who is hidden, and some answer a strike."""
    with same_numbers(1):
        (fight,) = asyncio.run(tape.recorded(CupsRecorder(tmp_path), [300]))
    intents = [msgspec.msgpack.decode(step.message.intent) for step in fight.steps]
    assert {(one["type"], one.get("who")) for one in intents} == {
        ("begin", None),
        *(("choose", who) for who in SPEC.combatants),
        *(("riposte", who) for who in ("anna", "bela")),
    }
    assert all(step.gm_n > step.public_n for step in fight.steps[1:])


@pytest.mark.parametrize(("words", "left_out"), [([], {"asked"}), (["--only", *bench.PARTS], set())])
def test_what_takes_longest_is_measured_only_where_it_is_named(monkeypatch, capsys, words, left_out):
    wanted = set(bench.PARTS) - left_out
    monkeypatch.setattr(bench, "PARTS", {part: lambda folder, size: [] for part in bench.PARTS})
    assert bench.main(["--quick", *words]) == 0
    said = capsys.readouterr().err.splitlines()
    assert {line.split()[0] for line in said if " took " in line} == wanted
