"""The words and signs by which clients speak of Ambersteel: labels, lines of the log, icons. English and German."""

from __future__ import annotations

from server.kit.texts import LINES, by_language
from server.rules.ambersteel.words.labels import LABELS
from server.rules.ambersteel.words.option_words import OPTIONS
from server.rules.ambersteel.words.outcomes import OUTCOMES
from server.rules.ambersteel.words.stories import NAMES, STORIES
from server.rules.ambersteel.words.terms import TERMS
from server.rules.ambersteel.words.texts import GERMAN

_KIT = {name: LINES[name] for name in ("SightSet", "PerceptionSet", "TerrainSet")}

# event: (English, German)
_LINES = {
    **_KIT,
    "CombatantAdded": ("{name} joins.", "{name} kommt dazu."),
    "CombatantJoined": ("{who} acts from the next round on.", "{who} handelt ab der nächsten Runde."),
    "OptionsSet": ("The table options have changed.", "Die Tischregeln sind geändert."),
    "EncounterStarted": ("The fight begins.", "Der Kampf beginnt."),
    "SurpriseDeclared": ("Surprised: {parties}.", "Überrascht: {parties}."),
    "SurpriseRoundStarted": ("The surprise round.", "Die Überraschungsrunde."),
    "SurpriseEnded": ("The surprise is over.", "Die Überraschung ist vorbei."),
    "TurnClaimed": ("", ""),
    "TurnPassed": ("{who} waits.", "{who} wartet ab."),
    "InitiativeRolled": ("{who} has initiative {total}.", "{who} hat Initiative {total}."),
    "InitiativeTieRerolled": ("Tied: {tied}.", "Gleichstand: {tied}."),
    "TieDieRolled": ("{who} rolls again: {total}.", "{who} würfelt noch einmal: {total}."),
    "AimEffectRequested": ("", ""),
    "MishapRequested": ("", ""),
    "OrderSet": ("", ""),
    "RoundStarted": ("Round {round}.", "Runde {round}."),
    "RoundEnded": ("", ""),
    "TurnStarted": ("It is {who}'s turn.", "{who} ist am Zug."),
    **dict.fromkeys(("TurnStarted:TurnEnded", "TurnStarted:DeathSaveRolled", "TurnStarted:CheckRolled"), ("", "")),
    "TurnEnded": ("", ""),
    "BreatherTaken": ("{who} catches breath[: {amount} stamina].", "{who} verschnauft[: {amount} Ausdauer]."),
    "EncounterEnded": ("The fight is over.", "Der Kampf ist vorbei."),
    "EndProposed": ("Only one party still stands.", "Nur noch eine Partei steht."),
    "PolicySet": ("", ""),
    "ActionSpent": ("", ""),
    "MovementConverted": ("{who} gives up moving for an action.", "{who} gibt die Bewegung für eine Aktion auf."),
    "StaminaSpent": ("{who} spends stamina[: {amount}].", "{who} verbraucht Ausdauer[: {amount}]."),
    "StaminaLost": ("{who} loses stamina[: {amount}].", "{who} verliert Ausdauer[: {amount}]."),
    "StaminaRefunded": ("{who} has spent nothing for it.", "{who} hat dafür nichts verbraucht."),
    "CheckRolled": (
        "{who}: {check}, {kept}, {success succeeds|fails}.",
        "{who}: {check}, {kept}, {success gelungen|misslungen}.",
    ),
    "DeathSaveRolled": (
        "{who} at death's door: {kept}, {success holds on|slips}.[ Failures: {failures}.]",
        "{who} an der Schwelle des Todes: {kept}, {success hält durch|schwindet}.[ Fehlschläge: {failures}.]",
    ),
    "StatusGained": ("{who}: {name}.", "{who}: {name}."),
    "StatusLost": ("{who} no longer: {name}.", "{who} nicht mehr: {name}."),
    "AttackDeclared": (
        "{who} attacks[ {target}][ with {frame.label}][, aiming at {aim}].",
        "{who} greift an[: {target}][, mit {frame.label}][, gezielt auf {aim}].",
    ),
    "RulingRequested": ("{who} waits for a ruling.", "{who} wartet auf einen Entscheid."),
    "RulingGiven": ("Ruling on the attack[: {text!}].", "Entscheid zum Angriff[: {text!}]."),
    "FrameAdvanced": ("", ""),
    "ThrowRolled": (
        "The throw of {who} reaches {reach_cm}; {damage} damage ({damage_type}).",
        "Der Wurf von {who} reicht {reach_cm} weit; {damage} Schaden ({damage_type}).",
    ),
    "ReleaseRequested": ("{who} can't throw that far.", "{who} kann nicht so weit werfen."),
    "Released": ("{who} throws elsewhere[: {target}].", "{who} wirft woandershin[: {target}]."),
    "ObjectLanded": ("{name} lies on the ground.", "{name} liegt auf dem Boden."),
    "HitsRolled": ("{who} rolls {total} against {target}.", "{who} würfelt {total} gegen {target}."),
    "DefenceRequested": ("", ""),
    "ReactionDeclared:kind=decline": ("", ""),
    "ReactionDeclared": ("{who}: {kind}[ ({label})].", "{who}: {kind}[ ({label})]."),
    "DefenceRolled": ("{who} defends with {total}.", "{who} wehrt ab mit {total}."),
    "AttackAvoided": ("The attack on {target} fails: {why}.", "Der Angriff auf {target} misslingt: {why}."),
    "AttackHit": ("{target} is hit: {why}.", "{target} wird getroffen: {why}."),
    "ModeRequested": ("", ""),
    "ModeChosen": ("", ""),
    "DamageRolled": ("{raw} damage against {target} ({damage_type}).", "{raw} Schaden gegen {target} ({damage_type})."),
    "ProtectionUsed": (
        "[{target}'s armour protects with {protection}.]",
        "[Die Rüstung von {target} schützt mit {protection}.]",
    ),
    "DamageTaken": (
        "{who} suffers damage[: {final}] ({damage_type}).",
        "{who} erleidet Schaden[: {final}] ({damage_type}).",
    ),
    "HealthLost": ("{who} takes damage[: {amount}] ({health}).", "{who} erleidet Schaden[: {amount}] ({health})."),
    "CombatantDown": ("{who} is at death's door.", "{who} steht an der Schwelle des Todes."),
    "CombatantDied": ("{who} dies.", "{who} stirbt."),
    "ArmourConditionLost": ("{name} of {who} {broken breaks|wears}.", "{name} von {who} {broken zerbricht|leidet}."),
    "AimEffectRuled": ("Effect on {target}: {ruling}[, {text!}].", "Wirkung bei {target}: {ruling}[, {text!}]."),
    "MishapRuled": ("Mishap of {subject}: {kind}[, {text!}].", "Missgeschick von {subject}: {kind}[, {text!}]."),
    "WeaponStuck": ("The weapon of {who} is stuck.", "Die Waffe von {who} steckt fest."),
    "RiposteOffered": ("{who} may answer {target} with a riposte.", "{who} darf {target} mit einer Riposte antworten."),
    "OpportunityOffered": ("", ""),
    "AttackEnded": ("", ""),
    "FrameCancelled": (
        "What {who} was doing comes to nothing: {reason}.",
        "Aus der Handlung von {who} wird nichts: {reason}.",
    ),
    "ExecutionRequested": ("{who} wants to execute {target}.", "{who} will {target} hinrichten."),
    "ExecutionAnswered": ("", ""),
    "ExecutionRuled": (
        "Execution of {target}: {outcome}[, {text!}].",
        "Hinrichtung von {target}: {outcome}[, {text!}].",
    ),
    "MoveDeclared": ("", ""),
    "LegPlanned": ("", ""),
    "LegWalked": ("", ""),
    "OfferMade": ("", ""),
    "MoveInterrupted": ("{who} can't go on.", "{who} kann nicht weitergehen."),
    "MoveEnded": ("", ""),
    "ReloadProgressed": (
        "{who} reloads {label}: {progress} of {count}.",
        "{who} lädt {label}: {progress} von {count}.",
    ),
    "WeaponLoaded": ("{label} of {who} is loaded.", "{label} von {who} ist geladen."),
    "AmmoTaken": ("{who} has {ammo} left: {left}.", "{who} hat noch {left}: {ammo}."),
    "ReloadAbandoned": ("{who} gives up reloading {label}.", "{who} bricht das Laden ab: {label}."),
    "StanceChanged": ("{who} changes stance[: {stance}].", "{who} wechselt die Haltung[: {stance}]."),
    "WeaponReadied": ("{who} has in hand[: {label}].", "{who} hat in der Hand[: {label}]."),
    "WeaponFreed": ("{who} frees the weapon.", "{who} bekommt die Waffe frei."),
    "GmAdjusted": ("Ruling on {who}: {value_of}[ {key}].", "Entscheid zu {who}: {value_of}[ {key}]."),
    "HoldSet": ("", ""),
    "ArmourRepaired": ("{name} of {who} is repaired.", "{name} von {who} ist ausgebessert."),
    # questions
    "defence": ("{who} attacks {target} with {total}.", "{who} greift {target} an: {total}."),
    "mode": ("{who} hits {target}.", "{who} trifft {target}."),
    "riposte": ("{who} may answer {target} at once.", "{who} darf {target} sofort antworten."),
    "opportunity": ("{who} leaves the zone of control.", "{who} verlässt die Kontrollzone."),
    "zones": ("{who} passes by unsuspecting.", "{who} geht ahnungslos vorbei."),
    "release": ("The throw of {who} reaches {reach_cm}.", "Der Wurf von {who} reicht {reach_cm} weit."),
    "ruling": ("{who} attacks[ {target}].", "{who} greift an[: {target}]."),
    "throw_ruling": ("The throw of {who} reaches {reach_cm}.", "Der Wurf von {who} reicht {reach_cm} weit."),
    "aim_effect": ("{who} has hit {target} as aimed.", "{who} hat {target} gezielt getroffen."),
    "mishap": ("A natural 1 of {subject}.", "Eine natürliche 1 von {subject}."),
    "execution": ("{who} wants to execute {target}.", "{who} will {target} hinrichten."),
    # sums
    "sum.InitiativeRolled": ("Total {total}", "Summe {total}"),
    "sum.HitsRolled": ("{mode}. Total {total}", "{mode}. Summe {total}"),
    "sum.DefenceRolled": ("{mode}. Total {total}", "{mode}. Summe {total}"),
    "sum.CheckRolled": ("{kept} against {attribute}", "{kept} gegen {attribute}"),
    "sum.DeathSaveRolled": ("{kept} against {attribute}", "{kept} gegen {attribute}"),
    "sum.ThrowRolled": ("Value {value}", "Wert {value}"),
    "sum.DamageRolled": ("{raw} damage", "{raw} Schaden"),
    "sum.ProtectionUsed": ("{raw}, of which {final} get through", "{raw}, davon kommen {final} an"),
    "sum.StaminaLost": ("{amount} stamina", "{amount} Ausdauer"),
    "sum.DamageTaken": ("{raw}, of which {final} get through", "{raw}, davon kommen {final} an"),
}

