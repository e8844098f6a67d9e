"""Sample weapons, shields and armour, which sheets may name instead of describing them, and whole sheets, which files
and the GM may name; as they stand in a file."""

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

SHEETS: dict[str, dict[str, Any]] = {
    "fighter": {
        "tactics": 2, "W_max": 14, "BOD": 12, "FIN": 11, "NER": 12,
        "skills": {
            "sword": {"base": 12, "rank": 2}, "dodge": {"base": 12}, "parry": {"base": 12}, "block": {"base": 12},
            "run": {"base": 12},
        },
        "weapons": {"sword": "sword"}, "shield": "round_shield", "armour": "leather",
    },
    "assassin": {
        "tactics": 1, "W_max": 12,
        "skills": {
            "dagger": {"base": 12, "rank": 1}, "dodge": {"base": 12}, "parry": {"base": 12}, "run": {"base": 11},
        },
        "weapons": {"dagger": "dagger"},
    },
    "marauder": {
        "W_max": 18, "S_max": 14, "BOD": 14,
        "skills": {"axe": {"base": 13, "rank": 1}, "dodge": {"base": 11}, "parry": {"base": 12}, "run": {"base": 10}},
        "weapons": {"axe": "great_axe"}, "armour": "hide",
    },
    "archer": {
        "tactics": 1, "W_max": 11, "BOD": 9,
        "skills": {
            "bow": {"base": 13, "rank": 1}, "dagger": {"base": 11}, "dodge": {"base": 13}, "run": {"base": 11},
        },
        "weapons": {"bow": "bow"},
    },
    "crossbow_shooter": {
        "tactics": 1, "W_max": 12, "skills": {"crossbow": {"base": 14}, "dodge": {"base": 11}},
        "weapons": {"crossbow": "crossbow"},
    },
    "thug": {
        "skills": {"club": {"base": 12}, "dodge": {"base": 11}, "parry": {"base": 11}, "block": {"base": 11}},
        "weapons": {"cudgel": "cudgel"}, "shield": "buckler",
    },
    "gunner": {
        "tactics": 2, "W_max": 13, "BOD": 11, "FIN": 12, "NER": 11,
        "skills": {
            "guns": {"base": 14, "rank": 2}, "throwing": {"base": 13}, "dodge": {"base": 13}, "run": {"base": 12},
        },
        "weapons": {"submachine_gun": "submachine_gun", "grenade": "grenade"},
    },
    "hound": {
        "tactics": 2, "W_max": 9, "BOD": 9, "move_m": 6, "size": 3,
        "skills": {"bite": {"base": 14, "rank": 2}, "dodge": {"base": 13}, "run": {"base": 14}},
        "weapons": {"teeth": {"name": "Teeth", "skill": "bite", "sizes": [2], "base_W": 4, "reach_m": 1}},
        "armour": {"name": "Hide", "value": 1, "natural": True},
    },
}  # fmt: skip
