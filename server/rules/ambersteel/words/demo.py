"""The encounters that show the system: a small one for newcomers, and one with all that is special."""

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
