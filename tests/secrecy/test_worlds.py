"""The comparison of two worlds bites: whatever is shown of the hidden one is noticed. The pairs themselves are parts of
the fault suite (`tests/secrecy/scenes.py`)."""

import random

import msgspec
import pytest

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


def _seats(table: worlds.World) -> list[str]:
    return [table.asker(seat).audience for seat in table.players()]


def test_a_tie_with_somebody_hidden_uses_no_open_die() -> None:
    """Tirakan: a die of the open stream without an event that shows it would tell of the other one."""
    for seed in (4, 20):
        luck, spec = random.Random(f"tirakan {seed}"), base_spec("tirakan")
        script = worlds.script_of(world("tirakan", spec, seed), random.Random(seed), 1)
        made = worlds.World(SYSTEMS["tirakan"], with_one(spec, hidden_spec(spec, luck), luck), None)
        made.does("step 0", script[0][0], script[0][1])
        ties = [one for commit in made.timeline.commits for one in commit.evidence if one.roll.startswith("tie.")]
        assert all(getattr(one.by, "stream", "secret") == "secret" for one in ties)
