"""What came of an act, in a few words: see `outcomes` in server.core.view."""

OUTCOMES = {
    "roll": {"HitsRolled": ("[{hit hits|misses}][?missed]", "[{hit trifft|verfehlt}][?daneben]")},
    "check": {
        "CustomRolled": ("[{success succeeds|fails}][?fails]", "[{success gelingt|misslingt}][?misslingt]"),
    },
    "harm": {"HealthLost": ("{amount} damage", "{amount} Schaden")},
    "fate": {
        "StatusChanged:status=at_brink": ("at the brink", "am Abgrund"),
        "StatusChanged:status=down": ("down", "am Boden"),
        "StatusChanged:status=dead": ("dies", "stirbt"),
        "BrinkRolled:stays": ("holds out at the brink", "hält sich am Abgrund"),
    },
    "over": {"ActionResolved": ("unhurt", "unverletzt")},
}
