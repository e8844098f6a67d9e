"""The refusals of Tactics: code -> sentence (specification 3.6), English and German. Numbers come as named details."""

from server.kit import texts as kit

# code: (English, German)
_BOTH = {
    "phase_closed": ("{phase} is already fixed for this round.", "{phase}: für diese Runde schon festgelegt."),
    "tactics_sum": ("{oT} + {dT} is not {tactics}.", "{oT} + {dT} ist nicht {tactics}."),
    "tactics_sign": (
        "Offence and defence must both be 0 or {sign}.", "Angriff und Abwehr müssen beide 0 oder {sign} sein.",
    ),
    "too_many_attacks": (
        "{n attack|attacks}, at most {m} with {weapon}.", "{n Angriff|Angriffe}, höchstens {m} mit {weapon}.",
    ),
    "full_defense_exclusive": (
        "Full Defense allows no other action than movement.", "Volle Abwehr lässt nur noch Bewegung zu.",
    ),
    "full_defense_too_late": (
        "{name} has already acted this round.", "{name} hat in dieser Runde schon gehandelt.",
    ),
    "one_pace": ("Only one pace per round.", "Nur eine Gangart in jeder Runde."),
    "move_too_far": (
        "{need} m, at most {max} m at this pace.", "{need} m, in dieser Gangart höchstens {max} m.",
    ),
    "out_of_reach": (
        "{target} is {d} m away, the reach is {r} m.", "{target} ist {d} m entfernt, die Reichweite ist {r} m.",
    ),
    "weapon_unusable": ("{weapon} is broken or not in hand.", "{weapon} ist zerbrochen oder nicht in der Hand."),
    "wrong_weapon": ("{weapon} is not made for that ({kind}).", "{weapon} ist dafür nicht gemacht ({kind})."),
    "out_of_ammo": ("{weapon} has no ammunition left.", "Für {weapon} ist keine Munition mehr da."),
    "burst_too_long": ("{n round|rounds}, at most {m} with {weapon}.", "{n} Schuss, mit {weapon} höchstens {m}."),
    "burst_too_short": ("A burst is at least 2 rounds, not {n}.", "Ein Feuerstoß hat mindestens 2 Schuss, nicht {n}."),
    "cannot_act": ("{name} is {status}.", "{name} kann nicht handeln: {status}."),
    "cannot_defend": ("{name} is {status}.", "{name} kann sich nicht wehren: {status}."),
    "cannot_guard": ("{name} cannot guard {target} ({reason}).", "{name} kann {target} nicht schützen ({reason})."),
    "guarded_already": ("{name} guards already.", "{name} schützt schon."),
    "no_safe_part": (
        "This attack cannot be stopped with bare hands.",
        "Dieser Angriff lässt sich nicht mit bloßen Händen aufhalten.",
    ),
    "not_your_go": ("It is {other}'s go.", "{other} ist an der Reihe."),
    "not_declared": (
        "This is not in your plan; changing it costs −1 per action (walking: nothing).",
        "Das steht nicht im Plan; ihn zu ändern kostet −1 je Handlung (Gehen: nichts).",
    ),
    "already_performed": ("This action has been carried out.", "Diese Handlung ist schon ausgeführt."),
    "already_gone": ("{name} has already had its go.", "{name} war in dieser Runde schon an der Reihe."),
    "already_yielded": ("{name} has already given way this round.", "{name} hat in dieser Runde schon gewartet."),
    "no_pain": ("{name} suffers no condition penalty.", "{name} leidet unter keinem Zustand."),
    "not_the_decider": ("This decision belongs to {who}.", "Das entscheidet: {who}."),
    "not_the_tied": ("The order must name exactly: {names}.", "Die Reihenfolge muss genau diese nennen: {names}."),
    "not_settled": ("{name} has not settled.", "{name} hat sich noch nicht festgelegt."),
    "repair_in_combat": (
        "Items cannot be repaired during combat.", "Im Kampf lässt sich nichts reparieren.",
    ),
    "target_unknown": ("There is no such combatant.", "So jemanden gibt es nicht."),
    "unknown_side": (
        "There is no side {side}; there are {sides}.", "Eine Seite {side} gibt es nicht; es gibt {sides}.",
    ),
    "wrong_phase": ("This is not possible during {phase}.", "Das ist jetzt nicht möglich ({phase})."),
    "stale_action": ("The dice are already rolled.", "Die Würfel sind schon gefallen."),
}  # fmt: skip

TEXTS = {**kit.TEXTS, **{code: both[0] for code, both in _BOTH.items()}}
GERMAN = {**kit.GERMAN, **{code: both[1] for code, both in _BOTH.items()}}
