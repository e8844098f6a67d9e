"""The first lesson: a scenario in which each step that says something waits at a real table for the right act."""

TUTORIAL = '''# Each step with `say` waits at a real table until one of `until` is told; the dice prove it.
title = "First blows"
system = "brink"
rules = ["B-MOVE-1", "B-ATK-1", "B-ATK-3", "B-READY-1", "B-READY-5"]

[seats.ida]
name = "Ida"

[combatants.ida]
name = "Ida"
side = "learners"
seat = "ida"
at = [0, 0]

[combatants.ida.sheet]
health_max = 20
ep = 4
might = 4
accuracy = 4
agility = 12
protection = 2
equipped = "sabre"

[combatants.ida.sheet.weapons.sabre]
name = "Sabre"
weapon_type = "blade"
range_m = 1.5

# He holds his ground, hits softly and bears a lot, so that nothing goes wrong for a beginner.
[combatants.bruno]
name = "Bruno"
side = "teachers"
at = [4, 0]

[combatants.bruno.sheet]
health_max = 40
might = 1
accuracy = 4
agility = 5
move_m = 0.5
equipped = "stick"

[combatants.bruno.sheet.weapons.stick]
name = "Practice stick"
weapon_type = "club"
range_m = 1.5

[[steps]]
say.en = """\\
  You are Ida, and Bruno teaches you: he hits softly and bears a lot. The fight begins by itself; wait until it \\
  is your turn.\\
"""
say.de = """\\
  Du bist Ida, und Bruno übt mit dir: Er schlägt sanft und hält viel aus. Der Kampf beginnt von selbst; warte, \\
  bis du am Zug bist.\\
"""
until = [{ type = "TurnStarted", slot = "ida" }]
do = { type = "start_combat" }
dice = [15, 6]

[[steps]]
say.en = """\\
  Your turn: you have two actions. Go up to Bruno. Choose Move, tap the ground close beside him, then Do it.\\
"""
say.de = """\\
  Dein Zug: Du hast zwei Aktionen. Geh zu Bruno hin. Wähle „Bewegen“, tippe dicht neben ihm auf den Boden, dann \\
  „Ausführen“.\\
"""
until = [{ type = "ActionDeclared", who = "ida", action = { deed = { kind = "move" } } }]
do = { type = "move", who = "ida", path_m = [[0, 0], [3, 0]] }

[[steps]]
say.en = """\\
  Now strike: choose Attack and Bruno. A die of twenty sides and your accuracy together must reach his agility.\\
"""
say.de = """\\
  Jetzt schlag zu: Wähle „Angriff“ und Bruno. Ein Würfel mit zwanzig Seiten und deine Genauigkeit müssen \\
  zusammen seine Gewandtheit erreichen.\\
"""
until = [{ type = "HitsRolled", who = "ida" }]
do = { type = "attack", who = "ida", target = "bruno" }
dice = [8]

[[steps]]
say.en = """\\
  The log says what came of it; a tap there says why. Now end your turn with Ready and end turn: for one energy \\
  you keep an action for later.\\
"""
say.de = """\\
  Der Verlauf sagt, was daraus wurde, und dort angetippt auch warum. Beende nun deinen Zug mit „Bereithalten und \\
  Zug beenden“: Für eine Energie hebst du eine Aktion auf.\\
"""
until = [{ type = "ActionReadied", who = "ida" }]
do = { type = "end_turn", who = "ida", ready = { ida = true } }

[[steps]]
do = { type = "pass_readied", who = "ida" }

[[steps]]
do = { type = "attack", who = "bruno", target = "ida" }

[[steps]]
say.en = """\\
  Bruno acts. When he strikes at you, you are asked first: use the action that you have kept, and yours comes \\
  before his.\\
"""
say.de = """\\
  Bruno handelt. Schlägt er nach dir, wirst du vorher gefragt: Nutze die aufgehobene Aktion, dann kommt deine \\
  vor seiner.\\
"""
until = [{ type = "ReactionDeclared", who = "ida" }, { type = "ReadiedExpired", who = "ida" }]
do = { type = "use_readied", who = "ida", kind = "attack", target = "bruno" }
dice = [9, 3]

[[steps]]
do = { type = "end_turn", who = "bruno" }

[[steps]]
say.en = """\\
  Energy also makes a blow surer. In your turn choose Attack again, and before Do it lay some energy on the \\
  roll: one more for each.\\
"""
say.de = """\\
  Energie macht auch einen Schlag sicherer. Wähle in deinem Zug wieder „Angriff“ und lege vor „Ausführen“ \\
  Energie in den Wurf: je eins mehr.\\
"""
until = [{ type = "EnergySpent", who = "ida", purpose = "improve" }]
do = { type = "attack", who = "ida", target = "bruno", ep_bonus = 2 }
dice = [4]

[[steps]]
say.en = "That is all you need. Fight on as long as you like, or begin a fight with others from the home page."
say.de = """\\
  Mehr brauchst du nicht. Kämpf weiter, solange du magst, oder beginn von der Startseite aus einen Kampf mit \\
  anderen.\\
"""
state = { "bruno.health" = 28, "ida.ep" = 3 }
'''
