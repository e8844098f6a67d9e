"""Two worlds that differ in one value of a sheet that others may not read, and in which the same is done with the same
dice. What happens may come out otherwise, and so the value shows: somebody is hit, or is not. Until then nobody may
learn of it, and it may show only where the system says so (`System.shown_in`).

The sheet is that of somebody whom all see, or of somebody hidden whom one player sees: others act on him, and what they
do is seen by those who don't see him.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from server.conformance.worlds.closed import LOTS, changed, chosen, laid, named, sheet_of, values_of, with_other
from server.conformance.worlds.learned import Happened, happened, told_of
from server.conformance.worlds.unnamed import concerns
from server.core.create import CombatantSpec, EncounterSpec
from server.core.disclosure import Field, Undeclared, fields_of
from server.core.errors import Rejected
from server.core.events import DecisionOpened, Event
from server.core.ids import GM
from server.core.secrecy import hidden_from, known, owns
from server.core.state import Decision, State
from server.core.system import System
from server.scenario.rehearsal import Rehearsal

STEPS = 30
OTHERS = "what happens to others"
"""Where it shows as soon as things happen otherwise."""
Fight = list[Happened]
Deed = tuple[str, dict[str, Any]]


class Timeless(Rehearsal):
    """A table on which no time passes: when something is done would tell how much was done before."""

    now = property(lambda _: 1_000, lambda _, __: None)


class Pair(NamedTuple):
    """A value of somebody's, and what happened in both worlds in which only that is another; `shown_in`: where it may
    show."""

    value: str
    who: str
    one: Fight
    other: Fight
    audiences: list[str]
    is_hidden: bool
    shown_in: frozenset[str]

    def wrongs(self, system: System) -> Iterator[str]:
        """Where it shows first though it may not."""
        for audience in self.audiences:
            shown = (field for field in self.first_shown(system, audience) if field not in self.shown_in)
            yield from (f"{audience} learns of {self.value}: {field}" for field in shown)

    def first_shown(self, system: System, audience: str) -> Iterator[str]:
        """The fields in which the first differs of all commits that the audience was told of, or in which the game
        differs as known behind it. Where other things happen, these show the value, and nothing behind them counts; nor
        does what one learns of somebody hidden who shows himself."""
        for here, there in zip(_commits(self.one, audience), _commits(self.other, audience), strict=False):
            if self.is_hidden and self.who not in hidden_from(here[-1].after, audience):
                return
            mine, theirs = ([told_of(system, each, audience) for each in events] for events in (here, there))
            is_same = list(map(type, mine)) == list(map(type, theirs))
            fields = set(_told_unlike(here, mine, theirs, self.who))
            if is_same:
                fields.update(_known_unlike(system, here[-1].after, there[-1].after, audience, self.who))
            yield from sorted(fields)
            if fields or not is_same:
                return


def pairs(system: System, spec: EncounterSpec, seeds: Iterable[int]) -> Iterator[Pair]:
    """With one of the GM's whom all see; with him hidden from all but one player; with him so, and nobody else to fight
    against."""
    for (lot, laid_out), seed in product(zip(LOTS, (_open, _alone, _hidden), strict=True), seeds):
        luck = random.Random(f"{lot} {seed}")
        who = luck.choice([id for id, one in spec.combatants.items() if one.seat == GM] or list(spec.combatants))
        yield from _pairs(system, laid_out(spec, who, luck), who, lot, seed)


def _open(spec: EncounterSpec, who: str, _luck: random.Random) -> EncounterSpec:
    return _with(spec, who, replace(spec.combatants[who], hidden=False, seen_by=(), aware=()))


def _hidden(spec: EncounterSpec, who: str, luck: random.Random) -> EncounterSpec:
    """The one who sees him may act on him."""
    seat = luck.choice([seat for seat in spec.seats if seat != spec.combatants[who].seat])
    return _with(spec, who, replace(spec.combatants[who], hidden=True, seen_by=(seat,), aware=()))


def _alone(spec: EncounterSpec, who: str, luck: random.Random) -> EncounterSpec:
    side = spec.combatants[who].side
    people = {id: one for id, one in spec.combatants.items() if id == who or one.side != side}
    people = {id: replace(one, aware=tuple(each for each in one.aware if each in people)) for id, one in people.items()}
    return _hidden(replace(spec, combatants=people), who, luck)


def _with(spec: EncounterSpec, who: str, one: CombatantSpec) -> EncounterSpec:
    return replace(spec, combatants={**spec.combatants, who: one})


def _pairs(system: System, spec: EncounterSpec, who: str, lot: str, seed: int) -> Iterator[Pair]:
    sheet = sheet_of(system, spec.combatants[who].sheet)
    table = laid(system, changed(spec, who, sheet), lot, seed, Timeless)
    done, one = list(_played(table, random.Random(f"{lot} {seed}"))), list(happened(table.timeline))
    is_hidden = spec.combatants[who].hidden
    state = next(here.after for here in one if who in here.after.play.pieces)
    audiences = [each for each in state.ledger.audiences() if not owns(state, each, who)]
    if is_hidden:
        audiences = [each for each in audiences if who in hidden_from(state, each)]
    for path in values_of(sheet):
        other = _followed(system, changed(spec, who, with_other(sheet, path)), lot, seed, done)
        if other:
            yield Pair(named(path), who, one, other, audiences, is_hidden, _may_show(system, is_hidden))


def _may_show(system: System, is_hidden: bool) -> frozenset[str]:
    return frozenset({OTHERS}) | (system.shown_unseen if is_hidden else system.shown_in)


def _played(table: Rehearsal, luck: random.Random) -> Iterator[Deed]:
    for _ in range(STEPS):
        done = chosen(table, luck)
        if done is None:
            return
        table.play(*done)
        yield done


def _followed(
    system: System, spec: EncounterSpec, lot: str, seed: int, done: list[tuple[str, dict[str, Any]]]
) -> Fight:
    """The same done in the other world, as far as it goes; nothing where that world can't be."""
    try:
        table = laid(system, spec, lot, seed, Timeless)
    except (Rejected, ValueError):
        return []  # bounds, or two values that do not go together
    try:
        for each in done:
            table.play(*each)
    except Rejected:
        pass  # whoever knows the sheet, or sees what came out otherwise, can't do the same any more
    return list(happened(table.timeline))


