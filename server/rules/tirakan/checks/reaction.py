"""The checks of acts and reactions (T-REACT-1, T-REACT-2, T-REACT-5, T-REACT-8, T-REACT-10, T-ROUND-4)."""

from __future__ import annotations

from typing import Any

from server.core.state import State
from server.kit.acts.checks import ActChecks
from server.kit.acts.deeds import check_cost
from server.rules.tirakan.acts.machine import ACTS
from server.rules.tirakan.asking.moment import MOMENTS, able, not_surprised
from server.rules.tirakan.state import intents as i
from server.rules.tirakan.state.facts import usable_actions
from server.rules.tirakan.state.state import Game


def _too_late(state: State, intent: Any) -> None:
    """Who could not have reacted to an act either hears that."""
    game: Game = state.play.game
    who = intent.who
    if game.phase != "turn" or game.turn == who or not isinstance(intent, i.DeclareReaction):
        return
    able(state, intent)
    not_surprised(state, intent)
    check_cost(state.play, who, 1, usable_actions(game, who))


CHECKS = ActChecks(acts=ACTS, wrong_phase=MOMENTS.wrong_phase, too_late=_too_late)
