"""What the samples and the things and skills of the demos are called. Keys are their English names, as sheets hold them
and lists show them, and their ids, by which events name them."""

from __future__ import annotations

from typing import Any

from server.rules.tactics.state.samples import ARMOUR, ITEMS

_GERMAN = {
    "Sword": "Schwert",
    "Dagger": "Dolch",
    "Main-gauche": "Parierdolch",
    "Great axe": "Große Axt",
    "Club": "Keule",
    "Cudgel": "Knüppel",
    "Bow": "Bogen",
    "Crossbow": "Armbrust",
    "Rifle": "Gewehr",
    "Shotgun": "Schrotflinte",
    "Carbine": "Karabiner",
    "Submachine gun": "Maschinenpistole",
    "Grenade": "Granate",
    "Fireball": "Feuerball",
    "Round shield": "Rundschild",
    "Buckler": "Buckler",
    "Leather": "Lederrüstung",
    "Hide": "Fellrüstung",
    "Plate": "Plattenrüstung",
    # of the demos
    "Knife": "Messer",
    "Baton": "Schlagstock",
    "Riot shield": "Einsatzschild",
    "Vest": "Schutzweste",
    "Jacket": "Jacke",
    "Teeth": "Zähne",
    "Long rifle": "Langes Gewehr",
    # skills
    "Axe": "Axt",
    "Guns": "Schusswaffen",
    "Throwing": "Werfen",
    "Bite": "Biss",
    "Brawl": "Raufen",
    "Medicine": "Heilkunde",
}
_SHEETS = {
    "fighter": ("Fighter", "Kämpfer"),
    "assassin": ("Assassin", "Meuchler"),
    "marauder": ("Marauder", "Plünderer"),
    "archer": ("Archer", "Bogenschütze"),
    "crossbow_shooter": ("Crossbow shooter", "Armbrustschütze"),
    "thug": ("Thug", "Schläger"),
    "gunner": ("Gunner", "Schütze"),
    "hound": ("Hound", "Hund"),
}
_OTHER_IDS = {"smg": "Submachine gun"}
_SAMPLES: dict[str, Any] = {**ITEMS, **ARMOUR}

NAMES = {
    **{name: (name, german) for name, german in _GERMAN.items()},
    **{name.lower(): (name, german) for name, german in _GERMAN.items() if " " not in name},
    **{id: (sample["name"], _GERMAN[sample["name"]]) for id, sample in _SAMPLES.items()},
    **{id: (name, _GERMAN[name]) for id, name in _OTHER_IDS.items()},
    **_SHEETS,
}
