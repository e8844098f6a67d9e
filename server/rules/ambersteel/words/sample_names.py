"""What the samples are called (`things.samples`): their English names, as sheets hold them, serve as keys. And their
stances, and the modes whose damage has a name of its own."""

from __future__ import annotations

_GERMAN = {
    "Short sword": "Kurzschwert",
    "Longsword": "Langschwert",
    "Morningstar": "Morgenstern",
    "Maul": "Schlägel",
    "Short spear": "Kurzspeer",
    "Short bow": "Kurzbogen",
    "Light crossbow": "Leichte Armbrust",
    "Siege crossbow": "Belagerungsarmbrust",
    "War bow": "Kriegsbogen",
    "Round shield": "Rundschild",
    "Gambeson": "Gambeson",
    "Mail": "Kettenrüstung",
    "Full plate": "Plattenrüstung",
    "Fine plate": "Feine Plattenrüstung",
    "Mug": "Krug",
    "Stool": "Schemel",
    "Anvil": "Amboss",
    "Boulder": "Felsbrocken",
}

SAMPLE_NAMES = {
    **{name: (name, german) for name, german in _GERMAN.items()},
    "bull": ("Bull", "Ochs"),
    "mordhau": ("Mordhau", "Mordhau"),
    "fencing": ("Fencing", "Fechten"),
    "strike": ("Strike", "Hieb"),
}
