"""An option that does not say what it is for is refused by the suite that every system must pass."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from server.conformance import fights, test_offers
from server.core.options import Option
from server.rules.brink import SYSTEM

Change = Callable[[Option], Option]
CHANGES: dict[str, tuple[Change, str]] = {
    "no goal": (lambda option: replace(option, goal=None), r"Option\.goal"),
    "nobody": (lambda option: replace(option, whom=""), r"Option\.whom"),
    "no place": (lambda option: replace(option, whom="elsewhere"), r"Option\.whom"),
    "a change of nothing": (lambda option: replace(option, changes=True), "change"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_option_that_does_not_say_what_it_is_for_is_refused(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its goal, nor at whom it is aimed; nor is it believed that it changes an act that it does not answer."""
    changed, said = CHANGES[change]

    def options(*of: Any) -> list[Option]:
        return [changed(option) for option in SYSTEM.options(*of)]

    monkeypatch.setitem(fights.SYSTEMS, "brink", dataclasses.replace(SYSTEM, options=options))
    suite: Any = test_offers.test_every_option_says_what_it_is_for
    with pytest.raises(AssertionError, match=said):
        suite.hypothesis.inner_test("brink", seed=0)  # one fight: where many are given, a smaller one is looked for
