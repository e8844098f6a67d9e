"""Dice spent on rolls (T-DICE-6): the answer may be secret, what comes of it is seen with the roll; its numbers are
terms."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from server.core.history import amend
from server.core.ids import Position
from server.core.intents import Amend, Edit, Show, TermEdit
from server.core.view import builtins
from server.rules.tirakan.words.sums import SUMS
from tests.rules.tirakan.cast import Fight, kinds, only


def shot(hidden: bool = True, **ilva: Any) -> Fight:
    """Ilva shoots at Hagen, from a place that only the GM knows of, or in the open; nobody has answered yet."""
    fight = Fight(
        "ilva", "hagen", "sela", players=["hagen", "sela"], hidden=["ilva"] if hidden else [], sheets={"ilva": ilva},
        dice_in_rolls=True,
    ).start()  # fmt: skip
    if hidden:
        fight.do("hide", who="ilva", seen_by=["sela"])
    fight.dice(hit_ilva=[2, 2], hit__bonus__0_ilva=[6, 4, 5]).do("attack", who="ilva", target="hagen")
    return fight


def sight(fight: Fight, audience: str) -> str:
    """The whole view, to compare."""
    return json.dumps(builtins(fight.table.view(audience)), sort_keys=True)


def test_the_answer_of_somebody_hidden_shows_nothing_to_anybody_else() -> None:
    """Neither Hagen, who does not see Ilva, nor Sela, who does, learns that there is an answer."""
    fight = shot(bonus_dice=3)
    blind = ("seat:hagen", "seat:sela", "public")
    before = {audience: sight(fight, audience) for audience in blind}
    fight.do("improve_roll", who="ilva", bonus=2, goes_on=False)
    assert list(fight.table.timeline.commits[-1].told) == ["gm"]
    assert {audience: sight(fight, audience) for audience in blind} == before


def test_what_comes_of_it_is_told_to_all_who_see_the_roll() -> None:
    """The target reads it of somebody unseen; nobody's dice are spent before."""
    fight = shot(bonus_dice=3)
    fight.do("improve_roll", who="ilva", bonus=2, goes_on=False)
    assert fight.one("ilva").bonus_dice == 3
    fight.table.go_on()
    heard = [event for commit in fight.table.timeline.commits[-2:] for event in commit.told_to("seat:hagen")]
    improved = only(heard, "RollImproved")
    assert (improved.who, improved.target, improved.dice[-2:]) == ("unseen", "hagen", ((6, 4), (5,)))
    assert (improved.M, improved.terms) == (0, ())
    assert "ilva" not in repr(heard)
    assert fight.table.view("seat:hagen").act["faces"][-2:] == ["6 4", "5"]
    assert fight.one("ilva").bonus_dice == 1


def test_what_comes_of_a_throw_at_somebody_is_told_to_all_who_see_it_come() -> None:
    """Hagen reads how well somebody unseen throws something at him: nobody knows of that untold."""
    fight = Fight(
        "ilva", "hagen", players=["hagen"], hidden=["ilva"],
        sheets={"ilva": {"throwing": 3, "bonus_dice": 1}}, dice_in_rolls=True,
    ).start()  # fmt: skip
    fight.dice(throw_ilva=[6, 1, 2], throw__bonus__0_ilva=[6, 4])
    fight.do("throw_object", who="ilva", target="hagen", text="a net")
    fight.do("improve_roll", who="ilva", bonus=1, goes_on=False)
    (improving, *_) = fight.table.go_on()
    heard = improving.told_to("seat:hagen")
    improved = only(heard, "RollImproved")
    assert (improved.who, improved.target, improved.successes, improved.M) == ("unseen", "hagen", 2, 0)
    assert "ilva" not in repr(heard)


def test_what_is_gone_before_the_dice_fall_is_not_spent() -> None:
    """The GM takes bonus dice away between a secret answer and what comes of it."""
    fight = shot(bonus_dice=3)
    fight.do("improve_roll", who="ilva", bonus=2, goes_on=False)
    fight.do("gm_set", who="ilva", value_of="bonus_dice", value=1, goes_on=False)
    thrown = only([event for commit in fight.table.go_on() for event in commit.events], "RollImproved")
    assert (thrown.bonus, fight.one("ilva").bonus_dice) == (1, 0)


