"""What the documentation names is there: places in the code, files, headings, rooms and the order of their layers.

Reads files only; nothing of the code is imported.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = {".venv", "node_modules", "static", ".git", ".data", "dist"}
"""Folders that are built or fetched."""

PLACE = re.compile(r"`([\w./-]+\.py):([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)`")
"""`path/file.py:Name`, `path/file.py:Class.method`."""
FILE = re.compile(r"`([\w.-]+(?:/[\w.-]+)+\.(?:py|ts|tsx|lua|toml|md|json|c))`")
"""A file of the repository by its whole path, in backticks."""
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)


def pages(root: Path = ROOT) -> list[Path]:
    """All pages for people: those of `docs` and of the top folder, and every README."""
    found = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("**/README.md")]
    return sorted({page for page in found if not LEFT_OUT & set(page.relative_to(root).parts)})


# --- names in a module -----------------------------------------------------------------------------------------------


@cache
def names_in(file: Path) -> frozenset[str]:
    """What a module declares: `Name`, `Class.method`, `Class.field`."""
    return frozenset(declared(ast.parse(file.read_text("utf-8")).body))


def declared(body: list[ast.stmt], above: str = "") -> Iterator[str]:
    """The names that these statements bind; of a class also those inside, and what its methods set on `self`."""
    for node in body:
        match node:
            case ast.ClassDef(name=name):
                yield above + name
                yield from declared(node.body, f"{above}{name}.")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield above + name
                if above:
                    yield from (above + field for field in set_on_self(node))
            case ast.Assign(targets=targets):
                yield from (above + each.id for each in targets if isinstance(each, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield above + name
            case _:
                pass


def set_on_self(method: ast.AST) -> Iterator[str]:
    """The fields that a method gives its object."""
    for node in ast.walk(method):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=field, ctx=ast.Store()):
                yield field
            case _:
                pass


# --- what a page names -----------------------------------------------------------------------------------------------


def wrong_places(text: str, root: Path) -> list[str]:
    """The places that are not there: no such file, or no such name in it."""
    found = PLACE.findall(text)
    return [f"{file}:{name}" for file, name in found if not is_place(root / file, name)]


def is_place(file: Path, name: str) -> bool:
    """Does the module declare this name?"""
    return file.is_file() and name in names_in(file)


def wrong_files(text: str, root: Path) -> list[str]:
    """The files that are named by their whole path and are not there. Fenced blocks show other people's files."""
    named = FILE.findall(FENCED.sub("", text))
    return [file for file in named if (root / file.split("/")[0]).is_dir() and not (root / file).is_file()]


def wrong_links(page: Path, text: str) -> list[str]:
    """The relative links that lead to no file, or to no heading of a page."""
    links = [link for link in LINK.findall(FENCED.sub("", text)) if not re.match(r"\w+:", link)]
    return [link for link in links if not leads(page, link)]


def leads(page: Path, link: str) -> bool:
    """Is there such a file, and has it such a heading?"""
    file, _, heading = link.partition("#")
    target = page.parent / file if file else page
    if not target.exists():
        return False
    return not heading or (target.is_file() and heading in headings(target.read_text("utf-8")))


def headings(text: str) -> set[str]:
    """The anchors of a page's headings, as hosting pages make them."""
    plain = (re.sub(r"[^\w\- ]", "", title.lower()) for title in HEADING.findall(FENCED.sub("", text)))
    return {title.replace(" ", "-") for title in plain}


def checked(page: Path, root: Path = ROOT) -> list[str]:
    """All that is wrong with a page."""
    text = page.read_text("utf-8")
    return [*wrong_places(text, root), *wrong_files(text, root), *wrong_links(page, text)]


@pytest.mark.parametrize("page", [str(page.relative_to(ROOT)) for page in pages()])
def test_all_that_a_page_names_is_there(page: str) -> None:
    """Whoever moves or renames something mends the pages that name it."""
    assert checked(ROOT / page) == []


def test_the_line_of_an_intent_is_told_with_its_places() -> None:
    """The page would pass without naming anything, too."""
    assert len(set(PLACE.findall((ROOT / "docs/architecture.md").read_text("utf-8")))) > 50


def test_what_is_not_there_is_noticed(tmp_path: Path) -> None:
    """Each kind of slip once."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a/b.py").write_text("X: int = 1\nclass C:\n    y = 2\n    def f(self): self.z = 3\ndef g(): h = 4\n")
    page = tmp_path / "page.md"
    page.write_text("# One, two\n`a/b.py:X` `a/b.py:C.f` `a/b.py:C.y` `a/b.py:C.z` [t](#one-two) [b](a/b.py)")
    assert checked(page, tmp_path) == []
    page.write_text("`a/b.py:h` `a/b.py:C.g` `a/c.py:X` `a/d.py` [t](#three) [b](a/e.py)\n```\n[x](y)\n```\n")
    assert checked(page, tmp_path) == ["a/b.py:h", "a/b.py:C.g", "a/c.py:X", "a/d.py", "#three", "a/e.py"]


# --- the rooms -------------------------------------------------------------------------------------------------------


def block_after(comment: str) -> list[str]:
    """The lines of the indented block that follows a comment of the architecture page."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8").split(f"<!-- {comment}:", 1)[1].split("-->", 1)[1]
    block = text.strip("\n").split("\n\n", 1)[0]
    return [line[4:] for line in block.splitlines()]


def rooms_on_page() -> list[str]:
    """The folders of `server` that the picture shows."""
    inside = (re.match(r"  (\w+)/ ", line) for line in block_after("rooms"))
    return [room[1] for room in inside if room]


def test_the_picture_shows_every_room_and_no_other() -> None:
    """A folder of `server` with modules in it is a room."""
    on_disk = {file.parent.name for file in (ROOT / "server").glob("*/*.py")}
    assert sorted(rooms_on_page()) == sorted(on_disk)


MOST_FILES = 20
KINDS = {".py", ".ts", ".tsx"}


def test_no_room_is_so_full_that_nobody_sees_what_is_in_it() -> None:
    """Modules of one folder, in what server and client are made of."""
    modules = [file for room in ("server", "protocol", "client_demo") for file in (ROOT / room).rglob("*.*")]
    counts = Counter(
        file.parent.relative_to(ROOT) for file in modules if file.suffix in KINDS and not left_out(file.parent)
    )
    assert {folder: count for folder, count in counts.items() if count > MOST_FILES} == {}


def left_out(folder: Path) -> bool:
    """Is it built or fetched?"""
    return bool(LEFT_OUT & set(folder.relative_to(ROOT).parts))


def layers_on_page() -> list[set[str]]:
    """The order that the page tells, highest first."""
    return [set(layer.split(" | ")) for layer in " ".join(block_after("layers")).split(" > ")]


def layers_of(contract: Mapping[str, list[str]]) -> list[set[str]]:
    """The order of an import contract, highest first."""
    return [{name.removeprefix("server.") for name in layer.split(" | ")} for layer in contract["layers"]]


def test_the_layers_are_those_of_the_contract() -> None:
    """What the page says of imports is what `make lint` checks."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    contract = next(each for each in contracts if each["type"] == "layers")
    assert [layer for layer in layers_of(contract) if layer != {"__main__"}] == layers_on_page()
