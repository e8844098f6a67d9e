"""The GM takes back, changes and redoes; every screen follows; the replay shows both lines."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.fights.test_fight import attack
from tests.e2e.host import Host
from tests.e2e.seat import WAIT_MS, Seat, all_read

PANEL = ".ruling"


async def hit(sit: Sit) -> tuple[Seat, Seat, Seat, Seat]:
    """A robber has been wounded once; the table of GM, Hagen, Sela and a spectator."""
    gm, hagen, sela = await sit("gm"), await sit("hagen"), await sit("sela")
    spectator = await sit("spectator")
    await all_read("Sela's turn", gm, hagen, sela)
    await attack(sela, "Attack: Throwing knives", "Robber", [5, 5, 5, 1])
    await hagen.choose("Pass")
    await gm.choose("Pass", who="Robber")
    await gm.choose("Use protection", Units="Normal protection 1")
    for seat in (gm, hagen, sela, spectator):
        await seat.reads("Robber takes 2 wounds")
    return gm, hagen, sela, spectator


async def confirm(gm: Seat, reason: str, button: str) -> None:
    """GM: say why, then do what the preview showed."""
    panel = gm.page.locator(PANEL)
    await panel.get_by_role("textbox", name="Reason").fill(reason)
    await panel.get_by_role("button", name=button, exact=True).click()
    await expect(panel).to_have_count(0, timeout=WAIT_MS)


async def test_a_rewind_into_the_window_is_seen_by_all_and_replayed(begun: Host, sit: Sit) -> None:
    """Back over four commits into the reaction window, with a preview; then play goes on from there."""
    gm, hagen, sela, spectator = await hit(sit)
    await gm.act_on("Who reacts?", "Undo to here")
    panel = gm.page.locator(PANEL)
    await expect(panel).to_contain_text("Robber: Wounds 2 → 0", timeout=WAIT_MS)
    await expect(panel).to_contain_text("Asked: React?", timeout=WAIT_MS)
    await confirm(gm, "Hagen was away", "Rewind")

    for seat in (gm, hagen, sela, spectator):
        await seat.reads("The game master takes something back: Hagen was away")
    await hagen.is_asked("React?")
    await spectator.stands("Robber", says=["Wounds 0"])
    await expect(spectator.page.locator(".told.gone", has_text="Robber takes 2 wounds")).to_have_count(1)

    await hagen.choose("Pass")
    await gm.choose("Shield parry", who="Robber")
    await gm.roll([6, 6, 6], "Robber")
    await spectator.reads("Robber parries with the shield")

    await spectator.look_back()
    await spectator.page.get_by_role("button", name="To the beginning").click()
    await spectator.sees("Before the fight")
    struck = spectator.page.locator(".told.gone", has_text="Robber takes 2 wounds")
    await spectator.unfold(struck)
    await struck.hover()
    await struck.get_by_role("button").click()
    await spectator.sees("Taken back later.")
    await spectator.stands("Robber", says=["Wounds 2"])
    await spectator.page.get_by_role("button", name="Back to the game").last.click()
    await expect(spectator.page.locator(".replay")).to_have_count(0)
    await spectator.stands("Robber", says=["Wounds 0"])


async def test_a_redo_brings_back_what_was_taken_back(begun: Host, sit: Sit) -> None:
    """The GM takes a rewind back with one click."""
    gm, _hagen, _sela, spectator = await hit(sit)
    await gm.act_on("Who reacts?", "Undo to here")
    await expect(gm.page.locator(".changes li").first).to_be_visible(timeout=WAIT_MS)
    await confirm(gm, "A slip", "Rewind")
    await spectator.reads("The game master takes something back: A slip")
    await gm.page.get_by_role("button", name="Redo").click()
    await expect(gm.page.locator(PANEL)).to_contain_text("Robber: Wounds 0 → 2", timeout=WAIT_MS)
    await confirm(gm, "No slip", "Bring it back")
    await spectator.reads("The game master takes the undoing back")
    await expect(gm.page.get_by_role("button", name="Redo")).to_have_count(0, timeout=WAIT_MS)
    await spectator.stands("Robber", says=["Wounds 2"])


PLAIN = """
title = "Two at the Well"
system = "tirakan"

[seats.sela]
name = "Sela"

[combatants.sela]
name = "Sela"
side = "travellers"
seat = "sela"
at = [1, 2]

[combatants.sela.sheet]
quickness = 4
hand_to_hand = 3
main_hand = "dagger"

[combatants.sela.sheet.weapons.dagger]
name = "Dagger"
damage_potential = 1
range_m = 1.5

