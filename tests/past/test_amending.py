"""Amendments are previewed and confirmed act by act: other tables go on; a table that moves meanwhile is told so."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol import messages as m
from server.core.history.amend import PREVIEWED, UNCHANGED
from server.core.ids import Position
from server.process import work
from server.store.memory import MemoryLog
from server.table.answers import MOST_OVERTAKEN
from tests.table.party import Party, Remembering, laid, lobby_over

ACTS = 60
"""Each is a turn of the loop at least, twice: once unchanged, once edited."""


@pytest.fixture(autouse=True)
def _after_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others have their turn after each step, whatever it takes: no clock decides what these tests see."""
    monkeypatch.setattr(work, "SLICE_S", 0)


async def fought(party: Party) -> tuple[Remembering, Remembering, dict[str, Any]]:
    """A table with many acts; the GM, Ann, and the amendment that strikes out the first of them."""
    gm, ann = await party.sits("gm"), await party.sits("ann")
    await gm.does({"type": "begin"})
    for act in range(ACTS):
        await ann.does({"type": "choose", "who": "a", "cup": 1 + act % 3})
    at = [gm.n - ACTS + 1, 0]
    return gm, ann, {"target": at, "edits": [{"at": at, "struck": True}]}


def ask(viewer: Remembering, question: dict[str, Any]) -> int:
    """Ask without waiting; the question's id."""
    id = next(viewer.ids)
    viewer.table.ask(viewer, m.Ask(id=id, question=msgspec.Raw(viewer.codec.to_bytes(question))))
    return id


def answers(viewer: Remembering, id: int | bytes) -> list[Any]:
    """What was answered to this question or intent."""
    return [message for message in viewer.messages if getattr(message, "id", None) == id]


