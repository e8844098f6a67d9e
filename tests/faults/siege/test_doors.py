"""The doors that the fault suite attacks: none is left out, and what is sent at them is read and is large."""

from __future__ import annotations

import argparse
import random

import msgspec
import pytest

from protocol.codec import MSGPACK
from protocol.limits import CLIENT_FRAME_BYTES
from server.app.catalogues import catalogues
from server.cli import main as cli
from server.core.deciding.decide import intent_union
from server.past.questions import AnyQuestion
from tests.faults.siege.attackers import COMMANDS as GIVEN
from tests.faults.siege.besieged import WASTES
from tests.faults.siege.doors import ALONE, COMMANDS, MESSAGES, PAGES, SYSTEMS, doors, foreign, intents_of, name_of
from tests.faults.siege.greed import Greedy
from tests.faults.siege.siege import MOST, NOTICED, Cost
from tests.fuzz.grammar import form_of
from tests.gateway.access import rights

KNOWN = {"at": [5, 0], "who": "a", "seat": "gm"}
CHEAP = Cost(others_ms=1, worst_ms=1, stall_ms=1, cpu=0.1, rss_bytes=0, objects=0, log_bytes=0, files=0)
LARGE = 0.3
"""Of a frame: so much of it the largest value of a kind with lists or long texts fills."""


def test_every_message_has_a_door() -> None:
    """Those that only carry intents and questions stand for these."""
    assert {*MESSAGES, "submit", "ask"} == set(rights.MESSAGES)


def test_every_command_has_a_door() -> None:
    """But `serve`."""
    [commands] = [one for one in cli._parser()._actions if isinstance(one, argparse._SubParsersAction)]
    assert {*COMMANDS, "serve"} == set(commands.choices)
    assert set(GIVEN) == set(COMMANDS)


def test_every_kind_of_page_has_a_door() -> None:
    """One of each: those of other systems are as large."""
    kinds = {path.split("/")[1] for path in catalogues(SYSTEMS)}
    assert kinds <= {path.split("/")[1] for path in PAGES}


def test_who_plays_alone_has_a_door() -> None:
    """Besides that of whoever lays a table for others: it brings bots."""
    assert [door.role for door in doors() if door.name == ALONE] == ["lobby"]


def test_every_intent_and_question_has_a_door() -> None:
    """Of its own, or among those that a role may not send."""
    found = doors()
    intents = {door.name for door in found if door.kind == "intent"} | set(foreign("tirakan", "gm"))
    assert {name_of(kind) for system in SYSTEMS for kind in intents_of(system)} <= intents
    assert {name_of(kind) for kind in AnyQuestion.__args__} == {door.name for door in found if door.kind == "question"}


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_what_is_sent_is_read_and_fits_into_a_frame(system: str) -> None:
    """Nothing is refused for its form alone, so that what takes it in is what is attacked."""
    reader = MSGPACK.reader(intent_union(SYSTEMS[system]), "$.intent")
    for kind in intents_of(system):
        data = MSGPACK.to_bytes(Greedy(random.Random(1), KNOWN).of(form_of(kind)))
        assert len(data) < CLIENT_FRAME_BYTES - 200, kind
        if "sheet" not in kind.__struct_fields__:  # what stands in one part of a sheet must fit the others
            assert isinstance(reader(msgspec.Raw(data)), kind)


def test_what_is_sent_is_large() -> None:
    """An amendment of as much as there is room for."""
    [amend] = [kind for kind in intents_of("tirakan") if name_of(kind) == "amend"]
    data = MSGPACK.to_bytes(Greedy(random.Random(1), KNOWN).of(form_of(amend)))
    assert len(data) > LARGE * CLIENT_FRAME_BYTES


@pytest.mark.parametrize("name", sorted(MOST))
def test_what_is_beyond_its_bound_is_a_hole(name: str) -> None:
    """And is told with the bound."""
    values = {field: getattr(CHEAP, field) for field in Cost.__struct_fields__}
    assert Cost(**values).wrongs() == []
    [wrong] = Cost(**{**values, name: MOST[name] + 1}).wrongs()
    assert wrong.startswith(name)
    assert f"{MOST[name]:,}" in wrong


def test_every_planted_waste_has_what_notices_it() -> None:
    """A bound of its own."""
    assert set(NOTICED) == set(WASTES)
    assert set(NOTICED.values()) <= set(MOST)
