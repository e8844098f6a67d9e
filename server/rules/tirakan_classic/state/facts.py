"""Questions about the state that many rules ask. Nothing is refused, rolled or changed here."""

from __future__ import annotations

from server.core.space import CM_PER_M, cm
from server.core.state import Play
from server.kit import between
from server.kit.acts.reactions import reserved
from server.kit.hidden import is_public
from server.rules.tirakan_classic.state import numbers as n
from server.rules.tirakan_classic.state.options import Options
from server.rules.tirakan_classic.state.sheet import UNARMED, Mode, Sheet, Weapon
from server.rules.tirakan_classic.state.state import Combatant, Game

HANDS = Weapon(name=UNARMED, range_m=n.UNARMED_RANGE_M)
"""L-UNARM-4: bare hands."""

SKILLS = {"melee": "hand_to_hand", "firearm": "shooting", "throwing": "throwing"}
"""L-ATK-2."""

# --- combatants ------------------------------------------------------------------------------------------------------


def is_able(game: Game, who: str) -> bool:
    """L-WND-4: can it act and react?"""
    combatant = game.combatants.get(who)
    return combatant is not None and combatant.status == "ok"


def speed(sheet: Sheet) -> int:
    """L-A-01."""
    return sheet.quickness if sheet.speed is None else sheet.speed


def actions_max(combatant: Combatant) -> int:
    """L-PRIO-3, L-ROUND-3: what a refresh gives."""
    if combatant.status != "ok":
        return 0
    return max(0, combatant.sheet.lineage_actions + combatant.sheet.template_actions)


def usable(game: Game, who: str) -> int:
    """Actions without those reserved for announced reactions."""
    return game.combatants[who].actions - reserved(game, who)


def protection(sheet: Sheet) -> int:
    """L-PROT-1: base and armour."""
    return max(0, sheet.base_protection + sum(each.protection for each in sheet.armour.values()))


# --- weapons ---------------------------------------------------------------------------------------------------------


def weapon_of(combatant: Combatant, id: str) -> Weapon | None:
    """The weapon of that id; bare hands too."""
    return HANDS if id == UNARMED else combatant.sheet.weapons.get(id)


def attacks_with(combatant: Combatant, named: str) -> str:
    """The weapon of an attack: the named one, else what is in hand, else bare hands."""
    return named or (combatant.in_hand if combatant.in_hand in combatant.sheet.weapons else UNARMED)


def name_of_thing(combatant: Combatant, id: str) -> str:
    """Of a weapon or an object, for people; of what it does not have only what it was called."""
    thing = weapon_of(combatant, id) or combatant.sheet.objects.get(id)
    return (thing.name if thing is not None else "") or id


def range_cm(weapon: Weapon) -> int:
    """L-DIST-1."""
    return cm(weapon.range_m)


PREFERRED: tuple[Mode, ...] = ("burst", "semi")


def usual_mode(weapon: Weapon) -> str:
    """L-MODE-2; empty where it has no modes."""
    ids = [mode.id for mode in weapon.modes]
    if weapon.default_mode or not ids:
        return weapon.default_mode
    return next((mode for mode in PREFERRED if mode in ids), ids[0] if len(ids) == 1 else "single")


def can_fire(options: Options, weapon: Weapon, mode: str) -> bool:
    """L-MODE-1: without the rule only in the usual mode."""
    if not options.fire_modes or not weapon.modes:
        return mode == usual_mode(weapon)
    return any(each.id == mode for each in weapon.modes)


ROUNDS = {"single": n.SINGLE_ROUNDS, "semi": n.SEMI_ROUNDS, "burst": n.BURST_ROUNDS, "full": n.FULL_ROUNDS}


def rounds_of(weapon: Weapon, mode: str) -> int:
    """L-MODE-3, L-AMMO-1: what one attack uses up."""
    said = next((each.rounds for each in weapon.modes if each.id == mode), None)
    return said or ROUNDS.get(mode, weapon.rounds)


def binds(options: Options, weapon: Weapon, mode: str) -> bool:
    """L-FULL-2, L-FULL-4: does an attack in this mode take all actions that are left?"""
    if mode != "full":
        return False
    return mode != usual_mode(weapon) or (options.full_only_binds and len(weapon.modes) == 1)


# --- places ----------------------------------------------------------------------------------------------------------


def walk_cm(combatant: Combatant) -> int:
    """L-MOVE-1, L-MOVE-5."""
    return max(0, combatant.sheet.quickness) * CM_PER_M


def run_cm(combatant: Combatant) -> int:
    """L-MOVE-3."""
    return walk_cm(combatant) * n.RUN_FACTOR


def crawl_cm(combatant: Combatant, options: Options) -> int:
    """L-MOVE-4, L-A-06."""
    way, whole = walk_cm(combatant) // n.CRAWL_DIVISOR, CM_PER_M
    if options.crawl_rounding == "none":
        return way
    return way // whole * whole if options.crawl_rounding == "down" else -(-way // whole) * whole


def cover_of(game: Game, target: str, attacker: str) -> str:
    """L-COVER-4: what was said of this attacker, else of all."""
    cover = game.combatants[target].cover_from
    return cover.get(attacker, cover.get("*", "none"))


# --- opponents -------------------------------------------------------------------------------------------------------


def victim_refused(play: Play, thief: str, victim: str) -> str:
    """L-DEST-1, L-DEST-2: the code of what forbids to steal an action from it; empty if nothing does."""
    game: Game = play.game
    if not between.are_enemies(play, thief, victim):
        return "not_an_opponent"
    if is_taken_now(game, victim):
        return "" if game.combatants[victim].actions > 0 else "nothing_to_steal"
    combatant = game.combatants[victim]
    return "" if combatant.stolen_next < actions_max(combatant) else "nothing_to_steal"


def is_taken_now(game: Game, victim: str) -> bool:
    """L-DEST-2, L-A-22: from the actions that it has?"""
    return game.turn == victim or (game.options.steal_saved and usable(game, victim) > 0)


def may_buy(game: Game, who: str) -> str:
    """L-FULL-3, L-A-14, L-A-23: the code of what forbids to spend dice for actions; empty if nothing does."""
    combatant, options = game.combatants[who], game.options
    if combatant.status != "ok":
        return "incapacitated"
    if combatant.round_over and not options.full_auto_allows_bought:
        return "round_over"
    return "" if combatant.had_turn or options.bought_before_first_turn else "not_before_first_turn"


def has_action_in_reach(play: Play, who: str) -> bool:
    """3.3 step 3: an action left, or a die that could become one. Everybody sees who is asked, so nobody is asked for
    the sake of a victim that is hidden from anybody."""
    game: Game = play.game
    combatant = game.combatants[who]
    if usable(game, who) > 0:
        return True
    if may_buy(game, who):
        return False
    if combatant.bonus_dice:
        return True
    victims = (other for other in play.pieces if is_public(play, other))
    return bool(combatant.destiny_dice) and any(not victim_refused(play, who, other) for other in victims)
