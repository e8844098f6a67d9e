"""D-GEN-8, D-AMB-25: sizes that a sheet names by a word, as the numbers of the table's house rules."""

from __future__ import annotations

from msgspec.structs import replace

from server.rules.tactics.state.options import SizeTable
from server.rules.tactics.state.sheet import Armour, Item, Sheet, Size

SAME = {"small": "light", "large": "heavy"}
"""Words for one size."""


def numbered(sheet: Sheet, table: SizeTable) -> Sheet:
    """The sheet with numbers for sizes; the same one where it has no words."""
    weapons = {id: _item(item, table) for id, item in sheet.weapons.items()}
    shield = sheet.shield and _item(sheet.shield, table)
    armour = sheet.armour and _armour(sheet.armour, table)
    now = replace(sheet, weapons=weapons, shield=shield, armour=armour)
    return sheet if now == sheet else now


def _item(item: Item, table: SizeTable) -> Item:
    return replace(item, sizes=tuple(_number(size, table) for size in item.sizes))


def _armour(armour: Armour, table: SizeTable) -> Armour:
    return replace(armour, size=_number(armour.size, table))


def _number(size: Size, table: SizeTable) -> int:
    return size if isinstance(size, int) else int(getattr(table, SAME.get(size, size)))
