"""What a game master changes by decree stays within the bounds that an imported file has to keep."""

from __future__ import annotations

from dataclasses import replace as but
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from three_cups import SYSTEM, Game, Struck

from protocol import messages as m
from server.core.events import Event
from server.encounter.state_bounds import StateBounds
from server.store.memory import MemoryLog
from tests.table.party import Party, Remembering, laid, lobby_over
from tests.table.test_resume import settled


def wearing(game: Game, event: Event) -> Game:
    """A strike leaves its target with the cover that counted, so that an amended term becomes the sheet's."""
    game = SYSTEM.evolve(game, event)
    if isinstance(event, Struck):
        sheet = replace(game.sheets[event.target], cover=event.terms[1].value)
        return replace(game, sheets={**game.sheets, event.target: sheet})
    return game


@pytest.fixture(autouse=True)
def _worn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's system."""
    monkeypatch.setattr("tests.table.party.SYSTEM", but(SYSTEM, evolve=wearing))


async def struck(tmp_path: Path) -> tuple[Remembering, list[int]]:
    """The GM of a table at which somebody has been struck, and where."""
    party: Party = await laid(lobby_over(MemoryLog(), tmp_path))
    gm, ann, bob = [await party.sits(seat) for seat in ("gm", "ann", "bob")]
    await gm.does({"type": "begin"})
    for player, who, cup in ((ann, "a", 2), (bob, "b", 1), (ann, "c", 1)):
        await player.does({"type": "choose", "who": who, "cup": cup})
    await settled()
    [at] = [commit.version for commit in gm.table.timeline.commits if any(isinstance(x, Struck) for x in commit.events)]
    return gm, [at - 1, 0]


def amendment(at: list[int], cover: int) -> dict[str, Any]:
    """Another cover in the strike that follows the act."""
    term = {"roll": "round1.strike", "who": "a", "key": "cover", "value": cover}
    return {"target": at, "edits": [{"at": at, "terms": [term]}]}


async def test_an_amendment_is_held_to_the_bounds_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its preview, and by its confirmation too, for whoever could do without one."""
    gm, at = await struck(tmp_path)
    n = gm.n
    asked = await gm.asks({"type": "preview_amend", **amendment(at, 1_001)})
    assert (asked.code, asked.detail["position"]) == ("import_bounds", n + 1)
    assert "1000" in asked.detail["problem"], asked.detail
    with monkeypatch.context() as unchecked:
        unchecked.setattr(StateBounds, "check_edit", lambda *_: None)
        digest = (await gm.asks({"type": "preview_amend", **amendment(at, 1_001)}))["digest"]
    refused = await gm.does({"type": "amend", **amendment(at, 1_001), "digest": digest})
    assert (refused.code, gm.n) == ("import_bounds", n)
    digest = (await gm.asks({"type": "preview_amend", **amendment(at, 1_000)}))["digest"]
    assert isinstance(await gm.does({"type": "amend", **amendment(at, 1_000), "digest": digest}), m.Ack)


async def test_who_mends_a_log_that_is_beyond_already_is_not_hindered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older releases have let it become so."""
    gm, at = await struck(tmp_path)
    with monkeypatch.context() as unchecked:
        unchecked.setattr(StateBounds, "check_edit", lambda *_: None)
        digest = (await gm.asks({"type": "preview_amend", **amendment(at, 5_000)}))["digest"]
        amended = await gm.does({"type": "amend", **amendment(at, 5_000), "digest": digest})
    assert isinstance(amended, m.Ack)
    assert isinstance(await gm.does({"type": "set_position", "who": "a", "at": [1, 1]}), m.Ack)
    assert gm.table.timeline.state.play.game.sheets["b"].cover == 5_000
