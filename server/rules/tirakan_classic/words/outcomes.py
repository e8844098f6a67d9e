"""What came of an act, in a few words: see `outcomes` in server.core.view."""

from server.kit.acts.texts import OVER

_HITS = ("[{hits hit|hits}][?missed]", "[{hits} Treffer][?daneben]")
_SUCCESSES = ("[{hits success|successes}][?no success]", "[{hits Erfolg|Erfolge}][?kein Erfolg]")
_THROWN = ("[{hits success|successes}][?off the mark]", "[{hits Erfolg|Erfolge}][?daneben]")
_ROLLS = ("HitsRolled", "HitsReevaluated", "RollImproved:roll=hit")
_THROWS = ("HitsRolled:purpose=throw", "RollImproved:roll=throw")

OUTCOMES = {
    "check": {
        **dict.fromkeys(_THROWS, _THROWN),
        "DeviationRolled": ("{d6} m off the mark", "{d6} m daneben"),
        "CheckRolled": _SUCCESSES,
        "RollImproved:roll=check": _SUCCESSES,
    },
    "roll": dict.fromkeys(_ROLLS, _HITS),  # behind those of throws, which are found first
    "harm": {"WoundsTaken": ("[{wounds wound|wounds}][?unhurt]", "[{wounds Wunde|Wunden}][?unverletzt]")},
    "fate": {
        "StatusChanged:status=dying": ("down", "am Boden"),
        "StatusChanged:status=dead": ("dies", "stirbt"),
        "StatusChanged:status=unconscious": ("unconscious", "bewusstlos"),
    },
    "over": OVER,
    "best": dict.fromkeys((*_ROLLS, *_THROWS), ("hits",)),
}
