"""What came of an act, in a few words: see `outcomes` in server.core.view."""

OUTCOMES = {
    "roll": {"HitsRolled": ("[{hit hits|misses}][?missed]", "[{hit trifft|verfehlt}][?daneben]")},
    "check": dict.fromkeys(
        ("SkillChecked", "RunChecked"),
        ("[{success succeeds|fails}][?fails]", "[{success gelingt|misslingt}][?misslingt]"),
    ),
    "harm": {
        "WoundsLost": ("wounded[: {amount}]", "verwundet[: {amount}]"),
        "StressLost": ("shaken[: {amount}]", "erschüttert[: {amount}]"),
    },
    "fate": {"CombatantDown": ("{status}", "{status}"), "CombatantDied": ("dies", "stirbt")},
    "over": {"AttackOver": ("unhurt", "unverletzt")},
}
