"""The words and signs by which clients speak of this system: labels, lines of the log, icons. English and German."""

from __future__ import annotations

from typing import Any

from server.kit import texts as kit
from server.kit.acts import texts as acts
from server.kit.texts import by_language
from server.rules.tirakan_classic.words.labels import LABELS
from server.rules.tirakan_classic.words.option_words import OPTIONS
from server.rules.tirakan_classic.words.outcomes import OUTCOMES
from server.rules.tirakan_classic.words.stories import NAMES, STORIES
from server.rules.tirakan_classic.words.terms import TERMS
from server.rules.tirakan_classic.words.texts import GERMAN

_OF_KIT = ("DistanceSet", "EnmitySet", "PerceptionSet")

_LINES = {
    **acts.LINES,
    **{name: kit.LINES[name] for name in _OF_KIT},
    "ReactionsFollow": ("", ""),
    "CombatantAdded": ("{name} joins.", "{name} kommt hinzu."),
    "OptionsSet": ("The house rules are changed.", "Die Hausregeln sind geändert."),
    "CombatStarted": ("The fight begins.", "Der Kampf beginnt."),
    "InitiativeRolled": ("{who} rolls initiative: {total}.", "{who} würfelt Initiative: {total}."),
    "InitiativeTieBroken": ("A tie is rolled off: {who}.", "Ein Gleichstand wird ausgewürfelt: {who}."),
    "TieRuled": ("Those who tie act in this order: {order}.", "Bei Gleichstand handeln sie so: {order}."),
    "InitiativeOrderSet": ("Order: {order}.", "Reihenfolge: {order}."),
    "RoundStarted": ("Round {n}.", "Runde {n}."),
    "RoundEnded": ("End of round {n}.", "Ende der Runde {n}."),
    "TurnStarted": ("", ""),
    "ActionsRefreshed": (
        "[{who}'s turn: {available action|actions}.]",
        "[{who} ist am Zug: {available Aktion|Aktionen}.]",
    ),
    "TurnEnded": ("[{who} ends the turn and saves {saved}.]", "[{who} beendet den Zug und spart {saved}.]"),
    "CombatEnded": ("The fight is over.", "Der Kampf ist vorbei."),
    "ActDeclared": (
        "{who}: {kind}[ {target}][: “{deed.text!}”][: {deed.object}]",
        "{who}: {kind}[ {target}][: „{deed.text!}“][: {deed.object}]",
    ),
    "ActDeclared:kind=throw_object": (
        "{who} throws[ at {target}][: {deed.object}].",
        "{who} wirft[ auf {target}][: {deed.object}].",
    ),
    "ActionSpent": ("", ""),
    "FullAutoCommitted": (
        "{who} opens full-auto fire: all actions left are for that.",
        "{who} eröffnet Dauerfeuer: Alle übrigen Aktionen sind dafür.",
    ),
    "ActionsForfeited": ("{who} loses {n action|actions}.", "{who} verliert {n Aktion|Aktionen}."),
    "BonusDieSpent": ("{who} spends a bonus die.", "{who} gibt einen Bonuswürfel aus."),
    "DestinyDieSpent": ("{who} spends a destiny die.", "{who} gibt einen Schicksalswürfel aus."),
    "ActionGained": ("{who} gains an action.", "{who} gewinnt eine Aktion."),
    "ActionStolen": (
        "{thief} steals an action from {victim} ({when}).",
        "{thief} stiehlt {victim} eine Aktion ({when}).",
    ),
    "HitsRolled": (
        "{who} → {target}[: {hits hit|hits}][?: missed].",
        "{who} → {target}[: {hits} Treffer][?: daneben].",
    ),
    "HitsReevaluated": ("Read again[: {hits hit|hits}][?: missed].", "Neu gelesen[: {hits} Treffer][?: daneben]."),
    "EvadeRolled": (
        "{who} evades[: {hits success|successes}][?: in vain].",
        "{who} weicht aus[: {hits Erfolg|Erfolge}][?: vergeblich].",
    ),
    "ParryRolled": (
        "{who} parries[ {removed hit|hits}][? in vain].",
        "{who} pariert[ {removed} Treffer][? vergeblich].",
    ),
    "CheckRolled": (
        "{who} rolls {roll}[: {hits success|successes}][?: no success].",
        "{who} würfelt {roll}[: {hits Erfolg|Erfolge}][?: kein Erfolg].",
    ),
    "DeviationRolled": ("It goes astray: {d12} o'clock, {d6} m.", "Es weicht ab: {d12} Uhr, {d6} m."),
    "ObjectLanded": ("It lands.", "Es landet."),
    "RollStands": ("", ""),
    "ImprovementChosen": ("", ""),
    "RollKept": ("", ""),
    "RollImproved": (
        "{who} improves the roll[: {hits success|successes}].",
        "{who} verbessert den Wurf[: {hits Erfolg|Erfolge}].",
    ),
    "HitsInflicted": (
        "{targets}: {hits hit|hits} from elsewhere.",
        "{targets}: {hits} Treffer von anderswo.",
    ),
    "ProtectionUsed": (
        "{who}'s protection stops[ {prevented hit|hits}][? nothing][, {left goes|go} through].",
        "Der Schutz von {who} hält[ {prevented} Treffer][? nichts] auf[, {left geht|gehen} durch].",
    ),
    "WoundsTaken": (
        "{who}[ takes {wounds wound|wounds}, now {total}][? is unhurt].",
        "{who}[ erleidet {wounds Wunde|Wunden}, jetzt {total}][? bleibt unverletzt].",
    ),
    "StatusChanged": ("{who}: {status}", "{who}: {status}"),
    "PostureChanged": ("{who}: {posture}", "{who}: {posture}"),
    "ObjectUsed": ("{who} uses {object}.", "{who} benutzt {object}."),
    "WeaponDrawn": ("{who} changes what is in hand.", "{who} wechselt, was in der Hand ist."),
    "AmmoSpent": ("{who} has {left round|rounds} left.", "{who} hat noch {left} Schuss."),
    "ReloadProgressed": ("{who} reloads.", "{who} lädt nach."),
    "Reloaded": ("{who} has reloaded.", "{who} hat nachgeladen."),
    "CoverSet": ("{target}'s cover against {source}: {level}.", "Deckung von {target} gegen {source}: {level}."),
    "GMRuled": (
        "The GM rules[ on {subject}][ · {value_of}][ {key}][ · from behind: {from_behind}][ · cover: {cover}]"
        "[ · {distance_cm}][ · {effect}]",
        "Die Spielleitung entscheidet[ über {subject}][ · {value_of}][ {key}][ · von hinten: {from_behind}]"
        "[ · Deckung: {cover}][ · {distance_cm}][ · {effect}]",
    ),
}

