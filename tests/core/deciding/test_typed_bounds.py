"""Faces that people type, at and beyond every bound, through the wire's own codecs, in every system: a face that no die
shows, or one too many, is refused and changes nothing; all that are asked for are taken, the highest again and again,
too."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from protocol.codec import CODECS, MSGPACK
from protocol.errors import ProtocolError
from server.conformance.fights import demo, step
from server.conformance.worlds.hidden import SYSTEMS
from server.core.deciding.decide import intent_union
from server.core.errors import Rejected
from server.core.intents import Continue
from server.scenario.rehearsal import Rehearsal

STEPS, SEEDS = 60, 40
"""So long a fight is played until an act waits for dice, and so many fights are tried."""
HUGE = (2**31, 2**32, 2**53 - 1, 2**53, 2**63 - 1, 2**64 - 1)
NO_FACES: tuple[Any, ...] = (
    math.nan, math.inf, -math.inf, -0.5, 1.5, 1e300, True, False, None, "", "3", "six", b"\x03", [], [1], {}, {"1": 1},
)  # fmt: skip
MOST_THROWS = 400
"""Far more than any act may wait for."""

every_system = pytest.mark.parametrize("name", sorted(SYSTEMS))
every_codec = pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)


def waiting(name: str, least: int = 1) -> Rehearsal:
    """A fight in which an act waits for so many real dice at least."""
    spec = demo(name)
    spec = replace(spec, table=replace(spec.table, typed_dice=True))
    for seed in range(SEEDS):
        table, luck = Rehearsal(SYSTEMS[name], spec, None), random.Random(seed)
        for _ in range(STEPS):
            parked = table.state.play.parked
            if parked is not None and parked.count >= least:
                return table
            if parked is not None:
                table.play(roller(table), {"type": "type_dice", "faces": [1] * parked.count})
            elif not step(table, luck):
                break
    raise AssertionError(f"no act of {name} waits for {least} dice")


def roller(table: Rehearsal) -> str:
    """The seat that throws."""
    assert table.state.play.parked is not None
    return table.state.ledger.controller(table.state.play.parked.who)


def typed(table: Rehearsal, codec: Any, faces: Any) -> str:
    """What becomes of faces that come over the wire: the code of the refusal, or nothing."""
    try:
        body = codec.to_bytes({"type": "type_dice", "faces": faces})
    except (ValueError, OverflowError, TypeError):
        return "unsayable"
    try:
        read = codec.reader(intent_union(table.system), "$.intent")
        table.play(roller(table), read(msgspec.Raw(body)))
    except ProtocolError as error:
        return error.code
    except Rejected as refusal:
        return refusal.code if refusal.text(table.system.texts) else "no sentence"
    return ""


@every_codec
@every_system
def test_what_no_die_shows_is_refused_at_each_place(name: str, codec: Any) -> None:
    """Alone, and in the place of each face that is asked for; the state is what it was, and right faces go on."""
    table = waiting(name)
    parked, before = table.state.play.parked, table.state
    version = table.timeline.version
    assert parked is not None
    wrong = (0, -1, -parked.sides, parked.sides + 1, -(2**63), *HUGE, *(-each for each in HUGE[:-1]), *NO_FACES)
    said = set()
    for face, at in itertools.product(wrong, range(parked.count)):
        faces: list[Any] = [1] * parked.count
        faces[at] = face
        said |= {typed(table, codec, faces), typed(table, codec, [face])}
    said |= {typed(table, codec, whole) for whole in NO_FACES if whole != [1]}
    assert (table.timeline.version, table.state) == (version, before)
    assert said <= {"bad_faces", "schema", "decode", "depth", "oversized", "unsayable"}
    assert typed(table, codec, [1] * parked.count) == ""
    assert table.timeline.version > version


@every_codec
@every_system
def test_as_many_as_are_asked_for_and_not_one_more(name: str, codec: Any) -> None:
    """None, one too many, and as many as fit a frame or more; the sentence names how many."""
    table = waiting(name)
    parked = table.state.play.parked
    assert parked is not None
    for count in (0, parked.count + 1, 32, 33, 512, 513, 10_000):
        if count != parked.count:
            assert typed(table, codec, [1] * count) in ("bad_faces", "schema", "decode", "oversized"), count
    assert typed(table, codec, [parked.sides] * parked.count) == ""


@every_system
def test_the_highest_face_again_and_again_comes_to_an_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A die that is thrown again for it ends at its cap; ties are asked for again, until an act may have no more dice,
    which the GM drops then. What must be rolled, an order say, is asked for anew by an act of its own."""
    for cap in ("MOST_OF_ROLL", "MOST_OF_COMBATANT", "MOST_OF_ACT"):
        monkeypatch.setattr(f"server.core.draft.{cap}", 40)
    monkeypatch.setattr("server.core.dice.EXPLOSION_CAP", 5)
    table, said = waiting(name), ""
    act = table.state.play.parked
    assert act is not None
    for _ in range(MOST_THROWS):
        parked = table.state.play.parked
        if said or parked is None or parked.act != act.act:
            break
        said = typed(table, MSGPACK, [parked.sides] * parked.count)
    else:
        pytest.fail("it waits for ever more")
    assert said in ("", "too_many_dice", "dice_beyond")
    if said:
        table.play("gm", {"type": "drop_act"})
        parked = table.state.play.parked
        assert parked is None or (parked.act != act.act and not parked.faces and isinstance(parked.intent, Continue))
