"""The words of the kit, English and German. A system takes all of them over into its own: refusals, code -> sentence,
`TEXTS = {**kit.TEXTS, "too_far": …}`; what keys are called, `LABELS = {**kit.LABELS, "parry": …}`; lines of the log.

`by_language` makes of labels what a catalogue holds. `wrong_phase`, `stale_action` and `unknown_combatant` are core's:
they need no line here."""

from collections.abc import Mapping

TEXTS: dict[str, str] = {
    "no_such_value": "{value_of} {key} of {name} can't be {value}.",
    "nobody_there": "There is nobody whom this could be aimed at.",
    "not_your_turn": "It is {other}'s turn.",
    "waiting_for_gm": "Waiting for a ruling of the GM.",
}

GERMAN: dict[str, str] = {
    "no_such_value": "{value_of} {key} von {name} kann nicht {value} sein.",
    "nobody_there": "Dafür ist niemand da.",
    "not_your_turn": "{other} ist am Zug.",
    "waiting_for_gm": "Warten auf einen Entscheid der Spielleitung.",
}

# key: (English, German)
LABELS: dict[str, tuple[str, str]] = {
    "act": ("Act", "Handeln"),
    "move": ("Move", "Bewegen"),
    "prepare": ("Prepare", "Vorbereiten"),
    "answer": ("Answer", "Antworten"),
    "free": ("At any time", "Jederzeit"),
    "gm": ("Rulings", "Entscheide"),
    "setup": ("Before the fight", "Vor dem Kampf"),
    "ended": ("The fight is over", "Der Kampf ist vorbei"),
    "add_combatant": ("Add a combatant", "Jemand kommt hinzu"),
    "gm_set": ("Set a value", "Einen Wert setzen"),
    "start_combat": ("Start the fight", "Kampf beginnen"),
    "end_combat": ("End the fight", "Kampf beenden"),
    "end_turn": ("End turn", "Zug beenden"),
    "set_distance": ("Distance", "Entfernung"),
    "set_enmity": ("Friend or foe", "Freund oder Feind"),
    "gm_set_perception": ("Who perceives whom", "Wer wen wahrnimmt"),
    "custom": ("Something else", "Etwas anderes"),
    "who": ("Who", "Wer"),
    "target": ("Target", "Ziel"),
    "key": ("Which", "Welcher"),
    "value": ("Value", "Wert"),
    "value_of": ("What", "Was"),
    "text": ("What?", "Was?"),
    "path": ("Path", "Weg"),
    "weapon": ("Weapon", "Waffe"),
    "modifier": ("Modifier", "Modifikator"),
    "distance_cm": ("Distance", "Entfernung"),
    "a": ("One", "Der eine"),
    "b": ("The other", "Der andere"),
    "other": ("Whom", "Wen"),
    "enemies": ("Enemies", "Feinde"),
    "perceives": ("Perceives", "Nimmt wahr"),
    "cost.action": ("action", "Aktion"),
    "cost.actions": ("actions", "Aktionen"),
    "yes": ("Yes", "Ja"),
    "no": ("No", "Nein"),
    "name": ("Name", "Name"),
    "hidden": ("Hidden?", "Verborgen?"),
    "side": ("Side", "Seite"),
    "side_out": ("End the fight, as this side is out", "Kampf beenden, denn diese Seite ist außer Gefecht"),
}
"""Groups of options, and the fields and intents that most systems have."""

MAP_LABELS: dict[str, tuple[str, str]] = {
    "set_sight": ("Line of sight", "Sichtlinie"),
    "set_terrain": ("Mark difficult ground", "Schwieriges Gelände markieren"),
    "clear_terrain": ("Clear difficult ground", "Schwieriges Gelände räumen"),
    "sees": ("In sight", "In Sicht"),
    "corner": ("One corner", "Eine Ecke"),
    "opposite": ("The opposite corner", "Die Ecke gegenüber"),
}
"""For systems with lines of sight and difficult ground. What a catalogue has more than it needs everybody loads."""

LINES: dict[str, tuple[str, str]] = {
    "DistanceSet": ("{a} and {b} are {distance_cm} apart.", "{a} und {b} sind {distance_cm} voneinander entfernt."),
    "SightSet": ("{a} and {b} see each other: {sees}.", "{a} und {b} sehen einander: {sees}."),
    "EnmitySet": ("{a} and {b} are enemies: {enemies}.", "{a} und {b} sind Feinde: {enemies}."),
    "PerceptionSet": ("", ""),
    "TerrainSet": ("Difficult ground: {name}.", "Schwieriges Gelände: {name}."),
}
"""What the log says of the kit's events; empty for nothing."""


TERMS: dict[str, tuple[str, str]] = {
    "gm": (
        "What the game master has added or taken away.",
        "Was die Spielleitung hinzugegeben oder abgezogen hat.",
    ),
    "target": ("Whom it is aimed at.", "Auf wen es zielt."),
    "who": ("Whom it concerns.", "Wen es betrifft."),
    "value": ("What it is from now on.", "Wie hoch es von nun an ist."),
    "value_of": (
        "What is to be set: a bar, a condition or a line of the sheet.",
        "Was gesetzt werden soll: ein Balken, ein Zustand oder eine Zeile vom Bogen.",
    ),
    "key": ("Which of these it is.", "Welcher davon es ist."),
    "path": (
        "The way on the map: each tap leads on from the last one.",
        "Der Weg auf der Karte: Jedes Tippen führt vom letzten weiter.",
    ),
    "weapon": ("With what it is done.", "Womit es geschieht."),
    "text": (
        "In your own words; the game master says what comes of it.",
        "Mit eigenen Worten; die Spielleitung sagt, was daraus wird.",
    ),
    "distance_cm": ("How far the two are from each other.", "Wie weit die beiden voneinander entfernt sind."),
    "enemies": ("Whether the two fight each other.", "Ob die beiden gegeneinander kämpfen."),
    "perceives": ("Whether the one notices the other.", "Ob der eine den anderen bemerkt."),
    "hidden": (
        "Who is hidden is seen by the game master alone, until shown.",
        "Wer verborgen ist, den sieht nur die Spielleitung, bis er gezeigt wird.",
    ),
    "side": ("Who is on the same side fights together.", "Wer auf derselben Seite steht, kämpft zusammen."),
}
"""What words mean that stand in the sums and forms of every system, for a newcomer."""


def by_language(words: Mapping[str, tuple[str, str]]) -> dict[str, dict[str, str]]:
    """Key -> text, for each of the two languages."""
    return {language: {key: both[k] for key, both in words.items()} for k, language in enumerate(("en", "de"))}
