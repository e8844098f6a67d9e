"""Words for keys: options, groups, tracks, conditions, phases, questions, parameters, terms, reasons. No sentences."""

from __future__ import annotations

from server.kit import texts as kit
from server.rules.brink.words.option_words import OPTIONS

# Table options are named as where tables are laid, their values too.
_OPTIONS = {f"option.{key}": both for key, both in OPTIONS.items() if not key.endswith(".hint")}

# key: (English, German)
LABELS = {
    **kit.LABELS,
    **_OPTIONS,
    # groups
    "end": ("Turn", "Zug"),
    # phases
    "opening": ("Opening attack", "Eröffnungsangriff"),
    "boundary": ("Between two turns", "Zwischen zwei Zügen"),
    "turn_idle": ("Turn", "Zug"),
    "window": ("Use a readied action?", "Bereitschaft nutzen?"),
    "opportunity": ("Opportunity attack?", "Gelegenheitsangriff?"),
    "bonus": ("Add energy?", "Energie zugeben?"),
    "gm_ruling": ("The GM rules", "Die SL entscheidet"),
    "resolving": ("In progress", "Im Gange"),
    # questions to the GM
    "distance": ("How far is the target?", "Wie weit ist das Ziel?"),
    "brink": ("What becomes of the fallen?", "Was wird aus dem Gefallenen?"),
    # what dice are for
    "initiative": ("Initiative", "Initiative"),
    "tie": ("Tie", "Gleichstand"),
    "hit": ("To hit", "Trefferwurf"),
    "check": ("Roll", "Wurf"),
    # options
    "attack": ("Attack", "Angriff"),
    "skill": ("Skill", "Fertigkeit"),
    "shift": ("Shift", "Schritt"),
    "swap": ("Swap weapon", "Waffe wechseln"),
    "swap_ep": ("Swap weapon for 1 energy", "Waffe wechseln für 1 Energie"),
    "reload": ("Reload", "Nachladen"),
    "ready_and_end": ("Ready and end turn", "Bereithalten und Zug beenden"),
    "delay_turn": ("Delay turn", "Zug verzögern"),
    "reinsert_turn": ("Act now", "Jetzt handeln"),
    "plan_turn": ("Act after", "Handeln nach"),
    "keep_waiting": ("Keep waiting", "Weiter warten"),
    "use_readied": ("Use readied action", "Bereitschaft nutzen"),
    "pass_readied": ("Pass", "Passen"),
    "take_opportunity": ("Strike", "Zuschlagen"),
    "decline_opportunity": ("Let go", "Gehen lassen"),
    "add_ep": ("Add energy", "Energie zugeben"),
    "forfeit": ("Give up", "Aufgeben"),
    "opening_attack": ("Open with an attack", "Mit einem Angriff eröffnen"),
    "set_group": ("Group", "Gruppe"),
    "set_options": ("Table options", "Tischregeln"),
    "gm_rule": ("Rule", "Entscheiden"),
    "gm_refuse": ("Do not allow", "Nicht zulassen"),
    "gm_grant_initiative": ("Grant initiative", "Initiative gewähren"),
    "gm_close_window": ("Nobody else", "Niemand mehr"),
    "gm_end_turn": ("End this turn", "Diesen Zug beenden"),
    # tracks and facts
    "health": ("Health", "Gesundheit"),
    "damage": ("Damage taken", "Schaden erlitten"),
    "ep": ("Energy", "Energie"),
    "actions": ("Actions", "Aktionen"),
    "morale": ("Morale", "Moral"),
    "might": ("Might", "Stärke"),
    "accuracy": ("Accuracy", "Genauigkeit"),
    "agility": ("Agility", "Gewandtheit"),
    "protection": ("Protection", "Schutz"),
    "ep_regain": ("Energy a turn", "Energie je Zug"),
    "health_max": ("Full health", "Volle Gesundheit"),
    "ep_max": ("Most energy", "Höchste Energie"),
    "move_cm": ("Move (cm)", "Bewegung (cm)"),
    "group": ("Group", "Gruppe"),
    "unarmed": ("Bare hands", "Bloße Hände"),
    # conditions
    "active": ("Active", "Aktiv"),
    "at_brink": ("At the brink", "Am Abgrund"),
    "forfeited": ("Has given up", "Hat aufgegeben"),
    "down": ("Down", "Am Boden"),
    "dead": ("Dead", "Tot"),
    "readied": ("Readied", "Bereit"),
    "waiting": ("Waiting", "Wartet ab"),
    "delaying": ("Will wait", "Will abwarten"),
    "unloaded": ("Not loaded", "Nicht geladen"),
    # what things cost
    "cost.ep": ("energy", "Energie"),
    "own_turn": ("the turn", "der Zug"),
    # parameters
    "ep_bonus": ("Energy for the roll", "Energie für den Wurf"),
    "normal_cm": ("How far", "Wie weit"),
    "ready": ("Ready an action", "Aktion bereithalten"),
    "ready_for_ep": ("Yes, for 1 energy", "Ja, für 1 Energie"),
    "true": ("Yes", "Ja"),
    "false": ("No", "Nein"),
    "after": ("After", "Nach"),
    "like": ("Like", "Wie"),
    "at": ("Where?", "Wo?"),
    "alone": ("Alone", "Allein"),
    "status": ("Status", "Status"),
    "equipped": ("In hand", "In der Hand"),
    "sheet": ("Sheet", "Bogen"),
    "loaded": ("Loaded", "Geladen"),
    "reserve": ("Reserve", "Vorrat"),
    "cost": ("Actions", "Aktionen"),
    "need": ("Has to reach", "Muss erreichen"),
    "winners": ("Winners", "Sieger"),
    "refuse": ("Not allowed", "Nicht erlaubt"),
    # terms of rolls
    "reach_cm": ("Reach", "Reichweite"),
    "sight": ("In sight", "In Sicht"),
    "brink_target": ("Has to reach", "Muss erreichen"),
    # what energy is spent on
    "improve": ("Better roll", "Besserer Wurf"),
    # why actions come to nothing
    "mover_unable": ("can't go any more", "kann nicht mehr gehen"),
    "unable": ("can't act any more", "kann nicht mehr handeln"),
    "target_out_of_fight": ("the target no longer fights", "das Ziel kämpft nicht mehr"),
    "out_of_range": ("out of range", "außer Reichweite"),
    "no_line_of_sight": ("out of sight", "außer Sicht"),
    "weapon_not_in_hand": ("the weapon is not in hand", "die Waffe ist nicht in der Hand"),
    "not_loaded": ("not loaded", "nicht geladen"),
    "path_moved": ("stands elsewhere", "steht anderswo"),
    "not_enough_movement": ("the path is too long", "der Weg ist zu weit"),
    "interrupted": ("interrupted", "unterbrochen"),
    "avoided": ("the target has stepped aside", "das Ziel ist ausgewichen"),
    "skill_lost": ("the skill is not known any more", "die Fertigkeit ist verloren"),
    "refused": ("the GM says no", "die SL sagt nein"),
}
