"""Verification: every honest file is intact, every changed one is found and named, by both Python verifiers.

HYPOTHESIS_PROFILE=explore tries some thousand changes; the tests here a few hundred.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from three_cups import SYSTEM

from client_demo import verify as alone
from server.archive.checkpoints import Checkpoints
from server.archive.export import Damaged, excerpt_of, pack, unpack, whole_of
from server.archive.verify import Verdict, Witness, verify
from server.cli.files import EXIT
from server.conformance.storms import entries_of
from server.core.errors import Rejected
from server.core.state import TableOptions
from server.scenario.rehearsal import ENCOUNTER
from tests import mutations
from tests.support.exported import Fight, fought
from tests.support.forgeries import FORGERIES, forged, sealed
from tests.support.golden_exports import FILES, GOLDEN, SIGNED
from tests.table.party import SPEC

SYSTEMS = {"three_cups": SYSTEM}
ALONE = Path(alone.__file__)


class Bad(NamedTuple):
    """What a verifier says of a damaged file."""

    exit: int
    at: int


def by_server(data: bytes, witnesses: tuple[Witness, ...] = ()) -> Verdict | Bad:
    """The server's verdict."""
    try:
        return verify(data, SYSTEMS, witnesses)
    except Damaged as error:
        return Bad(EXIT[error.code], error.version)


def by_itself(data: bytes, seen: tuple[Any, ...] = ()) -> str | Bad:
    """The stand-alone verifier's verdict."""
    try:
        return str(alone.verify(data, seen))
    except alone.Bad as error:
        return Bad(*error.args[:2])


def refused(data: bytes, *exits: int) -> Bad:
    """Both refuse the file for one of these reasons, and name the same entry; which one."""
    server, itself = by_server(data), by_itself(data)
    assert isinstance(server, Bad), "the server's verifier took it"
    assert isinstance(itself, Bad), "the stand-alone verifier took it"
    assert server.exit in exits
    assert itself == server
    return server


@pytest.fixture(params=FILES.values())
def golden(request: pytest.FixtureRequest) -> bytes:
    """Each of the files that every release must verify."""
    data: bytes = (GOLDEN / request.param).read_bytes()
    return data


GM: bytes = (GOLDEN / FILES["gm"]).read_bytes()
ANN: bytes = (GOLDEN / FILES["seat:ann"]).read_bytes()
PLAIN = {"gm": GM, "ann": ANN}


def test_the_golden_files_are_intact(golden: bytes) -> None:
    """Old files stay readable; all their open dice are recomputed."""
    verdict = by_server(golden)
    assert isinstance(verdict, Verdict)
    assert verdict.dice["recomputed"] >= 4
    assert (verdict.title, verdict.closed, verdict.rewinds, verdict.amendments) == ("Cups", True, 1, 1)
    assert str(by_itself(golden)).startswith("intact")


def test_the_gm_s_golden_file_tells_of_undone_dice() -> None:
    """Secret dice are recomputed too, typed and recorded ones counted, draws on lines that were left named."""
    verdict = verify(GM, SYSTEMS)
    assert verdict.dice == {"recomputed": 6, "typed": 1, "recorded": 2}
    assert verdict.undone == {"bob": 3, "secret": 1}
    assert verdict.folded


def test_the_stand_alone_verifier_is_short_and_stands_alone() -> None:
    """Less than 100 lines of code, and nothing of this project in it."""
    source = ALONE.read_text("utf-8")
    body = source.partition('"""\n\n')[2].splitlines()
    assert len([line for line in body if line.strip() and not line.strip().startswith("#")]) < 100
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in imports if isinstance(node, ast.ImportFrom)}
    assert names - set(sys.stdlib_module_names) == {"msgpack"}


def test_the_stand_alone_verifier_runs_from_a_shell(tmp_path: Path) -> None:
    """Outside the project, with an exit code."""
    script = tmp_path / "verify.py"
    script.write_bytes(ALONE.read_bytes())
    file = tmp_path / "cups.fray"
    file.write_bytes(ANN)
    head = unpack(GM).entries[3].hash.hex()
    runs = [
        subprocess.run([sys.executable, "-I", script, file, *more], capture_output=True, text=True, cwd=tmp_path)
        for more in ([], [f"seat:ann:4:{head[:32]}"])
    ]
    assert [run.returncode for run in runs] == [0, 5]
    assert "DAMAGED at entry 4" in runs[1].stdout


# --- changes that leave the hashes as they are -----------------------------------------------------------------------


