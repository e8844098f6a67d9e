"""Two worlds that differ in one value of a sheet that others may not read, and in which the same is done with the same
dice. What happens may come out otherwise, and so the value shows: somebody is hit, or is not. Until then nobody may
learn of it, and it may show only where the system says so (`System.shown_in`).

The sheet is that of somebody whom all see, or of somebody hidden whom one player sees: others act on him, and what they
do is seen by those who don't see him. Of somebody hidden the same holds of each thing that he does: in other worlds he
does it otherwise, or the GM rules otherwise on it.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from server.conformance.worlds.choosing import Plain, is_ruling, otherwise
from server.conformance.worlds.closed import LOTS, changed, chosen, named, sheet_of, values_of, with_dice, with_other
from server.conformance.worlds.learned import Happened, happened, told_of
from server.conformance.worlds.seldom import seldom_done
from server.conformance.worlds.unnamed import concerns
from server.core.create import CombatantSpec, EncounterSpec
from server.core.disclosure import Field, Undeclared, fields_of
from server.core.errors import Rejected
from server.core.events import DecisionOpened, Event
from server.core.ids import GM
from server.core.memo import Shelf
from server.core.secrecy import hidden_from, known, owns
from server.core.state import Decision, Play, State
from server.core.system import System
from server.scenario.rehearsal import Rehearsal

STEPS, VALUES = 40, 8
"""So long is a fight, and so many values of the sheet are others, one by one, in worlds beside it."""
OTHERS = "what happens to others"
"""Where it shows as soon as things happen otherwise."""
ACT = re.compile("^[0-9a-f]{32}")
Fight = list[Happened]
Deed = tuple[str, Plain]
SELDOM = 0.35
"""So often something is done that was done seldom so far."""


class Timeless(Rehearsal):
    """A table on which no time passes, and on which ids come of the steps: both would tell how much was done before."""

    step = within = 0
    now = property(lambda _: 1_000, lambda _, __: None)

    def does(self, done: Deed) -> None:
        """One step of the fight."""
        self.step, self.within = self.step + 1, 0
        self.play(*done)

    def new_id(self) -> bytes:
        """The next one in this step."""
        self.within += 1
        return self.step.to_bytes(8, "big") + self.within.to_bytes(8, "big")


class Done(NamedTuple):
    """What a seat did, and what might have been done instead, so that it might show of somebody."""

    seat: str
    intent: Plain
    instead: Plain | None


class Learned:
    """What audiences are told and know of a fight. The first world stands beside many others, one after another, so it
    is worked out once for all of these: remembered by identity, until another fight is first."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._shelf = Shelf()
        self._fight: Fight = []
        self._found: dict[tuple[int, str], Any] = {}

    def of(self, fight: Fight) -> Learned:
        """Of this fight from now on."""
        if self._fight is not fight:
            self._fight, self._found = fight, {}
        return self

    def told(self, here: Happened, audience: str) -> Event | None:
        """What it is told of an event."""
        told: Event | None = self._once(here, audience, lambda: told_of(self._system, here, audience))
        return told

    def known(self, state: State, audience: str) -> Play:
        """What it knows."""
        play: Play = self._once(state, audience, lambda: known(self._system, state, audience).play)
        return play

    def _once(self, at: Happened | State, audience: str, make: Callable[[], Any]) -> Any:
        key = id(at), audience
        if key not in self._found:
            with self._shelf:
                self._found[key] = make()
        return self._found[key]


