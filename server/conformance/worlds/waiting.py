"""Fights in which people see to what play waits for: they set stops, ask in person, want more time, throw real dice;
the GM holds and releases windows, and lets dice be drawn for rulings. Most of them are hidden, as in `unnamed`.

Nobody is told of these what he does not know afterwards: where something might have been otherwise, and he would know
the same behind it, he is told the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from client_demo.choice import filled
from server.conformance.fights import SYSTEMS, by_house_rules, plain
from server.conformance.storms import edit_of, go_on, throw
from server.conformance.worlds.learned import Happened, happened, told_of
from server.conformance.worlds.unnamed import HIDDEN, all_hiding, does, is_taken, meddle, nobodys
from server.core import events as e
from server.core import intents as i
from server.core.create import EncounterSpec
from server.core.errors import Rejected
from server.core.history import amend
from server.core.ids import GM, UNSEEN, Position
from server.core.knowing.viewer import hidden_around
from server.core.secrecy import known
from server.core.state import Play
from server.core.system import System
from server.core.timeline.evolve import evolve
from server.past.rulings import amendable, are_dice_in
from server.scenario.rehearsal import Rehearsal

STEPS = 70
SEEN_TO, STIRRED = 0.45, 0.05
"""So often somebody sees to what is waited for, or the GM hides, shows, moves or removes somebody; else others act."""

NEWEST, TRIES = 8, 4
"""The GM rules on one of so many acts that were last, after having looked at so many."""

ANOTHER = "another"


# --- the fight -------------------------------------------------------------------------------------------------------


def fought_in_turn(name: str, seeds: Iterable[int]) -> Iterator[list[Happened]]:
    """Such fights. What was done in the first is done less often in the next."""
    taken: Counter[str] = Counter()
    return (_fought(name, seed, taken) for seed in seeds)


def _fought(name: str, seed: int, taken: Counter[str]) -> list[Happened]:
    luck = random.Random(f"waiting {seed}")
    table = Rehearsal(SYSTEMS[name], _waiting(all_hiding(by_house_rules(name, luck), luck, HIDDEN), luck), None)
    for _ in range(STEPS):
        if throw(table, luck) or go_on(table) or _begins(table, luck):
            continue
        lot = luck.random()
        if lot < SEEN_TO:
            _see_to(table, luck)
        elif lot < SEEN_TO + STIRRED:
            meddle(table, luck)
        elif not does(table, luck, taken) and table.state.play.phase == "ended":
            break
    return list(happened(table.timeline))


def _waiting(spec: EncounterSpec, luck: random.Random) -> EncounterSpec:
    """With clocks, real dice, and some preset of stops."""
    stops = luck.choice((UNSET, "everything", "usual", "mine"))
    return replace(spec, table=replace(spec.table, typed_dice=True, window_s=60, stops=stops))


def _begins(table: Rehearsal, luck: random.Random) -> bool:
    """The fight begins, where the rules let it."""
    if table.state.play.phase != "setup":
        return False
    starts = {kind.__struct_config__.tag for kind in table.system.intents if issubclass(kind, i.Start)}
    offered, seen = plain(table, GM)
    intent = next((filled(each, seen, luck) for each in offered if each["intent"]["type"] in starts), None)
    return intent is not None and is_taken(table, GM, intent)


def _see_to(table: Rehearsal, luck: random.Random) -> None:
    able = _OF_DECISION if table.state.play.decision is not None else _BETWEEN
    step = luck.choice(able)(table, luck)
    if step is not None:
        is_taken(table, *step)


Step = tuple[str, i.Intent]
"""Seat and intent."""


def _stops(table: Rehearsal, luck: random.Random) -> Step | None:
    """Of anybody, whoever plays it."""
    play, stops = table.state.play, table.system.stops
    if not play.pieces:
        return None
    who, names = luck.choice(list(play.pieces)), stops.names if stops is not None else ("",)
    at = {name: luck.randint(1, 3) for name in names if luck.random() < 0.7}
    return table.state.ledger.controller(who), i.SetStops(who=who, at=at)


def _in_person(table: Rehearsal, luck: random.Random) -> Step | None:
    waiting = _asked(table.state.play)
    if not waiting:
        return None
    decision, who = luck.choice(waiting)
    return table.state.ledger.controller(who), i.React(who=who, decision=decision)


def _more_time(table: Rehearsal, luck: random.Random) -> Step | None:
    waiting = _asked(table.state.play)
    if not waiting:
        return None
    decision, who = waiting[-1]
    return table.state.ledger.controller(who), i.MoreTime(decision=decision, ms=luck.choice((1_000, 20_000)))


def _asked(play: Play) -> list[tuple[str, str]]:
    """The open questions and whom they wait for, the newest last."""
    return [(decision.id, who) for decision in play.decisions for who in decision.unanswered()]


def _held(table: Rehearsal, _luck: random.Random) -> Step | None:
    play = table.state.play
    return None if play.decision is None else (GM, i.HoldWindow(decision=play.decision.id, is_on=not play.is_held))


def _ruled(table: Rehearsal, luck: random.Random) -> Step | None:
    """An act changed; rather so that dice are lacking, which the server draws."""
    acts, found = list(islice(_thrown(table), NEWEST)), None
    for at in luck.sample(acts, min(TRIES, len(acts))):
        edits = (edit_of(table, at, luck),)
        try:
            seen = amend.preview(table.timeline, at, edits)
        except Rejected:
            continue
        if seen.needs:
            return GM, i.DrawDice(target=at, edits=edits)
        found = GM, i.Amend(target=at, edits=edits, digest=seen.digest)
    return found


def _thrown(table: Rehearsal) -> Iterator[Position]:
    """The acts in which dice were thrown, the last first."""
    for at in table.timeline.line():
        if are_dice_in(table.timeline, at) and amendable(table.timeline, at):
            yield at


_BETWEEN = (_stops, _ruled, _ruled)
_OF_DECISION = (_stops, _in_person, _more_time, _held, _ruled, _ruled)


# --- what is wrong ---------------------------------------------------------------------------------------------------


def wrongs(system: System, fight: Iterable[Happened]) -> Iterator[str]:
    """Whatever somebody is told that he does not know afterwards."""
    for here in fight:
        for audience in here.after.ledger.audiences()[1:]:
            yield from told_wrong(system, here, audience)


def told_wrong(system: System, here: Happened, audience: str) -> Iterator[str]:
    """What is wrong in what this audience is told of an event."""
    if type(here.event) in OTHERWISE:
        yield from _told_apart(system, here, audience)
    if not isinstance(here.event, ROLLED):
        return
    told = told_of(system, here, audience)
    if any(nobodys(told)):
        yield f"{audience} is told that somebody rolls whom it does not see: {here.event}"
    if isinstance(told, e.DiceDrawn) and told.who not in here.before.play.pieces:
        yield f"{audience} is told of a roll by one who is off the table, and may have been hidden: {told}"
    if hidden := hidden_around(here.before, here.after, audience):
        events = (_against(here.event, who) for who in (min(hidden), UNSEEN))
        told, usual = (told_of(system, here._replace(event=event), audience) for event in events)
        if told != usual:
            yield f"{audience} is told against whom a roll is, though that one is hidden: {told}"


def _told_apart(system: System, here: Happened, audience: str) -> Iterator[str]:
    other = OTHERWISE[type(here.event)](here.event)
    there = here._replace(event=other, after=evolve(system, here.before, other, _no_past))
    if known(system, here.after, audience).play != known(system, there.after, audience).play:
        return
    if (told := told_of(system, here, audience)) != told_of(system, there, audience):
        yield f"{audience} is told what it does not know afterwards: {told}"


def _against(event: Any, who: str) -> e.Event:
    """Had the roll been against this one, and been called so."""
    if isinstance(event, e.ActParked):
        return replace(event, parked=replace(event.parked, roll=f"{event.parked.roll}.{who}"))
    changed: e.Event = replace(event, roll=f"{event.roll}.{who}")
    return changed


def _no_past(_to: Position) -> Play:
    raise AssertionError("none of these events leads back")


ROLLED = e.ActParked, e.DiceTyped, e.DiceDrawn
"""Events that name a roll."""

OTHERWISE: dict[type[e.Event], Callable[[Any], e.Event]] = {
    e.TimeGiven: lambda event: replace(event, remaining_ms=event.remaining_ms + 1),
    e.AutoPassSet: lambda event: replace(event, kinds=(*event.kinds, ANOTHER)),
    e.StopsSet: lambda event: replace(event, at={**event.at, ANOTHER: 1}),
    e.AskedInPerson: lambda event: replace(event, decision=ANOTHER),
    e.WindowHeld: lambda event: replace(event, decision=ANOTHER),
    e.ActParked: lambda event: replace(event, parked=replace(event.parked, intent=None, nonce=bytes(16))),
    e.DiceDrawn: lambda event: replace(event, act=ANOTHER, index=event.index + 1, depth=event.depth + 1),
}
"""An event that differs in what only the GM may know, or whoever is asked or sets it."""
