"""A fight of Brink by clicks alone: the client has no code for this system. The dice are real ones, typed in."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, WAIT_MS, Seat
from tests.e2e.test_doors import keep

FIGHT = """
title = "The Ford"
system = "brink"

[table]
typed_dice = true

[options.terrain.ford]
corner = [-2, -3]
opposite = [3, -1.5]

[seats.ana]
name = "Ana"

[seats.bram]
name = "Bram"

[combatants.ana]
name = "Ana"
side = "heroes"
seat = "ana"
at = [0, 0]

[combatants.ana.sheet]
health_max = 14
ep = 2
might = 5
accuracy = 2
agility = 12
protection = 1
equipped = "sword"
weapons = { sword = { name = "Sword", weapon_type = "blade" } }

[combatants.bram]
name = "Bram"
side = "heroes"
seat = "bram"
at = [0, 1.5]

[combatants.bram.sheet]
health_max = 3
ep = 2
might = 4
accuracy = 1
equipped = "pistol"

[combatants.bram.sheet.weapons.pistol]
name = "Quick pistol"
weapon_type = "pistol"
kind = "firearm"
range_m = 10
initiative = true

[combatants.ogre]
name = "Ogre"
side = "foes"
at = [1, 0]

[combatants.ogre.sheet]
health_max = 20
ep = 3
might = 3
accuracy = 1
agility = 8
protection = 2
equipped = "club"
weapons = { club = { name = "Club", range_m = 2 } }

[combatants.g1]
name = "Goblin 1"
side = "foes"
at = [0, 2.5]
sheet = { health_max = 5, might = 3, agility = 9, group = "goblins" }

[combatants.g2]
name = "Goblin 2"
side = "foes"
at = [0.5, -0.5]
sheet = { health_max = 5, might = 3, agility = 9, group = "goblins" }
"""


SIZES = "(all) => all.map((it) => [it.offsetHeight, it.scrollWidth > it.clientWidth])"
"""How high each of them is, and whether something of it is cut off."""


async def begin(gm: Seat, ana: Seat, bram: Seat) -> None:
    """The order becomes Ana, Bram, Ogre, goblins."""
    await gm.reads("Ana sits down")
    await gm.reads("Bram sits down")
    await gm.choose("Start the fight")
    for seat, who, face in ((ana, "Ana", 20), (bram, "Bram", 15), (gm, "Ogre", 10), (gm, "Goblin 1", 5)):
        await seat.roll([face], who)
    await ana.sees_turn("Ana")


async def part(gm: Seat, name: str) -> None:
    """Turn to a part of the GM's tools."""
    await gm.page.locator(".gm-parts button", has_text=name).click()


async def mark_ground(gm: Seat) -> None:
    """A bog between two places that are tapped on the map."""
    await part(gm, "Rulings")
    await gm.choose("Mark difficult ground")
    form = gm.page.locator(".option-form")
    await form.locator("input[type=text]").fill("bog")
    area = await gm.page.get_by_role("region", name="Map").bounding_box()
    assert area is not None
    taken = form.locator(".field-hint", has_text=" / ")
    for count, step in enumerate((60, 140)):
        await expect(taken).to_have_count(count, timeout=WAIT_MS)
        await gm.page.mouse.click(area["x"] + step, area["y"] + step)
        await expect(taken).to_have_count(count + 1, timeout=WAIT_MS)
    await form.get_by_role("button", name="Do it", exact=True).click()
    await gm.settled()
    await part(gm, "Act")


async def step_beside(seat: Seat, option: str, name: str, pixels: int) -> None:
    """Choose a way of moving and tap the map so far beside somebody."""
    await seat.choose(option)
    box = await seat.place_of(name)
    await seat.page.mouse.click(box["x"] + box["width"] + pixels, box["y"] + box["height"] / 2)
    await seat.page.locator(".option-form").get_by_role("button", name="Do it", exact=True).click()
    await seat.settled()


async def acts_in_order(seat: Seat, *names: str) -> None:
    """The order of turns begins with these."""
    for at, name in enumerate(names):
        await expect(seat.page.locator(".rail .row b").nth(at)).to_have_text(name)


