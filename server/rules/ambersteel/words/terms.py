"""What tracks, conditions, the facts of a sheet and the numbers of a sum mean, in one sentence for a newcomer."""

from server.kit import texts as kit

# key: (English, German)
TERMS = {
    **kit.TERMS,
    "actions": (
        "A turn has one action of each kind: a standard one, a quick one and movement; some acts give others.",
        "Ein Zug hat je eine Aktion: Standard, schnell und Bewegung; manches gibt weitere.",
    ),
    "hp": (
        "What is left of the body; without any, one is out of the fight or at death's door.",
        "Was vom Körper bleibt; ohne ist man aus dem Kampf oder an der Schwelle des Todes.",
    ),
    "sp": (
        "Attacks and defences cost stamina; without any, everything is harder.",
        "Angriff und Abwehr kosten Ausdauer; ohne fällt alles schwerer.",
    ),
    "str": ("Gives attacks with strong weapons their force.", "Gibt Angriffen mit schweren Waffen ihre Wucht."),
    "dex": (
        "Decides how well one hits with fine weapons and how well one dodges.",
        "Bestimmt, wie gut man mit feinen Waffen trifft und wie gut man ausweicht.",
    ),
    "con": ("Decides how much health there is.", "Bestimmt, wie viel Leben da ist."),
    "spd": (
        "Decides how far one goes, and helps in the order of turns.",
        "Bestimmt, wie weit man geht, und hilft in der Reihenfolge.",
    ),
    "perc": ("What somebody notices.", "Was jemand bemerkt."),
    "endurance_value": (
        "Decides how much stamina there is and how quickly it comes back.",
        "Bestimmt, wie viel Ausdauer da ist und wie schnell sie zurückkommt.",
    ),
    "str_mod": ("What strength adds to rolls and harm.", "Was Stärke zu Würfen und Schaden gibt."),
    "precision": (
        "Is added to the die of attacks with fine weapons.",
        "Kommt zum Würfel von Angriffen mit feinen Waffen.",
    ),
    "initiative_mod": (
        "Is added to the die that decides the order of turns.",
        "Kommt zum Würfel, der die Reihenfolge bestimmt.",
    ),
    "parry_mod": ("Is added to the die of a parry.", "Kommt zum Würfel einer Parade."),
    "dodge_mod": ("Is added to the die of a dodge.", "Kommt zum Würfel beim Ausweichen."),
    "encumbrance": (
        "What one wears and carries makes acts cost more stamina.",
        "Was man trägt, lässt alles mehr Ausdauer kosten.",
    ),
    "sp_regen": (
        "So much stamina comes back with each breather.",
        "So viel Ausdauer kommt mit jedem Atemholen zurück.",
    ),
    "weapon": (
        "The harm that it does, one way or the other, and how far it shoots.",
        "Der Schaden, den sie macht, so oder so, und wie weit sie schießt.",
    ),
    "healthy": ("Looks as if nothing had hit yet.", "Sieht aus, als hätte noch nichts getroffen."),
    "hurt": ("Has lost health; how much is not told.", "Hat Leben verloren; wie viel, ist nicht bekannt."),
    "down": ("Can't fight any more.", "Kann nicht mehr kämpfen."),
    "dead": ("Is out of the fight for good.", "Ist endgültig aus dem Kampf."),
    "unconscious": ("Can neither act nor defend.", "Kann weder handeln noch sich wehren."),
    "deaths_door": (
        "Without health: a roll each turn decides between life and death.",
        "Ohne Leben: Jeden Zug entscheidet ein Wurf zwischen Leben und Tod.",
    ),
    "prone": (
        "Lies: standing up takes the whole movement, and from near one is easy to hit.",
        "Liegt: Aufstehen braucht die ganze Bewegung, und aus der Nähe trifft man leicht.",
    ),
    "staggered": (
        "Attacks and dodges are made with the worse of two dice; twice staggered is stunned.",
        "Bei Angriff und Ausweichen zählt der schlechtere von zwei Würfeln; zweimal taumeln heißt betäubt.",
    ),
    "stunned": ("Can neither act nor defend for a while.", "Kann eine Weile weder handeln noch sich wehren."),
    "grappled": (
        "Is held: can't go away, but attack and defend.",
        "Wird festgehalten: kann nicht weg, aber angreifen und sich wehren.",
    ),
    "restrained": ("Is bound: can neither go away nor defend.", "Ist gefesselt: kann weder weg noch sich wehren."),
    "overexerted": (
        "Without stamina: of two dice the worse counts, and losing more may throw one down.",
        "Ohne Ausdauer: Von zwei Würfeln zählt der schlechtere, und noch mehr Verlust kann zu Boden werfen.",
    ),
    "poisoned": ("Loses health at the start of each own turn.", "Verliert am Anfang jedes eigenen Zuges Leben."),
    "burning": (
        "Loses health at the start of each own turn, until the fire is out.",
        "Verliert am Anfang jedes eigenen Zuges Leben, bis das Feuer aus ist.",
    ),
    "maimed": ("Can't walk.", "Kann nicht gehen."),
    "other": ("Something that the game master has written down.", "Etwas, das die Spielleitung aufgeschrieben hat."),
    "surprised": (
        "Does nothing in the surprise round, but may defend.",
        "Tut in der Überraschungsrunde nichts, darf sich aber wehren.",
    ),
    "unloaded": (
        "The weapon in hand must be loaded before it shoots.",
        "Die Waffe in der Hand muss geladen werden, bevor sie schießt.",
    ),
    "reloading": (
        "Has begun to load; more actions finish it.",
        "Hat mit dem Laden begonnen; weitere Aktionen beenden es.",
    ),
    "stuck": ("The weapon is stuck; an action frees it.", "Die Waffe steckt fest; eine Aktion macht sie frei."),
    "unaware": ("Does not notice who attacks.", "Bemerkt nicht, wer angreift."),
    "cramped": ("Has no room to swing.", "Hat keinen Platz zum Ausholen."),
    "initiative": (
        "Is added to the die that decides the order of turns.",
        "Kommt zum Würfel, der die Reihenfolge bestimmt.",
    ),
    "dodge": (
        "Is added to the die of a dodge.",
        "Kommt zum Würfel beim Ausweichen.",
    ),
    "parry": (
        "Is added to the die of a parry.",
        "Kommt zum Würfel einer Parade.",
    ),
    "parry_item": (
        "What the weapon or the shield gives to a parry.",
        "Was Waffe oder Schild zu einer Parade gibt.",
    ),
    "too_heavy": (
        "What strikes is too heavy for the thing one parries with: of two dice the worse counts.",
        "Was zuschlägt, ist zu schwer für das, womit man pariert: Von zwei Würfeln zählt der schlechtere.",
    ),
    "attack_mod": (
        "What the weapon, or how one stands, gives to the attack.",
        "Was die Waffe oder die Haltung zum Angriff gibt.",
    ),
    "range_penalty": (
        "The farther away, the harder to hit.",
        "Je weiter entfernt, desto schwerer zu treffen.",
    ),
    "beyond_range": (
        "Farther than the weapon shoots well: of two dice the worse counts.",
        "Weiter, als die Waffe gut schießt: Von zwei Würfeln zählt der schlechtere.",
    ),
    "aimed": (
        "At a certain part of the body: of two dice the worse counts.",
        "Auf eine bestimmte Stelle des Körpers: Von zwei Würfeln zählt der schlechtere.",
    ),
    "cover": (
        "Something stands between: of two dice the worse counts.",
        "Etwas steht dazwischen: Von zwei Würfeln zählt der schlechtere.",
    ),
    "invisible": (
        "Whom one can't see is hard to hit: of two dice the worse counts.",
        "Wen man nicht sieht, trifft man schwer: Von zwei Würfeln zählt der schlechtere.",
    ),
    "broken_arm": (
        "With a broken arm of two dice the worse counts.",
        "Mit gebrochenem Arm zählt von zwei Würfeln der schlechtere.",
    ),
    "attacking_backwards": (
        "Striking behind oneself: of two dice the worse counts.",
        "Schlag hinter sich: Von zwei Würfeln zählt der schlechtere.",
    ),
    "gm_advantage": (
        "By the game master's word of two dice the better counts.",
        "Auf Wort der Spielleitung zählt von zwei Würfeln der bessere.",
    ),
    "gm_disadvantage": (
        "By the game master's word of two dice the worse counts.",
        "Auf Wort der Spielleitung zählt von zwei Würfeln der schlechtere.",
    ),
    "ruling": (
        "What the game master has added or taken away.",
        "Was die Spielleitung hinzugegeben oder abgezogen hat.",
    ),
    "flat": (
        "Harm that the weapon does without a die.",
        "Schaden, den die Waffe ohne Würfel macht.",
    ),
    "protection": (
        "What is worn takes so much off the harm.",
        "So viel nimmt das, was man trägt, vom Schaden.",
    ),
    "thrown": (
        "What the force of the throw adds to the harm.",
        "Was die Wucht des Wurfs zum Schaden gibt.",
    ),
    "end": (
        "How much somebody endures, for what needs it.",
        "Wie ausdauernd jemand ist, wo es darauf ankommt.",
    ),
    # what can be done
    "execute": (
        "Kills or maims somebody who can't resist; nothing is rolled for it.",
        "Tötet oder verstümmelt jemanden, der sich nicht wehren kann; gewürfelt wird dafür nicht.",
    ),
    "policy": (
        "What is answered for somebody where nobody is asked.",
        "Was für jemanden geantwortet wird, wo niemand gefragt wird.",
    ),
    "reaction_opportunity": (
        "A melee attack on somebody who leaves the zone of control; it takes stamina but no action.",
        "Ein Nahkampfangriff auf jemanden, der den Kontrollbereich verlässt; er kostet Ausdauer, aber keine Aktion.",
    ),
    "stance": (
        "How the weapon in hand is held; to change it takes a quick action.",
        "Wie die Waffe in der Hand geführt wird; es zu ändern kostet eine schnelle Aktion.",
    ),
    "damage_choose": (
        "What the weapon can do in several ways is chosen once it has hit.",
        "Was die Waffe auf mehrere Arten anrichten kann, wird gewählt, wenn sie getroffen hat.",
    ),
    "allow": (
        "The attack hits, whatever it has rolled; one spends nothing on it.",
        "Der Angriff trifft, was er auch gewürfelt hat; man gibt nichts dagegen aus.",
    ),
    "convert_movement": (
        "One does not move in this turn, and has one more standard action instead.",
        "Man bewegt sich in diesem Zug nicht und hat dafür eine Standardaktion mehr.",
    ),
    "turn_breather": (
        "Whoever has done nothing in this turn but move gets stamina back.",
        "Wer in diesem Zug nichts getan hat, als sich zu bewegen, bekommt Ausdauer zurück.",
    ),
    "reaction_decline": (
        "One does not strike, and spends nothing.",
        "Man schlägt nicht zu und gibt nichts aus.",
    ),
    "reaction_riposte": (
        "A melee attack on whoever was parried perfectly; it takes neither stamina nor an action.",
        "Ein Nahkampfangriff auf den, der vollendet pariert wurde; er kostet weder Ausdauer noch Aktion.",
    ),
    "abandon_reload": (
        "The weapon is unloaded again, and one may do something else than shoot.",
        "Die Waffe wird wieder entladen, und man darf etwas anderes tun als schießen.",
    ),
    "turn_claim": (
        "Those who attack by surprise choose themselves who of them acts next.",
        "Die überraschend angreifen, wählen selbst, wer von ihnen als Nächstes handelt.",
    ),
    "turn_pass": (
        "One does nothing in the round in which those alone act who attack by surprise.",
        "Man tut nichts in der Runde, in der nur handelt, wer überraschend angreift.",
    ),
    "end_turn": (
        "Actions that are left are lost; parries and dodges take none.",
        "Übrige Aktionen verfallen; Paraden und Ausweichen kosten keine.",
    ),
    "drop": (
        "What was to be thrown falls at one's feet, and hits nobody.",
        "Was geworfen werden sollte, fällt vor die Füße und trifft niemanden.",
    ),
}
