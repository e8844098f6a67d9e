"""The words and signs by which clients speak of Tirakan: labels, lines of the log, icons. English and German."""

from __future__ import annotations

from typing import Any

from server.kit.acts import texts as acts
from server.kit.texts import by_language
from server.rules.tirakan.words.condition_lines import CONDITION_LINES
from server.rules.tirakan.words.labels import LABELS
from server.rules.tirakan.words.option_words import OPTIONS
from server.rules.tirakan.words.outcomes import OUTCOMES
from server.rules.tirakan.words.stories import NAMES, STORIES
from server.rules.tirakan.words.terms import TERMS
from server.rules.tirakan.words.texts import GERMAN

_LINES = {
    "CombatStarted": ("The fight begins.", "Der Kampf beginnt."),
    "InitiativeRolled": ("{who} rolls initiative: {total}.", "{who} würfelt Initiative: {total}."),
    "InitiativeTieBroken": ("A tie is rolled off.", "Ein Gleichstand wird ausgewürfelt."),
    "InitiativeOrderSet": ("Order: {order}.", "Reihenfolge: {order}."),
    "QuickReactionRolled": ("", ""),
    "QuickReactionGranted": ("{who} has a quick reaction.", "{who} hat eine schnelle Reaktion."),
    "QuickReactionExpired": ("{who}'s quick reaction expires.", "Die schnelle Reaktion von {who} verfällt."),
    "RoundStarted": ("Round {round}.", "Runde {round}."),
    "RoundEnded": ("Round {round} ends.", "Runde {round} endet."),
    "TurnsBegun": ("", ""),
    "PhaseEffectPlanned": ("An effect is planned.", "Eine Wirkung ist geplant."),
    "PhaseEffectTaken": ("{text!}", "{text!}"),
    "TurnStarted": ("", ""),
    "ActionsRefreshed": (
        "[{who}'s turn: {available action|actions}.]",
        "[{who} ist am Zug: {available Aktion|Aktionen}.]",
    ),
    "TurnEnded": ("[{who} ends the turn and saves {saved}.]", "[{who} beendet den Zug und spart {saved}.]"),
    "PhaseWindowOpened": ("", ""),
    "PhaseWindowClosed": ("", ""),
    "ActionDeclared": ("{who}: {kind}[ {target}][: “{deed.text}”]", "{who}: {kind}[ {target}][: „{deed.text}“]"),
    "ActionSpent": ("", ""),
    **acts.LINES,
    "AmmoSpent": ("{who} has {left shot|shots} left.", "{who} hat noch {left Schuss|Schüsse}."),
    "AmmoReturned": ("", ""),
    "HitsRolled": (
        "{who} attacks {target}[: {N hit|hits}][, {C critical hit|critical hits}][?: missed].",
        "{who} greift {target} an[: {N} Treffer][, {C kritischer|kritische} Treffer][?: daneben].",
    ),
    "HitsReevaluated": (
        "Read again[: {N hit|hits}][, {C critical hit|critical hits}][?: missed].",
        "Neu gelesen[: {N} Treffer][, {C kritischer|kritische} Treffer][?: daneben].",
    ),
    "HitsInflicted": (
        "{target} is hit[: hits {hits.length}, wounds each {wounds_per_hit}].",
        "{target} wird getroffen[: Treffer {hits.length}, Wunden je Treffer {wounds_per_hit}].",
    ),
    "DodgeRolled": (
        "{who} dodges[: {successes success|successes}][?: in vain].",
        "{who} weicht aus[: {successes Erfolg|Erfolge}][?: vergeblich].",
    ),
    "ParryRolled": (
        "{who} parries[ {removed hit|hits}][? in vain].",
        "{who} pariert[ {removed} Treffer][? vergeblich].",
    ),
    "ShieldParried": ("{who} parries with the shield ({level}+).", "{who} pariert mit dem Schild ({level}+)."),
    "CoverRolled": (
        "{target}'s cover takes[ {removed hit|hits}][? nothing].",
        "Die Deckung von {target} nimmt[ {removed} Treffer][? nichts].",
    ),
    "ProtectionUsed": (
        "{who}'s armour stops[ {stopped hit|hits}][? nothing][, {left goes|go} through]"
        "[; {wasted unit is|units are} pierced].",
        "Die Rüstung von {who}[: {stopped Treffer prallt|Treffer prallen} ab][? hält nichts auf]"
        "[, {left geht|gehen} durch][; {wasted Einheit|Einheiten} durchschlagen].",
    ),
    "ProtectionDeclined": ("", ""),
    "WoundsTaken": (
        "{who}[ takes {wounds wound|wounds}, now {now}][? is unhurt].",
        "{who}[ erleidet {wounds Wunde|Wunden}, jetzt {now}][? bleibt unverletzt].",
    ),
    "ConditionChanged": ("{who}: {condition} {level}", "{who}: {condition} {level}"),
    **CONDITION_LINES,
    "CheckRolled": (
        "{who} rolls {attribute}[: {successes success|successes}][?: no success].",
        "{who} würfelt {attribute}[: {successes Erfolg|Erfolge}][?: kein Erfolg].",
    ),
    "WeaponStuck": (
        "{who}'s weapon is stuck in {target}'s armour.",
        "Die Waffe von {who} steckt in der Rüstung von {target}.",
    ),
    "Disarmed": ("{who} drops the weapon.", "{who} verliert die Waffe."),
    "DisarmAttributeChosen": ("", ""),
    "AimChanged": ("{who} aims at {target}.", "{who} zielt auf {target}."),
    "AccurateChanged": ("{who} takes time for accuracy: {stacks}.", "{who} nimmt sich Zeit: {stacks}."),
    "ReloadProgressed": ("{who} reloads.", "{who} lädt nach."),
    "Reloaded": ("{who} has reloaded.", "{who} hat nachgeladen."),
    "WeaponReadied": ("{who} takes a weapon in hand.", "{who} nimmt eine Waffe in die Hand."),
    "WeaponFreed": ("{who} frees the weapon.", "{who} befreit die Waffe."),
    "WeaponSupported": ("{who} supports the weapon.", "{who} legt die Waffe auf."),
    "WeaponUnsupported": ("{who} picks the weapon up.", "{who} nimmt die Waffe auf."),
    "ThrowRolled": (
        "{who} throws[: {successes success|successes}][?: no success].",
        "{who} wirft[: {successes Erfolg|Erfolge}][?: kein Erfolg].",
    ),
    "DeviationRolled": ("It deviates: {d12} o'clock, {d6} m.", "Abweichung: {d12} Uhr, {d6} m."),
    "ObjectLanded": ("It lands.", "Es landet."),
    "AimLost": ("{who} loses the aim.", "{who} verliert das Ziel aus dem Auge."),
    "AccurateLost": ("{who}'s accurate attack is lost.", "Der gezielte Angriff von {who} ist dahin."),
    "ShieldBlockRaised": ("{who} raises the shield.", "{who} hebt den Schild."),
    "ShieldBlockLowered": ("{who} lowers the shield.", "{who} senkt den Schild."),
    "AutoProtectSet": ("", ""),
    "BonusDieSpent": ("{who} spends a bonus die.", "{who} gibt einen Bonuswürfel aus."),
    "DestinyDieSpent": ("{who} spends a destiny die.", "{who} gibt einen Schicksalswürfel aus."),
    "RollStands": ("", ""),
    "ImprovementChosen": ("", ""),
    "RollKept": ("", ""),
    "RollImproved": (
        "{who} improves the roll[: {successes success|successes}].",
        "{who} verbessert den Wurf[: {successes Erfolg|Erfolge}].",
    ),
    "ActionGained": ("{who} gains an action.", "{who} gewinnt eine Aktion."),
    "ActionStolen": ("{thief} steals an action from {victim}.", "{thief} stiehlt {victim} eine Aktion."),
    "GMRuled": (
        "The GM rules: {ruling} {subject}[ · {value_of}][ {key}][ · from behind: {from_behind}][ · cover {cover}+]"
        "[ · {distance_cm}]",
        "Die Spielleitung entscheidet: {ruling} {subject}[ · {value_of}][ {key}][ · von hinten: {from_behind}]"
        "[ · Deckung {cover}+][ · {distance_cm}]",
    ),
    "PerceptionSet": ("", ""),
    "CoverSet": (
        "{target}'s cover against {source} is {level}+.",
        "Deckung von {target} gegen {source}: {level}+.",
    ),
    "DistanceSet": ("", ""),
    "EnmitySet": ("Opponents – {a}, {b}: {enemies}.", "Gegner – {a}, {b}: {enemies}."),
    "CombatantAdded": ("{name} joins.", "{name} kommt hinzu."),
    "CombatEnded": ("The fight is over.", "Der Kampf ist vorbei."),
}

