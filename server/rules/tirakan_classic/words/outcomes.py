"""What came of an attack, in a few words: see `outcomes` in server.core.view."""

from server.kit.acts.texts import OVER

_HITS = ("[{hits hit|hits}][?missed]", "[{hits} Treffer][?daneben]")
_ROLLS = ("HitsRolled", "HitsReevaluated", "RollImproved:roll=hit", "RollImproved:roll=throw")

OUTCOMES = {
    "roll": dict.fromkeys(_ROLLS, _HITS),
    "harm": {"WoundsTaken": ("[{wounds wound|wounds}][?unhurt]", "[{wounds Wunde|Wunden}][?unverletzt]")},
    "fate": {
        "StatusChanged:status=dying": ("down", "am Boden"),
        "StatusChanged:status=dead": ("dies", "stirbt"),
        "StatusChanged:status=unconscious": ("unconscious", "bewusstlos"),
    },
    "over": OVER,
    "best": dict.fromkeys(_ROLLS, ("hits",)),
}
