"""Take away one declaration of secrecy after another, and look whether the generic suites notice.

    python -m tests.secrecy.leaks [SYSTEM ...] [--jobs N] [--only TEXT]

What is planted: a field that is told to everybody, an event that everybody learns of, a rule of `redact` that tells
all that is left to it, a key of a topic that is open; in each system, and (`core`) in core's own events. The suites:
pairs of worlds with somebody hidden, worlds in which somebody hidden is called otherwise, worlds with another closed
sheet; and where these do not notice it, what a system keeps itself of what was told in whole fights. Each is a list of
fights, and it is noted first what happens in each of them, so that a leak of an event is only looked for where the
event happens, to somebody hidden where it names anybody. A leak that nothing notices is printed; those that can't be
noticed are explained in `EXPLAINED`. Exit code 1 where another one is left.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib import import_module
from multiprocessing import get_context
from typing import Any, NamedTuple
from unittest import mock

import msgspec

from server.conformance import fights, test_closed, test_hidden
from server.conformance.worlds import closed, hidden, otherwise
from server.core import disclosure
from server.core.disclosure import OPEN, WHOLE, Field, Tells, fields_of
from server.core.events import CORE_EVENTS, Answered, Event
from server.core.knowing import masking
from server.core.size import steps_of
from server.core.system import System
from server.encounter.installed import systems
from server.scenario.rehearsal import Rehearsal
from tests.rules import transcripts

CORE = "core"
OF_HIDDEN = " of somebody hidden"

NO_TARGET = (
    "deeds that have it have no target, and of these nobody learns who does not see the doer (the rule of Action)"
)
NO_ACTION = "the rule of Action tells the action or nothing, and without it nothing is told"

EXPLAINED: dict[str, str] = {
    "brink: InitiativeTieBroken.redact": "only older logs have such a tie with somebody hidden (brink/test_old_ties)",
    **dict.fromkeys(("brink: ActionDeclared.tells", "brink: ReactionDeclared.tells"), NO_ACTION),
    **{f"brink: Deed.{field}": NO_TARGET for field in ("path", "normal_cm", "difficult_cm", "weapon", "pay", "text")},
    "brink: Action.origin": NO_TARGET,
}
"""Leaks that can't be noticed, and why."""


class Leak(NamedTuple):
    """One declaration that is taken away: `what` of a class (by its name), or of a key of topics."""

    system: str
    kind: str
    what: str

    def __str__(self) -> str:
        return f"{self.system}: {self.kind}.{self.what}"


# --- the leaks -------------------------------------------------------------------------------------------------------


def all_leaks() -> Iterator[Leak]:
    """Of core's events, then of each system."""
    for event in CORE_EVENTS:
        yield from _leaks_of(CORE, event)
    for name, system in systems().items():
        for kind in _declaring(system):
            yield from _leaks_of(name, kind)
            if kind in system.redact:
                yield Leak(name, kind.__name__, "redact")
        yield from (Leak(name, "topic", key) for key, says in system.topic.items() if says.how != "open")


def _leaks_of(name: str, kind: type[msgspec.Struct]) -> Iterator[Leak]:
    """Every declaration of the class that keeps something from somebody. Core tells of no answer to those who do not
    see who gives it, whatever it declares."""
    tells = getattr(kind, "tells", Tells.EVERYBODY)
    if tells is not Tells.EVERYBODY and not (issubclass(kind, Answered) and tells is Tells.WITNESSES):
        yield Leak(name, kind.__name__, "tells")
    if tells is not Tells.GM:
        kept = (field for field in fields_of(kind) if _keeps(field) and not _is_only_witness(kind, field))
        yield from (Leak(name, kind.__name__, field.name) for field in kept)


def _keeps(field: Field) -> bool:
    return field.says.how not in ("open", "rule", "parts") or bool(field.says.keys)


def _is_only_witness(kind: type[msgspec.Struct], field: Field) -> bool:
    """Then whoever does not see it is told nothing, so that it need not be masked."""
    tells = getattr(kind, "tells", Tells.EVERYBODY)
    return tells is not Tells.EVERYBODY and disclosure.mentions(kind) == (field.name,)


def _declaring(system: System) -> list[type[msgspec.Struct]]:
    """The system's events, and the classes that its game consists of."""
    found: dict[type[msgspec.Struct], None] = {}

    def look(kind: type[msgspec.Struct]) -> None:
        if kind not in found:
            found[kind] = None
            for inner in disclosure.parts_of(kind):
                look(inner)

    for kind in (*system.events, system.game_type):
        look(kind)
    return list(found)


