"""3.3a: an action with a weapon, attack by attack: declared, answered, rolled, and what comes of it."""

from __future__ import annotations

from math import dist

from server.core.draft import Draft
from server.core.events import CombatantRevealed
from server.core.ids import born
from server.core.space import Point
from server.core.state import Ask, Play
from server.kit.asking import ask_gm
from server.kit.hidden import is_public, is_secret, player_sees
from server.kit.order import stop
from server.rules.tactics.acts.counter import bonus_for, expire, gain
from server.rules.tactics.acts.harm import hurt
from server.rules.tactics.acts.sunder import item_checks, sunder_block
from server.rules.tactics.rolls.target import (
    asks_projectile,
    is_in_area,
    number,
    stand_of,
    superior,
    weapon_of,
)
from server.rules.tactics.rolls.throw import throw
from server.rules.tactics.state import events as e
from server.rules.tactics.state.charge import charge
from server.rules.tactics.state.facts import can_defend, distance, is_there
from server.rules.tactics.state.helpers import helpers
from server.rules.tactics.state.intents import ActionPerform
from server.rules.tactics.state.plan import Action
from server.rules.tactics.state.state import BARE_HANDS, Attack, Combatant, Deed

SECRET = "secret."
"""How the names of attacks on somebody hidden begin who only happens to be in an area."""
AMMO_SINGLE, AMMO_BURST = 15, 14
"""D-AMMO-1, D-AMMO-2."""

# --- the action as a whole -------------------------------------------------------------------------------------------


def begin(draft: Draft, action: Action, target: str, intent: ActionPerform, cp: int) -> None:
    """One attack; D-SPRAY-1 one for each shot; D-AREA-1 one for each who is in the area."""
    who, said = intent.who, intent.intention or action.intention or "lethal"
    centre = _centre(draft.play, action, target, intent.at)
    draft.emit(
        e.DeedBegun(
            who=who, action=action.id, kind=action.kind, weapon=action.weapon, intention=said, count=action.count,
            cp=cp, on_block=intent.on_block, at=centre, queue=_queue(draft, who, action, target, centre),
        )
    )  # fmt: skip


def _centre(play: Play, action: Action, target: str, at: Point | None) -> Point | None:
    """D-AREA-1: where it bursts: a place, or where the target stands."""
    if action.kind != "area":
        return None
    return at or action.at or (play.pieces[target].at if target in play.pieces else None)


def _queue(draft: Draft, who: str, action: Action, target: str, centre: Point | None) -> tuple[str, ...]:
    """Who is attacked, in this order."""
    if action.kind == "area":
        return _in_area(draft, who, action, target, centre)
    if action.kind != "spray":
        return (target,)
    declared = [each for each in action.among if is_there(draft.play, each)] or [target]
    chosen = [target] if target and target not in action.among else declared
    return tuple(chosen[min(k, len(chosen) - 1)] for k in range(action.count))


def _in_area(draft: Draft, who: str, action: Action, target: str, centre: Point | None) -> tuple[str, ...]:
    """D-AREA-1: friend and foe. First those whom everybody sees, so that it can't be noticed who else is there."""
    weapon = draft.game.combatants[who].item(action.weapon)
    if weapon is None or centre is None:
        return (target,) if target else ()
    places = {other: piece.at for other, piece in draft.play.pieces.items() if is_there(draft.play, other)}
    found = [other for other, place in places.items() if place is not None and is_in_area(weapon, _cm(centre, place))]
    found = [other for other in found if "dead" not in draft.game.combatants[other].statuses]
    return tuple(sorted(found, key=lambda other: is_secret(draft.play, other)))