class Pair(NamedTuple):
    """A value or a deed of somebody's, and what happened in both worlds in which only that is another; `shown_in`:
    where it may show."""

    value: str
    who: str
    one: Fight
    other: Fight
    audiences: list[str]
    is_hidden: bool
    shown_in: frozenset[str]

    def wrongs(self, system: System, first: Learned | None = None) -> Iterator[str]:
        """Where it shows first though it may not. `first`: what is learned of first worlds, by pairs that share one."""
        both = (first or Learned(system)).of(self.one), Learned(system)
        for audience in self.audiences:
            shown = (field for field in self.first_shown(*both, audience) if field not in self.shown_in)
            of = f"{self.value} of somebody hidden" if self.is_hidden else self.value
            yield from (f"{audience} learns of {of}: {field}" for field in shown)

    def first_shown(self, one: Learned, other: Learned, audience: str) -> Iterator[str]:
        """The fields in which the first differs of all commits that the audience was told of, or in which the game
        differs as known behind it. Where other things happen, these show the value, and nothing behind them counts; nor
        does what one learns of somebody hidden who shows himself."""
        for here, there in zip(_commits(self.one, audience), _commits(self.other, audience), strict=False):
            if self.is_hidden and any(self.who not in hidden_from(each[-1].after, audience) for each in (here, there)):
                return
            if _is_same(here, there):
                continue
            mine = [one.told(each, audience) for each in here]
            theirs = [other.told(each, audience) for each in there]
            is_same = list(map(type, mine)) == list(map(type, theirs))
            fields = set(_told_unlike(here, mine, theirs, self.who))
            if not is_same:  # another intent closed it, behind a question that took the time of one of them alone
                fields.discard("DecisionClosed.by")
            if is_same:
                states = here[-1].after, there[-1].after
                plays = one.known(states[0], audience), other.known(states[1], audience)
                fields.update(_known_unlike(*plays, states[0].play.pieces.keys() - {self.who}))
            yield from sorted(fields)
            if fields or not is_same:
                return


def pairs(system: System, spec: EncounterSpec, seeds: Iterable[int]) -> Iterator[Pair]:
    """With one of the GM's whom all see; with him hidden from all but one player; with him so, and nobody else to fight
    against."""
    taken: Counter[str] = Counter()
    for (lot, laid_out), seed in product(zip(LOTS, (_open, _alone, _hidden), strict=True), seeds):
        luck = random.Random(f"{lot} {seed}")
        who = luck.choice([id for id, one in spec.combatants.items() if one.seat == GM] or list(spec.combatants))
        yield from _pairs(system, laid_out(spec, who, luck), who, lot, seed, taken)


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


def _pairs(system: System, spec: EncounterSpec, who: str, lot: str, seed: int, taken: Counter[str]) -> Iterator[Pair]:
    sheet = sheet_of(system, spec.combatants[who].sheet)
    spec = changed(spec, who, sheet)
    table, luck = with_dice(Timeless(system, spec, None), lot, seed), random.Random(f"{lot} {seed}")
    done, one = list(_played(table, who, luck, taken)), list(happened(table.timeline))
    is_hidden = spec.combatants[who].hidden
    state = next(here.after for here in one if who in here.after.play.pieces)
    audiences = [each for each in state.ledger.audiences() if not owns(state, each, who)]
    if is_hidden:
        audiences = [each for each in audiences if who in hidden_from(state, each)]
    deeds = [(each.seat, each.intent) for each in done]
    paths = list(values_of(sheet))
    for path in luck.sample(paths, min(VALUES, len(paths))):
        other = _followed(system, changed(spec, who, with_other(sheet, path)), lot, seed, deeds)
        if other:
            yield Pair(named(path), who, one, other, audiences, is_hidden, _may_show(system, is_hidden))
    for number, each in enumerate(done):
        if each.instead is not None:
            others = [*deeds[:number], (each.seat, each.instead), *deeds[number + 1 :]]
            other = _followed(system, spec, lot, seed, others)
            may_show = _may_show(system, is_hidden) | system.done_unseen
            yield Pair(_apart(each), who, one, other, audiences, is_hidden, may_show)


def _apart(done: Done) -> str:
    """What is done otherwise."""
    first, instead = done.intent, done.instead or {}
    parts = (key for key in {**first, **instead} if first.get(key) != instead.get(key))
    return f"{first['type']} ({', '.join(parts)})"


def _may_show(system: System, is_hidden: bool) -> frozenset[str]:
    return frozenset({OTHERS}) | (system.shown_unseen if is_hidden else system.shown_in)


