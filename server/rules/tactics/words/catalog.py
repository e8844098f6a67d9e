"""The words and signs by which clients speak of Tactics: labels, lines of the log, icons. English and German."""

from __future__ import annotations

from server.kit.texts import LINES, by_language
from server.rules.tactics.words.labels import LABELS
from server.rules.tactics.words.option_words import OPTIONS
from server.rules.tactics.words.outcomes import OUTCOMES
from server.rules.tactics.words.stories import NAMES, STORIES
from server.rules.tactics.words.terms import TERMS
from server.rules.tactics.words.texts import GERMAN

# event: (English, German)
_LINES = {
    "DistanceSet": LINES["DistanceSet"],
    "CombatantNoticed": ("{by} notices {who}.", "{by} bemerkt {who}."),
    "CombatantAdded": ("{name} joins.", "{name} kommt dazu."),
    "OptionsSet": ("The table options have changed.", "Die Tischregeln sind geändert."),
    "EncounterStarted": ("The fight begins.", "Der Kampf beginnt."),
    "RoundStarted": ("Round {round}.", "Runde {round}."),
    "AwarenessTaken": ("", ""),
    "PhaseLocked": ("Nothing more can be changed here: {phase}.", "Daran ändert sich nichts mehr: {phase}."),
    "PhaseLocked:phase=tactics": (
        "The tactics of this round are settled.", "Die Taktik steht für diese Runde fest.",
    ),
    "PhaseLocked:phase=declare": ("The plans of this round are settled.", "Die Pläne stehen für diese Runde fest."),
    "LockAsked": (
        "{who} has changed {revisions time|times}: lock the phase?",
        "{who} hat {revisions}-mal geändert: Phase schließen?",
    ),
    "RoundEnded": ("", ""),
    "EncounterEnded": ("The fight is over.[ Winners: {winners}.]", "Der Kampf ist vorbei.[ Es gewinnt: {winners}.]"),
    "TacticsSet": ("{who}: offence {oT}, defence {dT}.", "{who}: Angriff {oT}, Abwehr {dT}."),
    "StanceAnnounced": ("{who}: {stance}.", "{who}: {stance}."),
    "ActionsDeclared": ("{who} plans.", "{who} plant."),
    "Settled": ("{who} is ready.", "{who} ist bereit."),
    "Unsettled": ("{who} thinks again.", "{who} überlegt noch einmal."),
    "SettledCleared": ("{who} has to look again.", "{who} muss noch einmal hinsehen."),
    "ActionsChanged": (
        "{who} changes the plan[: {total_penalty} on checks].", "{who} ändert den Plan[: {total_penalty} auf Proben].",
    ),
    "InitiativeRolled": ("{who} has initiative {total}.", "{who} hat Initiative {total}."),
    "TieOpened": ("A tie: {tied}.", "Gleichstand: {tied}."),
    "TieProposed": ("", ""),
    "TieSettled": ("In this order: {order}.", "In dieser Reihenfolge: {order}."),
    "OrderSet": ("Order: {order}.", "Reihenfolge: {order}."),
    "ClosingDue": ("{who} closes in.", "{who} nähert sich."),
    "ClosingGiven": ("", ""),
    "ClosingEnded": ("", ""),
    "GoStarted": ("It is {who}'s go.", "{who} ist an der Reihe."),
    "GoYielded": ("{who} lets {to} go first.", "{who} lässt {to} den Vortritt."),
    "GoEnded": ("", ""),
    "ActionSpent": ("[{who}: {text!}.]", "[{who}: {text!}.]"),  # what else was done has a line of its own
    "DeedBegun": ("", ""),
    "DeedOver": ("", ""),
    "PainChecked": (
        "{who} fights the pain and {success succeeds|fails}.",
        "{who} kämpft gegen den Schmerz: {success gelungen|misslungen}.",
    ),
    "RunChecked": ("{who}: {pace}[, {distance_cm}].", "{who}: {pace}[, {distance_cm}]."),
    "SkillChecked": (
        "{who} uses {skill} and {success succeeds|fails}.",
        "{who} nutzt {skill}: {success gelungen|misslungen}.",
    ),
    "Ran": ("", ""),
    "AttackDeclared": ("{who} → {target}: {kind}[ ({item})].", "{who} → {target}: {kind}[ ({item})]."),
    "ReactionDeclared": (
        "{who}[: {role}][: {kind}][ {sunder strikes|spares} at what blocks][? leaves it at that][ {D}].",
        "{who}[: {role}][: {kind}][ {sunder schlägt|verschont} auf das, was blockt][? belässt es dabei][ {D}].",
    ),
    "ReactionRefused": ("Not like that, {who}[: {reason!}].", "So nicht, {who}[: {reason!}]."),
    "FullDefenseTaken": ("{who} is in Full Defense.", "{who} ist in voller Abwehr."),
    "FullDefenseEnded": ("{who} is no longer in Full Defense.", "{who} ist nicht mehr in voller Abwehr."),
    "HitsRolled": (
        "{who} attacks {target}: {effective}[ against {T}], {hit hits|misses}.",
        "{who} greift {target} an: {effective}[ gegen {T}], {hit trifft|verfehlt}.",
    ),
    "DamageRolled": ("Base damage[ {W}].", "Grundschaden[ {W}]."),
    "ProtectionUsed": (
        "Armour[ {value}][; {W_out wound goes|wounds go} through][; {S_out} stress gets through].",
        "Rüstung[ {value}][; {W_out Wunde geht|Wunden gehen} durch][; {S_out} Belastung geht durch].",
    ),
    "WoundsLost": ("{who} is wounded[: {amount}].", "{who} wird verwundet[: {amount}]."),
    "StressLost": ("{who} is shaken[: {amount}].", "{who} wird erschüttert[: {amount}]."),
    # Whether it is one thing or several (teeth) is not known: no verb.
    "SunderChecked": (
        "Does it hold? {item} of {who}[: −{loss}].", "Hält das stand? {item} von {who}[: −{loss}].",
    ),
    "ItemBroken": ("Broken: {item} of {who}.", "Zerbrochen: {item} von {who}."),
    "AmmoLost": ("{item} of {who}[: {left} more][? is empty].", "{item} von {who}[: noch {left}][? ist leer]."),
    "Reloaded": ("{who} reloads {item}.", "{who} lädt {item} nach."),
    "WeaponDrawn": ("{who} draws {item}.", "{who} zieht {item}."),
    "CounterGained": (
        "{who} may strike back at {against}[: +{bonus}].", "{who} kann {against} kontern[: +{bonus}].",
    ),
    "CounterExpired": ("", ""),
    "CombatantDown": ("{who}: {status}.", "{who}: {status}."),
    "CombatantDied": ("{who} is killed.", "{who} ist tot."),
    "AttackOver": ("", ""),
    "RulingGiven": (
        "Ruling[ on {who}][ against {target}]: {ruling} {n}.", "Entscheid[ zu {who}][ gegen {target}]: {ruling} {n}.",
    ),
    "RulingGiven:ruling=refuse": (
        "Ruling on {who}[ against {target}]: {ruling}[: {text!}].",
        "Entscheid zu {who}[ gegen {target}]: {ruling}[: {text!}].",
    ),
    "RulingGiven:ruling=mark_check": ("Ruling on {who}: {ruling}.", "Entscheid zu {who}: {ruling}."),
    "RulingGiven:ruling=max_attacks": (
        "Ruling on {who}: {ruling}[ with {key}]: {n}.", "Entscheid zu {who}: {ruling}[ mit {key}]: {n}.",
    ),
    "GmAnswered": ("", ""),
    "ObjectNamed": ("There is {object.name}.", "Da ist {object.name}."),
    "ObjectStruck": ("{who} strikes {object}.", "{who} schlägt auf {object}."),
    "GmAdjusted": (
        "Ruling on {who}: {value_of}[ {key}] {value}.", "Entscheid zu {who}: {value_of}[ {key}] {value}.",
    ),
    # questions
    "defence": ("{who} attacks {target}.", "{who} greift {target} an."),
    "block": ("{target} has blocked {who}.", "{target} hat {who} geblockt."),
    "projectile": ("{target} stops what {who} shoots.", "{target} hält auf, was {who} schießt."),
    "tie": ("{tied} are equal.", "Gleichauf: {tied}."),
    "secret_tie": ("{tied} are equal.", "Gleichauf: {tied}."),
    # what terms add up to
    "sum.InitiativeRolled": ("Total {total}", "Summe {total}"),
    "sum.HitsRolled": ("{effective}[ against {T}]", "{effective}[ gegen {T}]"),
    "sum.PainChecked": ("{effective}[ against {T}]", "{effective}[ gegen {T}]"),
    "sum.RunChecked": ("{effective}[ against {T}]", "{effective}[ gegen {T}]"),
    "sum.SkillChecked": ("{effective}[ against {T}]", "{effective}[ gegen {T}]"),
    "sum.ProtectionUsed": ("Armour {value}", "Rüstung {value}"),
    "sum.SunderChecked": ("{effective}[ against {tn}]", "{effective}[ gegen {tn}]"),
}  # fmt: skip

