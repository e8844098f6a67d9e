"""What came of an act, in a few words: see `outcomes` in server.core.view."""

from server.kit.acts.texts import OVER

_HITS = (
    "[{N hit|hits}][, {C critical hit|critical hits}][?missed]",
    "[{N} Treffer][, {C kritischer|kritische} Treffer][?daneben]",
)
_SUCCESSES = ("[{successes success|successes}][?no success]", "[{successes Erfolg|Erfolge}][?kein Erfolg]")
_THROWN = ("[{successes success|successes}][?off the mark]", "[{successes Erfolg|Erfolge}][?daneben]")
_ROLLS = ("HitsRolled", "HitsReevaluated", "RollImproved:roll=hit")

OUTCOMES = {
    "roll": dict.fromkeys(_ROLLS, _HITS),
    "check": {
        "ThrowRolled": _THROWN,
        "DeviationRolled": ("{d6} m off the mark", "{d6} m daneben"),
        "CheckRolled:action_id": _SUCCESSES,
        "RollImproved:roll=check": _SUCCESSES,
    },
    "harm": {"WoundsTaken": ("{wounds wound|wounds}", "{wounds Wunde|Wunden}")},
    "fate": {
        "ConditionChanged:condition=dying,level": ("down", "am Boden"),
        "ConditionChanged:condition=dead,level": ("dies", "stirbt"),
        "ConditionChanged:condition=unconscious,level": ("unconscious", "bewusstlos"),
    },
    "over": OVER,
    "best": dict.fromkeys(_ROLLS, ("N", "C")),
}
