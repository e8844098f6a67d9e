"""What Tirakan's house rules are called: English and German, a sentence each, and their values."""

OPTIONS = {
    "world": ("World", "Welt"),
    "world.hint": (
        "Fantasy has blades, bows and shields; modern has firearms, recoil and ammunition.",
        "Fantasy hat Klingen, Bögen und Schilde; Moderne hat Feuerwaffen, Rückstoß und Munition.",
    ),
    "world.fantasy": ("Fantasy", "Fantasy"),
    "world.modern": ("Modern", "Moderne"),
    "react_to_reactions": ("Reacting to a reaction", "Auf eine Reaktion reagieren"),
    "react_to_reactions.hint": (
        "May the target of an attack made as a reaction dodge or parry it?",
        "Darf das Ziel eines Angriffs, der eine Reaktion ist, ausweichen oder parieren?",
    ),
    "react_to_reactions.none": ("No", "Nein"),
    "react_to_reactions.defence_only": ("Defence only", "Nur Verteidigung"),
    "reaction_timing": ("When reactions are declared", "Wann Reaktionen angesagt werden"),
    "reaction_timing.hint": (
        "Are the dice of the act known to those who decide whether they react?",
        "Kennen die, die über eine Reaktion entscheiden, schon die Würfel der Handlung?",
    ),
    "reaction_timing.after_roll": ("After the roll", "Nach dem Wurf"),
    "reaction_timing.before_roll": ("Before the roll", "Vor dem Wurf"),
    "move_negates": ("Moving out of reach", "Aus der Reichweite gehen"),
    "move_negates.hint": (
        "Does an act come to nothing when its target walks out of reach as a reaction?",
        "Verpufft eine Handlung, wenn ihr Ziel als Reaktion aus der Reichweite geht?",
    ),
    "move_negates.gm_confirm": ("Ask the game master", "Die Spielleitung fragen"),
    "move_negates.always": ("Always", "Immer"),
    "move_negates.never": ("Never", "Nie"),
    "steal_takes_saved": ("Destiny dice take saved actions", "Schicksalswürfel nehmen gesparte Aktionen"),
    "steal_takes_saved.hint": (
        "A destiny die takes an action that was saved for reactions at once; otherwise one of the next turn.",
        "Ein Schicksalswürfel nimmt sofort eine für Reaktionen gesparte Aktion; sonst eine des nächsten Zugs.",
    ),
    "aim_lost_on": ("Aim is lost by", "Zielen endet durch"),
    "aim_lost_on.hint": (
        "Does being hit end taking aim, or only being wounded?",
        "Beendet schon ein Treffer das Zielen, oder erst eine Wunde?",
    ),
    "aim_lost_on.hit": ("A hit", "Einen Treffer"),
    "aim_lost_on.wound": ("A wound", "Eine Wunde"),
    "cover_stacking": ("Several kinds of cover", "Mehrere Deckungen"),
    "cover_stacking.hint": (
        "Does only the best cover count, or is there one roll for each, one after another?",
        "Zählt nur die beste Deckung, oder wird nacheinander für jede gewürfelt?",
    ),
    "cover_stacking.best": ("The best one", "Die beste"),
    "cover_stacking.sequential": ("One after another", "Eine nach der anderen"),
    "shield_needs_weapon": ("A shield needs a weapon", "Schild nur mit Waffe"),
    "shield_needs_weapon.hint": (
        "A shield serves only together with a weapon in the main hand.",
        "Ein Schild nützt nur zusammen mit einer Waffe in der Haupthand.",
    ),
    "shield_block_rounding": ("Half movement behind a shield", "Halbe Bewegung hinter dem Schild"),
    "shield_block_rounding.hint": (
        "How the halved way behind a raised shield is rounded to metres.",
        "Wie der halbierte Weg hinter erhobenem Schild auf Meter gerundet wird.",
    ),
    "shield_block_rounding.up": ("Up", "Auf"),
    "shield_block_rounding.down": ("Down", "Ab"),
    "shield_block_rounding.exact": ("Not at all", "Gar nicht"),
    "coup_result": ("A coup de grâce makes", "Ein Gnadenstoß macht"),
    "coup_result.hint": (
        "What a successful coup de grâce does to somebody helpless.",
        "Was ein gelungener Gnadenstoß mit Wehrlosen macht.",
    ),
    "coup_result.dead": ("Dead", "Tot"),
    "coup_result.dying": ("Dying", "Sterbend"),
    "dice_in_rolls": ("Dice spent on rolls", "Würfel für Würfe ausgeben"),
    "dice_in_rolls.hint": (
        "May bonus dice, destiny dice and rerolls improve a roll once it is seen? Save rolls are not improved.",
        "Dürfen Bonuswürfel, Schicksalswürfel und Wiederholungen einen Wurf verbessern? Rettungswürfe nicht.",
    ),
    "deviation_dice": ("Dice for a stray throw", "Würfel für die Abweichung"),
    "deviation_dice.hint": (
        "Which dice say in what direction a thrown thing goes astray.",
        "Welche Würfel sagen, in welche Richtung ein Wurf abweicht.",
    ),
    "deviation_dice.d12": ("One d12", "Ein W12"),
    "deviation_dice.2d6": ("Two d6", "Zwei W6"),
}
