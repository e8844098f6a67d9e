"""Applying what happens in an attack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.events import Event
from server.rules.tactics.evolve.change import change, gear
from server.rules.tactics.state import events as e
from server.rules.tactics.state.facts import is_melee
from server.rules.tactics.state.plan import find
from server.rules.tactics.state.state import Answer, Attack, Deed, Game


def _begun(game: Game, event: e.DeedBegun) -> Game:
    deed = Deed(
        who=event.who, action=event.action, kind=event.kind, weapon=event.weapon, intention=event.intention,
        count=event.count, queue=event.queue, cp=event.cp, at=event.at, on_block=event.on_block,
    )  # fmt: skip
    return replace(game, deed=deed)


def _declared(game: Game, event: e.AttackDeclared) -> Game:
    deed = game.deed
    attack = Attack(
        id=event.attack, name=event.name, who=event.who, target=event.target, action=event.action, kind=event.kind,
        weapon=event.weapon, intention=event.intention, distance_cm=event.distance_cm, charge=event.charge,
        counter=event.counter, on_block=deed.on_block if deed is not None else "",
    )  # fmt: skip
    if deed is not None:
        queue = deed.queue[deed.queue.index(event.target) + 1 :] if event.target in deed.queue else ()
        deed = replace(deed, queue=queue, shot=deed.shot + 1)
    return _attacks(replace(game, attack=attack, deed=deed), event)


def _attacks(game: Game, event: e.AttackDeclared) -> Game:
    """D-CTR-3, D-MOV-8: what the first attack uses up."""
    combatant = game.combatants.get(event.who)
    if combatant is None:
        return game
    record = combatant.record
    action = find(record.plan, event.action)
    struck = (*record.struck, event.target) if action is not None and is_melee(combatant, action) else record.struck
    counter = {} if event.counter else record.counter
    counters = {} if event.counter else record.counters
    now = replace(record, struck=struck, has_attacked=True, counter=counter, counters=counters)
    return change(game, event.who, record=now)


def _attack(game: Game, id: str, **changes: Any) -> Game:
    attack = game.attack
    return replace(game, attack=replace(attack, **changes)) if attack is not None and attack.id == id else game


def _answered(game: Game, event: e.ReactionDeclared) -> Game:
    attack = game.attack
    if attack is None or attack.id != event.attack:
        return game
    if event.who == attack.who:
        return _attack(game, event.attack, on_block="sunder" if event.sunder else "damage")
    answer = Answer(role=event.role, kind=event.kind, item=event.item, D=event.D)
    return _attack(game, event.attack, answers={**attack.answers, event.who: answer})


def _refused(game: Game, event: e.ReactionRefused) -> Game:
    attack = game.attack
    if attack is None or attack.id != event.attack:
        return game
    answers = {who: answer for who, answer in attack.answers.items() if who != event.who}
    return _attack(game, event.attack, answers=answers)


def _damage(game: Game, event: e.DamageRolled) -> Game:
    """D-AREA-3."""
    return game if game.deed is None else replace(game, deed=replace(game.deed, base_W=event.W, base_S=event.S))


def _sundered(game: Game, event: e.SunderChecked) -> Game:
    """D-SUND-4, D-SUND-9, D-SARM-3."""
    if event.side == "armour":
        return change(game, event.who, armour_value=event.new)
    now = game.combatants[event.who].gear.get(event.item)
    if now is None:
        return game
    if event.side == "off":
        return gear(game, event.who, event.item, q_off=event.new, lost_off=now.lost_off + now.q_off - event.new)
    return gear(game, event.who, event.item, q_def=event.new, lost_def=now.lost_def + now.q_def - event.new)


def _countered(game: Game, event: e.CounterGained) -> Game:
    record = game.combatants[event.who].record
    earned = (*record.counters.get(event.against, ()), event.failure)
    now = replace(
        record,
        counter={**record.counter, event.against: event.bonus},
        counters={**record.counters, event.against: earned},
    )
    return change(game, event.who, record=now)


def _expired(game: Game, event: e.CounterExpired) -> Game:
    return change(game, event.who, record=replace(game.combatants[event.who].record, counter={}, counters={}))


ATTACKS: dict[type[Event], Callable[[Game, Any], Game]] = {
    e.DeedBegun: _begun,
    e.DeedOver: lambda game, event: replace(game, deed=None, attack=None),
    e.AttackDeclared: _declared,
    e.AttackOver: lambda game, event: replace(game, attack=None),
    e.ReactionDeclared: _answered,
    e.ReactionRefused: _refused,
    e.HitsRolled: lambda game, event: _attack(game, event.attack, stage="rolled", natural=event.natural, s=event.s),
    e.DamageRolled: _damage,
    e.SunderChecked: _sundered,
    e.ItemBroken: lambda game, event: gear(game, event.who, event.item, broken=True),
    e.AmmoLost: lambda game, event: gear(game, event.who, event.item, ammo=event.left),
    e.Reloaded: lambda game, event: gear(game, event.who, event.item, ammo=event.ammo),
    e.WeaponDrawn: lambda game, event: gear(game, event.who, event.item, in_hand=True),
    e.CounterGained: _countered,
    e.CounterExpired: _expired,
}
