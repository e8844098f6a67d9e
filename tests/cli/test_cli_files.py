"""The commands on export files, over a real private Redis: export, verify, branch, import, and their exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from server.archive.checkpoints import Checkpoints
from server.archive.export import unpack
from server.archive.signing import KEY_FILE
from server.cli.main import main
from server.encounter.installed import systems
from tests.support.golden_exports import FILES, GOLDEN

GM, ANN = [str(GOLDEN / FILES[audience]) for audience in ("gm", "seat:ann")]


class Shell:
    """Runs commands on one data folder and reads what they print."""

    def __init__(self, data: Path, captured: pytest.CaptureFixture[str]) -> None:
        self.data = data
        self._captured = captured

    def run(self, *words: str | Path, store: bool = True) -> tuple[int, str]:
        """Exit code and output."""
        code = main([*map(str, words), *(("--data", str(self.data)) if store else ())])
        captured = self._captured.readouterr()
        return code, captured.out + captured.err


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    """A data folder of its own."""
    return Shell(tmp_path / "data", capsys)


def tokens(printed: str) -> list[str]:
    """The links' tokens in an output."""
    return re.findall(r"/#(\S+)", printed)


def test_an_encounter_is_laid_exported_verified_branched_and_imported(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a person does on one day, with the links that each step prints."""
    file = tmp_path / "bridge.toml"
    file.write_text(systems()["tirakan"].demo, "utf-8")
    code, printed = shell.run("create", file)
    assert code == 0
    first = tokens(printed)
    code, printed = shell.run("export", "0" * 32)
    assert code == 1
    encounter = printed.split("there are: ")[1].strip()
    monkeypatch.chdir(tmp_path)
    assert shell.run("export", encounter)[0] == 0
    exported = tmp_path / f"Toll-at-the-Bridge.{encounter}.gm.fray"
    code, printed = shell.run("verify", exported, "--json", store=False)
    assert (code, json.loads(printed)["commits"]) == (0, 1)
    code, printed = shell.run("branch", encounter, "--title", "What if")
    assert (code, "What if" in printed) == (0, True)
    branched = tokens(printed)
    code, printed = shell.run("import", exported)
    assert (code, f"{encounter} was not closed" in printed) == (0, True)
    assert not {*first} & {*branched}
    assert not {*branched} & {*tokens(printed)}
    assert shell.run("export", encounter, "--as", "hagen", "-o", exported)[0] == 0
    assert unpack(exported.read_bytes()).audience == "seat:hagen"
    code, printed = shell.run("import", exported)
    assert (code, "only the GM's file" in printed) == (1, True)
    code, printed = shell.run("branch", encounter, "--at", "99")
    assert (code, "There is no position 99" in printed) == (1, True)


def test_an_encounter_laid_by_the_command_names_its_signer(shell: Shell, tmp_path: Path) -> None:
    """So its heads are signed, and its file with the server's key."""
    file, exported = tmp_path / "bridge.toml", tmp_path / "bridge.fray"
    file.write_text(systems()["tirakan"].demo, "utf-8")
    assert shell.run("create", file)[0] == 0
    encounter = shell.run("export", "0" * 32)[1].split("there are: ")[1].strip()
    code, printed = shell.run("export", encounter, "-o", exported)
    assert (code, "not signed" in printed) == (0, False)
    key = Checkpoints(shell.data).key
    assert len(key) == 32
    code, printed = shell.run("verify", exported, "--key", key.hex(), "--json", store=False)
    assert (code, json.loads(printed)["signed"]) == (0, True)


def test_a_file_from_elsewhere_is_exported_without_a_signature(shell: Shell, tmp_path: Path) -> None:
    """Its encounter began under other keys, and names nobody who signs."""
    exported = tmp_path / "again.fray"
    assert shell.run("import", GM)[0] == 0
    code, printed = shell.run("export", unpack(Path(GM).read_bytes()).encounter, "-o", exported)
    assert (code, "did not begin under" in printed) == (0, True)
    assert unpack(exported.read_bytes()).signature is None


def test_a_fight_is_told_in_the_terminal(shell: Shell, tmp_path: Path) -> None:
    """From the log and from a file, as the GM and as a seat; what was taken back later is marked."""
    code, printed = shell.run("replay", GM, store=False)
    assert code == 0
    assert "The game master takes something back: the wrong cup." in printed
    assert "Ann sits down." in printed
    assert any(re.match(r"\s+\d+\s+\d+:\d\d ~ ", line) for line in printed.splitlines())
    assert "Anna is played by Ann." in shell.run("replay", GM, "--as", "ann", "--to", "3", store=False)[1]
    file = tmp_path / "bridge.toml"
    file.write_text(systems()["tirakan"].demo, "utf-8")
    shell.run("create", file)
    encounter = shell.run("export", "0" * 32)[1].split("there are: ")[1].strip()
    code, printed = shell.run("replay", encounter, "--as", "hagen", "--language", "de")
    assert (code, "Hagen" in printed) == (0, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("replay", GM, "--from", "99"), "was told 1 to 39"),
        (("replay", GM, "--from", "9", "--to", "3"), "from 9 to 3"),
        (("replay", GM, "--as", "nobody"), "there are: ann, bob, gm, public"),
        (("replay", ANN, "--as", "bob"), "what ann was told"),
        (("replay", GM, "--pace", "9"), "from 0.5 to 8"),
        (("replay", __file__), "no readable export"),
        (("replay", "0" * 32), "there is no encounter"),
        (("export", "0" * 32), "there is no encounter"),
        (("branch", "0" * 32), "There is nothing with this name"),
        (("import", ANN), "only the GM's file"),
        (("import", __file__), "cannot be imported"),
        (("verify", GM, "--head", "nonsense"), "it should look like"),
        (("verify", GM, "--head", "4:zz"), "no hex digits"),
    ],
)
def test_bad_words_are_answered_with_what_would_be_right(shell: Shell, words: tuple[str, ...], said: str) -> None:
    """Exit code 1 and one sentence."""
    code, printed = shell.run(*words, store=words[0] not in ("verify",))
    assert (code, said in printed) == (1, True), printed


