"""What tracks, conditions, the facts of a sheet and the numbers of a sum mean, in one sentence for a newcomer."""

from server.kit import texts as kit
from server.kit.acts import texts as acts

# key: (English, German)
TERMS = {
    **kit.TERMS,
    **acts.TERMS,
    "wounds": (
        "Each hit that nothing stops makes a wound; who has too many is down.",
        "Jeder Treffer, den nichts aufhält, wird zur Wunde; wer zu viele hat, liegt am Boden.",
    ),
    "pool": (
        "Pieces of protection: each stops a hit once and is spent for this fight.",
        "Stücke Schutz: Jedes hält einmal einen Treffer auf und ist für diesen Kampf verbraucht.",
    ),
    "rerolls": ("With one a roll may be made anew.", "Mit einem darf ein Wurf wiederholt werden."),
    "strength": ("How strong somebody is, for what needs it.", "Wie stark jemand ist, wo es darauf ankommt."),
    "quickness": (
        "Decides the order of turns, and how far one walks and runs.",
        "Bestimmt die Reihenfolge und wie weit man geht und läuft.",
    ),
    "deftness": ("How deft somebody is, for what needs it.", "Wie geschickt jemand ist, wo es darauf ankommt."),
    "endurance": (
        "How much somebody endures, for what needs it.",
        "Wie ausdauernd jemand ist, wo es darauf ankommt.",
    ),
    "resistance": (
        "How well somebody resists, for what needs it.",
        "Wie widerstandsfähig jemand ist, wo es darauf ankommt.",
    ),
    "apprehension": ("How quickly somebody grasps what happens.", "Wie schnell jemand erfasst, was geschieht."),
    "willpower": ("How firm somebody stays.", "Wie standhaft jemand bleibt."),
    "hand_to_hand": ("Dice for attacks from near.", "Würfel für Angriffe aus der Nähe."),
    "shooting": ("Dice for shots.", "Würfel für Schüsse."),
    "throwing": ("Dice for throws.", "Würfel für Würfe."),
    "perception": ("What somebody notices.", "Was jemand bemerkt."),
    "min_roll": (
        "A die that shows so much or more is a success.",
        "Ein Würfel mit so viel oder mehr ist ein Erfolg.",
    ),
    "dodge_template": (
        "What training adds to the dice for dodging.",
        "Was Übung zu den Würfeln für das Ausweichen gibt.",
    ),
    "dodge": (
        "Dice for getting out of the way of an attack; what one carries makes them fewer.",
        "Würfel, um einem Angriff auszuweichen; was man trägt, macht sie weniger.",
    ),
    "base_actions": (
        "So many actions a turn gives before anything is added.",
        "So viele Aktionen gibt ein Zug, bevor etwas hinzukommt.",
    ),
    "template_actions": ("Actions a turn that training adds.", "Aktionen je Zug, die Übung hinzugibt."),
    "max_wounds": ("With so many wounds one is down.", "Mit so vielen Wunden liegt man am Boden."),
    "boost": ("Takes wounds before the body does.", "Fängt Wunden ab, bevor der Körper sie nimmt."),
    "quick_reaction": (
        "One action before the own first turn, for a reaction only.",
        "Eine Aktion vor dem eigenen ersten Zug, nur für eine Reaktion.",
    ),
    "recoil_chain": (
        "Shot follows on shot: each further one is harder, until something else is done.",
        "Schuss folgt auf Schuss: Jeder weitere ist schwerer, bis man etwas anderes tut.",
    ),
    "may_dual_wield": ("Can fight with a weapon in each hand.", "Kann mit einer Waffe in jeder Hand kämpfen."),
    "weapon": (
        "Dice that it adds to the attack, how far it reaches, and what is left to shoot (×).",
        "Würfel, die sie zum Angriff gibt, wie weit sie reicht und was noch zu schießen ist (×).",
    ),
    "shield": (
        "A raised shield stops each hit whose die shows so much or more.",
        "Ein erhobener Schild hält jeden Treffer auf, dessen Würfel so viel oder mehr zeigt.",
    ),
    "protection": (
        "What is left to stop hits with, piece by piece.",
        "Was noch bleibt, um Treffer aufzuhalten, Stück für Stück.",
    ),
    "cover": (
        "Behind cover each hit is rolled for: a die that shows so much or more stops it.",
        "In Deckung wird für jeden Treffer gewürfelt: Ein Würfel mit so viel oder mehr hält ihn auf.",
    ),
    "shield_block": (
        "The shield is held against attacks until it is lowered.",
        "Der Schild ist gegen Angriffe erhoben, bis er gesenkt wird.",
    ),
    "hunkered": (
        "Crouches or lies: attacks are harder from there, and one has to stand up to walk.",
        "Duckt sich oder liegt: Angriffe sind von dort schwerer, und zum Gehen muss man aufstehen.",
    ),
    "unconscious": ("Does nothing until somebody helps.", "Tut nichts, bis jemand hilft."),
    "sleeping": ("Does nothing until something wakes them.", "Tut nichts, bis etwas weckt."),
    "dying": (
        "Is down and needs help soon: the number may grow each round, and at 6 it is death.",
        "Liegt am Boden und braucht bald Hilfe: Die Zahl kann jede Runde wachsen, und bei 6 ist es der Tod.",
    ),
    "dead": ("Is out of the fight for good.", "Ist endgültig aus dem Kampf."),
    "shocked": ("Has fewer dice for attacks.", "Hat weniger Würfel für Angriffe."),
    "burning": ("Attacks are harder as long as one burns.", "Angriffe sind schwerer, solange man brennt."),
    "bleeding": ("Loses blood until somebody stops it.", "Verliert Blut, bis jemand es stillt."),
    "poisoned": (
        "Attacks are harder as long as the poison works.",
        "Angriffe sind schwerer, solange das Gift wirkt.",
    ),
    "difficulty": (
        "Each die must show so much more or, below zero, less.",
        "Jeder Würfel muss so viel mehr oder, unter null, weniger zeigen.",
    ),
    "walking": (
        "Who walks meanwhile does everything with more trouble.",
        "Wer dabei geht, tut alles mit mehr Mühe.",
    ),
    "from_behind": (
        "An attack from behind can't be dodged.",
        "Einem Angriff von hinten kann man nicht ausweichen.",
    ),
    "recoil": (
        "Shot follows on shot: each further one is harder, until something else is done.",
        "Schuss folgt auf Schuss: Jeder weitere ist schwerer, bis man etwas anderes tut.",
    ),
    "distance": (
        "Farther than the weapon shoots well, up to twice as far, one hits worse.",
        "Weiter, als die Waffe gut schießt, bis zum Doppelten, trifft man schlechter.",
    ),
    "off_hand": (
        "With the other hand everything is harder.",
        "Mit der anderen Hand ist alles schwerer.",
    ),
    "disarm": (
        "It is harder to strike the weapon from a hand than to hit.",
        "Eine Waffe aus der Hand zu schlagen, ist schwerer, als zu treffen.",
    ),
    "accurate": (
        "Actions were spent on this attack before, so it hits more easily.",
        "Für diesen Angriff wurden vorher Aktionen ausgegeben, darum trifft er leichter.",
    ),
    "supported": (
        "The weapon lies on something and is steady.",
        "Die Waffe liegt auf und ist ruhig.",
    ),
    "ruling": (
        "What the game master has added or taken away.",
        "Was die Spielleitung hinzugegeben oder abgezogen hat.",
    ),
    "critical": (
        "A hit whose die shows so much or more is critical and harder to stop.",
        "Ein Treffer, dessen Würfel so viel oder mehr zeigt, ist kritisch und schwerer aufzuhalten.",
    ),
    "can_be_critical": (
        "Single shots and blows can be critical, bursts can't.",
        "Einzelne Schüsse und Schläge können kritisch sein, Feuerstöße nicht.",
    ),
    "aim": (
        "Actions were spent on aiming, so hits are critical sooner.",
        "Für das Zielen wurden Aktionen ausgegeben, darum sind Treffer eher kritisch.",
    ),
    "damage_potential": (
        "Dice that the weapon gives to the attack.",
        "Würfel, die die Waffe zum Angriff gibt.",
    ),
    "burst": (
        "Several shots at once give more dice.",
        "Mehrere Schüsse auf einmal geben mehr Würfel.",
    ),
    "massive": (
        "More actions and strength give the blow more dice.",
        "Mehr Aktionen und Stärke geben dem Schlag mehr Würfel.",
    ),
    "unarmed": (
        "Who is quick has one die more with bare hands.",
        "Wer schnell ist, hat mit bloßen Händen einen Würfel mehr.",
    ),
    "surroundings": (
        "What one stands behind, as the game master says.",
        "Wohinter man steht, wie die Spielleitung es sagt.",
    ),
    "cover_is_pointless": (
        "Against this no cover helps.",
        "Dagegen hilft keine Deckung.",
    ),
    "shield_parry": (
        "The shield is held against this one attack.",
        "Der Schild wird gegen diesen einen Angriff gehalten.",
    ),
    # what can be done
    "accurate_step": (
        "Actions that are spent beforehand make one attack hit more easily.",
        "Aktionen, die vorher ausgegeben werden, lassen einen Angriff leichter treffen.",
    ),
    "auto_protect": (
        "Whether it is asked each time before protection is used.",
        "Ob jedes Mal gefragt wird, bevor Schutz eingesetzt wird.",
    ),
    "coup": (
        "An attack on somebody helpless, against which nothing helps.",
        "Ein Angriff auf jemanden, der wehrlos ist; dagegen hilft nichts.",
    ),
    "knockout": (
        "After this blow its target may be unconscious.",
        "Nach diesem Schlag kann das Ziel bewusstlos sein.",
    ),
    "disarm_off_hand": (
        "It is harder to strike something from a hand than to hit.",
        "Etwas aus der Hand zu schlagen, ist schwerer, als zu treffen.",
    ),
    "spend_bonus_die": (
        "A bonus die is given up for one more action.",
        "Ein Bonuswürfel wird für eine weitere Aktion hergegeben.",
    ),
    "hunker": (
        "To crouch or lie is some cover; one's own attacks are harder from there.",
        "Sich zu ducken oder zu legen gibt etwas Deckung; die eigenen Angriffe sind von dort schwerer.",
    ),
    "object_parry": (
        "Something at hand is held against the attack, if the game master agrees.",
        "Etwas Greifbares wird gegen den Angriff gehalten, wenn die Spielleitung zustimmt.",
    ),
    "spend_destiny_die": (
        "For a destiny die an opponent loses an action, and one has it oneself.",
        "Für einen Schicksalswürfel verliert ein Gegner eine Aktion, und man hat sie selbst.",
    ),
    "parry": (
        "A weapon is held against the attack, and a roll says how many hits it stops.",
        "Eine Waffe wird gegen den Angriff gehalten, und ein Wurf sagt, wie viele Treffer sie aufhält.",
    ),
    "support_weapon": (
        "The weapon is put on something, and hits more easily from there.",
        "Die Waffe wird aufgelegt und trifft von dort leichter.",
    ),
    "use_protection": (
        "The protection that is left stops hits of this attack.",
        "Der Schutz, der noch da ist, hält Treffer dieses Angriffs auf.",
    ),
    "improve_roll": (
        "Bonus and destiny dice are added to the roll, once it is seen.",
        "Bonus- und Schicksalswürfel kommen zum Wurf hinzu, wenn er schon zu sehen ist.",
    ),
    "raise_shield_block": (
        "From the next round on the shield is cover against every attack; one moves only half as far.",
        "Von der nächsten Runde an deckt der Schild gegen jeden Angriff; man kommt nur halb so weit.",
    ),
    "lower_shield": (
        "The shield is no cover any more, and one moves as far as ever; it takes no action.",
        "Der Schild ist keine Deckung mehr, und man kommt so weit wie sonst; es kostet keine Aktion.",
    ),
    "unsupport_weapon": (
        "The weapon no longer rests on anything, and hits as it would from the hand; it takes no action.",
        "Die Waffe liegt nicht mehr auf und trifft wie aus der Hand; es kostet keine Aktion.",
    ),
    "pick_up": (
        "What lies at one's feet is taken in hand again.",
        "Was vor den Füßen liegt, kommt wieder in die Hand.",
    ),
    "best_protection": (
        "As many hits as can be are stopped; what stops them is used up until the fight is over.",
        "So viele Treffer wie möglich werden aufgehalten; was sie aufhält, ist bis zum Ende des Kampfes verbraucht.",
    ),
    "decline_protection": (
        "The hits go through, and the protection is kept for later ones.",
        "Die Treffer gehen durch, und der Schutz bleibt für spätere.",
    ),
    "choose_disarm_attribute": (
        "With as many successes as there were hits one keeps hold of what was struck.",
        "Mit so vielen Erfolgen, wie es Treffer waren, hält man fest, was getroffen wurde.",
    ),
    "free_weapon": (
        "A weapon that is stuck in somebody's armour is pulled out.",
        "Eine Waffe, die in einer Rüstung steckt, wird herausgezogen.",
    ),
}
