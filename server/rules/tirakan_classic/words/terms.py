"""What tracks, conditions and the facts of a sheet mean, in one sentence for a newcomer."""

from server.kit.acts import texts as acts

# key: (English, German)
TERMS = {
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
    "speed": (
        "Takes the place of quickness for going and for the order.",
        "Steht für Wege und Reihenfolge statt der Schnelligkeit.",
    ),
    "wound_reduction": (
        "So many wounds less come of what hits.",
        "So viele Wunden weniger kommen von dem, was trifft.",
    ),
    "weapon": (
        "How far it reaches, how much protection it passes, the wounds of a hit, and what is left to shoot.",
        "Wie weit sie reicht, wie viel Schutz sie durchdringt, Wunden je Treffer und was noch zu schießen ist.",
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
}
