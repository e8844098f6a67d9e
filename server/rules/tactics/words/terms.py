"""What tracks, conditions, the facts of a sheet and the numbers of a sum mean, in one sentence for a newcomer."""

from server.kit import texts as kit

_PLANNED = ("add", "perform", "plan", "replace")
"""How shots come into a plan and out of it."""
_WARDED = ("parry", "parry_bare", "block", "block_bare")
"""With what one keeps an attack off another."""

# key: (English, German)
TERMS = {
    **kit.TERMS,
    "W": (
        "Wounds that are still possible; few left make all checks harder, none left is dying.",
        "Wunden, die noch möglich sind; wenige machen alle Proben schwerer, keine heißt sterbend.",
    ),
    "S": (
        "Strain that is still possible; few left make all checks harder, none left is stunned.",
        "Belastung, die noch möglich ist; wenig macht alle Proben schwerer, keine heißt betäubt.",
    ),
    "oT": (
        "So many points of tactics help all own attacks in this round.",
        "So viele Punkte Taktik helfen in dieser Runde allen eigenen Angriffen.",
    ),
    "dT": (
        "So many points of tactics make one harder to hit in this round.",
        "So viele Punkte Taktik machen einen in dieser Runde schwerer zu treffen.",
    ),
    "initiative": ("Who has more acts earlier in this round.", "Wer mehr hat, handelt in dieser Runde früher."),
    "ammo": ("What is left to shoot.", "Was noch zu schießen ist."),
    "tactics": (
        "Points that are shared out between attack and defence each round.",
        "Punkte, die jede Runde auf Angriff und Abwehr verteilt werden.",
    ),
    "BOD": ("How much somebody bears.", "Wie viel jemand aushält."),
    "FIN": ("How deft somebody is, for what needs it.", "Wie geschickt jemand ist, wo es darauf ankommt."),
    "NER": ("Against it one rolls to act in spite of pain.", "Dagegen würfelt man, um trotz Schmerzen zu handeln."),
    "move": (
        "So far one comes in a round at an ordinary pace.",
        "So weit kommt man in einer Runde in gewöhnlichem Tempo.",
    ),
    "skill": ("Three dice must not show more than that.", "Drei Würfel dürfen nicht mehr zeigen als das."),
    "item": (
        "What it gives to attack and defence, wounds (W) and stress (S) that it does, and what is left to shoot (×).",
        "Was es für Angriff und Abwehr gibt, dazu Wunden (W), Belastung (S) und was noch zu schießen ist (×).",
    ),
    "armour": ("Lowers the wounds of a hit.", "Mindert die Wunden eines Treffers."),
    "aggressive": (
        "More points of tactics lie in attack than in defence.",
        "Im Angriff stecken mehr Punkte Taktik als in der Abwehr.",
    ),
    "defensive": (
        "More points of tactics lie in defence than in attack.",
        "In der Abwehr stecken mehr Punkte Taktik als im Angriff.",
    ),
    "normal": (
        "Attack and defence have as many points of tactics.",
        "Angriff und Abwehr haben gleich viele Punkte Taktik.",
    ),
    "full_defense": (
        "Only defends in this round, and does so better.",
        "Wehrt sich in dieser Runde nur, und das besser.",
    ),
    "holds": ("Has planned nothing for this round.", "Hat für diese Runde nichts geplant."),
    "changed": (
        "Each change of the plan makes all checks of this round one harder.",
        "Jede Änderung des Plans macht alle Proben dieser Runde um eins schwerer.",
    ),
    "stunned": ("Can neither act nor defend.", "Kann weder handeln noch sich wehren."),
    "unconscious": ("Can neither act nor defend.", "Kann weder handeln noch sich wehren."),
    "dying": ("Is down and needs help.", "Liegt am Boden und braucht Hilfe."),
    "dead": ("Is out of the fight for good.", "Ist endgültig aus dem Kampf."),
    "gone": ("Has left the fight.", "Hat den Kampf verlassen."),
    "multi": (
        "Who does several things in a round does each one worse.",
        "Wer in einer Runde mehreres tut, tut jedes schlechter.",
    ),
    "change": (
        "Each change of the plan makes all checks of this round one harder.",
        "Jede Änderung des Plans macht alle Proben dieser Runde um eins schwerer.",
    ),
    "cp": (
        "Wounds and strain make all checks harder.",
        "Wunden und Belastung machen alle Proben schwerer.",
    ),
    "attack": (
        "How well the attacker handles the weapon.",
        "Wie gut der Angreifer mit der Waffe umgeht.",
    ),
    "defence": (
        "How well the target wards it off; the attack is so much harder.",
        "Wie gut das Ziel abwehrt; der Angriff ist um so viel schwerer.",
    ),
    "helpers": (
        "Others beside the shooter spoil the aim.",
        "Andere neben dem Schützen stören beim Zielen.",
    ),
    "modifier": (
        "What else makes it easier or, below zero, harder.",
        "Was es sonst leichter oder, unter null, schwerer macht.",
    ),
    "size": (
        "Weapons of different sizes help whoever attacks.",
        "Verschieden große Waffen helfen dem, der angreift.",
    ),
    "sizes": (
        "How many sizes the weapon is larger than what is struck.",
        "Um wie viele Größen die Waffe größer ist als das, was getroffen wird.",
    ),
    "tiers": (
        "How many tiers the weapon is better than what is struck.",
        "Um wie viele Güten die Waffe besser ist als das, was getroffen wird.",
    ),
    "movement": (
        "Who runs attacks worse.",
        "Wer rennt, greift schlechter an.",
    ),
    "runner": (
        "Who runs is harder to shoot.",
        "Wer rennt, ist schwerer zu treffen.",
    ),
    "counter": (
        "The other's attack failed against a parry, and left an opening.",
        "Der andere ist an einer Parade gescheitert und hat eine Blöße gelassen.",
    ),
    "burst": (
        "Several shots at once kick: the weapon is harder to hold.",
        "Mehrere Schüsse auf einmal stoßen zurück: Die Waffe ist schwerer zu halten.",
    ),
    "projectile": (
        "What flies fast is hard to parry; that helps the attacker.",
        "Was schnell fliegt, ist schwer zu parieren; das hilft dem Angreifer.",
    ),
    "block": (
        "What the blocking thing adds to the armour.",
        "Was das, womit man blockt, zur Rüstung gibt.",
    ),
    "converts": (
        "So many wounds at most become strain instead.",
        "So viele Wunden werden höchstens zu Belastung.",
    ),
    "base": (
        "So much three dice and the quality must reach to stay whole.",
        "So viel müssen drei Würfel und die Güte erreichen, damit es heil bleibt.",
    ),
    "force": (
        "The better the blow, the sooner the thing breaks.",
        "Je besser der Schlag, desto eher geht das Getroffene entzwei.",
    ),
    "quality": (
        "How good the thing is; what breaks loses of it.",
        "Wie gut das Ding ist; was Schaden nimmt, verliert davon.",
    ),
    # what can be done
    "tactics_set": (
        "The points of tactics are split for this round between attack and defence.",
        "Die Taktikpunkte werden für diese Runde auf Angriff und Verteidigung verteilt.",
    ),
    "go_yield": (
        "Somebody who is later goes first, and one comes right behind.",
        "Jemand, der später dran ist, kommt zuerst, und man selbst gleich danach.",
    ),
    **dict.fromkeys(
        [f"{way}_burst" for way in _PLANNED],
        (
            "Several shots as one attack: harder to hit with, and worse where it does.",
            "Mehrere Schüsse als ein Angriff: schwerer zu treffen, und schlimmer, wo es trifft.",
        ),
    ),
    **dict.fromkeys(
        [f"{way}_spray" for way in _PLANNED],
        (
            "Several shots, each an attack of its own; the more there are, the harder is each.",
            "Mehrere Schüsse, jeder ein eigener Angriff; je mehr es sind, desto schwerer ist jeder.",
        ),
    ),
    "phase_settle": (
        "What one has said holds as soon as all are ready; whoever changes something makes all look again.",
        "Was man gesagt hat, gilt, sobald alle bereit sind; ändert jemand etwas, sehen alle noch einmal hin.",
    ),
    "settle_unsplit": (
        "One is ready and gets nothing out of tactics in this round.",
        "Man ist bereit und hat in dieser Runde nichts von der Taktik.",
    ),
    "settle_unplanned": (
        "One is ready without a plan; to do something after all counts as a change of it.",
        "Man ist ohne Plan bereit; dann doch etwas zu tun, zählt als Änderung.",
    ),
    "phase_unsettle": (
        "As long as others are not ready one may change what one has said.",
        "Solange andere nicht bereit sind, darf man ändern, was man gesagt hat.",
    ),
    "change_drop": (
        "This is not done any more; unless it was walking, all checks of this round are one harder.",
        "Das wird nicht mehr getan; war es nicht Gehen, sind alle Proben dieser Runde um eins schwerer.",
    ),
    "closing_go": (
        "Whoever has planned to come up to a foe does so now, before the first go.",
        "Wer geplant hat, an einen Gegner heranzukommen, tut es jetzt, vor der ersten Handlung.",
    ),
    "end_turn": (
        "What is left of the plan is not done any more in this round.",
        "Was vom Plan übrig ist, wird in dieser Runde nicht mehr getan.",
    ),
    "defend_none": (
        "Nothing wards the attack off but the points of tactics that lie in defence.",
        "Nichts wehrt den Angriff ab als die Taktikpunkte, die in der Abwehr stecken.",
    ),
    "defend_dodge": (
        "The attack is so much harder to hit with, whatever it is made with.",
        "Der Angriff trifft um so viel schwerer, womit er auch geführt wird.",
    ),
    "defend_parry": (
        "The attack is so much harder to hit with; where it fails, one may strike back the better.",
        "Der Angriff trifft um so viel schwerer; misslingt er, kann man umso besser zurückschlagen.",
    ),
    "defend_block": (
        "The attack is so much harder to hit with; where it hits by little, the thing adds to the armour.",
        "Der Angriff trifft um so viel schwerer; trifft er knapp, verstärkt das Ding die Rüstung.",
    ),
    "defend_parry_bare": (
        "The attack is so much harder to hit with; where it hits, a quarter of the wounds becomes stress.",
        "Der Angriff trifft um so viel schwerer; trifft er, wird ein Viertel der Wunden zu Belastung.",
    ),
    "defend_block_bare": (
        "The attack is so much harder to hit with; where it hits, half of the wounds becomes stress.",
        "Der Angriff trifft um so viel schwerer; trifft er, wird die Hälfte der Wunden zu Belastung.",
    ),
    "defend_fully": (
        "What is left of the plan is given up for it, which counts as a change; all attacks on one are rolled worse.",
        "Der Rest des Plans fällt weg, was als Änderung zählt; alle Angriffe auf einen würfeln schlechter.",
    ),
    **dict.fromkeys(
        [f"interfere_{way}" for way in _WARDED],
        (
            "Whoever stands beside a shooter spoils the aim: the shot is so much harder to hit with.",
            "Wer neben einem Schützen steht, stört beim Zielen: Der Schuss trifft um so viel schwerer.",
        ),
    ),
    **dict.fromkeys(
        [f"guard_{way}" for way in _WARDED],
        (
            "One wards the attack off for somebody who can't; what still hits, hits the target.",
            "Man wehrt den Angriff für jemanden ab, der es nicht kann; was dennoch trifft, trifft das Ziel.",
        ),
    ),
    "shield_body": (
        "One puts oneself before somebody who can't defend, and is hurt in the other's place.",
        "Man stellt sich vor jemanden, der sich nicht wehren kann, und wird an dessen Stelle verletzt.",
    ),
    "block_damage": (
        "The blow goes through to whoever has blocked it, and hurts.",
        "Der Schlag geht durch zu dem, der ihn geblockt hat, und verletzt.",
    ),
    "block_sunder": (
        "The blow is meant to break what it was blocked with.",
        "Der Schlag soll entzweischlagen, womit geblockt wurde.",
    ),
}