@given(st.sampled_from(sorted(PLAIN)), st.data())
def test_a_changed_byte_is_found(of: str, draw: st.DataObject) -> None:
    """Wherever it lies: in the header, an entry or the digest."""
    data = PLAIN[of]
    at = draw.draw(st.integers(0, len(data) - 1))
    damaged = bytearray(data)
    damaged[at] ^= draw.draw(st.integers(1, 255))
    assert isinstance(by_server(bytes(damaged)), Bad)
    assert isinstance(by_itself(bytes(damaged)), Bad)


@given(st.sampled_from(sorted(PLAIN)), st.data())
def test_a_changed_entry_is_named(of: str, draw: st.DataObject) -> None:
    """The verdict says which commit or number is the first bad one."""
    data = PLAIN[of]
    row = draw.draw(st.sampled_from(unpack(data).entries))
    part = draw.draw(st.sampled_from([row.hash, row.salt, row.body]))
    at = data.index(row.hash) if part is row.salt else data.index(part)
    at += 34 if part is row.salt else 0
    damaged = bytearray(data)
    damaged[at + draw.draw(st.integers(0, len(part) - 1))] ^= draw.draw(st.integers(1, 255))
    assert refused(bytes(damaged), 2).at == row.version


@given(st.sampled_from(sorted(PLAIN)), st.data())
def test_a_shortened_file_is_found(of: str, draw: st.DataObject) -> None:
    """A file that was not copied to its end is no export."""
    data = PLAIN[of]
    refused(data[: draw.draw(st.integers(0, len(data) - 1))], 6)


@given(st.sampled_from(sorted(PLAIN)), st.sampled_from(["drop", "swap", "double"]), st.data())
def test_entries_out_of_place_are_named(of: str, what: str, draw: st.DataObject) -> None:
    """Dropped, swapped or doubled: the first entry that is out of place is named."""
    data = PLAIN[of]
    content = unpack(data)
    rows = list(content.entries)
    n = draw.draw(st.integers(0, len(rows) - 2))
    if what == "drop":
        del rows[n]
    elif what == "swap":
        rows[n], rows[n + 1] = rows[n + 1], rows[n]
    else:
        rows.insert(n + 1, rows[n])
    changed = msgpack.unpackb(data[:-32])
    changed["entries"] = [[row.version, row.hash, row.salt, row.body] for row in rows]
    assert refused(sealed(changed), 2).at == n + (2 if what == "double" else 1)


# --- changes with every hash and head made anew ----------------------------------------------------------------------


def test_a_forger_s_tools_change_nothing_by_themselves() -> None:
    """Redoing all hashes of an unchanged file gives an intact one: what is found below is found by other means."""
    for data in (GM, ANN):
        again = forged(data, lambda commits: None)
        assert isinstance(by_server(again), Verdict)
        assert isinstance(by_itself(again), str)


@given(st.sampled_from(sorted(PLAIN)), st.sampled_from(FORGERIES), st.integers(0, 50))
def test_a_forgery_with_all_hashes_redone_is_told_by_its_dice(of: str, forge: Any, pick: int) -> None:
    """Seeds, salt, counters and faces hold each other; the first bad entry is named."""
    data = PLAIN[of]
    named: list[int] = []
    found = refused(forged(data, lambda commits: named.append(forge(commits, pick))), 4)
    assert found.at == named[0]


def live(data: bytes, n: int) -> bytes:
    """The head that Ann's client showed at n."""
    head: bytes = msgpack.unpackb(unpack(data).entries[n - 1].body)["told"]["seat:ann"]["head"]
    return head


def test_a_rewrite_with_all_hashes_redone_is_told_by_a_head_seen_live() -> None:
    """What no die depends on is held by witnesses alone."""

    def reword(commits: list[dict[str, Any]]) -> None:
        rewound = next(event for commit in commits for event in commit["events"] if event["type"] == "Rewound")
        rewound["reason"] = "none"

    again = forged(ANN, reword)
    assert isinstance(by_server(again), Verdict)
    last = len(unpack(ANN).entries)
    for file, expected in ((ANN, None), (again, Bad(5, last))):
        found = by_server(file, (Witness("seat:ann", last, live(ANN, last)),))
        assert found == expected or (expected is None and isinstance(found, Verdict))
        itself = by_itself(file, (("seat:ann", last, live(ANN, last)),))
        assert itself == expected or (expected is None and isinstance(itself, str))


@given(st.integers(1, 34))
def test_a_file_rolled_back_is_told_by_a_later_head(n: int) -> None:
    """A shorter history that is whole in itself lacks what was seen live."""
    content = msgpack.unpackb(ANN[:-32])
    content["entries"] = content["entries"][:n]
    shorter = sealed(content)
    assert isinstance(by_server(shorter), Verdict)
    assert by_server(shorter, (Witness(None, n + 1, live(ANN, n + 1)),)) == Bad(5, n + 1)
    assert by_itself(shorter, ((None, n + 1, live(ANN, n + 1)),)) == Bad(5, n + 1)


