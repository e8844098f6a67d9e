"""What it would be to stand somewhere else, asked in a fight of each system: by which way, how far, whom one reaches
there and who reaches one; and what nobody is told."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from server.conformance.fights import SYSTEMS, demo, step
from server.core.create import EncounterSpec
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.space import MOST_CM, Point
from server.core.telling.reached import Contact, Reached
from server.past.questions import answer
from server.past.reach import Reach
from server.scenario.rehearsal import Rehearsal

HERE, THERE, FOE = (0, 0), (300, 0), (400, 0)
FAR_CM = 100_000
"""Nothing reaches so far."""


class Row(NamedTuple):
    """Who asks, an opponent, how far each of its ways leads, by what it strikes there, by what it may be struck at."""

    who: str
    foe: str
    ways: dict[str, int]
    blows: set[str]
    threats: set[str]


ROWS = {
    "ambersteel": Row("anna", "boris", {"move": 1200}, {"Longsword"}, {"Short sword"}),
    "brink": Row("ida", "captain", {"move": 500, "shift": 100}, {"Quick pistol"}, {"Cutlass"}),
    "skirmish": Row("anna", "ben", {}, {"strike"}, {"strike"}),
    "tactics": Row(
        "maren", "ash", {"walk": 400, "jog": 800, "run": 1200, "sprint": 1600}, {"Sword", "perform_attack"},
        {"Dagger", "perform_attack"},
    ),
    "tirakan": Row("hagen", "robber", {"walk": 300, "run": 700}, {"Long sword", "unarmed"}, {"Club", "unarmed"}),
    "tirakan_classic": Row(
        "hagen", "robber", {"walk": 300, "run": 600}, {"Sword", "unarmed", "Grenade"}, {"Axe", "unarmed"}
    ),
}  # fmt: skip
FROM_AFAR = {"brink": {"Quick pistol"}, "skirmish": {"strike"}, "tirakan_classic": {"Grenade"}}
"""What reaches over four metres."""


def asked(table: Rehearsal, seat: str, who: str, at: Point) -> Reached:
    """As a client asks."""
    found: Reached = answer(table.timeline, table.asker(seat), Reach(who=who, at=at))
    return found


def put(table: Rehearsal, places: dict[str, Point]) -> None:
    """These stand there, all others far away, each by itself."""
    for number, who in enumerate(table.state.play.pieces):
        at = places.get(who, (FAR_CM, FAR_CM * (number - 3) // 2))
        table.play(GM, {"type": "set_position", "who": who, "at": at})


def on_the_way(name: str, spec: EncounterSpec, who: str) -> Rehearsal:
    """A fight in which this one may go somewhere now, or could not at all; by a seed with which nobody has laid
    aside until then what it strikes with."""
    table, luck = Rehearsal(SYSTEMS[name], spec, None), random.Random(2)
    for _ in range(200):
        ways = asked(table, GM, who, (1, 1)).ways
        if table.state.play.phase == "running" and (not ways or any(way.reason is None for way in ways)):
            return table
        assert step(table, luck)
    raise AssertionError(f"{who} never comes to move")


@pytest.mark.parametrize("name", ROWS)
def test_a_place_is_told_with_its_ways_and_whom_one_reaches(name: str) -> None:
    """Three metres to go, and then one to the foe; where one stands now it is four."""
    row, spec = ROWS[name], demo(name)
    table = on_the_way(name, spec, row.who)
    put(table, {row.who: HERE, row.foe: FOE})
    seat = spec.combatants[row.who].seat
    said = asked(table, seat, row.who, THERE)
    assert {way.key: way.most_cm for way in said.ways} == row.ways
    assert all(way.length_cm == 300 for way in said.ways)
    assert all((way.reason is None) is (way.most_cm >= 300) for way in said.ways)
    assert _with(said.targets, row.foe) == row.blows
    assert _with(said.threats, row.foe) == row.threats
    assert row.foe in said.closed, "of a sheet that one may not read all is said"
    assert asked(table, GM, row.who, THERE).closed == ()
    here = asked(table, seat, row.who, HERE)
    assert not here.ways, "one stands there"
    assert _with(here.targets, row.foe) == FROM_AFAR.get(name, set())


def _with(contacts: tuple[Contact, ...], who: str) -> set[str]:
    """What reaches somebody, or with what somebody reaches."""
    return {each.label or each.key for each in contacts if each.who == who}


@pytest.mark.parametrize("name", ROWS)
def test_somebody_hidden_changes_no_byte_of_it(name: str) -> None:
    """A player asks in two worlds, of which in one somebody hidden of the other side stands where it would go."""
    row, spec = ROWS[name], demo(name)
    model = spec.combatants[row.foe]
    sheet = {key: value for key, value in model.sheet.items() if key != "group"}
    lurker = replace(model, name="Lurker", at=(3.0, 1.0), hidden=True, sheet=sheet)
    with_one = replace(spec, combatants={**spec.combatants, "lurker": lurker})
    worlds = [Rehearsal(SYSTEMS[name], each, None) for each in (spec, with_one)]
    said = []
    for table in worlds:
        for who, at in ((row.who, HERE), (row.foe, FOE)):
            table.play(GM, {"type": "set_position", "who": who, "at": at})
        said.append(asked(table, spec.combatants[row.who].seat, row.who, THERE))
    assert msgspec.msgpack.encode(said[0]) == msgspec.msgpack.encode(said[1])
    assert _with(asked(worlds[1], GM, row.who, THERE).threats, "lurker"), "the game master is told"


@pytest.mark.parametrize(
    ("seat", "who", "at", "code", "detail"),
    [
        ("hagen", "robber", HERE, "not_your_combatant", {"who": "Robber"}),
        ("hagen", "nobody", HERE, "not_your_combatant", {"who": "that combatant"}),
        ("spectator", "hagen", HERE, "not_your_combatant", {"who": "Hagen"}),
        (GM, "nobody", HERE, "unknown_combatant", {"who": "nobody"}),
        (GM, "hagen", (0, -MOST_CM - 1), "oversized", {"path": "at", "most": MOST_CM}),
    ],
)
def test_a_bad_question_has_its_code_and_numbers(
    seat: str, who: str, at: Point, code: str, detail: dict[str, Any]
) -> None:
    """Whoever is hidden is refused like one who does not exist."""
    table = Rehearsal(SYSTEMS["tirakan"], demo("tirakan"), None)
    with pytest.raises(Rejected, match=code) as refused:
        asked(table, seat, who, at)
    assert refused.value.detail.items() >= detail.items()


def test_without_a_place_or_once_it_is_closed_nothing_is_said() -> None:
    """Nobody goes anywhere then."""
    spec = demo("tirakan")
    apart = {who: replace(one, at=None) for who, one in spec.combatants.items()}
    table = Rehearsal(SYSTEMS["tirakan"], replace(spec, combatants=apart), None)
    with pytest.raises(Rejected, match="no_place"):
        asked(table, GM, "hagen", HERE)
    table.play(GM, {"type": "close"})
    with pytest.raises(Rejected, match="closed"):
        asked(table, GM, "hagen", HERE)


def test_difficult_ground_counts_as_the_system_counts_it() -> None:
    """In Brink twice."""
    row, spec = ROWS["brink"], demo("brink")
    table = on_the_way("brink", spec, row.who)
    put(table, {row.who: HERE})
    mud = {"type": "set_terrain", "name": "mud", "corner": [100, -100], "opposite": [250, 100]}
    table.play(GM, mud)
    (move, _) = asked(table, GM, row.who, THERE).ways
    assert (move.length_cm, move.reason) == (450, None)
