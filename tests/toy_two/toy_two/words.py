"""The words of Night Watch in English and German, and its demo."""

from server.kit.texts import by_language

TITLES = {"en": "Night Watch", "de": "Nachtwache"}

RULES = {
    "N-PLAN": "Planning",
    "N-ALARM": "Giving alarm",
    "N-LIGHT": "Light and darkness",
    "N-STRIKE": "Striking",
    "N-GUARD": "Guarding",
    "N-END": "The end",
}

TEXTS = {"planned_enough": "You have planned {most} times in this round; that must do."}
GERMAN = {"planned_enough": "Du hast in dieser Runde {most}-mal geplant; das muss reichen."}

# key: (English, German)
_LABELS = {
    "stop.noticed": ("I notice somebody", "Ich bemerke jemanden"),
    "start": ("Begin", "Beginnen"),
    "end": ("Round", "Runde"),
    "plan": ("Plan", "Planen"),
    "settle": ("It stands", "Es steht"),
    "hang_lamp": ("Hang the lamp", "Lampe aufhängen"),
    "alarm": ("Give alarm", "Alarm schlagen"),
    "quiet": ("Keep quiet", "Still bleiben"),
    "lamp": ("Lamp", "Lampe"),
    "torch": ("Torchlight", "Fackelschein"),
    "deeds": ("Deeds", "Taten"),
    "at": ("Place", "Ort"),
    "strike": ("Strike", "Zuschlagen"),
    "guard": ("Guard", "Decken"),
    "wound": ("Wound", "Wunde"),
    "coin": ("Coin", "Münze"),
    "lit": ("In the light", "Im Licht"),
    "base": ("To hit", "Zum Treffen"),
    "ward": ("Ward", "Schutz"),
    "hearts": ("Hearts", "Herzen"),
    "gm": ("Game master", "Spielleitung"),
    "answer": ("Answer", "Antworten"),
    "act": ("Act", "Handeln"),
    "setup": ("Before the fight", "Vor dem Kampf"),
    "running": ("The fight", "Der Kampf"),
    "ended": ("After the fight", "Nach dem Kampf"),
}

_LINES = {
    "CombatantAdded": ("{who} joins.", "{who} kommt dazu."),
    "CombatantNoticed": ("{who} is noticed.", "{who} wird bemerkt."),
    "Began": ("The watch begins.", "Die Wache beginnt."),
    "PlanMade": ("{who} plans: {deeds}.", "{who} plant: {deeds}."),
    "Answered": ("{who} is ready.", "{who} ist bereit."),
    "TakenBack": ("", ""),
    "LampHung": ("{who} hangs up a lamp.", "{who} hängt eine Lampe auf."),
    "Struck": (
        "{who} strikes {target}[, who has {hearts heart|hearts} left].",
        "{who} schlägt nach {target}[, noch {hearts Herz|Herzen}].",
    ),
    "RoundOver": ("The round is over.", "Die Runde ist vorbei."),
    "Finished": ("The fight is over.", "Der Kampf ist vorbei."),
}

_STORIES = {
    "The Gate at Night": (
        "Anna, Abel and Nell keep the gate by the light of a torch. Ben has chosen the darkest hour to come in.",
        "Anna, Abel und Nell bewachen das Tor im Fackelschein. Ben will in der dunkelsten Stunde hinein.",
    )
}

_TERMS = {
    "hearts": ("Who has none left is out.", "Wer keins mehr hat, ist draußen."),
    "base": ("So much the dice must show.", "So viel müssen die Würfel zeigen."),
    "ward": ("Makes it harder to strike one.", "Macht es schwerer, einen zu treffen."),
    "guard": ("Who guards is harder to strike.", "Wer sich deckt, ist schwerer zu treffen."),
}

CATALOG = {
    "labels": by_language(_LABELS),
    "lines": by_language(_LINES),
    "stories": by_language(_STORIES),
    "terms": by_language(_TERMS),
    "refusals": {"de": GERMAN},
    "icons": {"hearts": "heart", "Struck": "sword", "lamp": "lamp"},
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
aware = ["nell"]

[combatants.nell]
name = "Nell"
side = "watch"
at = [6, 0]
"""
