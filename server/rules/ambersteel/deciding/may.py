"""What refuses something that a combatant wants to do, a check for each rule. Raises Rejected, with the figures.

They are asked in the order of the specification's table of errors (3.6), from top to bottom.
"""

from __future__ import annotations

from typing import Any

from server.core.errors import Rejected
from server.core.space import Point, cm, metres
from server.core.state import State
from server.kit.ground import boxes, has_clear_line
from server.kit.moment import name_of
from server.rules.ambersteel.acts.declare import in_hand
from server.rules.ambersteel.acts.gear import held_by, paid_with, stuck
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.derived import item_name, weapon_of
from server.rules.ambersteel.state.facts import (
    BOUND,
    FIXED,
    SENSELESS,
    ambushers,
    away_cm,
    first_of,
    how_with,
    is_clear,
    is_surprised,
    is_unaware,
    is_within,
    path_cost_cm,
    place,
)
from server.rules.ambersteel.state.moment import MOMENTS
from server.rules.ambersteel.state.state import Combatant, Game


def one_of(state: State, who: str) -> Combatant:
    """The combatant; whoever left the table is unknown."""
    found = state.play.game.combatants.get(who)
    if found is None:
        raise Rejected("unknown_combatant", who=who)
    return found  # type: ignore[no-any-return]


def _name(state: State, who: str) -> str:
    return name_of(state.play, who)


# --- what is left of the turn ----------------------------------------------------------------------------------------


def has_action(action: str) -> Any:
    """A-TURN-2, A-TURN-14: NO_ACTION_LEFT. `action` empty: the one by which the intent is paid."""

    def check(state: State, intent: Any) -> None:
        need_action(state, intent.who, action or intent.action)

    return check


def need_action(state: State, who: str, action: str) -> None:
    """A-TURN-2."""
    if getattr(one_of(state, who).actions, action) < 1:
        raise Rejected("no_action_left", x=_name(state, who), action=action)


def whole_movement(state: State, intent: Any) -> None:
    """A-TURN-3, A-TURN-10."""
    if one_of(state, intent.who).moved:
        raise Rejected("movement_already_used", x=_name(state, intent.who))


def far_enough(state: State, intent: i.Move) -> None:
    """A-TURN-4."""
    left = one_of(state, intent.who).move_left_cm
    need = path_cost_cm(state.play.game, place(state.play, intent.who), intent.path)
    if need > left:
        raise Rejected("move_too_far", need=metres(need), left=metres(left))


def rested(state: State, intent: i.TurnBreather) -> None:
    """A-TURN-6."""
    one = one_of(state, intent.who)
    used = one.used
    if not used and not state.play.game.options.breather_allows_movement:
        used = "movement" if one.moved or one.actions.movement < 1 else ""
    if used:
        raise Rejected("breather_not_allowed", x=_name(state, intent.who), action=used)


# --- what it is in ---------------------------------------------------------------------------------------------------


def can_act(state: State, intent: Any) -> None:
    """A-STS-5, A-TURN-7: CANNOT_ACT."""
    _free_of(state, intent.who, BOUND, "cannot_act")


def can_stir(state: State, intent: Any) -> None:
    """Whoever is restrained may still do this: CANNOT_ACT."""
    _free_of(state, intent.who, SENSELESS, "cannot_act")


def can_move(state: State, intent: Any) -> None:
    """A-STS-4: CANNOT_MOVE."""
    _free_of(state, intent.who, FIXED, "cannot_move")


def _free_of(state: State, who: str, statuses: tuple[str, ...], code: str) -> None:
    status = first_of(one_of(state, who), statuses)
    if status:
        raise Rejected(code, x=_name(state, who), status=status)


def standing(state: State, intent: Any) -> None:
    """A-TURN-10."""
    if "prone" in one_of(state, intent.who).statuses:
        raise Rejected("prone_must_stand", x=_name(state, intent.who))


def lying(state: State, intent: i.StandUp) -> None:
    """A-TURN-10: there is nothing to stand up from."""
    if "prone" not in one_of(state, intent.who).statuses:
        raise MOMENTS.wrong_phase(state, intent)


def held(state: State, intent: i.BreakFree) -> None:
    """A-STS-4, A-STS-5: by a person; chains don't give way."""
    one = one_of(state, intent.who)
    status = one.statuses.get(held_by(one))
    if status is None:
        raise MOMENTS.wrong_phase(state, intent)
    if status.name == "restrained" and status.source not in state.play.game.combatants:
        raise Rejected("cannot_act", x=_name(state, intent.who), status=status.name)


def unlocked(state: State, intent: Any) -> None:
    """A-RNG-9: between a static reload and its shot."""
    one = one_of(state, intent.who)
    if one.static_lock:
        raise Rejected("static_reload_lock", w=item_name(one, one.static_lock))


