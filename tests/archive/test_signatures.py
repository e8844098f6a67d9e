"""Signatures of export files: both Python verifiers check them, the stand-alone one with the standard library alone."""

from __future__ import annotations

import ast
import json
import random
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from client_demo import signatures
from client_demo import verify as alone
from server.archive.export import Damaged
from server.archive.verify import verify
from tests.support.forgeries import sealed
from tests.support.golden_exports import GOLDEN, SIGNED

VECTORS = json.loads((GOLDEN / "ed25519.json").read_text("utf-8"))
FILE = (GOLDEN / SIGNED).read_bytes()


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_vectors_of_the_standard_are_told_apart(vector: dict[str, Any]) -> None:
    """RFC 8032, and the same with a bit changed, a larger s, another text; the browser's verifier reads the same."""
    key, text, signature = [bytes.fromhex(vector[part]) for part in ("key", "text", "signature")]
    assert signatures.is_signed(key, signature, text) == vector["good"]


@given(secret=st.binary(min_size=32, max_size=32), text=st.binary(max_size=200), bit=st.integers(0, 511))
def test_plain_numbers_say_what_the_library_says(secret: bytes, text: bytes, bit: int) -> None:
    """Of any key and text; one bit changed anywhere in the signature is refused."""
    private = Ed25519PrivateKey.from_private_bytes(secret)
    key, signature = private.public_key().public_bytes_raw(), private.sign(text)
    assert signatures.is_signed(key, signature, text)
    changed = bytearray(signature)
    changed[bit // 8] ^= 1 << bit % 8
    assert not signatures.is_signed(key, bytes(changed), text)


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    """The golden signed file with a change and its digest made anew."""
    content = msgpack.unpackb(FILE[:-32])
    change(content)
    return sealed(content)


def refusals(data: bytes) -> list[tuple[Any, ...]]:
    """What each verifier names: code and place."""
    with pytest.raises(Damaged) as server:
        verify(data, {})
    with pytest.raises(alone.Bad) as itself:
        alone.verify(data)
    return [(server.value.code, server.value.version), itself.value.args[:2]]


def test_one_bit_changed_in_the_signature_is_named() -> None:
    """Wherever it is."""
    for bit in range(0, 512, 23):

        def flip(content: dict[str, Any], bit: int = bit) -> None:
            signature = bytearray(content["signature"]["signature"])
            signature[bit // 8] ^= 1 << bit % 8
            content["signature"]["signature"] = bytes(signature)

        assert refusals(changed(flip)) == [("signature", 0), (3, 0)]


def test_a_changed_checkpoint_is_named_with_its_number() -> None:
    """A letter of its signature, or of the hash that is signed; one that is none is refused as well."""
    luck = random.Random(3)
    note = msgpack.unpackb(FILE[:-32])["checkpoint"]
    head, _, tail = note.partition("— fray ")
    for _ in range(12):
        at = luck.randrange(8, len(tail) - 4)
        other = tail[:at] + ("A" if tail[at] != "A" else "B") + tail[at + 1 :]
        data = changed(lambda content, other=other: content.update(checkpoint=f"{head}— fray {other}"))  # type: ignore[misc]
        assert refusals(data) == [("signature", 6), (3, 6)]
    for wrong in ("none", note.replace("fray/", "fray/f", 1), note + note):
        found = refusals(changed(lambda content, wrong=wrong: content.update(checkpoint=wrong)))  # type: ignore[misc]
        assert found == [("signature", 0), (3, 0)]


def test_a_file_that_is_cut_back_is_told_by_its_signature() -> None:
    """Every hash fits, the number of entries that was signed does not."""
    data = changed(lambda content: content["entries"].pop())
    assert refusals(data) == [("signature", 0), (3, 0)]


def test_a_file_cut_back_behind_its_own_checkpoint_is_named() -> None:
    """Also where its signature was taken away: what was signed is not in it."""

    def cut(content: dict[str, Any]) -> None:
        content["entries"].pop()
        del content["signature"]

    assert refusals(changed(cut)) == [("heads", 6), (5, 6)]


def test_the_verifier_runs_under_any_name(tmp_path: Path) -> None:
    """It looks for the second file beside it, whatever it is called itself."""
    script = tmp_path / "check.py"
    shutil.copy(str(alone.__file__), script)
    (tmp_path / "signed.fray").write_bytes(FILE)
    command: list[str | Path] = [sys.executable, "-I", script, tmp_path / "signed.fray"]
    assert b"its signature not checked" in subprocess.run(command, capture_output=True, check=True).stdout
    shutil.copy(str(signatures.__file__), tmp_path / "signatures.py")
    assert b"intact for gm, signed, " in subprocess.run(command, capture_output=True, check=True).stdout


def test_without_the_second_file_the_verifier_says_that_signatures_were_not_checked(tmp_path: Path) -> None:
    """With it, it checks them; both run alone, outside of the project."""
    shutil.copy(str(alone.__file__), tmp_path / "verify.py")
    (tmp_path / "signed.fray").write_bytes(FILE)
    command: list[str | Path] = [sys.executable, "-I", tmp_path / "verify.py", tmp_path / "signed.fray"]
    assert b"its signature not checked" in subprocess.run(command, capture_output=True, check=True).stdout
    shutil.copy(str(signatures.__file__), tmp_path / "signatures.py")
    assert b"intact for gm, signed, " in subprocess.run(command, capture_output=True, check=True).stdout


def test_the_second_file_needs_the_standard_library_alone() -> None:
    """Nothing of this project, no package."""
    nodes = list(ast.walk(ast.parse(Path(str(signatures.__file__)).read_text("utf-8"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module).split(".")[0] for node in nodes if isinstance(node, ast.ImportFrom)}
    assert names <= set(sys.stdlib_module_names)
    assert runpy.run_path(str(signatures.__file__))["is_signed"]