def test_exported_files_are_signed_by_the_data_folder_s_key(shell: Shell, tmp_path: Path) -> None:
    """`verify --key` wants exactly that key; a file signed by another, or by nobody, is refused."""
    file = tmp_path / "bridge.toml"
    file.write_text(systems()["tirakan"].demo, "utf-8")
    shell.run("create", file)
    encounter = shell.run("export", "0" * 32)[1].split("there are: ")[1].strip()
    exported = tmp_path / "bridge.fray"
    shell.run("export", encounter, "-o", exported)
    signature = unpack(exported.read_bytes()).signature
    assert signature is not None
    assert (shell.data / KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert shell.run("verify", exported, "--key", signature.key.hex(), store=False)[0] == 0
    assert shell.run("verify", exported, "--key", "11" * 32, store=False)[0] == 3
    assert shell.run("verify", GM, "--key", signature.key.hex(), store=False)[0] == 3


def test_the_verdict_is_plain(shell: Shell) -> None:
    """What was checked, what could not be, and whose file it is."""
    code, printed = shell.run("verify", GM, store=False)
    assert code == 0
    assert "6 dice recomputed from revealed seeds" in printed
    assert "not signed" in printed
    assert "as ann was told it" in shell.run("verify", ANN, store=False)[1]


@pytest.mark.parametrize(("change", "code"), [("head", 5), ("chain", 2), ("dice", 4), ("format", 6)])
def test_what_is_wrong_has_an_exit_code(shell: Shell, tmp_path: Path, change: str, code: int) -> None:
    """2 chain, 4 dice, 5 head, 6 no export file; the first bad commit is named."""
    file = tmp_path / "changed.fray"
    data = bytearray(Path(GM).read_bytes())
    more: tuple[str, ...] = ()
    if change == "head":
        more = ("--head", f"seat:ann:3:{'ab' * 16}")
    elif change == "chain":
        data[data.index(unpack(bytes(data)).entries[4].body) + 50] ^= 1
    elif change == "dice":
        data = bytearray(next((GOLDEN / "forged").glob("forge_die*")).read_bytes())
    else:
        data = data[:100]
    file.write_bytes(data)
    found, printed = shell.run("verify", file, *more, store=False)
    assert found == code
    assert "DAMAGED" in printed
    assert {"head": "seen at 3", "chain": "entry 5", "dice": "entry 11", "format": ""}[change] in printed


def test_a_head_that_is_none_is_refused(shell: Shell) -> None:
    """With what it should look like."""
    for head in ("ab", "x:y", "3:zz"):
        code, printed = shell.run("verify", GM, "--head", head, store=False)
        assert code == 1
        assert "--head" in printed
