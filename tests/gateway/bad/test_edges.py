"""Intents and questions with one field at its bound, and one beyond, through real sockets: what is too large has its
code, appends nothing, and the connection goes on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, get_args

import msgspec.inspect as mi
import pytest
from three_cups import SYSTEM as THREE_CUPS

from protocol import messages as m
from protocol.codec import CODECS, JSON, Codec
from server.conformance.edges import Edge, edges
from server.core.intents import CORE_INTENTS
from server.core.size import MOST_VALUES
from server.encounter import file as encounter_file
from server.encounter.installed import systems
from server.past.questions import AnyQuestion
from server.past.sheet_text import MOST_FILE_BYTES
from server.store.log import Appended, Entry, Unavailable
from server.store.memory import MemoryLog
from tests.fuzz.sockets import LIMITS
from tests.gateway.house import Player, close_house, open_house

SYSTEMS = {**systems(), "three_cups": THREE_CUPS}
RULED = {"reason", "kinds", "seen_by", "at"}
"""Fields that core's rules bound more narrowly than their types, which older logs are read by: see `tests/core`."""
OF_EACH = 2
"""So many edges of each intent and question; `server.conformance` tries all of them without sockets."""


class Watched(MemoryLog):
    """It counts who wants to append, and can be told to let nobody."""

    tries = 0
    is_open = True

    async def append(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        self.tries += 1
        if not self.is_open:
            raise Unavailable("it takes nothing")
        return await super().append(encounter, entry, prev_hash)


def sample(kinds: Any, luck: random.Random, most_bytes: int = 64) -> list[Edge]:
    """Some edges of each kind."""
    of_kinds = [list(edges(mi.type_info(kind), most_bytes)) for kind in kinds]
    return [edge for each in of_kinds for edge in luck.sample(each, min(OF_EACH, len(each)))]


async def goes_on(player: Player) -> None:
    """It is answered as ever."""
    await player.send(m.Ping())
    await player.next(m.Pong)


def is_too_large(answer: Any) -> bool:
    """Is it refused for the size of a field, other than by a rule, or that of all fields together?"""
    if not isinstance(answer, m.Rejected):
        return False
    match answer.code:
        case "oversized":
            return answer.detail["most"] != MOST_VALUES and str(answer.detail["path"]).split(".")[0] not in RULED
        case "schema":
            return str(answer.detail["problem"]).startswith("Expected")
        case code:
            return code in ("range", "text", "depth", "decode", "too_large")


@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
@pytest.mark.parametrize("name", sorted(SYSTEMS))
async def test_what_is_too_large_changes_nothing(name: str, codec: Codec, tmp_path: Path) -> None:
    """Whoever sends it."""
    log, luck = Watched(), random.Random(name)
    spec = encounter_file.parse_encounter(SYSTEMS[name].demo, name, SYSTEMS)
    house = await open_house(tmp_path, LIMITS, log=log, systems=SYSTEMS, spec=spec)
    try:
        seats = ["gm", next(iter(spec.seats))]
        players = [await house.sit(seat, codec) for seat in seats]
        (table,) = house.lobby.tables.open.values()
        tries, version = log.tries, table.timeline.version
        intents = sample((*CORE_INTENTS, *SYSTEMS[name].intents), luck)
        questions = sample(get_args(AnyQuestion), luck, MOST_FILE_BYTES)
        if codec is JSON:  # a file is a text there, and no longer than any
            questions = [edge for edge in questions if edge.fits["type"] != "read_sheets"]
        for player in players:
            for edge in intents:
                assert (await player.submit(edge.beyond)).code == edge.code, f"{edge.beyond!r:.300}"
            for edge in questions:
                assert (await player.ask(edge.beyond)).code == edge.code, f"{edge.beyond!r:.300}"
            await goes_on(player)
        assert (log.tries, table.timeline.version) == (tries, version)
        log.is_open = False  # what fits is not to change what the next one finds
        for player in players:
            for edge in intents:
                assert not is_too_large(await player.submit(edge.fits)), f"{edge.fits!r:.300}"
            for edge in questions:
                assert not is_too_large(await player.ask(edge.fits)), f"{edge.fits!r:.300}"
            await goes_on(player)
        assert log.tries > tries
    finally:
        await close_house(house)