_EACH = (
    "[{dice.length die|dice}, ]each counts from {M}: {successes success|successes}.",
    "[{dice.length} Würfel, ]jeder zählt ab {M}: {successes Erfolg|Erfolge}.",
)
_SUMS = {
    "sum.InitiativeRolled": ("[{dice.length die|dice}, ]in all {total}.", "[{dice.length} Würfel, ]zusammen {total}."),
    "sum.HitsRolled": (
        "[{dice.length die|dice}, ]each hits from {M}[, critical from {K}]: {N} normal, {C} critical.",
        "[{dice.length} Würfel, ]jeder trifft ab {M}[, kritisch ab {K}]: "
        "{N normaler|normale}, {C kritischer|kritische}.",
    ),
    "sum.DodgeRolled": _EACH,
    "sum.ThrowRolled": _EACH,
    "sum.CheckRolled": _EACH,
    "sum.ParryRolled": (
        "[{dice.length die|dice}, ]each counts from {M}: {normal} normal, {critical} critical.",
        "[{dice.length} Würfel, ]jeder zählt ab {M}: {normal normaler|normale}, {critical kritischer|kritische}.",
    ),
}
"""How the terms and dice of a roll came to its result: the last line of its why-card."""

_QUESTIONS = {
    "reaction": (
        "{who}: {kind}[ → {target}][ with {weapon}][ ({mode})][, {special}][, massive {massive}][: “{text!}”]"
        "[, {length_cm}][ · {normal hit|hits}][ · {critical critical hit|critical hits}]",
        "{who}: {kind}[ → {target}][ mit {weapon}][ ({mode})][, {special}][, wuchtig {massive}][: „{text!}“]"
        "[, {length_cm}][ · {normal} Treffer][ · {critical kritischer|kritische} Treffer]",
    ),
    "defence": (
        "{who} strikes back[ at {target}][ with {weapon}][ · {normal hit|hits}]"
        "[ · {critical critical hit|critical hits}]",
        "{who} schlägt zurück[ gegen {target}][ mit {weapon}][ · {normal} Treffer]"
        "[ · {critical kritischer|kritische} Treffer]",
    ),
    "phase": ("[{who} was the last to act.]", "[{who} hat zuletzt gehandelt.]"),
    "protection": (
        "[{who} → ]{target}[ · {normal hit|hits}][ · {critical critical hit|critical hits}]"
        "[ · {extra more wound|more wounds}][ · piercing {piercing}]",
        "[{who} → ]{target}[ · {normal} Treffer][ · {critical kritischer|kritische} Treffer]"
        "[ · {extra Wunde|Wunden} mehr]"
        "[ · Durchschlag {piercing}]",
    ),
    "disarm": (
        "{who} strikes at {target}'s weapon[: {normal hit|hits}][, {critical critical hit|critical hits}].",
        "{who} schlägt nach der Waffe von {target}[: {normal} Treffer][, {critical kritischer|kritische} Treffer].",
    ),
    "improve": ("{roller}: {roll}", "{roller}: {roll}"),
    "custom": ("{who}: “{text!}”[, {length_cm}]", "{who}: „{text!}“[, {length_cm}]"),
    "distance": ("{who} → {target}[ with {weapon}]", "{who} → {target}[ mit {weapon}]"),
    "nullify": (
        "{target} is out of {who}'s reach now.",
        "{target} ist jetzt außer Reichweite von {who}.",
    ),
    "awaken": ("{who} has failed to kill {target}.", "{who} hat {target} nicht getötet."),
    "object": ("{reaction} parries with “{object!}”.", "{reaction} pariert mit „{object!}“."),
}
"""What a question is about, filled from its topic."""