# --- planting one ----------------------------------------------------------------------------------------------------


@contextmanager
def planted(leak: Leak, system: System) -> Iterator[None]:
    """As long as the context lasts the system (or core) has this leak."""
    kinds = CORE_EVENTS if leak.system == CORE else _declaring(system)
    kind = next((each for each in kinds if each.__name__ == leak.kind), None)
    own = masking.plan_of
    with ExitStack() as patches:
        if kind is None:
            patches.enter_context(mock.patch.dict(_open(system.topic), {leak.what: OPEN}))
        elif leak.what == "redact":
            patches.enter_context(mock.patch.dict(_open(system.redact), {kind: lambda *_: WHOLE}))
        else:
            plan = _without(own(kind), leak.what) if leak.what != "tells" else _told_to_all(kind)
            leaking = mock.patch.object(masking, "plan_of", lambda each: plan if each is kind else own(each))
            patches.enter_context(leaking)
        yield


def _open(values: Mapping[Any, Any]) -> dict[Any, Any]:
    """A system's map, which nobody else changes."""
    assert isinstance(values, dict)
    return values


def _without(plan: masking.Plan, name: str) -> masking.Plan:
    return plan._replace(
        sheet={field: masked for field, masked in plan.sheet.items() if field != name},
        always=tuple(field for field in plan.always if field.name != name),
        where_hidden=tuple(field for field in plan.where_hidden if field.name != name),
    )


def _told_to_all(kind: type[msgspec.Struct]) -> masking.Plan:
    if kind.tells is Tells.GM:  # type: ignore[attr-defined]
        return masking.Plan(None, {}, (), (), {}, False)
    return masking.plan_of(kind)._replace(is_told=None)


# --- the suites ------------------------------------------------------------------------------------------------------


class Fight(NamedTuple):
    """One fight, or pair of fights, of a suite."""

    suite: str
    seed: int
    lot: str = ""


def fights_of(system: System) -> list[Fight]:
    """All of all suites."""
    return [
        *(Fight("pairs", seed) for seed in test_hidden.PAIRS),
        *(Fight("called otherwise", seed) for seed in test_hidden.CALLED),
        *(Fight("closed sheets", *one) for one in itertools.product(test_closed.FIGHTS, closed.LOTS)),
        *(Fight("transcripts", 0, name) for name in _transcripts(system)),
    ]


OWN = {"brink": "tests.rules.brink.transcripts", "tirakan": "tests.rules.tirakan.fights.transcripts"}
"""What systems keep themselves of what is told in whole fights: the last to be asked."""


def _transcripts(system: System) -> dict[str, Any]:
    kept: dict[str, Any] = import_module(OWN[system.name]).FIGHTS if system.name in OWN else {}
    return kept


def shows(system: System, fight: Fight) -> bool:
    """Is something noticed in this one that should not be?"""
    name = system.name
    try:
        if fight.suite == "pairs":
            return bool(hidden.pair(name, fight.seed).differences)
        if fight.suite == "called otherwise":
            otherwise.called_otherwise(name, fight.seed)
            return False
        if fight.suite == "transcripts":
            return bool(transcripts.unlike(_transcripts(system)[fight.lot], fight.lot))
    except AssertionError:
        return True
    return _is_sheet_noticed(system, fight)


def _is_sheet_noticed(system: System, fight: Fight) -> bool:
    """Some value of the closed sheet that nobody may notice."""
    spec = fights.demo(system.name)
    who = closed.somebody(spec)
    sheet = closed.sheet_of(system, spec.combatants[who].sheet)
    course = closed.Course(system, closed.changed(spec, who, sheet), who, fight.lot, fight.seed)
    paths = (path for path in closed.values_of(sheet) if closed.named(path) not in system.noticeable)
    others = (closed.changed(spec, who, closed.with_other(sheet, path)) for path in paths)
    return any(closed.compared(course, other) for other in others)


