"""What came of an act, in a few words: see `outcomes` in server.core.view."""

OUTCOMES = {
    "roll": {"HitsRolled": ("[{hit hits|misses}][?missed]", "[{hit trifft|verfehlt}][?daneben]")},
    "check": {
        "SkillChecked": ("[{success succeeds|fails}][?fails]", "[{success gelingt|misslingt}][?misslingt]"),
        "RunChecked": ("{pace}[, {distance_cm}]", "{pace}[, {distance_cm}]"),  # D-MOV-3: none fails, it is only shorter
    },
    "harm": {
        "WoundsLost": ("wounded[: {amount}]", "verwundet[: {amount}]"),
        "StressLost": ("shaken[: {amount}]", "erschüttert[: {amount}]"),
    },
    "fate": {"CombatantDown": ("{status}", "{status}"), "CombatantDied": ("dies", "stirbt")},
    "over": {"AttackOver": ("unhurt", "unverletzt")},
}
