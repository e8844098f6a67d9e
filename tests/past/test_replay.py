"""What is asked about the past: frames step by step, single moments, marks, and whose eyes one may look through."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.patch import apply
from server.core.state import TableOptions
from server.lobby.lobby import Lobby
from server.store.memory import MemoryLog
from tests.support.golden_exports import Player, amended, does, goes_on, round_, sits
from tests.table.party import SPEC, Party, lobby_over


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    """A server over a log in memory."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    lobby.start()
    yield lobby
    await lobby.close()


async def table(lobby: Lobby, **options: Any) -> dict[str, Player]:
    """Everybody at a table with these options, the fight begun."""
    made = await lobby.create(replace(SPEC, table=TableOptions(join="links", **options)))
    party = Party(lobby, made["links"])
    players = {seat: await sits(party, seat) for seat in ("gm", "ann", "bob", "spectator")}
    await does(players["gm"], {"type": "begin"})
    return players


async def fought(lobby: Lobby, **options: Any) -> dict[str, Player]:
    """A round, one that is undone, one whose strike is amended."""
    players = await table(lobby, **options)
    gm, ann, bob = players["gm"], players["ann"], players["bob"]
    await round_(gm, ann, bob, (2, 1, 1), True)
    here = gm.table.timeline.version
    await round_(gm, ann, bob, (1, 1, 2), False)
    await does(gm, {"type": "rewind", "to": [here, 0], "reason": "the wrong cup"})
    await round_(gm, ann, bob, (2, 1, 1), False)
    await amended(gm)
    await goes_on(gm)
    return players


@pytest.mark.parametrize("seat", ["gm", "ann", "bob", "spectator"])
async def test_steps_lead_where_the_amendment_led(lobby: Lobby, seat: str) -> None:
    """Frame by frame the views are those that were seen; only the steps within an amendment come in addition."""
    viewer = (await fought(lobby))[seat]
    page = await viewer.asks({"type": "history", "steps": True})
    view, views = page["view"], {}
    steps: dict[int, list[int]] = {}
    for frame in page["frames"]:
        view = views[frame["n"]] = apply(view, frame["patch"])
        steps.setdefault(frame["n"], []).append(frame["step"])
    assert {n: shown for n, shown in viewer.views.items() if n} == {n: views[n] for n in viewer.views if n}
    split = [numbers for numbers in steps.values() if numbers != [0]]
    assert split
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in split)


async def test_a_gm_reads_what_became_of_each_step(lobby: Lobby) -> None:
    """Outcome, intent and events of each; a player learns the events alone."""
    players = await fought(lobby)
    pages = {seat: await players[seat].asks({"type": "history", "steps": True}) for seat in ("gm", "ann")}
    told = {seat: [frame for frame in page["frames"] if frame["step"]] for seat, page in pages.items()}
    assert "amended" in {frame["outcome"] for frame in told["gm"]}
    assert all(frame["intent"]["type"] for frame in told["gm"])
    assert not any({"outcome", "intent", "code"} & frame.keys() for frame in told["ann"])
    assert told["gm"][0]["events"][0]["type"] == "Amended"
    assert len(told["ann"]) <= len(told["gm"])


async def test_a_link_to_a_moment_shows_what_was_seen_there(lobby: Lobby) -> None:
    """By number, and by number and step; a stranger's encounter and what does not exist are refused."""
    players = await fought(lobby)
    bob, encounter = players["bob"], players["gm"].table.encounter
    for n, view in bob.views.items():
        if n:
            assert (await bob.asks({"type": "moment", "encounter": encounter, "n": n}))["view"] == view
    frames = (await bob.asks({"type": "history", "steps": True}))["frames"]
    split = next(frame for frame in frames if frame["step"])
    name = {"n": split["n"], "step": split["step"]}
    assert (await bob.asks({"type": "moment", "encounter": encounter, **name}))["events"] == split["events"]
    wrong = {
        "wrong_encounter": {"encounter": "0" * 32, "n": 1},
        "unknown_position": {"encounter": encounter, "n": bob.n + 1},
        "not_revealed": {"encounter": encounter, "n": 1, "audience": "seat:ann"},
    }
    for code, question in wrong.items():
        assert (await bob.asks({"type": "moment", **question})).code == code
    step = await bob.asks({"type": "moment", "encounter": encounter, "n": 1, "step": 1})
    assert step.code == "unknown_position"