_EACH = (
    "[{faces.length die|dice}, ]each counts from {M}: {hits success|successes}.",
    "[{faces.length} Würfel, ]jeder zählt ab {M}: {hits Erfolg|Erfolge}.",
)
_SUMS = {
    "sum.InitiativeRolled": ("{face} and what is above: {total}.", "{face} und was darüber steht: {total}."),
    **{
        f"sum.{name}": _EACH
        for name in ("HitsRolled", "HitsReevaluated", "EvadeRolled", "ParryRolled", "CheckRolled", "RollImproved")
    },
}
"""How the terms and dice of a roll came to its result: the last line of its why-card."""

_ACT = (
    "{who}: {kind}[ → {target}][ with {weapon}][ ({mode})][ {object}][: “{text!}”][, {length_cm}][ · {hits hit|hits}]",
    "{who}: {kind}[ → {target}][ mit {weapon}][ ({mode})][ {object}][: „{text!}“][, {length_cm}][ · {hits} Treffer]",
)
_QUESTIONS = {
    "reaction": _ACT,
    "improve": ("{roller}: {roll}", "{roller}: {roll}"),
    "custom": ("{who}: “[{text!}][{object}]”[, {length_cm}]", "{who}: „[{text!}][{object}]“[, {length_cm}]"),
    "distance": ("{who} → {target}", "{who} → {target}"),
    "object": ("{reaction} parries[ with “{object!}”].", "{reaction} pariert[ mit „{object!}“]."),
    "blast": ("{who} has thrown: {object}.", "{who} hat geworfen: {object}."),
    "tie": ("", ""),
}
"""What a question is about, filled from its topic."""

_ICONS = {
    "attack": "sword", "attack_single": "aim", "attack_semi": "aim", "attack_burst": "burst", "attack_full": "burst",
    "walk": "walk", "run": "run", "crawl": "crawl", "kneel": "kneel", "lie_down": "kneel", "stand_up": "rise",
    "reload": "reload", "draw": "dagger", "throw_object": "throw", "throw_something": "throw", "evade": "dodge",
    "parry": "shield", "custom": "pen", "pass_reaction": "cross", "end_turn": "check", "keep_roll": "cross",
    "spend_bonus_die": "die", "spend_destiny_die": "fate", "improve_roll": "die", "steal_now": "fate",
    "steal_next": "fate", "actions": "dot", "wounds": "heart", "bonus_dice": "die", "destiny_dice": "fate",
    "dying": "skull", "dead": "skull", "unconscious": "sleep", "kneeling": "kneel", "prone": "kneel",
    "full_auto": "burst", "round_over": "cross", "stolen_next": "fate", "ObjectLanded": "blast", "cover": "wall",
    "from_behind": "behind", "loaded": "round",
}  # fmt: skip

_PROBLEMS = {
    "no_such_mode": "default_mode „{value}“ ist keiner ihrer Modi: {allowed}.",
    "mode_twice": "Jeder Modus kann nur einmal dastehen.",
    "not_carried": "in_hand „{value}“ ist keine der Waffen und Gegenstände: {allowed}.",
    "has_unarmed": "Jeder hat die Waffe „{value}“ schon.",
}

CATALOG: dict[str, Any] = {
    "labels": by_language(LABELS), "lines": by_language(_LINES | _QUESTIONS | _SUMS), "icons": _ICONS,
    "options": OPTIONS, "outcomes": OUTCOMES, "refusals": {"de": GERMAN}, "problems": {"de": _PROBLEMS},
    "stories": by_language(STORIES), "names": {"de": NAMES}, "terms": by_language(TERMS),
}  # fmt: skip
