"""What came of an attack, in a few words: see `outcomes` in server.core.view."""

OUTCOMES = {
    "roll": {"HitsRolled": ("[{hit hits|misses}][?missed]", "[{hit trifft|verfehlt}][?daneben]")},
    "harm": {
        "WoundsLost": ("wounded[: {amount}]", "verwundet[: {amount}]"),
        "StressLost": ("shaken[: {amount}]", "erschüttert[: {amount}]"),
    },
    "fate": {"CombatantDown": ("{status}", "{status}"), "CombatantDied": ("dies", "stirbt")},
    "over": {"AttackOver": ("unhurt", "unverletzt")},
}