def _cm(a: Point, b: Point) -> int:
    """Whole centimetres, rounded up: a place beyond a border is beyond it."""
    return -int(-dist(a, b) // 1)


def go_on(draft: Draft) -> bool:
    """One step of the action in progress; False where it has to wait."""
    attack: Attack | None = draft.game.attack
    if attack is not None:
        return _resolve(draft, attack)
    deed: Deed = draft.game.deed
    queue = _left(draft, deed) if is_there(draft.play, deed.who) else []
    if not queue:
        _end(draft, deed)
        return True
    _declare(draft, deed, queue[0])
    return False


def _left(draft: Draft, deed: Deed) -> list[str]:
    """Whom it is still aimed at. D-AMMO-3: an empty weapon fires no more shots; what bursts in an area is one."""
    gear = draft.game.combatants[deed.who].gear.get(deed.weapon)
    if deed.kind == "spray" and gear is not None and gear.ammo == 0:
        return []
    queue = (target for target in deed.queue if is_there(draft.play, target))
    return [target for target in queue if "dead" not in draft.game.combatants[target].statuses]


def _end(draft: Draft, deed: Deed) -> None:
    """D-SEC-5: who has attacked is seen from now on."""
    draft.emit(e.DeedOver(who=deed.who))
    if is_there(draft.play, deed.who) and is_secret(draft.play, deed.who):
        draft.emit(CombatantRevealed(who=deed.who))


# --- one attack ------------------------------------------------------------------------------------------------------


def _declare(draft: Draft, deed: Deed, target: str) -> None:
    """3.3a.1: no die has been thrown; whoever can does something about it."""
    name = _name(draft, deed, target)
    combatant: Combatant = draft.game.combatants[deed.who]
    item = combatant.item(deed.weapon)
    declared = e.AttackDeclared(
        who=deed.who, target=target, attack=born(draft.act, name), name=name, action=deed.action, kind=deed.kind,
        weapon=deed.weapon, item=item.name if item is not None else "", intention=deed.intention,
        distance_cm=_distance(draft.play, deed, target), charge=charge(draft.play, deed, target),
        counter=bonus_for(draft.game, deed.who, target),
    )  # fmt: skip
    draft.emit(declared)
    expire(draft, deed.who, used=declared.counter)
    _open_window(draft, draft.game.attack)


def _name(draft: Draft, deed: Deed, target: str) -> str:
    """Unique in the act. Of somebody hidden in an area not even a roll of the attacker may tell."""
    if deed.kind == "area":
        return f"area.{target}" if is_public(draft.play, target) else f"{SECRET}{target}"
    return f"shot{deed.shot + 1}" if deed.kind == "spray" else deed.kind


def _distance(play: Play, deed: Deed, target: str) -> int | None:
    if deed.kind != "area":
        return distance(play, deed.who, target)
    place = play.pieces[target].at
    return 0 if deed.at is None or place is None else _cm(deed.at, place)


def _open_window(draft: Draft, attack: Attack) -> None:
    """3.3a.2: it opens in any case: whether anybody hidden can help is nobody's business."""
    hides = is_asked_in_secret(draft.play, attack)
    asks = {}
    if can_defend(draft.state, attack.target, attack.who):
        asks[attack.target] = Ask(secret=hides)
    for who in helpers(draft.state, attack):
        if player_sees(draft.state, who, attack.who, attack.target):
            asks[who] = Ask(must=False, secret=hides)
    topic = {"who": attack.who, "target": attack.target}
    draft.open("defence", f"{attack.name}.defence", asks, silent=True, topic=topic)


def is_asked_in_secret(play: Play, attack: Attack) -> bool:
    """Is there anybody who may see neither of the two, and so must not notice that anybody answers?"""
    return is_secret(play, attack.who) and is_secret(play, attack.target)


def _resolve(draft: Draft, attack: Attack) -> bool:
    """3.3a.4: what the GM has to say, the roll, and what the attacker makes of a block."""
    if attack.stage == "declared":
        if asks_projectile(draft, attack):
            _ask(draft, "projectile", attack)
            return False
        _roll(draft, attack)
        attack = draft.game.attack
        if _may_sunder(draft, attack):
            hides = is_asked_in_secret(draft.play, attack)
            draft.open(
                "block", f"{attack.name}.block", {attack.who: Ask(secret=hides)}, silent=True, topic=_topic(attack)
            )
            return False
    _finish(draft, draft.game.attack)
    return not draft.play.decisions


def _ask(draft: Draft, kind: str, attack: Attack) -> None:
    ask_gm(
        draft, kind, f"{attack.name}.{kind}", _topic(attack), secret=is_secret(draft.play, attack.who, attack.target)
    )


def _topic(attack: Attack) -> dict[str, str]:
    return {"who": attack.who, "target": attack.target}


def _may_sunder(draft: Draft, attack: Attack) -> bool:
    """D-SUND-7: a hit at arm's length against a block with an item, about which nothing has been said before."""
    return attack.s >= 0 and not attack.on_block and _is_blocked(draft, attack)


def is_melee_attack(draft: Draft, attack: Attack) -> bool:
    """Is it made at arm's length?"""
    return attack.kind == "attack" and not weapon_of(draft, attack).is_ranged


# --- the roll --------------------------------------------------------------------------------------------------------


def _roll(draft: Draft, attack: Attack) -> None:
    """D-ATK-3, D-ATK-4, D-BURST-2."""
    name = f"{attack.name}.hit"
    target, degree = number(draft, attack, name), superior(draft, attack, name)
    rolled = throw(draft, name, attack.who, degree)
    s = target - rolled.effective
    if attack.kind == "burst" and s > 0:
        s *= draft.game.deed.count
    draft.emit(
        e.HitsRolled(
            who=attack.who, target=attack.target, attack=attack.id, dice=rolled.dice, superior=degree,
            natural=rolled.natural, effective=rolled.effective, T=target, s=s, hit=s >= 0,
            terms=draft.terms.of(name, attack.who),
        )
    )  # fmt: skip
    _use_ammo(draft, attack, rolled.natural)


def _use_ammo(draft: Draft, attack: Attack, natural: int) -> None:
    """D-AMMO-1, D-AMMO-2. Where only somebody hidden was near, nothing of it may show."""
    if attack.name.startswith(SECRET):
        return
    gear = draft.game.combatants[attack.who].gear.get(attack.weapon)
    counts = natural >= (AMMO_BURST if attack.kind == "burst" else AMMO_SINGLE)
    if gear is not None and gear.ammo and counts:
        draft.emit(e.AmmoLost(who=attack.who, item=attack.weapon, left=gear.ammo - 1))


# --- what comes of it ------------------------------------------------------------------------------------------------


def _finish(draft: Draft, attack: Attack) -> None:
    """Damage or sundering, and what a parry is worth. Behind each attack of several it stops, so that one against
    somebody hidden looks like nothing."""
    if attack.s >= 0 and attack.on_block == "sunder" and _is_blocked(draft, attack):
        sunder_block(draft, attack)
    elif attack.s >= 0:
        hurt(draft, attack)
    else:
        item_checks(draft, attack)
        gain(draft, attack)
    draft.emit(e.AttackOver(who=attack.who, target=attack.target, attack=attack.id))
    deed: Deed = draft.game.deed
    if deed.queue:
        stop(draft, f"{attack.name}.stop")
        return
    _end(draft, deed)


def _is_blocked(draft: Draft, attack: Attack) -> bool:
    """D-SUND-1: with an item, and a weapon against it: a fist breaks nothing."""
    stand = stand_of(attack)
    is_armed = is_melee_attack(draft, attack) and attack.weapon != BARE_HANDS
    return is_armed and stand.answer.kind == "block" and stand.has_item
