"""A second encounter: blades and thrown things by night, with somebody in hiding and dice for rolls."""

DEMO_GRANARY = """# Three thieves want the grain, two guards and a dog don't. Metres; sacks lie along the wall at y = 6.
title = "Night at the Granary"
system = "tirakan_classic"

[options]
dice_in_combat_rolls = true

[seats.berta]
name = "Berta"

[seats.olav]
name = "Olav"

[combatants.berta]
name = "Berta"
side = "guards"
seat = "berta"
at = [2, 4]

[combatants.berta.sheet]
strength = 3
quickness = 2
deftness = 3
hand_to_hand = 4
throwing = 3
evasion = 2
bonus_dice = 2
destiny_dice = 1
in_hand = "spear"

[combatants.berta.sheet.armour.leather]
name = "Leather"
protection = 1

[combatants.berta.sheet.weapons.spear]
name = "Spear"
range_m = 2
penetration = 1

[combatants.berta.sheet.weapons.javelin]
name = "Javelin"
weapon_class = "throwing"
range_m = 10
penetration = 2
capacity = 3

[combatants.olav]
name = "Olav"
side = "guards"
seat = "olav"
at = [3, 2]

[combatants.olav.sheet]
strength = 4
quickness = 3
deftness = 1
hand_to_hand = 3
throwing = 2
evasion = 3
bonus_dice = 1
destiny_dice = 2

[combatants.olav.sheet.objects.lamp]
name = "Oil lamp"
throw_range_m = 8
effect = { radius_m = 1.5, hits = 2, penetration = 1 }

[combatants.hound]
name = "Hound"
side = "guards"
seat = "olav"
at = [4, 3]

[combatants.hound.sheet]
strength = 3
quickness = 5
deftness = 2
hand_to_hand = 3
evasion = 4
max_wounds = 4

[combatants.nils]
name = "Nils"
side = "thieves"
at = [9, 3]

[combatants.nils.sheet]
strength = 2
quickness = 4
deftness = 4
hand_to_hand = 3
throwing = 3
evasion = 3
in_hand = "knife"

[combatants.nils.sheet.weapons.knife]
name = "Knife"
wounds_per_hit = 1
bonus_wounds = 1

[combatants.grete]
name = "Grete"
side = "thieves"
at = [10, 5]

[combatants.grete.sheet]
strength = 3
quickness = 2
deftness = 2
hand_to_hand = 3
shooting = 4
evasion = 1
in_hand = "crossbow"

[combatants.grete.sheet.armour.coat]
name = "Heavy coat"
protection = 1

[combatants.grete.sheet.weapons.crossbow]
name = "Crossbow"
weapon_class = "firearm"
range_m = 30
penetration = 2
wounds_per_hit = 2
capacity = 1
reload_actions = 2

[combatants.jost]
name = "Jost"
side = "thieves"
at = [6, 6]
hidden = true

[combatants.jost.sheet]
strength = 3
quickness = 3
deftness = 3
hand_to_hand = 4
evasion = 2
destiny_dice = 1
in_hand = "cudgel"

[combatants.jost.sheet.weapons.cudgel]
name = "Cudgel"
wounds_per_hit = 2
"""
