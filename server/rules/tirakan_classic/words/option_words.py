"""What the house rules are called: English and German, a sentence each, and their values."""

OPTIONS = {
    "fire_modes": ("Fire modes", "Feuermodi"),
    "fire_modes.hint": (
        "May a weapon be fired in other modes than its usual one?",
        "Darf man mit einer Waffe auch anders als im üblichen Modus feuern?",
    ),
    "dice_in_combat_rolls": ("Dice spent on rolls", "Würfel für Würfe ausgeben"),
    "dice_in_combat_rolls.hint": (
        "May bonus dice and destiny dice improve a roll once it is seen?",
        "Dürfen Bonus- und Schicksalswürfel einen Wurf verbessern, wenn man ihn gesehen hat?",
    ),
    "explode_in_combat": ("Exploding dice", "Explodierende Würfel"),
    "explode_in_combat.hint": (
        "Is a six thrown again in combat, and added?",
        "Wird eine Sechs im Kampf noch einmal geworfen und dazugezählt?",
    ),
    "explode_initiative": ("Exploding initiative", "Explodierende Initiative"),
    "explode_initiative.hint": (
        "Is a six thrown again for initiative?",
        "Wird eine Sechs bei der Initiative noch einmal geworfen?",
    ),
    "tie": ("Complete ties", "Völliger Gleichstand"),
    "tie.hint": (
        "Who says who acts first where initiative, quickness and deftness are equal? Late-comers always roll.",
        "Wer bestimmt, wer zuerst handelt, wenn Initiative, Schnelligkeit und Geschick gleich sind? "
        "Wer später kommt, würfelt immer.",
    ),
    "tie.roll": ("A die", "Ein Würfel"),
    "tie.gm": ("The game master", "Die Spielleitung"),
    "walk_penalty": ("Acting while walking", "Im Gehen handeln"),
    "walk_penalty.hint": (
        "Does walking take two dice of each roll, or must each die show two more?",
        "Nimmt das Gehen jedem Wurf zwei Würfel, oder muss jeder Würfel zwei mehr zeigen?",
    ),
    "walk_penalty.dice": ("Two dice less", "Zwei Würfel weniger"),
    "walk_penalty.minimum_roll": ("Two more to reach", "Zwei mehr nötig"),
    "crawl_rounding": ("Half metres of crawling", "Halbe Meter beim Kriechen"),
    "crawl_rounding.hint": (
        "How half the quickness is rounded to metres.",
        "Wie die halbe Schnelligkeit auf Meter gerundet wird.",
    ),
    "crawl_rounding.none": ("Not at all", "Gar nicht"),
    "crawl_rounding.up": ("Up", "Auf"),
    "crawl_rounding.down": ("Down", "Ab"),
    "crawl_needs_down": ("Only those who are down crawl", "Kriechen nur am Boden"),
    "crawl_needs_down.hint": (
        "Must one kneel or lie to crawl?",
        "Muss man knien oder liegen, um zu kriechen?",
    ),
    "full_auto": ("Full-auto fire", "Dauerfeuer"),
    "full_auto.hint": (
        "Is there one attack for each action that is left, or a single one for all?",
        "Gibt es für jede übrige Aktion einen Angriff, oder einen einzigen für alle?",
    ),
    "full_auto.per_action": ("An attack per action", "Je Aktion ein Angriff"),
    "full_auto.single": ("A single attack", "Ein einziger Angriff"),
    "full_only_binds": ("Weapons without other modes bind too", "Auch Waffen ohne andere Modi binden"),
    "full_only_binds.hint": (
        "Does a weapon that has only full-auto fire take all actions?",
        "Nimmt eine Waffe, die nur Dauerfeuer kann, alle Aktionen?",
    ),
    "full_auto_allows_bought": ("Buying actions after full-auto fire", "Aktionen kaufen nach Dauerfeuer"),
    "full_auto_allows_bought.hint": (
        "May actions be bought and used for reactions in the round that full-auto fire has ended?",
        "Darf man in der Runde, die Dauerfeuer beendet hat, Aktionen kaufen und damit reagieren?",
    ),
    "empty_pool": ("A roll without dice", "Ein Wurf ohne Würfel"),
    "empty_pool.hint": (
        "Is an act refused whose roll has no dice left, or does it miss?",
        "Wird eine Handlung abgelehnt, deren Wurf keine Würfel mehr hat, oder misslingt sie?",
    ),
    "empty_pool.refuse": ("Is refused", "Wird abgelehnt"),
    "empty_pool.miss": ("Misses", "Misslingt"),
    "evade_harder_by_hits": ("Hits make evading harder", "Treffer erschweren das Ausweichen"),
    "evade_harder_by_hits.hint": (
        "Must each die of an evasion show one more for each hit?",
        "Muss jeder Würfel beim Ausweichen je Treffer eins mehr zeigen?",
    ),
    "parry": ("Parrying", "Parieren"),
    "parry.hint": (
        "How many hits a parry takes: by a roll, by the game master's word, or there is none.",
        "Wie viele Treffer eine Parade nimmt: durch einen Wurf, durch die Spielleitung, oder es gibt keine.",
    ),
    "parry.roll": ("A roll", "Ein Wurf"),
    "parry.gm": ("The game master says", "Die Spielleitung sagt es"),
    "parry.off": ("Never", "Nie"),
    "unarmed_bonus_always": ("Strong hands always wound", "Starke Hände verwunden immer"),
    "unarmed_bonus_always.hint": (
        "Do hits by strong bare hands make their bonus wound also where protection stops them?",
        "Machen Treffer mit starken bloßen Händen ihre Bonuswunde auch, wenn Schutz sie aufhält?",
    ),
    "behind_blocks_parry": ("No parry from behind", "Von hinten keine Parade"),
    "behind_blocks_parry.hint": (
        "Can attacks from behind not be parried either?",
        "Sind Angriffe von hinten auch nicht zu parieren?",
    ),
    "steal_saved": ("Destiny dice take saved actions", "Schicksalswürfel nehmen gesparte Aktionen"),
    "steal_saved.hint": (
        "Does a destiny die take a saved action at once, or one of the next turn?",
        "Nimmt ein Schicksalswürfel sofort eine gesparte Aktion, oder eine des nächsten Zugs?",
    ),
    "bought_before_first_turn": ("Buying before the first turn", "Kaufen vor dem ersten Zug"),
    "bought_before_first_turn.hint": (
        "May actions be bought before one's first turn?",
        "Darf man vor dem eigenen ersten Zug Aktionen kaufen?",
    ),
    "throw_modifiers": ("Cover against thrown things", "Deckung gegen Geworfenes"),
    "throw_modifiers.hint": (
        "Does cover take dice also where an object is thrown?",
        "Nimmt Deckung auch dann Würfel, wenn ein Gegenstand geworfen wird?",
    ),
    "dying": ("Who is dying", "Wer im Sterben liegt"),
    "dying.hint": (
        "Is somebody dying once there are wounds enough, or when the game master says so?",
        "Liegt jemand im Sterben, sobald es Wunden genug sind, oder wenn es die Spielleitung sagt?",
    ),
    "dying.auto": ("By the number of wounds", "Nach der Zahl der Wunden"),
    "dying.gm": ("The game master says", "Die Spielleitung sagt es"),
}