_ICONS = {
    "attack": "sword", "burst": "burst", "spray": "spray", "area": "blast", "skill": "spark", "walk": "walk",
    "jog": "arrows", "run": "run", "sprint": "sprint", "draw": "up", "reload": "reload", "talk": "talk",
    "full_defense": "shield", "perform_attack": "sword", "perform_burst": "burst", "perform_area": "blast",
    "defend_dodge": "dodge", "defend_parry": "sword", "defend_block": "shield", "defend_fully": "shield",
    "defend_parry_bare": "sword", "defend_block_bare": "shield", "plan_burst": "burst", "plan_spray": "spray",
    "phase_settle": "check", "phase_unsettle": "ask", "end_turn": "check", "encounter_start": "play",
    "encounter_end": "stop", "HitsRolled": "sword", "WoundsLost": "heart", "StressLost": "bolt",
    "ItemBroken": "broken", "CombatantDied": "grave", "CombatantDown": "cross", "W": "heart", "S": "bolt",
    "ammo": "round", "aggressive": "sword", "defensive": "shield", "normal": "equal", "stunned": "bolt",
    "unconscious": "cross", "dying": "skull", "dead": "grave", "changed": "changed", "die": "6",
}  # fmt: skip

_FOLLOWS = dict.fromkeys(("tactics_set", "actions_declare", "plan_strike", "plan_burst", "plan_spray"), "phase_settle")
"""D-TAC-4: each change takes back the own mark, so whoever makes one may be ready again with the same tap."""

_PROBLEMS = {"two_shields": "Eine der Waffen heißt „{value}“, und es gibt einen Schild."}

CATALOG = {
    "labels": by_language(LABELS),
    "lines": by_language(_LINES),
    "icons": _ICONS,
    "follows": _FOLLOWS,
    "refusals": {"de": GERMAN},
    "problems": {"de": _PROBLEMS},
    "options": OPTIONS,
    "outcomes": OUTCOMES,
    "stories": by_language(STORIES),
    "names": {"de": NAMES},
    "terms": by_language(TERMS),
}
