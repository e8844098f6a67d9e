"""The comparison of two worlds bites: whatever is shown of the hidden one is noticed. The pairs themselves are parts of
the fault suite (`tests/secrecy/scenes.py`)."""

import random
from typing import Any

import msgspec
import pytest

from server.core import tell
from server.core.events import Copied, Rewound, TurnOver
from server.core.intents import Show
from server.core.secrecy import NOBODY
from tests.secrecy import worlds
from tests.secrecy.worlds import HIDDEN, SYSTEMS, base_spec, hidden_spec, pair, with_one, world

every_system = pytest.mark.parametrize("name", sorted(SYSTEMS))


@every_system
def test_a_known_function_that_hides_nobody_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The predicate that all secrecy rests on, made blind."""
    monkeypatch.setattr("server.core.secrecy.hidden_from", lambda _state, _audience: NOBODY)
    assert pair(name, 0, 2).differences


@every_system
def test_an_open_one_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody laid in the open makes another world."""
    hide = worlds.hidden_spec
    monkeypatch.setattr(worlds, "hidden_spec", lambda *of: msgspec.structs.replace(hide(*of), hidden=False))
    assert pair(name, 0, 2).differences


@every_system
def test_the_hidden_one_is_there_and_acts(name: str) -> None:
    """The GM sees it, and it makes commits of its own: the pairs do not compare a world with itself."""
    luck, spec = random.Random(1), base_spec(name)
    table = world(name, with_one(spec, hidden_spec(spec, luck), luck), 1)
    assert HIDDEN in table.view("gm").combatants
    assert all(HIDDEN not in table.view(audience).combatants for audience in ("public", *_seats(table)))
    worlds.script_of(table, random.Random(1), 40)
    mine = [commit for commit in table.timeline.commits if HIDDEN in str(commit.submitted.intent)]
    assert mine
    table.submit("gm", Show(who=HIDDEN))
    assert HIDDEN in table.view("public").combatants


@pytest.mark.parametrize(("name", "seed", "steps"), [("brink", 9, 12), ("brink", 15, 12), ("brink", 45, 12),
                                                     ("brink", 69, 12), ("tirakan", 17, 8), ("three_cups", 1282, 7),
                                                     ("brink", 1299, 12), ("brink", 1281, 12),
                                                     ("brink", 741, 12), ("tirakan", 1910, 5),
                                                     ("brink", 19833, 12), ("brink", 4060, 38),
                                                     ("tirakan", 60203, 8), ("three_cups", 982, 7)])  # fmt: skip
def test_what_once_told_of_the_hidden_one_does_so_no_more(name: str, seed: int, steps: int) -> None:
    """Typed dice of ties that were asked for only where nobody was hidden; a delay that counted the hidden one's turns
    too; a player's request that led elsewhere, or nowhere, where the hidden one had answered or had its turn; what an
    amendment's steps were made from, in the audience's own numbers; a question that an amendment put, answered for the
    sake of the hidden one's recorded turn; two ties, told in the order in which the hidden one had its place; when an
    amendment went on by itself behind the hidden one's turn; a turn that an amendment began later for the sake of a
    question in the hidden one's turn; a branch that gave somebody over together with what was done in secret before."""
    assert not pair(name, seed, steps).differences


@pytest.mark.parametrize("name", ["brink", "tirakan"])
def test_turns_that_end_in_secret_release_nothing(name: str) -> None:
    """A delay in turns counts those that the public was told of."""
    luck, spec = random.Random(1), base_spec(name)
    table = world(name, with_one(spec, hidden_spec(spec, luck), luck), 1)
    worlds.script_of(table, random.Random(1), 40)
    ended = {commit.version: event for commit in table.timeline.commits for event in commit.events
             if isinstance(event, TurnOver)}  # fmt: skip
    secret = {version for version, event in ended.items() if HIDDEN in str(event)}
    assert secret
    assert set(table.timeline.turns) == set(ended) - secret


@pytest.mark.parametrize("name", ["brink", "three_cups"])
def test_a_rewind_told_in_the_logs_own_numbers_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They count what happened in secret."""
    own = tell._HISTORY[Rewound]
    seeds = [seed for seed in range(36) if worlds.undoes(seed)]
    assert not any(pair(name, seed, 14).differences for seed in seeds)
    rules: Any = tell._HISTORY
    monkeypatch.setitem(rules, Rewound, lambda *of: of[2] if own(*of) is not None else None)
    assert any(pair(name, seed, 14).differences for seed in seeds)


@every_system
def test_a_branch_that_tells_where_it_came_from_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The positions in the original count what happened there in secret."""
    own = tell._HISTORY[Copied]
    seeds = [seed for seed in range(48) if worlds.branches(seed)]
    assert not any(pair(name, seed, 14).differences for seed in seeds)
    rules: Any = tell._HISTORY
    monkeypatch.setitem(
        rules, Copied, lambda *of: (seen := own(*of)) and msgspec.structs.replace(seen, source=of[2].source)
    )
    found = [each for seed in seeds for each in pair(name, seed, 14).differences]
    assert found
    assert all(each.startswith("branch, records") for each in found)


def _seats(table: worlds.World) -> list[str]:
    return [table.asker(seat).audience for seat in table.players()]


def test_a_tie_with_somebody_hidden_uses_no_open_die() -> None:
    """Tirakan: a die of the open stream without an event that shows it would tell of the other one."""
    for seed in (4, 20):
        luck, spec = random.Random(f"tirakan {seed}"), base_spec("tirakan")
        script = worlds.script_of(world("tirakan", spec, seed), random.Random(seed), 1)
        made = world("tirakan", with_one(spec, hidden_spec(spec, luck), luck), seed)
        made.does("step 0", script[0][0], script[0][1])
        ties = [one for commit in made.timeline.commits for one in commit.evidence if one.roll.startswith("tie.")]
        assert all(getattr(one.by, "stream", "secret") == "secret" for one in ties)