async def end_turn(seat: Seat, ready: bool = False) -> None:
    """With or without an action held ready."""
    await seat.choose("Ready and end turn" if ready else "End turn")


async def test_what_ends_a_turn_leaves_a_phone_s_screen_to_what_can_be_done(host: Host, sit: Sit) -> None:
    """Three buttons side by side, whose words are all there, in both languages; each large enough for a finger."""
    host.system = "brink"
    await host.lay(FIGHT)
    await host.start()
    gm, bram = await sit("gm"), await sit("bram")
    ana = await sit("ana", size=PHONE, has_touch=True)
    await begin(gm, ana, bram)
    for words in ("Ready and end turn", "Bereithalten und Zug beenden"):
        button = ana.page.locator(".ends .option", has_text=words)
        await expect(button).to_be_visible(timeout=WAIT_MS)
        await keep(ana, f"ends-{words[:5]}")
        bar = await ana.page.locator(".ends").bounding_box()
        assert bar is not None
        assert bar["height"] < PHONE["height"] / 9
        sizes = await ana.page.locator(".ends .option").evaluate_all(SIZES)
        assert len(sizes) == 3
        assert all(height >= 44 and not is_cut for height, is_cut in sizes), sizes
        await ana.page.get_by_role("button", name=re.compile("Sprache: Deutsch|Language: English")).first.click()


async def test_three_people_play_a_fight_of_brink(host: Host, sit: Sit) -> None:
    """Interrupts, one with initiative, the brink, a group's turn, an opportunity, a delay, giving up: all by clicks."""
    host.system = "brink"
    await host.lay(FIGHT)
    await host.start()
    gm, ana, bram = await sit("gm"), await sit("ana"), await sit("bram", size=PHONE, has_touch=True)
    await mark_ground(gm)
    await ana.sees("Bog")
    await begin(gm, ana, bram)
    await end_turn(ana, ready=True)
    await ana.choose("Pass")
    await bram.sees_turn("Bram")
    await end_turn(bram, ready=True)
    await ana.choose("Pass")
    await bram.choose("Pass")

    await gm.sees_turn("Ogre")
    await gm.choose("Attack: Club", Target="Bram")
    await ana.is_asked("Use a readied action?")
    await ana.choose("Attack: Sword", Target="Ogre")
    await bram.is_asked("Use a readied action?")
    await bram.choose("Attack: Quick pistol", Target="Ogre")
    await bram.roll([10])
    await ana.roll([6])
    await gm.roll([14], "Ogre")
    await gm.reads("Bram: At the brink")
    await end_turn(gm)

    await gm.sees_turn("Goblin 1")
    await gm.choose("Attack", Target="Bram")
    await gm.roll([12], "Goblin 1")
    await bram.roll([11])
    await gm.reads("Bram rolls at the brink: 11")  # what is told puts the first on turn in hand again
    await gm.page.locator(".dock").get_by_role("button", name="Goblin 2").click()
    await step_beside(gm, "Move", "Goblin 2", 120)
    await ana.is_asked("Opportunity attack?")
    await ana.page.locator(".prompt .option-form").get_by_role("button", name="Do it", exact=True).click()
    await ana.roll([3])
    await ana.reads("Ana strikes as Goblin 2 leaves.")
    await ana.reads("Goblin 2 moves")
    await end_turn(gm)

    await ana.sees("Round 2")
    await ana.choose("Delay turn")
    await bram.sees_turn("Bram")
    await bram.choose("Reload")
    await end_turn(bram)
    await ana.is_asked("Between two turns")
    await ana.choose("Act now")
    await ana.sees_turn("Ana")
    await acts_in_order(gm, "Bram", "Ana", "Ogre")
    await ana.choose("Attack: Sword", Target="Ogre")
    await ana.roll([5])
    await end_turn(ana)

    await gm.sees_turn("Ogre")
    await bram.choose("Give up")
    await bram.choose("Really? Give up")
    await gm.reads("Bram gives up.")
    await part(gm, "Rulings")
    await gm.choose("End the fight", Winners="foes")
    for seat in (gm, ana, bram):
        await seat.reads("The fight is over. Winners: foes.")
