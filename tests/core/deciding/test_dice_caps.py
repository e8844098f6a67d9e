"""How many dice one decision may throw: it keeps all other tables waiting, so not even a GM's order throws more."""

from __future__ import annotations

from typing import Any

import pytest

from server.core import draft as caps
from server.core.errors import Rejected
from server.encounter.file import encounter
from server.rules.tirakan import SYSTEM
from server.scenario.rehearsal import Rehearsal


def fight(quickness: list[int]) -> Rehearsal:
    """People who throw so many dice for initiative when the fight begins."""
    people: dict[str, Any] = {
        f"c{n}": {"name": f"Crook {n}", "side": "ab"[n % 2], "sheet": {"quickness": number}}
        for n, number in enumerate(quickness)
    }
    spec = {"title": "Brawl", "system": "tirakan", "combatants": people}
    return Rehearsal(SYSTEM, encounter(spec, "brawl", {"tirakan": SYSTEM}), None)


def refused(table: Rehearsal) -> Rejected:
    """How the start of the fight is refused; nothing is appended."""
    before = table.timeline.version
    with pytest.raises(Rejected) as caught:
        table.submit("gm", {"type": "start_combat"})
    assert table.timeline.version == before
    return caught.value


def test_a_whole_fight_throws_no_more_than_one_decision_may() -> None:
    """60 at once, each within the bounds of a sheet; the GM is told who, how many, and what would be right."""
    error = refused(fight([60] * 60))
    assert error.code == "dice_beyond"
    assert error.detail["in_all"] <= caps.MOST_OF_ACT < error.detail["in_all"] + error.detail["count"]
    assert error.text({}) == (
        "Crook 13 would throw 60 dice now, after 0, and all together after 780: at most "
        "300 are thrown in one roll, 400 by one combatant and 800 in one act."
    )


def test_few_enough_are_thrown() -> None:
    """Below the cap a fight begins, and every face is in the evidence."""
    table = fight([8] * 60)
    commit = table.submit("gm", {"type": "start_combat"})
    assert len(commit.evidence) >= 60 * 8


@pytest.mark.parametrize(("name", "most"), [("MOST_OF_ROLL", 9), ("MOST_OF_COMBATANT", 9), ("MOST_OF_ACT", 19)])
def test_each_cap_counts(name: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By roll, by combatant, by act; one more is taken."""
    monkeypatch.setattr(caps, name, most)
    assert refused(fight([10, 10, 1])).detail[name.removeprefix("MOST_").lower()] == most