def story(fight: Fight) -> list[str]:
    """All that Hagen was told and sees, with ids renamed."""
    found = [msgspec.to_builtins(commit.told_to("seat:hagen")) for commit in fight.table.timeline.commits]
    text = json.dumps([heard for heard in found if heard]) + sight(fight, "seat:hagen")
    names: dict[str, str] = {}
    text = re.sub(r'"(opened_)?at": \d+', "", text)
    return [re.sub(r"[0-9a-f]{32}", lambda match: names.setdefault(match[0], f"<{len(names)}>"), text)]


def test_two_worlds_that_differ_in_the_dice_of_somebody_hidden_look_the_same() -> None:
    """Who keeps the roll might as well have no dice."""
    without, keeping = shot(), shot(bonus_dice=3)
    keeping.do("keep_roll", who="ilva")
    assert story(without) == story(keeping)


def test_in_the_open_the_answer_and_the_roll_are_one_commit() -> None:
    """Everybody sees who is asked."""
    fight = shot(hidden=False, bonus_dice=2)
    fight.do("improve_roll", who="ilva", bonus=2, goes_on=False)
    assert kinds(fight.table.timeline.commits[-1].told_to("seat:hagen"))[:3] == [
        "ImprovementChosen", "DecisionClosed", "RollImproved",
    ]  # fmt: skip


# --- numbers ---------------------------------------------------------------------------------------------------------


def parried() -> tuple[Fight, Position]:
    """Hagen parries a critical hit with 6 + 4, critical from 10 by the GM's word; and where that is amended."""
    fight = Fight("robber", "hagen", players=["hagen"], sheets={"hagen": {"bonus_dice": 1}}, dice_in_rolls=True).start()
    fight.dice(hit_robber=[6, 5]).do("attack", who="robber", target="hagen")
    fight.dice(parry_hagen=[6, 4]).react("hagen", "parry")
    at = Position(fight.table.timeline.version)
    fight.do("improve_roll", who="hagen", bonus=1)
    return fight, at


def confirm(fight: Fight, target: Position, edit: Edit) -> None:
    """The amendment, previewed and confirmed."""
    seen = amend.preview(fight.table.timeline, target, (edit,))
    fight.table.submit("gm", Amend(target=target, edits=(edit,), digest=seen.digest))


def improved(fight: Fight) -> Any:
    """The last improvement of the line in force."""
    amended: Any = fight.table.timeline.commits[-1].events[-1]
    steps = amended.steps
    return only([event for step in steps for event in step.events], "RollImproved")


def test_an_amended_threshold_of_a_parry_outlives_its_improvement() -> None:
    """T-PARRY-4: critical from 10 instead of 11 is carried in the roll."""
    fight, at = parried()
    assert fight.one("hagen").wounds == 1
    confirm(fight, at, Edit(at=at, terms=(TermEdit("parry", "hagen", "critical", 10),)))
    assert (improved(fight).K, improved(fight).N, improved(fight).C) == (10, 0, 1)
    assert fight.one("hagen").wounds == 0


def test_each_number_of_an_improvement_can_be_amended() -> None:
    """The dice that are added and what a destiny die needs are terms with their rule, and the event adds up."""
    fight = Fight("ilva", "hagen", sheets={"ilva": {"destiny_dice": 2, "bonus_dice": 1}}, dice_in_rolls=True).start()
    fight.dice(hit__destiny__0_ilva=[3, 4]).do("attack", who="ilva", target="hagen")
    at = Position(fight.table.timeline.version + 1)
    first = only(fight.do("improve_roll", who="ilva", destiny=2, goes_on=False), "RollImproved")
    assert {term.key: term.value for term in first.terms} == {
        "bonus_dice": 0, "destiny_dice": 2, "minimum": 5, "gm": 0, "critical": 11, "destiny_from": 4,
    }  # fmt: skip
    assert {term.rule for term in first.terms} == {"T-DICE-6", "gm"}
    assert (first.successes, SUMS[type(first)](first)) == (1, True)
    confirm(fight, at, Edit(at=at, terms=(TermEdit("hit.improve.0", "ilva", "destiny_from", 3),)))
    again = improved(fight)
    assert (again.successes, again.F, SUMS[type(again)](again)) == (2, 3, True)
    assert not SUMS[type(again)](msgspec.structs.replace(again, F=4))


