"""Take away one declaration of secrecy after another, and look whether the generic suites notice.

    python -m tests.secrecy.leaks [SYSTEM ...] [--jobs N]

What is planted: a field that is told to everybody, an event that everybody learns of, a rule of `redact` that tells
all that is left to it, a key of a topic that is open. The suites: pairs of worlds with somebody hidden, worlds in which
somebody hidden is called otherwise, worlds with another closed sheet. A leak that none of them notices is printed;
those that can't be noticed are explained in `EXPLAINED`. Exit code 1 where another one is left.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple
from unittest import mock

import msgspec

from server.conformance import fights, test_secrecy
from server.conformance.worlds import closed, hidden
from server.core import disclosure
from server.core.disclosure import WHOLE, Disclosure, Field, Tells, fields_of
from server.core.knowing import masking
from server.core.system import System
from server.encounter.installed import systems

PAIRS, CALLED, SHEETS = 60, 6, (1, 2, 3)
"""So many pairs of worlds, fights in which somebody is called otherwise, and fights by closed sheet."""

EXPLAINED: dict[str, str] = {
    "brink: InitiativeTieBroken.redact": "only older logs have such a tie with somebody hidden (brink/test_old_ties)",
}
"""Leaks that can't be noticed, and why."""


class Leak(NamedTuple):
    """One declaration that is taken away: `what` of a class (by its name), or of a key of topics."""

    system: str
    kind: str
    what: str

    def __str__(self) -> str:
        return f"{self.system}: {self.kind}.{self.what}"


def leaks_of(system: System) -> Iterator[Leak]:
    """Every declaration that keeps something from somebody."""
    for kind in _declaring(system):
        tells = getattr(kind, "tells", Tells.EVERYBODY)
        if tells is not Tells.EVERYBODY:
            yield Leak(system.name, kind.__name__, "tells")
        if tells is not Tells.GM:
            kept = (field for field in fields_of(kind) if _keeps(field) and not _is_only_witness(kind, field))
            yield from (Leak(system.name, kind.__name__, field.name) for field in kept)
        if kind in system.redact:
            yield Leak(system.name, kind.__name__, "redact")
    yield from (Leak(system.name, "topic", key) for key, says in system.topic.items() if says.how != "open")


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


@contextmanager
def planted(leak: Leak) -> Iterator[System]:
    """The system with this leak."""
    system = systems()[leak.system]
    if leak.kind == "topic":
        yield _among(replace(system, topic={**system.topic, leak.what: Disclosure("open")}))
        return
    kind = next(each for each in _declaring(system) if each.__name__ == leak.kind)
    if leak.what == "redact":
        yield _among(replace(system, redact={**system.redact, kind: lambda *_: WHOLE}))
        return
    own = masking.plan_of
    plan = _without(own(kind), leak.what) if leak.what != "tells" else _told_to_all(kind)
    with mock.patch.object(masking, "plan_of", lambda each: plan if each is kind else own(each)):
        yield _among(system)


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


def _among(system: System) -> System:
    """Put in the place of the one that is installed."""
    hidden.SYSTEMS[system.name] = fights.SYSTEMS[system.name] = system
    return system


def is_noticed(leak: Leak) -> str:
    """By which suite; empty: by none."""
    with planted(leak) as system:
        for seed in range(CALLED):
            try:
                test_secrecy.called_otherwise(leak.system, seed)
            except AssertionError:
                return "called otherwise"
        spec = fights.demo(leak.system)
        if set(closed.noticed(system, spec, SHEETS[:1])) - system.noticeable:
            return "closed sheets"
        for seed in range(PAIRS):
            try:
                if hidden.pair(leak.system, seed).differences:
                    return "pairs"
            except AssertionError:
                return "pairs"
        return "closed sheets" if set(closed.noticed(system, spec, SHEETS[1:])) - system.noticeable else ""


def _looked_at(leak: Leak) -> tuple[Leak, str]:
    return leak, is_noticed(leak)


def main(arguments: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy.leaks", description=__doc__.split("\n")[0])
    parser.add_argument("systems", nargs="*", help="of these (all that are installed)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (as many as there are cores)")
    given = parser.parse_args(arguments)
    leaks = [
        leak for name, system in systems().items() if name in (given.systems or systems()) for leak in leaks_of(system)
    ]
    left = []
    with ProcessPoolExecutor(given.jobs, max_tasks_per_child=1) as pool:
        for leak, suite in pool.map(_looked_at, leaks):
            why = "" if suite else EXPLAINED.get(str(leak), "NOT NOTICED")
            print(f"{leak}: {suite or why}", flush=True)
            left += [leak] if why == "NOT NOTICED" else []
    print(f"{len(leaks)} leaks planted, {len(left)} neither noticed nor explained")
    return int(bool(left))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
