"""Sample weapons, shields and armour, which sheets may name instead of describing them; as they stand in a file."""

from typing import Any

ITEMS: dict[str, dict[str, Any]] = {
    # to strike with
    "sword": {"name": "Sword", "skill": "sword", "q_off": 1, "q_def": 1, "base_W": 5},
    "dagger": {"name": "Dagger", "skill": "dagger", "sizes": [2], "q_off": 1, "base_W": 3},
    "main_gauche": {"name": "Main-gauche", "skill": "dagger", "sizes": [3, 2], "q_def": 1, "base_W": 3},
    "great_axe": {"name": "Great axe", "skill": "axe", "sizes": [4], "tier": 2, "q_def": -1, "base_W": 8},
    "club": {"name": "Club", "skill": "club", "tier": 1, "q_off": -3, "base_W": 3},
    "cudgel": {"name": "Cudgel", "skill": "club", "base_S": 4},
    # to shoot and to throw
    "bow": {"name": "Bow", "kind": "ranged", "skill": "bow", "q_off": 1, "base_W": 5, "projectile": "arrow", "ammo": 6},
    "crossbow": {"name": "Crossbow", "kind": "ranged", "skill": "crossbow", "base_W": 5, "projectile": "arrow"},
    "rifle": {"name": "Rifle", "kind": "ranged", "skill": "guns", "base_W": 5, "projectile": "bullet", "ammo": 5},
    "shotgun": {
        "name": "Shotgun", "kind": "ranged", "skill": "guns", "base_W": 6, "fire": "pump", "projectile": "bullet",
        "ammo": 3,
    },
    "carbine": {
        "name": "Carbine", "kind": "ranged", "skill": "guns", "base_W": 5, "fire": "burst", "projectile": "bullet",
        "ammo": 5,
    },
    "submachine_gun": {
        "name": "Submachine gun", "kind": "ranged", "skill": "guns", "base_W": 5, "recoil": 0.5, "fire": "auto",
        "projectile": "bullet", "ammo": 5,
    },
    "grenade": {
        "name": "Grenade", "kind": "area", "skill": "throwing", "base_W": "2d6", "projectile": "thrown", "ammo": 1,
    },
    "fireball": {"name": "Fireball", "kind": "area", "skill": "fireball", "base_W": "2d6", "base_range": "close"},
    # to block with
    "round_shield": {"name": "Round shield", "kind": "shield", "q_def": 2},
    "buckler": {"name": "Buckler", "kind": "shield", "sizes": [2], "tier": 1, "q_def": 3},
}  # fmt: skip

ARMOUR: dict[str, dict[str, Any]] = {
    "leather": {"name": "Leather", "value": 2, "size": 2},
    "hide": {"name": "Hide", "value": 3, "size": 3, "tier": 2},
    "plate": {"name": "Plate", "value": 6, "size": 4},
}
