"""Two worlds that differ in one value of a closed sheet: the same is done in both, and what others see and are told is
compared.

Such a value may show in what happens: whoever is quicker has its turn earlier. So dice are thrown that leave little to
it (most the lowest, most the highest, or mixed), and each system names those values that may be noticed all the same
(`System.noticeable`; `showing` looks at these). Any other that makes a difference to somebody is a leak.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple, TypeVar

import msgspec

from client_demo.choice import choose
from server.conformance.fights import plain, seats
from server.conformance.worlds import learned
from server.core.create import EncounterSpec
from server.core.dice import Key, Origin, Scripted
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.secrecy import owns
from server.core.system import System
from server.core.timeline.timeline import Timeline
from server.core.view import builtins
from server.scenario.rehearsal import Rehearsal

STEPS = 24
Path = tuple[str, ...]
T = TypeVar("T", bound=Rehearsal)

MOSTLY = 0.8
"""Not always, or ties would never end, nor dice that are thrown again at their highest face."""
LOTS: dict[str, Callable[[random.Random, int], int]] = {
    "low": lambda luck, sides: 1 if luck.random() < MOSTLY else luck.randint(1, sides),
    "high": lambda luck, sides: sides if luck.random() < MOSTLY else luck.randint(1, sides),
    "mixed": lambda luck, sides: luck.randint(1, sides),
}
"""How dice fall."""


class Fixed:
    """Dice that depend on the roll, on who rolls and on how many were thrown for it: the same ones in both worlds."""

    def __init__(self, lot: str, seed: int) -> None:
        self._lot, self._seed = lot, seed
        self._thrown: dict[Key, int] = {}

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The next face of this roll by this one."""
        number = self._thrown[key] = self._thrown.get(key, 0) + 1
        return LOTS[self._lot](random.Random(f"{self._seed} {key} {number}"), sides), Scripted()

    def fix_salt(self, salt: bytes) -> None:
        """Scripted dice need none."""


def values_of(sheet: dict[str, Any], path: Path = ()) -> Iterator[Path]:
    """Where the numbers, words and yes-or-noes of a sheet stand, and lists as a whole."""
    for key, value in sheet.items():
        if isinstance(value, dict):
            yield from values_of(value, (*path, key))
        elif isinstance(value, bool | int | float | str) or (isinstance(value, list | tuple) and value):
            yield (*path, key)


def named(path: Path) -> str:
    """As `System.noticeable` names it: `weapons.*.name`."""
    return ".".join(part if at % 2 == 0 else "*" for at, part in enumerate(path))


def somebody(spec: EncounterSpec) -> str:
    """One of the GM's that everybody sees; where the GM has none, anybody: others don't know all of it either."""
    seen = [who for who, one in spec.combatants.items() if not one.hidden]
    return next((who for who in seen if spec.combatants[who].seat == GM), seen[0])


def noticed(system: System, spec: EncounterSpec, seeds: Iterable[int]) -> dict[str, str]:
    """The values of somebody's sheet in which others notice a difference though they may not, with the first difference
    of each."""
    who, found = somebody(spec), dict[str, str]()
    sheet = sheet_of(system, spec.combatants[who].sheet)
    courses = [Course(system, changed(spec, who, sheet), who, lot, seed) for lot, seed in product(LOTS, seeds)]
    for path in values_of(sheet):
        if named(path) in system.noticeable:
            continue
        other = changed(spec, who, with_other(sheet, path))
        for course in courses:
            difference = "" if named(path) in found else compared(course, other)
            if difference:
                found[named(path)] = difference
    return found


def sheet_of(system: System, plain: dict[str, Any]) -> dict[str, Any]:
    """The whole sheet, with what the file leaves out."""
    whole: dict[str, Any] = msgspec.to_builtins(_explicit(msgspec.convert(plain, system.sheet_type)))
    return whole


def _explicit(value: Any) -> Any:
    """Fields that hold their defaults are left out when a sheet is written: here they stand."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag_field is not None else {}
        return tag | {field: _explicit(getattr(value, field)) for field in value.__struct_fields__}
    return {key: _explicit(each) for key, each in value.items()} if isinstance(value, dict) else value


def changed(spec: EncounterSpec, who: str, sheet: dict[str, Any]) -> EncounterSpec:
    """The encounter in which one has this sheet."""
    one = msgspec.structs.replace(spec.combatants[who], sheet=sheet)
    return msgspec.structs.replace(spec, combatants={**spec.combatants, who: one})


def other_value(value: Any) -> Any:
    """Another one, near it; of a list the last entry is gone."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, list | tuple):
        return value[:-1]
    return f"{value}x" if isinstance(value, str) else value + 1


