"""Applying checks, and what is spent on rolls (T-DICE-6), to the frame whose roll it is. Facts only; the stack is in
`evolve.frames`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core import events as core
from server.core.events import Event
from server.kit.acts.improving import opened, stands
from server.kit.frames import on_frame
from server.rules.tirakan import events as e
from server.rules.tirakan.state.state import Frame, Game


def _improved(game: Game, event: e.RollImproved) -> Game:
    """T-DICE-6: the roll counts as it is now."""

    def apply(frame: Frame) -> Frame:
        rolled, strike = frame.rolled, frame.strike
        if rolled is not None:
            rolled = replace(
                rolled, dice=event.dice, destiny=event.destiny_dice, minimum=event.M, critical=event.K,
                destiny_from=event.F, times=rolled.times + 1,
            )  # fmt: skip
        if event.roll == "check":
            return replace(frame, rolled=rolled, successes=event.successes)
        if strike is not None:
            strike = replace(strike, **IMPROVED[event.roll](event))
        return replace(frame, rolled=rolled, strike=strike)

    return on_frame(game, event.action_id, apply)


IMPROVED: dict[str, Callable[[e.RollImproved], dict[str, Any]]] = {
    "hit": lambda event: {
        "dice": event.dice,
        "destiny": event.destiny_dice,
        "destiny_from": event.F,
        "hits": event.hits,
    },
    "dodge": lambda event: {"dodged": event.successes > 0},
    "parry": lambda event: {"parry": (event.N, event.C)},
}


def _checked(game: Game, event: e.CheckRolled) -> Game:
    """Of an attack that calls for a check (knockout, disarm) nothing is left to do but what hangs on it."""

    def apply(frame: Frame) -> Frame:
        stage = frame.stage if frame.strike is None else "protected"
        return replace(frame, successes=event.successes, stage=stage)

    return on_frame(game, event.action_id, apply)


ROLLS: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.CheckRolled: _checked,
    core.DecisionOpened: opened("reaction", "defence"),
    e.RollStands: stands,
    e.RollImproved: _improved,
}
