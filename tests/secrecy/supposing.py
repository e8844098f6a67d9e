"""What strangers would learn of each scenario, as digests that are kept: of every event in it, and of the game behind
every commit, as they are, were all sheets closed, and were those hidden whom the event names.

    python -m tests.secrecy.supposing [SYSTEM ...]        # writes tests/golden/supposed anew

The scenarios of a system hold what seldom happens. They are hardly ever about secrets, so secrets are supposed: nothing
else changes. Who changes what is told on purpose writes the digests anew; who did not mean to has found a leak.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from server.conformance.fights import SYSTEMS
from server.conformance.worlds.learned import Happened, happened, knows, pack, told_of
from server.conformance.worlds.unnamed import named
from server.core.ids import PUBLIC
from server.core.state import State
from server.core.system import System
from server.scenario.file import Scenario, load, scenario_files
from server.scenario.play import CannotPlay, Faces, Player

ROOT = Path(__file__).parents[1]
ONLOOKER = "onlooker"
SCENARIOS, GOLDEN = ROOT / "scenarios", ROOT / "golden" / "supposed"


def of_system(name: str, says: str = "") -> Iterator[tuple[str, Scenario]]:
    """Its scenarios, by file and title; of the files in which this stands. A system may have none there."""
    folder = SCENARIOS / name
    for path in scenario_files([folder]) if folder.is_dir() else ():
        if says in path.read_text("utf-8"):
            yield from ((f"{path.stem}: {each.title}", each) for each in load(path, SYSTEMS))


def played(scenario: Scenario) -> list[Happened]:
    """All that happens in it."""
    player = Player(scenario)
    for step in scenario.steps:
        try:
            player.take_step(step, Faces(step.dice))
        except CannotPlay:
            break
    return list(happened(player.table.timeline))


# --- supposing -------------------------------------------------------------------------------------------------------


def variants(here: Happened) -> Iterator[tuple[Happened, str]]:
    """As it is; with all sheets closed; with those hidden whom it names, all or one of them, and that one seen by one
    who looks on. With who looks on."""
    yield here, PUBLIC
    yield _with(here, _closed), PUBLIC
    people = frozenset((*here.before.play.pieces, *here.after.play.pieces))
    own = sorted(named(here.event, people, here))
    yield _with(here, partial(_hiding, own, ())), PUBLIC
    for who in own:
        yield _with(here, partial(_hiding, [who], ())), PUBLIC
        yield _with(here, partial(_hiding, [who], (ONLOOKER,))), f"seat:{ONLOOKER}"


def _with(here: Happened, supposed: Callable[[State], State]) -> Happened:
    return here._replace(before=supposed(here.before), after=supposed(here.after))


def _closed(state: State) -> State:
    """The GM plays all, and opens no sheets."""
    ledger = state.ledger
    table = None if ledger.table is None else replace(ledger.table, npc_numbers_public=False)
    return State(state.play, replace(ledger, control={}, table=table))


def _hiding(people: list[str], seen_by: tuple[str, ...], state: State) -> State:
    """Nobody sees these, who are the GM's, but those."""
    pieces = state.play.pieces
    hidden = {who: replace(pieces[who], seen_by=seen_by, aware=()) for who in people if who in pieces}
    control = {each: seat for each, seat in state.ledger.control.items() if each not in people}
    return State(replace(state.play, pieces=pieces | hidden), replace(state.ledger, control=control))


# --- what is learned -------------------------------------------------------------------------------------------------


def learned(system: System, here: Happened) -> Iterator[bytes]:
    """What one is told in each case, and knows then."""
    for each, audience in variants(here):
        yield pack(told_of(system, each, audience))
        if each.is_last and each.after.play.game is not None:
            yield knows(system, each.after, audience)


def digest(system: System, fight: list[Happened]) -> str:
    """Of all that would be learned of it."""
    found = hashlib.sha256()
    for here in fight:
        for part in learned(system, here):
            found.update(part)
    return found.hexdigest()[:16]


def digests(name: str) -> dict[str, str]:
    """Of each scenario of the system."""
    return {title: digest(SYSTEMS[name], played(scenario)) for title, scenario in of_system(name)}


def kept(name: str) -> dict[str, str]:
    """As they were written."""
    lines = (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()
    return {title: known for known, _, title in (line.partition(" ") for line in lines)}


def main(names: list[str]) -> None:
    """Write them anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name in names or sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir()):
        lines = (f"{found} {title}\n" for title, found in digests(name).items())
        (GOLDEN / f"{name}.txt").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
