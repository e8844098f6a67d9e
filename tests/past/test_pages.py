"""Long answers: made once for all who ask, and in slices between which others have their turn."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol import messages as m
from server.past import pages
from server.past.pages import Pages
from server.process import shares, work
from server.store.memory import MemoryLog
from tests.table.party import Remembering, laid, lobby_over


async def a_fight(folder: Path) -> tuple[Remembering, Remembering]:
    """Some commits; the GM and Ann."""
    party = await laid(lobby_over(MemoryLog(), folder))
    gm, ann = await party.sits("gm"), await party.sits("ann")
    await gm.does({"type": "begin"})
    for cup in (1, 2, 3, 1, 2, 3):
        await ann.does({"type": "choose", "who": "a", "cup": cup})
    return gm, ann


async def answered(viewer: Remembering) -> None:
    """Wait until nothing is being answered at its table."""
    while viewer.table.answers.is_busy:  # noqa: ASYNC110  (nothing tells of it)
        await asyncio.sleep(0)


async def test_a_page_is_made_once_for_all_who_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second asker, and one of an overlapping page, are given what was made; other eyes see something else."""
    gm, ann = await a_fight(tmp_path)
    made: list[tuple[Any, ...]] = []
    make = Pages._make

    def counted(self: Pages, *key: Any) -> Any:
        found = make(self, *key)  # raises Absent the first time, where something was let go
        made.append(key[:3])
        return found

    monkeypatch.setattr(Pages, "_make", counted)
    first = await gm.asks({"type": "history"})
    assert len(made) == first["last"] == len({*made})
    assert await gm.asks({"type": "history"}) == first
    later = await gm.asks({"type": "history", "after": 3, "count": 2})
    assert later["frames"] == first["frames"][3:5]
    assert len(made) == first["last"]
    own = await ann.asks({"type": "history"})
    assert await gm.asks({"type": "history", "audience": "seat:ann"}) == own
    assert len(made) == first["last"] + own["last"]
    await answered(gm)
    gm.table.past.let_go()
    assert await gm.asks({"type": "history"}) == first
    assert len(made) == 2 * first["last"] + own["last"]


async def test_nothing_is_let_go_while_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep comes between any two steps, and nothing is made twice; once all is answered it takes everything."""
    monkeypatch.setattr(work, "SLICE_S", 0)
    gm, ann = await a_fight(tmp_path)
    made = Counter[Any]()
    make = Pages._make

    def counted(self: Pages, *key: Any) -> Any:
        made[key[:3]] += 1
        gm.table.past.let_go()
        return make(self, *key)

    monkeypatch.setattr(Pages, "_make", counted)
    one, two = await asyncio.gather(gm.asks({"type": "history"}), ann.asks({"type": "history", "count": 4}))
    assert (len(one["frames"]), len(two["frames"])) == (one["last"], 4)
    again = await gm.asks({"type": "history"})
    assert again == one
    assert set(made.values()) == {1}
    await answered(gm)
    gm.table.past.let_go()
    assert gm.table.past.pages.weight_bytes == 0


async def test_no_more_is_kept_than_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers that nobody asked for lately are forgotten first."""
    monkeypatch.setattr(pages, "MOST", 3)
    gm, _ = await a_fight(tmp_path)
    page = await gm.asks({"type": "history"})
    assert gm.table.past.pages.weight_bytes == 3 * pages.NUMBER_BYTES
    assert await gm.asks({"type": "history"}) == page


async def test_the_table_goes_on_while_a_long_answer_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An intent that comes after the question is acknowledged before the answer."""
    monkeypatch.setattr(work, "SLICE_S", 0)
    gm, ann = await a_fight(tmp_path)
    for question in ("history", "marks"):
        seen = len(ann.messages)
        gm.table.ask(ann, m.Ask(id=77, question=_raw(ann, {"type": question})))
        await ann.does({"type": "choose", "who": "a", "cup": 1})
        kinds = [type(message) for message in ann.messages[seen:]]
        assert m.Ack in kinds
        assert m.Answer not in kinds
        await ann.until(lambda message: isinstance(message, m.Answer), seen)


async def test_too_many_questions_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that wait are answered all the same."""
    monkeypatch.setattr(shares, "MOST_OF_PARTY", 2)
    gm, _ = await a_fight(tmp_path)
    seen = len(gm.messages)
    for id in range(4):
        gm.table.ask(gm, m.Ask(id=id, question=_raw(gm, {"type": "history"})))
    await gm.until(lambda message: getattr(message, "id", None) == 1, seen)
    refused = [message for message in gm.messages[seen:] if isinstance(message, m.Rejected)]
    assert [(message.id, message.code) for message in refused] == [(2, "busy"), (3, "busy")]


def _raw(viewer: Remembering, question: dict[str, Any]) -> Any:
    return msgspec.Raw(viewer.codec.to_bytes(question))


LARGE = {"at": [1, 0], "intent": {"x": [0] * 513}}


@pytest.mark.parametrize(
    "question",
    [{"type": "part", "file": "f", "offset": 2**53}, {"type": "preview_amend", "target": [1, 0], "edits": [LARGE]}],
    ids=["part", "preview"],
)
async def test_what_asks_too_much_is_refused_before_anybody_answers(tmp_path: Path, question: dict[str, Any]) -> None:
    """Whoever would answer it."""
    gm, _ = await a_fight(tmp_path)
    assert (await gm.asks(question)).code == "oversized"
