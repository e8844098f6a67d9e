"""What the samples are called (`things.samples`): keys are their English names, as sheets hold them, and their ids, by
which events name them. And their stances, and the modes whose damage has a name of its own."""

from __future__ import annotations

from typing import Any

from server.rules.ambersteel.things.samples import ARMOUR, OBJECTS, SHIELDS, WEAPONS

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

_SAMPLES: dict[str, Any] = {**WEAPONS, **SHIELDS, **ARMOUR, **OBJECTS}

SAMPLE_NAMES = {
    **{name: (name, german) for name, german in _GERMAN.items()},
    **{id: (sample.name, _GERMAN[sample.name]) for id, sample in _SAMPLES.items()},
    "bull": ("Bull", "Ochs"),
    "mordhau": ("Mordhau", "Mordhau"),
    "fencing": ("Fencing", "Fechten"),
    "strike": ("Strike", "Hieb"),
}
