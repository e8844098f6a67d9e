"""The menu of deeds: what it depends on, and what may be done while walking (L-MOVE-2). The rest is the kit's."""

from __future__ import annotations

from msgspec.structs import replace

from server.core.options import Goal
from server.core.state import Play
from server.kit.acts.menu import PLENTY, Menu, Others
from server.kit.acts.walking import Walking
from server.kit.offering import reasons_in
from server.rules.tirakan_classic.acts.attack import shot_of
from server.rules.tirakan_classic.acts.kinds import DEEDS
from server.rules.tirakan_classic.acts.movement import reach_cm
from server.rules.tirakan_classic.offers.deeds import OBJECT, TEXT, deeds_of, traits
from server.rules.tirakan_classic.state import numbers as n
from server.rules.tirakan_classic.state.facts import rounds_of
from server.rules.tirakan_classic.state.intents import Attack, Deed, Walk
from server.rules.tirakan_classic.state.state import Arm, Combatant
from server.rules.tirakan_classic.words.texts import TEXTS

reason_of = reasons_in(TEXTS)
"""reason_of(check, …): what a check says against it."""

OTHERS = Others(traits)


def _depends(play: Play, who: str) -> tuple[tuple[object, ...], tuple[object, ...]]:
    own: Combatant = play.game.combatants[who]
    parts = (own.sheet, play.game.options, play.game.distances, OTHERS.of(play))
    return parts, (who, own.in_hand, own.posture, own.full_auto, _ammo(own))


def _ammo(own: Combatant) -> int | None:
    """What is left in hand, as far as it matters: rounds enough for any attack are enough (L-AMMO-1), but when it is
    full there is nothing to reload (L-AMMO-2). So a menu outlasts the shots that change nothing in it."""
    weapon, arm = own.sheet.weapons.get(own.in_hand), own.arms.get(own.in_hand)
    if weapon is None or arm is None or arm.ammo is None or arm.ammo >= (weapon.capacity or 0):
        return None if arm is None else arm.ammo
    dearest = max((rounds_of(weapon, mode.id) for mode in weapon.modes), default=weapon.rounds)
    return min(arm.ammo, dearest)


def _bare(play: Play, who: str) -> Play:
    own: Combatant = play.game.combatants[who]
    bare = Combatant(
        sheet=own.sheet, arms={own.in_hand: Arm(ammo=_ammo(own))}, in_hand=own.in_hand, posture=own.posture,
        full_auto=own.full_auto, actions=PLENTY,
    )  # fmt: skip
    return replace(play, game=replace(play.game, combatants={**play.game.combatants, who: bare}))


def _reach(play: Play, who: str) -> int:
    """L-MOVE-5, L-FULL-2: only who stands walks, and nobody whose actions are bound."""
    own: Combatant = play.game.combatants[who]
    return reach_cm(play, who, Walk) if own.posture == "standing" and not own.full_auto else 0


def _ranges(play: Play, who: str, deed: Deed) -> tuple[int, int] | None:
    """L-DIST-1 to L-DIST-3: beyond the range only where dice enough are left for it, however well the target is
    covered."""
    if not isinstance(deed, Attack):
        return None
    shot = shot_of(play, who, replace(deed, target=""), walking=True)
    can_miss = play.game.options.empty_pool == "miss" or shot.pool.dice > n.FAR + n.ALMOST_COVER
    return shot.range_cm, n.REACH_FACTOR * shot.range_cm if can_miss else shot.range_cm


WALKING = Walking(
    deeds=DEEDS, walk=Walk, reach=_reach, ranges=_ranges, free=(("custom", TEXT), ("use_object", OBJECT)),
    reacts=False, each_target=True,
)  # fmt: skip
TOO_LATE: tuple[Goal, ...] = ("harm", "hinder", "help", "move", "prepare", "end")
"""L-REACT-10 (b): goals of reactions that change nothing of the act; only defences come before its effect."""
MENU = Menu(
    deeds=DEEDS, reason_of=reason_of, wishes=deeds_of, depends=_depends, bare=_bare, walking=WALKING, idle=TOO_LATE
)  # fmt: skip
