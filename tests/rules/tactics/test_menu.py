"""What is offered says what it does, and asks for no more than has been left open."""

from __future__ import annotations

import random

import pytest

from server.conformance.fights import SYSTEMS, laid, options, seats, step
from server.core.memo import Shelf
from server.core.options import Option
from server.core.secrecy import known
from server.encounter.file import parse_encounter
from server.rules.tactics import SYSTEM
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


def test_what_is_planned_against_somebody_who_was_taken_away_says_so_whatever_is_remembered() -> None:
    """Also where the same is offered, against others."""
    table = planning()
    plan = [{"kind": "move", "pace": "jog", "targets": "ash"}, {"kind": "attack", "weapon": "sword", "targets": "ash"}]
    table.play("maren", {"type": "actions_declare", "who": "maren", "plan": plan})

    def reasons() -> list[str]:
        """As the game master is offered it, for it."""
        (found,) = (each for each in options(table, "gm") if (each.who, each.key) == ("maren", "actions_declare"))
        aimed = [choice for choice in found.params[0].choices if choice.value.get("targets") == "ash"]
        return [choice.reason.code if choice.reason is not None else "" for choice in aimed]

    with table.timeline.shelf:
        assert reasons() == []
    table.play("gm", {"type": "remove_combatant", "who": "ash"})
    anew = reasons()
    with table.timeline.shelf:
        assert reasons() == anew == ["target_unknown"] * len(plan)


@pytest.mark.parametrize(("at", "is_kept"), [((690, -190), True), ((100, 0), False)])
def test_a_step_that_leaves_all_as_far_as_before_leaves_the_menu_as_it_is(at: tuple[int, int], is_kept: bool) -> None:
    """It is not even made anew; one that brings somebody within reach changes it."""
    table = planning()

    def planned() -> list[Option]:
        with table.timeline.shelf:
            return [option for option in options(table, "gm") if option.who == "maren"]

    before = planned()
    table.play("gm", {"type": "set_position", "who": "gorm", "at": at})
    after = planned()
    assert all(one is other for one, other in zip(before, after, strict=True)) is is_kept
    assert (before == after) is is_kept


def test_what_is_given_up_is_called_by_its_word_where_it_has_neither_weapon_nor_target() -> None:
    """A number alone would say nothing."""
    moved, said = {"kind": "move", "pace": "sprint", "targets": "ash"}, {"kind": "talk", "text": "Stop!"}
    for second, called in (
        ({"kind": "full_defense"}, "2. full_defense"),
        (said, "2. talk"),
        ({"kind": "other"}, "2. other"),
    ):
        table = planning()
        table.play("maren", {"type": "actions_declare", "who": "maren", "plan": [moved, second]})
        on_turn(table, "maren")
        labels = [option.label for option in options(table, "maren") if option.key == "change_drop"]
        assert labels == ["1. sprint → Ash", called]


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
    assert aims == ("ash", "gorm", "")
    table.play("gm", {"type": "gm_set", "who": "ash", "value_of": "status", "key": "stunned", "value": True})
    strike = of(table, "maren", "plan_strike")
    assert [choice.target for choice in strike.params[0].choices] == ["gorm", "ash"]
    table.play("gm", {"type": "gm_set", "who": "ash", "value_of": "status", "key": "dead", "value": True})
    whole, strike = of(table, "maren", "actions_declare"), of(table, "maren", "plan_strike")
    assert [choice.target for choice in strike.params[0].choices] == ["gorm"]
    assert next(choice.aims for choice in whole.params[0].choices if choice.aims) == ("gorm", "")


def offered_anew(table: Rehearsal, seat: str) -> list[Option]:
    """With nothing remembered."""
    asker = table.asker(seat)
    with Shelf():
        return SYSTEM.options(known(SYSTEM, table.state, asker.audience), asker)


def as_anew(table: Rehearsal) -> bool:
    """Is everybody offered what would be offered with nothing remembered?"""
    return all(options(table, seat) == offered_anew(table, seat) for seat in seats(table))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("file", [SYSTEM.demo, *SYSTEM.more_demos], ids=("blades", "guns"))
