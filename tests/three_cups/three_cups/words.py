"""The words of Three Cups in English and German: labels, lines of the log, refusals, rule titles; and its demo."""

TITLES = {"en": "Three Cups", "de": "Drei Becher"}

RULES = {
    "C-CHOOSE": "Choosing",
    "C-BEAT": "Who wins",
    "C-STRIKE": "The strike",
    "C-RIPOSTE": "The riposte",
    "C-END": "The end",
}

TEXTS = {"no_such_cup": "There is no cup {cup}; lift 1, 2 or 3."}

GERMAN = {"no_such_cup": "Es gibt keinen Becher {cup}; zu heben sind 1, 2 oder 3."}

# key: (English, German)
_LABELS = {
    "stop.struck_me": ("I am struck", "Ich werde getroffen"),
    "begin": ("Begin", "Beginnen"),
    "end": ("Round", "Runde"),
    "choose": ("Lift a cup", "Becher heben"),
    "strike": ("Strike", "Hieb"),
    "riposte": ("Riposte", "Gegenhieb"),
    "cost.die": ("die", "Würfel"),
    "bear": ("Bear it", "Hinnehmen"),
    "gm": ("Game master", "Spielleitung"),
    "answer": ("Answer", "Antworten"),
    "hearts": ("Hearts", "Herzen"),
    "cup": ("Cup", "Becher"),
    "setup": ("Before the fight", "Vor dem Kampf"),
    "running": ("The fight", "Der Kampf"),
    "ended": ("After the fight", "Nach dem Kampf"),
    "base": ("To hit", "Zum Treffen"),
    "cover": ("Cover", "Deckung"),
}

_LINES = {
    "CombatantAdded": ("{name} joins.", "{name} kommt dazu."),
    "Begun": ("The fight begins.", "Der Kampf beginnt."),
    "RoundStarted": ("Round {round}.", "Runde {round}."),
    "CupChosen": ("{who} has lifted a cup.", "{who} hat einen Becher gehoben."),
    "CupsShown": ("The cups are shown: {cups}.", "Die Becher werden gezeigt: {cups}."),
    "Struck": ("{who} strikes {target}.", "{who} schlägt nach {target}."),
    "RiposteDeclared": ("{who} answers.", "{who} antwortet."),
    "RiposteRolled": ("{who} ripostes.", "{who} schlägt zurück."),
    "HeartLost": ("{who} has {hearts heart|hearts} left.", "{who} hat noch {hearts Herz|Herzen}."),
    "StrikeOver": ("", ""),
    "RoundEnded": ("", ""),
    "FightEnded": ("The fight is over.", "Der Kampf ist vorbei."),
}


def _by_language(words: dict[str, tuple[str, str]]) -> dict[str, dict[str, str]]:
    return {language: {key: both[k] for key, both in words.items()} for k, language in enumerate(("en", "de"))}


_STORIES = {
    "Cups at the Inn": (
        "Anna and Ben quarrel at the inn over three cups. A coin lies under one of them, and the guests take sides.",
        "Anna und Ben streiten im Gasthaus um drei Becher. Unter einem liegt eine Münze, und alle ergreifen Partei.",
    )
}

_TERMS = {
    "hearts": ("Who has none left is out.", "Wer keins mehr hat, ist draußen."),
    "base": ("So much the die must show.", "So viel muss der Würfel zeigen."),
}

CATALOG = {
    "labels": _by_language(_LABELS),
    "lines": _by_language(_LINES),
    "stories": _by_language(_STORIES),
    "terms": _by_language(_TERMS),
    "refusals": {"de": GERMAN},
    "icons": {"hearts": "heart", "Struck": "sword"},
}

DEMO = """
title = "Cups at the Inn"
system = "three_cups"

[seats.ann]
name = "Ann"

[seats.bob]
name = "Bob"

[combatants.anna]
name = "Anna"
side = "guests"
seat = "ann"
at = [0, 0]

[combatants.ben]
name = "Ben"
side = "locals"
seat = "bob"
at = [2, 0]

[combatants.cat]
name = "Cat"
side = "guests"
seat = "ann"
at = [1, 1]
hidden = true
"""
