"""Damage, armour, wounds and stress (specification 2.9, 2.10, 2.14)."""

from __future__ import annotations

import re

import msgspec

from server.core.dice import ThrownDie, thrown, total
from server.core.draft import Draft
from server.rules.tactics.acts.sunder import CONTACT, armour_check, item_checks
from server.rules.tactics.rolls.target import Stand, knocks_away, stand_of, weapon_of
from server.rules.tactics.state import events as e
from server.rules.tactics.state.sheet import Armour, Item
from server.rules.tactics.state.state import BARE_HANDS, Attack, Combatant

DICE = re.compile(r"(\d+)d(\d+)([+-]\d+)?")
UNARMED_SHARE = {"parry": 4, "block": 2}
"""D-PAR-5, D-BLK-4: the part of the wounds that becomes stress."""


class Packet(msgspec.Struct, frozen=True, gc=False):
    """Damage: wounds and stress."""

    W: int
    S: int


def hurt(draft: Draft, attack: Attack) -> None:
    """A hit: base damage, what armour and hands keep off, what is lost and breaks; dice in this order (D-GEN-7)."""
    stand = stand_of(attack)
    packet = _protected(draft, attack, stand, _packet(draft, attack))
    packet = _by_hands(draft, attack, stand, packet)
    lose(draft, stand.victim, packet)
    item_checks(draft, attack)
    armour_check(draft, attack, stand.victim, injured=packet.W > 0)
    fall(draft, stand.victim)


# --- how much --------------------------------------------------------------------------------------------------------


def _packet(draft: Draft, attack: Attack) -> Packet:
    """D-ATK-1, D-ATK-5, D-ATK-6, D-MOV-8."""
    base = _base(draft, attack)
    if attack.intention == "stun":
        return Packet(base.W + attack.charge, base.S + attack.s)
    return Packet(base.W + attack.s + attack.charge, base.S)


def _base(draft: Draft, attack: Attack) -> Packet:
    """D-ATK-2; D-AREA-3: the dice of an area are thrown once."""
    deed, weapon = draft.game.deed, weapon_of(draft, attack)
    is_kept = attack.kind == "area" and draft.game.options.area_damage == "once"
    if is_kept and deed.base_W is not None and deed.base_S is not None:
        return Packet(deed.base_W, deed.base_S)
    if isinstance(weapon.base_W, int) and isinstance(weapon.base_S, int):
        return Packet(weapon.base_W, weapon.base_S)
    wounds, W = _thrown(draft, attack, "W", weapon.base_W)
    stress, S = _thrown(draft, attack, "S", weapon.base_S)
    draft.emit(
        e.DamageRolled(who=attack.who, target=attack.target, attack=attack.id, dice=(*wounds, *stress), W=W, S=S)
    )
    return Packet(W, S)


def _thrown(draft: Draft, attack: Attack, key: str, base: int | str) -> tuple[tuple[ThrownDie, ...], int]:
    found = DICE.fullmatch(base) if isinstance(base, str) else None
    if found is None:
        return (), base if isinstance(base, int) else 0
    count, sides, more = int(found[1]), int(found[2]), int(found[3] or 0)
    dice = thrown(sides, draft.roll(f"{attack.name}.damage{key}", attack.who, sides, count))
    return dice, total(dice) + more


# --- what is kept off ------------------------------------------------------------------------------------------------


def block_quality(draft: Draft, attack: Attack, stand: Stand) -> int:
    """D-BLK-2, D-BLK-3, D-RPB-3: what the item of a block adds to the armour."""
    is_block = stand.answer.kind == "block" and stand.has_item
    if not is_block or attack.s > CONTACT or knocks_away(draft, attack):
        return 0
    item = draft.game.combatants[stand.who].item(stand.answer.item)
    return item.q_def if item is not None else 0


