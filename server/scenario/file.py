"""The form of scenario files: reading them, laying the shared parts under each scenario. Plays and judges nothing.

The format is described for people in `tests/scenarios/README.md`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from server.core.create import EncounterSpec
from server.core.intents import Die, TermEdit
from server.core.system import System
from server.encounter.file import BadFile, converted, encounter, system_of

SHARED = ("include", "with", "scenario", "cast", "before")
"""What a file says beside its scenarios; everything else at the top is laid under each scenario."""


class AnswerFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The GM's answer to a question that arises in an amendment. `decision`: its id without the act; `step`: the
    label of a step of the act that asks (default: the amended one)."""

    decision: str
    who: str
    intent: dict[str, Any]
    step: str = ""


class EditFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One change of an amendment. `part`: which commit of the step, from 1 (the intent itself; then the server's
    continues)."""

    step: str
    part: int = 1
    faces: list[Die] = []
    terms: list[TermEdit] = []
    intent: dict[str, Any] | None = None
    strike: bool = False


class AmendFile(EditFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An amendment: its target with its edit, edits of later steps in `also`, answers to new questions."""

    also: list[EditFile] = []
    answers: list[AnswerFile] = []


class StepFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step: a deed (at most one of do, set, rewind, redo, amend, timeout) and what must come of it."""

    label: str = ""
    by: str = ""
    do: dict[str, Any] | None = None
    set: list[dict[str, Any]] = []
    rewind: int | str | None = None
    redo: bool = False
    amend: AmendFile | None = None
    timeout: bool = False
    dice: list[int] | dict[str, list[int]] = []
    decision: str = ""
    seen: str = ""
    goes_on: bool = msgspec.field(default=True, name="continue")
    told_to: str = ""
    expect: list[dict[str, Any]] = []
    expect_only: bool = False
    never: list[dict[str, Any]] = []
    outcomes: list[str] | None = None
    say: dict[str, str] = {}
    """Of a tutorial: what the learner is told, by language."""
    until: list[dict[str, Any]] = []
    """The events of which one must come; a tutorial waits for it."""
    refused: str = ""
    detail: dict[str, Any] = {}
    state: dict[str, Any] = {}


class ScenarioFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario with everything laid under it."""

    title: str
    system: str
    rules: list[str]
    options: dict[str, Any] = {}
    table: dict[str, Any] = {}
    seats: dict[str, Any] = {}
    combatants: dict[str, Any] = {}
    alias: dict[str, str] = {}
    steps: list[StepFile]


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario that can be played."""

    title: str
    system: System
    spec: EncounterSpec
    rules: tuple[str, ...]
    alias: dict[str, str]
    steps: tuple[StepFile, ...]


def scenario_files(paths: list[Path]) -> list[Path]:
    """The scenario files among these paths and in these folders, but for those that are only there to be included."""
    found: list[Path] = []
    for path in paths:
        found += [file for file in sorted(path.rglob("*.toml")) if not _is_part(file)] if path.is_dir() else [path]
    return found


def _is_part(path: Path) -> bool:
    return path.name.startswith("_")


def load(path: Path, systems: Mapping[str, System], only: str | None = None) -> list[Scenario]:
    """All scenarios of a file, or only those of this system: to check an encounter takes longer than to read it. Raises
    BadFile."""
    if _is_part(path):
        raise BadFile(str(path), "", "a file whose name begins with `_` is only included by others: name one of those")
    wanted = (raw for raw in _scenarios(_read(path)) if only is None or raw.get("system", only) == only)
    return [_scenario(raw, str(path), systems) for raw in wanted]


def parsed(text: str, file: str, systems: Mapping[str, System]) -> Scenario:
    """The one scenario that a TOML text describes; `file` names it in messages. Raises BadFile."""
    try:
        return _scenario(tomllib.loads(text), file, systems)
    except tomllib.TOMLDecodeError as error:
        raise BadFile(file, "", str(error)) from error


def _read(path: Path) -> dict[str, Any]:
    """The file as TOML, laid over the one that it includes."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadFile(str(path), "", str(error)) from error
    included = raw.pop("include", None)
    return raw if included is None else laid_over(_read(path.parent / str(included)), raw)


def laid_over(under: Any, over: Any) -> Any:
    """`over` on top of `under`: tables are joined, everything else is replaced whole."""
    if not isinstance(under, dict) or not isinstance(over, dict):
        return over
    return {**under, **{key: laid_over(under.get(key), value) for key, value in over.items()}}


def _scenarios(raw: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each scenario of the file, once with each table of `with`."""
    base = {key: value for key, value in raw.items() if key not in SHARED}
    for own in raw.get("scenario", [{}]):
        of = {**raw, **own}
        mine = {key: value for key, value in own.items() if key not in SHARED}
        for world in of.get("with") or [{}]:
            whole = laid_over(laid_over(base, mine), world)
            titles = [part.get("title", "") for part in (base, mine, world)]
            whole["title"] = ": ".join(title for title in titles if title)
            whole["rules"] = [*base.get("rules", []), *mine.get("rules", [])]
            whole["steps"] = [*of.get("before", []), *whole.get("steps", [])]
            combatants = whole.get("combatants", {})
            whole["combatants"] = {who: _cast(each, raw.get("cast", {})) for who, each in combatants.items()}
            yield whole


def _cast(combatant: Any, cast: Any) -> Any:
    """A combatant laid over the member of the cast that it is `like`."""
    if not isinstance(combatant, dict) or "like" not in combatant:
        return combatant
    own = {key: value for key, value in combatant.items() if key != "like"}
    return laid_over(cast.get(combatant["like"], {}), own)


def _scenario(raw: dict[str, Any], path: str, systems: Mapping[str, System]) -> Scenario:
    read: ScenarioFile = converted(raw, ScenarioFile, path)
    system = system_of(read.system, path, systems)
    unknown = sorted(set(read.rules) - set(system.rules)) if system.rules else []
    if unknown:
        raise BadFile(path, "rules", f"{system.name} has no rule {', '.join(unknown)}")
    if not read.steps:
        raise BadFile(path, "steps", "a scenario needs at least one step")
    for number, step in enumerate(read.steps, start=1):
        _check_step(step, f"steps[{number - 1}]", path)
    keys = ("title", "system", "options", "table", "seats", "combatants")
    laid = {key: getattr(read, key) for key in keys}
    laid["table"] = {"join": "links", **read.table}  # nobody comes by a code, so a scenario need not tell of its door
    spec = encounter(laid, path, systems)
    return Scenario(
        title=read.title, system=system, spec=spec, rules=tuple(read.rules), alias=read.alias, steps=tuple(read.steps)
    )


EMPTY = StepFile()


def _check_step(step: StepFile, where: str, path: str) -> None:
    if step == EMPTY:
        said = "an empty step does and expects nothing; a scenario without the steps of `before` says `before = []`"
        raise BadFile(path, where, said)
    deeds = [
        step.do is not None,
        bool(step.set),
        step.rewind is not None,
        step.redo,
        step.amend is not None,
        step.timeout,
    ]
    if sum(deeds) > 1:
        raise BadFile(path, where, "a step does one thing: do, set, rewind, redo, amend or timeout")
    if step.refused and (step.dice or step.expect):
        raise BadFile(path, where, "a refused step draws no dice and has no events")
    if step.detail and not step.refused:
        raise BadFile(path, where, "`detail` belongs to `refused`")
    if step.outcomes is not None and step.amend is None:
        raise BadFile(path, where, "`outcomes` belongs to `amend`")