# --- circumstances ---------------------------------------------------------------------------------------------------


def test_from_behind_is_told_of_an_unseen_attacker() -> None:
    """The one who is shot at reads why no dodge will serve; not what else the GM ruled on the shot."""
    fight = Fight("ilva", "hagen", players=["hagen"], hidden=["ilva"]).start()
    fight.dice(hit_ilva=[5, 5]).do("attack", who="ilva", target="hagen", goes_on=False)
    fight.do("gm_set_attack", from_behind=True, cover=5, goes_on=False)
    ruled = only(fight.table.timeline.commits[-1].told_to("seat:hagen"), "GMRuled")
    assert (ruled.from_behind, ruled.subject, ruled.cover) == (True, "hagen", None)
    assert fight.table.view("seat:hagen").act["circumstances"] == ["from_behind"]


def test_other_rulings_on_an_unseen_attack_are_the_gms() -> None:
    """Nothing of it is shown, so nothing is told."""
    fight = Fight("ilva", "hagen", players=["hagen"], hidden=["ilva"]).start()
    fight.dice(hit_ilva=[5, 5]).do("attack", who="ilva", target="hagen", goes_on=False)
    before = sight(fight, "seat:hagen")
    fight.do("gm_set_attack", cover=5, goes_on=False)
    assert fight.table.timeline.commits[-1].told_to("seat:hagen") == []
    assert sight(fight, "seat:hagen") == before


def test_a_secret_question_for_the_distance_is_answered_without_a_sign() -> None:
    """T-RANGE-4: what is ruled by the way is told by itself."""
    fight = Fight("ilva", "hagen", players=["hagen"], hidden=["ilva"], map=False).start()
    fight.do("attack", who="ilva", target="hagen", goes_on=False)
    assert fight.question == "distance"
    before = sight(fight, "seat:hagen")
    fight.do("gm_set_attack", distance_cm=500, from_behind=True, goes_on=False)
    heard: list[Any] = fight.table.timeline.commits[-1].told_to("seat:hagen")
    assert [(event.decision, event.distance_cm, event.from_behind) for event in heard] == [("", None, True)]
    assert sight(fight, "seat:hagen") != before


def test_a_hidden_characters_armour_works_unseen() -> None:
    """T-PROT-5: an answer to a secret question shows nothing, though the sheet is open; the wounds do."""
    armour = {"mail": {"name": "Mail", "protection": ["N"]}}
    fight = Fight(
        "robber", "hagen", "sela", "ilva", players=["hagen", "sela", "ilva"], sheets={"hagen": {"armour": armour}}
    ).start()  # fmt: skip
    fight.do("hide", seat="gm", who="hagen", seen_by=["ilva"])
    fight.dice(hit_robber=[5, 5]).do("attack", who="robber", target="hagen")
    while fight.question == "reaction":
        fight.passes(*fight.asked)
    assert (fight.question, fight.asked) == ("protection", ["hagen"])
    before = [sight(fight, audience) for audience in ("seat:sela", "seat:ilva")]
    fight.do("use_protection", who="hagen", stops=[{"unit": "mail/1", "hit": "h1"}], goes_on=False)
    assert fight.table.timeline.commits[-1].told_to("seat:sela") == []
    assert [sight(fight, audience) for audience in ("seat:sela", "seat:ilva")] == before
    assert fight.table.view("seat:hagen").combatants["hagen"].tracks["pool"].value == 0
    fight.table.submit("gm", Show(who="hagen"))
    assert '"hagen"' in sight(fight, "seat:sela")