def test_what_is_remembered_of_plans_is_what_would_be_offered_anew(file: str, seed: int) -> None:
    """The menus are kept by what a plan holds, over rounds and whoever is hit."""
    table, luck = Rehearsal(SYSTEM, parse_encounter(file, "any", SYSTEMS), None), random.Random(seed)
    for _ in range(60):
        assert step(table, luck)
        assert as_anew(table)
    assert table.state.play.game.round > 1


def test_what_is_remembered_of_plans_goes_by_what_the_game_master_sets() -> None:
    """What is in hand, how often it may strike, what there is to hew at; and by the split of the round before."""
    table = planning()
    assert as_anew(table)
    for deed in (
        {"type": "gm_set", "who": "maren", "value_of": "in_hand", "key": "sword", "value": False},
        {"type": "gm_max_attacks", "who": "maren", "weapon": "sword", "n": 0},
        {"type": "gm_object", "name": "door", "tier": 2, "size": 3},
        {"type": "gm_set", "who": "ash", "value_of": "status", "key": "dead", "value": True},
    ):
        table.play("gm", deed)
        assert as_anew(table), deed


def test_the_split_of_the_last_round_is_proposed_in_the_next() -> None:
    """D-TAC-7: where nothing else has changed."""
    table = laid("tactics")
    table.play("gm", {"type": "encounter_start"})
    assert of(table, "maren", "tactics_set").params[0].initial is None
    table.play("maren", {"type": "tactics_set", "who": "maren", "oT": 1})
    for _ in range(2):
        table.play("gm", {"type": "gm_lock_phase"})
    while table.state.play.game.round == 1:
        suggested = (option.intent for option in options(table, "gm") if option.key == "order_suggested")
        turn = table.state.play.game.turn
        table.play("gm", {"type": "go_end", "who": turn} if turn else next(suggested))
    assert of(table, "maren", "tactics_set").params[0].initial == 1


def test_who_guards_reads_what_that_is_worth() -> None:
    """D-INC-3: as whoever defends itself does; Iva lies beside Maren, and Ash strikes at her."""
    table = planning()
    table.play("gm", {"type": "gm_set", "who": "iva", "value_of": "S", "value": 0})
    table.play("gm", {"type": "set_position", "who": "iva", "at": [0, 100]})
    plan = [{"kind": "attack", "weapon": "dagger", "targets": ["iva"]}]
    table.play("gm", {"type": "actions_declare", "who": "ash", "plan": plan})
    on_turn(table, "ash")
    table.play("gm", {"type": "gm_range", "pair": ["ash", "iva"], "m": 1})
    table.play("gm", {"type": "action_perform", "who": "ash", "id": "1"})
    assert [(each.key, each.label) for each in options(table, "maren") if each.key.startswith("guard_")] == [
        ("guard_parry", "Sword +3"), ("guard_parry", "Round shield +4"), ("guard_parry_bare", "+2"),
        ("guard_block", "Sword +3"), ("guard_block", "Round shield +4"), ("guard_block_bare", "+2"),
    ]  # fmt: skip


def test_who_has_nothing_to_split_is_not_asked_how() -> None:
    """D-TAC-1: of no points there is one split, which `settle` is; Maren, who has two, is asked."""
    table = laid("tactics")
    table.play("gm", {"type": "encounter_start"})
    keys = {who: {option.key for option in options(table, "gm") if option.who == who} for who in ("gorm", "maren")}
    assert {"tactics_set", "settle_unsplit"} <= keys["maren"]
    assert "tactics_set" not in keys["gorm"]
    assert "settle_unsplit" in keys["gorm"]


def test_an_attack_out_of_reach_says_how_one_gets_there_and_what_is_left_is_counted_from_one() -> None:
    """By the word for the pace: its multiplier would say nothing. The order counts what is left in the same way."""
    table = planning()
    strikes = of(table, "maren", "plan_strike").params[0].choices
    assert {choice.label for choice in strikes} == {"→ jog, Sword"}
    table.play("maren", {"type": "actions_declare", "who": "maren", "plan": [{"kind": "talk"}, {"kind": "other"}]})
    on_turn(table, "maren")
    table.play("maren", of(table, "maren", "perform_talk").intent)
    assert [option.label for option in options(table, "maren") if option.key == "change_drop"] == ["1. other"]