def resolved(state: State, intent: i.TurnEnd) -> None:
    """A-RNG-9: what was loaded before this turn is shot or abandoned first."""
    one = one_of(state, intent.who)
    arm = one.arms.get(one.static_lock)
    if arm is not None and arm.loaded and not one.used:
        raise Rejected("static_reload_lock", w=item_name(one, one.static_lock))


def unlocked_but(state: State, who: str, weapon: str) -> None:
    """A-RNG-9: the weapon itself may be reloaded on, and shot."""
    one = one_of(state, who)
    if one.static_lock and one.static_lock != weapon:
        raise Rejected("static_reload_lock", w=item_name(one, one.static_lock))


# --- surprise --------------------------------------------------------------------------------------------------------


def between_turns(state: State, intent: Any) -> None:
    """A-SUR-3: only in the surprise round, while nobody has a turn."""
    game: Game = state.play.game
    if game.stage != "surprise" or game.turn:
        raise MOMENTS.wrong_phase(state, intent)


def ambushing(state: State, intent: Any) -> None:
    """A-SUR-3."""
    game: Game = state.play.game
    name = _name(state, intent.who)
    one = one_of(state, intent.who)
    if is_surprised(game, intent.who):
        raise Rejected("not_in_ambush", x=name)
    if one.has_acted or intent.who in game.claims:
        raise Rejected("already_acted", x=name)
    if intent.who not in ambushers(game):
        raise Rejected("cannot_act", x=name, status=first_of(one, SENSELESS) or "late")


# --- targets ---------------------------------------------------------------------------------------------------------


def target(state: State, who: str, other: str) -> None:
    """A-ATK-1: somebody else who lives."""
    one = state.play.game.combatants.get(other)
    if one is None or other not in state.play.pieces or other == who or "dead" in one.statuses:
        raise Rejected("target_invalid", y=_name(state, other))


def in_reach(state: State, who: str, other: str, reach_cm: int) -> None:
    """A-ATK-1."""
    if not is_within(state.play, who, other, reach_cm):
        d = metres(away_cm(state.play, who, other))
        raise Rejected("out_of_reach", y=_name(state, other), d=d, r=metres(reach_cm))


def in_sight(state: State, who: str, other: str) -> None:
    """A-ATK-1."""
    if not is_clear(state.play, who, other):
        raise Rejected("out_of_sight", x=_name(state, who), y=_name(state, other))


def point_in_sight(state: State, who: str, point: Point) -> None:
    """A-ATK-1: obstacles alone."""
    obstacles = boxes(state.play.game.options.obstacles.values())
    if not has_clear_line(place(state.play, who), point, obstacles):
        raise Rejected("out_of_sight", x=_name(state, who), y="this place")


def in_range(state: State, who: str, other: str, id: str) -> None:
    """A-RNG-7."""
    one = one_of(state, who)
    far = weapon_of(one, id).effective_range_m
    if state.play.game.options.range_overflow != "falls_short" or far is None:
        return
    if not is_within(state.play, who, other, cm(far)):
        d = metres(away_cm(state.play, who, other))
        raise Rejected("beyond_effective_range", y=_name(state, other), d=d, w=item_name(one, id), r=far)


# --- weapons ---------------------------------------------------------------------------------------------------------


def ready(state: State, who: str, weapon: str, *types: str) -> None:
    """A-ATK-1, A-CRIT-7: in hand, not stuck, and made for this. Bare hands always are."""
    one = one_of(state, who)
    arm = one.arms.get(weapon)
    in_hands = weapon in (one.main, one.off)
    if weapon and (arm is None or arm.stuck or not in_hands):
        raise Rejected("weapon_not_ready", w=item_name(one, weapon))
    if types and not set(types).intersection(weapon_of(one, weapon).range_types):
        raise Rejected("weapon_not_ready", w=item_name(one, weapon))


def loaded(state: State, who: str, weapon: str) -> None:
    """A-RNG-3."""
    one = one_of(state, who)
    arm, held = one.arms.get(weapon), weapon_of(one, weapon)
    if arm is not None and held.has_load and not arm.loaded:
        raise Rejected("weapon_not_loaded", w=item_name(one, weapon), k=arm.progress, n=held.reload.count)


def mode(state: State, who: str, weapon: str, mode: str) -> None:
    """A-ATK-11: none is chosen yet, or one that it has."""
    one = one_of(state, who)
    if mode and mode not in [each.id for each in weapon_of(one, weapon).damage_modes]:
        raise Rejected("mode_unknown", w=item_name(one, weapon) or "bare hands", m=mode)


