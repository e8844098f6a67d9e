"""What it would be to stand somewhere else (B-MOVE-1, B-MOVE-2, B-SHIFT-1, B-ATK-1)."""

from __future__ import annotations

from typing import Any

from server.core.state import State
from server.kit.between import are_enemies
from server.kit.ground import boxes
from server.kit.offering import Wish
from server.kit.reaching import Reaching, straight
from server.rules.brink.acts.deed_check import check_deed
from server.rules.brink.deciding.intent_check import check
from server.rules.brink.offers.deeds import deeds, readied
from server.rules.brink.state.facts import is_able
from server.rules.brink.state.intents import deed_of
from server.rules.brink.words.texts import TEXTS


def _all(state: State, who: str) -> list[Wish]:
    """B-READY-4: a readied action is another way to go."""
    more = readied(state.play, who, "free") if state.play.game.combatants[who].readied else []
    return [*deeds(state.play, who), *more]


def _possible(state: State, who: str, deed: Any) -> None:
    """Without actions, as an opportunity is."""
    check_deed(state.play, who, deed_of(deed), "opportunity")


REACHING = Reaching(
    ways=lambda state, who, at: straight(_all(state, who), at), deeds=lambda state, who: deeds(state.play, who),
    possible=_possible, fights=is_able, check=check, texts=TEXTS,
    rough=lambda game: boxes(game.options.terrain.values()), are_enemies=are_enemies,
)  # fmt: skip
