"""What is left of a sheet that is closed, and of the gear: what it has in its hands."""

from __future__ import annotations

from server.rules.tactics.state.sheet import Armour, Item, Sheet
from server.rules.tactics.state.state import Gear

Held = dict[str, Gear]


def closed_sheet(sheet: Sheet, gear: Held | None = None) -> Sheet:
    """What it holds and wears, nothing about how well it fights."""
    shield = sheet.shield if sheet.shield is not None and _is_held("shield", sheet.shield, gear) else None
    armour = sheet.armour
    return Sheet(
        weapons={id: _closed(item) for id, item in sheet.weapons.items() if _is_held(id, item, gear)},
        shield=_closed(shield) if shield is not None else None,
        armour=Armour(name=armour.name) if armour is not None and not armour.natural else None,
        statuses=sheet.statuses,
    )  # fmt: skip


def closed_gear(gear: Held) -> Held:
    """Of what it holds, whether it is whole."""
    return {id: Gear(broken=each.broken) for id, each in gear.items() if each.in_hand}


def _is_held(id: str, item: Item, gear: Held | None) -> bool:
    return gear[id].in_hand if gear is not None and id in gear else item.in_hand


def _closed(item: Item) -> Item:
    return Item(name=item.name, kind=item.kind)