def happens(system: System, fight: Fight) -> set[str]:
    """The names of the events that happen in it, with `OF_HIDDEN` where somebody hidden stands in them, and the keys of
    topics. Nothing, where something shows as it is: that proves nothing."""
    found: set[str] = set()
    take = Rehearsal.take

    def taken(table: Rehearsal, commit: Any) -> Any:
        for event in commit.events:
            for each in (event, *(inner for step in steps_of(event) for inner in step.events)):
                found.add(type(each).__name__)
                if any(mark in repr(each) for mark in (hidden.HIDDEN, otherwise.OTHER)):
                    found.add(type(each).__name__ + OF_HIDDEN)
                found.update(f"topic {key}" for key in getattr(getattr(each, "decision", None), "topic", ()))
        return take(table, commit)

    with mock.patch.object(Rehearsal, "take", taken):
        if shows(system, fight):
            print(f"{system.name}: something shows in {fight} as it is", file=sys.stderr)
            return set()
    return found


FIRST = {"tells": "pairs", "redact": "pairs", "sheet": "closed sheets", "owner": "closed sheets", "gm": "closed sheets"}
"""Which suite is likely to notice what, by what is taken away or how it was declared."""


MOST = 15
"""So many fights of a generic suite are looked at, of those in which the leak could be noticed."""


def candidates(leak: Leak, system: System, happening: dict[Fight, set[str]]) -> list[Fight]:
    """The fights in which the leak could be noticed, the likeliest suite first."""
    kinds = {kind.__name__: kind for kind in (*_declaring(system), *CORE_EVENTS)}
    kind = kinds.get(leak.kind)
    says = {field.name: field.says.how for field in fields_of(kind)} if kind and leak.what not in FIRST else {}
    first = FIRST.get(says.get(leak.what, leak.what), "called otherwise")
    found = [fight for fight, events in happening.items() if _could_show(leak, kind, fight, events)]
    suites = {fight.suite: [each for each in found if each.suite == fight.suite] for fight in found}
    order = sorted(suites, key=lambda suite: (suite == "transcripts", suite != first))
    return [fight for suite in order for fight in suites[suite][: None if suite == "transcripts" else MOST]]


def _could_show(leak: Leak, kind: type[msgspec.Struct] | None, fight: Fight, events: set[str]) -> bool:
    if kind is None:
        return f"topic {leak.what}" in events
    if not issubclass(kind, Event):
        return bool(events)
    names_somebody = kind.tells is not Tells.GM and bool(disclosure.names(kind))
    is_hidden = names_somebody and fight.suite in ("pairs", "called otherwise")
    return kind.__name__ + OF_HIDDEN * is_hidden in events


def noticed_by(leak: Leak, happening: dict[str, dict[Fight, set[str]]]) -> str:
    """By which suite; empty: by none."""
    for name in happening if leak.system == CORE else [leak.system]:
        system = systems()[name]
        with planted(leak, system):
            for fight in candidates(leak, system, happening[name]):
                if shows(system, fight):
                    return fight.suite
    return ""


# --- all of it -------------------------------------------------------------------------------------------------------

HAPPENING: dict[str, dict[Fight, set[str]]] = {}


def _noted(of: tuple[str, Fight]) -> tuple[str, Fight, set[str]]:
    name, fight = of
    return name, fight, happens(systems()[name], fight)


def _looked_at(leak: Leak) -> tuple[Leak, str]:
    return leak, noticed_by(leak, HAPPENING)


def main(arguments: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy.leaks", description=__doc__.split("\n")[0])
    parser.add_argument("systems", nargs="*", help="of these, or `core` (all that are installed, and core)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (as many as there are cores)")
    parser.add_argument("--only", default="", help="leaks in whose name this stands")
    given = parser.parse_args(arguments)
    wanted = given.systems or [CORE, *systems()]
    leaks = [leak for leak in all_leaks() if leak.system in wanted and given.only in str(leak)]
    names = [name for name in systems() if name in wanted or CORE in wanted]
    left, forks = [], get_context("fork")
    with forks.Pool(given.jobs, maxtasksperchild=20) as pool:
        each = [(name, fight) for name in names for fight in fights_of(systems()[name])]
        for name, fight, events in pool.imap(_noted, each):
            HAPPENING.setdefault(name, {})[fight] = events
    with forks.Pool(given.jobs, maxtasksperchild=1) as pool:  # what is remembered of parts holds for one leak only
        for leak, suite in pool.imap(_looked_at, leaks):
            why = "" if suite else EXPLAINED.get(str(leak), "NOT NOTICED")
            print(f"{leak}: {suite or why}", flush=True)
            left += [leak] if why == "NOT NOTICED" else []
    print(f"{len(leaks)} leaks planted, {len(left)} neither noticed nor explained")
    return int(bool(left))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
