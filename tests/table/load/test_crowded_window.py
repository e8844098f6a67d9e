"""A window in which a whole crowd is asked: what each seat is offered is worked out and encoded in slices, before
it is told, and what of it is remembered stays small."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from protocol.codec import MSGPACK
from protocol.messages import Submit
from server.core.create import EncounterSpec
from server.core.ids import GM
from server.core.options import Option
from server.keys.seeds import SeedKeeper
from server.kit import offering
from server.lobby.lobby import Lobby
from server.process import work
from server.process.clock import Clock
from server.rules.tirakan import SYSTEM
from server.rules.tirakan.offers import seat as offers
from server.rules.tirakan.offers.menu import MENU
from server.scenario.rehearsal import Rehearsal
from server.store.memory import MemoryLog
from server.table.audience import Audiences
from server.table.offers import offered
from server.table.services import Services
from tests.bench.tape import MASTER, NoLinks, Silent, submit
from tests.table.load.test_full_tables import crowd

BEGIN: dict[str, Any] = {"type": "start_combat", "instigator": "hagen"}
"""All who notice may react to whoever begins."""
MOVES: list[dict[str, Any]] = [{"type": "set_position", "who": "hagen", "at": [100 * n, 900]} for n in range(1, 7)]
"""Each changes what everybody can reach."""


def sent(intent: dict[str, Any]) -> Submit:
    return Submit(id=os.urandom(16), nonce=os.urandom(16), intent=Raw(MSGPACK.to_bytes(intent)))


MOST_FORMS = 16
"""What a game master is offered beside the combatants' options: forms, which change seldom."""


class Watch:
    """Whose options are worked out, in which turn of the loop and in how many tellings; how many are encoded in one."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        self.turn, self.of_turn = 0, Counter[int]()
        self.is_telling, self.told, self.encoded_told = False, 0, Counter[int]()
        selector: Any = vars(asyncio.get_running_loop())["_selector"]
        select, made, tell = selector.select, offers._of_combatant, Audiences.tell
        add = offered._Known.add

        def counted(timeout: float | None = None) -> Any:
            self.turn += 1
            return select(timeout)

        def making(*arguments: Any) -> list[Option]:
            self.of_turn[self.turn] += 1
            self.told += self.is_telling
            return made(*arguments)

        def encoding(*arguments: Any) -> None:
            self.encoded_told[self.turn] += self.is_telling
            add(*arguments)

        def telling(*arguments: Any) -> None:
            self.is_telling = True
            tell(*arguments)
            self.is_telling = False

        patched.setattr(selector, "select", counted)
        patched.setattr(offers, "_of_combatant", making)
        patched.setattr(Audiences, "tell", telling)
        patched.setattr(offered._Known, "add", encoding)
        patched.setattr(work, "MOST_STEPS", 1)


def played_by(seat: str) -> EncounterSpec:
    """A crowd of which the game master's part is this seat's."""
    spec = crowd(SYSTEM.name)
    people = {who: replace(one, seat=seat) if one.seat == GM else one for who, one in spec.combatants.items()}
    return replace(spec, combatants=people)


@pytest.mark.parametrize("seat", [GM, "sela"])
async def test_a_crowd_is_offered_what_it_may_do_in_slices(
    seat: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one combatant in a turn, before anybody is told. The turn of the telling encodes no more than the GM's own
    forms, which are few."""
    clock = Clock(lambda: 1_700_000_000_000, lambda: 0)
    lobby = Lobby(
        Services(MemoryLog(), SeedKeeper(MASTER), clock), {SYSTEM.name: SYSTEM}, NoLinks(tmp_path / "links.json")
    )
    laid = await lobby.create(played_by(seat))
    table = await lobby.table(laid["encounter"])
    gm = Silent(GM)
    for viewer in [gm] if seat == GM else [gm, Silent(seat)]:
        table.attach(viewer, None)
        assert table.audiences.asker(viewer.seat).audience == viewer.audience
    watch = Watch(monkeypatch)
    for intent in (BEGIN, *MOVES):
        watch.of_turn.clear()
        await submit(table, gm, sent(intent))
        assert watch.of_turn.total() > offering.AT_ONCE
        assert set(watch.of_turn.values()) == {1}
    assert watch.told == 0
    assert max(watch.encoded_told.values()) <= MOST_FORMS


def test_what_a_crowd_was_offered_is_soon_forgotten() -> None:
    """All that it is offered now is remembered, and little of what it was offered before."""
    table = Rehearsal(SYSTEM, crowd(SYSTEM.name), None)
    table.submit(GM, BEGIN)
    shelf = table.timeline.shelf
    for intent in MOVES:
        table.submit(GM, intent)
        with shelf:
            now_offered = table.system.options(table.state, table.asker(GM))
    now = choices(now_offered)
    with shelf:
        again = table.system.options(table.state, table.asker(GM))
    assert sum(one is other for one, other in zip(now_offered, again, strict=True)) > 0.9 * len(now_offered)
    for memo in (offers.OFFERS, MENU.menus):
        assert sum(choices(kept.made) for kept in shelf.stores[memo].kept.values()) < 3 * now


def choices(options: Any) -> int:
    """So many they hold."""
    return sum(len(param.choices) for option in options for param in option.params)
