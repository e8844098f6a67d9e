"""The words of Night Watch in English and German, and its demo."""

TITLES = {"en": "Night Watch", "de": "Nachtwache"}

RULES = {
    "N-PLAN": "Planning",
    "N-LIGHT": "Light and darkness",
    "N-STRIKE": "Striking",
    "N-GUARD": "Guarding",
    "N-END": "The end",
}

TEXTS = {
    "settled": "Your plan stands; plan anew to do something else before.",
    "no_such_way": "That is {length_cm} cm; you may still walk up to {left_cm} cm, and at least one.",
    "no_place": "You have no place on the map.",
}

GERMAN = {
    "settled": "Dein Plan steht; plane neu, um vorher noch etwas zu tun.",
    "no_such_way": "Das sind {length_cm} cm; zu gehen sind noch höchstens {left_cm} cm, und mindestens einer.",
    "no_place": "Du hast keinen Platz auf der Karte.",
}

# key: (English, German)
_LABELS = {
    "begin": ("Begin", "Beginnen"),
    "plan": ("Plan", "Planen"),
    "settle": ("It stands", "Es steht"),
    "walk": ("Walk", "Gehen"),
    "hang_lamp": ("Hang the lamp", "Lampe aufhängen"),
    "lamp": ("Lamp", "Lampe"),
    "deeds": ("Deeds", "Taten"),
    "path": ("Way", "Weg"),
    "at": ("Place", "Ort"),
    "strike": ("Strike", "Zuschlagen"),
    "guard": ("Guard", "Decken"),
    "guarding": ("On guard", "Gedeckt"),
    "wound": ("Wound", "Wunde"),
    "lit": ("In the light", "Im Licht"),
    "torch": ("Torchlight", "Fackelschein"),
    "lamplight": ("Lamplight", "Lampenschein"),
    "base": ("To hit", "Zum Treffen"),
    "ward": ("Ward", "Schutz"),
    "hearts": ("Hearts", "Herzen"),
    "gm": ("Game master", "Spielleitung"),
    "answer": ("Answer", "Antworten"),
    "act": ("Act", "Handeln"),
    "move": ("Move", "Bewegen"),
    "setup": ("Before the fight", "Vor dem Kampf"),
    "running": ("The fight", "Der Kampf"),
    "ended": ("After the fight", "Nach dem Kampf"),
}

_LINES = {
    "CombatantAdded": ("{who} joins.", "{who} kommt dazu."),
    "Begun": ("The watch begins.", "Die Wache beginnt."),
    "RoundStarted": ("Round {round}.", "Runde {round}."),
    "PlanMade": ("{who} plans: {deeds}.", "{who} plant: {deeds}."),
    "Settled": ("{who} is ready.", "{who} ist bereit."),
    "Unsettled": ("", ""),
    "LampHung": ("{who} hangs up a lamp.", "{who} hängt eine Lampe auf."),
    "CoinTossed": ("{who} guards.", "{who} deckt sich."),
    "Struck": ("{who} strikes {target}.", "{who} schlägt nach {target}."),
    "Wounded": ("{who} has {hearts heart|hearts} left.", "{who} hat noch {hearts Herz|Herzen}."),
    "RoundEnded": ("", ""),
    "FightEnded": ("The fight is over.", "Der Kampf ist vorbei."),
}


def _by_language(words: dict[str, tuple[str, str]]) -> dict[str, dict[str, str]]:
    return {language: {key: both[k] for key, both in words.items()} for k, language in enumerate(("en", "de"))}


CATALOG = {
    "labels": _by_language(_LABELS),
    "lines": _by_language(_LINES),
    "refusals": {"de": GERMAN},
    "icons": {"hearts": "♥", "Struck": "⚔", "lamp": "💡"},
}

DEMO = """
title = "The Gate at Night"
system = "toy_two"

[seats.ann]
name = "Ann"

[seats.bob]
name = "Bob"

[combatants.anna]
name = "Anna"
side = "watch"
seat = "ann"
at = [0, 0]
sheet = { torch = true }

[combatants.abel]
name = "Abel"
side = "watch"
seat = "ann"
at = [0, 1]
sheet = { ward = 2 }

[combatants.ben]
name = "Ben"
side = "thieves"
seat = "bob"
at = [2, 0]

[combatants.cat]
name = "Cat"
side = "thieves"
seat = "bob"
at = [3, 1]
hidden = true

[combatants.nell]
name = "Nell"
side = "thieves"
at = [6, 0]
"""
