"""The encounter that shows the system: smugglers at a boathouse. Its file is as an author would write it."""

DEMO = """# Three wardens surprise a smuggler captain, her bowman and three deckhands behind a fence. Metres.
title = "Lanterns at the Boathouse"
system = "brink"

[options.terrain.fence]
corner = [6, -1]
opposite = [7, 7]

[seats.ida]
name = "Ida"

[seats.rollo]
name = "Rollo"

[seats.nell]
name = "Nell"

# Her pistol is quick: whatever she does with it has initiative.
[combatants.ida]
name = "Ida"
side = "wardens"
seat = "ida"
at = [2, 4]

[combatants.ida.sheet]
health_max = 14
ep = 3
ep_max = 8
might = 4
accuracy = 2
agility = 12
protection = 1
equipped = "pistol"

[combatants.ida.sheet.weapons.pistol]
name = "Quick pistol"
weapon_type = "pistol"
kind = "firearm"
range_m = 12
accuracy = 1
might = 1
reserve = 5
initiative = true

[combatants.ida.sheet.weapons.sabre]
name = "Sabre"
weapon_type = "blade"
range_m = 1.5

[combatants.ida.sheet.skills.lunge]
name = "Lunge"
weapon_type = "blade"
effect = { type = "attack", accuracy = 2, might = 2 }

[combatants.rollo]
name = "Rollo"
side = "wardens"
seat = "rollo"
at = [3, 2]

[combatants.rollo.sheet]
health_max = 18
ep = 2
ep_max = 8
might = 5
accuracy = 1
agility = 11
protection = 2
equipped = "halberd"

[combatants.rollo.sheet.weapons.halberd]
name = "Halberd"
weapon_type = "polearm"
range_m = 2

[combatants.rollo.sheet.skills.sweep]
name = "Sweep"
weapon_type = "polearm"
ep_cost = 2
effect = { type = "attack", accuracy = -1, might = 4 }

[combatants.rollo.sheet.skills.rally]
name = "Rally"
effect = { type = "gm", text = "Comrades within five metres take heart" }

[combatants.nell]
name = "Nell"
side = "wardens"
seat = "nell"
at = [1, 5.5]

[combatants.nell.sheet]
health_max = 11
ep = 3
might = 4
accuracy = 3
agility = 13
equipped = "bow"

[combatants.nell.sheet.weapons.bow]
name = "Short bow"
weapon_type = "bow"
kind = "bow"
range_m = 25
accuracy = 1

[combatants.nell.sheet.weapons.knife]
name = "Knife"
weapon_type = "blade"

[combatants.captain]
name = "Captain Vell"
side = "smugglers"
at = [9, 4]

[combatants.captain.sheet]
health_max = 20
ep = 4
might = 6
accuracy = 2
agility = 12
protection = 1
equipped = "cutlass"

[combatants.captain.sheet.weapons.cutlass]
name = "Cutlass"
weapon_type = "blade"
range_m = 1.5

[combatants.captain.sheet.skills.flurry]
name = "Flurry"
weapon_type = "blade"
initiative = true
effect = { type = "attack", might = 1 }

# He shoots, then keeps an eye on the gate: energy for a readied shot each turn.
[combatants.bowman]
name = "Bowman"
side = "smugglers"
at = [13, 5]

[combatants.bowman.sheet]
health_max = 10
ep = 5
ep_regain = 2
might = 4
accuracy = 3
agility = 11
equipped = "crossbow"

[combatants.bowman.sheet.weapons.crossbow]
name = "Crossbow"
weapon_type = "bow"
kind = "bow"
range_m = 30

[combatants.bowman.sheet.weapons.stones]
name = "Throwing stones"
weapon_type = "stone"
kind = "other"
range_m = 8
might = -2

[combatants.hand_a]
name = "Deckhand A"
side = "smugglers"
at = [8, 2]

[combatants.hand_a.sheet]
health_max = 6
might = 3
agility = 9
group = "Deckhands"
equipped = "hook"

[combatants.hand_a.sheet.weapons.hook]
name = "Boathook"
weapon_type = "polearm"
range_m = 2

[combatants.hand_b]
name = "Deckhand B"
side = "smugglers"
at = [8.5, 6]

[combatants.hand_b.sheet]
health_max = 6
might = 3
agility = 9
group = "Deckhands"
equipped = "knife"

[combatants.hand_b.sheet.weapons.knife]
name = "Knife"
weapon_type = "blade"

[combatants.hand_c]
name = "Deckhand C"
side = "smugglers"
at = [10, 1]

[combatants.hand_c.sheet]
health_max = 6
might = 3
agility = 9
group = "Deckhands"
equipped = "knife"

[combatants.hand_c.sheet.weapons.knife]
name = "Knife"
weapon_type = "blade"
"""
