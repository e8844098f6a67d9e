"""What a system's rolls and decisions are called, as its scenarios show."""

from pathlib import Path

from three_cups import SYSTEM as THREE_CUPS

from server.scenario.names import names, pattern

CUPS = Path(__file__).parent.parent / "three_cups" / "scenarios"


def test_names_of_rolls_and_decisions_are_those_of_the_scenarios() -> None:
    """Once each, whoever rolls and in whichever round; with the dice, and with the kind of the decision."""
    found = names(THREE_CUPS, [CUPS], {"three_cups": THREE_CUPS})
    assert found is not None
    assert found.rolls["round<n>.strike"] == {"d6"}
    assert found.decisions["round<n>.strike.riposte.<who>"] == {"riposte"}
    assert any(line.split() == ["choose.round<n>", "choose"] for line in found.lines())


def test_where_no_scenario_is_of_the_system_there_are_no_names(tmp_path: Path) -> None:
    """Files that are no scenarios are passed over."""
    (tmp_path / "other.toml").write_text("[tool]\n")
    assert names(THREE_CUPS, [tmp_path], {"three_cups": THREE_CUPS}) is None


def test_combatants_and_numbers_are_left_open_in_a_name() -> None:
    """Also in one that joins several."""
    assert pattern("tie.12.g1|ana", {"g1", "ana"}) == "tie.<n>.<who>|<who>"
