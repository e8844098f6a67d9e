"""Fights in which nearly everybody is hidden from nearly everybody, and in which what was seldom done is done first: so
that whatever can befall anybody befalls somebody hidden. Nobody is named to those who do not see him, neither in what
they are told nor in what they know; nor are they told of what concerns nobody whom they see.

There is no second world: all are called by words that stand nowhere else, and so are the things on their sheets.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct, ValidationError
from msgspec.structs import replace

from client_demo.choice import choose
from server.conformance.fights import SYSTEMS, by_house_rules, plain, seats, sheets, turn_ended
from server.conformance.storms import stir
from server.conformance.worlds.learned import Happened, happened, told_of
from server.conformance.worlds.meddling import ADD
from server.conformance.worlds.otherwise import with_names
from server.conformance.worlds.seldom import seldom
from server.core import intents as i
from server.core.create import EncounterSpec
from server.core.disclosure import mentions
from server.core.errors import Rejected
from server.core.events import Event
from server.core.ids import GM, UNSEEN
from server.core.knowing.viewer import Hidden, hidden_around, hidden_from
from server.core.memo import Memo
from server.core.secrecy import known
from server.core.system import System
from server.scenario.rehearsal import Rehearsal

STEPS = 80
HIDDEN, STIRRED, REMOVED, SELDOM = 0.6, 0.15, 0.1, 0.35
"""So many are hidden at first; so often the GM hides, shows, moves, removes or hands over somebody, while others act
less often; so often something is done that was done seldom so far."""

VANISHING, ADDED, EQUIPPED = 0.4, 0.1, 0.5
"""So often somebody is hidden in the middle of an act, when the GM does anything then; so often somebody joins; in so
many fights all have sheets from any of the system's demos."""

MAPLESS, HURRIED, HURRY = 0.2, 0.5, 0.5
"""So many fights are without a map; in so many several rounds are played, for so many turns are ended at once."""

AS_A_WORD = "-{}-unnamed"
"""What is called after somebody ends with this."""


# --- the fight -------------------------------------------------------------------------------------------------------


def fought_in_turn(name: str, seeds: Iterable[int]) -> Iterator[list[Happened]]:
    """Such fights. What was done in the first is done less often in the next."""
    taken: Counter[str] = Counter()
    return (fought(name, seed, taken) for seed in seeds)


def fought(name: str, seed: int, taken: Counter[str], is_open: bool = False) -> list[Happened]:
    """One such fight, or one in which everybody is seen. `taken`: how often each option was taken so far."""
    luck = random.Random(seed)
    spec = all_hiding(by_house_rules(name, luck), luck, 0 if is_open else HIDDEN)
    table = Rehearsal(SYSTEMS[name], spec, None)
    hurry = HURRY if luck.random() < HURRIED else 0
    for _ in range(STEPS):
        if luck.random() < STIRRED:
            _rule(table, luck, taken) if is_open else meddle(table, luck)
        elif not does(table, luck, taken, hurry):
            break
    return list(happened(table.timeline))


def all_hiding(spec: EncounterSpec, luck: random.Random, hidden: float) -> EncounterSpec:
    """The encounter with other names for all, of whom so many are hidden."""
    people, has_map, is_equipped = {}, luck.random() >= MAPLESS, luck.random() < EQUIPPED
    called = {who: who + AS_A_WORD.format(number) for number, who in enumerate(spec.combatants)}
    for who, one in spec.combatants.items():
        sheet = luck.choice(sheets(spec.system)) if is_equipped else one.sheet
        people[called[who]] = replace(
            one,
            name=f"One{AS_A_WORD.format(called[who])}",
            at=one.at if has_map else None,
            hidden=luck.random() < hidden,
            seen_by=(),
            aware=tuple(called.get(other, other) for other in one.aware),
            sheet=with_names(SYSTEMS[spec.system], sheet, "-" + called[who]),
        )
    return replace(spec, combatants=people)


def _rule(table: Rehearsal, luck: random.Random, taken: Counter[str]) -> None:
    """The GM does something that he did seldom so far."""
    intent = seldom(*plain(table, GM), luck, taken)
    if intent is not None:
        is_taken(table, GM, intent)


def meddle(table: Rehearsal, luck: random.Random) -> None:
    """Somebody is taken away or hidden in the middle of an act; or between two stirred somehow, or hidden again, for
    acts reveal who does them, or joins."""
    people = list(table.state.play.pieces)
    shown = [who for who, piece in table.state.play.pieces.items() if piece.seen_by is None]
    if table.state.play.decision is not None:
        _cut_short(table, luck, people, shown)
    elif luck.random() < ADDED:
        is_taken(table, GM, _newcomer(table, luck))
    elif shown and luck.random() < 0.7:
        table.play(GM, i.Hide(who=luck.choice(shown)))
    else:
        stir(table, luck)


def _cut_short(table: Rehearsal, luck: random.Random, people: list[str], shown: list[str]) -> None:
    lot = luck.random()
    if people and lot < REMOVED:
        table.play(GM, i.RemoveCombatant(who=luck.choice(people)))
    elif shown and lot > 1 - VANISHING:
        table.play(GM, i.Hide(who=luck.choice(shown)))


