"""What is refused of the GM's words: there is no such thing to rule on."""

from __future__ import annotations

from typing import Any

from server.core.errors import Rejected
from server.core.state import State
from server.kit.forms import check_people
from server.kit.moment import Check, name_of
from server.kit.newcomers import check_newcomer
from server.kit.values import FLAG, Settable, Value, same
from server.rules.tactics.checks.plan import weapon_name
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.moment import MOMENTS, stage
from server.rules.tactics.state.plan import find
from server.rules.tactics.state.sheet import HELPLESS
from server.rules.tactics.state.state import Attack, Combatant

POINTS = Value((-1_000, 1_000), offered=(-20, 40))
QUALITY = Value((-5, 100), offered=(-5, 10))

SETTABLE = Settable(
    i.GmSet,
    {
        "W": same(POINTS),
        "S": same(POINTS),
        "status": lambda _one: dict.fromkeys(HELPLESS, FLAG),
        "full_defense": same(FLAG),
        "armour_value": same(Value((0, 1_000), offered=(0, 20))),
        "ammo": lambda one: {id: Value((0, 1_000)) for id, gear in one.gear.items() if gear.ammo is not None},
        "q_off": lambda one: dict.fromkeys(one.gear, QUALITY),
        "q_def": lambda one: dict.fromkeys(one.gear, QUALITY),
        "in_hand": lambda one: dict.fromkeys(one.gear, FLAG),
        "broken": lambda one: dict.fromkeys(one.gear, FLAG),
    },
    beyond="no_such_value",
)


def _check_add(state: State, intent: i.AddCombatant) -> None:
    check_newcomer(state, intent, state.play.game.combatants)


def _in_attack(state: State, intent: Any) -> None:
    """An attack that is declared, and not yet rolled."""
    attack: Attack | None = state.play.game.attack
    if attack is None or attack.stage != "declared":
        raise MOMENTS.wrong_phase(state, intent)


def _check_pair(state: State, intent: i.GmModifier) -> None:
    """D-GEN-10: of two that are named, or of the attack in progress."""
    if not (intent.attacker and intent.target):
        _in_attack(state, intent)
    if intent.attacker and intent.attacker == intent.target:
        raise Rejected("target_unknown")


def _check_two(state: State, intent: i.GmRange) -> None:
    if len(set(intent.pair)) != 2:
        raise Rejected("target_unknown")


def _check_burst(state: State, intent: i.GmBurstPenalty) -> None:
    if state.play.game.attack.kind != "burst":
        raise MOMENTS.wrong_phase(state, intent)


def _check_item(state: State, intent: i.GmMaxAttacks) -> None:
    combatant: Combatant = state.play.game.combatants[intent.who]
    if intent.weapon and intent.weapon not in combatant.gear:
        raise Rejected("weapon_unusable", weapon=weapon_name(combatant, intent.weapon))


def _check_action(state: State, intent: i.GmMarkCheck) -> None:
    """D-DECL-4."""
    record = state.play.game.combatants[intent.who].record
    if find(record.plan, intent.action) is None:
        raise Rejected("not_declared")
    if intent.action in record.performed:
        raise Rejected("already_performed")


def _check_repair(state: State, intent: i.ItemRepair) -> None:
    """D-SUND-9: not during combat."""
    if state.play.phase == "running":
        raise Rejected("repair_in_combat")
    combatant: Combatant = state.play.game.combatants[intent.who]
    is_there = combatant.armour is not None if intent.side == "armour" else intent.item in combatant.gear
    if not is_there:
        raise Rejected("weapon_unusable", weapon=weapon_name(combatant, intent.item))


def _check_refused(state: State, intent: i.GmRefuse) -> None:
    attack: Attack = state.play.game.attack
    if intent.who != attack.target and intent.who not in attack.answers:
        raise Rejected("not_the_decider", who=name_of(state.play, attack.target))


def _check_lock(state: State, intent: i.GmLockPhase) -> None:
    if not any(each.kind in ("tactics", "declare") for each in state.play.decisions):
        raise MOMENTS.wrong_phase(state, intent)


def _check_projectile(state: State, intent: i.GmProjectile) -> None:
    _in_attack(state, intent)


def _check_end(state: State, intent: i.GmGoOn) -> None:
    if not any(each.kind == "end" for each in state.play.decisions):
        raise MOMENTS.wrong_phase(state, intent)


def _check_sides(state: State, intent: i.EncounterEnd) -> None:
    sides = {piece.side for piece in state.play.pieces.values()}
    unknown = next((side for side in intent.winners if side not in sides), None)
    if unknown is not None:
        raise Rejected("unknown_side", side=unknown, sides=", ".join(sorted(sides)))


_PLANNED = stage("tactics", "declare", "initiative", "closing", "resolve")

CHECKS: dict[type, tuple[Check, ...]] = {
    i.AddCombatant: (MOMENTS.open, _check_add),
    i.SetOptions: (MOMENTS.setup,),
    i.EncounterEnd: (MOMENTS.running, _check_sides),
    i.GmGoOn: (MOMENTS.running, _check_end),
    i.GmLockPhase: (MOMENTS.running, _check_lock),
    i.GmModifier: (MOMENTS.running, check_people, _check_pair),
    i.GmProjectile: (MOMENTS.running, _check_projectile),
    i.GmSuperior: (MOMENTS.running, _in_attack),
    i.GmBurstPenalty: (MOMENTS.running, _in_attack, _check_burst),
    i.GmRefuse: (MOMENTS.running, check_people, _in_attack, _check_refused),
    i.GmWaiveChange: (_PLANNED, check_people),
    i.GmMaxAttacks: (MOMENTS.open, check_people, _check_item),
    i.GmMarkCheck: (stage("declare", "closing", "resolve"), check_people, _check_action),
    i.GmRange: (MOMENTS.open, check_people, _check_two),
    i.GmObject: (MOMENTS.open,),
    i.GmReveal: (check_people,),
    i.GmSet: (MOMENTS.open, check_people, SETTABLE.check),
    i.ItemRepair: (check_people, _check_repair),
}
