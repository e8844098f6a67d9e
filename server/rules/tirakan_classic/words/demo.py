"""The encounter that shows the system: an ambush at a ford. Its file is as an author would write it."""

DEMO = """# Two wardens and two raiders at a ford. Metres; the river runs from top to bottom at x = 5.
title = "Ambush at the Ford"
system = "tirakan_classic"

[seats.hagen]
name = "Hagen"

[seats.ilva]
name = "Ilva"

[combatants.hagen]
name = "Hagen"
side = "wardens"
seat = "hagen"
at = [2, 3]

[combatants.hagen.sheet]
strength = 4
quickness = 3
deftness = 2
hand_to_hand = 4
shooting = 2
throwing = 3
evasion = 3
bonus_dice = 1
destiny_dice = 1
in_hand = "sword"

[combatants.hagen.sheet.armour.mail]
name = "Mail shirt"
protection = 2

[combatants.hagen.sheet.weapons.sword]
name = "Sword"
range_m = 1.5
penetration = 1

[combatants.hagen.sheet.objects.grenade]
name = "Grenade"
throw_range_m = 15
effect = { radius_m = 3, hits = 3, wounds_per_hit = 2 }

[combatants.ilva]
name = "Ilva"
side = "wardens"
seat = "ilva"
at = [0, 5]

[combatants.ilva.sheet]
strength = 2
quickness = 2
deftness = 4
hand_to_hand = 2
shooting = 5
throwing = 2
evasion = 4
bonus_dice = 2
destiny_dice = 1
in_hand = "rifle"

[combatants.ilva.sheet.armour.vest]
name = "Padded vest"
protection = 1

[combatants.ilva.sheet.weapons.rifle]
name = "Rifle"
weapon_class = "firearm"
range_m = 100
penetration = 1
modes = [{ id = "single" }, { id = "semi" }, { id = "burst" }, { id = "full" }]
capacity = 30

[combatants.ilva.sheet.weapons.knife]
name = "Knife"

[combatants.robber]
name = "Raider"
side = "raiders"
at = [6, 3]

[combatants.robber.sheet]
strength = 3
quickness = 3
deftness = 3
hand_to_hand = 3
shooting = 3
throwing = 1
evasion = 2
destiny_dice = 1
in_hand = "axe"

[combatants.robber.sheet.armour.hide]
name = "Hide coat"
protection = 1

[combatants.robber.sheet.weapons.axe]
name = "Axe"
range_m = 1.5
wounds_per_hit = 2
bonus_wounds = 1

[combatants.soldier]
name = "Deserter"
side = "raiders"
at = [10, 4]

[combatants.soldier.sheet]
quickness = 1
deftness = 1
strength = 2
hand_to_hand = 2
shooting = 4
throwing = 1
evasion = 0
template_actions = 1
in_hand = "rifle"

[combatants.soldier.sheet.armour.plates]
name = "Plates"
protection = 3

[combatants.soldier.sheet.weapons.rifle]
name = "Rifle"
weapon_class = "firearm"
range_m = 100
penetration = 1
modes = [{ id = "single" }, { id = "semi" }, { id = "burst" }, { id = "full" }]
capacity = 30
"""
