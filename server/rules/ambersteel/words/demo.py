"""The encounters that show the system: a small one for newcomers, and one with all that is special. Their files are as
an author would write them."""

DEMO = """# Two travellers and two bandits at a ford. Metres. Things of the samples are only named.
title = "The Amber Ford"
system = "ambersteel"

[options.terrain.ford]
corner = [5, -2]
opposite = [8, 8]

[seats.anna]
name = "Anna"

[seats.clara]
name = "Clara"

[combatants.anna]
name = "Anna"
side = "travellers"
seat = "anna"
at = [2, 2]

[combatants.anna.sheet]
is_pc = true
str = 14
dex = 12
end = 12
con = 10
spd = 12
perc = 14
armour = ["gambeson"]
wielded = { main = "longsword" }
stances = { longsword = "bull" }

[combatants.clara]
name = "Clara"
side = "travellers"
seat = "clara"
at = [1, 4]

[combatants.clara.sheet]
is_pc = true
str = 9
dex = 14
end = 11
con = 9
spd = 11
perc = 13
wielded = { main = "light_crossbow" }
carried = ["short_sword", "mug"]

[combatants.boris]
name = "Boris"
side = "bandits"
at = [6, 3]

[combatants.boris.sheet]
str = 10
dex = 15
end = 10
con = 8
spd = 13
perc = 11
wielded = { main = "short_sword" }

[combatants.emil]
name = "Emil"
side = "bandits"
at = [9, 5]

[combatants.emil.sheet]
str = 11
dex = 12
end = 11
con = 8
spd = 10
perc = 12
wielded = { main = "short_spear", off = "round_shield" }
"""

SIEGE = """# Four defenders hold a yard against five attackers, one of them hidden. Metres.
title = "The Yard at Emberhold"
system = "ambersteel"

[options]
range_overflow = "disadvantage_and_steps"

[options.terrain.rubble]
corner = [7, 4]
opposite = [10, 7]

[options.obstacles.wall]
corner = [5, -3]
opposite = [5.5, 1]

[seats.anna]
name = "Anna"

[seats.clara]
name = "Clara"

[seats.henk]
name = "Henk"

[combatants.anna]
name = "Anna"
side = "defenders"
seat = "anna"
at = [2, 2]

[combatants.anna.sheet]
is_pc = true
str = 14
dex = 12
end = 12
con = 10
spd = 12
perc = 14
armour = ["gambeson"]
wielded = { main = "longsword" }
stances = { longsword = "bull" }

[combatants.clara]
name = "Clara"
side = "defenders"
seat = "clara"
at = [0, 3]

[combatants.clara.sheet]
is_pc = true
str = 9
dex = 14
end = 11
con = 9
spd = 11
perc = 13
wielded = { main = "crossbow" }
carried = ["short_sword", "mug"]
ammo = { bolts = 12 }

[combatants.clara.sheet.weapons.crossbow]
name = "Light crossbow"
attribute = "dex"
range_types = ["ranged"]
tags = ["two_handed"]
effective_range_m = 40
modes = ["pierce: 2d8 pierce"]
stamina_damage = { dice = "1d4" }
cost_reload = { base = 2, esp = true }
reload = { action = "standard", count = 1 }
ammo_item = "bolts"

[combatants.henk]
name = "Henk"
side = "defenders"
seat = "henk"
at = [2, 4]

[combatants.henk.sheet]
is_pc = true
str = 12
dex = 13
end = 13
con = 11
spd = 10
perc = 12
armour = ["gambeson", "mail"]
wielded = { main = "short_spear", off = "round_shield" }
aoo_policy = "ask"

[combatants.wilma]
name = "Wilma"
side = "defenders"
at = [-1, 1]

[combatants.wilma.sheet]
str = 15
dex = 10
end = 12
con = 9
spd = 9
perc = 11
wielded = { main = "war_bow" }
carried = ["stool", "anvil"]

[combatants.dorn]
name = "Dorn"
side = "raiders"
at = [7, 3]

[combatants.dorn.sheet]
str = 18
dex = 8
end = 14
con = 14
spd = 9
perc = 10
armour = ["full_plate", "gambeson"]
wielded = { main = "morningstar" }

[combatants.boris]
name = "Boris"
side = "raiders"
at = [6, 5]

[combatants.boris.sheet]
str = 10
dex = 15
end = 10
con = 8
spd = 13
perc = 11
wielded = { main = "short_sword" }

[combatants.greta]
name = "Greta"
side = "raiders"
at = [8, 2]

[combatants.greta.sheet]
str = 17
dex = 9
end = 13
con = 11
spd = 8
perc = 9
armour = ["mail"]
wielded = { main = "maul" }
statuses = [{ name = "poisoned", data = { amount = 1 } }]

[combatants.emil]
name = "Emil"
side = "raiders"
at = [14, 4]

[combatants.emil.sheet]
str = 11
dex = 13
end = 11
con = 8
spd = 11
perc = 14
wielded = { main = "short_bow" }
carried = ["short_sword"]

[combatants.sly]
name = "Sly"
side = "raiders"
at = [1, 7]
hidden = true

[combatants.sly.sheet]
str = 10
dex = 16
end = 10
con = 8
spd = 14
perc = 15
wielded = { main = "short_sword" }
"""
