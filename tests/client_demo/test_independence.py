"""What others embed stands alone: it imports the standard library, its two packages, and itself."""

import ast
import re
import sys
from pathlib import Path

import pytest

from server.encounter.installed import systems

FOLDER = Path(__file__).resolve().parents[2] / "client_demo"
ALLOWED = {"client_demo", "msgpack", "websockets", *sys.stdlib_module_names}


@pytest.mark.parametrize("name", ["bot", "choice", "client", "connection", "past", "wire"])
def test_client_shares_no_code_with_the_server(name: str) -> None:
    """Neither the server nor the protocol package is imported, so it is a second implementation of the wire."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text("utf-8"))
    plain = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    whole = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {module.partition(".")[0] for module in (*plain, *whole)} <= ALLOWED


def test_choosing_reads_no_clock_and_no_socket() -> None:
    """The choice is pure: what it imports can neither wait nor connect."""
    tree = ast.parse((FOLDER / "choice.py").read_text("utf-8"))
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    whole = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert plain | whole == {"copy", "math", "random", "collections.abc", "typing"}


EXAMPLE = re.compile(r"placeholder=\{.*?\}")
"""What a field shows as long as nothing is written in it."""


def test_the_browser_client_names_no_system() -> None:
    """What it shows of one comes from the one's options, view and catalogue: so it plays those of others, too."""
    names = re.compile(rf"\b({'|'.join([*systems(), 'three_cups', 'toy_two', 'skirmish'])})\b", re.IGNORECASE)
    files = [file for kind in ("*.ts", "*.tsx", "*.css") for file in (FOLDER / "src").rglob(kind)]
    files = [file for file in files if not re.search(r"\.(test|fake|setup)\.", file.name)]
    assert len(files) > 100
    found = {file.name: names.findall(EXAMPLE.sub("", file.read_text("utf-8"))) for file in files}
    assert {name: each for name, each in found.items() if each} == {}
