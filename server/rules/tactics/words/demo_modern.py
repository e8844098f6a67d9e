"""A second fight, with what is special: bursts, sprays, a grenade, somebody whom only one of a party has noticed."""

DEMO_MODERN = """
title = "The Depot"
system = "tactics"

[seats.kit]
name = "Kit"

[seats.ros]
name = "Ros"

[seats.teo]
name = "Teo"

[combatants.kit]
name = "Kit"
side = "crew"
seat = "kit"
at = [0, 0]

[combatants.kit.sheet]
tactics = 2
W_max = 13
FIN = 12
NER = 11
BOD = 11

[combatants.kit.sheet.skills]
guns = { base = 14, rank = 2 }
knife = { base = 12, rank = 1 }
Dodge = { base = 13 }
Run = { base = 12 }

[combatants.kit.sheet.weapons.smg]
name = "Submachine gun"
kind = "ranged"
skill = "guns"
base_W = 5
recoil = 0.5
fire = "auto"
projectile = "bullet"
ammo = 5

[combatants.kit.sheet.weapons.knife]
name = "Knife"
skill = "knife"
sizes = [2]
base_W = 3
in_hand = false

[combatants.ros]
name = "Ros"
side = "crew"
seat = "ros"
at = [-2, 2]

[combatants.ros.sheet]
tactics = 1
W_max = 12

[combatants.ros.sheet.skills]
throwing = { base = 14, rank = 1 }
baton = { base = 13, rank = 2 }
Dodge = { base = 12 }
Parry = { base = 12 }
Block = { base = 13 }
Run = { base = 13 }

[combatants.ros.sheet.weapons.grenade]
name = "Grenade"
kind = "area"
skill = "throwing"
base_W = "2d6"
base_range = "nearby"
projectile = "thrown"
ammo = 2

[combatants.ros.sheet.weapons.baton]
name = "Baton"
skill = "baton"
q_off = 1
base_S = 4

[combatants.ros.sheet.shield]
name = "Riot shield"
kind = "shield"
sizes = [4]
q_def = 3

[combatants.ros.sheet.armour]
name = "Vest"
value = 3
size = 3

[combatants.teo]
name = "Teo"
side = "crew"
seat = "teo"
at = [-4, -2]

[combatants.teo.sheet]
tactics = 3
W_max = 11
NER = 13

[combatants.teo.sheet.skills]
rifle = { base = 15, rank = 2 }
Dodge = { base = 12 }
medicine = { base = 13 }
Run = { base = 11 }

[combatants.teo.sheet.weapons.rifle]
name = "Rifle"
kind = "ranged"
skill = "rifle"
base_W = 7
fire = "semi"
projectile = "bullet"
ammo = 4

[combatants.guard]
name = "Guard"
side = "depot"
at = [9, 0]

[combatants.guard.sheet]
tactics = 1
W_max = 12

[combatants.guard.sheet.skills]
guns = { base = 12, rank = 1 }
brawl = { base = 12 }
Dodge = { base = 12 }
Parry = { base = 11 }
Block = { base = 11 }
Run = { base = 11 }

[combatants.guard.sheet.weapons.shotgun]
name = "Shotgun"
kind = "ranged"
skill = "guns"
base_W = 6
fire = "pump"
projectile = "bullet"
ammo = 3

[combatants.guard.sheet.armour]
name = "Jacket"
value = 2
size = 2

[combatants.hound]
name = "Hound"
side = "depot"
at = [10, 3]

[combatants.hound.sheet]
tactics = 2
W_max = 9
BOD = 9
move_m = 6
size = 3

[combatants.hound.sheet.skills]
bite = { base = 14, rank = 2 }
Dodge = { base = 13 }
Run = { base = 14 }

[combatants.hound.sheet.weapons.teeth]
name = "Teeth"
skill = "bite"
sizes = [2]
base_W = 4
reach_m = 1

[combatants.hound.sheet.armour]
name = "Hide"
value = 1
size = 2
natural = true

[combatants.sniper]
name = "Sniper"
side = "depot"
at = [18, 12]
hidden = true
aware = ["teo"]

[combatants.sniper.sheet]
tactics = 2
W_max = 10

[combatants.sniper.sheet.skills]
rifle = { base = 16, rank = 1 }
Dodge = { base = 11 }

[combatants.sniper.sheet.weapons.rifle]
name = "Long rifle"
kind = "ranged"
skill = "rifle"
base_W = 8
projectile = "bullet"
ammo = 5
"""