# --- where it shows --------------------------------------------------------------------------------------------------


def _commits(fight: Fight, audience: str) -> Iterator[Fight]:
    """What happened in each commit of which it was told."""
    events: Fight = []
    for here in fight:
        events.append(here)
        if here.is_last:
            if audience in here.told:
                yield events
            events = []


def _told_unlike(happened: Fight, one: list[Event | None], other: list[Event | None], who: str) -> Iterator[str]:
    for here, mine, theirs in zip(happened, one, other, strict=False):
        if type(mine) is not type(theirs):
            return
        found = unlike(mine, theirs, here.after.play.pieces.keys() - {who}, type(mine).__name__)
        yield from found if who in concerns(here.event) or not concerns(here.event) else (OTHERS for _ in found)


def _known_unlike(system: System, one: State, other: State, audience: str, who: str) -> Iterator[str]:
    here, there = (known(system, state, audience).play for state in (one, other))
    if here.game is not None and there.game is not None:
        yield from unlike(here.game, there.game, one.play.pieces.keys() - {who})
    for mine, theirs in zip(here.decisions, there.decisions, strict=False):
        yield from _topics_unlike(mine, theirs)


def _declared(kind: type[Struct]) -> dict[str, Field]:
    """Its fields by name; none of a class that is told whole or not at all."""
    try:
        return {field.name: field for field in fields_of(kind)}
    except Undeclared:
        return {}


def _is_of(value: Struct, name: str) -> str:
    """On whose sheet the field is, or who plays or sees that one, where it is declared so."""
    field = _declared(type(value)).get(name)
    if field is None or field.says.how not in ("sheet", "owner", "seen"):
        return ""
    return str(getattr(value, field.says.of or "who", ""))


def _have_fields(values: tuple[Any, ...]) -> bool:
    return all(isinstance(each, Struct) and _declared(type(each)) for each in values)


def _topics_unlike(one: Decision, other: Decision) -> Iterator[str]:
    yield from (f"topic.{key}" for key in one.topic if one.topic.get(key) != other.topic.get(key))


def unlike(one: Any, other: Any, others: Collection[str], at: str = "") -> Iterator[str]:
    """Class and field, the innermost, of all that differs in two values of the same class; of what is kept for each
    combatant, only that of this one: what is `others'`, happens."""
    if one == other:
        return
    if isinstance(one, DecisionOpened) and isinstance(other, DecisionOpened):
        yield from _topics_unlike(one.decision, other.decision)
    elif isinstance(one, Struct) and type(one) is type(other):
        for name in one.__struct_fields__:
            found = unlike(getattr(one, name), getattr(other, name), others, f"{type(one).__name__}.{name}")
            yield from (OTHERS for _ in found) if _is_of(one, name) in others else found
    elif isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            found = unlike(one[key], other[key], others, at)
            yield from (OTHERS for _ in found) if key in others else found
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other) and _have_fields(one):
        for mine, theirs in zip(one, other, strict=True):
            yield from unlike(mine, theirs, others, at)
    else:
        yield at
