"""Stored events of older schemas are read as today's; no change of shape goes unnoticed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from three_cups import SYSTEM, Choose, Struck

from server.core.system import System
from server.core.timeline.timeline import Timeline
from server.store.codec import Codec, Unreadable, head_of
from tests.support import shapes

OLD = Path(__file__).parents[1] / "golden" / "old_schema.three_cups"
"""A fight as a release wrote it whose `Struck` had a `die`, in a list of one, for what is `face` today, and whose
`choose` counted cups from 0."""


def _struck(old: dict[str, Any]) -> dict[str, Any]:
    return {**{name: value for name, value in old.items() if name != "die"}, "face": old["die"][0]}


def _choose(old: dict[str, Any]) -> dict[str, Any]:
    return {**old, "cup": old["cup"] + 1}


TODAY = replace(SYSTEM, schema=2, upcasters={("Struck", 1): _struck, ("choose", 1): _choose})


def bodies() -> list[bytes]:
    """The commits of the old fight."""
    return msgspec.msgpack.decode(OLD.read_bytes(), type=list[bytes])


def folded(system: System) -> Timeline:
    """The old fight, read by this system."""
    timeline, codec = Timeline(system, "00" * 16), Codec(system)
    for version, body in enumerate(bodies(), start=1):
        timeline.fold(codec.open(version, body).commit)
    return timeline


def test_old_events_are_read_as_todays() -> None:
    """Also in an amendment's steps and in what was told; the state is what it was."""
    timeline = folded(TODAY)
    told = [event for c in timeline.commits for event in (*c.events, *c.variants)]
    inside = [event for event in told for step in getattr(event, "steps", ()) for event in step.events]
    assert {event.face for event in told if isinstance(event, Struck)} == {6}
    assert {event.face for event in inside if isinstance(event, Struck)} == {2}
    sent = [c.submitted.intent for c in timeline.commits]
    assert [intent.cup for intent in sent if isinstance(intent, Choose)] == [1, 3]
    assert timeline.state.play.game.sheets["b"].hearts == 3  # struck, and then the amendment made it a miss


def test_old_bytes_keep_their_heads() -> None:
    """They were made of the stored bytes, which nobody writes again."""
    heads: dict[str, bytes] = {}
    for version, body in enumerate(bodies(), start=1):
        opened = Codec(TODAY).open(version, body)
        for audience, telling in opened.commit.told.items():
            before = heads.get(audience, bytes(16))
            heads[audience] = head_of("00" * 16, audience, telling.n, before, opened.told_to(audience))
            assert heads[audience] == telling.head


@pytest.mark.parametrize(
    ("system", "code"),
    [
        (SYSTEM, "unreadable"),
        (replace(SYSTEM, schema=2), "unreadable"),
        (replace(SYSTEM, schema=2, upcasters={("Struck", 1): lambda old: {**old, "face": old["none"]}}), "unreadable"),
    ],
)
def test_without_its_upcaster_an_old_event_freezes_the_table(system: System, code: str) -> None:
    """Nothing is guessed; an upcaster that fails is as good as none."""
    with pytest.raises(Unreadable) as error:
        folded(system)
    assert error.value.code == code


def test_a_newer_schema_is_refused() -> None:
    """A system's own as well as core's."""
    body = Codec(TODAY).seal("00" * 16, folded(TODAY).commits[0], {}).body
    assert Codec(TODAY).open(1, body).commit.version == 1
    with pytest.raises(Unreadable) as error:
        Codec(SYSTEM).open(1, body)
    assert error.value.code == "unknown_version"


def test_the_shapes_of_all_events_are_noted() -> None:
    """Whoever changes one says so: `python -m tests.support.shapes --set`, which refuses what lacks its upcaster."""
    golden = shapes.stored()
    for kind in shapes.kinds():
        noted = golden[kind.name]
        assert shapes.lacking(kind, noted) == []
        assert noted[str(kind.schema)] == kind.shapes, f"{kind.name}: run python -m tests.support.shapes --set"


def test_a_changed_shape_needs_an_upcaster() -> None:
    """A new field with a default does not; a part of an event counts as the event."""
    shape = {"who": "str", "terms": "tuple[Term, ...] =", "type": shapes.TAGGED}
    old = {"Hit": shape, "Term": {"value": "int"}}
    more = {"Hit": {**shape, "note": "str ="}, "Term": {"value": "int", "was": "int ="}}
    assert shapes.broken(old, more) == []
    for new in (
        {},
        {"Hit": {**shape, "note": "str"}, "Term": {"value": "int"}},
        {"Hit": {"who": "int", "terms": "tuple[Term, ...] =", "type": shapes.TAGGED}, "Term": {"value": "int"}},
        {"Hit": {"who": "str", "type": shapes.TAGGED}, "Term": {"value": "int"}},
        {"Hit": shape, "Term": {"value": "float"}},
    ):
        assert shapes.broken(old, new) == ["Hit"]
        kind = shapes.Kind("system", 2, new, {})
        assert shapes.lacking(kind, {"1": old}) == ["system: Hit of schema 1"]
        assert shapes.lacking(msgspec.structs.replace(kind, upcasters={("Hit", 1): dict}), {"1": old}) == []
