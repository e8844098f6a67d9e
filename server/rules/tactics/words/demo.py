"""A small fight that shows Tactics: two travellers, two assassins, a marauder, and somebody behind the hedge."""

DEMO = """
title = "The Hedge"
system = "tactics"

[seats.maren]
name = "Maren"

[seats.iva]
name = "Iva"

[combatants.maren]
name = "Maren"
side = "travellers"
seat = "maren"
at = [0, 0]

[combatants.maren.sheet]
tactics = 2
W_max = 14
BOD = 12
FIN = 11
NER = 12

[combatants.maren.sheet.skills]
sword = { base = 12, rank = 2 }
Dodge = { base = 12 }
Parry = { base = 12 }
Block = { base = 12 }
Run = { base = 12 }

[combatants.maren.sheet.weapons.sword]
name = "Sword"
skill = "sword"
q_off = 1
q_def = 1
base_W = 5

[combatants.maren.sheet.shield]
name = "Round shield"
kind = "shield"
q_def = 2

[combatants.maren.sheet.armour]
name = "Leather"
value = 2
size = 2

[combatants.iva]
name = "Iva"
side = "travellers"
seat = "iva"
at = [-3, 1]

[combatants.iva.sheet]
tactics = 1
W_max = 11
BOD = 9

[combatants.iva.sheet.skills]
bow = { base = 13, rank = 1 }
Dodge = { base = 13 }
Run = { base = 11 }

[combatants.iva.sheet.weapons.bow]
name = "Bow"
kind = "ranged"
skill = "bow"
q_off = 1
base_W = 5
projectile = "arrow"
ammo = 6

[combatants.iva.sheet.weapons.knife]
name = "Knife"
skill = "dagger"
sizes = [2]
base_W = 3
in_hand = false

[combatants.ash]
name = "Ash"
side = "assassins"
at = [6, 1]

[combatants.ash.sheet]
tactics = 1
W_max = 12

[combatants.ash.sheet.skills]
dagger = { base = 12, rank = 1 }
Dodge = { base = 12 }
Parry = { base = 12 }
Run = { base = 11 }

[combatants.ash.sheet.weapons.dagger]
name = "Dagger"
skill = "dagger"
sizes = [2]
q_off = 1
base_W = 3

[combatants.gorm]
name = "Gorm"
side = "assassins"
at = [7, -2]

[combatants.gorm.sheet]
W_max = 18
S_max = 14
BOD = 14

[combatants.gorm.sheet.skills]
axe = { base = 13, rank = 1 }
Dodge = { base = 11 }
Parry = { base = 12 }
Run = { base = 10 }

[combatants.gorm.sheet.weapons.axe]
name = "Great axe"
skill = "axe"
sizes = [4]
tier = 2
q_def = -1
base_W = 8

[combatants.gorm.sheet.armour]
name = "Hide"
value = 3
size = 3
tier = 2

[combatants.nix]
name = "Nix"
side = "assassins"
at = [9, 6]
hidden = true

[combatants.nix.sheet]
tactics = 1
W_max = 12

[combatants.nix.sheet.skills]
crossbow = { base = 14 }
Dodge = { base = 11 }

[combatants.nix.sheet.weapons.crossbow]
name = "Crossbow"
kind = "ranged"
skill = "crossbow"
base_W = 5
projectile = "arrow"
"""