def attack(state: State, intent: i.Attack) -> None:
    """A-ATK-1, behind what the turn has left and what it is in."""
    id, is_shot = _use(state, intent)
    if is_shot:
        in_range(state, intent.who, intent.target, id)
    mode(state, intent.who, id, intent.mode)


def _use(state: State, intent: i.Attack | i.Execute) -> tuple[str, bool]:
    """A-ATK-1, A-EXE-2: the weapon can be used on the target. Which one it is, and whether it shoots."""
    who, other = intent.who, intent.target
    one = one_of(state, who)
    id = in_hand(one, intent.weapon)
    weapon = weapon_of(one, id)
    target(state, who, other)
    is_shot = how_with(weapon, is_within(state.play, who, other, weapon.reach_cm)) == "ranged"
    if not is_shot:
        in_reach(state, who, other, weapon.reach_cm)
    in_sight(state, who, other)
    ready(state, who, id, "melee", "ranged")
    if is_shot:
        loaded(state, who, id)
    unlocked_but(state, who, id)
    return id, is_shot


def throw(state: State, intent: i.Throw) -> None:
    """A-THR-1: what is in hand, or an object that it has."""
    if intent.target:
        target(state, intent.who, intent.target)
        in_sight(state, intent.who, intent.target)
    elif intent.point is None:
        raise Rejected("target_invalid", y="nobody")
    else:
        point_in_sight(state, intent.who, intent.point)
    one = one_of(state, intent.who)
    if intent.object not in one.objects:
        if not intent.object:
            raise Rejected("weapon_not_ready", w="bare hands")
        ready(state, intent.who, intent.object)
    unlocked(state, intent)


def execute(state: State, intent: i.Execute) -> None:
    """A-EXE-2, A-EXE-3."""
    _use(state, intent)
    _helpless(state, intent.who, intent.target)


def _helpless(state: State, who: str, other: str) -> None:
    """A-EXE-2, A-EXE-3."""
    victim = one_of(state, other)
    is_open = bool(first_of(victim, BOUND)) or "helpless" in victim.flags or is_unaware(victim, who)
    if not is_open:
        raise Rejected("execution_target_can_fight", y=_name(state, other))
    if victim.sheet.is_pc and state.play.game.options.execution_on_pc == "reject":
        raise Rejected("execution_pc_protected", y=_name(state, other))


def reload(state: State, intent: i.Reload) -> None:
    """A-RNG-3, A-RNG-10."""
    one = one_of(state, intent.who)
    id = in_hand(one, intent.weapon)
    weapon, arm = weapon_of(one, id), one.arms.get(id)
    need_action(state, intent.who, paid_with(intent, weapon.reload.action))
    can_act(state, intent)
    ready(state, intent.who, id)
    if arm is None or not weapon.has_load or arm.loaded:
        raise Rejected("reload_not_needed", w=item_name(one, id) or "bare hands")
    if weapon.ammo_item and arm.progress == 0 and one.ammo.get(weapon.ammo_item, 0) < 1:
        raise Rejected("no_ammo", ammo=weapon.ammo_item)
    unlocked_but(state, intent.who, id)


def abandon(state: State, intent: i.AbandonReload) -> None:
    """A-RNG-9: something of a reload must be there."""
    one = one_of(state, intent.who)
    id = in_hand(one, intent.weapon)
    arm = one.arms.get(id)
    if arm is None or not weapon_of(one, id).has_load or not (arm.loaded or arm.progress):
        raise MOMENTS.wrong_phase(state, intent)


def stance(state: State, intent: i.Stance) -> None:
    """A-TURN-13."""
    one = one_of(state, intent.who)
    id = in_hand(one, intent.weapon)
    ready(state, intent.who, id)
    weapon = one.sheet.weapons.get(id)
    if weapon is None or (intent.stance and intent.stance not in weapon.stances):
        raise Rejected("stance_unknown", w=item_name(one, id) or "bare hands", m=intent.stance)


def draw(state: State, intent: i.Draw) -> None:
    """A-TURN-13: something that it has, and a hand that is free for it."""
    one = one_of(state, intent.who)
    things = {*one.arms, *(one.sheet.shields if intent.hand == "off" else ())}
    refusal = Rejected("weapon_not_ready", w=item_name(one, intent.item) or "bare hands")
    if intent.item and (intent.item not in things or (one.arms.get(intent.item, None) and one.arms[intent.item].stuck)):
        raise refusal
    if intent.item == (one.main if intent.hand == "main" else one.off):
        raise refusal
    if intent.item and "two_handed" in weapon_of(one, intent.item).tags and intent.hand == "off":
        raise refusal


def freeing(state: State, intent: i.FreeWeapon) -> None:
    """A-CRIT-7."""
    if not stuck(one_of(state, intent.who), intent.weapon):
        raise MOMENTS.wrong_phase(state, intent)