def _played(table: Timeless, who: str, luck: random.Random, taken: Counter[str]) -> Iterator[Done]:
    is_hidden = table.state.play.pieces[who].seen_by is not None
    for _ in range(STEPS):
        done = seldom_done(table, luck, taken) if luck.random() < SELDOM else None
        done = done or chosen(table, luck)
        if done is None:
            return
        is_meant = is_ruling(table, *done, who) or (is_hidden and done[1].get("who") == who)
        instead = otherwise(table, *done, luck) if is_meant else None
        table.does(done)
        yield Done(*done, instead)


def _followed(system: System, spec: EncounterSpec, lot: str, seed: int, done: list[Deed]) -> Fight:
    """The same done in the other world, as far as it goes; nothing where that world can't be."""
    try:
        table = with_dice(Timeless(system, spec, None), lot, seed)
    except (Rejected, ValueError):
        return []  # bounds, or two values that do not go together
    try:
        for each in done:
            table.does(each)
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


def _is_same(one: Fight, other: Fight) -> bool:
    """Has nothing come otherwise yet?"""
    return one[-1].after.play == other[-1].after.play and [each.event for each in one] == [each.event for each in other]


def _told_unlike(happened: Fight, one: list[Event | None], other: list[Event | None], who: str) -> Iterator[str]:
    for here, mine, theirs in zip(happened, one, other, strict=False):
        if type(mine) is not type(theirs):
            return
        found = unlike(mine, theirs, here.after.play.pieces.keys() - {who}, type(mine).__name__)
        yield from found if who in concerns(here.event) or not concerns(here.event) else (OTHERS for _ in found)


def _known_unlike(one: Play, other: Play, others: Collection[str]) -> Iterator[str]:
    if one.game is not None and other.game is not None:
        yield from unlike(one.game, other.game, others)
    for mine, theirs in zip(one.decisions, other.decisions, strict=False):
        yield from _topics_unlike(mine, theirs, others)


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


def _people(value: Struct) -> list[str]:
    """Whom it names: where these are others, it befalls others."""
    named = (getattr(value, name) for name, field in _declared(type(value)).items() if field.says.how == "name")
    return [who for who in named if isinstance(who, str)]


def _have_fields(values: tuple[Any, ...]) -> bool:
    return all(isinstance(each, Struct) and _declared(type(each)) for each in values)


def _topics_unlike(one: Decision, other: Decision, others: Collection[str]) -> Iterator[str]:
    """Where it is about others, or born in another act, other things happen."""
    for key, mine in one.topic.items():
        theirs = other.topic.get(key)
        if mine != theirs:
            are_others = all(isinstance(each, str) and each in others for each in (mine, theirs))
            yield OTHERS if are_others or _is_of_another_act(mine, theirs) else f"topic.{key}"


def unlike(one: Any, other: Any, others: Collection[str], at: str = "") -> Iterator[str]:
    """Class and field, the innermost, of all that differs in two values of the same class; of what is kept for each
    combatant, only that of this one: what is `others'`, happens, and what befalls others than it did."""
    if one == other:
        return
    if isinstance(one, DecisionOpened) and isinstance(other, DecisionOpened):
        yield from _topics_unlike(one.decision, other.decision, others)
    elif isinstance(one, Struct) and type(one) is type(other):
        for name in one.__struct_fields__:
            found = unlike(getattr(one, name), getattr(other, name), others, f"{type(one).__name__}.{name}")
            is_others = _is_of(one, name) in others or (others and _people(one) != _people(other))
            yield from (OTHERS for _ in found) if is_others else found
    elif isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            found = unlike(one[key], other[key], others, at)
            yield from (OTHERS for _ in found) if key in others else found
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other) and _have_fields(one):
        for mine, theirs in zip(one, other, strict=True):
            yield from unlike(mine, theirs, others, at)
    else:
        yield OTHERS if _is_of_another_act(one, other) else at


def _is_of_another_act(one: Any, other: Any) -> bool:
    """Do two ids differ only in the act in which something was born?"""
    are_ids = all(isinstance(each, str) and ACT.match(each) for each in (one, other))
    return are_ids and ACT.sub("", one) == ACT.sub("", other)
