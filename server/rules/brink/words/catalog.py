"""The words and signs by which clients speak of Brink: labels, lines of the log, icons. English and German."""

from __future__ import annotations

from server.kit.texts import LINES, by_language
from server.rules.brink.words.labels import LABELS
from server.rules.brink.words.option_words import OPTIONS
from server.rules.brink.words.outcomes import OUTCOMES
from server.rules.brink.words.stories import NAMES, STORIES
from server.rules.brink.words.terms import TERMS
from server.rules.brink.words.texts import GERMAN

# event: (English, German)
_LINES = {
    **LINES,
    "CombatStarted": ("The fight begins.", "Der Kampf beginnt."),
    "CombatantAdded": ("{name} joins.", "{name} kommt dazu."),
    "GroupSet": ("{who} joins the group {group!}.", "{who} gehört zur Gruppe {group!}."),
    "OptionsSet": ("The table options have changed.", "Die Tischregeln sind geändert."),
    "InitiativeRolled": (
        "Initiative of {members}: {face}[ + {extra}].",
        "Initiative von {members}: {face}[ + {extra}].",
    ),
    "InitiativeTieBroken": ("A tie is rolled off: {slots}.", "Ein Gleichstand wird ausgewürfelt: {slots}."),
    "UnseenTieBroken": (
        "With the hidden, a tie is rolled off: {slots}.",
        "Mit den Verborgenen wird ein Gleichstand ausgewürfelt: {slots}.",
    ),
    "InitiativeOrderSet": ("Order: {order}.", "Reihenfolge: {order}."),
    "RoundStarted": ("Round {n}.", "Runde {n}."),
    "RoundEnded": ("", ""),
    "TurnStarted": ("Turn: {members}.", "Am Zug: {members}."),
    "TurnEnded": ("", ""),
    "ReadiedExpired": ("{who}'s readied action expires.", "Die Bereitschaft von {who} verfällt."),
    "EnergyGained": ("{who has|have} {ep} energy.", "{who hat|haben} {ep} Energie."),
    "ActionReadied": ("{who} readies an action.", "{who} hält eine Aktion bereit."),
    "DelayAnnounced": ("{members} will wait.", "{members wird|werden} abwarten."),
    "TurnDelayed": ("{members waits|wait}.", "{members wartet|warten} ab."),
    "ReinsertPlanned": ("{members} will act after {after}.", "{members handelt|handeln} nach {after}."),
    "TurnReinserted": ("{members acts|act} now.", "{members handelt|handeln} jetzt."),
    "DelayKept": ("", ""),
    "DelayLapsed": ("The delayed turn of {members} is lost.", "Der abgewartete Zug von {members} verfällt."),
    "ActionDeclared": (
        "{who}: {action.deed.kind}[ ({action.label!})][ → {target}]",
        "{who}: {action.deed.kind}[ ({action.label!})][ → {target}]",
    ),
    # What was done tells it once it is: who has moved need not be said to have meant to.
    **dict.fromkeys(
        (f"ActionDeclared:{done}" for done in ("Moved", "PathWalked", "Reloaded", "WeaponSwapped")), ("", "")
    ),
    "ReactionDeclared": (
        "{who} uses the readied action: {action.deed.kind}[ ({action.label!})][ → {target}]",
        "{who} nutzt die Bereitschaft: {action.deed.kind}[ ({action.label!})][ → {target}]",
    ),
    "Announced": ("", ""),
    "ReactionPassed": ("", ""),
    "ActionSpent": ("", ""),
    "ActionReturned": ("{who} gets the action back.", "{who} erhält die Aktion zurück."),
    "EnergySpent": ("{who} spends {amount} energy ({purpose}).", "{who} verbraucht {amount} Energie ({purpose})."),
    "ActionGranted": ("{who}'s action has initiative.", "Die Aktion von {who} hat Initiative."),
    "ActionVoided": ("", ""),
    "ActionFizzled": ("{who}'s action comes to nothing: {reason}.", "Die Aktion von {who} verpufft: {reason}."),
    "ActionRefused": ("{who}'s action is not allowed: {reason!}.", "Die Aktion von {who} gilt nicht: {reason!}."),
    **dict.fromkeys(
        (f"ActionRefused:reason={code}" for code in ("refused", "out_of_range", "no_line_of_sight")),
        ("{who}'s action is not allowed: {reason}.", "Die Aktion von {who} gilt nicht: {reason}."),
    ),
    "ActionResolved": ("", ""),
    "FrameClosed": ("", ""),
    "HitsRolled": (
        "{who} attacks {target}: {total}[ against {agility}], {hit hits|misses}.",
        "{who} greift {target} an: {total}[ gegen {agility}], {hit trifft|verfehlt}.",
    ),
    "EnergyAdded": ("", ""),
    "AmmoSpent": ("{who} must reload.", "{who} muss nachladen."),
    "Reloaded": ("{who} reloads[, {reserve} left].", "{who} lädt nach[, noch {reserve}]."),
    "WeaponSwapped": ("{who} swaps weapons[: {name}].", "{who} wechselt die Waffe[: {name}]."),
    "ProtectionUsed": ("{target} is hit for {dealt}.", "{target} wird getroffen: {dealt} Schaden."),
    "HealthLost": ("{who} takes {amount} damage.", "{who} erleidet {amount} Schaden."),
    "BrinkRolled": (
        "{who} rolls at the brink: {face} of {target} needed, {stays holds out|fails}.",
        "{who} würfelt am Abgrund: {face} von nötigen {target}, {stays hält sich|scheitert}.",
    ),
    "StatusChanged": ("{who}: {status}.", "{who}: {status}."),
    "StatusChanged:status=forfeited": ("{who} gives up.", "{who} gibt auf."),
    "FateDoubted": ("", ""),
    "MoveProvoked": ("", ""),
    "OpportunityOffered": ("{who} could strike {mover}.", "{who} könnte {mover} treffen."),
    "OpportunityTaken": ("{who} strikes as {mover} leaves.", "{who} schlägt zu, als {mover} sich löst."),
    "OpportunityDeclined": ("{who} lets {mover} go.", "{who} lässt {mover} gehen."),
    "PathWalked": ("{who} goes {cost_cm}.", "{who} geht {cost_cm}."),
    "PathLeft": ("", ""),
    "Forfeited": ("", ""),
    "CombatEnded": ("The fight is over.[ Winners: {winners}.]", "Der Kampf ist vorbei.[ Es gewinnt: {winners}.]"),
    "MoraleChanged": ("{who has|have} morale {now} now.", "{who hat|haben} jetzt Moral {now}."),
    "GMRuled": ("Ruling[ on {subject}][: {text!}].", "Entscheid[ zu {subject}][: {text!}]."),
    "CustomRolled": ("{who} rolls {total}[ against {need}].", "{who} würfelt {total}[ gegen {need}]."),
    # questions
    "boundary": (
        "Does anybody act before the next turn begins?",
        "Handelt jemand, bevor der nächste Zug beginnt?",
    ),
}

