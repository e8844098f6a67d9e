"""Every scenario of the repository, and the runner itself: a wrong scenario fails and says how."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from skirmish import SYSTEM as SKIRMISH
from three_cups import SYSTEM as THREE_CUPS
from toy_two import SYSTEM as NIGHT_WATCH

from server.core.draft import Draft
from server.core.intents import Intent, Start
from server.core.state import State
from server.core.system import System
from server.core.view import Shown
from server.encounter.installed import systems
from server.scenario.file import load, scenario_files
from server.scenario.report import Report, check_file, render

HERE = Path(__file__).parent.parent / "scenarios"
CUPS = Path(__file__).parent.parent / "three_cups" / "scenarios"
WATCH = Path(__file__).parent.parent / "toy_two" / "scenarios"
FORD = Path(__file__).parent.parent / "skirmish" / "scenarios"
"""The examples are no installed systems, so their scenarios are not where `fray check` looks."""
SYSTEMS = {**systems(), "three_cups": THREE_CUPS, "toy_two": NIGHT_WATCH, "skirmish": SKIRMISH}


def checked(path: Path) -> Report:
    """What `fray check` finds of one file or folder."""
    return Report(tuple(result for file in scenario_files([path]) for result in check_file(file, SYSTEMS)))


@pytest.mark.parametrize(
    "path", scenario_files([HERE, CUPS, WATCH, FORD]), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_scenario(path: Path) -> None:
    """Everything in the file comes out as written."""
    report = checked(path)
    assert report.results
    assert report.failed == 0, "\n" + render(report)


def test_every_rule_of_every_system_has_a_scenario() -> None:
    """Whoever adds a rule adds a scenario that names it; that each passes is shown above."""
    covered = {rule for path in scenario_files([HERE]) for scenario in load(path, SYSTEMS) for rule in scenario.rules}
    for system in systems().values():
        if any(HERE.glob(f"{system.name}/*.toml")):
            assert set(system.rules) - covered == set()


def test_readme_shows_a_scenario_that_passes(tmp_path: Path) -> None:
    """The example for those who write their first one is true."""
    text = (HERE / "README.md").read_text("utf-8")
    example = tmp_path / "example.toml"
    example.write_text(text.split("```toml\n")[1].split("```")[0], "utf-8")
    report = checked(example)
    assert (report.passed, report.failed) == (1, 0), render(report)


# --- the runner ------------------------------------------------------------------------------------------------------

HEAD = """
system = "three_cups"
rules = ["C-STRIKE"]
title = "A duel"
[seats.bob]
[combatants.a]
name = "Anna"
side = "x"
[combatants.b]
name = "Ben"
side = "y"
seat = "bob"
[[steps]]
do = { type = "begin" }
[[steps]]
do = { type = "choose", who = "a", cup = 2 }
"""

STRIKE = """
[[steps]]
label = "strike"
do = { type = "choose", who = "b", cup = 1 }
dice = [4]
"""


def rendered(tmp_path: Path, text: str) -> str:
    """What the runner says about a scenario."""
    path = tmp_path / "duel.toml"
    path.write_text(text, "utf-8")
    return render(checked(path))


def test_passing_scenarios_are_only_counted(tmp_path: Path) -> None:
    """Nothing is said about what came out as written."""
    assert rendered(tmp_path, HEAD + STRIKE) == "1 passed, 0 failed"


def test_wrong_field_is_shown_at_the_nearest_event(tmp_path: Path) -> None:
    """The report names file, step, label, what was expected, what came, the field that differs and the dice."""
    text = rendered(
        tmp_path, HEAD + STRIKE + 'expect = [{ type = "CupsShown" }, { type = "Struck", face = 5, hit = true }]'
    )
    assert "duel.toml: A duel" in text
    assert 'step 3 (strike): do {type = "choose", who = "b", cup = 1}' in text
    assert "expected event 2 of 2 did not come: Struck face = 5, hit = true" in text
    lines = text.splitlines()
    marked = next(k for k, line in enumerate(lines) if line.strip().startswith("! Struck"))
    assert lines[marked + 1].strip() == "face: expected 5, came 4"
    assert any(line.strip().startswith("= CupsShown") for line in lines)
    assert "dice used: round1.strike|a: 4; left: none" in text
    assert lines[-1] == "0 passed, 1 failed"


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        ('expect = [{ type = "Struck" }, { type = "CupsShown" }]', "expected event 2 of 2 did not come: CupsShown"),
        ('expect = [{ type = "Struck" }]\nexpect_only = true', "expected these 1 events and no others, 3 came"),
        ('never = [{ type = "Struck", hit = true }]', "never expected: Struck who"),
        ('state = { "b.hearts" = 2 }', "b.hearts: expected 2, is 3"),
        ("state = { b.hearts = 2, round = 1 }", "b.hearts: expected 2, is 3"),
        ('state = { "b.harts" = 2 }', "b.harts: expected 2, is nothing"),
        ('state = { "b.dazed" = 0 }', "is nothing; a condition that is not there is 0 as b.conditions.dazed"),
        ('state = { "game.strike.face" = true }', "game.strike.face: expected true, is 4"),
        ("state = { asked = [] }", 'asked: expected [], is ["b"]'),
        (
            'told_to = "bob"\nexpect = [{ type = "Struck", terms = [{ key = "x" }] }]',
            "terms:",
        ),
        ('refused = "no_such_cup"', "a refused step draws no dice"),
        ('by = "spectator"', "refused: spectators_watch {}: Spectators can't act."),
        ('decision = "@nowhere"', "no step before this one has the label 'nowhere'"),
    ],
)
def test_what_differs_is_said(tmp_path: Path, extra: str, said: str) -> None:
    """Each kind of expectation can fail, and says how."""
    text = rendered(tmp_path, HEAD + STRIKE + extra)
    assert said in text
    assert text.endswith("0 passed, 1 failed")


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ("[]", "dice are lacking: a rolls a d6 for round1.strike (die 1)"),
        ("[4, 5]", "dice are left: 5"),
        ("[7]", "a rolls a d6 for round1.strike; it can't show 7"),
        ('{ "round1.strike" = [4], other = [1] }', "dice are left: other: 1"),
        ('{ "round1.strike|b" = [4] }', "dice are lacking: a rolls a d6 for round1.strike (die 1)"),
    ],
)
def test_dice_must_fit(tmp_path: Path, dice: str, said: str) -> None:
    """All dice must be used, none may lack, and none is impossible."""
    assert said in rendered(tmp_path, HEAD + STRIKE.replace("[4]", dice))


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (
            'do = { type = "choose", who = "b", cup = 2 }\nrefused = "no_such_cup"',
            "expected the refusal no_such_cup, but it was taken",
        ),
        (
            'do = { type = "choose", who = "b", cup = 9 }\nrefused = "wrong_phase"',
            "expected the refusal wrong_phase, came no_such_cup {cup = 9}",
        ),
        (
            'do = { type = "choose", who = "b", cup = 9 }\nrefused = "no_such_cup"\ndetail = { cup = 8 }',
            "detail.cup: expected 8, came 9",
        ),
        ('do = { type = "choose", who = "b", mug = 1 }', "this is no intent of three_cups"),
        ("rewind = 7", "can't go 7 steps back after 2"),
        ("rewind = 2", "refused: protected_position"),
        ("redo = true", "refused: nothing_to_redo"),
        ("timeout = true", "no clock runs"),
        ('amend = { step = "later" }', "no step before this one has the label 'later'"),
    ],
)
def test_wrong_step_is_said(tmp_path: Path, step: str, said: str) -> None:
    """A deed that does not come out as written, or can't be done at all, is named."""
    assert said in rendered(tmp_path, f"{HEAD}[[steps]]\n{step}")


