"""What is wrong with a wish about history is said by a clear code, over a real socket, and nothing is changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.core.dice import commitment_of
from server.core.state import TableOptions
from tests.gateway.house import House, Player, close_house, open_house
from tests.table.party import SPEC

VALUE = b"v" * 32


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A server with a table whose replays stay what each saw."""
    house = await open_house(tmp_path, spec=replace(SPEC, table=TableOptions(join="links", reveal="never")))
    yield house
    await close_house(house)


async def played(house: House) -> tuple[dict[str, Player], int, int]:
    """GM, Ann and a spectator; Ann revealed, lifted a cup and another, and the second was taken back.

    Returns also the version of the cup that was taken back, and Ann's number of it."""
    at = {seat: await house.sit(seat) for seat in ("gm", "ann", "spectator")}
    welcome = at["ann"].messages[0]
    assert isinstance(welcome, m.Welcome)
    encounter = bytes.fromhex(msgspec.msgpack.decode(welcome.view)["encounter"])
    await _does(at["ann"], {"type": "join", "commitment": commitment_of(encounter, "ann", VALUE)})
    await _does(at["gm"], {"type": "begin"})
    await _does(at["ann"], {"type": "reveal", "preimage": VALUE})
    await _does(at["ann"], {"type": "choose", "who": "a", "cup": 1})
    n = (await _does(at["ann"], {"type": "choose", "who": "c", "cup": 2})).n
    page = await _body(at["gm"], {"type": "history"})
    there = page["last"]
    seen = await _body(at["gm"], {"type": "preview_rewind", "to": [there - 1, 0]})
    await _does(at["gm"], {"type": "rewind", "to": [there - 1, 0], "digest": seen["digest"]})
    return at, there, n


async def _does(player: Player, intent: dict[str, Any]) -> Any:
    answer = await player.submit(intent)
    assert isinstance(answer, m.Ack), answer
    return answer


async def _body(player: Player, question: dict[str, Any]) -> Any:
    answer = await player.ask(question)
    assert isinstance(answer, m.Answer), answer
    return msgspec.msgpack.decode(answer.body)


GONE, NUMBER, HERE = object(), object(), object()
"""The version that was taken back, Ann's number of it, and the head."""

BAD: list[tuple[str, dict[str, Any], str]] = [
    ("gm", {"type": "rewind", "to": [99, 0], "digest": b"x"}, "unknown_position"),
    ("gm", {"type": "rewind", "to": [0, 0], "digest": b"x"}, "unknown_position"),
    ("gm", {"type": "rewind", "to": [2, 0], "digest": b"x"}, "protected_position"),
    ("gm", {"type": "rewind", "to": HERE, "digest": b"x"}, "already_there"),
    ("gm", {"type": "rewind", "to": GONE}, "preview_needed"),
    ("gm", {"type": "rewind", "to": GONE, "digest": b"x"}, "preview_outdated"),
    ("ann", {"type": "rewind", "to": GONE, "digest": b"x"}, "gm_only"),
    ("gm", {"type": "redo"}, "preview_needed"),
    ("gm", {"type": "redo", "digest": b"x"}, "preview_outdated"),
    ("gm", {"type": "amend", "target": GONE, "edits": [], "digest": b"x"}, "already_undone"),
    ("gm", {"type": "amend", "target": [2, 0], "edits": [], "digest": b"x"}, "protected_position"),
    ("gm", {"type": "amend", "target": [99, 0], "edits": [], "digest": b"x"}, "unknown_position"),
    ("gm", {"type": "draw_dice", "target": GONE, "edits": []}, "already_undone"),
    ("ann", {"type": "request_undo", "n": NUMBER}, "already_undone"),
    ("ann", {"type": "request_undo", "n": 999}, "unknown_position"),
    ("ann", {"type": "redo"}, "gm_only"),
    ("gm", {"type": "disclose"}, "not_closed"),
]
"""Who, which intent, which code."""

ASKED: list[tuple[str, dict[str, Any], str]] = [
    ("gm", {"type": "preview_rewind", "to": [99, 0]}, "unknown_position"),
    ("gm", {"type": "preview_rewind", "to": HERE}, "already_there"),
    ("gm", {"type": "preview_amend", "target": GONE}, "already_undone"),
    ("gm", {"type": "act_card", "at": [99, 3]}, "unknown_position"),
    ("gm", {"type": "history", "after": 999}, "unknown_position"),
    ("spectator", {"type": "history", "after": 999}, "unknown_position"),
    ("ann", {"type": "history", "audience": "gm"}, "not_revealed"),
    ("ann", {"type": "marks", "audience": "seat:bob"}, "not_revealed"),
    ("ann", {"type": "outcome", "audience": "gm"}, "not_revealed"),
    ("gm", {"type": "outcome", "audience": "seat:nobody"}, "no_such_seat"),
    ("ann", {"type": "reach", "who": "a", "at": [0, 0]}, "no_place"),
    ("ann", {"type": "reach", "who": "b", "at": [0, 0]}, "not_your_combatant"),
    ("spectator", {"type": "reach", "who": "a", "at": [0, 0]}, "not_your_combatant"),
    ("gm", {"type": "reach", "who": "nobody", "at": [0, 0]}, "unknown_combatant"),
    ("gm", {"type": "reach", "who": "a", "at": [0, 1_000_001]}, "oversized"),
    ("ann", {"type": "export", "audience": "gm"}, "not_revealed"),
    ("spectator", {"type": "export", "audience": "seat:ann"}, "not_revealed"),
    ("gm", {"type": "history", "audience": "seat:nobody"}, "no_such_seat"),
    ("ann", {"type": "moment", "encounter": "0" * 32, "n": 1}, "wrong_encounter"),
    ("ann", {"type": "act_card", "at": [3, 0]}, "gm_only"),
    ("ann", {"type": "part", "file": "nothing", "offset": 0}, "export_gone"),
]
"""Who, which question, which code."""


async def test_every_bad_wish_about_history_has_its_code_and_changes_nothing(house: House) -> None:
    """Positions, lines, protection, digests, ranges, reveals, links."""
    at, there, number = await played(house)
    head = (await _body(at["gm"], {"type": "history"}))["last"]
    names = {GONE: [there, 0], NUMBER: number, HERE: [head, 0]}

    def filled(wish: dict[str, Any]) -> dict[str, Any]:
        return {key: names.get(value, value) if not isinstance(value, list) else value for key, value in wish.items()}

    for seat, intent, code in BAD:
        assert (await at[seat].submit(filled(intent))).code == code, (seat, intent)
    for seat, question, code in ASKED:
        assert (await at[seat].ask(filled(question))).code == code, (seat, question)
    assert (await _body(at["gm"], {"type": "history"}))["last"] == head
