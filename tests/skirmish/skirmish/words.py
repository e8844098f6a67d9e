"""The words of Skirmish in English and German, and its demo."""

from server.kit import texts as kit

TITLES = {"en": "Skirmish", "de": "Scharmützel"}

RULES = {
    "S-INIT": "Initiative",
    "S-TURN": "Turns",
    "S-STRIKE": "Striking",
    "S-PARRY": "Parrying",
    "S-WOUND": "Wounds",
    "S-END": "The end",
}

TEXTS = {**kit.TEXTS, "no_foe": "{name} is no foe who still fights."}

GERMAN = {**kit.GERMAN, "no_foe": "{name} ist kein Gegner, der noch kämpft."}

# key: (English, German)
_LABELS = {
    **kit.LABELS,
    "stop.hit_me": ("I am hit", "Ich werde getroffen"),
    "begin": ("Begin", "Beginnen"),
    "end_fight": ("End the fight", "Kampf beenden"),
    "at": ("Place", "Ort"),
    "strike": ("Strike", "Zuschlagen"),
    "parry": ("Parry", "Parieren"),
    "bear": ("Bear it", "Hinnehmen"),
    "has_parried": ("Has parried", "Hat pariert"),
    "wounds": ("Wounds", "Wunden"),
    "end": ("End", "Beenden"),
    "initiative": ("Initiative", "Initiative"),
    "tie": ("Tie", "Gleichstand"),
    "unseen_tie": ("Tie", "Gleichstand"),
    "hit": ("To hit", "Zum Treffen"),
    "quickness": ("Quickness", "Schnelligkeit"),
    "skill": ("Skill", "Können"),
    "guard": ("Guard", "Abwehr"),
    "armour": ("Armour", "Rüstung"),
    "turn": ("Turns", "Züge"),
    "stop": ("Turns", "Züge"),
}

_LINES = {
    "CombatantAdded": ("{name} joins.", "{name} kommt dazu."),
    "Begun": ("The fight begins.", "Der Kampf beginnt."),
    "InitiativeRolled": ("{who} has initiative {total}.", "{who} hat Initiative {total}."),
    "TieRolled": ("{tied} are tied and throw again.", "Gleichstand: {tied} würfeln noch einmal."),
    "OrderSet": ("", ""),
    "RoundStarted": ("Round {round}.", "Runde {round}."),
    "TurnStarted": ("It is {who}'s turn.", "{who} ist am Zug."),
    "Struck": ("{who} strikes {target}.", "{who} schlägt nach {target}."),
    "Parried": ("{who} parries.", "{who} pariert."),
    "Borne": ("{who} bears it.", "{who} nimmt es hin."),
    "ParryRolled": ("The parry of {who} is rolled.", "Für die Parade von {who} wird gewürfelt."),
    "Wounded": ("{who} has {wounds wound|wounds}.", "{who} hat {wounds Wunde|Wunden}."),
    "StrikeOver": ("", ""),
    "TurnEnded": ("", ""),
    "RoundEnded": ("", ""),
    "FightEnded": ("The fight is over.", "Der Kampf ist vorbei."),
    "parry": ("{who} hits {target}.", "{who} trifft {target}."),
    "sum.InitiativeRolled": ("Total {total}", "Summe {total}"),
    "sum.Struck": ("Total {total}[ against {need}]", "Summe {total}[ gegen {need}]"),
    "sum.ParryRolled": ("Total {total}", "Summe {total}"),
}

_STORIES = {
    "The Ford": (
        "Anna and Abel ride for the ford with a letter that must not be late. Ben and Dan are paid to make it so.",
        "Anna und Abel reiten mit einem eiligen Brief zur Furt. Ben und Dan sorgen dafür, dass er zu spät kommt.",
    )
}

_TERMS = {
    **kit.TERMS,
    "wounds": (
        "Each blow that gets through makes some; who has too many is out.",
        "Jeder Hieb, der durchkommt, macht welche; wer zu viele hat, ist draußen.",
    ),
    "has_parried": (
        "Has parried in this round and can't do so again.",
        "Hat in dieser Runde pariert und kann es nicht noch einmal.",
    ),
    "skill": ("Is added to the die.", "Kommt zum Würfel hinzu."),
    "parry": (
        "A die and guard that reach what was rolled undo the hit, once in a round.",
        "Ein Würfel und die Abwehr, die den Wurf erreichen, machen den Treffer zunichte, einmal in der Runde.",
    ),
    "bear": (
        "The hit counts, and the parry is kept for another one.",
        "Der Treffer zählt, und die Parade bleibt für einen anderen.",
    ),
    "end_turn": ("Whoever is next acts.", "Wer als Nächstes kommt, handelt."),
}

CATALOG = {
    "labels": kit.by_language(_LABELS),
    "lines": kit.by_language(_LINES),
    "stories": kit.by_language(_STORIES),
    "terms": kit.by_language(_TERMS),
    "refusals": {"de": GERMAN},
    "icons": {"wounds": "drop", "Struck": "sword", "die": "20"},
}

DEMO = """
title = "The Ford"
system = "skirmish"

[seats.ann]
name = "Ann"

[seats.bob]
name = "Bob"

[combatants.anna]
name = "Anna"
side = "riders"
seat = "ann"
at = [0, 0]
sheet = { quickness = 2, skill = 4, guard = 3, armour = 2 }

[combatants.abel]
name = "Abel"
side = "riders"
seat = "bob"
at = [0, 2]
sheet = { skill = 3, guard = 4, armour = 4, bears = 4 }

[combatants.ben]
name = "Ben"
side = "robbers"
at = [2, 0]
sheet = { quickness = 1, skill = 3, guard = 1, armour = 1 }

[combatants.cat]
name = "Cat"
side = "robbers"
at = [3, 2]
hidden = true
sheet = { quickness = 3, skill = 2, guard = 2 }

[combatants.dan]
name = "Dan"
side = "robbers"
at = [2, 2]
sheet = { skill = 2, guard = 2, armour = 1, bears = 2 }
"""
