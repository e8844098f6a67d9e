"""What could be expected of a roll is counted for those alone who were told what it had to be no higher than."""

from __future__ import annotations

from server.core.telling.tally import Tally
from tests.rules.tactics.test_menu import on_turn, planning


def expected_by(audience: str) -> int:
    """Ash strikes at Maren, who does nothing against it: what could be expected of Ash, in thousandths."""
    table = planning()
    table.play("gm", {"type": "actions_declare", "who": "ash", "plan": [{"kind": "attack", "weapon": "dagger"}]})
    table.play("gm", {"type": "gm_range", "pair": ["ash", "maren"], "m": 1})
    on_turn(table, "ash")
    table.play("gm", {"type": "action_perform", "who": "ash", "id": "1", "target": "maren"})
    table.play("maren", {"type": "defend", "who": "maren", "kind": "none"})
    tally = Tally()
    for commit in table.timeline.commits:
        tally.take(table.system.tally, commit.told_to(audience))
    return tally.rows["ash"].expected


def test_who_knows_both_sides_of_it_expects_something() -> None:
    assert expected_by("gm") > 0


def test_who_was_told_only_the_own_side_of_it_expects_nothing() -> None:
    """Maren knows what of her own counts against it, not the skill of the dagger."""
    assert expected_by("seat:maren") == 0
