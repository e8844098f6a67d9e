"""The patch that is made while a view is shaped is the one that comparing both views makes."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from protocol.patch import diff
from server.core.view import AskView, CombatantView, DecisionView, Track, View, builtins, builtins_since


def of(combatants: dict[str, CombatantView], **more: object) -> View:
    """A view of these."""
    return View(encounter="e", title="", system="toy", stage="running", phase="fight", combatants=combatants, **more)  # type: ignore[arg-type]  # fields by name


ANN = CombatantView(name="Ann", side="a", x=100, y=100, tracks={"health": Track(5), "pool": Track(2, "pips", 3)})
HURT = CombatantView(name="Ann", side="a", x=100, y=200, tracks={"health": Track(4)}, conditions={"prone": 1})
BOB = CombatantView(name="Bob", side="b", stance=(), gear=("sword",), seat="bob")

VIEWS = (
    of({"ann": ANN, "bob": BOB}),
    of({"bob": BOB, "ann": HURT}, round=1, act={"who": "ann", "dice": [1, 2]}),
    of({"ann": HURT}, act={"who": "ann", "dice": (1, 2), "target": {"bob": {}}}),
    of({}, round=1, decision=DecisionView(id="d1", kind="parry", asks={"ann": AskView(answered=False)})),
    of({"ann": ANN}, decision=DecisionView(id="d2", kind="parry", asks={"bob": AskView(True), "ann": AskView(False)})),
    of({"ann": ANN}, decision=DecisionView(id="d2", kind="parry", asks={"ann": AskView(True)}, topic={"who": "bob"})),
)  # fmt: skip


@pytest.mark.parametrize(("before", "after"), list(permutations(VIEWS, 2)))
def test_the_patch_is_that_of_comparing(before: View, after: View) -> None:
    """To the order of its keys, for it is sent as it is."""
    last = before, builtins(before)
    shown, patch = builtins_since(after, last, diff)
    assert msgspec.json.encode(shown) == msgspec.json.encode(builtins(after))
    assert msgspec.json.encode(patch) == msgspec.json.encode(diff(builtins(before), builtins(after)))
    assert shown == builtins(after, last)
