"""The encounter that shows the system: a toll at a bridge. Its file is as an author would write it."""

DEMO = """# Two travellers, two robbers and one bridge. Metres; the bridge runs from left to right.
title = "Toll at the Bridge"
system = "tirakan"

[options]
world = "fantasy"

[seats.hagen]
name = "Hagen"

[seats.sela]
name = "Sela"

[combatants.hagen]
name = "Hagen"
side = "travellers"
seat = "hagen"
at = [2, 3]

[combatants.hagen.sheet]
strength = 4
quickness = 2
deftness = 3
endurance = 3
resistance = 2
apprehension = 3
willpower = 3
hand_to_hand = 3
throwing = 2
perception = 3
dodge_template = 2
bonus_dice = 2
destiny_dice = 1
main_hand = "long_sword"
off_hand = "round_shield"

[combatants.hagen.sheet.weapons.long_sword]
name = "Long sword"
type = "blade"
damage_potential = 2
range_m = 1.5
inflicts = { bleeding = 1 }

[combatants.hagen.sheet.shields.round_shield]
name = "Round shield"
cover = 5

[combatants.hagen.sheet.armour.mail]
name = "Mail shirt"
category = "medium"
encumbrance = 1
protection = ["N", "N", "C"]

[combatants.sela]
name = "Sela"
side = "travellers"
seat = "sela"
at = [1, 2]

[combatants.sela.sheet]
strength = 2
quickness = 4
deftness = 4
endurance = 2
resistance = 2
apprehension = 4
willpower = 2
hand_to_hand = 2
throwing = 3
perception = 2
dodge_template = 1
bonus_dice = 1
destiny_dice = 1
main_hand = "throwing_knives"

[combatants.sela.sheet.weapons.throwing_knives]
name = "Throwing knives"
weapon_class = "thrown"
type = "blade"
damage_potential = 1
range_m = 5
capacity = 4

[combatants.sela.sheet.weapons.dagger]
name = "Dagger"
type = "blade"
damage_potential = 1
range_m = 1

[combatants.sela.sheet.armour.jerkin]
name = "Leather jerkin"
category = "light"
protection = ["N"]

[combatants.robber]
name = "Robber"
side = "robbers"
at = [5, 3]

[combatants.robber.sheet]
strength = 3
quickness = 3
deftness = 2
resistance = 2
apprehension = 2
perception = 2
hand_to_hand = 2
dodge_template = 1
max_wounds = 6
main_hand = "club"
off_hand = "buckler"

[combatants.robber.sheet.weapons.club]
name = "Club"
type = "club"
damage_potential = 2
range_m = 1.5
blunt = true

[combatants.robber.sheet.shields.buckler]
name = "Buckler"
cover = 6

[combatants.robber.sheet.armour.gambeson]
name = "Gambeson"
category = "light"
protection = ["N", "N"]

[combatants.ilva]
name = "Ilva"
side = "robbers"
at = [9, 2.5]

[combatants.ilva.sheet]
strength = 1
quickness = 2
deftness = 3
resistance = 2
apprehension = 2
shooting = 3
hand_to_hand = 1
perception = 3
max_wounds = 5
destiny_dice = 1
main_hand = "long_bow"

[combatants.ilva.sheet.weapons.long_bow]
name = "Long bow"
weapon_class = "ranged"
type = "bow"
hands = 2
damage_potential = 2
piercing = 1
range_m = 60

[combatants.ilva.sheet.armour.cloak]
name = "Heavy cloak"
category = "clothing"
protection = ["N"]
"""
