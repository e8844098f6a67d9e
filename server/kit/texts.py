"""What the kit refuses: code -> sentence, English and German. A system takes all of them over into its own:
`TEXTS = {**kit.TEXTS, "too_far": …}`. `wrong_phase`, `stale_action` and `unknown_combatant` are core's: they need no
line here."""

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
