"""How it is told that a condition comes, grows or goes: what its number means is said with it."""

from server.rules.tirakan.state.numbers import DEADLY_LEVEL as DEATH

_SAID = {
    "hunkered": ("{who} hunkers.", "{who} duckt sich."),
    "hunkered,level=0": ("{who} hunkers no longer.", "{who} duckt sich nicht mehr."),
    "unconscious": (
        "{who} is[ unconscious: {level success|successes} to wake up][? awake again].",
        "{who} ist[ bewusstlos: {level Erfolg|Erfolge} zum Aufwachen][? wieder bei Bewusstsein].",
    ),
    "sleeping": ("{who} sleeps.", "{who} schläft."),
    "sleeping,level=0": ("{who} is awake again.", "{who} ist wieder wach."),
    "dying": (
        f"{{who}} is[ dying: {{level step|steps}} of {DEATH} towards death][? no longer dying].",
        f"{{who}} liegt[ im Sterben: {{level Schritt|Schritte}} von {DEATH} zum Tod][? nicht mehr im Sterben].",
    ),
    "dead": ("{who} is dead.", "{who} ist tot."),
    "dead,level=0": ("{who} is not dead after all.", "{who} ist doch nicht tot."),
    "shocked": (
        "{who} is[ shocked, strength {level}][? no longer shocked].",
        "{who} steht[ unter Schock, Stärke {level}][? nicht mehr unter Schock].",
    ),
    "burning": (
        "{who} is[ burning, strength {level}][? no longer burning].",
        "{who} brennt[, Stärke {level}][? nicht mehr].",
    ),
    "bleeding": (
        "{who} is[ bleeding: {level wound|wounds} a round if it is not stilled][? no longer bleeding].",
        "{who} blutet[: {level Wunde|Wunden} je Runde, wenn es nicht gestillt wird][? nicht mehr].",
    ),
    "poisoned": (
        "{who} is[ poisoned, strength {level}][? no longer poisoned].",
        "{who} ist[ vergiftet, Stärke {level}][? nicht mehr vergiftet].",
    ),
}

CONDITION_LINES = {f"ConditionChanged:condition={which}": said for which, said in _SAID.items()}
