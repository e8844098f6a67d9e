"""Whole sheets that an encounter file may name instead of describing them (`sheet = "archer"`), as they would stand in
the file. With them somebody fights with each class of weapon, each fire mode, armour, and things to throw."""

from typing import Any

_MODES: list[dict[str, Any]] = [{"id": "single"}, {"id": "semi"}, {"id": "burst"}, {"id": "full"}]

SHEETS: dict[str, dict[str, Any]] = {
    # by blades and bows
    "swordfighter": {
        "strength": 3, "quickness": 3, "deftness": 2, "hand_to_hand": 4, "throwing": 2, "evasion": 3, "bonus_dice": 1,
        "destiny_dice": 1, "armour": {"mail": {"name": "Mail", "protection": 2}},
        "weapons": {"sword": {"name": "Sword", "penetration": 1}, "dagger": {"name": "Dagger"}}, "in_hand": "sword",
    },
    "archer": {
        "strength": 2, "quickness": 3, "deftness": 4, "hand_to_hand": 2, "shooting": 4, "throwing": 2, "evasion": 3,
        "bonus_dice": 1, "armour": {"leather": {"name": "Leather", "protection": 1}},
        "weapons": {
            "bow": {"name": "Bow", "weapon_class": "firearm", "range_m": 40, "capacity": 1, "ammo": 1},
            "dagger": {"name": "Dagger"},
        },
        "in_hand": "bow",
    },
    "robber": {
        "strength": 3, "quickness": 2, "deftness": 2, "hand_to_hand": 3, "throwing": 1, "evasion": 2,
        "weapons": {"axe": {"name": "Axe", "wounds_per_hit": 2, "bonus_wounds": 1}}, "in_hand": "axe",
    },
    "spear_thrower": {
        "strength": 3, "quickness": 2, "deftness": 3, "hand_to_hand": 2, "throwing": 4, "evasion": 2,
        "armour": {"hide": {"name": "Hide", "protection": 1}},
        "weapons": {
            "javelin": {
                "name": "Javelin", "weapon_class": "throwing", "range_m": 10, "penetration": 1, "capacity": 3,
            },
            "spear": {"name": "Spear", "range_m": 2},
        },
        "in_hand": "javelin", "objects": {"net": {"name": "Net", "throw_range_m": 5}},
    },
    "hound": {"strength": 3, "quickness": 5, "deftness": 3, "hand_to_hand": 3, "evasion": 3, "max_wounds": 4},
    # by powder and lead
    "soldier": {
        "strength": 2, "quickness": 2, "deftness": 2, "hand_to_hand": 2, "shooting": 4, "throwing": 2, "evasion": 1,
        "template_actions": 1, "armour": {"vest": {"name": "Vest", "protection": 3}},
        "weapons": {
            "rifle": {
                "name": "Rifle", "weapon_class": "firearm", "range_m": 100, "penetration": 1, "modes": _MODES,
                "capacity": 30,
            },
        },
        "in_hand": "rifle",
        "objects": {
            "grenade": {
                "name": "Grenade", "throw_range_m": 15, "effect": {"radius_m": 3, "hits": 3, "wounds_per_hit": 2},
            },
        },
    },
    "gunner": {
        "strength": 4, "quickness": 1, "deftness": 2, "hand_to_hand": 2, "shooting": 3, "throwing": 1, "evasion": 1,
        "armour": {"plates": {"name": "Plates", "protection": 4}},
        "weapons": {
            "machine_gun": {
                "name": "Machine gun", "weapon_class": "firearm", "range_m": 150, "penetration": 2,
                "modes": [{"id": "full"}], "capacity": 100, "reload_actions": 2,
            },
        },
        "in_hand": "machine_gun",
    },
}  # fmt: skip