def _protected(draft: Draft, attack: Attack, stand: Stand, packet: Packet) -> Packet:
    """D-ARM-2, D-ARM-3."""
    name, victim = f"{attack.name}.armour", draft.game.combatants[stand.victim]

    def use(key: str, value: int, rule: str) -> int:
        return draft.terms.use(name, stand.victim, key, value, rule)

    armour = use("armour", victim.armour_value, "D-ARM-6")
    block = use("block", block_quality(draft, attack, stand), "D-BLK-2")
    value = max(0, armour + block)
    converts = bool(use("converts", int(_converts(draft, attack, stand, victim)), "D-ARM-3"))
    left = _kept_off(packet, value, converts)
    if value or armour or block:
        draft.emit(
            e.ProtectionUsed(
                who=attack.who, target=stand.victim, attack=attack.id, value=value, block_q=block,
                mode="convert" if converts else "reduce", W_in=packet.W, S_in=packet.S, W_out=left.W, S_out=left.S,
                terms=draft.terms.of(name, stand.victim),
            )
        )  # fmt: skip
    return left


def _kept_off(packet: Packet, value: int, converts: bool) -> Packet:
    """D-ARM-2: wounds first, the rest from stress; D-ARM-3: so many wounds become stress."""
    taken = min(value, max(0, packet.W))
    if converts:
        return Packet(packet.W - taken, packet.S + taken)
    return Packet(packet.W - taken, max(0, packet.S - (value - taken)) if packet.S > 0 else packet.S)


def _converts(draft: Draft, attack: Attack, stand: Stand, victim: Combatant) -> bool:
    """D-ARM-3, D-ARM-4: is the weapon, at its smallest, larger than the armour?"""
    if draft.game.options.armor_rule == "always_reduce":
        return False
    size = _worn_size(draft, stand, victim)
    return size is not None and min(weapon_of(draft, attack).numbers) > size


def _worn_size(draft: Draft, stand: Stand, victim: Combatant) -> int | None:
    """D-BLK-2: without armour that of the item that blocks, at its largest."""
    armour: Armour | None = victim.armour
    if armour is not None and victim.armour_value > 0:
        return armour.number
    item: Item | None = draft.game.combatants[stand.who].item(stand.answer.item)
    return max(item.numbers) if item is not None and stand.answer.kind == "block" and stand.has_item else None


def _by_hands(draft: Draft, attack: Attack, stand: Stand, packet: Packet) -> Packet:
    """D-PAR-5, D-BLK-4: hands that failed to stop it still took something out of it; D-RPB-3: not out of a shot."""
    share = UNARMED_SHARE.get(stand.answer.kind)
    if share is None or stand.answer.item != BARE_HANDS or knocks_away(draft, attack):
        return packet
    rule = "D-PAR-5" if stand.answer.kind == "parry" else "D-BLK-4"
    part = draft.terms.use(f"{attack.name}.hands", stand.who, "hands", max(0, packet.W) // share, rule)
    kept = 0 if draft.game.options.unarmed_fail == "extra" else part
    return Packet(packet.W - kept, packet.S + part)


# --- what is lost ----------------------------------------------------------------------------------------------------


def lose(draft: Draft, who: str, packet: Packet) -> None:
    """D-ATK-7, D-WND-2."""
    combatant: Combatant = draft.game.combatants[who]
    if packet.W > 0:
        draft.emit(e.WoundsLost(who=who, amount=packet.W, W=combatant.W - packet.W))
    if packet.S > 0:
        draft.emit(e.StressLost(who=who, amount=packet.S, S=combatant.S - packet.S))


def fallen(combatant: Combatant) -> list[str]:
    """D-WND-3, D-WND-4, D-WND-5: what its points make of it."""
    W, S, most = combatant.W, combatant.S, combatant.sheet.BOD
    by_wounds = ["dead"] if most < -W else ["dying"] if W <= 0 else []
    return by_wounds + (["unconscious"] if most < -S else ["stunned"] if S <= 0 else [])


def fall(draft: Draft, who: str) -> None:
    """Tell what has become of it."""
    combatant: Combatant = draft.game.combatants[who]
    for status in fallen(combatant):
        if status in combatant.statuses:
            continue
        draft.emit(e.CombatantDied(who=who) if status == "dead" else e.CombatantDown(who=who, status=status))  # type: ignore[arg-type]
