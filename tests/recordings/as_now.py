"""What a recorded state looks like in the types of today: one function for core and for each system.

Where the type of a state has changed since the recordings were made, its function says how, on plain values; until
then it gives back what it gets. README.md says when to write something here, and when not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Plain = dict[str, Any]


def core(state: Plain) -> Plain:
    """`play` and `ledger`, with `play.game` already as its system has it."""
    return state


def brink(game: Plain) -> Plain:
    """Brink's part, `play.game`."""
    return game


def tirakan(game: Plain) -> Plain:
    """Tirakan's part, `play.game`."""
    return game


SYSTEMS: dict[str, Callable[[Plain], Plain]] = {"brink": brink, "tirakan": tirakan}


def as_now(system: str, state: Plain) -> Plain:
    """A recorded state as it would be recorded today."""
    play = state["play"]
    if play.get("game") is not None:
        state = {**state, "play": {**play, "game": SYSTEMS[system](play["game"])}}
    return core(state)
