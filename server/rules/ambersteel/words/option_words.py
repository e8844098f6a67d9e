"""What Ambersteel's house rules are called: English and German, a sentence each, and their values."""

OPTIONS = {
    "tie_winner": ("Equal totals", "Gleiche Summen"),
    "tie_winner.hint": (
        "Who wins when attack and defence come to the same.",
        "Wer gewinnt, wenn Angriff und Verteidigung gleich sind.",
    ),
    "tie_winner.attacker": ("The attacker hits", "Der Angriff trifft"),
    "tie_winner.defender": ("The defender is spared", "Die Verteidigung hält"),
    "crit_double": ("Critical damage is doubled", "Kritischer Schaden wird verdoppelt"),
    "crit_double.hint": (
        "Before or after armour has taken its part.",
        "Bevor oder nachdem die Rüstung ihren Teil abgehalten hat.",
    ),
    "crit_double.before_protection": ("Before protection", "Vor dem Schutz"),
    "crit_double.after_protection": ("After protection", "Nach dem Schutz"),
    "layers": ("Layers of armour", "Lagen der Rüstung"),
    "layers.hint": (
        "Only the topmost unbroken piece protects, or all pieces together.",
        "Nur das oberste heile Stück schützt, oder alle Stücke zusammen.",
    ),
    "layers.topmost": ("The topmost", "Die oberste"),
    "layers.sum": ("All together", "Alle zusammen"),
    "range_overflow": ("Beyond the effective range", "Jenseits der Reichweite"),
    "range_overflow.hint": (
        "What happens to shots that go farther than the weapon's effective range.",
        "Was mit Schüssen geschieht, die weiter gehen als die wirksame Reichweite der Waffe.",
    ),
    "range_overflow.disadvantage": ("Disadvantage", "Nachteil"),
    "range_overflow.disadvantage_and_steps": ("Disadvantage and a penalty", "Nachteil und Abzug"),
    "range_overflow.falls_short": ("They fall short", "Sie reichen nicht"),
    "range_step_penalty": ("Penalty for each step of range", "Abzug je Entfernungsstufe"),
    "range_step_penalty.hint": (
        "Counts only where shots beyond the range have a penalty.",
        "Gilt nur, wo Schüsse jenseits der Reichweite einen Abzug haben.",
    ),
    "shield_parries_projectiles": ("Shields parry shots", "Schilde parieren Geschosse"),
    "shield_parries_projectiles.hint": (
        "A shield may parry arrows and what is thrown.",
        "Ein Schild darf Pfeile und Geworfenes parieren.",
    ),
    "much_heavier_steps": ("Too heavy to parry from", "Zu schwer zum Parieren ab"),
    "much_heavier_steps.hint": (
        "By so many weight classes an attack has to be heavier for the parry to have disadvantage.",
        "Um so viele Gewichtsklassen muss ein Angriff schwerer sein, damit die Parade Nachteil hat.",
    ),
    "zoc_radius_m": ("Zone of control (m)", "Kontrollzone (m)"),
    "zoc_radius_m.hint": ("How far a zone of control reaches.", "Wie weit eine Kontrollzone reicht."),
    "aoo_offer_allies": ("Allies' zones count", "Zonen von Verbündeten zählen"),
    "aoo_offer_allies.hint": (
        "Leaving the zone of an ally offers an opportunity attack, too.",
        "Auch wer die Zone eines Verbündeten verlässt, bietet einen Gelegenheitsangriff.",
    ),
    "riposte_chain_max": ("Ripostes in a row", "Riposten in Folge"),
    "riposte_chain_max.hint": (
        "So many ripostes may answer one another at most.",
        "So viele Riposten können höchstens aufeinander folgen.",
    ),
    "surprise_defence": ("Defence of the surprised", "Verteidigung Überraschter"),
    "surprise_defence.hint": (
        "Whether they may parry and dodge in the surprise round.",
        "Ob sie in der Überraschungsrunde parieren und ausweichen dürfen.",
    ),
    "surprise_defence.normal": ("As always", "Wie immer"),
    "surprise_defence.after_first_attack": ("After the first attack", "Nach dem ersten Angriff"),
    "surprise_defence.none": ("None", "Keine"),
    "surprised_may_aoo": ("The surprised may strike at who leaves", "Überraschte dürfen Gelegenheiten nutzen"),
    "surprised_may_aoo.hint": (
        "Whether they make opportunity attacks in the surprise round.",
        "Ob sie in der Überraschungsrunde Gelegenheitsangriffe machen.",
    ),
    "breather_allows_movement": ("Walking while catching breath", "Gehen beim Verschnaufen"),
    "breather_allows_movement.hint": (
        "Whoever has moved may still catch its breath.",
        "Auch wer sich bewegt hat, darf noch verschnaufen.",
    ),
    "overdraw_triggers_check": ("Overspending needs a check", "Überziehen verlangt eine Probe"),
    "overdraw_triggers_check.hint": (
        "Also the payment that uses up the last stamina, and more, calls for a check.",
        "Schon die Zahlung, die über die letzte Ausdauer hinausgeht, verlangt eine Probe.",
    ),
    "overexerted_affects_damage": ("Overexertion weakens damage", "Erschöpfung schwächt den Schaden"),
    "overexerted_affects_damage.hint": (
        "Damage dice of the overexerted are thrown twice, and the lower counts.",
        "Schadenswürfel Erschöpfter werden zweimal geworfen, der niedrigere zählt.",
    ),
    "deathsave_crit_face": ("Critical face at death's door", "Kritische Zahl an der Schwelle des Todes"),
    "deathsave_crit_face.hint": (
        "Who throws this face comes back from death's door.",
        "Wer diese Zahl würfelt, kommt von der Schwelle des Todes zurück.",
    ),
    "blunt_floor_hp": ("Blunt damage leaves", "Stumpfer Schaden lässt übrig"),
    "blunt_floor_hp.hint": (
        "So many health points keeps who is knocked out.",
        "So viele Lebenspunkte behält, wer bewusstlos geschlagen wird.",
    ),
    "execution_on_pc": ("Executing player characters", "Hinrichtung von Spielerfiguren"),
    "execution_on_pc.hint": ("Whether they can be executed.", "Ob sie hingerichtet werden können."),
    "execution_on_pc.reject": ("Impossible", "Unmöglich"),
    "execution_on_pc.deaths_door": ("To death's door", "An die Schwelle des Todes"),
    "execution_costs_stamina": ("Executions cost stamina", "Hinrichten kostet Ausdauer"),
    "execution_costs_stamina.hint": ("As much as an attack.", "So viel wie ein Angriff."),
    "prone_easy_for_ranged": ("The prone are easily shot", "Liegende sind leicht zu treffen"),
    "prone_easy_for_ranged.hint": (
        "Also ranged attacks on somebody prone have advantage.",
        "Auch Fernangriffe auf Liegende haben Vorteil.",
    ),
    "improvised_throw_cost": ("Cost of a throw", "Kosten eines Wurfs"),
    "improvised_throw_cost.hint": (
        "Stamina for throwing what was not made for it, beside encumbrance.",
        "Ausdauer für den Wurf von etwas, das nicht dafür gemacht ist, neben der Belastung.",
    ),
    "cp_loss_when_absorbed": ("Armour always wears", "Rüstung leidet immer"),
    "cp_loss_when_absorbed.hint": (
        "Also where it has taken all of the damage.",
        "Auch wenn sie den ganzen Schaden abgehalten hat.",
    ),
}