[combatants.robber]
name = "Robber"
side = "robbers"
at = [2, 2]

[combatants.robber.sheet]
quickness = 0
apprehension = 0
max_wounds = 9
"""
"""The robber rolls neither for initiative nor for quickness: whatever the dice, he comes last and can't react."""


async def set_faces(gm: Seat, face: int) -> None:
    """GM: read every first throw of the act anew, and look at what that changes."""
    panel = gm.page.locator(PANEL)
    dice = panel.get_by_label(re.compile(r"^Die \d of Sela$"))
    await expect(dice).to_have_count(4, timeout=WAIT_MS)
    for index in range(4):
        await dice.nth(index).fill(str(face))
    await panel.get_by_role("button", name="Show what changes").click()


async def go_on_until(gm: Seat, line: str) -> None:
    """GM: after an amendment the game stops wherever it might have asked; let it go on until the log says this."""
    await gm.press_until(gm.page.get_by_role("button", name="Go on"), gm.log.filter(has_text=line))


async def test_amended_dice_change_what_followed_and_can_be_amended_again(host: Host, sit: Sit) -> None:
    """The GM reads the dice of a stab anew, twice: previews say what changes, and all screens follow."""
    await host.lay(PLAIN)
    await host.start()
    gm, sela, spectator = await sit("gm"), await sit("sela"), await sit("spectator")
    await gm.reads("Sela sits down")
    await gm.page.get_by_role("button", name="Start the fight").click()
    await gm.page.get_by_role("button", name="Do it", exact=True).click()
    await sela.sees_turn("Sela")
    await sela.choose("Attack: Dagger", Target="Robber")
    await gm.act_on("Sela attacks Robber", "Change this")
    await set_faces(gm, 5)
    await expect(gm.page.locator(".outcome-box")).to_be_visible(timeout=WAIT_MS)
    await confirm(gm, "They were fives", "Change it")
    for seat in (gm, sela, spectator):
        await seat.reads("The game master changes a ruling: They were fives")
    await go_on_until(gm, "Robber takes 4 wounds, now 4")
    await spectator.reads("Robber takes 4 wounds, now 4")
    await spectator.stands("Robber", says=["Wounds 4"])

    await gm.act_on("Sela attacks Robber", "Change this")
    await set_faces(gm, 1)
    await expect(gm.page.locator(PANEL)).to_contain_text("Robber: Wounds 4 → 0", timeout=WAIT_MS)
    await confirm(gm, "No, ones", "Change it")
    await sela.reads("The game master changes a ruling: No, ones")
    await spectator.stands("Robber", says=["Wounds 0"])


async def test_a_player_asks_and_the_gm_grants_after_a_look(begun: Host, sit: Sit) -> None:
    """A player's wish is shown to all; the GM sees what it would change and takes the act back."""
    gm, hagen, sela, spectator = await hit(sit)
    await sela.act_on("Sela attacks Robber", "Ask to take this back")
    for seat in (gm, hagen, spectator):
        await seat.sees("Sela asks to take something back")
    request = gm.page.locator(".request")
    await request.get_by_role("button", name="Show what changes").click()
    await expect(gm.page.locator(PANEL)).to_contain_text("Robber: Wounds 2 → 0", timeout=WAIT_MS)
    await gm.page.locator(PANEL).get_by_role("button", name="Cancel").click()
    await request.get_by_role("button", name="Take it back").click()
    await spectator.reads("The game master takes something back")
    await expect(gm.page.locator(".request")).to_have_count(0, timeout=WAIT_MS)
    await spectator.stands("Robber", says=["Wounds 0"])


