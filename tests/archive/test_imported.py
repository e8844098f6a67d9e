"""What an imported file may hold: a forger's hashes fit, what is in the commits must keep every limit too."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.archive.export import pack, unpack, whole_of
from server.archive.imported import Beyond, check_bounds
from server.conformance.fights import SYSTEMS, step
from server.conformance.storms import entries_of, laid, storm
from server.core.ids import GM
from server.core.size import MOST_EVENTS, MOST_REDECIDED
from server.lobby.copying import bring
from server.lobby.lobby import Refused
from server.scenario.rehearsal import ENCOUNTER, Rehearsal
from server.store.memory import MemoryLog
from tests.support.forgeries import forged
from tests.support.golden_exports import FILES, GOLDEN
from tests.table.party import lobby_over

CUPS = (GOLDEN / FILES["gm"]).read_bytes()


def file_of(table: Rehearsal) -> bytes:
    """The GM's file of a rehearsed fight."""
    return pack(whole_of(ENCOUNTER, entries_of(table), 1))


def verdict(data: bytes, name: str) -> str:
    """What is wrong with the first commit that is too much; empty: nothing."""
    try:
        check_bounds(unpack(data), SYSTEMS[name])
    except Beyond as beyond:
        return f"{beyond.version} {beyond.problem}"
    return ""


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_what_was_played_here_is_within_all_limits(name: str) -> None:
    """Through rewinds, redos, amendments and the GM's rulings."""
    for seed in range(3):
        assert verdict(file_of(storm(name, seed)), name) == ""


@pytest.mark.parametrize("title", ["   ", "x" * 65, "Cups\u202espuC", "two\nlines"])
async def test_a_title_that_nobody_may_write_is_refused(title: str, tmp_path: Path) -> None:
    """Also of whoever runs the server, whose command line no scan of frames looks at."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    with pytest.raises(Refused) as caught:
        await bring(lobby, CUPS, carry_on=True, title=title)
    assert (caught.value.code, caught.value.detail["path"]) == ("text", "$.title")
    await lobby.close()


def quick(commits: list[dict[str, Any]]) -> None:
    """The GM's word about a sheet, with another number in the event that came of it."""
    for commit in commits:
        for event in commit["events"]:
            if event["type"] == "GMRuled" and event.get("value_of") == "sheet":
                event["value"] = 300_000


def changed(kind: str, **fields: Any) -> Callable[[list[dict[str, Any]]], None]:
    """Other values in the events of one type."""

    def change(commits: list[dict[str, Any]]) -> None:
        for commit in commits:
            for event in commit["events"]:
                if event["type"] == kind:
                    event.update(fields)

    return change


def test_a_forged_number_of_a_sheet_is_refused() -> None:
    """A chain in which everything fits but a quickness of 300,000: each roll for initiative would stop all tables."""
    table = laid("tirakan")
    who = next(iter(table.state.play.pieces))
    table.submit(GM, {"type": "gm_set", "who": who, "value_of": "sheet", "key": "quickness", "value": 5})
    step(table, random.Random(1))
    assert verdict(forged(file_of(table), lambda commits: None), "tirakan") == ""
    said = verdict(forged(file_of(table), quick), "tirakan")
    assert said.startswith("2 Expected `int` <= 60"), said
    assert "quickness" in said


TIRAKAN_COMBATANT = ("boost", "bonus_dice", "actions", "stolen_next", "recoil_chain")


def fat(count: int, kind: str = "CupChosen", **more: Any) -> Callable[[list[dict[str, Any]]], None]:
    """So many events in the first commit that has one of this type, all but its own being hidden steps to and fro."""

    def change(commits: list[dict[str, Any]]) -> None:
        events = next(
            commit["events"] for commit in commits if any(event["type"] == kind for event in commit["events"])
        )
        events += [{"type": "Moved", "who": "c", "path": [[n % 2, 0]], **more} for n in range(count - len(events))]

    return change


