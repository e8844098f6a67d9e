"""What it would be to stand somewhere else (T-MOVE-1 to T-MOVE-5, T-RANGE-3)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from server.core.space import Point
from server.core.state import Play, State
from server.kit.acts.kind import Moment
from server.kit.acts.reaching import reaching
from server.kit.paths import at_end_of
from server.rules.tirakan.acts.kinds import DEEDS
from server.rules.tirakan.checks.intent import check
from server.rules.tirakan.offers.deeds import deeds_of
from server.rules.tirakan.state.facts import is_able
from server.rules.tirakan.state.intents import DeclareReaction
from server.rules.tirakan.words.texts import TEXTS


def _threatens(state: State, who: str, deed: Any) -> None:
    """Weapon and distance everybody sees; how many dice and rounds are left, not."""
    parts = DEEDS.kind(deed).cut
    parts.before(state.play, who, deed, Moment())
    parts.targets(state.play, who, deed, Moment())(deed.target)


def _after(play: Play, who: str, path: tuple[Point, ...]) -> Play:
    """T-SPEC-SUP-3: a supported weapon is picked up."""
    own = replace(play.game.combatants[who], supported="")
    game = replace(play.game, combatants={**play.game.combatants, who: own})
    return at_end_of(replace(play, game=game), who, path)


REACHING = reaching(
    DEEDS, deeds_of, DeclareReaction, threatens=_threatens, fights=is_able, check=check, texts=TEXTS, after=_after
)
