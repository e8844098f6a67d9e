"""What it would be to stand somewhere else (L-MOVE-1 to L-MOVE-5, L-DIST-3)."""

from __future__ import annotations

from typing import Any

from server.core.errors import Rejected
from server.core.state import State
from server.kit.acts.reaching import reaching
from server.rules.tirakan_classic.acts.attack import shot_of
from server.rules.tirakan_classic.acts.kinds import DEEDS
from server.rules.tirakan_classic.deciding.checks import check
from server.rules.tirakan_classic.offers.deeds import deeds_of
from server.rules.tirakan_classic.state.facts import is_able
from server.rules.tirakan_classic.state.intents import Attack, DeclareReaction
from server.rules.tirakan_classic.words.texts import TEXTS


def _threatens(state: State, who: str, deed: Any) -> None:
    """Weapon, distance and cover everybody sees; how many dice and rounds are left, not. Anything may be thrown, so
    throws are no threat of their own."""
    if not isinstance(deed, Attack) or not shot_of(state.play, who, deed).is_possible:
        raise Rejected("unknown_target")


REACHING = reaching(
    DEEDS, deeds_of, DeclareReaction, threatens=_threatens, fights=is_able, check=check, texts=TEXTS
)  # fmt: skip
