"""What strangers would learn of scenarios is kept beside them, wherever a project has these; and a declaration that is
taken away changes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.conformance.fights import SYSTEMS
from server.conformance.strangers.__main__ import main
from server.conformance.strangers.scenarios import folders, of_system, played
from server.conformance.strangers.supposed import digest
from server.conformance.strangers.test_strangers import test_strangers_would_learn_the_same_of_every_scenario as suite
from tests.secrecy.leaks.planted import Leak, planted

ROOT = Path(__file__).parents[2]
LEAKS = (Leak("ambersteel", "StaminaRefunded", "sp"), Leak("tirakan", "HitsInflicted", "target"))
STRIKE = (ROOT / "tests" / "skirmish" / "scenarios" / "strike.toml").read_text("utf-8")
TABLE = (ROOT / "tests" / "skirmish" / "scenarios" / "_table.toml").read_text("utf-8")


@pytest.mark.parametrize("leak", LEAKS, ids=str)
def test_what_is_told_besides_is_noticed(leak: Leak) -> None:
    """Of a closed sheet, and of somebody hidden, by a declaration that is taken away."""
    system = SYSTEMS[leak.system]
    own = [played(each.scenario) for each in of_system(leak.system) if leak.kind in each.file.read_text("utf-8")]
    usual = [digest(system, fight) for fight in own]
    with planted(leak, system):
        assert [digest(system, fight) for fight in own] != usual


# --- a project of somebody else's ------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Its folder, with scenarios of a system where the guide says."""
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "strike.toml").write_text(STRIKE, "utf-8")
    (tmp_path / "scenarios" / "_table.toml").write_text(TABLE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_scenarios_of_which_nothing_is_kept_fail_until_it_is_written_down(project: Path) -> None:
    """And the failure says how."""
    with pytest.raises(
        AssertionError, match=r"is not written down[^§]*python -m server.conformance.strangers skirmish"
    ):
        suite("skirmish")
    assert main(["skirmish"]) == 0
    suite("skirmish")


def test_what_changes_is_written_down_only_on_purpose(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Writing down what is new does not take a leak for right."""
    system, leak = SYSTEMS["skirmish"], Leak("skirmish", "Struck", "target")
    kept = project / "scenarios" / "skirmish-strangers.txt"
    main(["skirmish"])
    usual = kept.read_text("utf-8")
    with planted(leak, system):
        with pytest.raises(AssertionError, match="has changed: strike: "):
            suite("skirmish")
        assert main(["skirmish"]) == 1
        assert "skirmish-strangers.txt: has changed: strike: " in capsys.readouterr().out
        assert kept.read_text("utf-8") == usual
        assert main(["skirmish", "--anew"]) == 0
        assert kept.read_text("utf-8") != usual


def test_a_scenario_that_is_no_more_is_struck_out(project: Path) -> None:
    """Else its line would stand for nothing."""
    main(["skirmish"])
    (project / "scenarios" / "strike.toml").unlink()
    (project / "scenarios" / "other.toml").write_text(STRIKE, "utf-8")
    with pytest.raises(AssertionError, match="is no more: strike: "):
        suite("skirmish")
    main(["skirmish"])
    suite("skirmish")


def test_a_system_without_scenarios_here_is_passed_over_with_a_word(project: Path) -> None:
    """A distribution holds no scenarios: those of other systems are not where the author's are."""
    with pytest.raises(pytest.skip.Exception, match=r"no scenario of tirakan here.*tool\.fray\.scenarios"):
        suite("tirakan")


def test_what_strangers_learn_can_be_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To compare two revisions: digests say only that there is a difference."""
    main(["skirmish", "--print", "strike: "])
    printed = capsys.readouterr().out
    assert '"type":"Struck"' in printed
    assert '"target":"unseen"' in printed


def test_the_folders_of_scenarios_stand_in_the_next_pyproject(project: Path) -> None:
    """From wherever in the project the suite is started; one that is not there is a mistake."""
    below = project / "scenarios" / "below"
    below.mkdir()
    assert folders(below) == [project / "scenarios"]
    file = project / "pyproject.toml"
    file.write_text('[tool.fray]\nscenarios = ["scenarios/below"]\n', "utf-8")
    assert folders(project) == [below]
    file.write_text('[tool.fray]\nscenarios = ["elsewhere"]\n', "utf-8")
    with pytest.raises(AssertionError, match=r"tool\.fray\.scenarios names no folder: elsewhere"):
        folders(project)