_ICONS = {
    "attack": "sword", "skill": "spark", "move": "arrow", "shift": "shift", "swap": "swap", "swap_ep": "swap",
    "reload": "reload", "custom": "pen", "end_turn": "check", "ready_and_end": "ready", "delay_turn": "wait",
    "reinsert_turn": "play", "plan_turn": "play", "keep_waiting": "wait", "pass_readied": "minus",
    "take_opportunity": "sword", "decline_opportunity": "minus", "add_ep": "plus", "forfeit": "flag",
    "start_combat": "play", "opening_attack": "sword", "end_combat": "stop", "HitsRolled": "sword",
    "BrinkRolled": "skull", "HealthLost": "heart", "ActionReadied": "ready",
    "MoraleChanged": "star", "readied": "ready", "at_brink": "skull", "forfeited": "flag", "down": "cross",
    "dead": "grave", "waiting": "wait", "delaying": "wait", "unloaded": "empty", "health": "heart", "ep": "bolt",
    "morale": "star", "die": "20",
}  # fmt: skip

_PROBLEMS = {
    "needs_range": "Eine Waffe der Art „{value}“ braucht range_m.",
    "not_carried": "„{value}“ ist keine der Waffen: {allowed}.",
    "too_healthy": "health {value} ist mehr als health_max {most}.",
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
