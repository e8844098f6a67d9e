"""Every rule of the chapter is found by its id, in the code and in what proves it."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from server.core.errors import TEXTS as CORE_TEXTS
from server.rules import tirakan
from server.rules.tirakan import SYSTEM
from server.rules.tirakan.state.options import Options
from server.scenario.coverage import coverage
from tests.rules.tirakan.cast import Fight, only

TESTS = Path(__file__).parents[2]
CODE = Path(tirakan.__file__).parent

REAL = {
    "H-05": "react_to_reactions", "H-06": "reaction_timing", "H-09": "move_negates", "H-10": "steal_takes_saved",
    "H-18": "aim_lost_on", "H-20": "cover_stacking", "H-22": "shield_needs_weapon", "H-24": "shield_block_rounding",
    "H-33": "coup_result", "H-34": "deviation_dice", "H-37": "dice_in_rolls",
}  # fmt: skip


def sources() -> str:
    """All code of the system but the list of rules itself."""
    return "\n".join(path.read_text() for path in CODE.rglob("*.py") if path.name != "rules.py")


def test_every_rule_is_covered_by_a_scenario_or_a_test():
    """`fray systems tirakan --rules` ends well."""
    bare = [one.rule for one in coverage(SYSTEM, [TESTS]) if not one.is_covered]
    assert len(SYSTEM.rules) == 188
    assert bare == []


def test_every_rule_is_found_by_its_id_in_the_code():
    """Whoever disputes a number finds the lines that made it."""
    ids = set(re.findall(r"T-[A-Z]+(?:-[A-Z]+)*-\d+", sources()))
    assert set(SYSTEM.rules) - ids == set()
    assert ids - set(SYSTEM.rules) == set()


def test_every_house_rule_is_an_option_or_a_named_constant():
    """H-01 to H-40: eleven are the table's choice, the others stand at their defaults; H-14 is a number."""
    text = (CODE / "state/options.py").read_text()
    named = set(re.findall(r"H-\d\d", text))
    assert {f"H-{k:02}" for k in range(1, 41)} - named == {"H-14"}
    fields = {field.name for field in msgspec.structs.fields(Options)}
    assert fields == {"world", *REAL.values()}


def test_options_are_part_of_the_creation_event():
    """A replay knows by which house rules was played."""
    fight = Fight("hagen", coup_result="dying", deviation_dice="2d6")
    created = only(fight.table.timeline.commits[0].events, "Created")
    assert created.options["coup_result"] == "dying"
    assert created.options["deviation_dice"] == "2d6"
    assert fight.game.options == Options(coup_result="dying", deviation_dice="2d6")


def test_every_refusal_in_the_code_has_a_sentence():
    """No code without a text, and no text that nothing raises."""
    raised = set(re.findall(r'Rejected\(\s*"(\w+)"', sources())) | {"not_an_opponent", "nothing_to_steal"}
    assert raised - set(SYSTEM.texts) - set(CORE_TEXTS) == set()


def test_dice_buy_actions_and_no_successes():
    """T-DICE-6 (H-37 off): a bonus die spent while a roll is on the table leaves the roll as it is."""
    fight = Fight("hagen", "robber", sheets={"hagen": {"bonus_dice": 1}}).start()
    fight.dice(hit_hagen=[5]).do("attack", who="hagen", target="robber")
    before = fight.game.frames[0].strike
    fight.do("spend_bonus_die", who="hagen")
    assert fight.game.frames[0].strike == before
    assert (fight.one("hagen").bonus_dice, fight.one("hagen").actions) == (0, 2)