async def turns(count: int) -> None:
    """Let the loop go round so often."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_another_table_plays_on_while_a_long_preview_is_made(tmp_path: Path) -> None:
    """Its intents are answered within a few turns of the loop; the preview takes one for each act."""
    lobby = lobby_over(MemoryLog(), tmp_path)
    gm, _, change = await fought(await laid(lobby))
    other = await (await laid(lobby)).sits("gm")
    id = ask(gm, {"type": "preview_amend", **change})
    await turns(3)
    assert isinstance(await other.does({"type": "begin"}), m.Ack)
    assert not answers(gm, id)
    await turns(ACTS)
    assert not answers(gm, id)
    preview = await gm.until(lambda message: getattr(message, "id", None) == id)
    assert isinstance(preview, m.Answer)


async def test_another_table_plays_on_while_an_amendment_is_confirmed(tmp_path: Path) -> None:
    """Also by a server that has not previewed it: it walks the tail again, act by act."""
    log = MemoryLog()
    gm, _, change = await fought(party := await laid(lobby_over(log, tmp_path)))
    preview = await gm.asks({"type": "preview_amend", **change})
    second = lobby_over(log, tmp_path)
    second.start()
    there = await Party(second, party.links).sits("gm")
    other = await (await laid(second)).sits("gm")
    assert not there.table.timeline.notes.has(PREVIEWED)
    id = there.submit({"type": "amend", **change, "digest": preview["digest"]})
    await turns(3)
    assert isinstance(await other.does({"type": "begin"}), m.Ack)
    assert not answers(there, id)
    assert isinstance(await there.until(lambda message: getattr(message, "id", None) == id), m.Ack)


async def test_a_preview_that_an_act_overtakes_is_begun_again(tmp_path: Path) -> None:
    """The player is not kept waiting, and the GM is shown what holds now."""
    gm, ann, change = await fought(await laid(lobby_over(MemoryLog(), tmp_path)))
    id = ask(gm, {"type": "preview_amend", **change})
    await turns(3)
    assert isinstance(await ann.does({"type": "choose", "who": "a", "cup": 3}), m.Ack)
    assert not answers(gm, id)
    shown = await gm.until(lambda message: getattr(message, "id", None) == id)
    preview = gm._read(shown.body)
    assert len(preview["steps"]) == ACTS + 1
    assert isinstance(await gm.does({"type": "amend", **change, "digest": preview["digest"]}), m.Ack)


async def test_a_preview_is_outdated_once_somebody_has_acted_again_and_again(tmp_path: Path) -> None:
    """After some attempts the GM is refused and asks again."""
    gm, ann, change = await fought(await laid(lobby_over(MemoryLog(), tmp_path)))
    id = ask(gm, {"type": "preview_amend", **change})
    for act in range(MOST_OVERTAKEN + 1):
        await turns(3)
        assert not answers(gm, id)
        assert isinstance(await ann.does({"type": "choose", "who": "a", "cup": 1 + act % 3}), m.Ack)
    refused = await gm.until(lambda message: getattr(message, "id", None) == id)
    assert (type(refused), refused.code) == (m.Rejected, "preview_outdated")
    again = await gm.asks({"type": "preview_amend", **change})
    assert len(again["steps"]) == ACTS + MOST_OVERTAKEN + 1


async def both_amend(*rulings: tuple[Remembering, dict[str, Any]]) -> list[Any]:
    """All preview at the same head, then all confirm; what each is told."""
    seen = [await viewer.asks({"type": "preview_amend", **change}) for viewer, change in rulings]
    ids = [
        viewer.submit({"type": "amend", **change, "digest": shown["digest"]})
        for (viewer, change), shown in zip(rulings, seen, strict=True)
    ]
    return [
        await viewer.until(lambda message, id=id: getattr(message, "id", None) == id)
        for (viewer, _), id in zip(rulings, ids, strict=True)
    ]


async def test_a_preview_and_its_confirmation_by_two_gms_at_once(tmp_path: Path) -> None:
    """Of two amendments that were previewed at the same head one is taken, the other is told to look again."""
    party = await laid(lobby_over(MemoryLog(), tmp_path))
    gm, _, change = await fought(party)
    second = await party.sits("gm")
    at, choice = change["target"], {"type": "choose", "who": "a", "cup": 2}
    other = {"target": at, "edits": [{"at": at, "intent": choice}]}
    said = await both_amend((gm, change), (second, other))
    assert isinstance(said[0], m.Ack)
    assert said[1].code in ("preview_outdated", "already_undone")


async def test_only_the_gm_has_a_tail_walked(tmp_path: Path) -> None:
    """A player who asks or submits is refused at once."""
    gm, ann, change = await fought(await laid(lobby_over(MemoryLog(), tmp_path)))
    assert (await ann.asks({"type": "preview_amend", **change})).code == "gm_only"
    assert (await ann.does({"type": "amend", **change, "digest": bytes(16)})).code == "gm_only"
    assert not gm.table.timeline.notes.has(UNCHANGED)


async def test_two_game_masters_on_two_servers_amend_at_once(tmp_path: Path) -> None:
    """Both have previewed the same head; one amendment counts, the other is told to look again, and fits then."""
    log = MemoryLog()
    one_server, two_server = lobby_over(log, tmp_path), lobby_over(MemoryLog(log.shelf), tmp_path)
    for server in (one_server, two_server):
        server.start()
    party = await laid(one_server)
    gm, _, change = await fought(party)
    second = await Party(two_server, party.links).sits("gm")
    at = [change["target"][0] + 1, 0]
    other = {"target": at, "edits": [{"at": at, "struck": True}]}
    said = await both_amend((gm, change), (second, other))
    assert sorted(type(message).__name__ for message in said) == ["Ack", "Rejected"]
    refused = next(message for message in said if isinstance(message, m.Rejected))
    assert refused.code in ("preview_outdated", "already_undone")
    [taken] = [message.n for message in said if isinstance(message, m.Ack) and isinstance(message.n, int)]
    for viewer in (gm, second):  # behind the amendment the seed of the dice is revealed
        await viewer.shows(lambda _, viewer=viewer: viewer.n == taken + 1)
    assert gm.view == second.view
    assert gm.table.timeline.state == second.table.timeline.state
    step = [taken, 3]  # what stands is a step now, and can be amended itself
    again = {"target": step, "edits": [{"at": step, "struck": True}]}
    preview = await second.asks({"type": "preview_amend", **again})
    assert preview["steps"][0]["outcome"] == "struck"
    assert isinstance(await second.does({"type": "amend", **again, "digest": preview["digest"]}), m.Ack)
    back = await second.does({"type": "rewind", "to": [taken, 2]})
    assert isinstance(back, m.Ack)
    here = second.table.timeline
    assert here.state.play.game == here.play_at(Position(taken, 2)).game
