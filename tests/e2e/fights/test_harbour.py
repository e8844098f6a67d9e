"""The modern world by clicks alone: a burst, the recoil after it, an aimed shot, a grenade. The dice are typed in."""

from __future__ import annotations

from playwright.async_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import WAIT_MS, Seat

FIGHT = """
title = "Shots at the Quay"
system = "tirakan"

[table]
typed_dice = true

[options]
world = "modern"

[seats.kira]
name = "Kira"

[combatants.kira]
name = "Kira"
side = "police"
seat = "kira"
at = [0, 0]

[combatants.kira.sheet]
quickness = 2
base_actions = 5
shooting = 3
throwing = 2
perception = 4
main_hand = "smg"

[combatants.kira.sheet.weapons.smg]
name = "SMG"
weapon_class = "ranged"
type = "smg"
hands = 2
modes = ["single", "burst"]
damage_potential = 1
range_m = 20
capacity = 9

[combatants.boss]
name = "Boss"
side = "smugglers"
at = [8, 1]
sheet = { max_wounds = 9 }

[combatants.thug]
name = "Thug"
side = "smugglers"
at = [6, 3]
sheet = { max_wounds = 9 }
"""


async def shoot(kira: Seat, mode: str, faces: list[int], hits: int) -> None:
    """One attack on the boss, that hits so often."""
    await kira.choose(mode, Target="Boss")
    await kira.roll(faces)
    await kira.reads(f"Kira attacks Boss: {hits} hit" if hits else "Kira attacks Boss: missed.")


async def why(seat: Seat, *texts: str) -> None:
    """The newest roll's card says all this."""
    line = seat.log.filter(has=seat.page.locator(".why")).last
    button = line.locator(".why")
    is_over = button.locator("xpath=ancestor::details[not(contains(@class, 'whole'))]")
    await expect(is_over).to_have_count(1, timeout=WAIT_MS)
    await seat.press_until(button, line.locator(".why-card"))  # what is over may fold under the hand that opens it
    for text in texts:
        await seat.page.locator(".why-card", has_text=text).wait_for()


async def throw(seat: Seat, what: str) -> None:
    """At a place a little short of the boss."""
    await seat.choose("Throw something at a place")
    there = await seat.place_of("Boss")
    await seat.page.mouse.click(there["x"] - 30, there["y"] + 10)
    await seat.page.locator(".option-form input[type=text]").fill(what)
    await seat.page.locator(".option-form").get_by_role("button", name="Do it", exact=True).click()
    await seat.settled()


async def test_a_burst_its_recoil_an_aimed_shot_and_a_grenade(host: Host, sit: Sit) -> None:
    """Kira's turn in the browser; each roll says why it was so hard; the GM decides whom the explosion hits."""
    await host.lay(FIGHT)
    await host.start()
    gm, kira = await sit("gm"), await sit("kira")
    await gm.reads("Kira sits down")
    await gm.choose("Start the fight")
    await gm.page.locator(".option-form").get_by_role("button", name="Do it", exact=True).click()
    everybody = ((kira, "Kira"), (gm, "Boss"), (gm, "Thug"))
    for (seat, who), faces in zip((*everybody, *everybody), ([5, 5], [1], [2], [1], [1], [1]), strict=True):
        await seat.roll(faces, who)
    await kira.sees_turn("Kira")

    await shoot(kira, "SMG (Burst)", [5, 5, 1, 1, 1, 1], 2)
    await gm.reads("Boss takes 2 wounds")
    await shoot(kira, "SMG (Burst)", [5, 5, 1, 1, 1, 1], 0)
    await why(kira, "Recoil grows", "6 dice, each hits from 7: 0 normal")
    await kira.choose("Aim: SMG", Target="Boss")
    await shoot(kira, "SMG (Single shot)", [5, 4, 1, 1], 1)
    await why(kira, "A step of aiming", "4 dice, each hits from 5, critical from 9: 1 normal")
    await gm.reads("Boss takes 1 wound, now 3")

    await throw(kira, "a grenade")
    await kira.roll([1, 2])
    await gm.reads("Kira: Throw something: “a grenade”")
    await kira.roll([3])
    await kira.roll([2])
    await gm.reads("It deviates: 3 o'clock, 2 m.")
    for seat in (gm, kira):
        landed = seat.page.get_by_role("region", name="Map").locator('use[href$="#blast"]')
        await expect(landed).to_be_visible(timeout=WAIT_MS)

    await gm.turn_to("Rulings")
    await gm.choose("Explosion")
    form = gm.page.locator(".option-form")
    await expect(form.get_by_text("Missing: Who is hit")).to_be_visible(timeout=WAIT_MS)
    for name in ("Boss", "Thug"):
        await form.locator(".chip", has_text=name).click()
    await form.locator(".field", has_text="Hits").first.locator("input").fill("2")
    await form.get_by_role("button", name="Do it", exact=True).click()
    for line in ("Boss takes 2 wounds, now 5", "Thug takes 2 wounds, now 2"):
        await kira.reads(line)