def in_a_step(*events: dict[str, Any]) -> Callable[[list[dict[str, Any]]], None]:
    """These events in an act that an amendment decided again."""

    def change(commits: list[dict[str, Any]]) -> None:
        amended = next(event for commit in commits for event in commit["events"] if event["type"] == "Amended")
        amended["steps"][0]["events"] = [*amended["steps"][0].get("events", ()), *events]

    return change


def many_steps(commits: list[dict[str, Any]]) -> None:
    """An amendment of more acts than are ever decided again."""
    amended = next(event for commit in commits for event in commit["events"] if event["type"] == "Amended")
    amended["steps"] += [{**amended["steps"][0], "events": []}] * MOST_REDECIDED


def test_a_commit_is_as_large_as_an_act_may_be_and_no_larger() -> None:
    """However its hashes fit: nothing interrupts what is done with one."""
    assert verdict(forged(CUPS, fat(MOST_EVENTS)), "three_cups") == ""
    said = verdict(forged(CUPS, fat(MOST_EVENTS + 1)), "three_cups")
    assert said == "7 Too much comes of that at once: 513 events, at most 512 are taken."


STEP = {"type": "Moved", "who": "c", "path": [[0, 0]]}
BACK = {"type": "Rewound", "to": [7, 0], "left": [8, 0], "at": 1}


def back_again(commits: list[dict[str, Any]]) -> None:
    """A commit that goes back more than once."""
    for commit in commits:
        if commit["events"][0]["type"] == "Rewound":
            commit["events"] *= 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (in_a_step(*[STEP] * (MOST_EVENTS + 1)), "at most 512"),
        (in_a_step(BACK), "at most 1 "),
        (many_steps, "at most 8192"),
        (back_again, "at most 1 "),
    ],
)
def test_what_lies_within_a_commit_is_counted_too(change: Callable[[list[dict[str, Any]]], None], said: str) -> None:
    """Each act of an amendment is one, and all together are not too many; none leads to another line."""
    assert said in verdict(forged(CUPS, change), "three_cups")


BRINK_COMBATANT = ("health", "ep", "morale")


@pytest.mark.parametrize(
    ("system", "field"),
    [*(("tirakan", field) for field in TIRAKAN_COMBATANT), *(("brink", field) for field in BRINK_COMBATANT)],
)
def test_a_forged_number_of_a_combatant_is_refused(system: str, field: str) -> None:
    """What a combatant has come to is bounded as its sheet is; the field is named."""
    table = laid(system)
    who = next(iter(table.state.play.pieces))
    table.submit(GM, {"type": "gm_set", "who": who, "value_of": field, "value": 3})
    assert verdict(forged(file_of(table), lambda commits: None), system) == ""
    said = verdict(forged(file_of(table), changed("GMRuled", value=10**9)), system)
    assert "1000000" in said, said
    assert field in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (changed("Created", title="\u202e" * 1_300_000), "characters, at most 4096"),
        (changed("Created", title="Cups\u202espuC"), "an invisible character (U+202E)"),
        (changed("Created", title="x" * 201), "title: it has 201 characters, at most 200"),
        (changed("Created", table={"window_s": 10**9}), "window_s"),
        (changed("SeatOpened", name="n" * 65), "it has 65 characters, at most 64"),
        (changed("CombatantAdded", name="n" * 65), "it has 65 characters, at most 64"),
        (changed("CombatantAdded", at=[10**9, 0]), "metres"),
        (changed("CombatantAdded", sheet={"hearts": 10**9}), "hearts"),
        (changed("CombatantAdded", at=[2**60, 0]), "whole numbers go from"),
    ],
)
async def test_a_forged_value_beyond_a_limit_is_refused(
    change: Callable[[list[dict[str, Any]]], None], said: str, tmp_path: Path
) -> None:
    """With the commit and what is wrong with it; nothing is appended."""
    log = MemoryLog()
    lobby = lobby_over(log, tmp_path, master=b"x" * 32)
    with pytest.raises(Refused) as caught:
        await bring(lobby, forged(CUPS, change))
    assert caught.value.code in ("import_bounds", "import")
    if caught.value.code == "import_bounds":
        assert caught.value.detail["position"] == 1
        assert said in str(caught.value.detail["problem"])
    assert [id async for id in log.encounters()] == []
    await lobby.close()