async def test_marks_name_what_happened_and_what_was_undone(lobby: Lobby) -> None:
    """Rounds, hits, the rewind, the amendment; the latter takes back all since the act that it changes."""
    players = await fought(lobby)
    for seat in ("gm", "ann", "spectator"):
        viewer = players[seat]
        shown = await viewer.asks({"type": "marks"})
        kinds = {mark["kind"] for mark in shown["marks"]}
        assert {"begin", "round", "hit", "rewind", "amendment"} <= kinds
        [stretch] = shown["undone"]
        changed = next(mark["n"] for mark in shown["marks"] if mark["kind"] == "amendment")
        assert stretch["first"] < stretch["last"] < stretch["by"] == changed
        newest = await viewer.asks({"type": "marks", "after": viewer.n})
        assert newest["marks"] == []


async def test_a_redo_brings_the_undone_numbers_back(lobby: Lobby) -> None:
    """After a rewind the numbers up to it are undone; after the redo only the rewind is."""
    players = await table(lobby)
    gm, ann, bob = players["gm"], players["ann"], players["bob"]
    there = gm.n
    await round_(gm, ann, bob, (2, 1, 1), False)
    left = gm.n
    played = left - 1  # the round's seed stays revealed
    await does(gm, {"type": "rewind", "to": [there, 0]})
    undone = [{"first": there + 1, "last": played, "by": gm.n}]
    assert (await gm.asks({"type": "marks"}))["undone"] == undone
    await does(gm, {"type": "redo"})
    undone = [{"first": left + 1, "last": left + 1, "by": gm.n}]
    assert (await gm.asks({"type": "marks"}))["undone"] == undone


async def test_a_range_outside_the_log_is_refused(lobby: Lobby) -> None:
    """Nothing begins behind the newest number; what nobody has never existed."""
    gm = (await table(lobby))["gm"]
    assert (await gm.asks({"type": "history", "after": gm.n + 1})).code == "unknown_position"
    assert (await gm.asks({"type": "history", "audience": "seat:nobody"})).code == "no_such_seat"


async def test_the_past_is_cut_where_a_delay_cuts_the_present(lobby: Lobby) -> None:
    """A spectator of a delayed table finds nothing behind what was released, however it asks."""
    players = await table(lobby, delay_turns=3)
    watch, gm = players["spectator"], players["gm"]
    encounter = gm.table.encounter
    last = (await watch.asks({"type": "history"}))["last"]
    assert last < len(gm.table.timeline.numbers["public"])
    assert (await watch.asks({"type": "marks"}))["last"] == last
    beyond = await watch.asks({"type": "moment", "encounter": encounter, "n": last + 1})
    assert beyond.code == "unknown_position"
    assert last == 0
    assert (await watch.asks({"type": "export"})).code == "nothing_yet"


@pytest.mark.parametrize("policy", ["never", "end", "gm"])
async def test_a_table_reveals_as_agreed(lobby: Lobby, policy: str) -> None:
    """Others' eyes are closed during the fight, and afterwards open never, at once, or when the GM says so."""
    players = await table(lobby, reveal=policy)
    gm, ann, watch = players["gm"], players["ann"], players["spectator"]
    questions = [{"type": kind, "audience": "gm"} for kind in ("history", "marks", "export")]

    async def opened() -> bool:
        answers = [await viewer.asks(question) for viewer in (ann, watch) for question in questions]
        assert len({isinstance(each, dict) for each in answers}) == 1
        assert all(isinstance(each, dict) or each.code == "not_revealed" for each in answers)
        return isinstance(answers[0], dict)

    assert (await gm.does({"type": "disclose"})).code == "not_closed"
    assert not await opened()
    await does(gm, {"type": "close"})
    assert await opened() == (policy == "end")
    assert (await ann.does({"type": "disclose"})).code == "gm_only"
    if policy == "gm":
        await does(gm, {"type": "disclose"})
        await ann.shows(lambda view: view.get("revealed"))
        assert await opened()
    code = "not_revealed" if policy == "never" else "already_revealed"
    assert (await gm.does({"type": "disclose"})).code == code
