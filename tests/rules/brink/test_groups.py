"""What a new group is called (B-INIT-3)."""

from __future__ import annotations

from msgspec.structs import replace

from tests.rules.brink.tables import combatant, laid, offered


def test_a_new_group_is_offered_under_a_name_that_people_may_read() -> None:
    """Its side's, as a word and not as an id, with the first number that is free."""
    people = {who: replace(combatant(who), side="north_gate") for who in ("ana", "bram")}
    table = laid(people)

    def names() -> list[str]:
        (option,) = [each for each in offered(table, "gm") if each.key == "set_group"]
        return [choice.value for choice in option.params[1].choices]

    assert names() == ["", "North gate 1"]
    table.play("gm", {"type": "set_group", "who": "ana", "group": "North gate 1"})
    assert names() == ["", "North gate 1", "North gate 2"]


def test_three_are_grouped_by_one_form_that_begins_with_a_new_name() -> None:
    """One tap for each of them, and none for the name."""
    table = laid({who: replace(combatant("goblin"), side="north_gate") for who in ("ana", "bram", "cara")})
    (option,) = [each for each in offered(table, "gm") if each.key == "set_group"]
    assert option.each == option.params[0].name
    for choice in option.params[0].choices:
        table.play("gm", {**option.intent, "who": choice.value})
    assert {one.group for one in table.state.play.game.combatants.values()} == {"North gate 1"}


def test_the_fallen_of_a_group_do_not_wait_with_it() -> None:
    """They are marked as what they are."""
    people = {who: combatant("goblin", at=(5 * at, 0), group="pack") for at, who in enumerate(("one", "two"))}
    table = laid({**people, "ana": combatant("ana", at=(0, 30))}, dice=[12, 3])
    table.play("gm", {"type": "start_combat"})
    table.play("gm", {"type": "gm_set", "who": "two", "value_of": "status", "value": "down"})
    table.play("gm", {"type": "delay_turn", "who": "one"})
    figures = table.view("public").combatants
    assert {who: set(figures[who].conditions) for who in people} == {"one": {"waiting"}, "two": {"down"}}


def test_everybody_sees_who_takes_turns_together() -> None:
    """Also of those whose sheets are closed: it shows as soon as they do."""
    people = {who: combatant("goblin", at=(5 * at, 0), group="pack") for at, who in enumerate(("one", "two"))}
    table = laid({**people, "three": combatant("goblin", at=(30, 0), group=""), "ana": combatant("ana", at=(0, 30))})
    for audience in ("gm", "public"):
        groups = {who: each.facts.get("group") for who, each in table.view(audience).combatants.items()}
        assert groups == {"one": "pack", "two": "pack", "three": None, "ana": None}
