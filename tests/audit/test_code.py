"""What the server's own code never does, read from the code itself: each rule notices a planted breach."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from server.keys.links import SECRET_BYTES

ROOT = Path(__file__).parent.parent.parent
FILES = sorted(path for folder in ("server", "protocol") for path in (ROOT / folder).rglob("*.py"))

DANGEROUS = {"pickle", "marshal", "shelve", "dill", "xml", "yaml", "jinja2", "code", "codeop", "runpy"}
"""They run or rebuild what they read."""
RUN = {"eval", "exec", "compile", "__import__"}
STARTS_PROCESSES = {"workers.py", "binary.py", "embedded.py"}
"""Of our own programs, with arguments in a list."""
ANYBODYS = {"random", "uuid"}
"""Numbers that can be foreseen."""
SPREADS = "listener.py"
"""Lets clients come back at different times; no secret."""
AUTHORS = {"conformance"}
"""A folder of tests for authors of rule systems, which no server reads."""

Rule = Callable[[ast.Module, str], Iterator[str]]


def runs(tree: ast.Module, name: str) -> Iterator[str]:
    """What is evaluated, rebuilt from bytes, or started as a process or in a shell."""
    for module in imported(tree):
        if module.partition(".")[0] in DANGEROUS:
            yield f"{name} imports {module}"
        if module == "subprocess" and name not in STARTS_PROCESSES:
            yield f"{name} imports {module}"
    for call in calls(tree):
        called = ast.unparse(call.func)
        if called in RUN or called in ("os.system", "os.popen") or called.endswith("create_subprocess_shell"):
            yield f"{name} calls {called}"
        if any(keyword.arg == "shell" for keyword in call.keywords):
            yield f"{name} names a shell"


def makes_patterns(tree: ast.Module, name: str) -> Iterator[str]:
    """Regular expressions that are made while the server runs, of more than what is written there."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for call in (call for function in functions for call in calls(function)):
        if ast.unparse(call.func).startswith("re.") and not isinstance(call.args[0], ast.Constant):
            yield f"{name} makes a pattern of {ast.unparse(call.args[0])}"


def foresees(tree: ast.Module, name: str) -> Iterator[str]:
    """Random numbers that can be foreseen."""
    if name != SPREADS:
        yield from (f"{name} imports {module}" for module in imported(tree) if module in ANYBODYS)


def logs_elsewhere(tree: ast.Module, name: str) -> Iterator[str]:
    """Lines of the log that go anywhere but to the error output."""
    yield from (f"{name} imports {module}" for module in imported(tree) if module.startswith(("logging.", "syslog")))
    for call in calls(tree):
        called = ast.unparse(call.func)
        if called.startswith("logging.") and called.endswith("Handler") and called != "logging.StreamHandler":
            yield f"{name} calls {called}"


def imported(tree: ast.Module) -> Iterator[str]:
    """The names of the modules that it imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Every call in it."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


@cache
def trees() -> list[tuple[ast.Module, str]]:
    """The server's own code, read once for all rules."""
    read = [path for path in FILES if AUTHORS.isdisjoint(path.parts)]
    return [(ast.parse(path.read_text("utf-8")), path.name) for path in read]


def breaches(rule: Rule) -> list[str]:
    """Where the code breaks a rule."""
    return [breach for tree, name in trees() for breach in rule(tree, name)]


def test_nothing_is_run_that_came_from_outside() -> None:
    """No evaluating, no unpickling, no shell; processes are started in three places."""
    assert breaches(runs) == []


def test_regular_expressions_are_written_down() -> None:
    """None is made of what somebody sent."""
    assert breaches(makes_patterns) == []


def test_secrets_come_from_the_system_s_random_numbers() -> None:
    """`secrets` alone, and a link's have 128 bits at least."""
    assert breaches(foresees) == []
    assert SECRET_BYTES >= 16


def test_the_log_goes_to_the_error_output_alone() -> None:
    """Where it is kept is the matter of who runs the server."""
    assert breaches(logs_elsewhere) == []


@pytest.mark.parametrize(
    ("rule", "planted"),
    [
        (runs, "eval(text)"), (runs, "import pickle"), (runs, "from xml.etree import ElementTree"),
        (runs, "import subprocess"), (runs, "os.system(name)"), (runs, "run(name, shell=True)"),
        (runs, "await asyncio.create_subprocess_shell(name)"), (makes_patterns, "def f(x):\n  re.search(x, 'y')"),
        (foresees, "import random"), (logs_elsewhere, "logging.FileHandler('x')"),
        (logs_elsewhere, "from logging.handlers import SysLogHandler"),
    ],
)  # fmt: skip
def test_a_planted_breach_is_noticed(rule: Rule, planted: str) -> None:
    """Each by its rule."""
    assert list(rule(ast.parse(planted), "planted.py"))
