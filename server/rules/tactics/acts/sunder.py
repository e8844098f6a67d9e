"""What wears and breaks: weapons, shields, armour (specification 2.12)."""

from __future__ import annotations

from typing import Literal

import msgspec

from server.core.draft import Draft
from server.rules.tactics.rolls.target import Stand, stand_of, weapon_of
from server.rules.tactics.rolls.throw import throw
from server.rules.tactics.state import events as e
from server.rules.tactics.state.facts import nearest_size
from server.rules.tactics.state.plan import Action
from server.rules.tactics.state.sheet import Item
from server.rules.tactics.state.state import BARE_HANDS, Attack

CONTACT = 5
"""D-BLK-2, D-SUND-1: a block that is beaten by more is bypassed."""
BROKEN_AT = -5
"""D-SUND-5."""
BASE = 10
ARMOUR = "armour"

Side = Literal["off", "def", "armour"]


class Worn(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Something that may suffer, and what it met. `more`: D-SUND-7; `superior`: D-SUND-6."""

    who: str
    foe: str
    item: str
    side: Side
    quality: int
    size: int
    tier: int
    foe_size: int
    foe_tier: int
    more: int = 0
    superior: int = 0


def item_checks(draft: Draft, attack: Attack) -> None:
    """D-SUND-1, D-SUND-2, D-SUND-6: after contact with a block the item of the lower tier, of equal ones both."""
    stand = stand_of(attack)
    if not _has_contact(draft, attack, stand):
        return
    weapon, blocker = _pair(draft, attack, stand)
    if weapon.tier <= weapon.foe_tier:
        check(draft, weapon, f"{attack.name}.weapon")
    if blocker.tier <= blocker.foe_tier:
        check(draft, blocker, f"{attack.name}.blocker")


def sunder_block(draft: Draft, attack: Attack) -> None:
    """D-SUND-7: nobody is hurt; the item that blocks is struck with all of it, the weapon checks as ever."""
    stand = stand_of(attack)
    weapon, blocker = _pair(draft, attack, stand)
    if _has_contact(draft, attack, stand) and weapon.tier <= weapon.foe_tier:
        check(draft, weapon, f"{attack.name}.weapon")
    check(draft, msgspec.structs.replace(blocker, more=attack.s), f"{attack.name}.blocker")


def _has_contact(draft: Draft, attack: Attack, stand: Stand) -> bool:
    """D-SUND-1: a block with an item against a weapon, at arm's length."""
    rule = draft.game.options.sunder_trigger
    weapon = weapon_of(draft, attack)
    if stand.answer.kind != "block" or not stand.has_item or attack.weapon == BARE_HANDS or weapon.is_ranged:
        return False
    blocker = draft.game.combatants[stand.who].item(stand.answer.item)
    if blocker is None or (rule == "off_for_same_tier" and blocker.tier == weapon.tier):
        return False
    return attack.s <= CONTACT or rule == "any_block"


def _pair(draft: Draft, attack: Attack, stand: Stand) -> tuple[Worn, Worn]:
    """The weapon that struck and the item that blocked; D-SUND-3: each by its own quality."""
    weapon = weapon_of(draft, attack)
    blocker = draft.game.combatants[stand.who].item(stand.answer.item) or Item()
    size, own = weapon.size, nearest_size(blocker, weapon.size)
    degree = int(weapon.tier == blocker.tier)
    struck = Worn(
        who=attack.who, foe=stand.who, item=attack.weapon, side="off", quality=weapon.q_off, size=size,
        tier=weapon.tier, foe_size=own, foe_tier=blocker.tier, superior=degree,
    )  # fmt: skip
    held = Worn(
        who=stand.who, foe=attack.who, item=stand.answer.item, side="def", quality=blocker.q_def, size=own,
        tier=blocker.tier, foe_size=size, foe_tier=weapon.tier, superior=degree,
    )  # fmt: skip
    return struck, held


def strike_object(draft: Draft, who: str, action: Action, name: str) -> None:
    """D-SUND-8: the weapon against something that is tougher."""
    object, weapon = draft.game.objects[name], draft.game.combatants[who].item(action.weapon)
    draft.emit(e.ObjectStruck(who=who, object=name, weapon=action.weapon))
    if weapon is None or action.weapon == BARE_HANDS:
        return
    worn = Worn(
        who=who, foe="", item=action.weapon, side="off", quality=weapon.q_off, size=weapon.size, tier=weapon.tier,
        foe_size=object.size, foe_tier=object.tier,
    )  # fmt: skip
    check(draft, worn, "object.weapon")


def armour_check(draft: Draft, attack: Attack, victim: str, injured: bool) -> None:
    """D-SARM-1, D-SARM-2, D-SARM-5: struck by something of a higher tier, or larger."""
    combatant = draft.game.combatants[victim]
    armour, weapon = combatant.armour, weapon_of(draft, attack)
    if armour is None or armour.natural or combatant.armour_value <= 0 or attack.weapon == BARE_HANDS:
        return
    if draft.game.options.armor_sunder_on == "injury" and not injured:
        return
    size = min(weapon.numbers)
    if weapon.tier <= armour.tier and size <= armour.number:
        return
    worn = Worn(
        who=victim, foe=attack.who, item=ARMOUR, side="armour", quality=combatant.armour_value, size=armour.number,
        tier=armour.tier, foe_size=size, foe_tier=weapon.tier,
    )  # fmt: skip
    check(draft, worn, f"{attack.name}.armour")


def check(draft: Draft, worn: Worn, name: str) -> None:
    """D-SUND-2, D-SUND-4, D-SARM-3: 3d6 and quality; of each two full points that lack, one of it is lost."""
    roll = f"{name}.sunder"

    def use(key: str, value: int, rule: str) -> int:
        return draft.terms.use(roll, worn.who, key, value, rule)

    rule = "D-SARM-1" if worn.side == "armour" else "D-SUND-2"
    number = use("base", BASE, rule) + use("sizes", 2 * (worn.foe_size - worn.size), rule)
    number += use("tiers", worn.foe_tier - worn.tier, rule) + use("force", worn.more, "D-SUND-7")
    quality = use("quality", worn.quality, "D-SUND-3")
    extra = draft.terms.use_extra(roll, worn.who)
    rolled = throw(draft, roll, worn.who, worn.superior, is_high=True)
    margin = rolled.effective + quality + extra - number
    lowest = 0 if worn.side == "armour" else BROKEN_AT
    loss = max(0, -margin) // 2
    new = max(lowest, worn.quality - loss) if loss else worn.quality
    draft.emit(
        e.SunderChecked(
            who=worn.who, foe=worn.foe, item=worn.item, side=worn.side, dice=rolled.dice, superior=worn.superior,
            natural=rolled.natural, effective=rolled.effective, tn=number, margin=margin, loss=loss, new=new,
            terms=draft.terms.of(roll, worn.who),
        )
    )  # fmt: skip
    if loss and new <= lowest:
        draft.emit(e.ItemBroken(who=worn.who, item=worn.item))
