"""What came of an attack, in a few words: see `outcomes` in server.core.view."""

OUTCOMES = {
    "roll": {
        "HitsRolled": ("", ""),
        "AttackHit": ("hits", "trifft"),
        "AttackAvoided": ("[?missed]", "[?daneben]"),
    },
    "harm": {"HealthLost": ("wounded[: {amount}]", "verwundet[: {amount}]")},
    "fate": {
        "CombatantDown": ("at death's door", "an der Schwelle des Todes"),
        "CombatantDied": ("dies", "stirbt"),
    },
    "over": {"AttackEnded": ("unhurt", "unverletzt")},
}
