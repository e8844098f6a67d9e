"""What is left of a sheet that is closed."""

from __future__ import annotations

from server.rules.brink.state.sheet import Sheet, Weapon


def closed_sheet(sheet: Sheet, equipped: str | None = None) -> Sheet:
    """What it holds, nothing about how well it fights."""
    in_hand = sheet.equipped if equipped is None else equipped
    weapon = sheet.weapons.get(in_hand)
    shown = {in_hand: _closed_weapon(weapon)} if weapon is not None else {}
    return Sheet(
        health_max=1, health=1, group=sheet.group, ep=sheet.ep, weapons=shown,
        equipped=in_hand if shown else "", morale=sheet.morale, status=sheet.first_status,
    )  # fmt: skip


def _closed_weapon(weapon: Weapon) -> Weapon:
    reach = None if weapon.kind == "melee" else 1.0
    return Weapon(
        name=weapon.name, weapon_type=weapon.weapon_type, kind=weapon.kind, range_m=reach, loaded=weapon.loaded
    )
