"""Writes tests/golden/old_schema.three_cups: a fight as a release with another `Struck` and `choose` would have stored
it. Made once and kept: python -m tests.support.golden_old

The real codec writes today's bytes; single fields are then turned back, and all heads made anew over the older bytes.
"""

from __future__ import annotations

from typing import Any

import msgspec
from three_cups import SYSTEM

from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.history import amend
from server.core.intents import Amend, Die, Edit
from server.scenario.rehearsal import ENCOUNTER, Rehearsal
from server.store.codec import head_of
from tests.store.test_upcasters import OLD


def fight() -> list[bytes]:
    """Ann strikes Ben with a six; then the GM makes it a two."""
    spec = EncounterSpec(
        title="Old",
        system="three_cups",
        seats={"ann": SeatSpec(name="Ann"), "bob": SeatSpec(name="Bob")},
        combatants={
            "a": CombatantSpec(name="Anna", side="x", seat="ann"),
            "b": CombatantSpec(name="Ben", side="y", seat="bob"),
        },
    )
    table = Rehearsal(SYSTEM, spec, [6, 6])
    table.play("gm", {"type": "begin"})
    table.play("ann", {"type": "choose", "who": "a", "cup": 1})
    table.play("bob", {"type": "choose", "who": "b", "cup": 3})
    table.play("gm", {"type": "riposte", "who": "b", "decline": True})
    target = next(p for p in table.timeline.line() if table.timeline.commit(p.version).evidence)
    roll = table.timeline.commit(target.version).evidence[0]
    edit = Edit(at=target, faces=(Die(roll.roll, roll.who, 0, 2),))
    seen = amend.preview(table.timeline, target, (edit,))
    table.submit("gm", Amend(target=target, edits=(edit,), digest=seen.digest))
    return table.log


def older(value: Any) -> Any:
    """The same plain values as the older release knew them."""
    if isinstance(value, list):
        return [older(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    value = {key: older(inner) for key, inner in value.items()}
    if value.get("type") == "Struck":
        value["die"] = [value.pop("face")]
    if value.get("type") == "choose":
        value["cup"] -= 1
    return value


def rewritten(bodies: list[bytes]) -> list[bytes]:
    """The older bytes, with heads over them."""
    heads: dict[str, bytes] = {}
    found = []
    for body in bodies:
        stored = older(msgspec.msgpack.decode(body))
        raws, variants = ([msgspec.msgpack.encode(one) for one in stored[name]] for name in ("events", "variants"))
        for audience, telling in stored["told"].items():
            told = [raws[ref] if ref >= 0 else variants[-ref - 1] for ref in telling["refs"]]
            before = heads.get(audience, bytes(16))
            telling["head"] = heads[audience] = head_of(ENCOUNTER, audience, telling["n"], before, told)
        found.append(msgspec.msgpack.encode(stored))
    return found


if __name__ == "__main__":
    OLD.write_bytes(msgspec.msgpack.encode(rewritten(fight())))
