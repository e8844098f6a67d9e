"""What came of an act, in a few words: see `outcomes` in server.core.view."""

OUTCOMES = {
    "roll": {
        "HitsRolled": ("", ""),
        "AttackHit": ("hits", "trifft"),
        "AttackAvoided": ("[?missed]", "[?daneben]"),
    },
    "check": {
        "CheckRolled": ("[{success succeeds|fails}][?fails]", "[{success gelingt|misslingt}][?misslingt]"),
    },
    "harm": {"HealthLost": ("wounded[: {amount}]", "verwundet[: {amount}]")},
    "fate": {
        "CombatantDown": ("at death's door", "an der Schwelle des Todes"),
        "CombatantDied": ("dies", "stirbt"),
    },
    "over": {"AttackEnded": ("unhurt", "unverletzt")},
}