def _newcomer(table: Rehearsal, luck: random.Random) -> dict[str, Any]:
    """Somebody who joins, with things that are called after him; `server.kit.newcomers` says what a system takes."""
    who = f"late_{luck.randint(1, 9)}_unnamed"
    sheet = with_names(table.system, luck.choice(sheets(table.system.name)), f"-{who}")
    sides = [piece.side for piece in table.state.play.pieces.values()] or [""]
    return {
        "type": ADD, "who": who, "name": f"One {who}", "side": luck.choice(sides), "sheet": sheet,
        "seat": luck.choice(seats(table)), "at": [luck.randint(0, 1_500), luck.randint(0, 1_500)],
        "hidden": luck.random() < HIDDEN,
    }  # fmt: skip


def does(table: Rehearsal, luck: random.Random, taken: Counter[str], hurry: float = 0) -> bool:
    """Somebody does something; False where nobody is offered anything."""
    order = seats(table)
    luck.shuffle(order)
    for seat in order:
        offered, seen = plain(table, seat)
        intent = turn_ended(offered, seen, luck) if luck.random() < hurry else None
        if intent is None and luck.random() < SELDOM:
            intent = seldom(offered, seen, luck, taken)
        if intent is None:
            chosen = choose(offered, seen, luck)
            intent = None if chosen is None else chosen[0]
        if intent is not None and is_taken(table, seat, intent):
            return True
    return False


def is_taken(table: Rehearsal, seat: str, intent: i.Intent | dict[str, Any]) -> bool:
    """Play it, where the table takes it."""
    try:
        table.play(seat, intent)
    except (Rejected, ValidationError):
        return False  # two values that are offered one by one may not go together; nobody can join here
    return True


# --- what is wrong ---------------------------------------------------------------------------------------------------


Wrong = Callable[[System, Happened, str], Iterator[str]]
"""What is wrong in what this audience is told of an event, or knows behind it."""


def wrongs(system: System, fight: list[Happened]) -> Iterator[str]:
    """Whatever somebody learns of one whom he does not see."""
    return learned_wrong(system, fight, told_wrong, knows_wrong)


def learned_wrong(system: System, fight: Iterable[Happened], told: Wrong, knows: Wrong) -> Iterator[str]:
    """What is wrong in all that is told, and known behind each commit, in the eyes of all but the GM."""
    for here in fight:
        for audience in here.after.ledger.audiences()[1:]:
            yield from told(system, here, audience)
            if here.is_last and here.after.play.game is not None:
                yield from knows(system, here, audience)


def told_wrong(system: System, here: Happened, audience: str) -> Iterator[str]:
    """What is wrong in what this audience is told of an event."""
    hidden = hidden_around(here.before, here.after, audience)
    if not hidden:
        return
    told = told_of(system, here, audience)
    if told is None:
        return
    what = f"{audience} is told of {type(told).__name__}"
    if concerns(here.event) and concerns(here.event) <= hidden:
        yield f"{what}, though of those it concerns it sees nobody: {here.event}"
    yield from (f"{what}, in which {who} is named: {told}" for who in named(told, hidden, here))


def knows_wrong(system: System, here: Happened, audience: str) -> Iterator[str]:
    """What is wrong in what this audience knows behind it."""
    hidden = hidden_from(here.after, audience)
    if hidden:
        play = known(system, here.after, audience).play
        yield from (f"{audience} knows of {who}: {play}" for who in named(play, hidden, here))
        yield from (
            f"{audience} knows of what only those do whom it does not see: {part}" for part in nobodys(play.game)
        )


def nobodys(value: Any) -> list[Struct]:
    """The parts of a game that tell of what those do by whom one is a witness, all of whom are `unseen`."""
    if isinstance(value, Struct):
        return _NOBODYS.of((value,), None, _nobodys, value)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return [each for part in parts for each in nobodys(part)]


def _nobodys(value: Struct) -> list[Struct]:
    people = {who for who in _people(value, mentions(type(value))) if who}
    parts = tuple(getattr(value, name) for name in value.__struct_fields__)
    return [*([value] if people == {UNSEEN} else ()), *nobodys(parts)]


_NOBODYS = Memo(4_096)
"""Remembered, for from commit to commit most of a game stays as it was."""


def concerns(event: Event) -> Hidden:
    """Those by whom one is a witness of the event."""
    return frozenset(who for who in _people(event, mentions(type(event))) if who)


def _people(value: Struct, fields: Iterable[str]) -> Iterator[str]:
    for each in (getattr(value, field) for field in fields):
        yield from (each,) if isinstance(each, str) else each


def named(value: Any, hidden: Hidden, here: Happened) -> list[str]:
    """Those of them who are named anywhere in the value. Of those who were hidden in the middle of an act others have
    heard what its parts are called, as in `strike.anna.parry`: there the names stand behind a dot."""
    text = msgspec.msgpack.encode(value)
    return [who for who in hidden if who.encode() in (_without_ids(text, who) if who in here.vanished else text)]


def _without_ids(text: bytes, who: str) -> bytes:
    return text.replace(f".{who}".encode(), b"")