def rendered_with(tmp_path: Path, system: System) -> str:
    """What the runner says about a scenario of Three Cups with other functions."""
    path = tmp_path / "duel.toml"
    path.write_text(HEAD, "utf-8")
    return render(Report(tuple(check_file(path, {"three_cups": system}))))


def test_system_that_raises_is_a_failure_with_intent_and_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its author reads where it broke: the innermost line of the system, not that of core which it called."""

    def decide(draft: Draft, intent: Intent) -> None:
        def emit(*_: object) -> None:
            raise ValueError("no more events")

        if isinstance(intent, Start):
            monkeypatch.setattr(draft, "emit", emit)
        THREE_CUPS.decide(draft, intent)

    text = rendered_with(tmp_path, replace(THREE_CUPS, decide=decide))
    assert "step 1: do" in text
    assert "three_cups breaks at the intent begin: ValueError: no more events (" in text
    assert re.search(r"three_cups/__init__\.py, line \d+, in decide\)\n +draft\.emit\(Begun\(\)\)", text)
    assert text.endswith("0 passed, 1 failed")


def test_system_that_raises_before_any_intent_is_a_failure(tmp_path: Path) -> None:
    """The step before the first one is that the table is laid; here what it shows can't be made."""

    def show(_state: State, _audience: str) -> Shown:
        raise LookupError("nothing to see")

    text = rendered_with(tmp_path, replace(THREE_CUPS, show=show))
    assert "step 0: lay the table" in text
    assert f"three_cups breaks at laying the table: LookupError: nothing to see ({__file__}, line" in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title =", "Invalid value"),
        (HEAD.replace("C-STRIKE", "C-STRIK"), "rules: three_cups has no rule C-STRIK"),
        (HEAD.replace('"three_cups"', '"four_cups"'), "system: got 'four_cups'; allowed are"),
        (HEAD.replace('side = "x"', 'site = "x"'), "combatants.a: "),
        (
            HEAD.replace('side = "x"', 'side = "x"\nsheet = { hearts = "3" }'),
            "combatants.a.sheet.hearts: Expected `int`, got `str`, got '3'",
        ),
        (HEAD + "\nredo = true", "steps[1]: a step does one thing"),
        (HEAD.split("[[steps]]")[0] + "steps = []", "a scenario needs at least one step"),
        (HEAD + "\n[[steps]]", "steps[2]: an empty step does and expects nothing"),
        (HEAD + "\n[[scenario]]\n[[scenario.before]]", "steps[0]: an empty step does and expects nothing"),
        (HEAD + "\nexpects = []", "steps[1]: Object contains unknown field `expects`; allowed are amend, by,"),
        ('include = "_nothing.toml"\n' + HEAD, "No such file"),
    ],
)
def test_file_that_cannot_be_used_is_a_failure(tmp_path: Path, text: str, said: str) -> None:
    """It counts as failed, and says file, place and what would be right."""
    shown = rendered(tmp_path, text)
    assert said in shown
    assert "duel.toml" in shown or "_nothing.toml" in shown
    assert shown.endswith("0 passed, 1 failed")


