"""What is offered says what it does, and asks for no more than has been left open."""

from __future__ import annotations

from server.conformance.fights import laid, options
from server.core.options import Option
from server.scenario.rehearsal import Rehearsal


def planning() -> Rehearsal:
    """The demo, at its plans."""
    table = laid("tactics")
    for kind in ("encounter_start", "gm_lock_phase"):
        table.play("gm", {"type": kind})
    return table


def of(table: Rehearsal, who: str, key: str) -> Option:
    """The one option of this key that it has."""
    (found,) = (option for option in options(table, who) if option.who == who and option.key == key)
    return found


def on_turn(table: Rehearsal, who: str) -> None:
    """Locks the plans; whoever goes before does nothing."""
    table.play("gm", {"type": "gm_lock_phase"})
    while (turn := table.state.play.game.turn) != who:
        suggested = (option.intent for option in options(table, "gm") if option.key == "order_suggested")
        table.play("gm", {"type": "go_end", "who": turn} if turn else next(suggested))


def test_a_move_that_was_declared_towards_somebody_needs_no_path() -> None:
    """D-MOV-1: without one it leads there, as far as one gets; one towards nobody needs one."""
    table = planning()
    plan = [{"kind": "move", "targets": "ash"}, {"kind": "talk"}]
    table.play("maren", {"type": "actions_declare", "who": "maren", "plan": plan})
    on_turn(table, "maren")
    walk = of(table, "maren", "perform_walk")
    assert (walk.label, [(param.name, param.optional) for param in walk.params]) == ("Ash", [("path", True)])
    before = table.state.play.pieces["maren"].at
    table.play("maren", walk.intent)
    assert before == (0, 0)
    assert table.state.play.pieces["maren"].at == (395, 66)


def test_a_move_towards_nobody_needs_a_path() -> None:
    """Where else should it lead?"""
    table = planning()
    table.play("maren", {"type": "actions_declare", "who": "maren", "plan": [{"kind": "move"}]})
    on_turn(table, "maren")
    walk = of(table, "maren", "perform_walk")
    assert (walk.label, [param.optional for param in walk.params]) == ("", [False])


def test_what_is_given_up_is_called_by_its_word_where_it_has_neither_weapon_nor_target() -> None:
    """A number alone would say nothing."""
    table = planning()
    plan = [{"kind": "move", "pace": "sprint", "targets": "ash"}, {"kind": "full_defense"}]
    table.play("maren", {"type": "actions_declare", "who": "maren", "plan": plan})
    on_turn(table, "maren")
    labels = [option.label for option in options(table, "maren") if option.key == "change_drop"]
    assert labels == ["1. ×4 → Ash", "full_defense"]


def test_an_attack_is_planned_at_somebody_and_what_settles_says_what_that_means() -> None:
    """Whoever will do stands in the whole plan. Who has said nothing splits nothing, and does nothing."""
    table = laid("tactics")
    table.play("gm", {"type": "encounter_start"})
    assert of(table, "maren", "settle_unsplit").goal == "end"
    assert of(table, "maren", "tactics_set").params[0].label == "split"
    table.play("gm", {"type": "gm_lock_phase"})
    assert of(table, "maren", "settle_unplanned").goal == "end"
    strikes = of(table, "maren", "plan_strike").params[0].choices
    assert {choice.target for choice in strikes} == {"ash", "gorm"}
    table.play("maren", {"type": "actions_declare", "who": "maren", "plan": [{"kind": "talk"}]})
    assert of(table, "maren", "phase_settle").goal == "end"


def test_nobody_dead_is_aimed_at_and_who_still_fights_comes_first() -> None:
    """In one's plan, in the whole of it, and where it is changed; also for who has looked before."""
    table = planning()
    whole, strike = of(table, "maren", "actions_declare"), of(table, "maren", "plan_strike")
    assert [choice.target for choice in strike.params[0].choices] == ["ash", "gorm"]
    aims = next(choice.aims for choice in whole.params[0].choices if choice.aims)
    assert aims == ("", "ash", "gorm")
    table.play("gm", {"type": "gm_set", "who": "ash", "value_of": "status", "key": "stunned", "value": True})
    strike = of(table, "maren", "plan_strike")
    assert [choice.target for choice in strike.params[0].choices] == ["gorm", "ash"]
    table.play("gm", {"type": "gm_set", "who": "ash", "value_of": "status", "key": "dead", "value": True})
    whole, strike = of(table, "maren", "actions_declare"), of(table, "maren", "plan_strike")
    assert [choice.target for choice in strike.params[0].choices] == ["gorm"]
    assert next(choice.aims for choice in whole.params[0].choices if choice.aims) == ("", "gorm")
