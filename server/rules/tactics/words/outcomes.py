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
        # D-SUND-7: it is struck in somebody's place, so it stands behind the hit as what is nothing does.
        "SunderChecked:side=def": ("[?against {item}]", "[?gegen {item}]"),
        "ItemBroken": ("{item} breaks", "{item} zerbricht"),
    },
    "fate": {
        "CombatantDown:status=stunned": ("stunned", "betäubt"),
        "CombatantDown:status=unconscious": ("unconscious", "bewusstlos"),
        "CombatantDown:status=dying": ("dying", "sterbend"),
        "CombatantDied": ("dies", "stirbt"),
    },
    "over": {"AttackOver": ("unhurt", "unverletzt")},
}