_ICONS = {
    "attack": "sword", "throw": "throw", "execute": "skull", "convert_movement": "swap", "move": "arrow",
    "reload": "reload", "abandon_reload": "undo", "stance": "scales", "draw_main": "dagger", "draw_off": "dagger",
    "stand_up": "up", "break_free": "fist", "free_weapon": "fist", "turn_claim": "play", "turn_pass": "minus",
    "turn_breather": "steam", "end_turn": "check", "policy": "gear", "parry": "shield", "dodge": "dodge",
    "allow": "minus", "damage_choose": "spark", "reaction_riposte": "sword", "reaction_opportunity": "sword",
    "reaction_decline": "minus", "throw_at": "throw", "drop": "down", "start_encounter": "play",
    "surprise_encounter": "play", "end_encounter": "stop", "HitsRolled": "sword", "HealthLost": "heart",
    "CombatantDied": "grave", "CombatantDown": "skull", "ArmourConditionLost": "shield", "RiposteOffered": "sword",
    "hp": "heart", "sp": "bolt", "dead": "grave", "deaths_door": "skull", "unconscious": "cross", "prone": "down",
    "stunned": "star", "staggered": "star", "overexerted": "steam", "poisoned": "poison", "burning": "steam",
    "grappled": "fist", "restrained": "chain", "unloaded": "empty", "surprised": "alert", "cover": "wall", "die": "20",
    "throw_there": "throw",
}  # fmt: skip

_PROBLEMS = {
    "not_carried": "„{value}“ gehört nicht zu den Sachen auf diesem Bogen.",
    "two_handed": "„{value}“ braucht beide Hände.",
    "layer_occupied": "Zwei Rüstungen liegen auf Lage {value}.",
    "bad_mode": "„{value}“ ist keine Schadensart wie „slash: 2d8 slash +str“.",
    "no_such_armour": "Eine Rüstung „{value}“ gibt es nicht als Vorlage; es gibt: {allowed}.",
}

CATALOG = {
    "labels": by_language(LABELS),
    "lines": by_language(_LINES),
    "icons": _ICONS,
    "refusals": {"de": GERMAN},
    "problems": {"de": _PROBLEMS},
    "options": OPTIONS,
    "outcomes": OUTCOMES,
    "stories": by_language(STORIES),
    "names": {"de": NAMES},
    "terms": by_language(TERMS),
}
