"""What tracks, conditions, the facts of a sheet and the numbers of a sum mean, in one sentence for a newcomer."""

from server.kit import texts as kit

# key: (English, German)
TERMS = {
    **kit.TERMS,
    "actions": (
        "What one does in a turn costs actions: two in each turn, and they are not kept.",
        "Was man im Zug tut, kostet Aktionen: zwei je Zug, und sie werden nicht aufgehoben.",
    ),
    "health": ("What is left before somebody is at the brink.", "Was bleibt, bevor jemand am Abgrund ist."),
    "damage": (
        "What somebody has lost in health so far; how much there was is not told.",
        "Was jemand bisher an Gesundheit verloren hat; wie viel es war, ist nicht bekannt.",
    ),
    "ep": (
        "Pays for skills, better attack rolls, a quick change of weapons and a readied action; some "
        "comes back each turn.",
        "Bezahlt Fertigkeiten, bessere Angriffswürfe, schnellen Waffenwechsel und Bereitschaft; jeden "
        "Zug kommt etwas zurück.",
    ),
    "morale": (
        "Rises with each won fight and falls with each lost one.",
        "Steigt mit jedem gewonnenen Kampf und sinkt mit jedem verlorenen.",
    ),
    "might": ("The harm that a plain attack does.", "Der Schaden eines einfachen Angriffs."),
    "accuracy": ("Is added to the die of an attack.", "Kommt zum Würfel eines Angriffs hinzu."),
    "agility": (
        "The number that an attack has to reach to hit.",
        "Die Zahl, die ein Angriff erreichen muss, um zu treffen.",
    ),
    "protection": (
        "Is taken off the harm of each hit, and is never used up.",
        "Wird vom Schaden jedes Treffers abgezogen und verbraucht sich nicht.",
    ),
    "ep_regain": (
        "So much energy comes back at the start of each own turn.",
        "So viel Energie kommt am Anfang jedes eigenen Zuges zurück.",
    ),
    "move": ("So far one action of moving leads.", "So weit führt eine Aktion Bewegung."),
    "group": (
        "All of a group have one place in the order of turns.",
        "Alle einer Gruppe haben einen gemeinsamen Platz in der Reihenfolge.",
    ),
    "weapon": (
        "How far it reaches, what it adds to the attack's die and to its harm, and the shots to reload (×).",
        "Wie weit sie reicht, was sie zum Würfel und zum Schaden des Angriffs gibt und Schüsse zum Nachladen (×).",
    ),
    "skill": (
        "A special act that costs energy, so much as stands behind it.",
        "Etwas Besonderes, das so viel Energie kostet, wie dahinter steht.",
    ),
    "at_brink": (
        "Without health but still fighting: every further harm makes one roll whether one stays on one's feet.",
        "Ohne Gesundheit, aber noch im Kampf: Bei jedem weiteren Schaden wird gewürfelt, ob man auf den Beinen bleibt.",
    ),
    "forfeited": (
        "Has given up and takes no part in the fight any more.",
        "Hat aufgegeben und kämpft nicht mehr mit.",
    ),
    "down": ("Can't fight any more.", "Kann nicht mehr kämpfen."),
    "dead": ("Is out of the fight for good.", "Ist endgültig aus dem Kampf."),
    "readied": (
        "One action is held back for anybody's turn, and goes before what it answers.",
        "Eine Aktion ist aufgehoben für jeden beliebigen Zug und geht vor dem, worauf sie antwortet.",
    ),
    "waiting": (
        "Has let the own turn pass, and may take it between two other turns.",
        "Hat den eigenen Zug vorbeigehen lassen und darf ihn zwischen zwei anderen nehmen.",
    ),
    "delaying": (
        "Will let the own turn pass when it comes.",
        "Wird den eigenen Zug vorbeigehen lassen, wenn er kommt.",
    ),
    "unloaded": (
        "The weapon in hand must be reloaded before it shoots again.",
        "Die Waffe in der Hand muss nachgeladen werden, bevor sie wieder schießt.",
    ),
    "distance_cm": (
        "How far the two are from each other.",
        "Wie weit die beiden voneinander entfernt sind.",
    ),
    "reach_cm": (
        "So far the weapon can strike or shoot.",
        "So weit kann die Waffe schlagen oder schießen.",
    ),
    "sight": (
        "Whoever is not in sight can't be attacked.",
        "Wer nicht in Sicht ist, kann nicht angegriffen werden.",
    ),
    "brink_target": (
        "So much the die must show to stay on one's feet.",
        "So viel muss der Würfel zeigen, damit man auf den Beinen bleibt.",
    ),
    "need": (
        "So much the die and all that is added to it must reach.",
        "So viel müssen der Würfel und alles, was hinzukommt, erreichen.",
    ),
    "modifier": (
        "Makes a roll easier or, below zero, harder.",
        "Macht einen Wurf leichter oder, unter null, schwerer.",
    ),
    # what can be done
    "shift": (
        "A step of a metre at the most, at which nobody may strike.",
        "Ein Schritt von höchstens einem Meter, bei dem niemand zuschlagen darf.",
    ),
    "ready_and_end": (
        "For one energy an action is held back, to be used in anybody's turn.",
        "Für einen Punkt Energie wird eine Aktion aufgehoben, die in jedem Zug genutzt werden kann.",
    ),
    "swap_ep": (
        "Takes energy in place of an action.",
        "Kostet Energie statt einer Aktion.",
    ),
    "plan_turn": (
        "The delayed turn comes right behind the one that is chosen.",
        "Der verzögerte Zug kommt gleich hinter dem, der gewählt wird.",
    ),
    "delay_turn": (
        "One's turn is let go by, and comes later between two others; the order keeps its new place.",
        "Der eigene Zug geht vorbei und kommt später zwischen zwei anderen; sein neuer Platz bleibt.",
    ),
    "reinsert_turn": (
        "The delayed turn is taken here, and keeps this place in the order.",
        "Der verzögerte Zug wird hier genommen und behält diesen Platz in der Reihenfolge.",
    ),
    "keep_waiting": (
        "The delayed turn may come behind a later one; it is lost when its old place comes again.",
        "Der verzögerte Zug kann nach einem späteren kommen; er verfällt, wenn sein alter Platz wiederkommt.",
    ),
    "pass_readied": (
        "The readied action is kept for something else.",
        "Die bereitgehaltene Aktion bleibt für etwas anderes.",
    ),
    "use_readied": (
        "The action that was held back is used now, and goes before what it answers.",
        "Die Aktion, die aufgehoben war, wird jetzt genutzt und geht vor dem, worauf sie antwortet.",
    ),
    "take_opportunity": (
        "One strikes at whoever moves away from beside one; it takes no action.",
        "Man schlägt nach dem, der von einem weggeht; das kostet keine Aktion.",
    ),
    "end_turn": (
        "Actions that are left are lost, and none is held back.",
        "Übrige Aktionen verfallen, und keine wird aufgehoben.",
    ),
    "forfeit": (
        "One is out of the fight for good and no target any more; what is on its way already still counts.",
        "Man ist endgültig aus dem Kampf und kein Ziel mehr; was schon unterwegs ist, zählt noch.",
    ),
}
