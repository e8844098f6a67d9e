"""What acts and reactions refuse, and their lines of the log: in English and German. A system takes them over:

    TEXTS = {**acts.TEXTS, "too_far": "…"}
    LINES = {**acts.LINES, "HitsRolled": ("…", "…")}
    LABELS = {**acts.STOP_LABELS, "attack": ("…", "…")}
    OUTCOMES = {"over": acts.OVER, "roll": …}
    TERMS = {**acts.TERMS, "strength": ("…", "…")}

Refusals are found by code, lines by event: those of the kit, and of the system's own those that are usually called so.
"""

TEXTS = {
    "reaction_only": "{act} is only possible as a reaction to an attack.",
    "reaction_costs_one": "{act} costs {n action|actions}; a reaction must cost exactly one.",
    "own_turn_only": "{act} is only possible in {name}'s own turn.",
    "cannot_react_to_self": "{name} is the actor and cannot react to the own action.",
    "cannot_react_to_reaction": "Only actions of the actor can be reacted to.",
    "already_reacted": "{name} has already reacted to this action.",
    "nothing_declared": "{name} has declared no reaction.",
    "no_action_left": "{name} needs {need action|actions} but has {have}.",
    "walk_act_not_allowed": "Only an act that is no movement can be done while walking.",
    "nothing_to_rule": "Nothing waits for this ruling.",
}

GERMAN = {
    "reaction_only": "{act} ist nur als Reaktion auf einen Angriff möglich.",
    "reaction_costs_one": "{act} kostet {n Aktion|Aktionen}; eine Reaktion kostet genau eine.",
    "own_turn_only": "{act} ist nur im eigenen Zug von {name} möglich.",
    "cannot_react_to_self": "{name} handelt selbst und kann darauf nicht reagieren.",
    "cannot_react_to_reaction": "Nur auf Handlungen dessen, der am Zug ist, kann man reagieren.",
    "already_reacted": "{name} hat auf diese Handlung schon reagiert.",
    "nothing_declared": "{name} hat keine Reaktion angesagt.",
    "no_action_left": "{name} braucht {need Aktion|Aktionen} und hat {have}.",
    "walk_act_not_allowed": "Im Gehen ist nur möglich, was selbst keine Bewegung ist.",
    "nothing_to_rule": "Auf diesen Entscheid wartet nichts.",
}

LINES = {
    "ActionRefused": ("{who}'s act is refused.", "Die Handlung von {who} wird abgelehnt."),
    "ActionNullified": ("{who}'s act comes to nothing: {reason}.", "Die Handlung von {who} verpufft: {reason}."),
    "ActionResolved": ("", ""),
    "ReactionWindowOpened": ("Who reacts? {eligible}", "Wer reagiert? {eligible}"),
    "ReactionWindowClosed": ("", ""),
    "ReactionDeclared": ("{who} will react.", "{who} will reagieren."),
    "ReactionWithdrawn": ("{who} takes the reaction back.", "{who} nimmt die Reaktion zurück."),
    "ReactionPassed": ("{who} passes.", "{who} passt."),
    "ReactionLapsed": ("{who}'s reaction lapses: {reason}.", "Die Reaktion von {who} verfällt: {reason}."),
    "ReactionResolved": ("", ""),
}

OVER = {
    "ActionResolved:nullified": ("", ""),
    "ReactionResolved:nullified": ("", ""),
    "ActionResolved": ("unhurt", "unverletzt"),
    "ReactionResolved": ("unhurt", "unverletzt"),
}
"""What is said where an act is over and has hurt nobody (`outcomes` in `server.core.view`); nothing where it came to
nothing."""

STOP_LABELS = {
    "stop.hit_me": ("I am hit", "Ich werde getroffen"),
    "stop.before_roll_at_me": ("I am attacked, before the roll", "Ich werde angegriffen, vor dem Wurf"),
    "stop.missed_me": ("I am missed", "Ich werde verfehlt"),
    "stop.hit_ally": ("One of us is hit", "Jemand von uns wird getroffen"),
    "stop.foe_acts": ("An opponent acts", "Die Gegenseite handelt"),
    "stop.foe_moves": ("An opponent moves", "Die Gegenseite bewegt sich"),
    "stop.ally_acts": ("One of us acts", "Jemand von uns handelt"),
    "stop.round_edge": ("A round begins or ends", "Eine Runde beginnt oder endet"),
}
"""What the moments of `server.kit.acts.stops` are called."""

TERMS = {
    "actions": (
        "What one does costs actions; all come back at the start of the own turn, and what is left then "
        "pays for reactions.",
        "Was man tut, kostet Aktionen; am Anfang des eigenen Zuges kommen alle zurück, und übrige zahlen Reaktionen.",
    ),
    "bonus_dice": (
        "Given up at any time, one buys an action more.",
        "Jederzeit abgegeben, bringt einer eine Aktion mehr.",
    ),
    "destiny_dice": (
        "Given up, one takes an action from an opponent.",
        "Abgegeben, nimmt einer der Gegenseite eine Aktion.",
    ),
    "stolen_next": (
        "So many actions are missing when the own turn comes.",
        "So viele Aktionen fehlen, wenn der eigene Zug kommt.",
    ),
    "victim": ("Who loses the action.", "Wer die Aktion verliert."),
    "with": ("What is done on the way.", "Was unterwegs getan wird."),
    "pass_reaction": (
        "One does not answer this act, and keeps the actions for later ones.",
        "Man antwortet auf diese Handlung nicht und behält die Aktionen für spätere.",
    ),
    "withdraw_reaction": (
        "What was announced is not done, and its action is free again.",
        "Was angesagt war, wird nicht getan, und seine Aktion ist wieder frei.",
    ),
    "keep_roll": (
        "The roll counts as it lies, and the dice are kept for another one.",
        "Der Wurf zählt, wie er liegt, und die Würfel bleiben für einen anderen.",
    ),
    "end_turn": (
        "What is left of the actions stays for reactions until one's next turn.",
        "Was an Aktionen übrig ist, bleibt bis zum eigenen nächsten Zug für Reaktionen.",
    ),
}
"""What a newcomer is told of that with which acts are paid (`server.kit.acts.buying`), and of what their forms ask:
key: (English, German)."""
