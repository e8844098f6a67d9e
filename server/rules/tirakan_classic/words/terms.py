"""What tracks, conditions, the facts of a sheet and the numbers of a sum mean, in one sentence for a newcomer."""

from server.kit import texts as kit
from server.kit.acts import texts as acts

# key: (English, German)
TERMS = {
    **kit.TERMS,
    **acts.TERMS,
    "wounds": (
        "Each hit that nothing stops makes wounds; who has too many is down.",
        "Jeder Treffer, den nichts aufhält, bringt Wunden; wer zu viele hat, liegt am Boden.",
    ),
    "strength": ("How strong somebody is, for what needs it.", "Wie stark jemand ist, wo es darauf ankommt."),
    "quickness": (
        "Decides the order of turns, and how far one goes.",
        "Bestimmt die Reihenfolge und wie weit man kommt.",
    ),
    "deftness": ("How deft somebody is, for what needs it.", "Wie geschickt jemand ist, wo es darauf ankommt."),
    "hand_to_hand": ("Dice for attacks from near.", "Würfel für Angriffe aus der Nähe."),
    "shooting": ("Dice for shots.", "Würfel für Schüsse."),
    "throwing": ("Dice for throws.", "Würfel für Würfe."),
    "evasion": ("Dice for getting out of the way of an attack.", "Würfel, um einem Angriff auszuweichen."),
    "min_roll": (
        "A die that shows so much or more is a success.",
        "Ein Würfel mit so viel oder mehr ist ein Erfolg.",
    ),
    "lineage_actions": ("Actions a turn by birth.", "Aktionen je Zug durch Herkunft."),
    "template_actions": ("Actions a turn that training adds.", "Aktionen je Zug, die Übung hinzugibt."),
    "max_wounds": ("With so many wounds one is down.", "Mit so vielen Wunden liegt man am Boden."),
    "protection": (
        "So many hits of each attack come to nothing.",
        "So viele Treffer jedes Angriffs bleiben ohne Wirkung.",
    ),
    "thing": (
        "Something to throw, and how far it goes well.",
        "Etwas zum Werfen, und wie weit es gut fliegt.",
    ),
    "loaded": (
        "So many rounds are left in the weapon in hand; to fire several at once takes as many.",
        "So viele Schüsse sind noch in der Waffe in der Hand; mehrere auf einmal brauchen entsprechend viele.",
    ),
    "speed": (
        "Takes the place of quickness for going and for the order.",
        "Steht für Wege und Reihenfolge statt der Schnelligkeit.",
    ),
    "wound_reduction": (
        "So many wounds less come of what hits.",
        "So viele Wunden weniger kommen von dem, was trifft.",
    ),
    "weapon": (
        "How far it reaches, how much protection it passes, the wounds of a hit, and rounds that are loaded (×).",
        "Wie weit sie reicht, wie viel Schutz sie durchdringt, Wunden je Treffer und geladene Schüsse (×).",
    ),
    "cover": (
        "What stands between: the more is covered, the fewer dice an attack has.",
        "Was dazwischen steht: Je mehr verdeckt ist, desto weniger Würfel hat ein Angriff.",
    ),
    "unconscious": ("Does nothing until somebody helps.", "Tut nichts, bis jemand hilft."),
    "dying": ("Is down and needs help soon.", "Liegt am Boden und braucht bald Hilfe."),
    "dead": ("Is out of the fight for good.", "Ist endgültig aus dem Kampf."),
    "kneeling": (
        "Kneels: only crawling is possible until one stands up.",
        "Kniet: Bis zum Aufstehen geht nur Kriechen.",
    ),
    "prone": ("Lies: only crawling is possible until one stands up.", "Liegt: Bis zum Aufstehen geht nur Kriechen."),
    "full_auto": (
        "Has begun to fire in full: all actions that are left go into shots of this weapon.",
        "Schießt Dauerfeuer: Alle übrigen Aktionen gehen in Schüsse dieser Waffe.",
    ),
    "round_over": (
        "Does nothing more in this round, not even react.",
        "Tut in dieser Runde nichts mehr, auch keine Reaktion.",
    ),
    "mode": (
        "How the weapon fires decides how many dice more or fewer there are.",
        "Wie die Waffe schießt, bestimmt, wie viele Würfel mehr oder weniger es sind.",
    ),
    "unarmed": (
        "Who is quick has more dice with bare hands.",
        "Wer schnell ist, hat mit bloßen Händen mehr Würfel.",
    ),
    "distance": (
        "Farther than the weapon shoots well, up to twice as far, there are fewer dice.",
        "Weiter, als die Waffe gut schießt, bis zum Doppelten, sind es weniger Würfel.",
    ),
    "ruling": (
        "What the game master has added or taken away.",
        "Was die Spielleitung hinzugegeben oder abgezogen hat.",
    ),
    "walking": (
        "Who walks meanwhile has fewer dice.",
        "Wer dabei geht, hat weniger Würfel.",
    ),
    "walking_minimum": (
        "Who walks meanwhile needs more on each die.",
        "Wer dabei geht, braucht auf jedem Würfel mehr.",
    ),
    "impossible": (
        "Out of reach or fully covered: no die is left.",
        "Unerreichbar oder voll gedeckt: Kein Würfel bleibt.",
    ),
    "hits": (
        "The more hits, the harder to get out of their way.",
        "Je mehr Treffer, desto schwerer weicht man ihnen aus.",
    ),
    # what can be done
    **dict.fromkeys(
        ("attack_burst", "attack_full", "attack_semi", "attack_single"),
        (
            "So the weapon is fired this once: how many shots, and how many dice more.",
            "So wird die Waffe dieses Mal abgefeuert: wie viele Schüsse und wie viele Würfel mehr.",
        ),
    ),
    "spend_bonus_die": (
        "A bonus die is given up for one more action.",
        "Ein Bonuswürfel wird für eine weitere Aktion hergegeben.",
    ),
    "evade": (
        "One gets out of the way of a blow at close quarters.",
        "Man weicht einem Schlag im Nahkampf aus.",
    ),
    "improve_roll": (
        "Bonus and destiny dice are added to the roll, also once it is seen.",
        "Bonus- und Schicksalswürfel kommen zum Wurf hinzu, auch wenn er schon zu sehen ist.",
    ),
    **dict.fromkeys(
        ("parry", "object_parry"),
        (
            "A weapon or something at hand is held against the attack.",
            "Eine Waffe oder etwas Greifbares wird gegen den Angriff gehalten.",
        ),
    ),
    **dict.fromkeys(
        ("steal_next", "steal_now"),
        (
            "For a destiny die an opponent loses an action, and one has it oneself.",
            "Für einen Schicksalswürfel verliert ein Gegner eine Aktion, und man hat sie selbst.",
        ),
    ),
}