_ICONS = {
    "attack": "sword", "walk": "walk", "run": "run", "crawl": "crawl", "hunker": "kneel", "stand_up": "rise",
    "raise_shield_block": "shield", "shield_parry": "shield", "parry": "sword", "dodge": "dodge", "custom": "pen",
    "pass_reaction": "cross", "end_turn": "check", "use_protection": "shield", "best_protection": "shield",
    "decline_protection": "cross", "spend_bonus_die": "die", "spend_destiny_die": "fate", "actions": "dot",
    "wounds": "heart", "pool": "shield", "bonus_dice": "die", "destiny_dice": "fate", "rerolls": "reload",
    "improve_roll": "die", "keep_roll": "cross", "dying": "skull", "dead": "skull", "hunkered": "kneel",
    "unconscious": "sleep", "sleeping": "sleep", "bleeding": "drop", "burning": "flame", "poisoned": "poison",
    "shocked": "bolt", "aim": "aim", "throw_at": "throw", "ObjectLanded": "blast", "cover": "wall",
    "shield_block": "shield", "from_behind": "behind",
}  # fmt: skip

_PROBLEMS = {
    "melee_modes": "Eine Nahkampfwaffe hat nur den Modus melee.",
    "not_carried": "„{value}“ ist nichts, was in der Hand sein kann: {allowed}.",
    "has_unarmed": "Jeder hat die Waffe „{value}“ schon.",
}


CATALOG: dict[str, Any] = {
    "labels": by_language(LABELS), "lines": by_language(_LINES | _QUESTIONS | _SUMS), "icons": _ICONS,
    "plain": {"dead": True}, "options": OPTIONS, "outcomes": OUTCOMES, "refusals": {"de": GERMAN},
    "problems": {"de": _PROBLEMS}, "stories": by_language(STORIES), "names": {"de": NAMES}, "terms": by_language(TERMS),
}  # fmt: skip
