"""The menu of deeds: what it depends on, and what may be done while walking (T-MOVE-2). The rest is the kit's."""

from __future__ import annotations

from msgspec.structs import replace

from server.core.state import Play
from server.kit.acts.menu import PLENTY, Menu, Others
from server.kit.acts.walking import Walking
from server.kit.offering import reasons_in
from server.rules.tirakan.acts.kinds import DEEDS
from server.rules.tirakan.acts.movement import reach_cm
from server.rules.tirakan.offers.deeds import TEXT, affordable, deeds_of, traits
from server.rules.tirakan.rolls.hitroll import weapon_in
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import range_cm
from server.rules.tirakan.state.intents import Attack, Deed, Walk
from server.rules.tirakan.state.state import Combatant, Game
from server.rules.tirakan.words.texts import TEXTS

reason_of = reasons_in(TEXTS)
"""reason_of(check, …): what a check says against it."""

OTHERS = Others(traits)


def _ingredients(play: Play, who: str) -> tuple[tuple[object, ...], tuple[object, ...]]:
    game: Game = play.game
    own: Combatant = game.combatants[who]
    parts = (own.sheet, own.arms, own.conditions, game.options, game.distances, OTHERS.of(play))
    return parts, (who, own.main_hand, own.off_hand, own.aim, own.accurate, own.block, own.supported)


def _bare(play: Play, who: str) -> Play:
    own: Combatant = play.game.combatants[who]
    bare = Combatant(
        sheet=own.sheet, arms=own.arms, conditions=own.conditions, main_hand=own.main_hand, off_hand=own.off_hand,
        aim=own.aim, accurate=own.accurate, block=own.block, supported=own.supported, actions=PLENTY,
    )  # fmt: skip
    return replace(play, game=replace(play.game, combatants={**play.game.combatants, who: bare}))


def _reach(play: Play, who: str) -> int:
    return 0 if "hunkered" in play.game.combatants[who].conditions else reach_cm(play, who, Walk)


def _ranges(play: Play, who: str, deed: Deed) -> tuple[int, int] | None:
    """T-RANGE-1, T-RANGE-3."""
    if not isinstance(deed, Attack):
        return None
    strikes = range_cm(weapon_in(play, who, deed))
    return strikes, n.REACH_FACTOR * strikes


WALKING = Walking(
    deeds=DEEDS, walk=Walk, reach=_reach, ranges=_ranges, free=(("custom", TEXT), ("use_item", TEXT))
)  # fmt: skip
MENU = Menu(
    deeds=DEEDS, reason_of=reason_of, wishes=deeds_of, depends=_ingredients, bare=_bare, affordable=affordable,
    walking=WALKING,
)  # fmt: skip
