"""The history that people are told: each view of the past is the one that they had then."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from protocol.patch import apply
from server.lobby.lobby import Lobby
from server.store.memory import MemoryLog
from tests.table.party import Remembering, laid, lobby_over


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    """A server over a log in memory."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    lobby.start()
    yield lobby
    await lobby.close()


async def replayed(viewer: Remembering) -> dict[int, Any]:
    """The views of its history, number by number."""
    page = await viewer.asks({"type": "history"})
    view = page["view"]
    views: dict[int, Any] = {}
    for frame in page["frames"]:
        view = views[frame["n"]] = apply(view, frame["patch"])
    return views


async def test_views_of_the_past_are_those_that_were_seen(lobby: Lobby) -> None:
    """Neither a hidden combatant handed over nor a withdrawn seat nor the close changes what was seen before."""
    party = await laid(lobby)
    gm, ann, bob, watch = [await party.sits(seat) for seat in ("gm", "ann", "bob", "spectator")]
    await gm.does({"type": "begin"})
    await ann.does({"type": "choose", "who": "c", "cup": 1})
    there = bob.n
    await ann.does({"type": "request_undo", "n": ann.n, "reason": "a slip"})
    await gm.does({"type": "hand_over", "who": "c", "seat": "bob"})
    await bob.shows(lambda view: "c" in view["combatants"])
    await gm.does({"type": "revoke_seat", "seat": "ann"})
    await gm.does({"type": "close"})
    for viewer in (gm, bob, watch):
        await viewer.shows(lambda view: view["stage"] == "closed")
        told = await replayed(viewer)
        assert {n: view for n, view in viewer.views.items() if n in told} == {n: told[n] for n in viewer.views}
    assert "c" not in (await replayed(bob))[there]["combatants"]


async def test_after_the_close_spectators_read_every_log_to_its_end(lobby: Lobby) -> None:
    """Another audience's log is as long for them as for everybody else."""
    party = await laid(lobby)
    gm, ann, watch = [await party.sits(seat) for seat in ("gm", "ann", "spectator")]
    await gm.does({"type": "begin"})
    for _ in range(5):
        await ann.does({"type": "choose", "who": "c", "cup": 1})
    await gm.does({"type": "close"})
    await watch.shows(lambda view: view["stage"] == "closed")
    question = {"type": "history", "audience": "gm"}
    assert (await watch.asks(question))["last"] == (await ann.asks(question))["last"] == gm.n