async def test_every_line_says_what_can_be_done_with_it_by_keyboard_too(begun: Host, sit: Sit) -> None:
    """Arrow keys lead up the log, Tab to labelled deeds; what one would do is shown beside the map, and on it."""
    gm, _hagen, sela, _spectator = await hit(sit)
    page = gm.page
    await page.locator(".acts").focus()
    await page.keyboard.press("ArrowUp")
    for _ in range(60):
        if "Sela's turn" in await page.evaluate("() => document.activeElement.textContent"):
            break
        await page.keyboard.press("Enter" if await page.evaluate(SHUT) else "ArrowUp")
    labels = await page.locator(".block:focus .handles button").evaluate_all(LABELS)
    assert labels == ["Undo to here", "Change this", "Replay from here"]
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    panel = page.locator(PANEL)
    await expect(panel).to_contain_text("Robber: Wounds 2 → 0", timeout=WAIT_MS)
    await expect(page.locator(".ghost-value", has_text="Wounds 2 → 0")).to_be_visible()
    over = [await found.bounding_box() for found in (page.locator(".map"), panel)]
    assert over[0]
    assert over[1]
    assert over[0]["x"] + over[0]["width"] <= over[1]["x"] + 1
    await panel.get_by_role("button", name="Cancel").click()
    await gm.turn_to("Rulings")
    newest, before = page.locator(".latest li").nth(0), page.locator(".latest li").nth(1)
    await expect(newest.get_by_role("button", name="Undo to here")).to_have_count(0)  # nothing is behind it
    await before.get_by_role("button", name="Undo to here").click()
    await expect(panel).to_be_visible()
    await panel.get_by_role("button", name="Cancel").click()
    await sela.page.get_by_role("button", name="Ask to take back the last act").click()
    await expect(page.locator(".request")).to_contain_text("Would be taken back", timeout=WAIT_MS)


async def test_the_way_to_the_newest_line_lies_over_no_line(begun: Host, sit: Sit) -> None:
    """Whoever reads further up loses none of the lines to the button that leads back."""
    gm = await sit("gm", alone=True, size={"width": 1100, "height": 340})
    await gm.reads("Sela's turn")
    log = gm.page.locator(".log")
    await log.evaluate("(box) => box.scrollTo(0, 0)")
    button = await gm.page.get_by_role(
        "button", name="To the newest"
    ).bounding_box()  # once it is there the log is shorter
    lines = await log.bounding_box()
    assert button
    assert lines
    assert lines["y"] + lines["height"] <= button["y"]


LABELS = """(all) => all.map((one) => getComputedStyle(one, "::after").content.replaceAll('"', ""))"""
SHUT = """() => document.activeElement.matches("summary") && !document.activeElement.parentElement.open"""


async def test_another_target_is_chosen_and_what_followed_is_read_by_groups(begun: Host, sit: Sit) -> None:
    """Not the robber but Ilva was meant: the robber's wounds and his armour's use vanish, one answer falls."""
    gm, hagen, _sela, spectator = await hit(sit)
    await gm.act_on("Sela attacks Robber", "Change this")
    panel = gm.page.locator(PANEL)
    await panel.get_by_role("button", name="Choose something else").first.click()
    await panel.locator(".option", has_text="Attack: Throwing knives").first.click()
    await panel.locator(".chip", has_text="Ilva").click()
    await panel.get_by_role("button", name="Do it", exact=True).click()
    await expect(panel).to_contain_text("Instead: Attack: Throwing knives → Ilva", timeout=WAIT_MS)
    await expect(panel.locator(".changes")).to_contain_text("Robber: Wounds 2 → 0", timeout=WAIT_MS)
    await expect(panel.locator(".changes")).to_contain_text("Robber: Protection", timeout=WAIT_MS)
    await expect(panel.locator(".step-groups h3").first).to_be_visible(timeout=WAIT_MS)
    await confirm(gm, "She meant Ilva", "Change it")
    for seat in (gm, hagen, spectator):
        await seat.reads("The game master changes a ruling: She meant Ilva")
    await spectator.stands("Robber", says=["Wounds 0"])
    await spectator.reads("Sela attacks Ilva")


async def test_a_preview_follows_the_game_and_impossible_faces_are_no_question(begun: Host, sit: Sit) -> None:
    """While the GM looks, a player passes: the preview is made anew in place; a nine on a six-sided die is marked."""
    gm, hagen, sela = await sit("gm"), await sit("hagen"), await sit("sela")
    await all_read("Sela's turn", gm, hagen, sela)
    await attack(sela, "Attack: Throwing knives", "Robber", [5, 5, 5, 1])
    await gm.act_on("Sela attacks Robber", "Change this")
    panel = gm.page.locator(PANEL)
    first = panel.get_by_label("Die 1 of Sela")
    await first.fill("9")
    await expect(panel.locator("label.bad")).to_have_count(1, timeout=WAIT_MS)
    await expect(panel.get_by_role("button", name="Show what changes")).to_be_disabled()
    await first.fill("1")
    await expect(panel.locator(".outcome-box:not(.old)")).to_be_visible(timeout=WAIT_MS)
    await hagen.choose("Pass")
    await gm.reads("Hagen passes")
    await expect(panel.locator(".outcome-box:not(.old)")).to_be_visible(timeout=WAIT_MS)
    await confirm(gm, "It was a one", "Change it")
    await hagen.reads("The game master changes a ruling: It was a one")
