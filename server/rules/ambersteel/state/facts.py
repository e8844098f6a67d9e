"""Questions about the state that many rules ask. Pure look-ups; nothing is refused, rolled or changed here."""

from __future__ import annotations

from collections.abc import Iterable

from server.core.secrecy import is_aware as notices
from server.core.space import Point, cm, distance_cm
from server.core.state import Play, State
from server.kit.between import sees
from server.kit.ground import boxes, cost_cm, has_clear_line
from server.kit.paths import exact
from server.rules.ambersteel.state.derived import weapon_of
from server.rules.ambersteel.state.state import Combatant, Frame, Game, How
from server.rules.ambersteel.things.items import Weapon

# --- what somebody is in ---------------------------------------------------------------------------------------------

LYING: tuple[str, ...] = ("dead", "unconscious", "deaths_door")
"""Out of the fight, at least for now."""
SENSELESS: tuple[str, ...] = (*LYING, "stunned")
"""A-TURN-7: without a turn of its own."""
BOUND: tuple[str, ...] = (*SENSELESS, "restrained")
"""A-DEF-7, A-STS-5: can neither attack nor defend."""
FIXED: tuple[str, ...] = (*BOUND, "grappled", "maimed")
"""A-STS-4, A-EXE-1: can't move."""


def first_of(combatant: Combatant, statuses: Iterable[str]) -> str:
    """The first of these that it is in; empty where in none."""
    if not combatant.statuses:  # as most are, and it is asked all the time
        return ""
    return next((status for status in statuses if status in combatant.statuses), "")


def is_in(combatant: Combatant, *statuses: str) -> bool:
    """Is it in one of these?"""
    return not combatant.statuses.keys().isdisjoint(statuses)


def is_able(game: Game, who: str) -> bool:
    """Does it take part in the fight?"""
    combatant = game.combatants.get(who)
    return combatant is not None and combatant.health != "down"


def can_turn(game: Game, who: str) -> bool:
    """A-TURN-7: can it do anything in a turn?"""
    combatant = game.combatants.get(who)
    return combatant is not None and not is_in(combatant, *SENSELESS)


def is_unaware(combatant: Combatant, other: str) -> bool:
    """A-SUR-7: as far as the GM or its sheet says so."""
    said = combatant.aware_of is not None and other not in combatant.aware_of
    return said or other in combatant.unperceived or "unaware" in combatant.flags


def is_aware(state: State, who: str, other: str) -> bool:
    """Does it know of the other: as the GM says, and as it is on the table?"""
    combatant: Combatant = state.play.game.combatants[who]
    return not is_unaware(combatant, other) and notices(state, who, other)


# --- surprise --------------------------------------------------------------------------------------------------------


def is_surprised(game: Game, who: str) -> bool:
    """A-SUR-2: is its party surprised in the round that is on?"""
    return game.stage == "surprise" and game.combatants[who].side in game.surprised


def ambushers(game: Game) -> list[str]:
    """A-SUR-2: who acts in the surprise round."""
    fit = [who for who in game.combatants if can_turn(game, who) and not is_surprised(game, who)]
    return [who for who in fit if game.combatants[who].joined_round != game.round]


# --- places ----------------------------------------------------------------------------------------------------------


def place(play: Play, who: str) -> Point:
    """Where it stands: in the middle where nobody has said so (specification 1.1)."""
    piece = play.pieces.get(who)
    return (0, 0) if piece is None or piece.at is None else piece.at


def away_cm(play: Play, who: str, other: str) -> int:
    """How far apart two are, for people."""
    return distance_cm(place(play, who), place(play, other))


def is_within(play: Play, who: str, other: str, reach_cm: int) -> bool:
    """Compared exactly, without rounding (specification 1)."""
    return exact(place(play, who), place(play, other), reach_cm)


def is_clear(play: Play, who: str, other: str) -> bool:
    """A-ATK-1: only solid obstacles block, and where the GM says so."""
    game: Game = play.game
    obstacles = boxes(game.options.obstacles.values())
    return sees(game, who, other) and has_clear_line(place(play, who), place(play, other), obstacles)


def zone_cm(game: Game, who: str) -> int:
    """A-ZOC-1: how far its zone of control reaches."""
    own = game.combatants[who].sheet.zoc_radius_m
    return cm(game.options.zoc_radius_m if own is None else own)


def path_cost_cm(game: Game, start: Point, path: Iterable[Point]) -> int:
    """A-TURN-4: difficult ground counts double."""
    return cost_cm(start, path, boxes(game.options.terrain.values()))


def is_cramped(play: Play, who: str) -> bool:
    """A-DEF-6: does it stand where dodging is hard?"""
    game: Game = play.game
    x, y = place(play, who)
    is_rough = any(
        left <= x <= right and low <= y <= top for left, low, right, top in boxes(game.options.terrain.values())
    )
    return is_rough or "cramped" in game.combatants[who].flags


# --- attacks ---------------------------------------------------------------------------------------------------------


def how_with(weapon: Weapon, is_in_reach: bool) -> How:
    """How an attack with it is made: in melee where it can be."""
    is_melee = is_in_reach and "melee" in weapon.range_types
    return "ranged" if "ranged" in weapon.range_types and not is_melee else "melee"


def attacks_with(game: Game, frame: Frame) -> Weapon:
    """The weapon of an attack in progress."""
    return weapon_of(game.combatants[frame.who], frame.weapon)


def in_order(game: Game, people: Iterable[str]) -> list[str]:
    """A-ZOC-7: by initiative; before anybody has rolled as they came to the table."""
    places = {who: at for at, who in enumerate(game.order)}
    return sorted(people, key=lambda who: places.get(who, len(places)))