def test_file_that_is_only_included_is_none_to_check(tmp_path: Path) -> None:
    """Named by hand it is refused; in a folder it is passed over."""
    part = tmp_path / "_part.toml"
    part.write_text(HEAD, "utf-8")
    assert "_part.toml: a file whose name begins with `_`" in render(checked(part))
    assert checked(tmp_path).results == ()


def test_trace_tells_events_dice_and_open_questions_of_each_step(tmp_path: Path) -> None:
    """Also of a scenario that passes: so its author learns the names of rolls and decisions."""
    path = tmp_path / "duel.toml"
    path.write_text(
        HEAD + STRIKE + '[[steps]]\ndo = { type = "choose", who = "b", cup = 1 }\nrefused = "wrong_phase"', "utf-8"
    )
    lines = render(Report(tuple(check_file(path, SYSTEMS, trace=True)))).splitlines()
    assert lines[0].endswith("duel.toml: A duel")
    strike = lines.index('  step 3 (strike): do {type = "choose", who = "b", cup = 1}')
    assert any(line.startswith('    Struck who = "a"') for line in lines[strike:])
    assert "    die round1.strike|a: 4" in lines[strike:]
    assert "    open riposte round1.strike.riposte.b: waits for b" in lines[strike:]
    assert any(line.startswith("    refused: wrong_phase {") for line in lines[strike:])
    assert lines[-1] == "1 passed, 0 failed"


def test_file_may_hold_several_scenarios_in_several_worlds(tmp_path: Path) -> None:
    """What is shared is laid under each scenario, and each runs once with each table of `with`."""
    (tmp_path / "_cast.toml").write_text('[cast.ben]\nname = "Ben"\nside = "y"\nsheet = { hearts = 2 }\n')
    path = tmp_path / "worlds.toml"
    path.write_text("""
include = "_cast.toml"
system = "three_cups"
rules = ["C-CHOOSE"]
title = "Worlds"
[combatants.a]
name = "Anna"
side = "x"
[combatants.b]
like = "ben"
[[with]]
title = "whole"
[[with]]
title = "weary"
combatants.b.sheet.weary = true
[[before]]
do = { type = "begin" }
[[scenario]]
title = "one"
[[scenario.steps]]
state = { "b.hearts" = 2 }
[[scenario]]
title = "two"
rules = ["C-BEAT"]
combatants.b.sheet.hearts = 1
steps = [{ state = { "b.hearts" = 1, "game.sheets.b.weary" = false } }]
""")
    results = list(check_file(path, SYSTEMS))
    assert [(result.title, result.is_passed) for result in results] == [
        ("Worlds: one: whole", True), ("Worlds: one: weary", True),
        ("Worlds: two: whole", True), ("Worlds: two: weary", False),
    ]  # fmt: skip
    assert [result.rules for result in results][::2] == [("C-CHOOSE",), ("C-CHOOSE", "C-BEAT")]


def test_report_says_which_rules_are_covered() -> None:
    """By rule id, the scenarios that passed."""
    covered = checked(CUPS).rules()
    assert set(covered) == set(THREE_CUPS.rules)
