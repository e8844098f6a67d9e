"""What spares people questions: a bonus die and the defence that it buys in one answer, protection without asking."""

from __future__ import annotations

from server.core.options import Option
from server.rules.tirakan import SYSTEM
from tests.rules.tirakan.cast import ARMOUR, Fight, only
from tests.rules.tirakan.fights.chooser import offered


def hit(**sheet: object) -> Fight:
    """Hagen, who has nothing left but a bonus die, is hit twice."""
    fight = Fight("hagen", "robber", players=["hagen"], stops="usual", sheets={"hagen": sheet}).start()
    fight.do("gm_set", seat="gm", who="hagen", value_of="actions", value=0)
    fight.do("end_turn", who="hagen")
    fight.dice(hit_robber=[5, 5, 1, 1])
    fight.do("attack", who="robber", target="hagen")
    return fight


def answers(fight: Fight) -> list[Option]:
    found = offered(fight.table, "hagen")
    return [option for option in found if option.answers and option.goal != "end" and not option.reason]


def test_a_bonus_die_and_the_defence_that_it_buys_are_one_answer():
    """T-BONUS-1: whoever would have to spend it first counts as able, is asked, and answers at once."""
    fight = hit(bonus_dice=1)
    assert fight.asked == ["hagen"]
    found = {option.key: option for option in answers(fight)}
    assert found.keys() >= {"dodge", "shield_parry"}
    assert (found["dodge"].cost, found["dodge"].goal, found["dodge"].changes) == ("1 bonus_die", "defend", True)
    events = fight.do(**found["dodge"].intent)
    assert only(events, "BonusDieSpent").left == 0
    assert only(events, "ReactionDeclared").reaction.__class__.__name__ == "Dodge"


def test_nobody_spends_a_die_that_it_does_not_have():
    """Neither without one, nor twice."""
    fight = hit(bonus_dice=1)
    fight.do("declare_reaction", who="hagen", reaction={"type": "dodge"}, bonus=True, goes_on=False)
    assert fight.one("hagen").bonus_dice == 0
    fight = Fight("robber", "hagen", players=["hagen"]).start().dice(hit_robber=[5, 5, 1, 1])
    fight.do("attack", who="robber", target="hagen")
    assert fight.refused("declare_reaction", who="hagen", reaction={"type": "dodge"}, bonus=True) == "no_bonus_die"


def test_a_player_says_how_protection_is_used():
    """T-PROT-5: at the table, not only on the sheet; nobody else is told."""
    for how, wounds in (("max", 0), ("none", 1)):
        fight = Fight("robber", "hagen", players=["hagen"], sheets={"hagen": {"armour": ARMOUR}}).start()
        fight.do("auto_protect", who="hagen", how=how)
        assert set(fight.table.timeline.commits[-1].told) == {"gm", "seat:hagen"}
        fight.dice(hit_robber=[5, 1, 1, 1])
        fight.do("attack", who="robber", target="hagen")
        fight.all_pass()
        assert fight.one("hagen").wounds == wounds


def test_how_protection_is_used_is_offered_where_it_is_asked_for():
    """And in the own turn; with what counts now."""
    fight = Fight("hagen", "robber", players=["hagen"], sheets={"hagen": {"armour": ARMOUR}}).start()
    (option,) = [each for each in offered(fight.table, "hagen") if each.key == "auto_protect"]
    assert option.intent["how"] == "ask"
    fight.do("end_turn", who="hagen")
    assert not [each for each in offered(fight.table, "hagen") if each.key == "auto_protect"]
    fight.dice(hit_robber=[5, 1, 1, 1])
    fight.do("attack", who="robber", target="hagen")
    fight.passes("hagen")
    assert [each.key for each in offered(fight.table, "hagen") if each.group == "free"] == ["auto_protect"]


def test_the_best_use_of_protection_is_one_button() -> None:
    """It says how many of the hits it stops and what that costs, and stops them; the form is offered beside it."""
    armour = {"mail": {"name": "Mail", "protection": ["N", "N"]}}
    fight = Fight("robber", "hagen", players=["hagen"], sheets={"hagen": {"armour": armour}}).start()
    fight.dice(hit_robber=[5, 5, 5, 1]).do("attack", who="robber", target="hagen")
    fight.passes("hagen")
    found = {option.key: option for option in answers(fight)}
    best = found["best_protection"]
    assert (best.params, best.label, best.cost) == ((), "2/3", "2 units")
    assert [param.kind for param in found["use_protection"].params] == ["assign"]
    assert only(fight.do(**best.intent), "ProtectionUsed").stopped == 2


def test_how_protection_is_used_from_now_on_is_not_called_what_using_it_is() -> None:
    """Both are offered at once, in the question and beside it: nothing that is offered twice is called alike."""
    fight = Fight("robber", "hagen", players=["hagen"], sheets={"hagen": {"armour": ARMOUR}}).start()
    fight.dice(hit_robber=[5, 1, 1, 1]).do("attack", who="robber", target="hagen")
    fight.passes("hagen")
    keys = {option.key for option in offered(fight.table, "hagen")}
    assert {"auto_protect", "use_protection"} <= keys
    for labels in SYSTEM.catalog["labels"].values():
        assert len({labels[key] for key in keys}) == len(keys)
