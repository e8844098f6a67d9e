"""An amendment whose tail holds a turn of somebody hidden, between acts that all have seen: nobody learns of it.

Two worlds, with and without the hidden one, play the same and amend the same; all that players and spectators could
learn is compared byte by byte: told events, numbers, heads, times, and what is released to delayed spectators.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, cast

import pytest
from msgspec.structs import replace

from server.conformance.amount import many
from server.conformance.worlds.hidden import (
    HIDDEN,
    NOTHING,
    World,
    base_spec,
    go,
    hidden_spec,
    script_of,
    unlike,
    with_one,
)
from server.conformance.worlds.hidden import world as world_of
from server.conformance.worlds.takebacks import behind, is_taken
from server.core import secrecy
from server.core.events import Amended, Step, TurnOver
from server.core.ids import GM
from server.core.telling import tell
from server.core.telling.tell import told_steps

SEEDS, PAIRS, STEPS = 400, 15, 12
"""So many pairs are tried until some show what is looked for; so many steps are played openly before the ruling."""

pytestmark = pytest.mark.parametrize("name", ["brink", "tirakan"])


def amended(name: str) -> Iterator[tuple[World, World, int]]:
    """Pairs whose amendment decides a turn of the hidden one again between acts that the table sees; and where the
    amendment stands in the world with somebody hidden."""
    return (pair for seed in range(SEEDS) if (pair := _amended(name, seed)) is not None)


def _amended(name: str, seed: int) -> tuple[World, World, int] | None:
    luck, spec = random.Random(f"{name} {seed}"), base_spec(name)
    spec = replace(spec, table=replace(spec.table, delay_turns=1))
    script = script_of(world_of(name, spec, seed), random.Random(seed), STEPS)
    bare, hiding = both = [world_of(name, each, seed) for each in (spec, with_one(spec, hidden_spec(spec, luck), luck))]
    hiding.is_restless = False  # it has its turns, and nothing else
    if not all(_played(at, [NOTHING, *script], -1) for at in both):
        return None
    for n in behind(bare)[:3]:
        ruling: Any = (GM, {"type": "amend", "n": n}, None)
        if not all(is_taken(at, ruling) for at in both):
            continue
        if not all(_played(at, [ruling], STEPS) for at in both):
            return None
        version = next(c.version for c in reversed(hiding.timeline.commits) if isinstance(c.events[0], Amended))
        return (bare, hiding, version) if _is_between(hiding, version) else None
    return None


def _played(at: World, steps: list[Any], first: int) -> bool:
    return not any(go(at, number, *step) for number, step in enumerate(steps, start=first))


def _is_between(at: World, version: int) -> bool:
    """Are steps of the hidden one's own turn between steps that the public was told of?"""
    change = at.timeline.amendment(version)
    assert change is not None
    told = [number for number, _ in told_steps(at.timeline, version, "public")]
    own = [number for number, step in enumerate(change.steps, start=1) if _is_own(step) and number not in told]
    return any(told and told[0] < number < told[-1] for number in own)


def _is_own(step: Step) -> bool:
    """Something that the hidden one did of itself."""
    return getattr(step.intent, "who", "") == HIDDEN


def compared(bare: World, hiding: World) -> list[str]:
    """All that differs for players and spectators."""
    return [
        *unlike("sight", bare.sight(), hiding.sight()),
        *unlike("records", bare.records(True), hiding.records(True)),
    ]


def test_nobody_learns_of_a_hidden_turn_in_the_middle_of_an_amendment(name: str) -> None:
    """Neither by what is told nor by how much, when, or under which numbers; only the GM reads the steps between."""
    pairs = list(islice(amended(name), many(PAIRS)))
    assert len(pairs) == many(PAIRS)
    for bare, hiding, version in pairs:
        assert compared(bare, hiding) == []
        gms = {number for number, _ in told_steps(hiding.timeline, version, GM)}
        for audience in hiding.timeline.ledger.audiences():
            told = {number for number, _ in told_steps(hiding.timeline, version, audience)}
            assert audience == GM or told < gms
        assert len(hiding.timeline.commits) > len(bare.timeline.commits)


def _steps_name_their_sources(patch: pytest.MonkeyPatch) -> None:
    patch.delitem(cast(Any, tell._BARE), "source")


def _hidden_turns_count(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("server.core.timeline.timeline.PUBLIC", GM)


def _secret_steps_are_told(patch: pytest.MonkeyPatch) -> None:
    own = secrecy.redact_for

    def told(*of: Any) -> Any:
        return own(*of) or (of[2] if isinstance(of[2], TurnOver) else None)

    patch.setattr("server.core.telling.tell.redact_for", told)


@pytest.mark.parametrize("plant", [_steps_name_their_sources, _hidden_turns_count, _secret_steps_are_told])
def test_a_leak_of_that_turn_is_noticed(
    name: str, plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison bites: in what steps say, in what is released, in which steps are told."""
    plant(monkeypatch)
    assert any(compared(bare, hiding) for bare, hiding, _ in islice(amended(name), PAIRS))
