"""What a browser needs to set up a table of a system: its sample, and every option with its words.

Kinds, defaults and bounds come from the Structs, the words from the catalogues; a test fails where a word is missing.
Options that are no switch, choice or number are set in a file only.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
import msgspec.inspect as mi

from server.core.state import TableOptions
from server.core.system import System
from server.encounter.table_words import TABLE_OPTIONS

LANGUAGES = ("en", "de")

PACE: Mapping[str, Any] = {"stops": "usual", "min_window_s": 1.5}
"""How a table that people make begins: asked is who can still change something, and dice are seen before the game goes
on. A file may say otherwise."""

Words = Mapping[str, tuple[str, str]]
"""Key -> English and German. `name`: what it is called, `name.hint`: one sentence, `name.value`: one of its values."""


class OptionShown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One option of a table. `words`: by language `name`, `hint` and the values' names."""

    key: str
    kind: Literal["switch", "choice", "number"]
    default: bool | str | float | None
    values: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    optional: bool = False
    """May it have no value at all?"""
    words: dict[str, dict[str, str]]


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """One system, as the page that creates encounters shows it. `sample`: an encounter in plain values."""

    system: str
    titles: dict[str, str]
    sample: dict[str, Any] | None
    translated: dict[str, dict[str, Any]] = {}
    """The sample with its names in other languages: names in a log are people's own, and are never translated there."""
    story: dict[str, str] = {}
    """What the sample is about, by language."""
    table: list[OptionShown]
    options: list[OptionShown]
    problems: dict[str, dict[str, str]] = {}
    """By language but English, what is wrong with a sheet: sentences by code, with the names of details in braces."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a tutorial: what the learner is told, by language, and the events of which one ends it; none: it is
    the last."""

    say: dict[str, str]
    until: list[dict[str, Any]]


class Tutorial(msgspec.Struct, frozen=True, kw_only=True):
    """A system's tutorial, as a table and as what is said there.

    `encounter`: in plain values; `translated`: with its names in other languages."""

    encounter: dict[str, Any]
    translated: dict[str, dict[str, Any]]
    steps: list[Lesson]


ENCOUNTER = ("title", "system", "options", "table", "seats", "combatants")
"""What a scenario file and an encounter file have in common."""


def tutorial(system: System) -> Tutorial:
    """The tutorial of a system that has one."""
    raw = tomllib.loads(system.tutorial)
    encounter = _paced({key: raw[key] for key in ENCOUNTER if key in raw})
    said = [step for step in raw["steps"] if "say" in step]
    steps = [Lesson(say=step["say"], until=step.get("until", [])) for step in said]
    return Tutorial(encounter=encounter, translated=_translated(system, encounter), steps=steps)


def setup(system: System) -> Setup:
    """The page's content for one system."""
    sample = _paced(tomllib.loads(system.demo)) if system.demo else None
    return Setup(
        system=system.name,
        titles=dict(system.titles),
        sample=sample,
        translated=_translated(system, sample) if sample else {},
        story=_story(system, sample["title"]) if sample else {},
        table=shown(TableOptions, TABLE_OPTIONS),
        options=shown(system.options_type, system.catalog.get("options", {})),
        problems=system.catalog.get("problems", {}),
    )


def _story(system: System, title: str) -> dict[str, str]:
    stories: Mapping[str, Mapping[str, str]] = system.catalog.get("stories", {})
    return {language: told[title] for language, told in stories.items() if title in told}


def _translated(system: System, encounter: dict[str, Any]) -> dict[str, dict[str, Any]]:
    names: Mapping[str, Mapping[str, str]] = system.catalog.get("names", {})
    return {language: with_names(encounter, called) for language, called in names.items()}


def with_names(value: Any, names: Mapping[str, str]) -> Any:
    """The same with other names, wherever one of them is all of a text."""
    match value:
        case dict():
            return {key: with_names(part, names) for key, part in value.items()}
        case list():
            return [with_names(part, names) for part in value]
        case str():
            return names.get(value, value)
        case _:
            return value


def _paced(sample: dict[str, Any]) -> dict[str, Any]:
    return {**sample, "table": {**PACE, **sample.get("table", {})}}


def shown(kind: type[Any], words: Words) -> list[OptionShown]:
    """The options of a Struct that a form can show, in their order."""
    info = mi.type_info(kind)
    assert isinstance(info, mi.StructType)
    return [option for field in info.fields if (option := _option(field, words)) is not None]


def _option(field: mi.Field, words: Words) -> OptionShown | None:
    type_, optional = _bare(field.type)
    said = _words(field.name, words)
    match type_:
        case mi.BoolType():
            return OptionShown(key=field.name, kind="switch", default=field.default, words=said)
        case mi.LiteralType():
            values = tuple(str(value) for value in type_.values)
            default = None if field.default is msgspec.NODEFAULT else field.default
            return OptionShown(key=field.name, kind="choice", default=default, values=values, words=said)
        case mi.IntType() | mi.FloatType():
            return OptionShown(
                key=field.name,
                kind="number",
                default=field.default,
                least=type_.ge,
                most=type_.le,
                optional=optional,
                words=said,
            )
        case _:
            return None


def _bare(type_: mi.Type) -> tuple[mi.Type, bool]:
    """The type without `None`, and whether that was allowed."""
    if isinstance(type_, mi.UnionType):
        bare = [each for each in type_.types if not isinstance(each, mi.NoneType)]
        return bare[0], len(bare) < len(type_.types)
    return type_, False


def _words(name: str, words: Words) -> dict[str, dict[str, str]]:
    own = {key.removeprefix(name).lstrip(".") or "name": both for key, both in words.items() if _is_of(key, name)}
    return {language: {key: both[at] for key, both in own.items()} for at, language in enumerate(LANGUAGES)}


def _is_of(key: str, name: str) -> bool:
    return key == name or key.startswith(f"{name}.")
