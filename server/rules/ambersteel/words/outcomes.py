"""What came of an act, in a few words: see `outcomes` in server.core.view."""

OUTCOMES = {
    "roll": {
        "HitsRolled": ("", ""),
        "AttackHit": ("hits", "trifft"),
        "AttackAvoided:why=attack_fumble": ("[?missed with a natural 1]", "[?daneben, mit einer natürlichen 1]"),
        "AttackAvoided": ("[?missed]", "[?daneben]"),
    },
    "defence": {
        "DefenceRolled:kind=parry": ("parried", "pariert"),
        "DefenceRolled:kind=dodge": ("dodged", "ausgewichen"),
    },
    "check": {
        "CheckRolled": (
            "[{check}: {success succeeds|fails}][?{check}: fails]",
            "[{check}: {success gelingt|misslingt}][?{check}: misslingt]",
        ),
    },
    "harm": {"HealthLost": ("wounded[: {amount}]", "verwundet[: {amount}]")},
    "fate": {
        "DeathSaveRolled": ("{success holds on|slips}", "{success hält durch|schwindet}"),
        "CombatantDown": ("at death's door", "an der Schwelle des Todes"),
        "CombatantDied": ("dies", "stirbt"),
        "StatusGained:name=unconscious": ("unconscious", "bewusstlos"),
    },
    "over": {"AttackEnded": ("unhurt", "unverletzt")},
}
