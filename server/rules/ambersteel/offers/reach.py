"""What it would be to stand somewhere else (A-TURN-4, A-ATK-1, A-THR-1)."""

from __future__ import annotations

from typing import Any

from server.core.space import Point
from server.core.state import State
from server.kit.ground import boxes
from server.kit.moment import checking
from server.kit.offering import Wish
from server.kit.reaching import Going, Reaching, straight
from server.rules.ambersteel.deciding import may
from server.rules.ambersteel.deciding.decide import check
from server.rules.ambersteel.offers.deeds import deeds
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.facts import can_turn
from server.rules.ambersteel.state.state import Combatant
from server.rules.ambersteel.words.texts import TEXTS

_deed = checking({
    i.Attack: (may.can_act, may.attack),
    i.Throw: (may.can_act, may.throw),
    i.Execute: (may.can_act, may.execute),
})  # fmt: skip


def _possible(state: State, _who: str, deed: Any) -> None:
    _deed(state, deed)


def _ways(state: State, who: str, at: Point) -> list[Going]:
    """Its movement; where none is left it is said why."""
    one: Combatant = state.play.game.combatants[who]
    none_left = (Wish(intent=i.Move(who=who, path=(at,)), group="move"), one.move_left_cm)
    return [*straight(deeds(state, who), at)] or [none_left]


REACHING = Reaching(
    ways=_ways, deeds=deeds, possible=_possible, fights=can_turn,
    check=check, texts=TEXTS, rough=lambda game: boxes(game.options.terrain.values()),
)  # fmt: skip
