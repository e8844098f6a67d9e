"""What it would be to stand somewhere else, where all that is done is deeds (`server.kit.reaching`).

REACHING = reaching(DEEDS, deeds_of, DeclareReaction, fights=is_able, check=check, texts=TEXTS)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from server.core.state import Play, State
from server.kit.acts.deeds import Deeds
from server.kit.acts.kind import Moment
from server.kit.acts.reacting import gone
from server.kit.between import are_enemies
from server.kit.offering import Wish
from server.kit.reaching import Reaching, straight


def reaching(
    deeds: Deeds, wishes: Callable[[Play, str], Iterable[Wish]], reacts: Callable[..., Any], **more: Any
) -> Reaching:
    """wishes(play, who): all that one could think of; `reacts`: the intent by which a deed is a reaction; `more`: what
    is the system's own."""

    def possible(state: State, who: str, deed: Any) -> None:
        deeds.check_kind(state.play, who, deed, is_reaction=False)
        deeds.check(state.play, who, deed, Moment())

    return Reaching(
        ways=lambda state, who, at: gone(state.play, who, straight(wishes(state.play, who), at), reacts),
        deeds=lambda state, who: wishes(state.play, who), possible=possible, are_enemies=are_enemies, **more,
    )  # fmt: skip