def with_other(sheet: dict[str, Any], path: Path) -> dict[str, Any]:
    """The sheet with another value there."""
    key, *rest = path
    value = sheet[key]
    return {**sheet, key: with_other(value, tuple(rest)) if rest else other_value(value)}


class Moment(NamedTuple):
    """What each audience has learned that does not play the one with the closed sheet, up to which commit; what is done
    then, if anything, and who plays that one by now."""

    learned: dict[str, list[Any]]
    version: int
    done: tuple[str, dict[str, Any]] | None
    player: str


class Course:
    """A fight in the world with the sheet as it is. It is the same beside whichever other world, so it is played once
    for all of them."""

    def __init__(self, system: System, spec: EncounterSpec, who: str, lot: str, seed: int) -> None:
        self.system, self.who, self.lot, self.seed = system, who, lot, seed
        table, luck = laid(system, spec, lot, seed), random.Random(f"{lot} {seed}")
        self.moments = list(_moments(table, who, luck))
        self.happened = list(learned.happened(table.timeline))
        seen = [moment.learned for moment in self.moments]
        self.audiences = [audience for audience in seen[0] if all(audience in each for each in seen)]


def _moments(table: Rehearsal, who: str, luck: random.Random) -> Iterator[Moment]:
    for _ in range(STEPS):
        others = [each for each in table.state.ledger.audiences() if not owns(table.state, each, who)]
        seen = {audience: _learned(table, audience) for audience in others}
        version, done = table.timeline.version, chosen(table, luck)
        if done is not None:
            table.play(*done)
        yield Moment(seen, version, done, table.state.ledger.controller(who))
        if done is None:
            return


def compared(course: Course, spec: EncounterSpec) -> str:
    """Do the same in the world of another sheet. The first difference that somebody notices beside the GM; empty: none,
    or the other sheet can't be."""
    try:
        table = laid(course.system, spec, course.lot, course.seed)
    except (Rejected, ValueError):
        return ""  # bounds, or two values that do not go together
    version = 0
    for moment in course.moments:
        if found := _unlike(moment, table):
            return found
        version = table.timeline.version
        if moment.done is None:
            break
        try:
            table.play(*moment.done)
        except Rejected as refusal:
            seat, intent = moment.done
            if seat not in (GM, moment.player):  # whoever plays it may feel the difference
                return f"{intent['type']} of {seat}: {refusal.code}"
            break
    return _known_unlike(course, moment, table.timeline, version)


def _known_unlike(course: Course, last: Moment, other: Timeline, version: int) -> str:
    """Is something else known by anybody who never played that one, up to these last moments of both?"""
    mine = [here for here in course.happened if here.version <= last.version]
    return next(learned.unlike(course.system, mine, list(learned.happened(other, version)), course.audiences), "")


def laid(system: System, spec: EncounterSpec, lot: str, seed: int) -> Rehearsal:
    """The encounter, with such dice."""
    return with_dice(Rehearsal(system, spec, None), lot, seed)


def with_dice(table: T, lot: str, seed: int) -> T:
    """The table, with such dice."""
    table.dice = Fixed(lot, seed)
    return table


def chosen(table: Rehearsal, luck: random.Random) -> tuple[str, dict[str, Any]] | None:
    """Some seat, and something that it is offered; None when nobody is offered anything."""
    order = seats(table)
    luck.shuffle(order)
    for seat in order:
        chosen = choose(*plain(table, seat), luck)
        if chosen is not None:
            return seat, chosen[0]
    return None


def _unlike(moment: Moment, other: Rehearsal) -> str:
    """The first difference in what somebody sees or has just been told who does not play it."""
    for audience, mine in moment.learned.items():
        theirs = _learned(other, audience)
        if mine != theirs:
            return f"{audience}: {_first(mine, theirs)}"
    return ""


def _learned(table: Rehearsal, audience: str) -> list[Any]:
    told = [commit.told_to(audience) for commit in table.timeline.commits[-2:] if audience in commit.told]
    return [builtins(table.view(audience)), msgspec.to_builtins(told)]


def _first(one: Any, other: Any, path: str = "") -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            if one.get(key) != other.get(key):
                return _first(one.get(key), other.get(key), f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return next(_first(a, b, f"{path}[{n}]") for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    return f"{path}: {str(one)[:90]} / {str(other)[:90]}"
