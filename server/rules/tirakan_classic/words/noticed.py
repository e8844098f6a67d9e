"""What others may notice of somebody hidden, and of a closed sheet: data for the conformance suite."""

UNNOTICED = frozenset({
    "run", "walk", "crawl", "kneel", "lie_down", "stand_up", "reload", "use_object", "draw", "put_away", "custom",
    "spend_bonus_die", "answer.walk", "answer.run", "answer.crawl", "answer.kneel", "answer.lie_down",
    "answer.stand_up", "answer.reload", "answer.keep_roll", "answer.improve_roll",
    "answer.gm_rule_custom", "gm_set", "gm_set_perception", "gm_adjust_wounds", "set_cover", "set_distance",
    "set_enmity",
})  # fmt: skip
"""Options that somebody hidden may take, or the GM use on it, and nobody notices."""

NOTICEABLE = frozenset({
    "strength", "quickness", "deftness", "speed", "hand_to_hand", "shooting", "throwing", "evasion", "min_roll",
    "lineage_actions", "template_actions", "actions", "stolen_next", "base_protection", "armour.*.name",
    "armour.*.protection", "bonus_dice", "destiny_dice", "wounds", "max_wounds", "wound_reduction", "status",
    "posture", "weapons.*.name", "weapons.*.weapon_class", "weapons.*.range_m", "weapons.*.penetration",
    "weapons.*.wounds_per_hit", "weapons.*.bonus_wounds", "weapons.*.modes", "weapons.*.default_mode",
})  # fmt: skip
"""Values of a closed sheet that show in what happens."""

SHOWN_IN = frozenset({
    "Sheet.actions", "Sheet.lineage_actions", "Sheet.stolen_next", "Sheet.bonus_dice", "Sheet.destiny_dice",
    "Sheet.wounds", "Weapon.name", "Armour.name", "Combatant.actions", "Combatant.stolen_next",
    "Combatant.bonus_dice", "Combatant.destiny_dice", "Combatant.wounds", "Frame.wounds", "Frame.successes",
    "InitiativeRolled.total", "InitiativeOrderSet.order", "Game.order", "CheckRolled.pool", "CheckRolled.faces",
    "CheckRolled.hits", "HitsRolled.pool", "HitsRolled.faces", "HitsRolled.hits", "Strike.faces", "Strike.hits",
    "ProtectionUsed.hits", "ProtectionUsed.prevented", "ProtectionUsed.left", "WoundsTaken.bonus",
    "WoundsTaken.total", "WoundsTaken.wounds", "ActionResolved.wounds", "ReactionResolved.wounds", "topic.hits",
    "ActionSpent.amount", "ActionSpent.left", "CheckRolled.roll", "Frame.declared", "GMRuled.cover",
    "GMRuled.distance_cm", "GMRuled.effect", "GMRuled.from_behind", "HitsReevaluated.faces", "HitsReevaluated.pool",
    "Ruling.cost", "Ruling.cover", "Ruling.distance_cm", "Ruling.from_behind", "Ruling.roll", "Strike.spare",
})  # fmt: skip
"""The fields in which these show first, and what the GM rules on an open act."""

SHOWN_UNSEEN = frozenset({
    "Frame.wounds", "Frame.successes", "CheckRolled.pool", "CheckRolled.faces", "CheckRolled.hits",
    "HitsRolled.pool", "HitsRolled.faces", "HitsRolled.hits", "Strike.faces", "Strike.hits", "ProtectionUsed.hits",
    "ProtectionUsed.prevented", "ProtectionUsed.left", "ActionResolved.wounds", "ReactionResolved.wounds",
    "topic.hits",
})  # fmt: skip
"""The fields in which they show to those who don't see the combatant."""

DONE_UNSEEN = frozenset({
    "ActDeclared.action_id", "ActDeclared.deed", "ActDeclared.kind", "GMRuled.cost", "GMRuled.refuse", "GMRuled.roll",
    "HitsRolled.purpose",
})  # fmt: skip
"""Beside these the fields in which it shows how somebody hidden does something, or what the GM rules on a free act."""
