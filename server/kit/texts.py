"""The words of the kit, English and German. A system takes all of them over into its own: refusals, code -> sentence,
`TEXTS = {**kit.TEXTS, "too_far": …}`; what keys are called, `LABELS = {**kit.LABELS, "parry": …}`.

`by_language` makes of labels what a catalogue holds. `wrong_phase`, `stale_action` and `unknown_combatant` are core's:
they need no line here."""

from collections.abc import Mapping

TEXTS: dict[str, str] = {
    "no_such_value": "{value_of} {key} of {name} can't be {value}.",
    "nobody_there": "There is nobody whom this could be aimed at.",
    "not_your_turn": "It is {other}'s turn.",
}

GERMAN: dict[str, str] = {
    "no_such_value": "{value_of} {key} von {name} kann nicht {value} sein.",
    "nobody_there": "Es gibt niemanden, gegen den sich das richten könnte.",
    "not_your_turn": "{other} ist am Zug.",
}

# key: (English, German)
LABELS: dict[str, tuple[str, str]] = {
    "act": ("Act", "Handeln"),
    "move": ("Move", "Bewegen"),
    "prepare": ("Prepare", "Vorbereiten"),
    "answer": ("Answer", "Antworten"),
    "free": ("Free", "Frei"),
    "gm": ("Rulings", "Entscheide"),
    "setup": ("Before the fight", "Vor dem Kampf"),
    "ended": ("The fight is over", "Der Kampf ist vorbei"),
    "add_combatant": ("Add a combatant", "Teilnehmer hinzufügen"),
    "gm_set": ("Set a value", "Einen Wert setzen"),
    "start_combat": ("Start the fight", "Kampf beginnen"),
    "end_combat": ("End the fight", "Kampf beenden"),
    "end_turn": ("End turn", "Zug beenden"),
    "set_distance": ("Distance", "Entfernung"),
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
    "cost.action": ("action", "Aktion"),
    "cost.actions": ("actions", "Aktionen"),
    "yes": ("Yes", "Ja"),
    "no": ("No", "Nein"),
    "name": ("Name", "Name"),
    "hidden": ("Hidden?", "Verborgen?"),
    "side": ("Side", "Seite"),
}
"""Groups of options, and the fields and intents that most systems have."""


def by_language(words: Mapping[str, tuple[str, str]]) -> dict[str, dict[str, str]]:
    """Key -> text, for each of the two languages."""
    return {language: {key: both[k] for key, both in words.items()} for k, language in enumerate(("en", "de"))}