def test_the_gm_s_file_knows_the_log_s_hash_and_everybody_s_heads() -> None:
    """`N:hash` means the log's version N, `AUDIENCE:N:head` what that audience saw."""
    log = Witness(None, 12, unpack(GM).entries[11].hash)
    assert isinstance(by_server(GM, (log, Witness("seat:ann", 12, live(ANN, 12)))), Verdict)
    assert by_server(GM, (Witness("seat:bob", 12, live(ANN, 12)),)) == Bad(5, 12)


# --- honest files ----------------------------------------------------------------------------------------------------

MOVES = st.lists(
    st.tuples(st.sampled_from(["round", "round", "rewind", "redo", "amend", "show"]), st.integers(0, 26)), max_size=8
)


def random_fight(moves: list[tuple[str, int]], keep_dice: bool) -> Fight:
    """A fight as these moves have it; what is refused is left out."""
    table = Fight(replace(SPEC, table=TableOptions(keep_dice=keep_dice)))
    table.begin()
    for kind, pick in moves:
        try:
            move(table, kind, pick)
        except Rejected:
            continue
    table.play("gm", {"type": "close"})
    return table


def move(table: Fight, kind: str, pick: int) -> None:
    """One of the things that are done at a table."""
    line = [p for p in table.timeline.line() if p.version >= table.state.ledger.begun]
    if kind == "round":
        table.round((pick % 3 + 1, pick // 3 % 3 + 1, pick // 9 + 1), pick % 2 == 0)
    elif kind == "rewind":
        table.play("gm", {"type": "rewind", "to": list(line[pick % len(line)])})
    elif kind == "redo":
        table.play("gm", {"type": "redo"})
    elif kind == "amend":
        table.amend(pick, pick % 6 + 1)
    else:
        table.play("gm", {"type": "show", "who": "c"})


@given(MOVES, st.booleans())
def test_every_honest_export_is_intact(moves: list[tuple[str, int]], keep_dice: bool) -> None:
    """Whatever was played, undone and amended: all dice of the closed encounter are accounted for, for everybody."""
    table = random_fight(moves, keep_dice)
    entries = entries_of(table)
    for content in (
        whole_of(ENCOUNTER, entries, 1),
        *(excerpt_of(ENCOUNTER, entries, audience, 1) for audience in ("public", "seat:ann", "seat:bob")),
    ):
        data = pack(content)
        verdict = verify(data, SYSTEMS)
        assert not verdict.dice.keys() - {"recomputed", "recorded", "typed", *(["kept"] if keep_dice else [])}
        assert isinstance(by_itself(data), str)


def test_the_golden_story_can_still_be_played() -> None:
    """What the script plays for the golden files is what verifies today."""
    verdict = verify(pack(whole_of(ENCOUNTER, entries_of(fought()), 1)), SYSTEMS)
    assert (verdict.rewinds, verdict.amendments, verdict.closed) == (1, 1, True)


@pytest.mark.parametrize("file", sorted((GOLDEN / "forged").glob("*.fray")), ids=lambda file: file.name)
def test_the_forged_files_are_told_by_their_dice(file: Path) -> None:
    """The very files that the browser's verifier refuses."""
    assert refused(file.read_bytes(), 4).at == int(file.name.split(".")[1])


def test_files_of_a_running_server_are_signed_by_its_key(tmp_path: Path) -> None:
    """What comes over the wire bears the signature that `fray export` would give it."""
    content = Checkpoints(tmp_path).sign(replace(unpack(GM), signature=None))
    verdict = verify(pack(content), SYSTEMS)
    assert verdict.signed
    assert content.signature is not None
    assert verify(pack(content), SYSTEMS, (), content.signature.key).signed


def test_the_signed_golden_file_is_taken_with_its_own_key_alone() -> None:
    """It names its key in commit 1 and carries a checkpoint; signed anew with another key both verifiers refuse it."""
    data = (GOLDEN / SIGNED).read_bytes()
    verdict = verify(data, SYSTEMS)
    assert (verdict.signed, verdict.checkpoints) == (True, 1)
    assert str(by_itself(data)).startswith("intact")
    content = unpack(data)
    assert content.signature is not None
    assert refused(pack(replace(content, signature=replace(content.signature, key=b"k" * 32))), 3) == Bad(3, 0)


def test_files_changed_at_random_are_refused_and_the_first_bad_entry_is_named() -> None:
    """A sample; `make mutations` tries ten thousand."""
    kinds, wrongs = mutations.run(150, 3)
    assert wrongs == []
    assert len(kinds) == len(mutations.KINDS)
