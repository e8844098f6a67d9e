"""The encounter that shows the modern world: firearms, bursts, recoil. Its file is as an author would write it."""

DEMO_MODERN = """# The modern world: two investigators, three smugglers, one warehouse. Metres.
title = "Night at the Harbour"
system = "tirakan"

[options]
world = "modern"

[seats.ann]
name = "Ann"

[seats.bob]
name = "Bob"

[combatants.noah]
name = "Noah"
side = "police"
seat = "ann"
at = [0, 1]

[combatants.noah.sheet]
strength = 3
quickness = 3
deftness = 3
apprehension = 3
resistance = 2
willpower = 2
shooting = 3
hand_to_hand = 2
throwing = 2
perception = 4
dodge_template = 1
bonus_dice = 2
destiny_dice = 1
max_wounds = 6
main_hand = "pistol"

[combatants.noah.sheet.weapons.pistol]
name = "Pistol"
weapon_class = "ranged"
type = "pistol"
damage_potential = 1
range_m = 15
capacity = 6
reload_actions = 1
recoil_compensation = 1

[combatants.noah.sheet.weapons.baton]
name = "Baton"
type = "club"
damage_potential = 1
range_m = 1.5
blunt = true
ready = false

[combatants.noah.sheet.armour.vest]
name = "Vest"
category = "medium"
encumbrance = 1
protection = ["N", "C", "R"]

[combatants.kira]
name = "Kira"
side = "police"
seat = "bob"
at = [1, 3.5]

[combatants.kira.sheet]
strength = 2
quickness = 4
deftness = 4
apprehension = 4
resistance = 2
shooting = 3
hand_to_hand = 3
throwing = 3
perception = 3
destiny_dice = 2
max_wounds = 6
may_dual_wield = true
main_hand = "smg"

[combatants.kira.sheet.weapons.smg]
name = "Submachine gun"
weapon_class = "ranged"
type = "smg"
hands = 2
modes = ["single", "burst"]
damage_potential = 1
range_m = 20
capacity = 9
reload_actions = 2

[combatants.kira.sheet.weapons.knife]
name = "Knife"
type = "blade"
damage_potential = 1
range_m = 1.5
inflicts = { bleeding = 1 }

[combatants.kira.sheet.armour.jacket]
name = "Padded jacket"
protection = ["N", "S"]

[combatants.boss]
name = "Boss"
side = "smugglers"
at = [8, 1]

[combatants.boss.sheet]
strength = 4
quickness = 2
deftness = 2
apprehension = 2
resistance = 3
shooting = 2
hand_to_hand = 3
perception = 3
bonus_dice = 1
max_wounds = 5
main_hand = "revolver"

[combatants.boss.sheet.weapons.revolver]
name = "Revolver"
weapon_class = "ranged"
type = "pistol"
damage_potential = 2
piercing = 1
range_m = 12
capacity = 6

[combatants.boss.sheet.armour.coat]
name = "Coat"
category = "clothing"
protection = ["N", "H"]

[combatants.thug]
name = "Thug"
side = "smugglers"
at = [5, 2]

[combatants.thug.sheet]
strength = 3
quickness = 3
deftness = 2
resistance = 2
apprehension = 2
hand_to_hand = 3
dodge_template = 1
max_wounds = 4
main_hand = "machete"
off_hand = "knuckles"
may_dual_wield = true

[combatants.thug.sheet.weapons.machete]
name = "Machete"
type = "blade"
damage_potential = 2
range_m = 1.5

[combatants.thug.sheet.weapons.knuckles]
name = "Short knife"
type = "blade"
damage_potential = 1
range_m = 1

[combatants.sniper]
name = "Sniper"
side = "smugglers"
at = [14, 6]

[combatants.sniper.sheet]
shooting = 4
quickness = 2
apprehension = 3
perception = 5
max_wounds = 3
main_hand = "rifle"

[combatants.sniper.sheet.weapons.rifle]
name = "Rifle"
weapon_class = "ranged"
type = "rifle"
hands = 2
damage_potential = 2
piercing = 2
range_m = 80
capacity = 3
reload_actions = 2
"""
